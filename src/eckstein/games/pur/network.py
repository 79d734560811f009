"""What nets see of Pur: dice, and what is ahead of them and beside them."""
from ...kernel import inner
from ...kernel.bits import lowest
from .._cublino import BOARD, black_dice, white_dice
from .._cublino.network import INPUTS as INPUTS
from .._cublino.network import MOST as MOST
from .._cublino.network import add_die
from .._cublino.network import factors as factors

FROM_C = sum(0b1111100 << 7 * row for row in range(7))      # columns from which a jump west stays
TO_E = sum(0b0011111 << 7 * row for row in range(7))


@inner
def inputs(p, rows):
    """Surroundings are what is ahead (1 a friend, 2 a foe, 3 a free square, 0 no square), 4 if the
    square beyond is free, and 8 if a jump leads sideways.
    """
    dice, n = p.own | p.foe, 0
    white, black, free = white_dice(p), black_dice(p), BOARD & ~dice
    friend = white >> 7 & white | black << 7 & black
    foe = black >> 7 & white | white << 7 & black
    open_ahead = free >> 7 & white | free << 7 & black
    beyond = free >> 14 & white | free << 14 & black
    aside = FROM_C & dice << 1 & free << 2 | TO_E & dice >> 1 & free >> 2
    left = dice
    while left:
        square = lowest(left)
        left &= left - 1
        surroundings = ((friend >> square & 1) + 2 * (foe >> square & 1)
                        + 3 * (open_ahead >> square & 1) + 4 * (beyond >> square & 1)
                        + 8 * (aside >> square & 1))
        n = add_die(p, square, surroundings, rows, n)
    return n
