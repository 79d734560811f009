"""What alpha-beta keeps in the transposition table: a bound on a score, and the best move.

An entry's data, from the lowest bit: the move (20 bits), the depth it was searched to (8), the
bound's kind (4), the score + 32768 (20), the age of the search that wrote it (8), and a bit at 62
that is always set.
"""
from ...kernel import inner
from ...kernel.bits import load
from ...kernel.types import Memory
from ._results import MATE, MATED
from ._transposition import bucket, replace

EXACT, LOWER, UPPER = range(3)
NONE = -1                   # no move
ENTRIES = 2                 # that compete for a key: one prefers depth, the other takes anything


@inner
def store(memory: Memory, key: int, move: int, score: int, bound: int, depth: int,
          ply: int) -> None:
    """Keep a bound.

    The first of the two entries is left alone if this search (of this age) wrote it for another
    position and a greater depth.

    Args:
        memory: a record with `table`, `mask` and `age`, from 0 to 255.
        key: of the position.
        move: the best move, or NONE.
        score: as seen from the root: MATE less the plies from there to the end.
        bound: EXACT, LOWER or UPPER.
        depth: the plies that were searched, up to 255.
        ply: of the position.
    """
    if score > MATED:       # a decided game is stored as seen from the position itself
        score += ply
    elif score < -MATED:
        score -= ply
    slot = bucket(memory, key, ENTRIES)
    data = (1 << 62 | memory.age << 52 | (score + 32768) << 32 | bound << 28
            | (depth & 0xFF) << 20 | (move & 0xFFFFF))
    if is_kept(memory, slot, key, depth):
        slot += 2
    replace(memory, slot, key, data)


@inner
def is_kept(memory: Memory, slot: int, key: int, depth: int) -> bool:
    """Whether the entry at index `slot` of the table is deeper, by this search, for another key."""
    old = load(memory.table, slot + 1)
    return (old >> 52 & 0xFF) == memory.age and (old >> 20 & 0xFF) > depth and (
        load(memory.table, slot) ^ old != key)


@inner
def stored_score(data: int, ply: int) -> int:
    """The score of an entry as seen from the root, for a position at this ply."""
    score = (data >> 32 & 0xFFFF) - 32768
    if score > MATED:
        return score - ply
    if score < -MATED:
        return score + ply
    return score


@inner
def stored_plies(data: int) -> int:
    """In how many plies from its position an entry says that a player wins; 0 if it does not."""
    score = abs((data >> 32 & 0xFFFF) - 32768)
    return MATE - score if score > MATED else 0


@inner
def stored_move(data: int) -> int:
    """The best move of an entry, or NONE; NONE was stored as 20 set bits, which no move has."""
    return data & 0xFFFFF if data else NONE


@inner
def settles(data: int, depth: int, beta: int, ply: int) -> bool:
    """Whether an entry answers a search of this depth for whether the score reaches `beta`."""
    if data == 0 or (data >> 20 & 0xFF) < depth:
        return False
    score, bound = stored_score(data, ply), data >> 28 & 3
    return bound == EXACT or (score >= beta if bound == LOWER else score < beta)
