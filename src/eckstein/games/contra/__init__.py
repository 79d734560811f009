"""Cublino Contra: one tilt a turn, and battles between neighbours.

On a smaller board squares keep their numbers, 7 * row + column; it is the lower left corner of the
large one.
"""
from ...base.sentence import Sentence
from ...contract.pieces import COLOURS, PLAYERS, WHITE, Battle, Fact, Reason, Removed, Square, Step
from ...kernel import inline_kernel, inner, kernel, option
from ...kernel.bits import highest, lowest, popcount
from ...kernel.codes import BLACK_WINS, DRAW, RUNNING, WHITE_WINS
from ...kernel.dice import TURNED
from .._cublino import (
    MOVE_TEXT,
    NEIGHBOURS,
    NOT_A,
    NOT_G,
    POSITION_TEXT,
    STEP,
    Position,
    ahead,
    around,
    at_home,
    black_dice,
    can_tilt,
    carried,
    contents,
    dice_left,
    direction_to,
    faces,
    fallen,
    key,
    passed,
    position,
    square_at,
    squares_in,
    too_many,
    total,
    white_dice,
    without,
)
from .._cublino import refusals as _cublino_refusals

TITLE, LETTER = "Cublino Contra", "C"
ARRIVAL_WINS = option("arrival_wins", (False, True),
                      "a die that arrives on the goal row wins at once, before its battles")
SIZE = option("size", ("7", "6", "5", "4", "3"),
              "the board has so many rows and columns, and each player so many dice")

COLUMNS = ROWS = int(SIZE)
ROW_1 = (1 << COLUMNS) - 1
LAST_ROW = ROW_1 << 7 * (ROWS - 1)
BOARD = sum(ROW_1 << 7 * row for row in range(ROWS))

# A move is 4 * square + direction.
MAX_MOVES, MOVE_CODES, PASS = 24, 256, 255


@kernel
def start():
    """All dice at home, with White to move."""
    return at_home(ROW_1, LAST_ROW)


@inner
def moves_to(p, targets, moves, n):
    """Append the tilts onto these squares."""
    free = targets & ~(p.own | p.foe)
    forward = p.own & ahead(free, 1 - p.side)
    east = p.own & (free & NOT_A) >> 1
    west = p.own & (free & NOT_G) << 1
    movers = forward | east | west
    while movers:
        square = lowest(movers)
        movers &= movers - 1
        if forward >> square & 1:
            moves[n] = square * 4 + 2 * p.side
            n += 1
        if east >> square & 1:
            moves[n] = square * 4 + 1
            n += 1
        if west >> square & 1:
            moves[n] = square * 4 + 3
            n += 1
    return n


@kernel
def generate(p, moves, n):
    """Append the legal moves: tilts forward and sideways onto empty squares, else the pass."""
    end = moves_to(p, BOARD, moves, n)
    if end == n:
        moves[n] = PASS
        return n + 1
    return end


@inner
def losers(p, square):
    """The dice that fall after one has moved to `square`; all are judged before any leaves."""
    defenders = NEIGHBOURS[square] & p.foe
    if defenders == 0:
        return 0
    defence, fallen = total(p, defenders), 0
    while defenders:
        defender = defenders & -defenders
        defenders ^= defender
        attack = total(p, NEIGHBOURS[lowest(defender)] & p.own)
        if attack > defence:
            fallen |= defender
        elif attack < defence:
            fallen |= 1 << square
    return fallen


@inline_kernel
def apply(p, move):
    """The die tilts, and then all battles are fought at once."""
    if move == PASS:
        return passed(p)
    origin, direction = move >> 2, move & 3
    square = origin + STEP[direction]
    q = carried(p, origin, square, TURNED[direction * 64 + faces(p, origin)])
    if ARRIVAL_WINS and (ROW_1 if p.side else LAST_ROW) >> square & 1:
        return passed(q)
    fallen = losers(q, square)
    return without(q, fallen) if fallen else passed(q)


@kernel
def outcome(p):
    """The first die on the goal row wins; a player without dice has lost; two blocked players draw.
    """
    white, black = white_dice(p), black_dice(p)
    if white & LAST_ROW or black == 0:
        return WHITE_WINS
    if black & ROW_1 or white == 0:
        return BLACK_WINS
    free = BOARD & ~(white | black)
    if can_tilt(white, free, 0) or can_tilt(black, free, 1):
        return RUNNING
    return DRAW


@kernel
def progress(p, move, q):
    """A forward tilt, or a die less."""
    return move != PASS and (move & 1 == 0
                             or popcount(p.own | p.foe) != popcount(q.own | q.foe))


@kernel
def irreversible(p, move, q):
    """No die ever goes back, and what fell is gone."""
    return True


@inner
def rows_to_go(dice, side):
    """How many rows the foremost of these dice are away from their goal row."""
    return lowest(dice) // 7 if side else ROWS - 1 - highest(dice) // 7


@kernel
def least_plies(p, side):
    """A die has to go to the goal row, or all enemies have to fall.

    One that stays on its home row falls only when a die comes to the square before it, and no move
    comes before two of them.
    """
    dice, foes, waits = p.own, p.foe, 0
    if p.side != side:
        dice, foes, waits = p.foe, p.own, 1
    if dice == 0 or foes == 0:
        return 0
    rows, others = rows_to_go(dice, side), popcount(foes) - 1
    # A move fells three enemies at most, and one of the mover's own.
    fell = 2 * (others // 4) + (1 if others % 4 < 3 - 2 * waits else 2)
    home = popcount(foes & (ROW_1 if side else LAST_ROW))
    fell = max(fell, min(home + max(1, rows - 1) - 1, 2 * home - waits))
    return max(0, min(2 * rows - 1 + waits, fell))


# Descriptions.

def goals(colour) -> list[Square]:
    """The goal row of a player: the opponent's back row."""
    return squares_in(LAST_ROW if colour == WHITE else ROW_1)


def steps(p, move) -> list[Step]:
    """A tilt, or a forced pass."""
    if move == PASS:
        return [Step("pass")]
    square = move >> 2
    return [Step("tilt", square_at(square), square_at(square + STEP[move & 3]),
                 direction=move & 3)]


def along(p, squares) -> int | None:
    """The tilt from the first of two squares to the second; else None."""
    (column, row), (to_column, to_row) = squares[0], squares[-1]
    if len(squares) != 2 or abs(to_column - column) + abs(to_row - row) != 1:
        return None
    return 4 * (7 * row + column) + direction_to(7 * (to_row - row) + to_column - column)


def fighting(p, move):
    """The position in which a move's battles are fought, and the square of its die, or None."""
    if move == PASS:
        return p, None
    origin, direction = move >> 2, move & 3
    square = origin + STEP[direction]
    q = carried(p, origin, square, TURNED[direction * 64 + faces(p, origin)])
    arrived = (ROW_1 if p.side else LAST_ROW) >> square & 1
    return q, None if ARRIVAL_WINS and arrived else square


def removed(p, move) -> list[Removed]:
    """The dice that fall after a move."""
    q, square = fighting(p, move)
    return [] if square is None else fallen(q, losers(q, square))


def refusal(p, steps, name) -> str:
    """Why a die may not tilt so."""
    return _cublino_refusals.refusal(p, steps, name, diagonal=False, jumps=False, chains=False)


def battles(p, move) -> list[Battle]:
    """The fights after a move, with the dice that count in each."""
    q, square = fighting(p, move)
    if square is None:
        return []
    defenders = around(1 << square) & p.foe
    found = []
    for defender in range(49):
        if defenders >> defender & 1:
            attackers = around(1 << defender) & q.own
            found.append(Battle(square_at(square), square_at(defender), total(q, attackers),
                                total(q, defenders), tuple(squares_in(attackers)),
                                tuple(squares_in(defenders))))
    return found


def reason(p) -> Reason:
    """Why the game is over."""
    white, black = white_dice(p), black_dice(p)
    if white & LAST_ROW or black & ROW_1:
        return Reason.GOAL
    return Reason.BLOCKED if white and black else Reason.ELIMINATION


def standing(p, name) -> list[Fact]:
    """The dice that are left, and those that need the fewest tilts to the goal row."""
    found = []
    for colour, dice in zip(COLOURS, (white_dice(p), black_dice(p)), strict=True):
        squares = squares_in(dice)
        found.append(dice_left(colour, dice, Sentence(
            "{side}'s dice left: {count}", side=PLAYERS[colour], count=len(squares))))
        ways = [ROWS - 1 - row if colour == WHITE else row for _, row in squares]
        nearest = [square for square, way in zip(squares, ways, strict=True) if way == min(ways)]
        if nearest:
            found.append(Fact(colour, Sentence(
                "{count} {count:tilt|tilts} to go", count=min(ways)), Sentence(
                "{side}'s dice nearest to the goal row: {squares}; tilts still to go: {count}",
                side=PLAYERS[colour], squares=", ".join(map(name, nearest)), count=min(ways)),
                tuple(nearest)))
    return found


def problems(p) -> list[str]:
    """Why the position cannot occur in a game."""
    white, black = white_dice(p), black_dice(p)
    found = too_many(p, COLUMNS)
    if white & LAST_ROW and black & ROW_1:
        found.append(Sentence("both players have reached their goal row, so the first to do so "
                              "had already won"))
    if white == 0 and black == 0:
        found.append(Sentence("there are no dice on the board"))
    return found
