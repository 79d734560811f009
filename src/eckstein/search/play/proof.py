"""Depth-first proof-number search: whether a win can be forced, however long it takes.

A proof number counts the positions that must at least still be won to prove that the attacker wins;
a disproof number, those that must be held to prove the opposite (Allis, van der Meulen and van den
Herik, 1994).  The search goes where least is missing, to limits within which it stays there (df-pn:
Nagai, 2002), a quarter wider than need be, lest it jump to and fro (Pawlewicz and Lew, 2007).
Draws are failures of the attacker, and so are repetitions and lack of progress.

Neither may lead to a wrong result where a position is reached in another way (the graph-history
interaction: Campbell, 1985):

* A proof rests on proofs that are older, so playing by it repeats nothing; it holds on any path.
  It is stored with the number of moves without progress that it needs, and holds while there are as
  many left.
* A failure is stored with the ply `since` which its path matters: that of the position repeated, or
  of the last progress.  If this is not before the position itself, the defender can go round for
  ever within what follows, and the failure holds on any path.  Otherwise it is stored for just this
  path, in a second entry, the twin (after Kishimoto and Müller, 2004).

A caller that can check in another way whether a failure is real (closure.py) may ask the search to
be **trusting**: then failures that rest on a repetition are stored as if they held on any path,
which saves to look at the same position again for each path to it.  Proofs are right as before,
since they rest on proofs alone; that there is none is likely, not certain.  A search that is not
trusting may **heed** the proofs that one has left in the table.

A position that is met for the first time has numbers by the odds of a win, as the game's knowledge
estimates them (`odds`): the search goes first where little seems to be missing (as Winands and
Schadd, 2010, do with evaluations).  With even odds, or without knowledge, both numbers are EVEN.

Where it pays (`SEES_WINS` of the game's knowledge), a position in which the player to move wins at
once is seen through when it is met: it needs no entry, and no look at what follows.

Several threads may ask the same question, each with a memory of its own, if they share a table.
Of moves of equal promise each thread takes another one first, so that they work on different
positions, and the table tells what the others have found.

What is known about a position is one integer, its `data` (`_proof_data.py`).
"""
from collections.abc import Sequence

from ...kernel import array, game, inner, kernel, knowledge, record
from ...kernel.bits import mix
from ...kernel.types import Array, Memory, Position
from ._counts import counts_after
from ._exact import STOP as STOP
from ._exact import bar, has_barred, stopped
from ._proof_data import (
    ALWAYS,
    CODE,
    FULL,
    INFINITE,
    KNOWN,
    LARGE,
    LAST_CODE,
    MOST,
    NOWHERE,
    TWIN,
    WORK,
    decided,
    disproof_number,
    disproved,
    estimated,
    idle_of,
    length_of,
    proof_number,
    proved,
    since_of,
    undecided,
)
from ._transposition import (
    GROUP,
    attach,
    effort,
    new_table,
    prefetch_entries,
    probe,
    replace,
    slot_for,
)
from ._transposition import forget as forget

ENTRIES = 4                 # that compete for a key
PLIES = 256
BARRED = 256
ROOM = 64 * PLIES + game.MAX_MOVES
SALT = 0x3C6EF372FE94F82B   # any numbers; they keep attackers and circumstances apart
PATHS = 0x1F83D9AB


def new_memory() -> Memory:
    """What one search remembers.

    Before a search `no_progress` and `repetition` are set, as the options are; both are off.
    `turn` is a different number, from 0, for each of the threads that share a table.  `trusting`
    and `heeds` are 0 or 1; lack of progress ends no trusting search.  Afterwards `plies` is the
    length of the proof, and `nodes` says how many positions were made.
    """
    return record(
        nodes=0, limit=0, aborted=0, plies=0, attacker=0, turn=0, trusting=0, heeds=0, idle=0,
        repetition=0, no_progress=0, slack=0, table=0, mask=0, salt=0, other=0, bars=0, signals=1,
        barred=BARRED, path=PLIES, codes=PLIES + 1, moves=ROOM + game.MAX_MOVES, known=ROOM)


# What the transposition table keeps.

@inner
def store_entry(memory: Memory, key: int, data: int, work: int) -> None:
    """Store data for a key that took so much work: how many positions were made, from 0."""
    replace(memory, slot_for(memory, key, ENTRIES, WORK), key, data | effort(work) << WORK)


@inner
def holds(memory: Memory, data: int, idle: int) -> bool:
    """Whether a proof can be played out before the draw by lack of progress."""
    return idle + idle_of(data) <= memory.slack


@inner
def recall(memory: Memory, key: int, ply: int, idle: int) -> int:
    """What is known about a running position at a ply, reached by the path up to there, or 0."""
    data = probe(memory, key, ENTRIES)
    if memory.other and not decided(data):
        other = probe(memory, key ^ memory.other, ENTRIES)
        if other and proof_number(other) == 0 and holds(memory, other, idle):
            return other
    if data == 0:
        return 0
    proof = proof_number(data)
    if proof == INFINITE or proof == 0 and holds(memory, data, idle):
        return data
    if data & TWIN:
        twin = probe(memory, key ^ memory.codes[ply], ENTRIES)
        if twin:
            return twin
    return 0 if proof == 0 else data


@inner
def store_result(p: Position, memory: Memory, key: int, data: int, ply: int, work: int) -> None:
    """Keep what has been found out; what holds on this path only goes into the twin.

    A proof that needs too many moves here is still worth more than numbers.  `work` is how many
    positions were made.
    """
    old, proof = probe(memory, key, ENTRIES), proof_number(data)
    if proof == INFINITE and since_of(data) != ALWAYS:
        store_entry(memory, key ^ memory.codes[ply], data, work)
        data = old if old else estimated(knowledge.odds(p, memory.attacker))
        store_entry(memory, key, data & (1 << WORK) - 1 | TWIN | KNOWN, work)
    elif old == 0 or proof == 0 or proof == INFINITE or proof_number(old):
        store_entry(memory, key, data | old & TWIN, work)


# The search.

@inner
def evaluate(p: Position, key: int, memory: Memory, ply: int, idle: int, reversible: int) -> int:
    """What is known about a position at a ply.

    `key` is that of the position, combined with the salt.
    """
    result = game.outcome(p)
    if result:
        return proved(0, 0) if result == 1 + memory.attacker else disproved(ALWAYS)
    if has_barred(memory, key ^ memory.salt):
        return disproved(ALWAYS)
    for i in range(ply - 2, max(-1, ply - reversible - 1), -2):
        if memory.path[i] == key:
            return disproved(i)
    if idle >= memory.slack:
        return disproved(ply - idle)
    data = recall(memory, key, ply, idle)
    if data:
        return data
    if knowledge.SEES_WINS and can_win_at_once(p, memory):
        return proved(1, 1) if p.side == memory.attacker else disproved(ALWAYS)
    return estimated(knowledge.odds(p, memory.attacker))


@inner
def can_win_at_once(p: Position, memory: Memory) -> bool:
    """Whether a noisy move of a running position wins."""
    if game.least_plies(p, p.side) > 1:
        return False
    for i in range(ROOM, knowledge.noisy(p, memory.moves, ROOM)):
        if game.outcome(game.apply(p, memory.moves[i])) == 1 + p.side:
            return True
    return False


@inner
def rotate_moves(memory: Memory, key: int, first: int, end: int) -> None:
    """Let moves begin at another place in each thread, since of equals the first is taken."""
    if memory.turn == 0:
        return
    for i in range(first, end):
        memory.known[i] = memory.moves[i]
    ahead = mix(key, memory.turn) % (end - first)
    for i in range(first, end):
        memory.moves[i] = memory.known[first + (i - first + ahead) % (end - first)]


@inner
def prefetch_children(p: Position, memory: Memory, first: int, end: int) -> None:
    """Note the keys after all moves, and prefetch their entries.

    The table lies so far away that to wait for each entry would take most of the time; so they all
    come at once, though each move is made twice.
    """
    for begin in range(first, end, GROUP):
        until = min(end, begin + GROUP)
        for i in range(begin, until):
            memory.known[i] = game.key(game.apply(p, memory.moves[i])) ^ memory.salt
        for i in range(begin, until):
            prefetch_entries(memory, memory.known[i], ENTRIES)


@inner
def seen_from_parent(data: int, idle: int) -> int:
    """What a position tells the one before it; after progress (`idle` is 0) the count restarts."""
    if proof_number(data) == 0 and idle == 0:
        return proved(length_of(data), 0)
    return data


@inner
def phi_and_delta(memory: Memory, first: int, end: int,
                  attacking: bool) -> tuple[int, int, int, int]:
    """The numbers of a position by those after its moves.

    `attacking`, here and below, says whether the player to move is the attacker.

    Returns:
        Phi, which is the least of the player's own numbers, and the second least; delta, which is
        the sum of the opponent's; and the index of the move with the least.
    """
    least, second, total, best = INFINITE, INFINITE, 0, first
    for i in range(first, end):
        data = memory.known[i]
        one, other = proof_number(data), disproof_number(data)
        if not attacking:
            one, other = other, one
        total += other
        if one < least:
            least, second, best = one, least, i
        elif one < second:
            second = one
    if total > FULL:
        total = LARGE if least >= LARGE else FULL
    return least, second, total, best


@inner
def verdict(memory: Memory, first: int, end: int, ply: int, attacking: bool, wins: bool) -> int:
    """What the moves say about a position that is decided; `wins` says whether the attacker wins.

    Where one move is enough, it is the shortest win, or the failure that depends least on the path.
    """
    length, idle, since = -1, 0, NOWHERE
    for i in range(first, end):
        data = memory.known[i]
        if wins and proof_number(data) == 0:
            if not attacking:
                length, idle = max(length, length_of(data)), max(idle, idle_of(data))
            elif length < 0 or length_of(data) < length:
                length, idle = length_of(data), idle_of(data)
        elif not wins and proof_number(data) == INFINITE and (
                since == NOWHERE or (since_of(data) < since) == attacking):
            since = since_of(data)
    if wins:
        return proved(length + 1, idle + 1)
    return disproved(ALWAYS if memory.trusting or since >= ply else since)


@kernel
def expand(p: Position, memory: Memory, first: int, ply: int, idle: int, reversible: int,
           phi_limit: int, delta_limit: int) -> int:
    """Work on a running position until it is decided or a number reaches its limit.

    Args:
        p: the position.
        memory: see `new_memory`.
        first: where moves may be written in `memory.moves`.
        ply: of the position, less than PLIES.
        idle: moves without progress, those before the root included.
        reversible: moves since the root that can be undone.
        phi_limit: the limit of phi, the number of the player to move (the proof number for the
            attacker, or else the disproof number), up to LARGE.
        delta_limit: the limit of delta, the opponent's number, up to LARGE.

    Returns:
        What is known about the position now.
    """
    attacking = p.side == memory.attacker
    key, begin = game.key(p) ^ memory.salt, memory.nodes
    # Since the position was looked at, another way may have led here.
    data = recall(memory, key, ply, idle)
    if decided(data):
        return data
    memory.path[ply], memory.codes[ply + 1] = key, mix(memory.codes[ply], key)
    end = game.generate(p, memory.moves, first)
    rotate_moves(memory, key, first, end)
    prefetch_children(p, memory, first, end)
    for i in range(first, end):
        q = game.apply(p, memory.moves[i])
        still, back = counts_after(p, memory.moves[i], q, idle, reversible)
        data = evaluate(q, memory.known[i], memory, ply + 1, still, back)
        memory.known[i] = seen_from_parent(data, still)
    memory.nodes += end - first
    while True:
        phi, second, delta, best = phi_and_delta(memory, first, end, attacking)
        if phi == 0 or delta == 0:
            data = verdict(memory, first, end, ply, attacking, attacking == (phi == 0))
            break
        data = undecided(phi, delta) if attacking else undecided(delta, phi)
        if phi >= phi_limit or delta >= delta_limit or stopped(memory):
            break
        if ply + 2 >= PLIES or end + game.MAX_MOVES > ROOM:
            memory.known[best] = undecided(LARGE, LARGE)
            continue
        q = game.apply(p, memory.moves[best])
        still, back = counts_after(p, memory.moves[best], q, idle, reversible)
        number = proof_number(memory.known[best])
        if attacking:
            number = disproof_number(memory.known[best])
        data = expand(q, memory, end, ply + 1, still, back, delta_limit - delta + number,
                      min(phi_limit, second + second // 4 + 1))
        memory.known[best] = seen_from_parent(data, still)
    # Numbers as large as that tell of the end of the room, which is none of the position's.
    if phi == 0 or delta == 0 or max(phi, delta) < LARGE:
        store_result(p, memory, key, data, ply, memory.nodes - begin)
    return data


@kernel
def set_root(p: Position, memory: Memory) -> int:
    """What is known about the root; forgets the last root.

    What was found out for another attacker, under other circumstances, or by trust, is no longer
    found.
    """
    memory.nodes = memory.aborted = 0
    salt = mix(mix(SALT, memory.attacker), memory.slack)
    memory.other = 0
    if not memory.trusting:
        trusting, salt = salt, mix(salt, PATHS)
        memory.other = (trusting ^ salt) * memory.heeds
    for i in range(memory.bars):
        salt = mix(salt, memory.barred[i])
    memory.salt = salt
    memory.codes[0] = mix(salt, memory.idle)
    return evaluate(p, game.key(p) ^ salt, memory, 0, memory.idle, 0)


@kernel
def kept(p: Position, memory: Memory) -> int:
    """What the table holds of a running position, whatever the path to it; 0 if nothing."""
    return probe(memory, game.key(p) ^ memory.salt, ENTRIES)


@inner
def store_win(p: Position, memory: Memory) -> None:
    """Keep that the attacker wins in a running position, as others have found out; not how."""
    store_entry(memory, game.key(p) ^ memory.salt, proved(MOST, MOST), 1 << 40)


@inner
def ask(p: Position, memory: Memory, limit: int) -> int:
    """What is known of a running position as the root, or is found out in so many positions.

    For other searches: the last `prepare` says what is asked.
    """
    data = set_root(p, memory)
    if decided(data):
        return data
    memory.limit = limit
    return expand(p, memory, 0, 0, 0, 0, LARGE, LARGE)


def _start(p: Position, memory: Memory, table: Array, limit: int) -> int:
    """Work on a position as the root and return what is known about it then."""
    attach(memory, table)
    memory.limit = limit
    data = int(set_root(p, memory))
    if 0 < data & LAST_CODE < LAST_CODE:
        data = int(expand(p, memory, 0, 0, memory.idle, 0, LARGE, LARGE))
    return data


def prepare(p: Position, memory: Memory, table: Array, lost: bool = False, idle: int = 0,
            history: Sequence[int] = ()) -> None:
    """Say what game questions are about.

    Args:
        p: its position, as any tuple of its fields.
        memory: from `new_memory`, with `repetition` and `no_progress` set.
        table: from `new_table`; it may have served other searches, and serve others meanwhile.
        lost: ask whether the player to move is lost, so that the opponent forces a win.
        idle: how many moves in a row were made without progress before.
        history: the keys of the earlier positions of the game.

    Raises:
        ValueError: if more positions are barred than can be remembered.
    """
    memory.attacker, memory.idle = int(game.Position(*p).side) ^ int(lost), idle
    memory.slack = min(memory.no_progress, MOST - 1) if memory.no_progress else MOST * PLIES
    bar(memory, history, memory.repetition)
    attach(memory, table)


def prove(p: Position, memory: Memory, table: Array, limit: int, lost: bool = False, idle: int = 0,
          history: Sequence[int] = ()) -> tuple[int, int]:
    """Whether the player to move can force a win; a draw is none.

    Args:
        p, memory, table, lost, idle, history: as for `prepare`; with `lost` the question is whether
            the player to move is lost.
        limit: after how many positions to give up, nearly.

    Returns:
        The answer (1 for yes, -1 for no, 0 if limit or signal came first), and the number of
        positions made.

    Raises:
        ValueError: as `prepare` does.
    """
    prepare(p, memory, table, lost, idle, history)
    data = _start(game.Position(*p), memory, table, limit)
    proof = data & LAST_CODE
    memory.plies = data >> CODE & MOST if proof == 0 else 0       # as length_of has it
    return 1 if proof == 0 else -1 if proof == LAST_CODE else 0, int(memory.nodes)


def line(p: Position, memory: Memory, table: Array, limit: int) -> list[int]:
    """The moves of the win just proved: the attacker's shortest ways, the longest replies.

    Args:
        p: the position for which `prove` has returned 1 last.
        memory, table: the same as then.
        limit: as many positions are looked at once more for each move, if the table has lost it.

    Returns:
        A list of moves; it is cut short where a move cannot be found again within the limit.
    """
    moves: list[int] = []
    p, idle = game.Position(*p), memory.idle
    while not game.outcome(p) and len(moves) < PLIES:
        found = _next(p, memory, table, limit, idle)
        if found is None:
            break
        move, p, idle = found
        moves.append(move)
    return moves


def _next(p: Position, memory: Memory, table: Array, limit: int,
          idle: int) -> tuple[int, Position, int] | None:
    """The next move of a won line with the position and moves without progress after it."""
    attacking, best, chosen = p.side == memory.attacker, None, None
    if attacking:
        memory.idle = idle
        _start(p, memory, table, limit)
    room = array(game.MAX_MOVES)
    for move in map(int, room[:game.generate(p, room, 0)]):
        q = game.apply(p, move)
        memory.idle = 0 if game.progress(p, move, q) else idle + 1
        data = int(set_root(q, memory)) if attacking else _start(q, memory, table, limit)
        if data & LAST_CODE == 0:
            length = data >> CODE & MOST
            if best is None or (length < best) == attacking:
                best, chosen = length, (move, q, memory.idle)
    return chosen


def warm() -> None:
    """Compile, or load from the cache, all that the search needs."""
    p, memory, table = game.start(), new_memory(), new_table(1)
    prove(p, memory, table, 1)
    line(p, memory, table, 1)
