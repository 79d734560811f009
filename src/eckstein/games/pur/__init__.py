"""Cublino Pur: a tilt, a chain of jumps, or both; no battles, and points at the end."""
from ...base.sentence import Sentence
from ...contract.pieces import COLOURS, PLAYERS, Fact, Reason, Square, Step
from ...kernel import inline_kernel, inner, kernel
from ...kernel.bits import lowest, popcount
from ...kernel.codes import BLACK_WINS, DRAW, RUNNING, WHITE_WINS
from ...kernel.dice import EAST, NORTH, SOUTH, TURNED, WEST
from .._cublino import (
    BOARD,
    COLUMNS,
    DICE_A_SIDE,
    JUMP,
    MOVE_CODES,
    MOVE_TEXT,
    NOT_A,
    NOT_G,
    PASS,
    POSITION_TEXT,
    ROW_1,
    ROW_7,
    ROWS,
    Position,
    add_moves,
    ahead,
    black_dice,
    can_tilt,
    carried,
    contents,
    faces,
    goals,
    key,
    passed,
    position,
    squares_in,
    start,
    too_many,
    total,
    white_dice,
)
from .._cublino import chains as _chains
from .._cublino import refusals as _cublino_refusals

TITLE, LETTER = "Cublino Pur", "P"
MAX_MOVES = 7 * 4 * 48


@inner
def tilts(squares, side):
    """The squares one step forward, left or right of any of these."""
    return ahead(squares, side) | (squares & NOT_G) << 1 | (squares & NOT_A) >> 1


@inner
def launches(side, dice, free):
    """From where a jump forward, to the right or to the left leads over a die to a free square."""
    forward = ahead(ahead(free, 1 - side) & dice, 1 - side)
    east = ((free & NOT_A) >> 1 & dice & NOT_A) >> 1
    west = ((free & NOT_G) << 1 & dice & NOT_G) << 1
    return forward, east, west


@inner
def landings(squares, side, forward, east, west):
    """Where one jump leads from any of these squares; `launches` tells from where there is one."""
    forward = squares & forward
    return ((forward >> 14 if side else forward << 14)
            | (squares & east) << 2 | (squares & west) >> 2)


@inner
def jumps(squares, side, dice, free):
    """Where a die on any of these squares lands after one jump forward, left or right."""
    forward, east, west = launches(side, dice, free)
    return landings(squares, side, forward, east, west)


@inner
def chain(squares, side, forward, east, west):
    """These squares and all that can be reached from them by jumping on."""
    new, anywhere = squares, forward | east | west
    while new & anywhere:
        new = landings(new, side, forward, east, west) & ~squares
        squares |= new
    return squares


@inner
def moves_of(square, side, free, forward, east, west, moves, n):
    """Append the moves of one die.

    The square that it has left is empty during its chain, and so is not jumped over, which could
    only be done sideways.  A jump back onto it leads nowhere new: where the die could go from there
    it could have gone at first.
    """
    here = 1 << square
    east, west = east & ~(here >> 1), west & ~(here << 1)
    landed = landings(here, side, forward, east, west)
    if landed:
        n = add_moves(square, chain(landed, side, forward, east, west), JUMP, moves, n)
    front = ahead(here, side) & free
    if front:
        n = add_moves(square, chain(front, side, forward, east, west),
                      (SOUTH if side else NORTH) + 1, moves, n)
    right = (here & NOT_G) << 1 & free
    if right:
        n = add_moves(square, chain(right, side, forward, east, west), EAST + 1, moves, n)
    left = (here & NOT_A) >> 1 & free
    if left:
        n = add_moves(square, chain(left, side, forward, east, west), WEST + 1, moves, n)
    return n


@kernel
def generate(p, moves, n):
    """Append the legal moves; the forced pass if there are none."""
    end, own, dice = n, p.own, p.own | p.foe
    free = BOARD & ~dice
    forward, east, west = launches(p.side, dice, free)
    while own:
        end = moves_of(lowest(own), p.side, free, forward, east, west, moves, end)
        own &= own - 1
    if end == n:
        moves[n] = PASS
        return n + 1
    return end


@inline_kernel
def apply(p, move):
    """The die turns if its first step was a tilt; jumps never turn it."""
    if move == PASS:
        return passed(p)
    origin, target, first = move & 63, move >> 6 & 63, move >> 12
    die = faces(p, origin)
    if first != JUMP:
        die = TURNED[(first - 1) * 64 + die]
    return passed(carried(p, origin, target, die))


@inner
def can_jump(dice, side, all_dice):
    return jumps(dice, side, all_dice, BOARD & ~all_dice) != 0


@kernel
def outcome(p):
    """All seven dice of either player at home end the game; the higher total at home wins."""
    white, black = white_dice(p), black_dice(p)
    if popcount(white & ROW_7) == DICE_A_SIDE or popcount(black & ROW_1) == DICE_A_SIDE:
        points = total(p, white & ROW_7) - total(p, black & ROW_1)
        return WHITE_WINS if points > 0 else BLACK_WINS if points < 0 else DRAW
    dice = white | black
    free = BOARD & ~dice
    if (can_tilt(white, free, 0) or can_tilt(black, free, 1)
            or can_jump(white, 0, dice) or can_jump(black, 1, dice)):
        return RUNNING
    return DRAW


@inner
def least_plies(p, side):
    """A player needs at least a move for each of its dice that is not home."""
    white = DICE_A_SIDE - popcount(white_dice(p) & ROW_7)
    black = DICE_A_SIDE - popcount(black_dice(p) & ROW_1)
    mover, other = (black, white) if p.side else (white, black)
    return max(0, min(2 * mover - 1, 2 * other))


@kernel
def progress(p, move, q):
    """A step forward; a move that goes forward ends in another row."""
    return move != PASS and (move & 63) // 7 != (move >> 6 & 63) // 7


@kernel
def irreversible(p, move, q):
    """No die ever goes back."""
    return True


# Descriptions.

def steps(p, move) -> list[Step]:
    """The shortest way, and among equals the alphabetically first."""
    return _chains.steps(p, move, jumps)


def along(p, squares) -> int | None:
    """The move that visits these squares one by one, if there is such a way; else None."""
    return _chains.along(p, squares, tilts, jumps)


def refusal(p, steps, name) -> str:
    """Why a die may not go so."""
    return _cublino_refusals.refusal(p, steps, name, diagonal=False, jumps=True, chains=True)


def reason(p) -> Reason:
    """Why the game is over."""
    home = max(popcount(white_dice(p) & ROW_7), popcount(black_dice(p) & ROW_1))
    return Reason.GOAL if home == DICE_A_SIDE else Reason.BLOCKED


def score(p) -> tuple[int, int]:
    """The tops at home: White's on row 7 and Black's on row 1."""
    return total(p, white_dice(p) & ROW_7), total(p, black_dice(p) & ROW_1)


def standing(p, name) -> list[Fact]:
    """The points at home, and the dice that are still under way."""
    found = []
    homes = (white_dice(p), ROW_7), (black_dice(p), ROW_1)
    for colour, (dice, row) in zip(COLOURS, homes, strict=True):
        points, away = total(p, dice & row), squares_in(dice & ~row)
        found += [
            Fact(colour, Sentence("{points} {points:point|points}", points=points),
                 Sentence("{side}'s points on the goal row: {points}", side=PLAYERS[colour],
                          points=points), tuple(squares_in(dice & row))),
            Fact(colour, Sentence("{count} on the way", count=len(away)),
                 Sentence("{side}'s dice still under way: {count}", side=PLAYERS[colour],
                          count=len(away)), tuple(away))]
    return found


def problems(p) -> list[str]:
    """Why the position cannot occur in a game."""
    white, black = white_dice(p), black_dice(p)
    found = too_many(p) + [
        Sentence("{side} has {count} of {all} dice, and dice are never lost", side=side,
                 count=popcount(dice), all=DICE_A_SIDE)
        for side, dice in zip(PLAYERS, (white, black), strict=True) if popcount(dice) < DICE_A_SIDE]
    if popcount(white & ROW_7) == popcount(black & ROW_1) == DICE_A_SIDE:
        found.append(Sentence("both players have all dice at home, so the first to do so had "
                              "already ended the game"))
    if white == 0 and black == 0:
        found.append(Sentence("there are no dice on the board"))
    return found
