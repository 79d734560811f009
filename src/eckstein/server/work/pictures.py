"""Pictures by URL, drawn in another process."""
from __future__ import annotations

from typing import Any

from ..wire.http_boards import LARGEST
from ..wire.positions import PositionRef
from .views import board_of

FORMATS = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
LONGEST = 150               # moves of an animation


def draw(form: str, ref: PositionRef, look: dict[str, Any]) -> bytes:
    """A picture of a position, or an animation of the moves that led to it.

    Args:
        form: a key of FORMATS.
        ref: of what.
        look: as for `eckstein.render`, and for positions `move`, `arrows` and `marks`.

    Raises:
        ImportError: if a package is not installed.
        ValueError: with a sentence.
    """
    from ... import render
    board = board_of(ref)
    if form == "gif":
        if board.ply > LONGEST:
            raise ValueError(f"an animation can have at most {LONGEST} moves, but this game has "
                             f"{board.ply}")
        look["size"] = min(look["size"], LARGEST // 2)
        return render.gif(board, **{name: value for name, value in look.items()
                                    if name not in ("move", "arrows", "marks")})
    if form == "png":
        return render.png(board, **look)
    return render.svg(board, **look).encode()
