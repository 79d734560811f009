"""Sets of squares on the frame of Echek: neighbours, groups, spans and lines.

The frame has eight by eight squares, square = 8 * row + column; a set is one integer, bit by bit.
"""
from ...kernel import inner, lookup
from ...kernel.bits import highest, lowest

FRAME = (1 << 63) - 1                   # the square in the corner, (7, 7), is never needed
COLUMN_0 = sum(1 << 8 * row for row in range(8))
NOT_0 = FRAME & ~COLUMN_0
NOT_7 = FRAME & ~(COLUMN_0 << 7) & ~(1 << 62)
NOT_TOP = (1 << 55) - 1                 # a square of the top row, or below (7, 7), is not lifted


def _squares(test):
    """The set of squares of the frame that pass a test of (column, row)."""
    return sum(1 << square for square in range(63) if test(square % 8, square // 8))


def _rays():
    """By direction and square; the first four directions lead to higher numbers."""
    for east, north in ((1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)):
        for square in range(64):
            line = {(square % 8 + i * east, square // 8 + i * north) for i in range(1, 8)}
            yield _squares(lambda column, row, line=line: (column, row) in line)


RAY = lookup(_rays())
LEAPS = lookup(_squares(lambda column, row, s=square:
                       {abs(column - s % 8), abs(row - s // 8)} == {1, 2}) for square in range(64))
SIDES = lookup(_squares(lambda column, row, s=square:
                       abs(column - s % 8) + abs(row - s // 8) == 1) for square in range(64))
# COLUMN_SPAN[8 * highest + lowest]: the columns a piece may join when these are taken
COLUMN_SPAN = lookup(_squares(lambda column, row, s=span: s // 8 - 3 <= column <= s % 8 + 3)
                    for span in range(64))
ROW_SPAN = lookup(_squares(lambda column, row, s=span: s // 8 - 3 <= row <= s % 8 + 3)
                 for span in range(64))
# COLUMNS_OUT[8 * highest + lowest]: the columns beyond the borders, which are there when the taken
# ones are as many as can be
COLUMNS_OUT = lookup(_squares(lambda column, row, s=span: s // 8 - s % 8 == 3
                              and not s % 8 <= column <= s // 8) for span in range(64))
ROWS_OUT = lookup(_squares(lambda column, row, s=span: s // 8 - s % 8 == 3
                           and not s % 8 <= row <= s // 8) for span in range(64))


@inner
def folded(squares):
    """Which columns hold any of these squares: eight bits."""
    squares |= squares >> 32
    squares |= squares >> 16
    return (squares | squares >> 8) & 255


@inner
def grown(squares):
    """These squares and all that touch them by a side or a corner."""
    row = squares | (squares & NOT_7) << 1 | (squares & NOT_0) >> 1
    return row | (row & NOT_TOP) << 8 | row >> 8


@inner
def beside(squares):
    """The squares at the sides of these."""
    return ((squares & NOT_7) << 1 | (squares & NOT_0) >> 1
            | (squares & NOT_TOP) << 8 | squares >> 8)


@inner
def joining(squares):
    """The squares where one more piece connects all of these."""
    rest, allowed = squares, FRAME
    while rest:
        group, around = 0, rest & -rest
        while around & squares != group:
            group = around & squares
            around = grown(group)
        allowed &= around
        rest &= ~group
    return allowed


@inner
def connected(squares):
    """Whether these squares form one group."""
    group = squares & -squares
    more = grown(group) & squares
    while more != group:
        group = more
        more = grown(group) & squares
    return group == squares


@inner
def room(counted):
    """The squares where one more piece that counts leaves the area small enough."""
    columns = folded(counted)
    return (COLUMN_SPAN[8 * highest(columns) + lowest(columns)]
            & ROW_SPAN[8 * (highest(counted) >> 3) + (lowest(counted) >> 3)])


@inner
def outside(counted):
    """The squares beyond the borders of the area around these."""
    columns = folded(counted)
    return (COLUMNS_OUT[8 * highest(columns) + lowest(columns)]
            | ROWS_OUT[8 * (highest(counted) >> 3) + (lowest(counted) >> 3)])


@inner
def fits(counted):
    """Whether the area around these squares is at most 4 long in both directions."""
    columns = folded(counted)
    return (highest(columns) - lowest(columns) < 4
            and (highest(counted) >> 3) - (lowest(counted) >> 3) < 4)


@inner
def onward(square, direction, foes):
    """The squares of a line that leads to higher numbers, up to the first enemy."""
    squares = RAY[64 * direction + square]
    met = squares & foes
    return squares & (met & -met) - 1


@inner
def backward(square, direction, foes):
    """The squares of a line that leads to lower numbers, up to the first enemy."""
    squares = RAY[64 * direction + square]
    met = squares & foes
    return squares & ~met & -(1 << highest(met | 1))


@inner
def straight(square, foes):
    """The squares of the lines along row and column, each up to the first enemy."""
    return (onward(square, 0, foes) | onward(square, 2, foes)
            | backward(square, 4, foes) | backward(square, 6, foes))


@inner
def diagonal(square, foes):
    """The squares of the diagonal lines, each up to the first enemy."""
    return (onward(square, 1, foes) | onward(square, 3, foes)
            | backward(square, 5, foes) | backward(square, 7, foes))
