"""What is true of a game whose module says nothing else about a part of the contract.

`specialise` puts each of these into a module that lacks it.
"""
from ...kernel import inner

CHECK_WORDS = "check", "mate"
LETTERS, NOUN = "", "die"
IN_HAND = RIGHTS = ""
STRICT_MARKS = False
MOVES_ALIKE = True


@inner
def in_check(p):
    """Nobody is ever in check."""
    return False


@inner
def least_plies(p, side):
    """Any player may win with the next ply."""
    return 1


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
    """Nobody counts points."""
    return


def goals(colour):
    """No square is a player's aim."""
    return []


def refusal(p, steps, name):
    """Nothing is known about why a move is not legal."""
    return ""


def standing(p, name):
    """Nothing is told of how the game stands."""
    return []
