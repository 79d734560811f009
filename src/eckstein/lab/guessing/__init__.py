"""Proofs to be guessed move by move: short wins by force, with what is proved of every move.

A player is on the winning side, and guesses its moves; the defence holds out as long as it can.
All searching was done when the files were made (`making`), so that any client can tell at once what
a move is worth.
"""
from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from ...base.json_text import read_json
from ...games import check_game_name

FOLDER = Path(__file__).parent
Moves = dict[str, int | None]


class Guessing(msgspec.Struct, frozen=True):
    """A win by force, to be guessed.

    Attributes:
        id: its name among those of its game.
        options: of the game, as far as they are not as usual.
        position: the first one, as text; the player to move wins.
        plies: of the shortest win.
        entries: of the certificate that proves it.
        late: a move that is said not to win does not win within so many moves more than the
            shortest win from its position takes.
        moves: by positions, as text: of the winner's positions all moves, each with the plies until
            the win, or None if it comes too late; of the loser's the best reply alone.  After a win
            that is not the shortest the position is not told.
    """

    id: str
    options: dict[str, bool | int | str]
    position: str
    plies: int
    entries: int
    late: int
    moves: dict[str, Moves]


def file_of(game: str) -> Path:
    """Where the proofs of a game are."""
    return FOLDER / f"{game}.json"


@cache
def load(game: str) -> list[Guessing]:
    """The proofs of a game, the short ones first; none for a game that has none.

    Raises:
        ValueError: if there is no such game.
    """
    check_game_name(game)
    path = file_of(game)
    return read_json(path.read_bytes(), list[Guessing]) if path.exists() else []
