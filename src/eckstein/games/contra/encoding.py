"""How learners see Contra: tilts forward and sideways and the pass, and dice on planes."""
from ...kernel import inner, lookup
from ...kernel.dice import EAST, NORTH, WEST
from .._cublino.encoding import OPPOSITE, PLANES, SCALARS, draw_dice, scalar
from . import COLUMNS, MOVE_CODES, PASS, ROWS

HEIGHT, WIDTH = ROWS, COLUMNS
LAST = 8 * (ROWS - 1)       # a square and the one that it is turned to add up to this


def _moves():
    """White's moves: a die on the goal row has won, so none begins there."""
    for row in range(ROWS - 1):
        for column in range(COLUMNS):
            for direction, there in ((NORTH, True), (EAST, column < COLUMNS - 1),
                                     (WEST, column > 0)):
                if there:
                    yield 4 * (7 * row + column) + direction
    yield PASS


def _turned(move):
    return move if move == PASS else LAST - (move >> 2) << 2 | (move & 3 ^ OPPOSITE)


_MOVES = list(_moves())
ACTIONS = len(_MOVES)
_BY_SIDE = _MOVES, [_turned(move) for move in _MOVES]
MOVE = lookup(move for moves in _BY_SIDE for move in moves)
ACTION = lookup(moves.index(move) if move in moves else 0
                for moves in _BY_SIDE for move in range(MOVE_CODES))


@inner
def action_of(p, move):
    """The action that a move is."""
    return ACTION[MOVE_CODES * p.side + move]


@inner
def move_of(p, action):
    """The move that an action is."""
    return MOVE[ACTIONS * p.side + action]


@inner
def draw(p, planes, first):
    """The faces of all dice."""
    draw_dice(p, ROWS, planes, first)
