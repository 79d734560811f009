"""What the policies of Pur, Contra and Ecke share: how a die arrives, and which others are near."""
from ...kernel import inner
from ...kernel.bits import popcount
from ...kernel.dice import DICE, FIRST, TURNED
from . import JUMP, faces, vicinity
from .network import KIND, ORIENTATIONS, SQUARES

SEEN = 4                    # dice of a side that are told apart: none to three
AROUND = SEEN * SEEN        # friends and foes around a square
ARRIVALS = SQUARES * ORIENTATIONS


@inner
def some(squares):
    """How many these are, up to three."""
    return min(popcount(squares), SEEN - 1)


@inner
def around(square, own, foe):
    """How many of these friends and foes are around a square, corners included."""
    near = vicinity(1 << square) & ~(1 << square)
    return some(near & own) * SEEN + some(near & foe)


@inner
def arriving(p, origin, first):
    """The die of a move (see `move_code`) as it will lie, as 8 * top + north."""
    die = faces(p, origin)
    return die if first == JUMP else TURNED[(first - 1) * 64 + die]


@inner
def arrival(p, square, die):
    """The number of where a die arrives and of how it lies then, as the mover sees it."""
    if p.side:
        return (SQUARES - 1 - square) * ORIENTATIONS + KIND[die ^ 7]
    return square * ORIENTATIONS + KIND[die]


def factors_of_arrival(number):
    """The square, the row and how the die lies, apart from the rest."""
    square, lies = divmod(number, ORIENTATIONS)
    top = DICE[FIRST + lies][0]
    return [("arrives", square), ("lies", lies), ("row", square // 7, lies),
            ("top at", square, top)]
