"""The opening of a game: which moves were made in which of its first positions."""
from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from ...board import Board
from ...kernel.options import own_values
from .boards import make_board
from .events import Event

PLIES = 16                  # of a game that are its opening


def key_of(board: Board) -> int:
    """What tells a position, by the rules that it is played by, from others: 64 bits, signed."""
    text = f"{board.game} {sorted(own_values(board.options).items())} {board.position()}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), signed=True)


def opening_of(events: Sequence[Event]) -> dict[int, str]:
    """The texts of a game's first moves, by the keys of the positions in which they were made.

    A position that comes back counts once, with what was played there first.  A game that does not
    begin with the usual start has none.

    Raises:
        ValueError: if the events make no game.
    """
    data = events[0].data
    board = make_board(data["rules"], data["options"])
    found: dict[int, str] = {}
    if board.position() == data["start"]:
        for move in _moves(events)[:PLIES]:
            found.setdefault(key_of(board), move)
            board.push_text(move)
    return found


def _moves(events: Sequence[Event]) -> list[str]:
    """The texts of the moves that stand at the end."""
    moves: list[str] = []
    for event in events:
        if event.kind == "move":
            moves.append(event.data["text"])
        elif event.kind == "takeback":
            del moves[event.data["ply"]:]
    return moves
