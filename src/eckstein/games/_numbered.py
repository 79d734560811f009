"""Moves numbered densely: tables from action to move and back, which are small."""
from ..kernel import inner, lookup

PACKED = 4                  # actions in a word


def numbered(moves, codes):
    """Tables for `unpacked`.

    Args:
        moves: the move of each action.
        codes: how many numbers moves can have.

    Returns:
        The moves by action, and the actions by move, several in a word.
    """
    words = [0] * -(-codes // PACKED)
    for action, move in enumerate(moves):
        words[move // PACKED] |= action << 16 * (move % PACKED)
    return lookup(moves), lookup(word - (1 << 64) if word >> 63 else word for word in words)


@inner
def unpacked(actions, move):
    """The action of a move in a table of `numbered`; 0 for what is no move."""
    return actions[move >> 2] >> 16 * (move & 3) & 0xFFFF
