"""How learners see Pur: moves by where they begin, how, and where they end, and dice on planes."""
from ...kernel import inner
from .._cublino.encoding import PLANES, SCALARS, draw_dice, reachable, scalar, turned_move
from .._numbered import numbered, unpacked
from . import COLUMNS, MOVE_CODES, PASS, ROWS

HEIGHT, WIDTH = ROWS, COLUMNS
_MOVES = [*reachable(diagonal=False, chains=True), PASS]
ACTIONS = len(_MOVES)
MOVE, ACTION = numbered(_MOVES, MOVE_CODES)


@inner
def action_of(p, move):
    """The action that a move is."""
    return unpacked(ACTION, turned_move(move, p.side))


@inner
def move_of(p, action):
    """The move that an action is."""
    return turned_move(MOVE[action], p.side)


@inner
def draw(p, planes, first):
    """The faces of all dice."""
    draw_dice(p, ROWS, planes, first)
