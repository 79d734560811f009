"""What policies see of an action in Echek: how the piece stands to both kings, and what it shuts.

* The piece, whether it is placed or moved, and how it will stand to the other king.
* The same to its own king.
* How a piece that is moved stood to the other king.
* How many sides of each king are shut before and after, and which queens fall.
* What a bishop sends back.
"""
from ...kernel import inner
from ...kernel.bits import popcount
from . import KING, PASS, RESERVE, SWAP, acted, closed, fallen, place_of, squares_of
from .frame import SIDES
from .network import AROUND, WIDE, offset

PIECES, SHUT, QUEENS, SENT = 6, 5, 4, 13
TO_FOE = 2 * PIECES * AROUND
SIDES_SHUT = SHUT ** 4 * QUEENS
FIRST_OWN = TO_FOE
FIRST_FROM = FIRST_OWN + TO_FOE
FIRST_SHUT = FIRST_FROM + PIECES * AROUND
FIRST_SENT = FIRST_SHUT + SIDES_SHUT
SWAPPING = FIRST_SENT + SENT
PASSING = SWAPPING + 1
TRAITS, MOST = PASSING + 1, 5


@inner
def stands(p, square, king):
    """How a square lies from a king's, as the mover sees it."""
    number = offset(square, king)
    return AROUND - 1 - number if p.side else number


@inner
def shut_sides(shut, word):
    """How many sides of a player's king are shut."""
    return popcount(SIDES[place_of(word, KING)] & shut)


@inner
def shutting(p, move):
    """How many sides of each king are shut before and after an action, and which queens fall."""
    before = closed(p, squares_of(p.own) | squares_of(p.foe))
    q, taken = acted(p, move)
    after = closed(q, taken)
    return (((shut_sides(before, p.foe) * SHUT + shut_sides(after, q.foe)) * SHUT
             + shut_sides(before, p.own)) * SHUT + shut_sides(after, q.own)
            ) * QUEENS + fallen(q, taken)


@inner
def traits(p, move, found):
    """Three of a placing and four of a move, one more if something is sent back; two of a swap."""
    if move == PASS:
        found[0] = PASSING
        return 1
    found[0] = FIRST_SHUT + shutting(p, move)
    piece, target, sent = move & 7, move >> 3 & 63, move >> 9
    if piece == SWAP:
        found[1] = SWAPPING
        return 2
    origin = place_of(p.own, piece)
    own, foe = place_of(p.own, KING), place_of(p.foe, KING)
    kind = (0 if origin == RESERVE else PIECES) + piece
    found[1] = kind * AROUND + stands(p, target, foe)
    found[2] = FIRST_OWN + kind * AROUND + stands(p, target, own)
    n = 3
    if origin != RESERVE:
        found[n] = FIRST_FROM + piece * AROUND + stands(p, origin, foe)
        n += 1
    if sent:
        found[n] = FIRST_SENT + sent
        n += 1
    return n


def factors(trait):
    """How the piece stands but for left and right, and what each king is left with."""
    if trait < FIRST_SHUT:
        kind, place = divmod(trait, AROUND)
        up, aside = place // WIDE, abs(place % WIDE - WIDE // 2)
        whose = kind // (2 * PIECES)
        return [("stands", kind, up, aside), ("at", whose, place), ("up", kind, up),
                ("distance", kind, max(abs(up - WIDE // 2), aside))]
    if trait < FIRST_SENT:
        rest, queens = divmod(trait - FIRST_SHUT, QUEENS)
        foe, own = divmod(rest, SHUT ** 2)
        return [("queens", queens), ("foe", foe), ("own", own), ("kings", foe, own)]
    return []
