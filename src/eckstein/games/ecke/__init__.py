"""Cublino Ecke: one step a turn, diagonally too; duels of top faces; both corners win."""
from ...base.sentence import Sentence
from ...contract.pieces import COLOURS, PLAYERS, WHITE, Battle, Fact, Reason, Removed, Square, Step
from ...kernel import inline_kernel, inner, kernel, lookup, option
from ...kernel.bits import highest, lowest, popcount
from ...kernel.codes import BLACK_WINS, DRAW, RUNNING, WHITE_WINS
from ...kernel.dice import (
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    TURNED,
    WEST,
)
from .._cublino import (
    BOARD,
    COLUMNS,
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
    STEP,
    Position,
    add_moves,
    ahead,
    black_dice,
    carried,
    contents,
    dice_left,
    direction_to,
    faces,
    fallen,
    key,
    move_code,
    passed,
    position,
    square_at,
    squares_in,
    start,
    too_many,
    vicinity,
    white_dice,
    without,
)
from .._cublino import chains as _chains
from .._cublino import refusals as _cublino_refusals

TITLE, LETTER = "Cublino Ecke", "E"
CHAINS = option("chains", (False, True), "jumps may follow the first step, as in Pur")
TIES_PROTECT = option("ties_protect", (False, True),
                      "one defender with an equal top saves all the defenders")
OWN_CORNER_SAFE = option("own_corner_safe", (False, True),
                         "no battle when a move ends on one of the mover's own corners either")

MAX_MOVES = 7 * 6 * 48 if CHAINS else 7 * 10
WHITE_CORNERS, BLACK_CORNERS = 1 << 0 | 1 << 6, 1 << 42 | 1 << 48   # of the player on their row


def goals(colour) -> list[Square]:
    """The opponent's corners."""
    row = ROWS - 1 if colour == WHITE else 0
    return [(0, row), (COLUMNS - 1, row)]


# WAYS[5 * side + i]: the five directions a player may go, sideways first.
WAYS = lookup((EAST, WEST, NORTH, NORTH_EAST, NORTH_WEST,
              EAST, WEST, SOUTH, SOUTH_EAST, SOUTH_WEST))
# INSIDE[direction]: the squares from which a step that way does not leave the board sideways.
INSIDE = lookup((BOARD, NOT_G, BOARD, NOT_A, NOT_G, NOT_G, NOT_A, NOT_A))


@inner
def tilts(squares, side):
    """The squares one step forward, sideways or diagonally forward of any of these."""
    east, west = (squares & NOT_G) << 1, (squares & NOT_A) >> 1
    return ahead(squares | east | west, side) | east | west


@inner
def jumps(squares, side, dice, free):
    """Where a die on any of these squares lands after one jump."""
    forward = ahead(ahead(squares, side) & dice, side)
    in_east, in_west = (squares & NOT_G) << 1, (squares & NOT_A) >> 1
    east = (in_east & dice & NOT_G) << 1
    west = (in_west & dice & NOT_A) >> 1
    north_east = ahead((ahead(in_east, side) & dice & NOT_G) << 1, side)
    north_west = ahead((ahead(in_west, side) & dice & NOT_A) >> 1, side)
    return (forward | east | west | north_east | north_west) & free


@inner
def ends(squares, side, dice, free):
    """Where a move may end if its first step led to these squares."""
    if CHAINS:
        new = jumps(squares, side, dice, free)
        while new & ~squares:
            squares |= new
            new = jumps(squares, side, dice, free)
    return squares


@inner
def moves_of_chains(p, square, moves, n):
    """Append the moves of one die that may jump on."""
    here = 1 << square
    dice = (p.own | p.foe) & ~here
    free = BOARD & ~dice
    landed = jumps(here, p.side, dice, free)
    n = add_moves(square, ends(landed, p.side, dice, free) & ~here, JUMP, moves, n)
    targets = tilts(here, p.side) & free
    while targets:
        target = targets & -targets
        targets ^= target
        first = direction_to(lowest(target) - square) + 1
        n = add_moves(square, ends(target, p.side, dice, free), first, moves, n)
    return n


@inner
def steps_one_way(p, direction, moves, n):
    """Append the tilts and the jumps of all dice in one direction."""
    step, inside = STEP[direction], INSIDE[direction]
    dice = p.own | p.foe
    near = shifted(p.own & inside, step)
    far = shifted(near & dice & inside, step) & ~dice
    n = add_steps(near & ~dice, step, direction + 1, moves, n)
    return add_steps(far, 2 * step, JUMP, moves, n)


@inner
def add_steps(targets, step, first, moves, n):
    """Append one step of the same kind to each of these squares."""
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        moves[n] = move_code(target - step, target, first)
        n += 1
    return n


@inner
def shifted(squares, step):
    """These squares moved by so many numbers, as far as they stay on the board."""
    return squares << step & BOARD if step > 0 else squares >> -step


@kernel
def generate(p, moves, n):
    """Append the legal moves; the forced pass if there are none."""
    end = n
    if CHAINS:
        dice = p.own
        while dice:
            end = moves_of_chains(p, lowest(dice), moves, end)
            dice &= dice - 1
    else:
        for i in range(5 * p.side, 5 * p.side + 5):
            end = steps_one_way(p, WAYS[i], moves, end)
    if end == n:
        moves[n] = PASS
        return n + 1
    return end


@inner
def losers(p, square, top):
    """The dice that fall after one with this top has moved to `square`."""
    foes = vicinity(1 << square) & p.foe
    if foes == 0:
        return 0
    corners = WHITE_CORNERS | BLACK_CORNERS if OWN_CORNER_SAFE else (
        WHITE_CORNERS if p.side else BLACK_CORNERS)
    if corners >> square & 1:
        return 0
    higher, equal = compared(p, foes, top)
    if higher:
        return 1 << square
    if TIES_PROTECT and equal:
        return 0
    return foes & ~equal


@inner
def compared(p, foes, top):
    """Those of the dice with tops higher than `top`, and those with tops equal to it."""
    equal, higher = foes, 0
    if top & 4:
        equal &= p.top2
    else:
        higher |= equal & p.top2
        equal &= ~p.top2
    if top & 2:
        equal &= p.top1
    else:
        higher |= equal & p.top1
        equal &= ~p.top1
    if top & 1:
        equal &= p.top0
    else:
        higher |= equal & p.top0
        equal &= ~p.top0
    return higher, equal


@inline_kernel
def apply(p, move):
    """The die steps, and then it meets every enemy in its vicinity."""
    if move == PASS:
        return passed(p)
    origin, target, first = move & 63, move >> 6 & 63, move >> 12
    die = faces(p, origin)
    if first != JUMP:
        die = TURNED[(first - 1) * 64 + die]
    q = carried(p, origin, target, die)
    return without(q, losers(q, target, die >> 3))


@inner
def can_move(dice, side, all_dice):
    free = BOARD & ~all_dice
    return tilts(dice, side) & free | jumps(dice, side, all_dice, free) != 0


@kernel
def outcome(p):
    """A die on each of the other's corners wins; fewer than two dice lose."""
    white, black = white_dice(p), black_dice(p)
    if white & BLACK_CORNERS == BLACK_CORNERS or popcount(black) < 2:
        return WHITE_WINS
    if black & WHITE_CORNERS == WHITE_CORNERS or popcount(white) < 2:
        return BLACK_WINS
    dice = white | black
    if can_move(white, 0, dice) or can_move(black, 1, dice):
        return RUNNING
    return DRAW


# NEAR[4 * corner + moves]: the squares from which a die may come to a corner (a1, g1, a7, g7) in so
# many moves; one step leads two rows and two columns away at most, and a chain anywhere.
NEAR = lookup([sum(1 << 7 * row + column for row in range(7) for column in range(7)
                   if (CHAINS and moves > 0)
                   or max(abs(row - corner_row), abs(column - corner_column)) <= 2 * moves)
               for corner_row in (0, 6) for corner_column in (0, 6) for moves in range(4)])


@inner
def moves_to_corner(dice, corner):
    """How many moves the nearest of these dice needs at least to come to a corner."""
    moves = 0
    while moves < 3 and NEAR[4 * corner + moves] & dice == 0:
        moves += 1
    return moves


@inner
def moves_to_home(dice, side):
    """How many moves these dice need until one has moved to the two last rows."""
    if CHAINS:
        return 1
    rows = lowest(dice) // 7 if side else 6 - highest(dice) // 7
    return max(1, rows // 2)


@kernel
def least_plies(p, side):
    """Both corners have to be reached, or all enemies but one have to fall.

    One that stays on its home row falls only when a die comes to that row or to the one before it,
    and no move comes before more than three of them.
    """
    dice, foes, waits = p.own, p.foe, 0
    if p.side != side:
        dice, foes, waits = p.foe, p.own, 1
    if popcount(dice) < 2 or popcount(foes) < 2:
        return 0
    corner = 0 if side else 2
    race = 2 * (moves_to_corner(dice, corner) + moves_to_corner(dice, corner + 1)) - 1 + waits
    home = popcount(foes & (ROW_1 if side else ROW_7)) - 1
    way, plies = moves_to_home(dice, side), 1
    while plies < race:
        theirs = (plies + waits) // 2
        stay = home - theirs
        if stay <= 0 or plies - theirs >= way - 1 + (stay + 2) // 3:
            break
        plies += 1
    return max(0, min(race, plies))


@kernel
def progress(p, move, q):
    """A step forward, or a die less."""
    return move != PASS and ((move & 63) // 7 != (move >> 6 & 63) // 7
                             or popcount(p.own | p.foe) != popcount(q.own | q.foe))


@kernel
def irreversible(p, move, q):
    """No die ever goes back, and what fell is gone."""
    return True


# Descriptions.

def steps(p, move) -> list[Step]:
    """The shortest way, and among equals the alphabetically first."""
    return _chains.steps(p, move, jumps)


def along(p, squares) -> int | None:
    """The move that visits these squares one by one, if there is such a way; else None."""
    if not CHAINS and len(squares) > 2:
        return None
    return _chains.along(p, squares, tilts, jumps)


def arriving(p, move):
    """The square where the die of a move arrives, and the die as it lies there."""
    origin, target, first = move & 63, move >> 6 & 63, move >> 12
    die = faces(p, origin)
    return target, die if first == JUMP else TURNED[(first - 1) * 64 + die]


def removed(p, move) -> list[Removed]:
    """The dice that fall after a move."""
    if move == PASS:
        return []
    target, die = arriving(p, move)
    q = carried(p, move & 63, target, die)
    return fallen(q, losers(q, target, die >> 3))


def refusal(p, steps, name) -> str:
    """Why a die may not step so."""
    return _cublino_refusals.refusal(p, steps, name, diagonal=True, jumps=True, chains=CHAINS)


def battles(p, move) -> list[Battle]:
    """The duels after a move."""
    if move == PASS:
        return []
    target, die = arriving(p, move)
    safe = BLACK_CORNERS if p.side == 0 else WHITE_CORNERS
    if (WHITE_CORNERS | BLACK_CORNERS if OWN_CORNER_SAFE else safe) >> target & 1:
        return []
    foes = vicinity(1 << target) & p.foe
    here = square_at(target)
    return [Battle(here, square_at(foe), die >> 3, faces(p, foe) >> 3, (here,), (square_at(foe),))
            for foe in range(49) if foes >> foe & 1]


def reason(p) -> Reason:
    """Why the game is over."""
    white, black = white_dice(p), black_dice(p)
    if white & BLACK_CORNERS == BLACK_CORNERS or black & WHITE_CORNERS == WHITE_CORNERS:
        return Reason.GOAL
    return Reason.ELIMINATION if min(popcount(white), popcount(black)) < 2 else Reason.BLOCKED


def standing(p, name) -> list[Fact]:
    """The corners taken and to take, which count at once, and the dice that are left."""
    found = []
    for colour, dice in zip(COLOURS, (white_dice(p), black_dice(p)), strict=True):
        corners = goals(colour)
        taken = [corner for corner in corners if corner in squares_in(dice)]
        found += [
            Fact(colour, Sentence("holds {count} of {all} corners", count=len(taken),
                                  all=len(corners)),
                 _corners(PLAYERS[colour], [name(corner) for corner in taken],
                          [name(corner) for corner in corners if corner not in taken]),
                 tuple(corners)),
            dice_left(colour, dice, Sentence("{side}'s dice left: {count}; with fewer than two "
                                             "the game is lost", side=PLAYERS[colour],
                                             count=popcount(dice)))]
    return found


def _corners(side, taken, left) -> str:
    """Which corners a player has taken, and which are still to be taken."""
    if not taken:
        return Sentence("{side} has taken neither corner, and wins with dice on {left} at the same "
                        "time", side=side, left=", ".join(left))
    if left:
        return Sentence("{side} has taken the corner {taken}, and wins with another die on {left} "
                        "at the same time", side=side, taken=", ".join(taken),
                        left=", ".join(left))
    return Sentence("{side} has taken both corners, {taken}, at the same time", side=side,
                    taken=", ".join(taken))


def problems(p) -> list[str]:
    """Why the position cannot occur in a game."""
    white, black = white_dice(p), black_dice(p)
    found = too_many(p)
    if white & BLACK_CORNERS == BLACK_CORNERS and black & WHITE_CORNERS == WHITE_CORNERS:
        found.append(Sentence("both players hold both corners, so the first to do so had already "
                              "won"))
    if popcount(white) < 2 and popcount(black) < 2:
        found.append(Sentence("both players have fewer than two dice, so the first to have so "
                              "few had already lost"))
    return found
