"""What comments tell programs, as in files of chess: drawings, clocks and values.

`[%csl Gd4,Re5]` marks squares, `[%cal Gd1d4]` draws arrows.  The capital is the colour: G green, R
red, B blue, Y yellow; without one it is green.  `[%clk 0:03:12.5]` is the time that is left to the
player that has moved, `[%eval -1.20,14]` what the position is worth to White, and how many plies
ahead that was seen, and `[%eval #-3]` a win for Black in three moves.  `[%engine]` is our own: the
engine has judged or proposed this move.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ..base.sentence import Sentence
from .errors import NotationError

COLOURS = "GRBY"
_SQUARE = "[a-z][0-9]{1,2}"
MARK = re.compile(f"[{COLOURS}]{_SQUARE}")
ARROW = re.compile(f"[{COLOURS}]({_SQUARE}){{2}}")
LONGEST_CLOCK = 10_000 * 3600       # seconds
_COMMAND = re.compile(r"\[%(?P<kind>csl|cal|clk|eval|engine)(?:\s++(?P<said>[^\[\]]*+))?\]")
_COLOURLESS = re.compile(r"[a-z]")
_CLOCK = re.compile(r"(?:(?:([0-9]{1,4}):)?([0-9]{1,2}):)?([0-9]{1,2}(?:\.[0-9]+)?)", re.ASCII)
_VALUE = re.compile(r"(?:(?P<score>[+-]?[0-9]{1,6}(?:\.[0-9]*)?)|#(?P<mate>[+-]?[0-9]{1,4}))"
                    r"(?:\s*,\s*(?P<depth>[0-9]{1,4}))?", re.ASCII)


class Evaluation(NamedTuple):
    """What an engine found a position to be worth to White.

    Attributes:
        score: in hundredths of a die; None where one side wins by force.
        mate: moves to a forced end, positive if White wins; None where there is none.
        depth: how many plies ahead that was seen, if that is known.
    """

    score: int | None
    mate: int | None = None
    depth: int | None = None


@dataclass(slots=True)
class Annotations:
    """What comments tell programs.

    Attributes:
        marks: marked squares, such as `Gd4`.
        arrows: arrows from square to square, such as `Gd1d4`.
        clock: the seconds that are left to the player that has moved, or None.
        evaluation: what the position is worth, or None.
        by_engine: whether the engine has judged or proposed the move.
    """

    marks: list[str] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    clock: float | None = None
    evaluation: Evaluation | None = None
    by_engine: bool = False

    def take(self, kind: str, said: str) -> bool:
        """Add what a command says; False if it cannot be read."""
        match kind:
            case "csl":
                return _listed(said, MARK, self.marks)
            case "cal":
                return _listed(said, ARROW, self.arrows)
            case "clk":
                read = _seconds(said)
                self.clock = self.clock if read is None else read
                return read is not None
            case "eval":
                value = _evaluation(said)
                self.evaluation = value or self.evaluation
                return value is not None
        self.by_engine = self.by_engine or not said
        return not said


def read_comments(comments: Iterable[str]) -> tuple[list[str], Annotations]:
    """What comments say to people, and what to programs.

    Args:
        comments: texts of comments; what cannot be read stays part of its text.

    Returns:
        The texts that are left, with single blanks, and the rest; drawings without repetitions.
    """
    left, told = [], Annotations()
    for comment in comments:
        text, found = _taken(comment, told) if "[%" in comment else (comment, False)
        if text or not found:
            left.append(text)
    told.marks, told.arrows = list(dict.fromkeys(told.marks)), list(dict.fromkeys(told.arrows))
    return left, told


def _taken(comment: str, told: Annotations) -> tuple[str, bool]:
    """A comment without what it tells programs, and whether there was any such thing."""
    found = False

    def take(match: re.Match[str]) -> str:
        nonlocal found
        if not told.take(match["kind"], (match["said"] or "").strip()):
            return match[0]
        found = True
        return " "

    text = _COMMAND.sub(take, comment)
    return (" ".join(text.split()), True) if found else (comment, False)


def _listed(said: str, shape: re.Pattern[str], into: list[str]) -> bool:
    items = [item.strip() for item in said.split(",")]
    items = [COLOURS[0] + item if _COLOURLESS.match(item) else item for item in items]
    if not all(map(shape.fullmatch, items)):
        return False
    into.extend(items)
    return True


def _seconds(said: str) -> float | None:
    found = _CLOCK.fullmatch(said)
    if not found:
        return None
    hours, minutes, seconds = found.groups()
    return round(3600 * int(hours or 0) + 60 * int(minutes or 0) + float(seconds), 3)


def _evaluation(said: str) -> Evaluation | None:
    found = _VALUE.fullmatch(said)
    if not found:
        return None
    depth = None if found["depth"] is None else int(found["depth"])
    if found["mate"] is not None:
        return Evaluation(None, int(found["mate"]), depth)
    return Evaluation(round(100 * float(found["score"])), None, depth)


def write_annotations(told: Annotations) -> list[str]:
    """Comments that say this to programs, one or none.

    Raises:
        NotationError: if something cannot be written.
    """
    words = []
    if told.clock is not None:
        words.append(f"[%clk {clock_text(told.clock)}]")
    if told.evaluation is not None:
        words.append(f"[%eval {evaluation_text(told.evaluation)}]")
    if told.by_engine:
        words.append("[%engine]")
    for kind, shape, items, like in (("csl", MARK, told.marks, "Gd4"),
                                     ("cal", ARROW, told.arrows, "Gd1d4")):
        for item in items:
            if not shape.fullmatch(item):
                raise NotationError(Sentence("{item!r} is not drawn; write a colour ({colours}) "
                                             "and squares, such as {like}", item=item,
                                             colours=', '.join(COLOURS), like=like))
        if items:
            words.append(f"[%{kind} {','.join(items)}]")
    return [" ".join(words)] if words else []


def clock_text(seconds: float) -> str:
    """Seconds as hours, minutes and seconds, such as `0:03:12.5`.

    Raises:
        NotationError: if no clock shows so many.
    """
    if not 0 <= seconds < LONGEST_CLOCK:
        raise NotationError(Sentence("no clock shows {seconds} seconds", seconds=seconds))
    whole, thousandths = divmod(round(1000 * seconds), 1000)
    minutes, rest = divmod(whole, 60)
    part = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}{part}"


def evaluation_text(value: Evaluation) -> str:
    """A value such as `-1.20,14` or `#-3`.

    Raises:
        NotationError: if it says neither a score nor a forced end, or one that is too large.
    """
    text = (f"#{value.mate}" if value.mate is not None
            else "?" if value.score is None else f"{value.score / 100:.2f}")
    text += "" if value.depth is None else f",{value.depth}"
    if _evaluation(text) is None:
        raise NotationError(Sentence("{value} is not a value; a value is a score in hundredths of "
                                     "a die, or moves to a forced end", value=text))
    return text
