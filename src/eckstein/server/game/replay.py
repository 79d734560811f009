"""A game's current state, rebuilt from its events by the rules.

The texts of the start and of the moves, the options and the results say what happened, for ever.
Whatever a version of the program computes from them, such as the numbers that its rules give to
moves, is computed again.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from ...board import Board
from ...notation.errors import IllegalMoveError
from ...wire.games import Result
from ...wire.words import Colour
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


def replay(events: Sequence[Event]) -> Revision:
    """A game after all of its events.

    Raises:
        DamagedGameError: if they are not the events of one game, or not by its rules.
    """
    *_, revision = steps(events)
    return revision


def steps(events: Sequence[Event]) -> Iterator[Revision]:
    """The game after each of its events; it is one state and one board that change.

    Raises:
        DamagedGameError: as by `replay`, at the event that is the first to be wrong.
    """
    sound, revision = 0, None
    try:
        for sound, revision in enumerate(_replayed(events), 1):     # noqa: B007
            yield revision
    except DamagedGameError as damaged:
        raise DamagedGameError(str(damaged), sound) from None
    except Exception as error:          # what is damaged may be of any shape
        raise DamagedGameError(f"event {sound + 1} cannot be replayed: {error}",
                               sound) from error
    if revision is None:
        raise DamagedGameError("it has no events")
    if revision.board.is_game_over() and revision.state.result is None:
        raise DamagedGameError("it continues after its end by the rules", sound - 1)


def follow(before: Revision, event: Event) -> Revision:
    """A game after one more event.

    Raises:
        DamagedGameError: if it is not the next one, or not by the rules.
    """
    after = Revision(before.state.copy(), before.board.copy())
    try:
        _take_in(*after, event)
    except DamagedGameError:
        raise
    except Exception as error:          # what is damaged may be of any shape
        raise DamagedGameError(f"event {event.seq} cannot be replayed: {error}") from error
    return after


def _replayed(events: Sequence[Event]) -> Iterator[Revision]:
    if not events:
        return
    state = begin(events[0])
    board = make_board(state.rules, state.options, state.start)
    state.first = _turn(board)
    yield Revision(state, board)
    for event in events[1:]:
        _take_in(state, board, event)
        yield Revision(state, board)


def _take_in(state: State, board: Board, event: Event) -> None:
    """Change a state and its board by the next event."""
    if state.result is not None and event.kind not in ("rematch", "decline"):
        raise DamagedGameError(f"event {event.seq} comes after the end")
    made = len(state.moves)
    if event.kind == "move":
        event = _played(board, event)
    state.apply(event)
    for _ in range(made - len(state.moves)):
        board.pop()
    if state.result is not None:
        msgspec.convert(state.result, Result)


def _played(board: Board, event: Event) -> Event:
    """The event of a move, which is made on the board, with what the rules of today say of it."""
    text, code = event.data["text"], event.data.get("code", -1)
    if not _is_called(board, code, text):
        code = board.parse(text)
    board.push(code)
    return msgspec.structs.replace(event, data=event.data | {"code": code, "turn": _turn(board)})


def _is_called(board: Board, code: int, text: str) -> bool:
    """Whether a move is legal and has this text: far quicker than to read the text."""
    try:
        return board.text(code) == text
    except IllegalMoveError:
        return False


def _turn(board: Board) -> Colour:
    return "white" if str(board.turn) == "white" else "black"
