"""What is known about playing Ecke well: dice, how far they have come, and corners held."""
from ..games._cublino import vicinity
from ..games.ecke import BLACK_CORNERS, WHITE_CORNERS, generate
from ..kernel import inner, kernel
from ..kernel.bits import popcount
from ._cublino import rows_gone

DIE, ROW, CORNER = 100, 6, 60
SWING = 120                 # how much a ply may change the value, for pruning


@inner
def strength(dice, side):
    """The worth of one player's dice."""
    corners = dice & (WHITE_CORNERS if side else BLACK_CORNERS)
    return DIE * popcount(dice) + ROW * rows_gone(dice, side) + CORNER * popcount(corners)


@kernel
def evaluate(p):
    """The value of a position for the player to move."""
    return strength(p.own, p.side) - strength(p.foe, 1 - p.side)


@kernel
def noisy(p, moves, n):
    """Append the moves that fight or arrive on a corner."""
    loud = vicinity(p.foe) | (WHITE_CORNERS if p.side else BLACK_CORNERS)
    end = generate(p, moves, n)
    for i in range(n, end):
        if loud >> (moves[i] >> 6 & 63) & 1:
            moves[n] = moves[i]
            n += 1
    return n


@inner
def urgency(p, move):
    """Battles first."""
    return vicinity(1 << (move >> 6 & 63)) & p.foe != 0
