"""Alpha-beta's table separates what it knows in one game from what does not hold in another.

What was played before the root changes the value of a position in two ways: a position that was on
the board often enough is **barred**, a draw the next time; and moves without progress bring a draw
nearer.  The first matters no more after progress that can never be undone, the second after any.
"""
from ...kernel import inner
from ...kernel.types import Memory
from ._bounds import stored_plies

HURRY = 24                  # so near to a draw by lack of progress, each count has its own keys
SALTED = 32                 # separated keys differ in the bits from here on alone


@inner
def salt_of(memory: Memory) -> int:
    """What tells the keys of a game from those of others; 0 if nothing is barred.

    Args:
        memory: a record with `path`, which begins with as many keys of earlier positions as
            `length` says, and `repetition`.
    """
    salt = 0
    if memory.repetition == 0:
        return salt
    for i in range(memory.length):
        key, before, times = memory.path[i], 0, 1
        for k in range(i):
            before += memory.path[k] == key
        for k in range(i + 1, memory.length):
            times += memory.path[k] == key
        if before == 0 and times >= memory.repetition - 1:
            salt ^= key
    return salt >> SALTED << SALTED


@inner
def is_near_draw(memory: Memory, idle: int) -> bool:
    """Whether lack of progress may be a draw within what a search looks at."""
    return 0 < memory.no_progress <= idle + HURRY


@inner
def apart(memory: Memory, key: int, idle: int, reversible: int, ply: int) -> int:
    """The key for the table of a position at a ply, after so many moves of either count."""
    if is_near_draw(memory, idle):
        key ^= (idle + 1) << 40
    return key ^ memory.salt if reversible >= ply else key


@inner
def comes_in_time(memory: Memory, data: int, idle: int) -> bool:
    """Whether a win that the table tells of comes before lack of progress makes a draw.

    It may have been found where more moves were left.
    """
    return (memory.no_progress == 0 or is_near_draw(memory, idle)
            or idle + stored_plies(data) <= memory.no_progress)
