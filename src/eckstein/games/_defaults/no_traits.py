"""What policies see of the moves of a game that says nothing about them: which action each is."""
from ...kernel import encoding, inner

TRAITS, MOST = encoding.ACTIONS, 1


@inner
def traits(p, move, found):
    """The action alone."""
    found[0] = encoding.action_of(p, move)
    return 1


def factors(trait):
    """They have nothing in common."""
    return ()
