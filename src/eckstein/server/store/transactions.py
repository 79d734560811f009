"""What is written for a command, completely or not at all: its event, and perhaps a next game."""
from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from ...wire.http_games import NewClock
from ..game.chain import chained
from ..game.clocks import Control
from ..game.events import COMPUTER, SERVER, Event
from ..game.identity import of_level
from ..game.rated import PLIES, counts
from ..game.replies import Replies
from ..game.results import How, how_of
from ..game.rulings import ABORTED, Command, Draft, complete_rematch
from ..game.speeds import speed_of
from ..game.state import State, swapped
from ..game.tokens import new_id
from .lobbies import Pairing
from .tournaments import TournamentChange

SEEDS = 2**31               # as many as engines know


class Ending(NamedTuple):
    """When and how a game has ended.

    Attributes:
        at: when.
        winner: the winning colour, "drawn", or "none" if it was aborted.
        counts: whether it counts for ratings, if it is rated at all.
        how: in which way.
        ruler: the identity of the organiser that has adjudicated it; empty if there is none.
        white, black: how many moves each has made.
    """

    at: int
    winner: str
    counts: bool = False
    how: How = "played"
    ruler: str = ""
    white: int = PLIES // 2
    black: int = PLIES // 2


@dataclass(frozen=True, slots=True)
class Transaction:
    """What is written together or not at all.

    Attributes:
        events: of one game, or of two.
        new_games: rows of games that begin.
        players: the players that have taken seats of games, as rows.
        ended: games that end, with when and how.
        settings: names of the server's own notes, with their values.
        replies: conditional replies, in place of those that their players had before.
        passed: conditional replies of which nothing is left; they are forgotten, but not those that
            may have come in their place.
        studies: studies to store: id, text and when.
        pairings: open challenges of which the new game comes; none of them may have led to one
            before.
        due: when games are to be looked at without a command (`Snapshot.due`).
        tournament: what changes in a tournament, with which the games may begin.
    """

    events: Sequence[Event]
    new_games: Sequence[dict[str, Any]] = ()
    players: Sequence[dict[str, Any]] = ()
    ended: Mapping[str, Ending] = field(default_factory=dict)
    settings: Sequence[tuple[str, str]] = ()
    replies: Sequence[Replies] = ()
    passed: Sequence[Replies] = ()
    studies: Sequence[tuple[str, str, int]] = ()
    pairings: Sequence[Pairing] = ()
    due: Mapping[str, int | None] = field(default_factory=dict)
    tournament: TournamentChange | None = None


def beginning(game: str, data: dict[str, Any], command_id: str, now: int,
              pairings: Sequence[Pairing] = (), due: int | None = None) -> Transaction:
    """A new game.

    Args:
        game: its id.
        data: what its first event holds.
        command_id: why it begins.
        now: the time.
        pairings: open challenges that it comes of.
        due: when it is to be looked at, unless a computer moves first; None for soon, if the first
            move has a limit, and else for never.
    """
    control = data["control"]
    clock = {"white": control["initial"], "black": control["initial"]} if control else None
    event = chained(b"", Event(game, 1, SERVER, command_id, "created", data, clock, now))
    tended = control is not None or any(seat["kind"] == COMPUTER
                                        for seat in data["seats"].values())
    kinds = {colour: seat["kind"] for colour, seat in data["seats"].items()}
    if due is None and data.get("appear") is not None:
        due = 0
    if kinds.pop(data["turn"]) == COMPUTER and COMPUTER not in kinds.values():
        due = 0
    row = {"id": game, "rules": data["rules"], "created": now, "over": False, "tended": tended,
           "due": due}
    taken = [_player(event, colour, who, data["rules"],
                     msgspec.convert(control, Control) if control else None,
                     rated=data.get("rated", False)) | {"points": seat.get("anchor")}
             for colour, seat in data["seats"].items() if (who := _identity(seat))]
    return Transaction([event], [row], taken, pairings=pairings)


def _identity(seat: Mapping[str, Any]) -> str:
    """The identity of the player of a seat; empty if it is not known."""
    if seat["kind"] == COMPUTER:
        return of_level(seat["level"])
    who: str = seat.get("who", "")
    return who


def _player(event: Event, colour: str, who: str, rules: str, control: Control | None, *,
            rated: bool) -> dict[str, Any]:
    """The row of the player of a seat from an event on."""
    return {"game": event.game, "colour": colour, "who": who, "rules": rules, "began": event.at,
            "speed": control and speed_of(control), "rated": rated}


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
    taken = ([_player(event, data["colour"], data["who"], state.rules, state.control,
                      rated=state.rated)]
             if draft.kind == "join" and data["who"] else [])
    ended = ({state.game: _ending(state, data["result"], command, now)} if "result" in data
             else {})
    return Transaction([event, *after.events], after.new_games, [*taken, *after.players], ended)


def _ending(state: State, result: Mapping[str, Any], command: Command, at: int) -> Ending:
    """How a game ends, and whether it counts."""
    reason, first = result["reason"], [move.turn for move in state.moves]
    gone = command.what == "resign" and command.actor == SERVER     # see `rooms.players.abandon`
    return Ending(at, "none" if reason == ABORTED else result["winner"] or "drawn",
                  state.rated and counts(reason, len(state.moves)),
                  "deserted" if gone else how_of(reason),
                  command.who if command.what == "adjudicate" else "",
                  first.count("white"), first.count("black"))


def human_seat(name: str, who: str) -> dict[str, Any]:
    """The seat of a person as it is stored.

    Args:
        name: of the person; of an account it is left out.
        who: the identity; empty if it is not known.
    """
    return {"kind": "human", "name": name, "level": None, "open": False, "who": who}


def computer_seat(level: int, seed: int | None = None, anchor: int | None = None,
                  random: int = 0) -> dict[str, Any]:
    """The seat of a computer as it is stored.

    Args:
        level: how strong it is.
        seed: of its choices; any, if left out.
        anchor: in a rated game the rating against which the game counts.
        random: how many of a hundred moves it takes at random.
    """
    return {"kind": COMPUTER, "name": "", "level": level, "open": False,
            "seed": seed_for(COMPUTER) if seed is None else seed,
            **({} if anchor is None else {"anchor": anchor}),
            **({"random": random} if random else {})}


def stored_control(clock: NewClock | None) -> dict[str, Any] | None:
    """A clock as it is stored."""
    return None if clock is None else {
        "kind": clock.kind, "initial": round(clock.initial * 1000),
        "increment": round(clock.increment * 1000)}


def wished_clock(control: Control | None) -> NewClock | None:
    """A clock as it was asked for."""
    return None if control is None else NewClock(control.kind, control.initial / 1000,
                                                 control.increment / 1000)


def seed_for(kind: str) -> int:
    """The seed of a new seat: for a computer, another one each time."""
    return secrets.randbelow(SEEDS) if kind == COMPUTER else 0


def _again(state: State) -> dict[str, Any]:
    """The same game once more, with changed seats."""
    return {"rules": state.rules, "options": state.options, "start": state.start,
            "turn": state.first,
            "seats": {colour: {name: value for name, value in dataclasses.asdict(seat).items()
                               if name != "bot"} | {"seed": seed_for(seat.kind)}
                      for colour, seat in swapped(state.seats).items()},
            "payer": state.payer, "rated": state.rated,
            "control": state.control and msgspec.to_builtins(state.control),
            "listed": state.listed, "before": state.game, "appear": state.appear}
