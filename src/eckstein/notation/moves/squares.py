"""Moves as the squares visited: `a1a2`, `b7d7f7f5`; for people `b7:d7`, `c5-d5xd6`, `a6-a7#`."""
import re
from itertools import pairwise

from ...base.sentence import Sentence
from ...contract import Ways, part_of
from ...contract.pieces import Square, Step, visited
from ..errors import IllegalMoveError, NotationError
from ..squares import name_of, read_name
from . import Effect, MoveContext, Suffix
from ._common import DASHES, PASS, not_now, read_pass, why_not
from ._common import steps as steps
from ._common import warnings as warnings

SEPARATOR = {"tilt": "-", "jump": ":"}
_MOVE = re.compile(rf"(?P<way>[a-z]\d(?:[{DASHES}:]?[a-z]\d)*)(?P<fallen>(?:x(?:[a-z]\d)+)*)"
                   r"(?P<wins>#?)",
                   re.IGNORECASE | re.ASCII)
_SQUARE = re.compile(r"[a-z]\d")


def write(context: MoveContext, move: int) -> str:
    """The squares one after the other."""
    way = steps(context, move)
    return PASS if way[0].kind == "pass" else "".join(map(name_of, visited(way)))


def speak(context: MoveContext, move: int, effect: Effect) -> str:
    """With `-` for a tilt, `:` for a jump, `x` and the squares emptied by battle, `#` for a win."""
    way = steps(context, move)
    if way[0].kind == "pass":
        return PASS + "#" * effect.wins
    text, *names = map(name_of, visited(way))
    for step, name in zip(way, names, strict=True):
        text += SEPARATOR[step.kind] + name
    return text + ("x" if effect.removed else "") + "".join(effect.removed) + "#" * effect.wins


def find(context: MoveContext, text: str) -> int:
    """Either form; a longer way round is reduced to the move that it makes."""
    written = "".join(text.split())
    if (passed := read_pass(context, written.rstrip("#"))) is not None:
        return passed
    found = _MOVE.fullmatch(written)
    if not found:
        raise NotationError(Sentence("expected the squares of a move, such as a1a2 or b7:d7:f7"),
                            text, _first_odd(written))
    rules = context.rules
    names = _SQUARE.findall(found["way"].lower())
    squares = [read_name(name, rules.COLUMNS, rules.ROWS) for name in names]
    if len(squares) < 2:
        raise NotationError(Sentence("a move has at least two squares"), text)
    move = _legal_move(context, squares)
    if move is None:
        raise IllegalMoveError(_why_not(context, squares))
    return move


def suffix(text: str) -> Suffix | None:
    """The squares that are said to be emptied by battle, and whether the move is said to win."""
    found = _MOVE.fullmatch("".join(text.split()))
    if not found or not (found["fallen"] or found["wins"]):
        return None
    return Suffix(frozenset(re.findall(r"[a-z]\d", found["fallen"].lower())), bool(found["wins"]))


def _first_odd(written: str) -> int | None:
    """Where the text stops looking like a move."""
    found = re.match(rf"(?:[a-z]\d[{DASHES}:x]?)*", written, re.IGNORECASE | re.ASCII)
    return found.end() if found and found.end() < len(written) else None


def _legal_move(context: MoveContext, squares: list[Square]) -> int | None:
    rules, p = context.rules, context.p
    if ways := part_of(rules, Ways):
        move = ways.along(p, squares)
        return move if move is not None and move in context.legal else None
    wanted = "".join(map(name_of, squares))
    return next((move for move in context.legal if write(context, move) == wanted), None)


def _why_not(context: MoveContext, squares: list[Square]) -> str:
    """The reason in the order in which a player would see it."""
    return not_now(context, squares[0], name_of(squares[0])) or why_not(
        context, [Step("go", a, b) for a, b in pairwise(squares)], name_of)
