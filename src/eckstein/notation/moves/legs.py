"""Moves that roll along one or two legs, as in Duell: `D1-e6`, `e3xh3`; for people `F1-e6+`.

The case of the column letters tells the path: an upper-case column is rolled along, a lower-case
one is only crossed.
"""
import re
from collections.abc import Mapping

from ...dice import DICE, EAST, WEST
from ...games import Piece, Square
from ..errors import IllegalMoveError, NotationError
from ..squares import name_of, read_name
from . import Effect, Reading, Situation, contents_of
from ._common import DASHES, distance, not_own, over

MARKS = ("", "+", "++")
WORDS = ("no mark", "+", "++")
_MATE_WORD, _CHECK_WORD = r"(?:duell?)?[-]?matt?e?", r"duell?"
_MOVE = re.compile(
    rf"(?P<origin>[a-z]\d+)(?P<separator>[{DASHES}x:×]?)(?P<target>[a-z]\d+?)"
    rf"(?P<marks>(?:\+|#|{_MATE_WORD}|{_CHECK_WORD})*)", re.IGNORECASE | re.ASCII)


def write(situation: Situation, move: int) -> str:
    """Both squares with the separator between them, and no mark."""
    steps = situation.rules.steps(situation.p, move)
    origin, target = steps[0].origin, steps[-1].target
    first_along_row, last_along_row = (step.direction in (EAST, WEST)
                                       for step in (steps[0], steps[-1]))
    separator = "x" if target in contents_of(situation.rules, situation.p).pieces else "-"
    return _cased(origin, not first_along_row) + separator + _cased(target, not last_along_row)


def speak(situation: Situation, move: int, effect: Effect) -> str:
    """With `+` for DUEL and `++` for DUEL-MATT."""
    return write(situation, move) + MARKS[effect.check]


def read(situation: Situation, text: str) -> Reading:
    """Whatever tells one legal move, with warnings about what is not as it should be."""
    written = "".join(text.split())
    found = _MOVE.fullmatch(written)
    if not found:
        raise NotationError("expected two squares, such as D1-e6 or e3xh3", text)
    rules = situation.rules
    origin = read_name(found["origin"], rules.COLUMNS, rules.ROWS)
    target = read_name(found["target"], rules.COLUMNS, rules.ROWS)
    pieces = rules.contents(situation.p).pieces
    reason = (over(situation) or not_own(situation, pieces.get(origin), name_of(origin))
              or _wrong_distance(situation, pieces[origin], origin, target))
    if reason:
        raise IllegalMoveError(reason)
    upper = found["origin"][0].isupper(), found["target"][0].isupper()
    move = _chosen(situation, pieces, origin, target, upper)
    return Reading(move, _warnings(situation, move, found["separator"], found["marks"], upper))


def _cased(square: Square, upper: bool) -> str:
    name = name_of(square)
    return name[0].upper() + name[1:] if upper else name


def _wrong_distance(situation: Situation, piece: Piece, origin: Square, target: Square) -> str:
    """A sentence if the die does not roll just so far."""
    top = 1 if piece.kind == "K" else DICE[piece.die][0]
    away = sum(map(abs, distance(origin, target)))
    if away == top:
        return ""
    if piece.kind == "K":
        return f"the king rolls one square, and {_cased(target, True)} is {away} away"
    return (f"the die on {_cased(origin, True)} shows {top} and rolls just so far, "
            f"and {_cased(target, True)} is {away} away")


def _chosen(situation: Situation, pieces: Mapping[Square, Piece], origin: Square, target: Square,
            upper: tuple[bool, bool]) -> int:
    """The legal move along the path that the case of the letters tells."""
    legal = [move for move in situation.legal if _ends(situation, move) == (origin, target)]
    columns, rows = distance(origin, target)
    if columns == 0 or rows == 0:
        if legal:
            return legal[0]
        raise IllegalMoveError(_blocked(situation, pieces, origin, target, columns == 0))
    by_path = {_upright_first(situation, move): move for move in legal}
    if upper[0] != upper[1]:
        if upper[0] in by_path:
            return by_path[upper[0]]
        reason = _blocked(situation, pieces, origin, target, upper[0])
        other = ""
        if by_path:
            other = f"; the other way, {write(situation, legal[0])}, is open"
        raise IllegalMoveError(reason + other)
    if not legal:
        raise IllegalMoveError(_blocked(situation, pieces, origin, target, True))
    results = {situation.rules.apply(situation.p, move) for move in legal}
    if len(results) == 1:
        return legal[0]
    spellings = " and ".join(write(situation, by_path[path]) for path in (True, False))
    raise IllegalMoveError("two ways lead there and end differently: "
                           f"{spellings}; write the column that is rolled along in upper case")


def _ends(situation: Situation, move: int) -> tuple[Square, Square]:
    steps = situation.rules.steps(situation.p, move)
    return steps[0].origin, steps[-1].target


def _upright_first(situation: Situation, move: int) -> bool:
    return situation.rules.steps(situation.p, move)[0].direction not in (EAST, WEST)


def _way(origin: Square, target: Square, upright_first: bool) -> list[Square]:
    """The squares of a path after its first, leg by leg."""
    (column, row), (to_column, to_row) = origin, target
    step_column = 1 if to_column > column else -1
    step_row = 1 if to_row > row else -1
    way = []
    for upright in (upright_first, not upright_first):
        if upright:
            while row != to_row:
                row += step_row
                way.append((column, row))
        else:
            while column != to_column:
                column += step_column
                way.append((column, row))
    return way


def _blocked(situation: Situation, pieces: Mapping[Square, Piece], origin: Square, target: Square,
             upright_first: bool) -> str:
    """Why the path is not open."""
    for square in _way(origin, target, upright_first)[:-1]:
        if square in pieces:
            return f"the way is blocked on {_cased(square, True)}"
    if target in pieces and pieces[target].colour == situation.p.side:
        return f"an own die lies on {_cased(target, True)}"
    if target in pieces and pieces[origin].kind == "K":
        return "the king may not capture (king_captures is off)"
    return f"{name_of(origin)} to {name_of(target)} is not legal"


def _warnings(situation: Situation, move: int, separator: str, marks: str,
              upper: tuple[bool, bool]) -> tuple[str, ...]:
    """What is not as a writer would have it; marks may be illegal (option strict_marks)."""
    found = []
    text = write(situation, move)
    capture = "x" in text
    if separator and (separator.lower() in "x:×") != capture:
        found.append("this move captures, which is written x" if capture
                     else "this move captures nothing, which is written -")
    steps = situation.rules.steps(situation.p, move)
    if len({step.direction for step in steps}) == 2 and upper[0] == upper[1]:
        found.append(f"read as {text}")
    right = situation.rules.check(situation.rules.apply(situation.p, move))
    said = _marks_said(marks)
    if right != said:
        sentence = (f"the right mark is {WORDS[right]}, not {MARKS[said]}" if said
                    else f"the mark {MARKS[right]} is missing")
        if situation.rules.STRICT_MARKS:
            raise IllegalMoveError(f"{text}: {sentence} (strict_marks is on)")
        found.append(sentence)
    return tuple(found)


def _marks_said(marks: str) -> int:
    said = marks.lower()
    if "++" in said or "#" in said or "mat" in said:
        return 2
    return 1 if said else 0
