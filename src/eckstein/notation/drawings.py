"""Arrows and marked squares in comments, as files of chess have them.

`[%csl Gd4,Re5]` marks squares, `[%cal Gd1d4]` draws arrows.  The capital is the colour: G green,
R red, B blue, Y yellow; without one it is green.
"""
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..sentence import Sentence
from .errors import NotationError

COLOURS = "GRBY"
_SQUARE = "[a-z][0-9]{1,2}"
MARK = re.compile(f"[{COLOURS}]{_SQUARE}")
ARROW = re.compile(f"[{COLOURS}]({_SQUARE}){{2}}")
_LIST = re.compile(r"\[%(?P<kind>csl|cal)\s+(?P<items>[^\[\]]*)\]")
_COLOURLESS = re.compile(r"[a-z]")


class Drawing(NamedTuple):
    """What is drawn on a board.

    Attributes:
        marks: squares, such as `Gd4`.
        arrows: from square to square, such as `Gd1d4`.
    """

    marks: list[str]
    arrows: list[str]


def read_comments(comments: Iterable[str]) -> tuple[list[str], Drawing]:
    """What comments say, and what they draw.

    Args:
        comments: texts of comments; a list that cannot be read stays part of its text.

    Returns:
        The texts that are left, with single blanks, and the drawing without repetitions.
    """
    left, drawing = [], Drawing([], [])
    for comment in comments:
        text, found = _taken(comment, drawing)
        if text or not found:
            left.append(text)
    return left, drawing


def _taken(comment: str, drawing: Drawing) -> tuple[str, bool]:
    """A comment without its drawings, which are added, and whether there were any."""
    found = False

    def take(match: re.Match[str]) -> str:
        nonlocal found
        into, shape = ((drawing.marks, MARK) if match["kind"] == "csl"
                       else (drawing.arrows, ARROW))
        items = [item.strip() for item in match["items"].split(",")]
        items = [COLOURS[0] + item if _COLOURLESS.match(item) else item for item in items]
        if not all(map(shape.fullmatch, items)):
            return match[0]
        into.extend(item for item in dict.fromkeys(items) if item not in into)
        found = True
        return " "

    text = _LIST.sub(take, comment)
    return (" ".join(text.split()), True) if found else (comment, False)


def write_drawing(marks: Sequence[str], arrows: Sequence[str]) -> list[str]:
    """Comments that draw this, one or none.

    Raises:
        NotationError: if a mark or an arrow cannot be written.
    """
    for shape, items, like in ((MARK, marks, "Gd4"), (ARROW, arrows, "Gd1d4")):
        for item in items:
            if not shape.fullmatch(item):
                raise NotationError(Sentence("{item!r} is not drawn; write a colour ({colours}) "
                                             "and squares, such as {like}", item=item,
                                             colours=', '.join(COLOURS), like=like))
    lists = [f"[%{kind} {','.join(items)}]" for kind, items in (("csl", marks), ("cal", arrows))
             if items]
    return [" ".join(lists)] if lists else []
