"""A move as a short film: the piece goes square by square, and what leaves is pointed out."""
from __future__ import annotations

from typing import NamedTuple

from .cells import Marks, View, arrows
from .choices import is_swap, piece_after

STEP = 0.14                 # seconds that a picture is shown, at the usual speed
FLASH = 2                   # pictures in which what leaves is pointed out


class Frame(NamedTuple):
    """One picture: what lies where, and what is pointed out."""

    view: View
    marks: Marks


def frames(before: View, after: View, flipped: bool = False) -> list[Frame]:
    """The pictures between two positions: the way ahead, and the piece on each of its squares.

    Args:
        before, after: views before and after the last move of `after`.
        flipped: whether Black sits at the bottom.
    """
    move = after["last"]
    if not move or move["steps"][0]["kind"] == "pass":
        return []
    pieces, way = dict(before["pieces"]), arrows(after, move, flipped)
    found = [_frame(after, pieces, Marks(way=way))]
    for step in [] if is_swap(move) else move["steps"]:
        origin, target = step["origin"], step["target"]
        if origin:
            del pieces[origin]
        if target:
            pieces[target] = piece_after(step, before["turn"])
        found.append(_frame(after, pieces, Marks(way=way)))
    if leaving := frozenset(removal["square"] for removal in move["removed"]):
        found += [_frame(after, pieces, Marks(leaving=leaving))] * FLASH
    return found


def _frame(after: View, pieces: View, marks: Marks) -> Frame:
    return Frame({**after, "pieces": dict(pieces), "threats": []}, marks)
