"""Pictures by URL, drawn in another process."""
from __future__ import annotations

from typing import Any

import msgspec

from ...wire.http_boards import LARGEST
from ...wire.positions import PositionRef
from .lines import board_of

FORMATS = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif",
           "frames": "application/json"}
ANIMATED = "gif", "frames"
LONGEST = 150               # moves of an animation


def draw(form: str, ref: PositionRef, look: dict[str, Any]) -> bytes:
    """A picture of a position, or an animation of the moves that led to it.

    The frames of an animation are a list of pairs: an SVG text, and how many hundredths of a second
    it is shown.

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
    if form in ANIMATED:
        if board.ply > LONGEST:
            raise ValueError(f"an animation can have at most {LONGEST} moves, but this game has "
                             f"{board.ply}")
        look["size"] = min(look["size"], LARGEST // 2)
        for name in ("move", "arrows", "marks"):
            look.pop(name, None)
        if form == "gif":
            return render.gif(board, **look)
        return msgspec.json.encode(list(render.frames(board, **look)))
    if form == "png":
        return render.png(board, **look)
    return render.svg(board, **look).encode()
