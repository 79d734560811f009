"""Duell: dice roll as far as they show, with at most one turn, and capture; the king decides.

The board has a rim, which no die enters: square = 10 * row + column, rows from 1, columns from 0.
That is more than 63 squares, so a set of squares is two words: low for rows 0 to 4, high for the
rest.  Every way that a die may roll stands in a table, with the squares that must be empty for it.
"""
from functools import cache
from itertools import accumulate, product
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
from ...kernel import inline_kernel, inner, kernel, lookup, option
from ...kernel.bits import lowest, mix
from ...kernel.codes import BLACK_WINS, RUNNING, WHITE_WINS
from ...kernel.dice import EAST, KING, NORTH, ROLLED, SOUTH, TOP, WEST, number_of

TITLE, LETTER = "Duell", "D"
KING_CAPTURES = option("king_captures", (True, False), "the king may capture")
MATE_ENDS = option("mate_ends", (True, False),
                   "DUEL-MATT ends the game; otherwise it continues until the king is captured")
STRICT_MARKS = option("strict_marks", (False, True),
                      "a missing or wrong + or ++ makes a written move illegal")
BOARD_SHAPE = option("board", ("9x8", "9x9"), "nine columns by eight or (Tactix) nine rows")

COLUMNS, ROWS = 9, int(BOARD_SHAPE[2])
POSITION_TEXT, MOVE_TEXT = "dice", "legs"
LETTERS, NOUN = "K", "die"
CHECK_WORDS = "DUEL", "DUEL-MATT"
DICE_A_SIDE = 9

SPLIT = 50                                  # the first square of the high words
SIDE = 62                                   # in a key: the side to move, off all squares
WHITE_KING, BLACK_KING = 14, 10 * ROWS + 4  # where the kings start
STEP = (10, 1, -10, -1)                     # north, east, south, west
_ON_BOARD = sum(1 << 10 * row + column for row in range(1, ROWS + 1) for column in range(9))

# A move is the square left, 128 times the square reached, and this flag if it turns and rolls
# along the column first.
COLUMN_FIRST = 1 << 14
MAX_MOVES, MOVE_CODES, PASS = 360, 1 << 15, -1


def _ways(square):
    """All ways from a square: (how many squares, the set between, the last one, the move)."""
    for direction in range(4):
        corner, between = square, 0
        for first in range(1, 7):
            corner += STEP[direction]
            if not _ON_BOARD >> corner & 1:
                break
            yield first, between, corner, square | corner << 7
            between |= 1 << corner
            for side in (STEP[direction ^ 1], -STEP[direction ^ 1]):
                target, crossed = corner + side, between
                for count in range(first + 1, 7):
                    if not _ON_BOARD >> target & 1:
                        break
                    flag = 0 if direction % 2 else COLUMN_FIRST
                    yield count, crossed, target, square | target << 7 | flag
                    crossed |= 1 << target
                    target += side


_WAYS = sorted((128 * count + square, between, target, move)
               for square in range(10, 10 * ROWS + 9) if _ON_BOARD >> square & 1
               for count, between, target, move in _ways(square))
_HOW_MANY, _DIAMONDS = [0] * (128 * 7 + 1), [0] * (128 * 7)
for _place, _, _target, _ in _WAYS:
    _HOW_MANY[_place + 1] += 1
    _DIAMONDS[_place] |= 1 << _target

# The ways of a die with the top `count` have numbers from WAYS[128 * count + square] up to, but not
# including, the entry after it.  DIAMOND[128 * count + square]: the squares where they end, and in
# the high word, from bit REST on, how many they are.
REST, FARTHEST = 49, 60
WAYS = lookup(accumulate(_HOW_MANY))
DIAMOND_LOW = lookup(squares & (1 << SPLIT) - 1 for squares in _DIAMONDS)
DIAMOND_HIGH = lookup(squares >> SPLIT | squares.bit_count() << REST for squares in _DIAMONDS)
# WAY[2 * number], WAY[2 * number + 1]: the low and the high squares between; and in the latter,
# from bit REST on, the move without the square left.
WAY = lookup(word for _, between, _, move in _WAYS
             for word in (between & (1 << SPLIT) - 1, between >> SPLIT | move >> 7 << REST))


def _legs():
    """The tilts that lead so far: see LEGS."""
    legs = [0] * 2 * (2 * FARTHEST + 1)
    for rows in range(-6, 7):
        for columns in range(abs(rows) - 6, 7 - abs(rows)):
            place = 2 * (10 * rows + columns + FARTHEST) + (rows + columns & 1)
            legs[place] = rows % 4 * 4 + columns % 4
    return legs


# LEGS[2 * (target - origin + FARTHEST) + (top & 1)]: 4 times the tilts north and those east, 0 to 3
# of each, since four change nothing and three north are one south.  A row more and ten columns less
# is as far, but one of the two ways is even and one odd.
LEGS = lookup(_legs())


def _ends_of_ways():
    """The dice after two legs: see ROLLS."""
    for die in range(KING + 1):
        for column_first in (False, True):
            for north, east in product(range(4), repeat=2):
                legs = [(EAST, east), (NORTH, north)]
                end = die
                for direction, times in reversed(legs) if column_first else legs:
                    end = int(ROLLED[32 * end + 8 * direction + times])
                yield end


# ROLLS[32 * die + LEGS[...]]: the die after these legs, row first; 16 further: column first
ROLLS = lookup(_ends_of_ways())


class Position(NamedTuple):
    """The squares of each player's dice, and the bits of the number (see kernel/dice.py) of each
    die.
    """

    side: int
    own_low: int
    own_high: int
    foe_low: int
    foe_high: int
    low0: int
    high0: int
    low1: int
    high1: int
    low2: int
    high2: int
    low3: int
    high3: int
    low4: int
    high4: int


def setup(side, dice):
    """A position from a list of (square, colour, die)."""
    planes = [0] * 7
    for square, colour, die in dice:
        planes[colour ^ side] |= 1 << square
        for bit in range(5):
            planes[2 + bit] |= (die >> bit & 1) << square
    return Position(side, *(word for plane in planes
                            for word in (plane & (1 << SPLIT) - 1, plane >> SPLIT)))


_START = setup(0, [(row + column, colour, KING if letter == "Z" else number_of(letter))
                   for row, colour, letters in ((10, 0, "scgwZwgcs"), (10 * ROWS, 1, "rbfvZvfbr"))
                   for column, letter in enumerate(letters)])


@kernel
def start():
    """Tops 5 1 2 6 K 6 2 1 5 on both back rows, all fours to the middle."""
    return _START


@inner
def first_of(low, high):
    """The first square of a set that is not empty."""
    return lowest(low) if low else SPLIT + lowest(high)


@inner
def rest_of(low, high):
    """A set without its first square."""
    if low:
        return low & low - 1, high
    return low, high & high - 1


@inner
def contains(low, high, square):
    word, place = (low, square) if square < SPLIT else (high, square - SPLIT)
    return word >> place & 1


@inner
def words(square):
    """A square as a set."""
    return (1 << square, 0) if square < SPLIT else (0, 1 << square - SPLIT)


@inner
def die_on(p, square):
    """The number of the die on a square, or 0."""
    if square < SPLIT:
        here = 1 << square
        return ((p.low0 & here) + ((p.low1 & here) << 1) + ((p.low2 & here) << 2)
                + ((p.low3 & here) << 3) + ((p.low4 & here) << 4)) >> square
    place = square - SPLIT
    here = 1 << place
    return ((p.high0 & here) + ((p.high1 & here) << 1) + ((p.high2 & here) << 2)
            + ((p.high3 & here) << 3) + ((p.high4 & here) << 4)) >> place


@inner
def walk(low, high, square, step, count):
    """Roll over `count` empty squares and one more: that square, or 0 if the way is blocked."""
    for _ in range(count):
        square += step
        if contains(low, high, square):
            return 0
    return square + step


@inner
def ends(p, die):
    """The squares on which a die may end its way."""
    if KING_CAPTURES or die != KING:
        return ~p.own_low, ~p.own_high
    return ~(p.own_low | p.foe_low), ~(p.own_high | p.foe_high)


@inner
def moves_to(p, square, die, end_low, end_high, moves, n):
    """Append the moves of the die on a square that end on some squares."""
    low, high = p.own_low | p.foe_low, p.own_high | p.foe_high
    place = 128 * TOP[die] + square
    for way in range(WAYS[place], WAYS[place + 1]):
        rest = WAY[2 * way + 1]
        blocked = low & WAY[2 * way] | high & rest
        rest >>= REST
        moves[n] = square | rest << 7
        n += (blocked == 0) & contains(end_low, end_high, rest & 0x7F)
    return n


@kernel
def generate(p, moves, n):
    """Append the legal moves of all dice."""
    low, high = p.own_low, p.own_high
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        die = die_on(p, square)
        end_low, end_high = ends(p, die)
        n = moves_to(p, square, die, end_low, end_high, moves, n)
    return n


@inner
def rolled(die, origin, target, column_first):
    """The die at the end of its path: two legs, one of which may be empty.

    `column_first` is 16 if the leg along the column comes first, and else 0.
    """
    legs = LEGS[2 * (target - origin + FARTHEST) + (die >> 2 & 1)]
    return ROLLS[die * 32 + column_first + legs]


@inline_kernel
def apply(p, move):
    """The die rolls, and whatever lies where it ends is captured."""
    origin, target = move & 0x7F, move >> 7 & 0x7F
    die = rolled(die_on(p, origin), origin, target, move >> 10 & 16)
    to_low, to_high = words(target)
    from_low, from_high = words(origin)
    low, high = ~(to_low | from_low), ~(to_high | from_high)
    new_low, new_high = die * to_low, die * to_high
    return Position(
        1 - p.side, p.foe_low & low, p.foe_high & high,
        p.own_low & low | to_low, p.own_high & high | to_high,
        p.low0 & low | new_low & to_low, p.high0 & high | new_high & to_high,
        p.low1 & low | new_low >> 1 & to_low, p.high1 & high | new_high >> 1 & to_high,
        p.low2 & low | new_low >> 2 & to_low, p.high2 & high | new_high >> 2 & to_high,
        p.low3 & low | new_low >> 3 & to_low, p.high3 & high | new_high >> 3 & to_high,
        p.low4 & low | new_low >> 4 & to_low, p.high4 & high | new_high >> 4 & to_high)


@inner
def kings(p):
    """The squares of the kings; only their numbers have all three bits of the top."""
    return p.low2 & p.low3 & p.low4, p.high2 & p.high3 & p.high4


@inner
def king_outcome(p):
    """A king taken, or a king on the square where the other one started."""
    kings_low, kings_high = kings(p)
    own_low, own_high = p.own_low & kings_low, p.own_high & kings_high
    foe_low, foe_high = p.foe_low & kings_low, p.foe_high & kings_high
    white_high, black_low = (foe_high, own_low) if p.side else (own_high, foe_low)
    if white_high >> BLACK_KING - SPLIT & 1:
        return WHITE_WINS
    if black_low >> WHITE_KING & 1:
        return BLACK_WINS
    if own_low | own_high == 0:
        return WHITE_WINS if p.side else BLACK_WINS
    if foe_low | foe_high == 0:
        return BLACK_WINS if p.side else WHITE_WINS
    return RUNNING


@kernel
def outcome(p):
    """The king decides; a player without a move, or (option) without a saving move, has lost."""
    decided = king_outcome(p)
    if decided:
        return decided
    if mated(p) if MATE_ENDS else not has_move(p):
        return WHITE_WINS if p.side else BLACK_WINS
    return RUNNING


@inner
def has_move(p):
    """Whether the player to move has a legal move."""
    low, high = p.own_low, p.own_high
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        if one_saves(p, square, 0):
            return True
    return False


@kernel
def mated(p):
    """DUEL-MATT: every move leaves the own king capturable, and none wins at once.

    The king is asked first: it has the fewest moves, and nearly always one that saves.
    """
    king = king_among(p, p.own_low, p.own_high)
    if king and one_saves(p, king, king):
        return False
    low, high = p.own_low, p.own_high
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        if square != king and one_saves(p, square, king):
            return False
    return True


@inner
def one_saves(p, square, king):
    """Whether a move of the die on a square wins, or leaves the own king (0 for none) safe."""
    low, high = p.own_low | p.foe_low, p.own_high | p.foe_high
    die = die_on(p, square)
    end_low, end_high = ends(p, die)
    place = 128 * TOP[die] + square
    for way in range(WAYS[place], WAYS[place + 1]):
        rest = WAY[2 * way + 1]
        if low & WAY[2 * way] | high & rest:
            continue
        target = rest >> REST & 0x7F
        if contains(end_low, end_high, target) and saves(p, square, target, king):
            return True
    return False


@inner
def saves(p, square, target, king):
    """Whether the die that rolls to a target wins, or leaves the own king (0 for none) safe."""
    if square == king:
        if target == (WHITE_KING if p.side else BLACK_KING):
            return True
        king = target
    if king == 0 or target == king_among(p, p.foe_low, p.foe_high):
        return True
    to_low, to_high = words(target)
    from_low, from_high = words(square)
    by_low, by_high = p.foe_low & ~to_low, p.foe_high & ~to_high
    return not king_hit(p, (p.own_low | p.foe_low) & ~from_low | to_low,
                        (p.own_high | p.foe_high) & ~from_high | to_high, by_low, by_high, king)


@kernel
def in_check(p):
    """DUEL: 1 if the player that has just moved could take the king with another move."""
    king = king_among(p, p.own_low, p.own_high)
    return king != 0 and king_hit(p, p.own_low | p.foe_low, p.own_high | p.foe_high,
                                  p.foe_low, p.foe_high, king)


@inner
def king_among(p, low, high):
    """The square of the king among these dice, or 0."""
    kings_low, kings_high = kings(p)
    low, high = kings_low & low, kings_high & high
    return first_of(low, high) if low | high else 0


@inner
def king_hit(p, low, high, by_low, by_high, king):
    """Whether the dice `by` can reach the king's square in one move; dice lie on `low`, `high`."""
    near_low = by_low & by_top(
        p.low2, p.low3, p.low4, DIAMOND_LOW[128 + king], DIAMOND_LOW[256 + king],
        DIAMOND_LOW[384 + king], DIAMOND_LOW[512 + king], DIAMOND_LOW[640 + king],
        DIAMOND_LOW[768 + king])
    near_high = by_high & by_top(
        p.high2, p.high3, p.high4, DIAMOND_HIGH[128 + king], DIAMOND_HIGH[256 + king],
        DIAMOND_HIGH[384 + king], DIAMOND_HIGH[512 + king], DIAMOND_HIGH[640 + king],
        DIAMOND_HIGH[768 + king])
    while near_low | near_high:
        square = first_of(near_low, near_high)
        near_low, near_high = rest_of(near_low, near_high)
        if open_way(low, high, square, king):
            return True
    return False


@inner
def by_top(a, b, c, one, two, three, four, five, six):
    """Of six sets of squares, on each square the one for the die there; its top has bits a, b, c.

    Only a king has all three bits; it rolls one square if it may capture.
    """
    king = one if KING_CAPTURES else 0
    return (~c & (~b & one | b & (a & three | ~a & two))
            | c & (~b & (a & five | ~a & four) | b & (a & king | ~a & six)))


@inner
def open_way(low, high, origin, target):
    """Whether a die may roll from origin to target, at most one turn, over empty squares."""
    rows, columns = target // 10 - origin // 10, target % 10 - origin % 10
    upright, level = 10 if rows > 0 else -10, 1 if columns > 0 else -1
    rows, columns = abs(rows), abs(columns)
    if columns == 0:
        return walk(low, high, origin, upright, rows - 1) != 0
    if rows == 0:
        return walk(low, high, origin, level, columns - 1) != 0
    corner = walk(low, high, origin, upright, rows - 1)
    if corner and not contains(low, high, corner) and walk(low, high, corner, level, columns - 1):
        return True
    corner = walk(low, high, origin, level, columns - 1)
    return (corner != 0 and not contains(low, high, corner)
            and walk(low, high, corner, upright, rows - 1) != 0)


@kernel
def progress(p, move, q):
    """A capture."""
    return p.foe_low != q.own_low or p.foe_high != q.own_high


@kernel
def irreversible(p, move, q):
    """What was captured is gone."""
    return True


@kernel
def key(p):
    """A 63-bit identity of the position.

    Four chains are stirred side by side; before two join one is stirred once more, so that equal
    changes in both do not cancel.
    """
    a = mix(mix(mix(mix(p.side << SIDE, p.own_low), p.low0), p.low1), p.low2)
    b = mix(mix(mix(mix(2, p.own_high), p.high0), p.high1), p.high2)
    c = mix(mix(mix(3, p.foe_low), p.low3), p.low4)
    d = mix(mix(mix(4, p.foe_high), p.high3), p.high4)
    return mix(mix(mix(mix(mix(a, 5), b), 6), mix(mix(c, 7), d)), 0)


# Descriptions.

def square_at(square) -> Square:
    """A square's number as (column, row)."""
    return square % 10, square // 10 - 1


def goals(colour) -> list[Square]:
    """Where the enemy king started, for the own king."""
    return [square_at(BLACK_KING if colour == WHITE else WHITE_KING)]


def contents(p) -> Contents:
    """What lies where."""
    pieces = {}
    low, high = p.own_low | p.foe_low, p.own_high | p.foe_high
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        die = die_on(p, square)
        own = contains(p.own_low, p.own_high, square)
        colour = COLOURS[p.side if own else 1 - p.side]
        pieces[square_at(square)] = Piece(colour, "K") if die == KING else Piece(colour, "D", die)
    return Contents(COLOURS[p.side], pieces)


def position(contents: Contents) -> Position:
    """The position with these dice on the board."""
    return setup(COLOURS.index(contents.side),
                 [(10 * row + 10 + column, COLOURS.index(piece.colour),
                   KING if piece.kind == "K" else piece.die)
                  for (column, row), piece in contents.pieces.items()])


def steps(p, move) -> list[Step]:
    """The tilts from square to square."""
    origin, target = move & 0x7F, move >> 7 & 0x7F
    rows, columns = target // 10 - origin // 10, target % 10 - origin % 10
    upright = [NORTH if rows > 0 else SOUTH] * abs(rows)
    level = [EAST if columns > 0 else WEST] * abs(columns)
    found, square = [], origin
    for direction in upright + level if move & COLUMN_FIRST else level + upright:
        found.append(Step("tilt", square_at(square), square_at(square + STEP[direction]),
                          direction=direction))
        square += STEP[direction]
    return found


@cache
def _numbers():
    """The number of each way, by where those of its die and square begin, and by its move."""
    return {(place, move >> 7): number for number, (place, _, _, move) in enumerate(_WAYS)}


def allows(p, move) -> bool:
    """Whether the way of one move is free."""
    square = move & 0x7F
    if not contains(p.own_low, p.own_high, square):
        return False
    die = die_on(p, square)
    way = _numbers().get((128 * TOP[die] + square, move >> 7))
    if way is None or ((p.own_low | p.foe_low) & WAY[2 * way]
                       | (p.own_high | p.foe_high) & WAY[2 * way + 1]):
        return False
    low, high = ends(p, die)
    return bool(contains(low, high, move >> 7 & 0x7F))


def rolling(origin, target, column_first) -> int:
    """The move between two squares, whether or not it is legal."""
    turns = origin[0] != target[0] and origin[1] != target[1]
    (column, row), (to_column, to_row) = origin, target
    return (10 * row + column + 10 | 10 * to_row + to_column + 10 << 7
            | (COLUMN_FIRST if turns and column_first else 0))


def removed(p, move) -> list[Removed]:
    """What lies where the die ends."""
    target = square_at(move >> 7 & 0x7F)
    taken = contents(p).pieces.get(target)
    return [Removed(target, taken, "captured")] if taken else []


def refusal(p, steps, name) -> str:
    """Why a die may not roll so."""
    pieces, origin, target = contents(p).pieces, steps[0].origin, steps[-1].target
    die = pieces[origin]
    top = 1 if die.kind == "K" else TOP[die.die]
    away = abs(target[0] - origin[0]) + abs(target[1] - origin[1])
    if away != top and die.kind == "K":
        return Sentence("the king rolls one square, and {square} is {away} away",
                        square=name(target), away=away)
    if away != top:
        return Sentence("the die on {origin} shows {top}, so it must roll exactly {top} "
                        "{top:square|squares}, and {target} is {away} away",
                        origin=name(origin), top=top,
                        target=name(target), away=away)
    for step in steps[:-1]:
        if step.target in pieces:
            return Sentence("the path is blocked on {square}", square=name(step.target))
    if target in pieces and pieces[target].colour == COLOURS[p.side]:
        return Sentence("{square} is occupied by a die of the same player", square=name(target))
    if target in pieces and die.kind == "K":
        return Sentence("the king may not capture (king_captures is off)")
    return ""


def check(p) -> int:
    """What the last move did to the player to move: 0 nothing, 1 DUEL, 2 DUEL-MATT."""
    if king_outcome(p):
        return 0
    return 2 if mated(p) else int(in_check(p))


def standing(p, name) -> list[Fact]:
    """Which dice attack each king, in the game's words, and how far the king is from where it wins.
    """
    return _standing(p, name, ("", *CHECK_WORDS)[check(p)])


def changing(p, name) -> list[Fact]:
    """The same without the game's words, for which all answers to a check would be looked at."""
    return _standing(p, name, "")


def _standing(p, name, word) -> list[Fact]:
    found = []
    for colour, side in zip(COLOURS, PLAYERS, strict=True):
        q = p if COLOURS[p.side] == colour else skipped(p)
        king = king_among(q, q.own_low, q.own_high)
        if not king:
            continue
        where, (goal,) = square_at(king), goals(colour)
        found.append(_attacked(q, king, name, word if q is p else ""))
        away = abs(goal[0] - where[0]) + abs(goal[1] - where[1])
        found.append(Fact(
            colour, Sentence("{count} {count:roll|rolls} to win", count=away),
            Sentence("{side}'s king wins on {goal}, where the other king began; he needs at least "
                     "{count} more {count:roll|rolls}", side=side, goal=name(goal), count=away),
            (where, goal)))
    return found


def _attacked(p, king, name, word) -> Fact:
    """From where the king of the player to move can be taken; `word` is what the game calls it."""
    attackers = [square_at(square) for square in attacking(skipped(p), king)]
    side, squares = PLAYERS[p.side], ", ".join(map(name, attackers))
    where = name(square_at(king))
    if word == CHECK_WORDS[1]:
        brief: str = word
        text = Sentence("{word}: no move saves {side}'s king", word=word, side=side)
    elif word:
        brief = Sentence("{word} from {squares}", word=word, squares=squares)
        text = Sentence("{word}: {side}'s king on {king} can be taken from {squares}", word=word,
                        side=side, king=where, squares=squares)
    elif attackers:
        brief = Sentence("king attacked by {count} {count:die|dice}", count=len(attackers))
        text = Sentence("{side}'s king on {king} can be taken from {squares}", side=side,
                        king=where, squares=squares)
    else:
        brief = Sentence("king safe now")
        text = Sentence("no die can take {side}'s king", side=side)
    return Fact(COLOURS[p.side], brief, text, tuple(attackers))


def skipped(p) -> Position:
    """The same dice, with the other player to move."""
    return p._replace(side=1 - p.side, own_low=p.foe_low, own_high=p.foe_high, foe_low=p.own_low,
                      foe_high=p.own_high)


def attacking(p, target) -> list[int]:
    """The squares of the dice of the player to move that can move to a square."""
    moves, (end_low, end_high) = [0] * MAX_MOVES, words(target)
    found = []
    low, high = p.own_low, p.own_high
    while low | high:
        square = first_of(low, high)
        low, high = rest_of(low, high)
        die = die_on(p, square)
        may_low, may_high = ends(p, die)
        if moves_to(p, square, die, end_low & may_low, end_high & may_high, moves, 0):
            found.append(square)
    return found


def reason(p) -> Reason:
    """Why the game is over."""
    if not king_outcome(p):
        return Reason.DUEL_MATE if any_move(p) else Reason.BLOCKED
    count = {piece.colour: square for square, piece in contents(p).pieces.items()
             if piece.kind == "K"}
    return Reason.GOAL if len(count) == 2 else Reason.KING_TAKEN


def any_move(p):
    """Whether the player to move has a legal move at all."""
    return generate(p, [0] * MAX_MOVES, 0) > 0


def problems(p) -> list[str]:
    """Why the position cannot occur in a game."""
    found: list[str] = []
    dice = contents(p).pieces
    for colour, side in zip(COLOURS, PLAYERS, strict=True):
        own = [piece for piece in dice.values() if piece.colour == colour]
        own_kings = sum(piece.kind == "K" for piece in own)
        if own_kings > 1:
            found.append(Sentence("{side} has {count} {count:king|kings}, and each player has one",
                                  side=side, count=own_kings))
        if len(own) - own_kings > DICE_A_SIDE - 1:
            found.append(Sentence("{side} has {count} {count:die|dice} besides the king, and each "
                                  "player has {all}", side=side, count=len(own) - own_kings,
                                  all=DICE_A_SIDE - 1))
    if not any(piece.kind == "K" for piece in dice.values()):
        found.append(Sentence("there is no king on the board"))
    if all(dice.get(square) == Piece(colour, "K")
           for colour in COLOURS for square in goals(colour)):
        found.append(Sentence("both kings stand on the other's first square, so the first to get "
                              "there had already won"))
    return found
