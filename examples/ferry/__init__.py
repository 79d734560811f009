"""Ferry: three dice a side cross five by five squares; seven points on the far side win.

A move tilts one die one square forward, left or right onto an empty square.  The tops of your dice
on the far row, your shore, are your points: with seven or more you win.
"""
from typing import NamedTuple

from ...contract.pieces import COLOURS, Contents, Piece, Reason, Step
from ...kernel import inner, kernel, lookup, option
from ...kernel.bits import lowest, mix, popcount
from ...kernel.codes import BLACK_WINS, RUNNING, WHITE_WINS
from ...kernel.dice import EAST, NORTH, ROLLED, SOUTH, WEST

TITLE, LETTER, COLUMNS, ROWS = "Ferry", "F", 5, 5
POSITION_TEXT, MOVE_TEXT = "dice", "squares"
POINTS = int(option("points", ("7", "10"), "how many points win"))

# Square = 5 * row + column; a set of squares is one integer, bit by bit.
SQUARES = [(square % 5, square // 5) for square in range(25)]
BOARD, ROW_1, ROW_5 = (1 << 25) - 1, 31, 31 << 20
COLUMN_A = sum(1 << 5 * row for row in range(5))

STEP = lookup((5, 1, -5, -1))                            # north, east, south, west
INSIDE = lookup((BOARD, BOARD & ~(COLUMN_A << 4), BOARD, BOARD & ~COLUMN_A))
WAYS = lookup((NORTH, EAST, WEST, SOUTH, EAST, WEST))    # White's three, then Black's

MAX_MOVES, MOVE_CODES, PASS = 9, 101, 100               # a move is 4 * square + direction


class Position(NamedTuple):
    """The dice of both sides, and the five bits of the number (see kernel/dice.py) of each die."""

    side: int                                           # to move: 0 White, 1 Black
    own: int
    foe: int
    bit0: int
    bit1: int
    bit2: int
    bit3: int
    bit4: int


@kernel
def start():
    """On b, c and d White's dice lie as w, which is 0b11010, and Black's as v, 0b11001."""
    white, black = 14, 14 << 20
    return Position(0, white, black, black, white, 0, white | black, white | black)


@inner
def die_on(p, square):
    """The number of the die on a square, or 0."""
    return (p.bit0 >> square & 1 | (p.bit1 >> square & 1) << 1 | (p.bit2 >> square & 1) << 2
            | (p.bit3 >> square & 1) << 3 | (p.bit4 >> square & 1) << 4)


@kernel
def generate(p, moves, n):
    """Append the legal moves, else the pass."""
    first, free = n, BOARD & ~(p.own | p.foe)
    moves[n] = PASS                                     # stays if nothing else is found
    for i in range(3 * p.side, 3 * p.side + 3):
        step, targets = STEP[WAYS[i]], p.own & INSIDE[WAYS[i]]
        targets = (targets << step if step > 0 else targets >> -step) & free
        while targets:
            moves[n] = 4 * (lowest(targets) - step) + WAYS[i]
            n += 1
            targets &= targets - 1
    return max(n, first + 1)


@kernel
def apply(p, move):
    """The die turns as it tilts, and the other player is to move."""
    if move == PASS:
        return Position(1 - p.side, p.foe, p.own, p.bit0, p.bit1, p.bit2, p.bit3, p.bit4)
    origin, direction = move >> 2, move & 3
    die = ROLLED[32 * die_on(p, origin) + 8 * direction + 1]
    target, keep = origin + STEP[direction], ~(1 << origin)
    return Position(1 - p.side, p.foe, p.own & keep | 1 << target,
                    p.bit0 & keep | (die & 1) << target, p.bit1 & keep | (die >> 1 & 1) << target,
                    p.bit2 & keep | (die >> 2 & 1) << target,
                    p.bit3 & keep | (die >> 3 & 1) << target, p.bit4 & keep | (die >> 4) << target)


@inner
def points(p, colour):
    """The sum of a player's tops on his shore; a die's number divided by 4 is its top."""
    dice = (p.own if p.side == colour else p.foe) & (ROW_1 if colour else ROW_5)
    return popcount(p.bit2 & dice) + 2 * popcount(p.bit3 & dice) + 4 * popcount(p.bit4 & dice)


@kernel
def outcome(p):
    """Enough points on the shore win."""
    if points(p, 0) >= POINTS:
        return WHITE_WINS
    return BLACK_WINS if points(p, 1) >= POINTS else RUNNING


@kernel
def progress(p, move, q):
    """A tilt forward."""
    return move != PASS and move & 1 == 0


@kernel
def irreversible(p, move, q):
    """No die ever goes back."""
    return True


@kernel
def key(p):
    """All fields of the position, stirred together."""
    return mix(mix(mix(mix(p.own * 2 + p.side, p.bit0), p.bit1), mix(p.foe, p.bit2)),
               mix(p.bit3, p.bit4))


# Descriptions.

def contents(p):
    """What lies where."""
    white = p.foe if p.side else p.own
    return Contents(COLOURS[p.side], {
        SQUARES[square]: Piece(COLOURS[1 - (white >> square & 1)], "D", die_on(p, square))
        for square in range(25) if (p.own | p.foe) >> square & 1})


def position(contents):
    """The position with these dice on the board."""
    planes = [0] * 7
    for (column, row), piece in contents.pieces.items():
        planes[piece.colour != contents.side] |= 1 << 5 * row + column
        for bit in range(5):
            planes[2 + bit] |= (piece.die >> bit & 1) << 5 * row + column
    return Position(COLOURS.index(contents.side), *planes)


def steps(p, move):
    """One tilt, or the pass."""
    if move == PASS:
        return [Step("pass")]
    origin, target = move >> 2, (move >> 2) + STEP[move & 3]
    return [Step("tilt", SQUARES[origin], SQUARES[target], direction=move & 3)]


def refusal(p, steps, name):
    """Why a die may not tilt so."""
    (column, row), (to_column, to_row) = steps[0].origin, steps[0].target
    if len(steps) > 1:
        return "a move is one tilt"
    if (to_row - row) * (1 - 2 * p.side) < 0:
        return f"a die never goes backward, and {name(steps[0].target)} is behind it"
    if abs(to_column - column) + abs(to_row - row) != 1:
        return f"a die tilts to the next square, which {name(steps[0].target)} is not"
    return f"{name(steps[0].target)} is not empty"


def reason(p):
    """There is one way to win."""
    return Reason.GOAL


def problems(p):
    """Why the position cannot occur in a game."""
    found = ["each player has three dice"] if {popcount(p.own), popcount(p.foe)} != {3} else []
    return found + (["both have won"] if min(points(p, 0), points(p, 1)) >= POINTS else [])
