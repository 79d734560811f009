"""What the network of a game is that has none."""
from ...kernel import inline

INPUTS, MOST = 0, 1


@inline
def inputs(p, rows):
    """There are none."""
    return 0


def factors(row):
    """There are no rows."""
    return ()


def mirrored(row):
    """There are no rows."""
    return row
