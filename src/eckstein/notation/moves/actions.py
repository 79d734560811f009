"""Moves as actions with pieces, as in Echek: `N@l13`, `P@l13m12`, `B@l13*m12`, `m13l12`, `RK`.

For people also `Qb2-d4`, `xQ` or `xq` when a queen falls, and `#` for a move that wins.
"""
import re
from collections.abc import Sequence

from ...base.sentence import Sentence
from ...contract import FirstSquares, Ways, part_of
from ...contract.pieces import COLOURS, Square, Step
from ..errors import IllegalMoveError, NotationError
from ..squares import plane_name, plane_square, read_name
from . import Effect, MoveContext, Suffix
from ._common import DASHES, PASS, not_now, read_pass, why_not
from ._common import warnings as warnings

SWAP = "RK"
_SQUARE = r"[a-z]\d{1,2}"
_TAIL = r"(?P<fallen>(?:x[A-Za-z])*)(?P<wins>#?)"
_SWAPPING = re.compile(rf"(?:RK|KR){_TAIL}", re.IGNORECASE | re.ASCII)
_PLACING = re.compile(rf"(?P<piece>[a-z])@(?P<first>{_SQUARE})(?:[{DASHES}]?(?P<second>{_SQUARE}))?"
                      rf"(?:\*(?P<sent>{_SQUARE}))?{_TAIL}", re.IGNORECASE | re.ASCII)
_MOVING = re.compile(rf"(?P<piece>[A-Z])?(?P<first>{_SQUARE})[{DASHES}]?"
                     rf"(?P<second>{_SQUARE}){_TAIL}")


def steps(context: MoveContext, move: int) -> Sequence[Step]:
    """The steps of an action; of several first squares that serve, the alphabetically first."""
    rules, found = context.rules, context.rules.steps(context.p, move)
    target = found[-1].target
    stepping = part_of(rules, FirstSquares)
    if stepping is None or target is None or (
            found[0].kind != "place" or found[-1].kind != "slide"):
        return found
    first = min(stepping.first_squares(context.p, target),
                key=lambda square: _name(context, square))
    return [found[0]._replace(target=first), found[1]._replace(origin=first)]


def write(context: MoveContext, move: int) -> str:
    """Placing with `@`, sending back with `*`, moving as two squares."""
    return _text(context, steps(context, move), people=False)


def speak(context: MoveContext, move: int, effect: Effect) -> str:
    """With the letter of a piece that moves, fallen queens, and `#` for a win."""
    text = _text(context, steps(context, move), people=True)
    return text + "".join(f"x{letter}" for letter in effect.removed) + "#" * effect.wins


def find(context: MoveContext, text: str) -> int:
    """Either form; a pawn may be said to be placed on any square from which the step is legal."""
    written = "".join(text.split())
    if (passed := read_pass(context, written.rstrip("#"))) is not None:
        return passed
    if _SWAPPING.fullmatch(written):
        return _read_swap(context)
    if placing := _PLACING.fullmatch(written):
        return _read_placing(context, placing, text)
    if moving := _MOVING.fullmatch(written):
        return _read_moving(context, moving)
    raise NotationError(Sentence("expected an action, such as N@l13 (place), P@l13m12 (place and "
                                 "step), m13l12 (move) or RK (swap)"), text)


def suffix(text: str) -> Suffix | None:
    """The queens that are said to fall, by their letters, and whether the move is said to win."""
    written = "".join(text.split())
    found = (_SWAPPING.fullmatch(written) or _PLACING.fullmatch(written)
             or _MOVING.fullmatch(written))
    if not found or not (found["fallen"] or found["wins"]):
        return None
    return Suffix(frozenset(found["fallen"].replace("x", "")), bool(found["wins"]))


def _text(context: MoveContext, steps: Sequence[Step], people: bool) -> str:
    first, last = steps[0], steps[-1]
    if first.kind == "pass":
        return PASS
    if first.kind == "slide" and len(steps) == 2:
        return SWAP
    if first.kind == "slide":
        squares = _name(context, first.origin), _name(context, first.target)
        return first.letter + "-".join(squares) if people else "".join(squares)
    text = f"{first.letter}@{_name(context, first.target)}"
    if last.kind == "slide":
        return text + "-" * people + _name(context, last.target)
    if last.kind == "return":
        return f"{text}*{_name(context, last.origin)}"
    return text


def _name(context: MoveContext, square: Square | None) -> str:
    assert square is not None
    return plane_name(square, context.origin)


def _square(context: MoveContext, name: str) -> Square:
    return plane_square(read_name(name), context.origin)


def _read_swap(context: MoveContext) -> int:
    for move in context.legal:
        if write(context, move) == SWAP:
            return move
    pieces = context.rules.contents(context.p).pieces
    rook, king = (next((square for square, piece in pieces.items()
                        if (piece.colour, piece.kind) == (COLOURS[context.p.side], letter)), None)
                  for letter in SWAP)
    raise IllegalMoveError(_why_not(context, [Step("slide", rook, king, SWAP[0]),
                                              Step("slide", king, rook, SWAP[1])]))


def _read_placing(context: MoveContext, found: re.Match[str], text: str) -> int:
    letter = found["piece"].upper()
    squares = [_square(context, found[part]) for part in ("first", "second") if found[part]]
    sent = _square(context, found["sent"]) if found["sent"] else None
    if letter not in context.rules.LETTERS:
        raise NotationError(Sentence("{letter} is not a piece; pieces are {letters}",
                                     letter=letter, letters=context.rules.LETTERS),
                            text, 0)
    if len(squares) == 2 and (ways := part_of(context.rules, Ways)):
        move = ways.along(context.p, squares)
        if move is not None and move in context.legal and (
                steps(context, move)[0].letter == letter):
            return move
    for move in context.legal:
        way = context.rules.steps(context.p, move)
        back = way[-1].origin if way[-1].kind == "return" else None
        if (way[0].kind == "place" and way[0].letter == letter and back == sent
                and [step.target for step in way if step.target] == squares):
            return move
    raise IllegalMoveError(_why_not(context, [
        Step("place", None, squares[0], letter),
        *(Step("slide", squares[0], square, letter) for square in squares[1:]),
        *([Step("return", sent, None)] if sent else [])]))


def _read_moving(context: MoveContext, found: re.Match[str]) -> int:
    origin, target = _square(context, found["first"]), _square(context, found["second"])
    letter = found["piece"] or ""
    for move in context.legal:
        way = context.rules.steps(context.p, move)
        if len(way) == 1 and (way[0].origin, way[0].target) == (origin, target):
            if letter not in ("", way[0].letter):
                raise IllegalMoveError(Sentence("the piece on {first} is a {piece}, not a "
                                                "{letter}", first=found["first"],
                                                piece=way[0].letter, letter=letter))
            return move
    raise IllegalMoveError(not_now(context, origin, _name(context, origin))
                           or _why_not(context, [Step("slide", origin, target, letter)]))


def _why_not(context: MoveContext, way: list[Step]) -> str:
    return not_now(context, None, "") or why_not(
        context, way, lambda square: _name(context, square))
