"""What the three games of Cublino share: how far dice have come, and what they show next."""
from ...kernel import inner, lookup
from ...kernel.bits import popcount
from ...kernel.types import Position
from . import NOT_A, NOT_G, ROW_1

# The squares of rows that have this bit in their number (from 0).
ROW_BIT_0, ROW_BIT_1, ROW_BIT_2 = (
    sum(ROW_1 << 7 * row for row in range(7) if row >> bit & 1) for bit in range(3))
# ROW[7 * side + rows]: the squares so many rows from a player's own back row
ROW = lookup(ROW_1 << 7 * (6 - rows if side else rows) for side in range(2) for rows in range(7))


@inner
def for_mover(p: Position, lead: int) -> int:
    """What White is ahead, from the point of view of the player to move.

    Features are asked for White and for Black, and not for the mover, so that directions are
    constants in both.
    """
    return -lead if p.side else lead


@inner
def rows_gone(dice: int, side: int) -> int:
    """How many rows all these dice have gone, their player being White (0) or Black (1)."""
    rows = (popcount(dice & ROW_BIT_0) + 2 * popcount(dice & ROW_BIT_1)
            + 4 * popcount(dice & ROW_BIT_2))
    return 6 * popcount(dice) - rows if side else rows


@inner
def next_tops(p: Position, dice: int, side: int) -> int:
    """The sum of the tops that these dice would show after a tilt forward."""
    norths = (popcount(p.north0 & dice) + 2 * popcount(p.north1 & dice)
              + 4 * popcount(p.north2 & dice))
    return norths if side else 7 * popcount(dice) - norths


@inner
def behind(squares: int, side: int) -> int:
    """These squares and all on the same files that are farther from the player's goal."""
    if side:
        squares |= squares << 7
        squares |= squares << 14
        return (squares | squares << 28) & (1 << 49) - 1
    squares |= squares >> 7
    squares |= squares >> 14
    return squares | squares >> 28


@inner
def widened(squares: int) -> int:
    """These squares and their neighbours to the left and right."""
    return squares | (squares & NOT_G) << 1 | (squares & NOT_A) >> 1


@inner
def passed(own: int, foe: int, side: int) -> int:
    """The dice that no enemy can meet on their way straight home."""
    return own & ~behind(widened(foe), side)
