"""Games and events as clients are told of them."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...engine.levels import level_of
from ..game.clocks import FREE_PLIES
from ..game.events import COLOURS, Colour, Event, other
from ..game.state import Seat, State
from ..game.tokens import Tokens


def seconds(milliseconds: int) -> float:
    """Milliseconds as people and programs like them better."""
    return milliseconds / 1000


def players(state: State, here: Iterable[Colour]) -> dict[str, Any]:
    """Who plays, by colour, and whether he is here."""
    present = set(here)
    return {colour: _player(seat, colour in present) for colour, seat in state.seats.items()}


def _player(seat: Seat, here: bool) -> dict[str, Any]:
    if seat.level is not None:
        return {"kind": "computer", "level": seat.level, "name": level_of(seat.level).name,
                "here": True}
    return {"kind": "human", "name": seat.name, "open": seat.open, "here": here}


def clock(state: State, left: dict[str, int] | None) -> dict[str, Any] | None:
    """The clocks, with what they show."""
    if state.control is None or left is None:
        return None
    return {"kind": state.control.kind, "initial": seconds(state.control.initial),
            "increment": seconds(state.control.increment),
            "left": {colour: seconds(left[colour]) for colour in COLOURS},
            "running": state.running, "free": max(0, FREE_PLIES - len(state.moves))}


def offers(state: State) -> dict[str, Any]:
    """What is offered and by whom."""
    return {"draw": state.draw and state.draw[0], "takeback": state.takeback and state.takeback[0],
            "rematch": list(state.rematch)}


def game_message(state: State, left: dict[str, int] | None, here: Iterable[Colour],
               watching: int) -> dict[str, Any]:
    """All that everybody may know of a game."""
    return {"game": state.game, "rules": state.rules, "options": state.options,
            "start": state.start, "first": state.first, "seq": state.seq,
            "created": state.created // 1000, "turn": state.turn,
            "players": players(state, here),
            "moves": [{"text": move.text, "notation": move.notation, "spent": seconds(move.spent)}
                      for move in state.moves],
            "clock": clock(state, left), "offers": offers(state), "result": state.result,
            "watching": watching,
            "next": {"game": state.next_game, "seats": {}} if state.next_game else None}


def next_for(state: State, holds: Iterable[Colour], tokens: Tokens) -> dict[str, Any] | None:
    """The game that follows, with tokens for the seats of a player of this one."""
    if state.next_game is None:
        return None
    return {"game": state.next_game,
            "seats": {other(colour): tokens.seat(state.next_game, other(colour))
                      for colour in holds if state.seats[colour].level is None}}


def event_message(state: State, event: Event) -> dict[str, Any]:
    """An event as everybody may hear of it; `state` is that after it."""
    data = event.data
    facts = {"t": "event", "game": event.game, "seq": event.seq, "kind": event.kind,
             "by": data.get("by"), "turn": state.turn, "clock": clock(state, event.clock),
             "offers": offers(state), "result": state.result}
    if event.kind == "move":
        facts |= {"move": data["text"], "notation": data["notation"],
                  "spent": seconds(data["spent"])}
    elif event.kind == "takeback":
        facts["ply"] = data["ply"]
    elif event.kind in ("offer", "decline"):
        facts["what"] = data["what"]
    elif event.kind == "join":
        facts["name"] = data["name"]
    elif event.kind == "rematch":
        facts["next"] = {"game": state.next_game, "seats": {}} if state.next_game else None
    return facts
