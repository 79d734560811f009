"""A game without endings: no position has a number."""
from ..kernel import inner, kernel
from . import NOWHERE

NAMES, PARTS, SLICES = (), (), ()


@kernel
def size(ending):
    """There are no numbers."""
    return 0


@inner
def possible(ending, number):
    """There are no numbers."""
    return False


@kernel
def place(p):
    """No position has a number."""
    return NOWHERE, 0
