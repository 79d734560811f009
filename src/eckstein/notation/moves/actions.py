"""Moves as actions with pieces, as in Echek: `N@l13`, `P@l13m12`, `B@l13*m12`, `m13l12`, `RK`.

For people also `Qb2-d4`, `xQ` or `xq` when a queen falls, and `#` for a move that wins.
"""
import re

from ...games import Square, Step
from ..errors import IllegalMoveError, NotationError
from ..squares import plane_name, plane_square, read_name
from . import Claim, Effect, Reading, Situation
from ._common import COLOURS, DASHES, PASS, must_pass, not_own, over, read_pass

SWAP = "RK"
_SQUARE = r"[a-z]\d{1,2}"
_TAIL = r"(?P<fallen>(?:x[A-Za-z])*)(?P<wins>#?)"
_SWAPPING = re.compile(rf"(?:RK|KR){_TAIL}", re.IGNORECASE | re.ASCII)
_PLACING = re.compile(rf"(?P<piece>[a-z])@(?P<first>{_SQUARE})(?:[{DASHES}]?(?P<second>{_SQUARE}))?"
                      rf"(?:\*(?P<sent>{_SQUARE}))?{_TAIL}", re.IGNORECASE | re.ASCII)
_MOVING = re.compile(rf"(?P<piece>[A-Z])?(?P<first>{_SQUARE})[{DASHES}]?"
                     rf"(?P<second>{_SQUARE}){_TAIL}")


def steps(situation: Situation, move: int) -> list[Step]:
    """The steps of an action; a pawn is placed on the alphabetically first square that serves."""
    found: list[Step] = situation.rules.steps(situation.p, move)
    if found[0].kind != "place" or found[-1].kind != "slide":
        return found
    target = found[-1].target
    first = min(situation.rules.first_squares(situation.p, target),
                key=lambda square: _name(situation, square))
    return [found[0]._replace(target=first), found[1]._replace(origin=first)]


def write(situation: Situation, move: int) -> str:
    """Placing with `@`, sending back with `*`, moving as two squares."""
    return _text(situation, steps(situation, move), people=False)


def speak(situation: Situation, move: int, effect: Effect) -> str:
    """With the letter of a piece that moves, fallen queens, and `#` for a win."""
    text = _text(situation, steps(situation, move), people=True)
    return text + "".join(f"x{letter}" for letter in effect.removed) + "#" * effect.wins


def read(situation: Situation, text: str) -> Reading:
    """Either form; a pawn may be said to be placed on any square from which the step is legal."""
    written = "".join(text.split())
    if passed := read_pass(situation, written.rstrip("#")):
        return passed
    if _SWAPPING.fullmatch(written):
        return Reading(_read_swap(situation))
    if placing := _PLACING.fullmatch(written):
        return Reading(_read_placing(situation, placing, text))
    if moving := _MOVING.fullmatch(written):
        return Reading(_read_moving(situation, moving))
    raise NotationError("expected an action, such as N@l13 (place), P@l13m12 (place and step), "
                        "m13l12 (move) or RK (swap)", text)


def claim(text: str) -> Claim | None:
    """The queens that are said to fall, by their letters, and whether the move is said to win."""
    written = "".join(text.split())
    found = (_SWAPPING.fullmatch(written) or _PLACING.fullmatch(written)
             or _MOVING.fullmatch(written))
    if not found or not (found["fallen"] or found["wins"]):
        return None
    return Claim(frozenset(found["fallen"].replace("x", "")), bool(found["wins"]))


def _text(situation: Situation, steps: list[Step], people: bool) -> str:
    first, last = steps[0], steps[-1]
    if first.kind == "pass":
        return PASS
    if first.kind == "slide" and len(steps) == 2:
        return SWAP
    if first.kind == "slide":
        squares = _name(situation, first.origin), _name(situation, first.target)
        return first.letter + "-".join(squares) if people else "".join(squares)
    text = f"{first.letter}@{_name(situation, first.target)}"
    if last.kind == "slide":
        return text + "-" * people + _name(situation, last.target)
    if last.kind == "return":
        return f"{text}*{_name(situation, last.origin)}"
    return text


def _name(situation: Situation, square: Square | None) -> str:
    assert square is not None
    return plane_name(square, situation.origin)


def _square(situation: Situation, name: str) -> Square:
    return plane_square(read_name(name), situation.origin)


def _read_swap(situation: Situation) -> int:
    for move in situation.legal:
        if write(situation, move) == SWAP:
            return move
    contents = situation.rules.contents(situation.p)
    right = "Ss"[situation.p.side]
    if right not in contents.rights:
        reason = "this player has swapped already"
    else:
        reason = "a rook that is not on the board cannot swap"
    raise IllegalMoveError(over(situation) or must_pass(situation) or reason)


def _read_placing(situation: Situation, found: re.Match[str], text: str) -> int:
    letter = found["piece"].upper()
    squares = [_square(situation, found[part]) for part in ("first", "second") if found[part]]
    sent = _square(situation, found["sent"]) if found["sent"] else None
    if letter not in situation.rules.LETTERS:
        raise NotationError(f"{letter} is not a piece; pieces are {situation.rules.LETTERS}",
                            text, 0)
    if len(squares) == 2 and letter == "P":
        move = situation.rules.along(situation.p, squares)
        if move in situation.legal:
            return move
    for move in situation.legal:
        steps = situation.rules.steps(situation.p, move)
        back = steps[-1].origin if steps[-1].kind == "return" else None
        if (steps[0].kind == "place" and steps[0].letter == letter and back == sent
                and [step.target for step in steps if step.target] == squares):
            return move
    raise IllegalMoveError(_why_not_placed(situation, letter, squares, sent))


def _read_moving(situation: Situation, found: re.Match[str]) -> int:
    origin, target = _square(situation, found["first"]), _square(situation, found["second"])
    for move in situation.legal:
        steps = situation.rules.steps(situation.p, move)
        if len(steps) == 1 and (steps[0].origin, steps[0].target) == (origin, target):
            if found["piece"] not in (None, steps[0].letter):
                raise IllegalMoveError(f"the piece on {found['first']} is a {steps[0].letter}, "
                                       f"not a {found['piece']}")
            return move
    raise IllegalMoveError(_why_not_moved(situation, origin, target))


def _why_not_placed(situation: Situation, letter: str, squares: list[Square],
                    sent: Square | None) -> str:
    contents = situation.rules.contents(situation.p)
    side, names = situation.p.side, [_name(situation, square) for square in squares]
    king = next((square for square, piece in contents.pieces.items()
                 if piece.kind == "K" and piece.colour != side), None)
    if reason := over(situation) or must_pass(situation):
        return reason
    if letter not in contents.reserves[side]:
        return f"{COLOURS[side]} has no {letter} in reserve"
    for square, name in zip(squares, names, strict=True):
        if square in contents.pieces:
            return f"{name} is not empty"
    if king and abs(king[0] - squares[0][0]) + abs(king[1] - squares[0][1]) == 1:
        return f"{names[0]} is at a side of the enemy king"
    if not any(max(abs(square[0] - squares[0][0]), abs(square[1] - squares[0][1])) == 1
               for square, piece in contents.pieces.items() if piece.colour == side):
        return f"{names[0]} touches no piece of {COLOURS[side]}'s"
    if len(squares) == 2 and letter != "P":
        return "only a pawn may step when it is placed"
    same = [situation.rules.steps(situation.p, move) for move in situation.legal]
    if sent is None and any(steps[0].letter == letter and steps[0].target == squares[0]
                            and steps[-1].kind == "return" for steps in same):
        return f"a bishop placed on {names[0]} must send a piece back, such as {letter}@" \
               f"{names[0]}*{_name(situation, _first_return(same, squares[0]))}"
    if sent is not None:
        return f"the piece on {_name(situation, sent)} cannot be sent back by this placing"
    return f"a piece on {names[-1]} would make the area too long, or leave the pieces unconnected"


def _first_return(all_steps: list[list[Step]], square: Square) -> Square | None:
    return next(steps[-1].origin for steps in all_steps
                if steps[0].target == square and steps[-1].kind == "return")


def _why_not_moved(situation: Situation, origin: Square, target: Square) -> str:
    pieces = situation.rules.contents(situation.p).pieces
    reason = (over(situation) or must_pass(situation)
              or not_own(situation, pieces.get(origin), _name(situation, origin)))
    if reason:
        return reason
    if target in pieces:
        return f"{_name(situation, target)} is not empty, and nothing is ever captured"
    return (f"the {pieces[origin].kind} on {_name(situation, origin)} cannot go to "
            f"{_name(situation, target)}: it does not move so, or the area would be too long, "
            "or the pieces unconnected")
