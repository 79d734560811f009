"""Games and events as messages to clients."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace

from ...engine.levels import level_of
from ...wire.games import Clocks, GameFacts, NextGame, Offers, PlayedMove, Player, Result
from ...wire.socket import EventMessage
from ...wire.words import COLOURS, Colour
from ..game.clocks import FREE_PLIES, delay
from ..game.events import Event, other
from ..game.identity import account_of
from ..game.keeping import Keeping
from ..game.snapshot import Snapshot
from ..game.state import Seat, State
from ..game.tokens import Tokens
from ..store.presence import Presence
from .account_names import GONE


def seconds(milliseconds: int) -> float:
    """Milliseconds as people and programs like them better."""
    return milliseconds / 1000


def presence(snapshot: Snapshot, found: Sequence[Presence]) -> dict[str, Any]:
    """The fields on presence in a game, given the presence at each server."""
    state = snapshot.state
    here = {colour for one in found for colour in one.seats}
    return {"players": {colour: _player(seat, colour in here, snapshot.away_until(colour),
                                        snapshot.claimable_in(colour))
                        for colour, seat in state.seats.items()},
            "watching": sum(one.watching for one in found),
            "thinking": next((one.thinking for one in found if one.thinking), None)}


def _player(seat: Seat, here: bool, away: int | None, claim: int | None) -> Player:
    if seat.level is not None:
        return Player("computer", level_of(seat.level).name, True, level=seat.level,
                      random=seat.random or UNSET,
                      rating=UNSET if seat.anchor is None else seat.anchor)
    known = account_of(seat.who) is not None and seat.name != GONE
    return Player("human", seat.name, here, open=seat.open, account=known or UNSET,
                  bot=seat.bot or UNSET, away=UNSET if away is None else away // 1000,
                  claim=UNSET if claim is None else seconds(claim))


def clock(state: State, left: dict[str, int] | None, spent: int = 0) -> Clocks | None:
    """The clocks, with what they show after so much of the turn."""
    if state.control is None or left is None:
        return None
    control, running = state.control, state.running
    return Clocks(control.kind, seconds(control.initial), seconds(control.increment),
                  {colour: seconds(left[colour]) for colour in COLOURS},
                  running, max(0, FREE_PLIES - len(state.moves)),
                  seconds(delay(control, spent)) if running else 0.0)


def clock_now(snapshot: Snapshot) -> Clocks | None:
    """The clocks, with what they show now; none runs while the player to move is away."""
    found = clock(snapshot.state, snapshot.shown_clock(), snapshot.spent)
    if found is None or snapshot.away_until(found.running) is None:
        return found
    return replace(found, running=None)


def offers(state: State) -> Offers:
    """The open offers, and which player made each."""
    return Offers(state.draw and state.draw[0], state.takeback and state.takeback[0],
                  list(state.rematch))


def result(state: State) -> Result | None:
    """How the game has ended."""
    return None if state.result is None else msgspec.convert(state.result, Result)


def told_moves(state: State) -> Raw:
    """All moves of a game as JSON."""
    return Raw(msgspec.json.encode([PlayedMove(move.text, move.notation, seconds(move.spent))
                                    for move in state.moves]))


def game_facts(snapshot: Snapshot, moves: Raw, found: Sequence[Presence],
               keeping: Keeping) -> GameFacts:
    """The public facts of a game; its moves are JSON already."""
    state = snapshot.state
    return GameFacts(
        game=state.game, rules=state.rules, options=state.options, start=state.start,
        keep=keeping.days or None, until=_second(keeping.until(len(state.moves), state.touched)),
        rated=state.rated, tournament=state.tournament or None,
        appear=None if state.appear is None else seconds(state.appear),
        first=state.first, seq=state.seq, turn=state.turn,
        created=state.created // 1000,
        moves=cast(list[PlayedMove], moves),
        clock=clock_now(snapshot), offers=offers(state), result=result(state),
        next=next_for(state), **presence(snapshot, found))


def _second(milliseconds: int | None) -> int | None:
    return None if milliseconds is None else milliseconds // 1000


def next_for(state: State, holds: Iterable[Colour] = (), tokens: Tokens | None = None
             ) -> NextGame | None:
    """The game that follows, with tokens for the seats of a player of this one."""
    if state.next_game is None:
        return None
    return NextGame(state.next_game, {} if tokens is None else {
        other(colour): tokens.seat(state.next_game, other(colour))
        for colour in holds if state.seats[colour].level is None})


def event_message(state: State, event: Event) -> EventMessage:
    """An event as all subscribers may get it; `state` is that after it."""
    assert event.kind != "created"
    return EventMessage(
        game=event.game, seq=event.seq, kind=event.kind, by=event.data.get("by"), turn=state.turn,
        clock=clock(state, event.clock), offers=offers(state), result=result(state),
        **_of_its_kind(state, event))


def _of_its_kind(state: State, event: Event) -> dict[str, Any]:
    """The fields that only events of its kind have."""
    data = event.data
    match event.kind:
        case "move":
            return {"move": data["text"], "notation": data["notation"],
                    "spent": seconds(data["spent"])}
        case "takeback":
            return {"ply": data["ply"]}
        case "offer" | "decline":
            return {"what": data["what"]}
        case "join":
            return {"name": data["name"]}
        case "rematch":
            return {"next": next_for(state)}
    return {}
