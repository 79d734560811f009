"""Moves as the squares visited: `a1a2`, `b7d7f7f5`; for people `b7:d7`, `c5-d5xd6`, `a6-a7#`."""
import re
from itertools import pairwise

from ...games import Square
from ..errors import IllegalMoveError, NotationError
from ..squares import name_of, read_name
from . import Claim, Effect, Reading, Situation
from ._common import COLOURS, DASHES, PASS, distance, must_pass, not_own, over, read_pass

SEPARATOR = {"tilt": "-", "jump": ":"}
_MOVE = re.compile(rf"(?P<way>[a-z]\d(?:[{DASHES}:]?[a-z]\d)*)(?P<fallen>(?:x(?:[a-z]\d)+)*)"
                   r"(?P<wins>#?)",
                   re.IGNORECASE | re.ASCII)


def write(situation: Situation, move: int) -> str:
    """The squares one after the other."""
    steps = situation.rules.steps(situation.p, move)
    if steps[0].kind == "pass":
        return PASS
    return name_of(steps[0].origin) + "".join(name_of(step.target) for step in steps)


def speak(situation: Situation, move: int, effect: Effect) -> str:
    """With `-` for a tilt, `:` for a jump, `x` and the squares emptied by battle, `#` for a win."""
    steps = situation.rules.steps(situation.p, move)
    if steps[0].kind == "pass":
        return PASS + "#" * effect.wins
    text = name_of(steps[0].origin)
    for step in steps:
        text += SEPARATOR[step.kind] + name_of(step.target)
    return text + ("x" if effect.removed else "") + "".join(effect.removed) + "#" * effect.wins


def read(situation: Situation, text: str) -> Reading:
    """Either form; a longer way round is reduced to the move that it makes."""
    written = "".join(text.split())
    if passed := read_pass(situation, written.rstrip("#")):
        return passed
    found = _MOVE.fullmatch(written)
    if not found:
        raise NotationError("expected the squares of a move, such as "
                            "a1a2 or b7:d7:f7", text, _first_odd(written))
    rules = situation.rules
    names = re.findall(r"[a-z]\d", found["way"].lower())
    squares = [read_name(name, rules.COLUMNS, rules.ROWS) for name in names]
    if len(squares) < 2:
        raise NotationError("a move has at least two squares", text)
    move = _legal_move(situation, squares)
    if move is None:
        raise IllegalMoveError(_why_not(situation, squares))
    return Reading(move)


def claim(text: str) -> Claim | None:
    """The squares that are said to be emptied by battle, and whether the move is said to win."""
    found = _MOVE.fullmatch("".join(text.split()))
    if not found or not (found["fallen"] or found["wins"]):
        return None
    return Claim(frozenset(re.findall(r"[a-z]\d", found["fallen"].lower())), bool(found["wins"]))


def _first_odd(written: str) -> int | None:
    """Where the text stops looking like a move."""
    found = re.match(rf"(?:[a-z]\d[{DASHES}:x]?)*", written, re.IGNORECASE | re.ASCII)
    return found.end() if found and found.end() < len(written) else None


def _legal_move(situation: Situation, squares: list[Square]) -> int | None:
    rules, p = situation.rules, situation.p
    if hasattr(rules, "along"):
        move = rules.along(p, squares)
        return move if move in situation.legal else None
    wanted = "".join(map(name_of, squares))
    return next((move for move in situation.legal if write(situation, move) == wanted), None)


def _why_not(situation: Situation, squares: list[Square]) -> str:
    """The reason in the order in which a player would see it."""
    pieces = situation.rules.contents(situation.p).pieces
    names = [name_of(square) for square in squares]
    side = situation.p.side
    reason = (over(situation) or must_pass(situation)
              or not_own(situation, pieces.get(squares[0]), names[0]))
    if reason:
        return reason
    if squares[0] == squares[-1]:
        return f"a move may not end on {names[0]}, where it began"
    for number, (a, b) in enumerate(pairwise(squares)):
        columns, rows = distance(a, b)
        if rows * (1 - 2 * side) < 0:
            return f"{names[number]} to {names[number + 1]} goes backward for {COLOURS[side]}"
        if b in pieces and b != squares[0]:
            return f"{names[number + 1]} is not empty"
        if not hasattr(situation.rules, "along") and abs(columns) + abs(rows) > 1:
            return f"a die tilts to the next square, and {names[number + 1]} is farther away"
        if max(abs(columns), abs(rows)) == 2 and {abs(columns), abs(rows)} <= {0, 2}:
            middle = a[0] + columns // 2, a[1] + rows // 2
            if middle not in pieces or middle == squares[0]:
                return (f"there is no die on {name_of(middle)} to jump over "
                        f"from {names[number]} to {names[number + 1]}")
    return f"{'-'.join(names)} is not a move that {situation.rules.TITLE} allows"
