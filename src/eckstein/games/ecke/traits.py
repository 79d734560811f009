"""What policies see of a move in Ecke: where the die goes, which dice fall, the corners.

* The action.
* The square on which the die arrives, and how it lies there.
* Who falls: the die itself, so many enemies; the enemies that stay around it, its friends there,
  and the enemies two squares away.
* The way, the friends and foes around the square that it leaves, and what becomes of the corners
  that its player wants.
"""
from ...kernel import inner
from ...kernel.bits import popcount
from .._cublino import JUMP, PASS, vicinity
from .._cublino.traits import (
    AROUND,
    ARRIVALS,
    SEEN,
    around,
    arrival,
    arriving,
    factors_of_arrival,
    some,
)
from . import BLACK_CORNERS, WHITE_CORNERS, losers
from .encoding import ACTIONS, action_of

WAYS, CORNERS = 6, 8
BATTLES = 2 * SEEN ** 4
DEPARTURES = WAYS * CORNERS * AROUND
FIRST_BATTLE = ACTIONS + ARRIVALS
FIRST_DEPARTURE = FIRST_BATTLE + BATTLES
TRAITS, MOST = FIRST_DEPARTURE + DEPARTURES, 4


@inner
def way_of(origin, target, first):
    """Sideways, straight on or diagonally, as far as the end tells; 3 more for a jump first."""
    way = 0 if origin // 7 == target // 7 else 1 if origin % 7 == target % 7 else 2
    return way + 3 if first == JUMP else way


@inner
def corners_of(p, origin, target):
    """Whether a die leaves a corner that its player wants, comes to one, and whether another die
    is on one.
    """
    wanted = WHITE_CORNERS if p.side else BLACK_CORNERS
    held = popcount(p.own & wanted & ~(1 << origin)) > 0
    return (wanted >> origin & 1) * 4 + (wanted >> target & 1) * 2 + held


@inner
def traits(p, move, found):
    """Four of a move, and one of a pass."""
    found[0] = action_of(p, move)
    if move == PASS:
        return 1
    origin, target, first = move & 63, move >> 6 & 63, move >> 12
    die, own = arriving(p, origin, first), p.own & ~(1 << origin)
    found[1] = ACTIONS + arrival(p, target, die)
    fallen, near = losers(p, target, die >> 3), vicinity(1 << target)
    falls = (fallen >> target & 1) * SEEN + some(fallen & p.foe)
    found[2] = FIRST_BATTLE + ((falls * SEEN + some(near & p.foe & ~fallen)) * SEEN
                               + some(near & own)) * SEEN + some(vicinity(near) & ~near & p.foe)
    found[3] = FIRST_DEPARTURE + (way_of(origin, target, first) * CORNERS
                                  + corners_of(p, origin, target)) * AROUND + around(
                                      origin, own, p.foe)
    return 4


def factors(trait):
    """Which dice fall, which are near, and the corners, apart from the rest."""
    if trait < ACTIONS:
        return []
    if trait < FIRST_BATTLE:
        return factors_of_arrival(trait - ACTIONS)
    if trait < FIRST_DEPARTURE:
        rest, far = divmod(trait - FIRST_BATTLE, SEEN)
        rest, friends = divmod(rest, SEEN)
        falls, stay = divmod(rest, SEEN)
        return [("falls", falls), ("stay", falls, stay), ("friends", friends), ("far", far),
                ("foes", stay, far)]
    rest, there = divmod(trait - FIRST_DEPARTURE, AROUND)
    way, corners = divmod(rest, CORNERS)
    return [("way", way), ("corners", corners), ("around", there), ("around", way, there)]
