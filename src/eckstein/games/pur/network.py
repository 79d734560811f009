"""What nets see of Pur: dice, and what is ahead of them and beside them."""
from ...kernel import inner
from .._cublino import BOARD, black_dice, white_dice
from .._cublino.network import FIELDS as FIELDS
from .._cublino.network import INPUTS as INPUTS
from .._cublino.network import MOST as MOST
from .._cublino.network import Seen
from .._cublino.network import changes as changes
from .._cublino.network import factors as factors
from .._cublino.network import inputs as inputs
from .._cublino.network import mirrored as mirrored

FROM_C = sum(0b1111100 << 7 * row for row in range(7))      # columns from which a jump west stays
TO_E = sum(0b0011111 << 7 * row for row in range(7))


@inner
def seen(p):
    """What is around a die is what is ahead (1 a friend, 2 a foe, 3 a free square, 0 no square), 4
    if the square beyond is free, and 8 if a jump leads sideways.
    """
    white, black, dice = white_dice(p), black_dice(p), p.own | p.foe
    free = BOARD & ~dice
    friend = white >> 7 & white | black << 7 & black
    foe = black >> 7 & white | white << 7 & black
    open_ahead = free >> 7 & white | free << 7 & black
    beyond = free >> 14 & white | free << 14 & black
    aside = FROM_C & dice << 1 & free << 2 | TO_E & dice >> 1 & free >> 2
    return Seen(white, black, p.top0, p.top1, p.top2, p.north0, p.north1, p.north2,
                friend | open_ahead, foe | open_ahead, beyond, aside & dice)
