"""What nets see of Echek: pieces by how they stand to both kings, hands, the area, rights."""
from ...kernel import inner
from ...kernel.bits import highest, lowest
from . import DEAD, RESERVE, SWAP_RIGHT, counting, place_of, squares_of
from .encoding import turned
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
def add(rows, n, own, other):
    """Append a row seen by both players."""
    rows[n], rows[MOST + n] = own, other
    return n + 1


@inner
def add_edges(p, first, last, shift, axis, rows, n):
    """Append where both kings stand between the first and the last row, or column."""
    width = min(last - first + 1, WIDEST)
    for whose in range(2):
        line = place_of(p.foe if whose else p.own, 0) >> shift & 7
        near, far = max(0, min(line - first, WIDEST - 1)), max(0, min(last - line, WIDEST - 1))
        if p.side:
            near, far = far, near
        place = EDGES + (2 * axis) * WIDEST * WIDEST + (width - 1) * WIDEST
        n = add(rows, n, place + whose * WIDEST * WIDEST + near,
                place + (1 - whose) * WIDEST * WIDEST + far)
    return n


@inner
def inputs(p, rows):
    """The area is what counts for it; edges are how far a king stands from its south and west."""
    n = 0
    king, enemy = turned(p, place_of(p.own, 0)), turned(p, place_of(p.foe, 0))
    for number in range(PIECES):
        whose, piece = (1, number - 6) if number > 5 else (0, number)
        square, mirrored = place_of(p.foe if whose else p.own, piece), (number + 6) % PIECES
        if square == RESERVE:
            n = add(rows, n, HANDS + number, HANDS + mirrored)
        elif square == DEAD:
            n = add(rows, n, LOST + number, LOST + mirrored)
        else:
            seen = turned(p, square)
            mine, theirs = offset(seen, king), offset(seen, enemy)
            last = AROUND - 1
            n = add(rows, n, FROM_KINGS + number * AROUND + mine,
                    FROM_KINGS + mirrored * AROUND + last - theirs)
            n = add(rows, n, FROM_KINGS + (PIECES + number) * AROUND + theirs,
                    FROM_KINGS + (PIECES + mirrored) * AROUND + last - mine)
    taken = counting(p, squares_of(p.own) | squares_of(p.foe))
    columns = folded(taken)
    n = add_edges(p, lowest(taken) >> 3, highest(taken) >> 3, 3, 0, rows, n)
    n = add_edges(p, lowest(columns), highest(columns), 0, 1, rows, n)
    for whose in range(2):
        if (p.foe if whose else p.own) & SWAP_RIGHT:
            n = add(rows, n, RIGHTS + whose, RIGHTS + 1 - whose)
    return n


def factors(row):
    """How far a piece stands from a king, and how it stands but for left and right."""
    if not FROM_KINGS <= row < EDGES:
        return ()
    piece, place = divmod(row - FROM_KINGS, AROUND)     # counted once for each king
    up, aside = place // WIDE - FAR, abs(place % WIDE - FAR)
    return [("stands", piece, up, aside), ("distance", piece, max(abs(up), aside))]
