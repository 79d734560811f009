"""How learners see a game that says nothing about it: as the bits of its positions."""
from ...kernel import game, inner
from ...kernel.bits import lowest, store_byte

ACTIONS = game.MOVE_CODES
HEIGHT = WIDTH = 8
PLANES = tuple(f"bits of {name}" for name in game.Position._fields)
SCALARS: tuple[str, ...] = ()


@inner
def action_of(p, move):
    """A move's own number."""
    return move


@inner
def move_of(p, action):
    """The move of this number."""
    return action


@inner
def draw(p, planes, first):
    """Each integer is a plane, bit by bit."""
    for field in range(len(PLANES)):
        bits = p[field]
        while bits:
            store_byte(planes, first + 64 * field + lowest(bits), 1)
            bits &= bits - 1


@inner
def scalar(p, i):
    """There are none."""
    return 0
