"""Moves that roll along one or two legs, as in Duell: `D1-e6`, `e3xh3`; for people `F1-e6+`.

The case of the column letters tells the path: an upper-case column is rolled along, a lower-case
one is only crossed.
"""
import re
from collections.abc import Sequence

from ...base.sentence import Sentence
from ...contract import Legs, part_of
from ...contract.pieces import Square, Step
from ...kernel.dice import EAST, NORTH, SOUTH, WEST
from ..errors import IllegalMoveError, NotationError
from ..squares import name_of, read_name
from . import Effect, MoveContext, Suffix, contents_of
from ._common import DASHES, distance, not_now, why_not
from ._common import steps as steps

MARKS = ("", "+", "++")
WORDS = (Sentence("no mark"), "+", "++")
_MATE_WORD, _CHECK_WORD = r"(?:duell?)?[-]?matt?e?", r"duell?"
_MOVE = re.compile(
    rf"(?P<origin>[a-z]\d+)(?P<separator>[{DASHES}x:×]?)(?P<target>[a-z]\d+?)"
    rf"(?P<marks>(?:\+|#|{_MATE_WORD}|{_CHECK_WORD})*+)", re.IGNORECASE | re.ASCII)


def write(context: MoveContext, move: int) -> str:
    """Both squares with the separator between them, and no mark."""
    origin, target = _ends(context, move)
    way = steps(context, move)
    first_along_row, last_along_row = (step.direction in (EAST, WEST)
                                       for step in (way[0], way[-1]))
    separator = "x" if target in contents_of(context.rules, context.p).pieces else "-"
    return _cased(origin, not first_along_row) + separator + _cased(target, not last_along_row)


def speak(context: MoveContext, move: int, effect: Effect) -> str:
    """With `+` for DUEL and `++` for DUEL-MATT."""
    return write(context, move) + MARKS[effect.check]


def find(context: MoveContext, text: str) -> int:
    """Whatever tells one legal move."""
    found = _parts(text)
    rules = context.rules
    origin = read_name(found["origin"], rules.COLUMNS, rules.ROWS)
    target = read_name(found["target"], rules.COLUMNS, rules.ROWS)
    move = _chosen(context, origin, target, _upper(found))
    if rules.STRICT_MARKS:
        warnings(context, text, move)
    return move


def _parts(text: str) -> re.Match[str]:
    found = _MOVE.fullmatch("".join(text.split()))
    if not found:
        raise NotationError(Sentence("expected two squares, such as D1-e6 or e3xh3"), text)
    return found


def _upper(found: re.Match[str]) -> tuple[bool, bool]:
    """Which of the two columns are written in upper case."""
    return found["origin"][0].isupper(), found["target"][0].isupper()


def _cased(square: Square, upper: bool) -> str:
    name = name_of(square)
    return name[0].upper() + name[1:] if upper else name


def _named(square: Square) -> str:
    """What an error calls a square."""
    return _cased(square, True)


def suffix(text: str) -> Suffix | None:
    """Nothing: `warnings` tells of false marks."""
    return None


def _chosen(context: MoveContext, origin: Square, target: Square,
            upper: tuple[bool, bool]) -> int:
    """The legal move along the path that the case of the letters tells."""
    columns, rows = distance(origin, target)
    told = upper[0] != upper[1] or columns == 0 or rows == 0
    if told and (wanted := _by_path(context, origin, target, upper[:1])):
        return wanted[upper[0]]
    by_path = _by_path(context, origin, target)
    if not by_path and (reason := not_now(context, origin, name_of(origin))):
        raise IllegalMoveError(reason)
    if columns == 0 or rows == 0:
        raise IllegalMoveError(_why_not(context, origin, target, columns == 0))
    if upper[0] != upper[1]:
        reason = _why_not(context, origin, target, upper[0])
        if by_path:
            reason = Sentence("{reason}; the other way, {move}, is open", reason=reason,
                              move=write(context, by_path[not upper[0]]))
        raise IllegalMoveError(reason)
    if not by_path:
        raise IllegalMoveError(_why_not(context, origin, target, True))
    results = {context.rules.apply(context.p, move) for move in by_path.values()}
    if len(results) == 1:
        return next(move for move in context.legal if move in by_path.values())
    first, second = (write(context, by_path[path]) for path in (True, False))
    raise IllegalMoveError(Sentence(
        "two ways lead there and end differently: {first} and {second}; write the column that is "
        "rolled along in upper case", first=first, second=second))


def _by_path(context: MoveContext, origin: Square, target: Square,
             paths: Sequence[bool] = (True, False)) -> dict[bool, int]:
    """The legal moves between two squares, by whether they go along the column first.

    A move along one leg alone goes by either path.
    """
    rules = context.rules
    if legs := part_of(rules, Legs):
        found = {upright: legs.rolling(origin, target, upright) for upright in paths}
        return {upright: move for upright, move in found.items() if move in context.legal}
    straight = 0 in distance(origin, target)
    return {path: move for move in context.legal if _ends(context, move) == (origin, target)
            for path in paths if straight or path == _upright_first(context, move)}


def _ends(context: MoveContext, move: int) -> tuple[Square, Square]:
    way = steps(context, move)
    origin, target = way[0].origin, way[-1].target
    assert origin is not None and target is not None
    return origin, target


def _upright_first(context: MoveContext, move: int) -> bool:
    return steps(context, move)[0].direction not in (EAST, WEST)


def _why_not(context: MoveContext, origin: Square, target: Square, upright_first: bool) -> str:
    """Why a die does not roll along this path."""
    columns, rows = distance(origin, target)
    upright = [NORTH if rows > 0 else SOUTH] * abs(rows)
    level = [EAST if columns > 0 else WEST] * abs(columns)
    way = _tilts(origin, upright + level if upright_first else level + upright)
    return why_not(context, way or [Step("go", origin, target)], _named)


def _tilts(square: Square, directions: list[int]) -> list[Step]:
    way = []
    for direction in directions:
        columns, rows = {NORTH: (0, 1), EAST: (1, 0), SOUTH: (0, -1), WEST: (-1, 0)}[direction]
        target = square[0] + columns, square[1] + rows
        way.append(Step("tilt", square, target, direction=direction))
        square = target
    return way


def warnings(context: MoveContext, text: str, move: int) -> tuple[str, ...]:
    """What is not as a writer would have it; marks may be illegal (option strict_marks)."""
    parts, found = _parts(text), []
    separator, marks, upper = parts["separator"], parts["marks"], _upper(parts)
    text = write(context, move)
    capture = "x" in text
    if separator and (separator.lower() in "x:×") != capture:
        found.append(Sentence("this move captures, which is written x") if capture
                     else Sentence("this move captures nothing, which is written -"))
    if len({step.direction for step in steps(context, move)}) == 2 and upper[0] == upper[1]:
        found.append(Sentence("read as {text}", text=text))
    right = context.rules.check(context.rules.apply(context.p, move))
    said = _marks_said(marks)
    if right != said:
        sentence = (Sentence("the right mark is {right}, not {said}", right=WORDS[right],
                             said=MARKS[said]) if said
                    else Sentence("the mark {right} is missing", right=MARKS[right]))
        if context.rules.STRICT_MARKS:
            raise IllegalMoveError(Sentence("{text}: {sentence} (strict_marks is on)", text=text,
                                            sentence=sentence))
        found.append(sentence)
    return tuple(found)


def _marks_said(marks: str) -> int:
    said = marks.lower()
    if "++" in said or "#" in said or "mat" in said:
        return 2
    return 1 if said else 0
