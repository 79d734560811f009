"""What Echek tells learners: the sides of kings and queens that are closed, or open again."""
from collections.abc import Iterator
from typing import Any

from ...base.sentence import Sentence
from ...contract.coaching import Noted, Spot, Turn
from ...kernel.bits import popcount
from . import KING, apply, closed, place_of, square_at, squares_of
from .frame import SIDES

PLAIN_IS_PIECES = False
ALL = 4                     # sides


def shut(p: Any, side: int) -> int:
    """How many sides of a player's king are closed."""
    word = p.own if p.side == side else p.foe
    sides = SIDES[place_of(word, KING)]
    return popcount(sides & closed(p, squares_of(p.own) | squares_of(p.foe)))


def missed(turn: Turn) -> Iterator[Noted]:
    """What the move, the reply or the better move does to the sides of both kings."""
    yield from _own_king(turn)
    yield from _king_closed_next(turn)
    yield from _other_king(turn)
    yield from _next_on_king(turn)


def _own_king(turn: Turn) -> Iterator[Noted]:
    """The player's own move closes sides of the own king."""
    side = turn.before.p.side
    had, has, could = (shut(spot.p, side) for spot in (turn.before, turn.after, turn.better))
    facts = {"n": has, "all": ALL, "m": could, "better": turn.before.tell(turn.best)}
    if has > had and could < has and has > 1:
        yield Noted("own king closed", Sentence(
            "Your own move closes a side of your king: {n} of {all} {n:is|are} closed, and only "
            "{m} after {better}.", **facts), (), (_king(turn.after, side),), "surround")
    elif could < had == has > 1:
        yield Noted("king not freed", Sentence(
            "{n} of {all} sides of your king {n:is|are} closed; {better} would have left only {m}.",
            **facts), (), (_king(turn.after, side),), "surround")


def _king_closed_next(turn: Turn) -> Iterator[Noted]:
    """The reply closes more sides of the king than any reply to the better move."""
    side = turn.before.p.side
    has, then = shut(turn.after.p, side), shut(turn.then.p, side)
    if then <= has or then < 2:
        return
    most = max((shut(apply(turn.better.p, move), side) for move in turn.better.legal()),
               default=ALL)
    if most < then:
        yield Noted("king can be closed", Sentence(
            "After {move} your king has only {n} open {n:side|sides} left; after {better} no reply "
            "does that.", move=turn.after.tell(turn.reply), n=ALL - then,
            better=turn.before.tell(turn.best)), (), (_king(turn.after, side),), "surround",
            "reply")


def _other_king(turn: Turn) -> Iterator[Noted]:
    """The better move closes sides of the other king."""
    side = turn.before.p.side
    has, could = (shut(spot.p, 1 - side) for spot in (turn.after, turn.better))
    if could > has and could >= 2:
        yield Noted("king not closed", Sentence(
            "After {better} {n} of {all} sides of the other king would be closed; now {m} "
            "{m:is|are}.",
            better=turn.before.tell(turn.best), n=could, all=ALL, m=has), (),
            (_king(turn.after, 1 - side),), "surround")


def _next_on_king(turn: Turn) -> Iterator[Noted]:
    """What the better move prepares, if nothing is done about it."""
    side = turn.before.p.side
    now, then = (_most(spot, 1 - side) for spot in (turn.after, turn.better))
    if then is not None and now is not None and now < then >= ALL - 1:
        yield Noted("prepares", Sentence(
            "{better} prepares to close {n} of {all} sides of the other king next; after your move "
            "at most {m}.", better=turn.before.tell(turn.best), n=then, all=ALL, m=now), (),
            (_king(turn.after, 1 - side),), "surround")


def _most(spot: Spot, side: int) -> int | None:
    """The most sides of a king that its opponent, who has just moved, could leave closed next.

    As if the next move were that player's, too; None if that is impossible.
    """
    passed = spot.passed()
    if passed is None:
        return None
    return max((shut(apply(passed.p, move), side) for move in passed.legal()), default=None)


def _king(spot: Spot, side: int) -> str:
    word = spot.p.own if spot.p.side == side else spot.p.foe
    return spot.name(square_at(place_of(word, KING)))
