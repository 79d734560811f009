"""What is known about playing Echek well: sides of the kings that are shut, queens, and pieces."""
from ..games.echek import DEAD, KING, PASS, QUEEN, SIDES, SWAP, closed, place_of, squares_of
from ..kernel import inner, kernel
from ..kernel.bits import popcount

SIDE, QUEEN_LOST, PIECE = 100, 60, 10
SWING = 150                 # how much a ply may change the value, for pruning


@inner
def danger(shut, word):
    """How badly a player stands: shut sides of his king, and a queen that is gone."""
    lost = QUEEN_LOST if place_of(word, QUEEN) == DEAD else 0
    return SIDE * popcount(SIDES[place_of(word, KING)] & shut) + lost


@kernel
def evaluate(p):
    """The value of a position for the player to move."""
    shut = closed(p)
    return (danger(shut, p.foe) - danger(shut, p.own)
            + PIECE * (popcount(squares_of(p.own)) - popcount(squares_of(p.foe))))


@kernel
def noisy(p, moves, n):
    """Every action may shut a side, and none is a capture."""
    return n


@inner
def urgency(p, move):
    """What comes to a side of the other king first; what lies at one stays there."""
    if move == PASS or move & 7 == SWAP:
        return 0
    sides = SIDES[place_of(p.foe, KING)]
    return 2 * (sides >> (move >> 3 & 63) & 1) - (sides >> place_of(p.own, move & 7) & 1)
