"""A game's current state, rebuilt from its events and checked against its rules."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ...board import Board
from ..wire.words import Colour
from .boards import make_board
from .events import DamagedGameError, Event
from .state import State, begin


class Revision(NamedTuple):
    """A game after one of its events: never changed, but replaced by the next one.

    Attributes:
        state: the fold of its events.
        board: its board, after the same moves; copy it before making moves on it.
    """

    state: State
    board: Board


class Result(msgspec.Struct, frozen=True):
    """How a game has ended, as it is stored."""

    winner: Colour | None
    reason: str
    score: tuple[int, int] | None


def replay(events: Sequence[Event]) -> Revision:
    """A game after all of its events.

    Raises:
        DamagedGameError: if they are not the events of one game, or not by its rules.
    """
    try:
        return _replayed(events)
    except DamagedGameError:
        raise
    except Exception as error:          # what is damaged may be of any shape
        raise DamagedGameError(f"it cannot be replayed: {error}") from error


def _replayed(events: Sequence[Event]) -> Revision:
    if not events:
        raise DamagedGameError("it has no events")
    state = begin(events[0])
    board = make_board(state.rules, state.options, state.start)
    for event in events:
        if event.seq > 1:
            if state.result is not None and event.kind != "rematch":
                raise DamagedGameError(f"event {event.seq} comes after the end")
            made = len(state.moves)
            state.apply(event)
            if event.kind == "move":
                move = state.moves[-1]
                if board.text(move.code) != move.text:
                    raise DamagedGameError(
                        f"event {event.seq}: the move's text is not that of its number")
                board.push(move.code)
            for _ in range(made - len(state.moves)):
                board.pop()
        if board.key != event.key:
            raise DamagedGameError(f"event {event.seq}: the position is not what was stored")
    if state.result is not None:
        msgspec.convert(state.result, Result)
    if board.is_game_over() and state.result is None:
        raise DamagedGameError("it continues after its end by the rules")
    return Revision(state, board)
