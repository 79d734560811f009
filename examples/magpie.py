"""Magpie: five dice a side on five by five squares snatch one another; higher tops take lower ones.

A move tilts one die one square along a row or a column, onto an empty square or onto an enemy die
that shows less than yours did before it tilted; that die is captured.  As soon as a player has only
two dice left, the game is over, and the higher sum of dice wins.
"""
from typing import NamedTuple

from ..contract.pieces import COLOURS, Contents, Piece, Reason, Removed, Step
from ..kernel import inner, kernel, lookup, option
from ..kernel.bits import lowest, mix, popcount
from ..kernel.codes import BLACK_WINS, DRAW, RUNNING, WHITE_WINS
from ..kernel.dice import ROLLED

TITLE, LETTER, COLUMNS, ROWS = "Magpie", "M", 5, 5
POSITION_TEXT, MOVE_TEXT = "dice", "squares"
LAST = int(option("last", ("2", "3", "1"), "the game is over when a player has so few dice left"))

# Square = 5 * row + column; a set of squares is one integer, bit by bit.
SQUARES = [(square % 5, square // 5) for square in range(25)]
BOARD, ROW_1 = (1 << 25) - 1, 31
COLUMN_A = sum(1 << 5 * row for row in range(5))

STEP = lookup((5, 1, -5, -1))                            # north, east, south, west
INSIDE = lookup((BOARD >> 5, BOARD & ~(COLUMN_A << 4), BOARD & ~ROW_1, BOARD & ~COLUMN_A))

MAX_MOVES, MOVE_CODES, PASS = 20, 101, 100              # a move is 4 * square + direction


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
    """White's dice lie as w, which is 0b11010, and Black's as v, 0b11001; all show 6."""
    white, black = ROW_1, ROW_1 << 20
    return Position(0, white, black, black, white, 0, white | black, white | black)


@inner
def die_on(p, square):
    """The number of the die on a square, or 0; divided by 4 it is the top."""
    return (p.bit0 >> square & 1 | (p.bit1 >> square & 1) << 1 | (p.bit2 >> square & 1) << 2
            | (p.bit3 >> square & 1) << 3 | (p.bit4 >> square & 1) << 4)


@kernel
def generate(p, moves, n):
    """Append the legal moves, else the pass."""
    end, dice = n, p.own
    while dice:
        square = lowest(dice)
        dice &= dice - 1
        for direction in range(4):
            if not INSIDE[direction] >> square & 1:
                continue
            target = square + STEP[direction]
            if p.own >> target & 1:
                continue
            if p.foe >> target & 1 and die_on(p, target) >> 2 >= die_on(p, square) >> 2:
                continue
            moves[end] = 4 * square + direction
            end += 1
    if end == n:
        moves[n] = PASS
        return n + 1
    return end


@kernel
def apply(p, move):
    """The die turns as it tilts, and what lay there is gone."""
    if move == PASS:
        return Position(1 - p.side, p.foe, p.own, p.bit0, p.bit1, p.bit2, p.bit3, p.bit4)
    origin, direction = move >> 2, move & 3
    die = ROLLED[32 * die_on(p, origin) + 8 * direction + 1]
    target = origin + STEP[direction]
    keep = ~(1 << origin | 1 << target)
    return Position(1 - p.side, p.foe & keep, p.own & keep | 1 << target,
                    p.bit0 & keep | (die & 1) << target, p.bit1 & keep | (die >> 1 & 1) << target,
                    p.bit2 & keep | (die >> 2 & 1) << target,
                    p.bit3 & keep | (die >> 3 & 1) << target, p.bit4 & keep | (die >> 4) << target)


@inner
def points(p, dice):
    """The sum of the tops of these dice."""
    return popcount(p.bit2 & dice) + 2 * popcount(p.bit3 & dice) + 4 * popcount(p.bit4 & dice)


@kernel
def outcome(p):
    """When a player has few dice left, the higher sum wins."""
    if popcount(p.own) > LAST and popcount(p.foe) > LAST:
        return RUNNING
    lead = points(p, p.own) - points(p, p.foe)
    if lead == 0:
        return DRAW
    return WHITE_WINS if (lead > 0) == (p.side == 0) else BLACK_WINS


@kernel
def progress(p, move, q):
    """A capture."""
    return p.foe != q.own


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


def removed(p, move):
    """The die that lies where the move ends."""
    if move == PASS:
        return []
    target = SQUARES[(move >> 2) + STEP[move & 3]]
    taken = contents(p).pieces.get(target)
    return [Removed(target, taken, "captured")] if taken else []


def score(p):
    """White's and Black's tops."""
    own, foe = points(p, p.own), points(p, p.foe)
    return (foe, own) if p.side else (own, foe)


def refusal(p, steps, name):
    """Why a die may not tilt so."""
    (column, row), (to_column, to_row) = steps[0].origin, steps[0].target
    pieces = contents(p).pieces
    if len(steps) > 1:
        return "a move is one tilt"
    if abs(to_column - column) + abs(to_row - row) != 1:
        return f"a die tilts to the next square, which {name(steps[0].target)} is not"
    there, top = pieces[to_column, to_row], pieces[column, row].die >> 2
    if there.colour == COLOURS[p.side]:
        return f"your own die lies on {name(steps[0].target)}"
    return f"your top is not higher: {top}, against {there.die >> 2} on {name(steps[0].target)}"


def reason(p):
    """There is one way to end."""
    return Reason.ELIMINATION


def problems(p):
    """Why the position cannot occur in a game."""
    return [f"{name} has {popcount(dice)} dice, and each player has five"
            for name, dice in (("White", p.foe if p.side else p.own),
                               ("Black", p.own if p.side else p.foe)) if popcount(dice) > 5] + (
        ["both players have too few dice, and the game was over before"]
        if max(popcount(p.own), popcount(p.foe)) <= LAST else [])
