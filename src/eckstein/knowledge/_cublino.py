"""How far dice have come on the board of Cublino."""
from ..games._cublino import ROW_1
from ..kernel import inner
from ..kernel.bits import popcount

# The squares whose row number (from 0) has this bit.
ROW_BIT_0, ROW_BIT_1, ROW_BIT_2 = (
    sum(ROW_1 << 7 * row for row in range(7) if row >> bit & 1) for bit in range(3))


@inner
def rows_gone(dice, side):
    """How many rows all these dice have gone, their player being White (0) or Black (1)."""
    rows = (popcount(dice & ROW_BIT_0) + 2 * popcount(dice & ROW_BIT_1)
            + 4 * popcount(dice & ROW_BIT_2))
    return 6 * popcount(dice) - rows if side else rows
