"""What is known about playing Contra well: dice, how far they have come, and which meet."""
import itertools
from collections.abc import Iterator

from ...kernel import inline, inner, kernel, lookup
from ...kernel.bits import lowest, popcount
from ...kernel.dice import DICE, FIRST, KING
from ...kernel.types import Array, Position
from .._cublino import NOT_A, NOT_G, STEP, ahead, around, black_dice, faces, total, white_dice
from .._cublino.knowledge import for_mover, next_tops, passed, rows_gone
from .._weights import weights
from . import BOARD, COLUMNS, LAST_ROW, PASS, ROW_1, ROWS, moves_to
from .odds import WEIGHTS as ODDS_WEIGHTS

# Dice are "meeting" next to an enemy, and "near" if one tilt leads there.
FEATURES = ("turn", "die", "row 1", "row 2", "row 3", "row 4", "row 5", "next tops", "passed",
            "passed 3", "passed 4", "passed 5", "neighbours", "ahead tops", "meeting",
            "meeting tops", "near", "near tops", "near next tops", "free ahead")
WEIGHTS = weights("contra", FEATURES)
SWING = 120
# On a smaller board, too, row 6 is the goal: a player's own back row is this one.
FIRST_ROW = 7 - COLUMNS
# ROW[7 * side + rows]: the squares in so many rows of a player
ROW = lookup([ROW_1 << 7 * (rows - FIRST_ROW) if rows >= FIRST_ROW else 0 for rows in range(7)]
             + [ROW_1 << 7 * (6 - rows) if rows >= FIRST_ROW else 0 for rows in range(7)])

KNOWS_ODDS = COLUMNS in ODDS_WEIGHTS
URGENT_FIRST = False        # worth 50 Elo: success so far orders better than battles first
SEES_WINS = True            # proofs take half to three quarters of the time


def _odds() -> Iterator[int]:
    """The weights of dice for a win of White, and those for a win of Black, the board turned."""
    numbers = itertools.product(range(2), range(ROWS), range(COLUMNS),
                                (8 * top + north for top, north, _ in DICE[FIRST:KING]))
    values = map(int, " ".join(ODDS_WEIGHTS[COLUMNS][2]).split())
    weights = dict(zip(numbers, values, strict=True))
    for side, colour, row, column, die in itertools.product(range(2), range(2), range(7),
                                                            range(7), range(64)):
        if side:
            row, column, die = ROWS - 1 - row, COLUMNS - 1 - column, die ^ 7
        yield weights.get((side ^ colour, row, column, die), 0)


# ODDS[((2 * side + colour) * 49 + square) * 64 + faces]: what a die says about a win of a side
BASE = lookup(ODDS_WEIGHTS[COLUMNS][:2] if KNOWS_ODDS else (0, 0))
ODDS = lookup(_odds() if KNOWS_ODDS else ())


@inline
def plain_strength(dice: int, side: int) -> int:
    """The worth of one player's dice: how many, and how far."""
    beyond = FIRST_ROW * popcount(dice) if side else 0
    return 100 * popcount(dice) + 10 * (rows_gone(dice, side) - beyond)


@kernel
def plain(p: Position) -> int:
    """Dice, and rows gone."""
    return for_mover(p, plain_strength(white_dice(p), 0) - plain_strength(black_dice(p), 1))


@inline
def strength(p: Position, own: int, foe: int, side: int, w: Array) -> int:
    """The weighed features of one player."""
    third, fourth, fifth = ROW[7 * side + 3], ROW[7 * side + 4], ROW[7 * side + 5]
    runners, empty, front = passed(own, foe, side), BOARD & ~(own | foe), around(foe)
    meeting, at = own & front, front & empty
    near = own & (ahead(at, 1 - side) | (at & NOT_A) >> 1 | (at & NOT_G) << 1)
    return (w[1] * popcount(own)
            + w[2] * popcount(own & ROW[7 * side + 1]) + w[3] * popcount(own & ROW[7 * side + 2])
            + w[4] * popcount(own & third) + w[5] * popcount(own & fourth)
            + w[6] * popcount(own & fifth) + w[7] * next_tops(p, own, side)
            + w[8] * popcount(runners) + w[9] * popcount(runners & third)
            + w[10] * popcount(runners & fourth) + w[11] * popcount(runners & fifth)
            + w[12] * popcount(around(own) & own)
            + w[13] * total(p, own & (third | fourth | fifth))
            + w[14] * popcount(meeting) + w[15] * total(p, meeting)
            + w[16] * popcount(near) + w[17] * total(p, near) + w[18] * next_tops(p, near, side)
            + w[19] * popcount(own & ahead(empty, 1 - side)))


@kernel
def weigh(p: Position, w: Array) -> int:
    """The features of the player to move less those of the other, each times its weight."""
    white, black = white_dice(p), black_dice(p)
    return w[0] + for_mover(p, strength(p, white, black, 0, w) - strength(p, black, white, 1, w))


@kernel
def evaluate(p: Position) -> int:
    """The value of a position for the player to move."""
    return weigh(p, WEIGHTS)


@kernel
def noisy(p: Position, moves: Array, n: int) -> int:
    """Append the moves that fight or arrive."""
    return moves_to(p, around(p.foe) | (ROW_1 if p.side else LAST_ROW), moves, n)


@inner
def urgency(p: Position, move: int) -> int:
    """Battles and steps forward first."""
    if move == PASS:
        return 0
    square = (move >> 2) + STEP[move & 3]
    return 2 * (around(1 << square) & p.foe != 0) + (move & 1 == 0)


@inner
def odds(p: Position, side: int) -> int:
    """What each die says, by where it lies and how, added up."""
    if not KNOWS_ODDS:
        return 0
    return (BASE[p.side ^ side] + dice_odds(p, white_dice(p), 2 * side)
            + dice_odds(p, black_dice(p), 2 * side + 1))


@inner
def dice_odds(p: Position, dice: int, sides: int) -> int:
    """What dice of one colour say: `sides` is twice the side that is to win, and that colour."""
    found = 0
    while dice:
        square = lowest(dice)
        found += ODDS[(sides * 49 + square) * 64 + faces(p, square)]
        dice &= dice - 1
    return found
