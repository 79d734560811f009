"""What nets see of Echek: pieces by how they stand to both kings, hands, the area, rights."""
from ...kernel import inner
from ...kernel.bits import highest, lowest
from . import DEAD, RESERVE, SWAP_RIGHT, counting, place_of, squares_of
from .frame import folded

FAR = 6                         # rows or columns between two pieces, at most
WIDE = 2 * FAR + 1
AROUND = WIDE * WIDE            # how one piece may stand to another
PIECES, WIDEST = 12, 4
HANDS = 0                       # the first row of each kind of input
LOST = HANDS + PIECES
FROM_KINGS = LOST + PIECES
EDGES = FROM_KINGS + 2 * PIECES * AROUND
RIGHTS = EDGES + 2 * 2 * WIDEST * WIDEST
INPUTS = RIGHTS + 2
MOST = 2 * PIECES + 4 + 2


@inner
def offset(square, king):
    """How a square lies from a king's, as one number."""
    return ((square >> 3) - (king >> 3) + FAR) * WIDE + (square & 7) - (king & 7) + FAR


@inner
def add_edges(white, black, first, last, shift, axis, rows, n):
    """Append where both kings stand between the first and the last row, or column."""
    width = min(last - first + 1, WIDEST)
    for whose in range(2):
        line = place_of(black if whose else white, 0) >> shift & 7
        near = max(0, min(line - first, WIDEST - 1))
        rows[n] = EDGES + ((2 * axis + whose) * WIDEST + width - 1) * WIDEST + near
        n += 1
    return n


@inner
def inputs(p, rows):
    """The area is what counts for it; edges are how far a king stands from its south and west."""
    n = 0
    white, black = (p.foe, p.own) if p.side else (p.own, p.foe)
    king, enemy = place_of(white, 0), place_of(black, 0)
    for number in range(PIECES):
        square = place_of(black, number - 6) if number > 5 else place_of(white, number)
        if square == RESERVE:
            rows[n] = HANDS + number
            n += 1
        elif square == DEAD:
            rows[n] = LOST + number
            n += 1
        else:
            rows[n] = FROM_KINGS + number * AROUND + offset(square, king)
            rows[n + 1] = FROM_KINGS + (PIECES + number) * AROUND + offset(square, enemy)
            n += 2
    taken = counting(p, squares_of(p.own) | squares_of(p.foe))
    columns = folded(taken)
    n = add_edges(white, black, lowest(taken) >> 3, highest(taken) >> 3, 3, 0, rows, n)
    n = add_edges(white, black, lowest(columns), highest(columns), 0, 1, rows, n)
    for whose in range(2):
        if (black if whose else white) & SWAP_RIGHT:
            rows[n] = RIGHTS + whose
            n += 1
    return n


def mirrored(row):
    """The board is turned and the colours are swapped."""
    if row >= RIGHTS:
        return 2 * RIGHTS + 1 - row
    if row >= EDGES:
        line, near = divmod(row - EDGES, WIDEST)
        axis_whose, width = divmod(line, WIDEST)
        far = width - near if near <= width else near      # others are never on
        return EDGES + ((axis_whose ^ 1) * WIDEST + width) * WIDEST + far
    if row >= FROM_KINGS:
        piece, place = divmod(row - FROM_KINGS, AROUND)
        king, number = divmod(piece, PIECES)
        return (FROM_KINGS + ((1 - king) * PIECES + (number + 6) % PIECES) * AROUND
                + AROUND - 1 - place)
    kind, number = divmod(row, PIECES)
    return kind * PIECES + (number + 6) % PIECES


def factors(row):
    """How far a piece stands from a king, and how it stands but for left and right."""
    if not FROM_KINGS <= row < EDGES:
        return ()
    piece, place = divmod(row - FROM_KINGS, AROUND)     # counted once for each king
    up, aside = place // WIDE - FAR, abs(place % WIDE - FAR)
    return [("stands", piece, up, aside), ("distance", piece, max(abs(up), aside))]
