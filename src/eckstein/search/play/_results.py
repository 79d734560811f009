"""Results of games and of draws by repetition or lack of progress, as scores.

Scores are hundredths of a die for the player to move.  Beyond MATED they count plies: MATE - n is a
win in n plies from the root, n - MATE a loss.
"""
from ...kernel import inner
from ...kernel.codes import DRAW
from ...kernel.types import Memory

INFINITE, MATE, MATED = 32000, 31000, 30000


@inner
def final(result: int, side: int, ply: int) -> int:
    """The score of a finished game.

    Args:
        result: the game's outcome, not 0.
        side: 0 if White is to move, 1 if Black.
        ply: moves since the root.
    """
    if result == DRAW:
        return 0
    return MATE - ply if result == 1 + side else ply - MATE


@inner
def repeated(memory: Memory, key: int, ply: int, reversible: int) -> bool:
    """Whether a position counts as a draw by repetition.

    On the path of the search once is enough, since what was good once is good again; before the
    root the rule itself counts.

    Args:
        memory: a record with `path`, the keys of the game before the root and of the line that is
            searched; `length`, how many of them are before the root; and `repetition`, the option.
        key: of the position.
        ply: moves since the root.
        reversible: moves up to here that can be undone; nothing before them can come again.
    """
    if memory.repetition == 0:
        return False
    last, times = memory.length + ply, 1
    for i in range(last - 2, max(-1, last - reversible - 1), -2):
        if memory.path[i] == key:
            times += 1
            if i >= memory.length or times >= memory.repetition:
                return True
    return False


@inner
def exhausted(memory: Memory, idle: int) -> bool:
    """Whether so many moves without progress make a draw, by the option `no_progress`."""
    return 0 < memory.no_progress <= idle
