"""A whole game of alpha-beta against itself, so many positions a move, in one call.

It plays as `engine.searcher.Searcher` does with one thread under that limit alone, without proofs
and tables of endings: their work in Python would take ten times as long as these short searches.
"""
from ...kernel import array as array
from ...kernel import encoding, game, inner, kernel, record
from ...kernel.bits import address, load, store
from ...kernel.types import Array, Memory, Position
from ._bounds import NONE
from ._counts import counts_after
from ._results import MATE, MATED
from ._transposition import attach as attach
from ._transposition import new_table as new_table
from .alphabeta import KEYS, STOP, enter, windowed
from .alphabeta import forget as forget
from .alphabeta import new_memory as new_search
from .alphabeta import new_net as new_net
from .alphabeta import use_net as use_net

MAX_DEPTH = 100
NO_LIMIT = 1 << 60
RUNNING, DRAWN = 0, 3           # results beside those of the winner, 1 for White and 2 for Black


def new_log(keys: Array, actions: Array, values: Array) -> Memory:
    """Room for a game, which the caller keeps alive.

    Set `count`, how many moves were made before, `idle` and `reversible`, the counts of the last
    ones, and the keys of all positions so far.  Afterwards `actions` and `values` have what was
    played from there on, and `count` says how many moves there are.

    Args:
        keys: of the positions, one more than moves.
        actions, values: of the moves; their length is that of the game at most.
    """
    log = record(count=0, idle=0, reversible=0, plies=0, keys=0, actions=0, values=0)
    log.keys, log.actions, log.values = address(keys), address(actions), address(values)
    log.plies = len(actions)
    return log


@inner
def drawn(memory: Memory, log: Memory, key: int, idle: int, reversible: int) -> bool:
    """Whether a position after those of the log is a draw by repetition or lack of progress."""
    times = 1
    for i in range(log.count - 2, max(-1, log.count - reversible - 1), -2):
        times += load(log.keys, i) == key
    return 0 < memory.repetition <= times or 0 < memory.no_progress <= idle


@inner
def loses_at_once(p: Position, memory: Memory, log: Memory, move: int) -> bool:
    """Whether the opponent has a reply to a move that wins."""
    q = game.apply(p, move)
    idle, reversible = counts_after(p, move, q, log.idle, log.reversible)
    log.count += 1
    over = game.outcome(q) != RUNNING or drawn(memory, log, game.key(q), idle, reversible)
    log.count -= 1
    if over:
        return False
    end = game.generate(q, memory.moves, 0)
    for i in range(end):
        if game.outcome(game.apply(q, memory.moves[i])) == 1 + q.side:
            return True
    return False


@kernel
def think(p: Position, memory: Memory, log: Memory, limit: int) -> tuple[int, int]:
    """The move that seems best after so many positions, and its score.

    Args:
        p: a running position, the last one of the log.
        memory: of `alphabeta`.
        log: see `new_log`.
        limit: how many positions may be looked at; the first iteration is whole, and so is the
            second if the first one's move loses to a reply.
    """
    memory.nodes, memory.aborted, memory.deepest, memory.excluded = 0, 0, 0, 0
    memory.signals[STOP], memory.limit, memory.age = 0, NO_LIMIT, (memory.age + 1) & 0xFF
    memory.length = min(log.reversible, KEYS // 2)
    for i in range(memory.length):
        memory.path[i] = load(log.keys, log.count - memory.length + i)
    enter(p, memory, 0, NONE, log.idle, log.reversible)
    for i in range(len(memory.killers)):
        if memory.killers[i] != -1:     # else LLVM makes a call to C's `memset` of it on Windows
            memory.killers[i] = -1
    memory.pv[0] = NONE
    best, score = NONE, 0
    for depth in range(1, MAX_DEPTH + 1):
        found = windowed(p, memory, depth, score)
        move = memory.pv[0]
        if memory.aborted:
            # If the broken iteration began with the best move of the one before, any other that
            # stands in the line has been found better.
            if move != NONE and best == memory.moves[0]:
                best = move
            break
        best, score = move, found
        if depth == 1 and loses_at_once(p, memory, log, best):
            continue
        memory.limit = limit
        decided = abs(score) > MATED and depth > 2 * ((MATE - abs(score) + 1) // 2) + 2
        if memory.nodes >= limit or decided:
            break
    return best, score


@kernel
def play(p: Position, memory: Memory, log: Memory, limit: int) -> int:
    """Play until the game is over, or the log is full.

    Args:
        p: the position that the log has come to.
        memory: of `alphabeta`, with `repetition` and `no_progress`, a table, and a net or none.
        log: see `new_log`.
        limit: as for `think`.

    Returns:
        1 or 2 for the winner, DRAWN, or RUNNING.
    """
    key = game.key(p)
    while True:
        store(log.keys, log.count, key)
        result = game.outcome(p)
        if result != RUNNING:
            return result
        if drawn(memory, log, key, log.idle, log.reversible):
            return DRAWN
        if log.count == log.plies:
            return RUNNING
        move, score = think(p, memory, log, limit)
        store(log.actions, log.count, encoding.action_of(p, move))
        store(log.values, log.count, score)
        q = game.apply(p, move)
        log.idle, log.reversible = counts_after(p, move, q, log.idle, log.reversible)
        log.count += 1
        p, key = q, game.key(q)


def warm() -> None:
    """Compile, or load from the cache, all that is here."""
    memory, table, rows = new_search(), new_table(1), [array(size) for size in (3, 2, 2)]
    log = new_log(*rows)
    attach(memory, table)
    play(game.start(), memory, log, 1)
