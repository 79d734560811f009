"""What is known about playing Ferry: points ashore count most, and how far the dice have come."""
from ...kernel import game, inner, kernel
from ...kernel.bits import popcount
from ...kernel.dice import NORTH, SOUTH

SWING = 300


@inner
def crossed(dice, colour):
    """How many rows the dice of a player have gone in all."""
    rows = 0
    for row in range(1, 5):
        away = row if colour == 0 else 4 - row
        rows += away * popcount(dice >> 5 * row & game.ROW_1)
    return rows if colour == 0 else rows + 4 * popcount(dice & game.ROW_1)


@kernel
def plain(p):
    """Forty a point ashore, ten a row."""
    own = 40 * game.points(p, p.side) + 10 * crossed(p.own, p.side)
    return own - 40 * game.points(p, 1 - p.side) - 10 * crossed(p.foe, 1 - p.side)


@kernel
def evaluate(p):
    """The engine goes by the same."""
    return plain(p)


@kernel
def noisy(p, moves, n):
    """No move is noisy: nothing is ever taken."""
    return n


@inner
def urgency(p, move):
    """Forward first."""
    return 1 if move != game.PASS and move & 3 in (NORTH, SOUTH) else 0
