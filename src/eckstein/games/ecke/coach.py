"""What Ecke tells learners: corners taken and guarded."""
from collections.abc import Iterator

from ...base.sentence import Sentence
from ...contract.coaching import Noted, Spot, Turn
from ...kernel.bits import popcount
from .._cublino import square_at
from . import BLACK_CORNERS, WHITE_CORNERS, black_dice, white_dice

PLAIN_IS_PIECES = False


def aims(side) -> int:
    """The corners that a player wants to hold."""
    return WHITE_CORNERS if side else BLACK_CORNERS


def held(p, side) -> int:
    """How many of them a player holds."""
    return popcount((black_dice(p) if side else white_dice(p)) & aims(side))


def missed(turn: Turn) -> Iterator[Noted]:
    """Corners that the player could take, and guards of the own ones."""
    yield from _could_take(turn)
    yield from _guard(turn)


def _could_take(turn: Turn) -> Iterator[Noted]:
    """The better move takes a corner."""
    side = turn.before.p.side
    had, has, could = (held(spot.p, side) for spot in (turn.before, turn.after, turn.better))
    if could > had >= has:
        yield Noted("missed a corner", Sentence(
            "{better} would have taken a corner: you have {n} of 2 then.",
            better=turn.before.tell(turn.best), n=could),
            _arrow(turn.before, turn.best), (), "corner")


def _guard(turn: Turn) -> Iterator[Noted]:
    """The better move brings a die to one of the player's own corners, or leaves it there."""
    side = turn.before.p.side
    had, has, could = (guards(spot.p, side) for spot in (turn.before, turn.after, turn.better))
    facts = {"better": turn.before.tell(turn.best)}
    if has < had and could >= had:
        yield Noted("guard left", Sentence(
            "Your die leaves the corner that it guarded; while it lay there, your opponent could "
            "not take it."), _arrow(turn.before, turn.move), (), "corner")
    elif could > has:
        yield Noted("guard", Sentence(
            "{better} guards your corner: while a die of yours lies there, your opponent cannot "
            "take it.", **facts), _arrow(turn.before, turn.best), (), "corner")


def guards(p, side) -> int:
    """How many dice a player has on the own corners."""
    return popcount((black_dice(p) if side else white_dice(p)) & aims(1 - side))


def _arrow(spot: Spot, move: int) -> tuple[tuple[str, str], ...]:
    return ((spot.name(square_at(move & 63)), spot.name(square_at(move >> 6 & 63))),)
