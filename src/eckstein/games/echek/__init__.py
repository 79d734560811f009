"""Echek: twelve pieces, each with a power of its own, on a board that moves with them.

The pieces lie on a frame of eight by eight squares (square = 8 * row + column), shifted so that
the smallest rectangle around all of them begins in column 1 and row 1.  Together they are never
longer than six squares, so there is room for a step to each side, and equal positions are equal
wherever on the plane they lie.  Every piece is unique: a player is a word of six fields of six
bits, one for each piece, which hold its square, or RESERVE, or DEAD.
"""
from typing import NamedTuple

from ...base.sentence import Sentence
from ...contract.pieces import (
    COLOURS,
    PLAYERS,
    WHITE,
    Contents,
    Fact,
    Piece,
    Reason,
    Removed,
    Square,
    Step,
)
from ...kernel import inline, inline_kernel, inner, kernel, option
from ...kernel.bits import highest, lowest, mix
from ...kernel.codes import BLACK_WINS, DRAW, RUNNING, WHITE_WINS
from . import refusals as _echek_refusals
from . import standing as _echek_standing
from .frame import (
    FRAME,
    LEAPS,
    SIDES,
    beside,
    connected,
    diagonal,
    fits,
    folded,
    grown,
    joining,
    outside,
    room,
    straight,
)

TITLE, LETTER = "Echek", "K"
BISHOP = option("bishop", ("draft", "final", "basic"),
                "draft: bishops may leave the 4 x 4 area and do not count for it; final: they "
                "count, and a bishop that is placed sends a piece back; basic: they count, and "
                "have no effect")
QUEENS_FIRST = option("queens_first", (False, True), "queens are judged before kings")

COLUMNS = ROWS = 0
LONGEST = 4                             # of the area, in either direction
POSITION_TEXT, MOVE_TEXT = "area", "actions"
LETTERS, IN_HAND, RIGHTS, NOUN = "KQRBNP", "QRBNP", "S", "piece"
KING, QUEEN, ROOK, BISHOP_PIECE, KNIGHT, PAWN = range(6)

RESERVE, DEAD = 0, 7                    # squares of the frame where no piece can ever lie
SWAP_RIGHT = 1 << 36                    # above the six fields of a player's word
ONES = sum(1 << 6 * piece for piece in range(6))        # in all fields
SIDE = 62                               # in a key: the side to move, off all squares

# A move is the piece (or SWAP), 8 times the square it goes to, and 512 times the piece sent back:
# 0 none, 1 to 6 the mover's own, 7 to 12 the other's.
SWAP, MOVE_CODES = 6, 1 << 13
PASS = MOVE_CODES - 1
MAX_MOVES = 512
MOVES_ALIKE = False                     # squares are counted from where play is

DRAFT, FINAL = BISHOP == "draft", BISHOP == "final"


class Position(NamedTuple):
    """The side to move, and the words of both players."""

    side: int
    own: int
    foe: int


@kernel
def start():
    """Black's king above White's, all else in hand."""
    return Position(0, 9 | SWAP_RIGHT, 17 | SWAP_RIGHT)


@inner
def place_of(word, piece):
    """The square of a piece, or RESERVE, or DEAD."""
    return word >> 6 * piece & 63


@inner
def put(word, piece, square):
    return word & ~(63 << 6 * piece) | square << 6 * piece


@inner
def squares_of(word):
    """The squares that a player's pieces lie on."""
    return ((1 << (word & 63) | 1 << (word >> 6 & 63) | 1 << (word >> 12 & 63)
             | 1 << (word >> 18 & 63) | 1 << (word >> 24 & 63) | 1 << (word >> 30 & 63))
            & ~(1 << RESERVE | 1 << DEAD))


@inner
def counting(p, squares):
    """These squares without those of bishops that do not count for the area."""
    return squares & ~(1 << (p.own >> 18 & 63) | 1 << (p.foe >> 18 & 63)) if DRAFT else squares


@inner
def closed(p, taken):
    """All squares that are filled (these are `taken`), or lie beyond a border."""
    return taken | outside(counting(p, taken))


@inner
def surrounded(shut, square):
    """Whether all four sides of a square in the frame are shut."""
    return SIDES[square] & ~shut == 0


@inner
def not_empty(fields):
    """The highest bit of each field that is not 0."""
    return ((fields & 31 * ONES) + 31 * ONES | fields) & 32 * ONES


@inner
def shifted(word, step):
    """A player's word with all pieces on the board moved by so many squares."""
    fields = word & 63 * ONES
    return word + step * ((not_empty(fields) & not_empty(fields ^ DEAD * ONES)) >> 5)


@inner
def overhang(taken):
    """How many square numbers the pieces must move to begin in column 1 and row 1."""
    return 9 - lowest(folded(taken)) - 8 * (lowest(taken) >> 3)


@inner
def aligned(p):
    """The position moved to its place in the frame."""
    step = overhang(squares_of(p.own) | squares_of(p.foe))
    if step == 0:
        return p
    return Position(p.side, shifted(p.own, step), shifted(p.foe, step))


@inline
def acted(p, move):
    """The position after the action itself, before its outcome is judged, and what is filled in it.

    The mover stays to move.
    """
    piece, target, returned = move & 7, move >> 3 & 63, move >> 9
    own, foe = p.own, p.foe
    taken = squares_of(own) | squares_of(foe)
    if piece == SWAP:
        king, rook = place_of(own, KING), place_of(own, ROOK)
        return (Position(p.side, put(put(own, KING, rook), ROOK, king) & ~SWAP_RIGHT, foe), taken)
    taken = taken & ~(1 << place_of(own, piece))
    own = put(own, piece, RESERVE)
    if FINAL and returned:
        if returned > 6:
            foe = put(foe, returned - 7, RESERVE)
        else:
            own = put(own, returned - 1, RESERVE)
        taken = squares_of(own) | squares_of(foe)
    taken |= 1 << target
    step = overhang(taken)
    if step:
        own, foe = shifted(own, step), shifted(foe, step)
        taken = taken << step if step > 0 else taken >> -step
    return Position(p.side, put(own, piece, target + step), foe), taken


@inline
def fallen(p, taken):
    """The queens that are removed now: 1 for the own, 2 for the other one's; `taken` are filled."""
    own, foe = place_of(p.own, QUEEN), place_of(p.foe, QUEEN)
    own_lies, foe_lies = own != RESERVE and own != DEAD, foe != RESERVE and foe != DEAD
    if not (own_lies or foe_lies):
        return 0
    shut = closed(p, taken)
    queens = 1 if own_lies and surrounded(shut, own) else 0
    if foe_lies and surrounded(shut, foe):
        queens |= 2
    if queens and not QUEENS_FIRST and (surrounded(shut, place_of(p.own, KING))
                                        or surrounded(shut, place_of(p.foe, KING))):
        return 0
    return queens


@inner
def holds(p, move):
    """Whether an action is legal: what stays after fallen queens left is connected."""
    q, taken = acted(p, move)
    queens = fallen(q, taken)
    if queens == 0:
        return True
    left = without_queens(q, queens)
    return connected(squares_of(left.own) | squares_of(left.foe))


@inner
def without_queens(p, queens):
    own = put(p.own, QUEEN, DEAD) if queens & 1 else p.own
    foe = put(p.foe, QUEEN, DEAD) if queens & 2 else p.foe
    return Position(p.side, own, foe)


@inline_kernel
def apply(p, move):
    """The action, and then the judgement of queens."""
    if move == PASS:
        return Position(1 - p.side, p.foe, p.own)
    q, taken = acted(p, move)
    queens = fallen(q, taken)
    if queens:
        q = aligned(without_queens(q, queens))
    return Position(1 - p.side, q.foe, q.own)


@inner
def reach(piece, square, foes):
    """Where a piece goes from a square, over any pieces of its own; empty or not."""
    if piece == KING:
        return grown(1 << square)
    if piece == PAWN:
        return beside(1 << square)
    if piece == KNIGHT:
        return LEAPS[square]
    squares = 0
    if piece != BISHOP_PIECE:
        squares = straight(square, foes)
    if piece != ROOK:
        squares |= diagonal(square, foes)
    return squares


@inner
def free_squares(p, own, foe):
    """Where the player may put a piece down beside another of the same side, away from the enemy
    king.
    """
    return grown(own) & ~(own | foe | SIDES[place_of(p.foe, KING)]) & FRAME


@inner
def nearby(p, taken):
    """The squares where one more piece that counts leaves the area small enough."""
    return room(counting(p, taken))


@inner
def uncounted(piece):
    """Whether the area does not matter to a piece."""
    return DRAFT and piece == BISHOP_PIECE


@inner
def targets(p, piece, own, foe, free, near):
    """Where a piece may be moved or placed, as far as area and connection go.

    All pieces are placed on `free` squares, and those that count on what is `near` of them.
    """
    square, taken = place_of(p.own, piece), own | foe
    if square == DEAD:
        return 0
    if square == RESERVE:
        if uncounted(piece):
            return free
        allowed = free & near
        if piece == PAWN:
            allowed = (allowed | beside(allowed)) & grown(taken) & ~taken & near
        return allowed
    allowed = reach(piece, square, foe) & ~taken & FRAME
    taken &= ~(1 << square)
    if not uncounted(piece):
        allowed &= nearby(p, taken)
    return allowed & joining(taken) if allowed else 0


@inner
def doubtful(p, piece, allowed, taken):
    """Those of the targets after which a queen might be surrounded, and perhaps must not be.

    Where one's own queen is moved, only the other one matters: what it joins itself does not come
    apart if it falls at once.  Around it the filled sides touch by their corners; what hangs on it
    alone lies beyond two borders, and there no square that it came from reaches.
    """
    leaving, own, foe = place_of(p.own, piece), place_of(p.own, QUEEN), place_of(p.foe, QUEEN)
    if leaving != RESERVE:
        taken &= ~(1 << leaving)
    foes = tight(p, foe, allowed, taken) if foe != RESERVE and foe != DEAD else 0
    if piece == QUEEN:
        return foes
    owns = tight(p, own, allowed, taken) if own != RESERVE and own != DEAD else 0
    both = foes & owns
    if foes:
        foes &= ~joining(taken & ~(1 << foe))
    if owns:
        owns &= ~joining(taken & ~(1 << own))
    return foes | owns | both


@inner
def tight(p, queen, allowed, taken):
    """The targets that may shut the last side of a queen, where `taken` are filled without them.

    A side that is empty can be shut by the target itself, or by a border when no piece that counts
    lies beyond the queen on that side.
    """
    counted = counting(p, taken)
    columns, column, row = folded(counted), queen & 7, queen >> 3
    empty = SIDES[queen] & ~taken
    if columns >> column + 1 == 0:
        empty &= ~(1 << queen + 1)
    if columns & (1 << column) - 1 == 0:
        empty &= ~(1 << queen - 1)
    if highest(counted) >> 3 <= row:
        empty &= ~(1 << queen + 8)
    if lowest(counted) >> 3 >= row:
        empty &= ~(1 << queen - 8)
    if empty == 0:
        return allowed
    return allowed & empty if empty & empty - 1 == 0 else 0


@inner
def legal_targets(p, piece, own, foe, free, near):
    """All squares to which a piece may be moved or placed; `own` and `foe` are the players'
    squares.

    Around a queen that falls each side is filled or lies beyond a border, and filled sides touch by
    their corners.  So what it leaves is connected, unless a piece hangs on it from beyond a border,
    as only bishops of the draft can.
    """
    allowed = targets(p, piece, own, foe, free, near)
    doubts = doubtful(p, piece, allowed, own | foe) if DRAFT and allowed else 0
    while doubts:
        target = doubts & -doubts
        doubts ^= target
        if not holds(p, piece | lowest(target) << 3):
            allowed ^= target
    return allowed


@inner
def add_moves(squares, move, moves, n):
    """Append an action to each of these squares; `move` holds the rest of it."""
    while squares:
        moves[n] = move | lowest(squares) << 3
        n += 1
        squares &= squares - 1
    return n


@inner
def returnable(p, number):
    """The square of a piece that a placed bishop may send back, or RESERVE if it may not."""
    word, piece = (p.foe, number - 7) if number > 6 else (p.own, number - 1)
    square = place_of(word, piece)
    if piece == KING or number == BISHOP_PIECE + 1 or square == DEAD:
        return RESERVE
    return square


@inner
def add_returns(p, free, taken, moves, n):
    """Append the placings of a bishop that sends a piece back; where none can go, the plain one.

    All pieces count here, so fallen queens leave no gap (see `legal_targets`).
    """
    plain = free
    for number in range(2, 13):
        square = returnable(p, number)
        if square == RESERVE:
            continue
        rest = taken & ~(1 << square)
        allowed = free & joining(rest)
        plain &= ~allowed
        n = add_moves(allowed, BISHOP_PIECE | number << 9, moves, n)
    return add_moves(plain, BISHOP_PIECE, moves, n)


@inner
def sends_back(p, piece):
    """Whether this is a bishop to be placed under the rules of the final sheet."""
    return FINAL and piece == BISHOP_PIECE and place_of(p.own, piece) == RESERVE


@inner
def can_swap(p):
    """Whether rook and king may still change squares."""
    rook = place_of(p.own, ROOK)
    return p.own & SWAP_RIGHT and rook != RESERVE and holds(p, SWAP)


@kernel
def generate(p, moves, n):
    """Append the legal actions; the forced pass if there are none."""
    end, own, foe = n, squares_of(p.own), squares_of(p.foe)
    free, near = free_squares(p, own, foe), nearby(p, own | foe)
    for piece in range(6):
        if sends_back(p, piece):
            end = add_returns(p, free & near, own | foe, moves, end)
        else:
            allowed = legal_targets(p, piece, own, foe, free, near)
            end = add_moves(allowed, piece, moves, end)
    if can_swap(p):
        moves[end] = SWAP
        end += 1
    if end == n:
        moves[n] = PASS
        return n + 1
    return end


@inner
def can_act(p, own, foe):
    """Whether the player to move has a legal action; `own` and `foe` are the players' squares.

    Pieces in hand, which the last ones are most often, are the quickest to ask.
    """
    free, near = free_squares(p, own, foe), nearby(p, own | foe)
    for piece in range(5, -1, -1):
        if not sends_back(p, piece) and legal_targets(p, piece, own, foe, free, near):
            return True
    return can_swap(p) or sends_back(p, BISHOP_PIECE) and free & near != 0


@kernel
def outcome(p):
    """A surrounded king loses; both at once, or two players that cannot act, draw."""
    own, foe = squares_of(p.own), squares_of(p.foe)
    shut = closed(p, own | foe)
    lost, won = surrounded(shut, place_of(p.own, KING)), surrounded(shut, place_of(p.foe, KING))
    if lost and won:
        return DRAW
    if lost or won:
        return WHITE_WINS if lost == (p.side == 1) else BLACK_WINS
    if can_act(p, own, foe) or can_act(Position(1 - p.side, p.foe, p.own), foe, own):
        return RUNNING
    return DRAW


@inner
def queen_fell(p, q):
    """Whether a queen was removed by the move from p to q."""
    return (place_of(q.foe, QUEEN) != place_of(p.own, QUEEN) and place_of(q.foe, QUEEN) == DEAD
            or place_of(q.own, QUEEN) != place_of(p.foe, QUEEN) and place_of(q.own, QUEEN) == DEAD)


@kernel
def progress(p, move, q):
    """A placing, a removal or a swap."""
    if move == PASS:
        return False
    return (move & 7 == SWAP or place_of(p.own, move & 7) == RESERVE or queen_fell(p, q))


@kernel
def irreversible(p, move, q):
    """A removal, a swap, and a placing where nothing is sent back any more.

    On the final sheet that is so once both bishops lie on the board.
    """
    if not FINAL or move & 7 == SWAP or queen_fell(p, q):
        return True
    return place_of(q.own, BISHOP_PIECE) != RESERVE and place_of(q.foe, BISHOP_PIECE) != RESERVE


@kernel
def key(p):
    """A 63-bit identity of the position."""
    return mix(mix(mix(p.side << SIDE, p.own), p.foe), 0)


# Descriptions.  Squares are counted from the lower left corner of the rectangle around all pieces.

def square_at(square) -> Square:
    """A square's number as (column, row); steps beyond the pieces have negative numbers."""
    return square % 8 - 1, square // 8 - 1


def contents(p) -> Contents:
    """What lies where, what is in hand, and which players may still swap."""
    words = (p.own, p.foe) if p.side == 0 else (p.foe, p.own)
    pieces, reserves = {}, ["", ""]
    for colour, word in zip(COLOURS, words, strict=True):
        for piece, letter in enumerate(LETTERS):
            square = place_of(word, piece)
            if square == RESERVE:
                reserves[colour] += letter
            elif square != DEAD:
                pieces[square_at(square)] = Piece(colour, letter)
    rights = "".join(letter for letter, word in zip("Ss", words, strict=True)
                     if word & SWAP_RIGHT)
    return Contents(COLOURS[p.side], pieces, (reserves[0], reserves[1]), rights)


def position(contents: Contents) -> Position:
    """The position with these pieces; its first square becomes the frame's (1, 1)."""
    if not contents.pieces:
        raise ValueError(Sentence("there are no pieces on the board"))
    low = [min(square[axis] for square in contents.pieces) for axis in (0, 1)]
    high = [max(square[axis] for square in contents.pieces) for axis in (0, 1)]
    if max(high[0] - low[0], high[1] - low[1]) > 5:
        raise ValueError(Sentence("the pieces are spread over more than six rows or columns"))
    words = []
    for colour, right in zip(COLOURS, "Ss", strict=True):
        squares = {piece.kind: 8 * (row - low[1] + 1) + column - low[0] + 1
                   for (column, row), piece in contents.pieces.items() if piece.colour == colour}
        word = SWAP_RIGHT if right in contents.rights else 0
        for number, letter in enumerate(LETTERS):
            missing = RESERVE if letter in contents.reserves[colour] else DEAD
            word |= squares.get(letter, missing) << 6 * number
        words.append(word)
    own, foe = words if contents.side == WHITE else words[::-1]
    return Position(COLOURS.index(contents.side), own, foe)


def pawn_squares(p):
    """Where a pawn may be placed before it steps."""
    own, foe = squares_of(p.own), squares_of(p.foe)
    return free_squares(p, own, foe) & nearby(p, own | foe)


def first_squares(p, target: Square) -> list[Square]:
    """Where a pawn may be placed that then steps to `target`: pairs (column, row)."""
    column, row = target
    squares = pawn_squares(p) & beside(1 << 8 * row + column + 9)
    return [square_at(square) for square in range(63) if squares >> square & 1]


def steps(p, move) -> list[Step]:
    """Placing, moving, swapping and sending back."""
    if move == PASS:
        return [Step("pass")]
    piece, target, returned = move & 7, move >> 3 & 63, move >> 9
    if piece == SWAP:
        king, rook = square_at(place_of(p.own, KING)), square_at(place_of(p.own, ROOK))
        return [Step("slide", rook, king, "R"), Step("slide", king, rook, "K")]
    letter, origin = LETTERS[piece], place_of(p.own, piece)
    if origin != RESERVE:
        return [Step("slide", square_at(origin), square_at(target), letter)]
    if piece == PAWN and not can_place(p, target):
        first = min(first_squares(p, square_at(target)))
        return [Step("place", None, first, letter),
                Step("slide", first, square_at(target), letter)]
    found = [Step("place", None, square_at(target), letter)]
    if returned:
        word, number = (p.foe, returned - 7) if returned > 6 else (p.own, returned - 1)
        found.append(Step("return", square_at(place_of(word, number)), None, LETTERS[number]))
    return found


def along(p, squares) -> int | None:
    """The pawn's placing on the first of two squares with a step to the second; else None."""
    if len(squares) != 2:
        return None
    first, target = (8 * row + column + 9 for column, row in squares)
    if not (0 <= first < 63 and 0 <= target < 63):
        return None
    possible = (place_of(p.own, PAWN) == RESERVE and pawn_squares(p) >> first & 1
                and beside(1 << first) >> target & 1)
    return PAWN | target << 3 if possible else None


def can_place(p, target):
    """Whether a pawn may be placed on a square without stepping."""
    return pawn_squares(p) >> target & 1


def removed(p, move) -> list[Removed]:
    """The piece that a bishop sends back, and queens that are surrounded."""
    if move == PASS:
        return []
    pieces = contents(p).pieces
    found = [Removed(step.origin, pieces[step.origin], "returned")
             for step in steps(p, move) if step.kind == "return" and step.origin]
    q, taken = acted(p, move)
    queens = fallen(q, taken)
    columns, rows = shift(place_of(p.foe, KING), place_of(q.foe, KING))
    for colour in COLOURS:
        mine = colour == COLOURS[p.side]
        if queens & (1 if mine else 2):
            column, row = square_at(place_of(q.own if mine else q.foe, QUEEN))
            found.append(Removed((column + columns, row + rows), Piece(colour, "Q"), "surrounded"))
    return found


def area(p) -> tuple[int, int, int, int]:
    """The first and last column and row of the area: west, south, east, north."""
    counted = counting(p, squares_of(p.own) | squares_of(p.foe))
    columns = folded(counted)
    west, south = square_at(8 * (lowest(counted) >> 3) + lowest(columns))
    east, north = square_at(8 * (highest(counted) >> 3) + highest(columns))
    return west, south, east, north


def shift(before, after) -> Square:
    """How far (columns, rows) the frame has moved if one piece lay on these squares of it."""
    return before % 8 - after % 8, before // 8 - after // 8


def drift(p, move, q) -> Square:
    """How far the squares of q are shifted; the king of the player that has not moved stays where
    it was.
    """
    return shift(place_of(p.foe, KING), place_of(q.own, KING))


def refusal(p, steps, name) -> str:
    """Why an action is not legal."""
    lying, first = contents(p), steps[0]
    if first.kind == "slide" and len(steps) == 2:
        return _echek_refusals.swapping(lying)
    if first.kind == "slide":
        square = 8 * first.origin[1] + first.origin[0] + 9
        foes, target = squares_of(p.foe), 8 * first.target[1] + first.target[0] + 9
        piece = LETTERS.index(lying.pieces[first.origin].kind)
        near = all(-1 <= number < 7 for number in first.target)
        goes = near and reach(piece, square, foes) >> target & 1
        return _echek_refusals.moving(lying, first, name, counts, goes)
    sending = [step.origin for way in all_ways(p) for step in way
               if step.kind == "return" and step.origin and way[0].target == first.target]
    return _echek_refusals.placing(lying, steps, name, counts, sending)


def counts(letter) -> bool:
    """Whether a piece counts for the area."""
    return not (DRAFT and letter == "B")


def all_ways(p) -> list[list[Step]]:
    """The steps of all legal actions."""
    moves = [0] * MAX_MOVES
    return [steps(p, move) for move in moves[:generate(p, moves, 0)]]


def standing(p, name) -> list[Fact]:
    """Which sides of kings and queens are closed, and queens that an action would make fall."""
    falling = set()
    if outcome(p) == RUNNING:
        for q in (p, Position(1 - p.side, p.foe, p.own)):
            moves = [0] * MAX_MOVES
            if any(move != PASS and fallen(*acted(q, move)) & 2
                   for move in moves[:generate(q, moves, 0)]):
                falling.add(COLOURS[1 - q.side])
    return _echek_standing.standing(contents(p), area(p), name, falling)


def changing(p, name) -> list[Fact]:
    """The same without queens that fall next, for which all actions would be looked at."""
    return _echek_standing.standing(contents(p), area(p), name, ())


def reason(p) -> Reason:
    """Why the game is over."""
    shut = closed(p, squares_of(p.own) | squares_of(p.foe))
    kings = place_of(p.own, KING), place_of(p.foe, KING)
    return Reason.SURROUNDED if any(surrounded(shut, king) for king in kings) else Reason.BLOCKED


def problems(p) -> list[str]:
    """Why the position cannot occur in a game."""
    taken = squares_of(p.own) | squares_of(p.foe)
    found: list[str] = []
    for side, word in zip(PLAYERS, (p.own, p.foe) if p.side == 0 else (p.foe, p.own),
                          strict=True):
        gone = [letter for number, letter in enumerate(LETTERS) if place_of(word, number) == DEAD]
        if "K" in gone:
            found.append(Sentence("{side} has no king on the board", side=side))
        if lost := [letter for letter in gone if letter not in "KQ"]:
            found.append(Sentence("{side}'s {pieces} neither on the board nor in reserve, and "
                                  "only a queen can be lost", side=side, pieces=", ".join(lost)))
    if found:
        return found
    counted = counting(p, taken)
    if not fits(counted):
        found.append(Sentence("the area is more than four squares long"))
    if not connected(taken):
        found.append(Sentence("the pieces do not form one group"))
    return found
