"""What holds for a game if its module leaves out a part of the contract.

`specialise` puts each of these into a module that lacks it.
"""
from ...kernel import inner, kernel

CHECK_WORDS = "check", "mate"
LETTERS, NOUN = "", "die"
IN_HAND = RIGHTS = ""
STRICT_MARKS = False
MOVES_ALIKE = True


@inner
def in_check(p):
    """No player is ever in check."""
    return False


@inner
def least_plies(p, side):
    """Any player may win with the next ply."""
    return 1


@kernel
def irreversible(p, move, q):
    """Any progress might be undone."""
    return False


def check(p):
    """No move gives check."""
    return 0


def battles(p, move):
    """No move leads to a battle."""
    return []


def removed(p, move):
    """Nothing ever leaves the board."""
    return []


def score(p):
    """No points are counted."""
    return


def goals(colour):
    """No square is a player's aim."""
    return []


def refusal(p, steps, name):
    """Nothing is known about why a move is not legal."""
    return ""


def standing(p, name):
    """There are no facts on how the game stands."""
    return []
