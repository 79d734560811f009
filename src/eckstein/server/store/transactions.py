"""What is written for a command, completely or not at all: its event, and perhaps a next game."""
from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ..game.chain import chained
from ..game.events import COMPUTER, SERVER, Event
from ..game.replies import Replies
from ..game.rulings import Command, Draft, complete_rematch
from ..game.state import State, swapped
from ..game.tokens import new_id

SEEDS = 2**31               # as many as engines know


@dataclass(frozen=True, slots=True)
class Transaction:
    """What is written together or not at all.

    Attributes:
        events: of one game, or of two.
        new_games: rows of games that begin.
        over: games that end.
        settings: names of the server's own notes, with their values.
        replies: conditional replies, in place of those that their players had before.
        passed: conditional replies of which nothing is left; they are forgotten, but not those that
            may have come in their place.
        studies: studies that are kept: id, text and when.
        due: when games are to be looked at though nobody asks (`Snapshot.due`).
    """

    events: Sequence[Event]
    new_games: Sequence[dict[str, Any]] = ()
    over: Sequence[str] = ()
    settings: Sequence[tuple[str, str]] = ()
    replies: Sequence[Replies] = ()
    passed: Sequence[Replies] = ()
    studies: Sequence[tuple[str, str, int]] = ()
    due: Mapping[str, int | None] = field(default_factory=dict)


def beginning(game: str, data: dict[str, Any], command_id: str, now: int) -> Transaction:
    """A new game.

    Args:
        game: its id.
        data: what its first event holds.
        command_id: why it begins.
        now: the time.
    """
    control = data["control"]
    clock = {"white": control["initial"], "black": control["initial"]} if control else None
    event = chained(b"", Event(game, 1, SERVER, command_id, "created", data, clock, now))
    tended = control is not None or any(seat["kind"] == COMPUTER
                                        for seat in data["seats"].values())
    kinds = {colour: seat["kind"] for colour, seat in data["seats"].items()}
    due = 0 if kinds.pop(data["turn"]) == COMPUTER and COMPUTER not in kinds.values() else None
    row = {"id": game, "rules": data["rules"], "created": now, "over": False, "tended": tended,
           "due": due}
    return Transaction([event], [row])


def transaction_of(state: State, draft: Draft, command: Command, now: int) -> Transaction:
    """The event of a draft; with the last wish for a rematch, the next game too.

    Args:
        state: that before the event.
        draft: what is to be.
        command: from which it follows.
        now: the time.
    """
    data, after = draft.data, Transaction([])
    if draft.kind == "rematch" and complete_rematch(state, command):
        game = new_id()
        data, after = data | {"next": game}, beginning(game, _again(state), "rematch", now)
    event = chained(state.digest, Event(state.game, state.seq + 1, draft.actor, draft.command_id,
                                        draft.kind, data, draft.clock, now))
    ended = draft.kind == "end" or "result" in data
    return Transaction([event, *after.events], after.new_games, [state.game] if ended else ())


def seed_for(kind: str) -> int:
    """The seed of a new seat: for a computer, another one each time."""
    return secrets.randbelow(SEEDS) if kind == COMPUTER else 0


def _again(state: State) -> dict[str, Any]:
    """The same game once more, with changed seats."""
    return {"rules": state.rules, "options": state.options, "start": state.start,
            "turn": state.first,
            "seats": {colour: dataclasses.asdict(seat) | {"seed": seed_for(seat.kind)}
                      for colour, seat in swapped(state.seats).items()},
            "payer": state.payer,
            "control": state.control and msgspec.to_builtins(state.control),
            "before": state.game}
