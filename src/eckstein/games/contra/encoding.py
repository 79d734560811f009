"""How learners see Contra: tilts forward and sideways and the pass, and dice on planes."""
from ...kernel import inner
from ...kernel.dice import EAST, NORTH, WEST
from .._cublino.encoding import OPPOSITE, PLANES, SCALARS, draw_dice, scalar, turned_square
from .._numbered import numbered, unpacked
from . import COLUMNS, MOVE_CODES, PASS, ROWS

HEIGHT, WIDTH = ROWS, COLUMNS


def _moves():
    """White's moves: a die on the goal row has won, so none begins there."""
    for row in range(ROWS - 1):
        for column in range(COLUMNS):
            for direction, there in ((NORTH, True), (EAST, column < COLUMNS - 1),
                                     (WEST, column > 0)):
                if there:
                    yield 4 * (7 * row + column) + direction
    yield PASS


_MOVES = list(_moves())
ACTIONS = len(_MOVES)
MOVE, ACTION = numbered(_MOVES, MOVE_CODES)


@inner
def turned(move, side):
    """A move as the mover sees it; the other way round, too."""
    if side == 0 or move == PASS:
        return move
    return turned_square(move >> 2, ROWS, side) << 2 | (move & 3 ^ OPPOSITE)


@inner
def action_of(p, move):
    """The action that a move is."""
    return unpacked(ACTION, turned(move, p.side))


@inner
def move_of(p, action):
    """The move that an action is."""
    return turned(MOVE[action], p.side)


@inner
def draw(p, planes, first, value):
    """The faces of all dice."""
    draw_dice(p, ROWS, planes, first, value)
