"""Whether a win can be forced within so many plies: everything is looked at, nothing is guessed.

One kernel asks whether the attacker wins within a number of plies, and calls itself one ply deeper.
A transposition table keeps for how many plies a position is known to be no win, within how many it
is one, and the move that showed it, which is tried first the next time.  Then come the move that
was the answer to the last one before, and those that were the answer most often; always answering
alike leads to fewer positions.  Where a game knows that a win takes more plies than are left
(`least_plies`), nothing is looked at.  Where a move leads for good into an ending that has a table,
the table answers (`_tabled`); what is found is the same.

Several threads may look at the same question, each with a memory of its own, if they share a table:
near the root each takes the attacker's moves in another order, and the table tells what the others
have found.  It also tells all of them which moves were answers: with answers of its own each thread
looks at other positions than the rest, and together they take longer than one alone.

Draws by repetition or lack of progress are no wins.  What was played before can change what is won:

* A position that stood on the board often enough to be a draw the next time is **barred**.  Apart
  from these nothing needs to be counted: along a shortest win the plies that are left decrease, so
  that no position comes twice.  What the table keeps holds for one set of barred positions.
* Where lack of progress may end the game within the plies that are looked at, the search is
  **watchful**.  Then a win may depend on the way that led to a position, so that the table is left
  alone, and all positions on the way are counted.
"""
from collections.abc import Mapping, Sequence
from typing import Any

from ...kernel import array, game, inner, kernel, record
from ...kernel.bits import address, load, mix, store
from ...kernel.types import Array, Memory, Position
from ._counts import counts_after, idle_after, is_for_good
from ._exact import STOP as STOP
from ._exact import bar, is_barred, stopped
from ._results import MATE
from ._tabled import ENDINGS, NO_SCORE, tabled_score
from ._tabled import lay_out as lay_out
from ._tabled import new_codes as new_codes
from ._transposition import effort, entry, probe, replace, slot_for
from ._transposition import forget as forget
from ._transposition import new_table as new_entries

NO_WIN, UNKNOWN = -1, -2
PLIES = 255                 # no search looks further ahead
EARLIER = 4096              # positions of the game that can be remembered
TABLED = 3                  # with fewer plies to go, to look again is as fast as to look up
SPREAD = 8                  # for so many plies from the root, threads take moves in their own order
TRIED, ANSWER = 1 << 61, 1 << 60    # above what any number of successes promises
ENTRIES = 4                 # of the table that compete for a key
SALT = 0x1F83D9ABFB41BD6B   # any number; it keeps attackers and circumstances apart

# What the table keeps of a position, as one integer: the plies for which there is no win (8 bits),
# those within which there is one (8, 0 for none), 1 + the move that shows it (17), how much work
# it was (6), and a bit that is always set.
COUNT, MOVE, WORK, KNOWN = 8, 16, 33, 1 << 62
MOST_PLIES, MOST_MOVE = (1 << 8) - 1, (1 << 17) - 1

# What the table keeps of moves, behind the entries: 1 + the answer to each move, and how often each
# move of White and of Black was what showed a result.
LEARNT = 3 * game.MOVE_CODES


def new_memory() -> Memory:
    """Room to search in; `limit` (nodes) is to be set before a search.

    `turn` is a different number, from 0, for each of the threads that share a table.  Afterwards
    `nodes` says how many positions were made, and `plies` how long the win takes.  Tables of
    endings are asked after `lay_out`.
    """
    return record(nodes=0, limit=0, aborted=0, signals=1, attacker=0, plies=0, depth=0, idle=0,
                  repetition=0, no_progress=0, watchful=0, table=0, mask=0, salt=0, bars=0, seen=0,
                  turn=0, tabled=0, codes=max(1, ENDINGS), barred=EARLIER, earlier=EARLIER,
                  path=PLIES + 1, made=PLIES + 1, learnt=0, killers=PLIES + 1,
                  moves=game.MAX_MOVES * (PLIES + 1), order=game.MAX_MOVES * (PLIES + 1),
                  results=game.MAX_MOVES * (PLIES + 1))


def new_table(megabytes: float) -> Array:
    """Room for what searches learn of positions and of moves; nothing is in it.

    Args:
        megabytes: as for any transposition table; what is learnt of moves comes on top.
    """
    return array(len(new_entries(megabytes)) + LEARNT)


def set_history(memory: Memory, table: Array, options: Mapping[str, Any], idle: int,
             history: Sequence[int]) -> None:
    """Tell the memory what was played before, for all searches until the next call.

    Args:
        memory: from `new_memory`.
        table: from `new_table`; what was found out under other circumstances stays in it unseen.
        options: the game's options; `repetition` and `no_progress` matter.
        idle: moves in a row without progress.
        history: the keys of the earlier positions, the present one left out.

    Raises:
        ValueError: if there are more of them than can be remembered.
    """
    memory.table, memory.learnt = address(table), len(table) - LEARNT
    memory.mask = memory.learnt // 2 - 1
    memory.repetition, memory.no_progress = int(options["repetition"]), int(options["no_progress"])
    memory.idle = idle
    earlier = sorted(history if memory.repetition else ())
    if len(earlier) > EARLIER:
        raise ValueError(f"{len(earlier)} positions came before, and only {EARLIER} can be "
                         "remembered")
    bar(memory, earlier, memory.repetition)
    memory.seen = len(earlier)
    memory.earlier[:len(earlier)] = earlier


# What the table keeps.

@inner
def refuted_for(data: int) -> int:
    """For how many plies there is no win, from 0."""
    return data & MOST_PLIES


@inner
def won_within(data: int) -> int:
    """Within how many plies there is a win, or 0."""
    return data >> COUNT & MOST_PLIES


@inner
def move_in(data: int) -> int:
    """The move that showed it, or -1."""
    return (data >> MOVE & MOST_MOVE) - 1


@inner
def store_result(memory: Memory, key: int, plies: int, is_won: bool, move: int, work: int) -> None:
    """Store that there is, or is no, win within so many plies, in place of what was least work."""
    slot = slot_for(memory, key, ENTRIES, WORK)
    old = entry(memory, slot, key)
    no_win, win = refuted_for(old), won_within(old)
    if is_won:
        win = plies
    else:
        no_win = max(no_win, plies)
    replace(memory, slot, key, KNOWN | effort(work) << WORK | (move + 1) << MOVE
            | win << COUNT | no_win)


# The search.

@inner
def count_of(memory: Memory, key: int, ply: int) -> int:
    """How often a position came before: in the game, and on the way to a ply."""
    times = 0
    for i in range(memory.seen):
        if memory.earlier[i] == key:
            times += 1
    for i in range(ply):
        if memory.path[i] == key:
            times += 1
    return times


@inner
def is_drawn(memory: Memory, p: Position, idle: int, ply: int) -> bool:
    """Whether a running position at a ply is a draw by what was played before."""
    if memory.watchful:
        return (0 < memory.no_progress <= idle or memory.repetition > 0
                and count_of(memory, game.key(p), ply) >= memory.repetition - 1)
    return is_barred(p, memory)


@inner
def onward(memory: Memory, p: Position, move: int, q: Position, idle: int) -> int:
    """Moves in a row without progress after a move, where they matter."""
    return idle_after(p, move, q, idle) if memory.watchful else 0


@inner
def history_index(memory: Memory, side: int, move: int) -> int:
    """The index in the table of how often a player's move was what showed a result."""
    return memory.learnt + (1 + side) * game.MOVE_CODES + move


@inner
def order_moves(memory: Memory, side: int, first: int, end: int, tried: int, last: int) -> None:
    """Sort moves: `tried` first, then the answer to the last move, then those that often were one.

    Moves of equal promise stay as they are generated; the same answers everywhere lead to the
    fewest positions.  Where a move's number does not mean the same everywhere, what served in other
    positions says nothing; in Echek it made the search look at more.
    """
    answer = load(memory.table, memory.learnt + last) - 1
    for i in range(first, end):
        move = memory.moves[i]
        promise = load(memory.table, history_index(memory, side, move)) if game.MOVES_ALIKE else 0
        if move == tried:
            promise = TRIED
        elif game.MOVES_ALIKE and move == answer:
            promise += ANSWER
        j = i
        while j > first and memory.order[j - 1] < promise:
            memory.moves[j], memory.order[j] = memory.moves[j - 1], memory.order[j - 1]
            j -= 1
        memory.moves[j], memory.order[j] = move, promise


@inner
def first_for(memory: Memory, key: int, number: int) -> int:
    """With which of so many moves a thread begins, so that threads do not all do the same."""
    return mix(key, memory.turn) % number if memory.turn else 0


@inner
def store_answer(memory: Memory, side: int, plies: int, last: int, move: int) -> None:
    """Remember a move that has shown what was asked, with so many plies to go."""
    memory.killers[plies] = move
    store(memory.table, memory.learnt + last, move + 1)
    place = history_index(memory, side, move)
    store(memory.table, place, load(memory.table, place) + 1)


@inner
def wins_at_once(p: Position, memory: Memory, first: int, end: int) -> int:
    """A move that ends the game as the attacker wants, or -1; notes how each of them ends it."""
    for i in range(first, end):
        memory.nodes += 1
        memory.results[i] = game.outcome(game.apply(p, memory.moves[i]))
        if memory.results[i] == 1 + memory.attacker:
            return memory.moves[i]
    return -1


@kernel
def tabled_win(p: Position, memory: Memory, plies: int) -> int:
    """Whether a table says that the attacker wins within so many plies, as if p began the game.

    Returns:
        1 or 0, or UNKNOWN if no table knows.
    """
    score = tabled_score(p, memory, 1, 0)
    if score == NO_SCORE:
        return UNKNOWN
    if p.side != memory.attacker:
        score = -score
    return 1 if score > 0 and MATE - 1 - score <= plies else 0


@inner
def tabled_win_after(p: Position, memory: Memory, move: int, q: Position, plies: int) -> int:
    """The same of q, where a move has led; UNKNOWN unless it was progress for good."""
    if memory.tabled and is_for_good(p, move, q):
        return tabled_win(q, memory, plies)
    return UNKNOWN


@kernel
def forced(p: Position, memory: Memory, first: int, plies: int, idle: int, ply: int) -> int:
    """Whether the attacker forces a win within so many plies.

    Args:
        p: a running position that is no draw.
        memory: see `new_memory`.
        first: where moves may be written in `memory.moves`.
        plies: from 1 to PLIES less `ply`.
        idle: moves in a row without progress.
        ply: of p, from 0 at the root.

    Returns:
        1 or 0; nothing can be concluded if `memory.aborted` is set.
    """
    if stopped(memory) or game.least_plies(p, memory.attacker) > plies:
        return 0
    attacking, tabled = p.side == memory.attacker, plies >= TABLED and not memory.watchful
    key, begin, tried = 0, memory.nodes, memory.killers[plies]
    if tabled:
        key = game.key(p) ^ memory.salt
        data = probe(memory, key, ENTRIES)
        if 0 < won_within(data) <= plies:
            return 1
        if refuted_for(data) >= plies:
            return 0
        if data and move_in(data) >= 0:
            tried = move_in(data)
    elif memory.watchful:
        memory.path[ply] = game.key(p)
    end = game.generate(p, memory.moves, first)
    last = memory.made[ply - 1] if ply > 0 else 0
    if plies > 1:
        order_moves(memory, p.side, first, end, tried, last)
    result, shown, ahead = 0 if attacking else 1, -1, 0
    if attacking:
        shown = wins_at_once(p, memory, first, end)
        if shown >= 0 or plies == 1:
            return 1 if shown >= 0 else 0
        if tabled and ply < SPREAD:
            ahead = first_for(memory, key, end - first)
    for j in range(first, end):
        i = j + ahead if j + ahead < end else j + ahead + first - end
        q = game.apply(p, memory.moves[i])
        if attacking:
            ends = memory.results[i]
        else:
            memory.nodes += 1
            ends = game.outcome(q)
            if ends == 1 + memory.attacker:
                continue
        memory.made[ply] = memory.moves[i]
        still = onward(memory, p, memory.moves[i], q, idle)
        won = 0
        if not ends and plies > 1 and not is_drawn(memory, q, still, ply + 1):
            won = tabled_win_after(p, memory, memory.moves[i], q, plies - 1)
            if won == UNKNOWN:
                won = forced(q, memory, end, plies - 1, still, ply + 1)
        if memory.aborted:
            return 0
        if won == attacking:
            result, shown = won, memory.moves[i]
            store_answer(memory, p.side, plies, last, shown)
            break
    if tabled:
        store_result(memory, key, plies, result == 1, shown, memory.nodes - begin)
    return result


@inner
def watch(memory: Memory, plies: int) -> None:
    """Be watchful if lack of progress may end the game within so many plies."""
    memory.watchful = 1 if 0 < memory.no_progress < memory.idle + plies else 0


@kernel
def deepen(p: Position, memory: Memory, plies: int) -> int:
    """The plies of the shortest win within so many, or NO_WIN, or UNKNOWN if it was cut short.

    `memory.depth` says for how many plies there is no win, before and after.
    """
    memory.nodes = memory.aborted = 0
    memory.plies = NO_WIN
    wins, result = 1 + memory.attacker, game.outcome(p)
    salt = mix(SALT, memory.attacker)
    for i in range(memory.bars):
        salt = mix(salt, memory.barred[i])
    memory.salt = salt
    if result:
        memory.depth = plies
        memory.plies = 0 if result == wins else NO_WIN
        return memory.plies
    # A player seldom ends the game by losing it, so that every other number is left out first.
    within = memory.depth + 1
    if (within % 2 == 1) != (p.side == memory.attacker):
        within += 1
    while memory.depth < plies:
        within = min(within, plies)
        watch(memory, within)
        won = forced(p, memory, 0, within, memory.idle, 0)
        if memory.aborted:
            return UNKNOWN
        if won:
            memory.plies = within
            if within - 1 > memory.depth and forced(p, memory, 0, within - 1, memory.idle, 0):
                memory.plies = within - 1
            if memory.aborted:
                return UNKNOWN
            memory.depth = memory.plies - 1
            return memory.plies
        memory.depth = within
        within += 2
    return NO_WIN


def solve(p: Position, memory: Memory, plies: int, attacker: int, depth: int = 0) -> int:
    """Whether a player can force a win within so many plies, whatever the opponent does.

    Args:
        p: a position, as any tuple of its fields; running, or over by what lies on the board.
        memory: from `new_memory`; `set_history` has set what was played before.
        plies: from 0 to PLIES.
        attacker: 0 White, 1 Black; either may be to move.
        depth: for so many plies it is known that there is no win.

    Returns:
        The plies of the shortest win (0 if it stands on the board); NO_WIN if there is none within
        so many; or UNKNOWN if the limit or the signal came first: then `memory.depth` is for how
        many plies it was ruled out.
    """
    memory.attacker, memory.depth = attacker, depth
    return int(deepen(game.Position(*p), memory, plies))


@kernel
def is_won(p: Position, memory: Memory, plies: int, idle: int, ply: int) -> int:
    """Whether the attacker of the last `solve` wins within so many plies, however few.

    Args:
        p: any position; it may be over, or drawn by what was played before.
        memory: the same as then.
        plies: from 0 to PLIES less `ply`.
        idle: moves in a row without progress.
        ply: 0, or how many moves lead to p from the position of `solve`; these are in `path` then.

    Returns:
        1 or 0; nothing can be concluded if `memory.aborted` is set.
    """
    memory.nodes = memory.aborted = 0
    if ply == 0:
        memory.idle = idle
        watch(memory, plies)
    result = game.outcome(p)
    if result or plies <= 0:
        return 1 if result == 1 + memory.attacker else 0
    if is_drawn(memory, p, idle, ply):
        return 0
    return forced(p, memory, 0, plies, idle, ply)


def line(p: Position, memory: Memory, plies: int) -> list[int]:
    """A shortest win with the longest defence, after `solve` has found one.

    Args:
        p: the same position.
        memory: the same memory; its limit holds for each of the questions that are asked.
        plies: what `solve` has returned.

    Returns:
        A list of `plies` moves; it is cut short where the limit or the signal came first, and
        where it comes to a position that a table knows.
    """
    p, idle, reversible, moves = game.Position(*p), int(memory.idle), 0, list[int]()
    room = array(game.MAX_MOVES)
    while len(moves) < plies:
        left, attacking, found = plies - len(moves) - 1, p.side == memory.attacker, None
        memory.path[len(moves)] = game.key(p)
        for move in map(int, room[:game.generate(p, room, 0)]):
            q = game.apply(p, move)
            still, back = counts_after(p, move, q, idle, reversible)
            # The attacker keeps to the plies that are left; the defender uses them up.
            won = is_won(q, memory, left if attacking else left - 1, still, len(moves) + 1)
            if won == attacking or left == 0 and not attacking:
                found = move, q, still, back
                break
        if found is None or memory.aborted:
            break
        move, p, idle, reversible = found
        moves.append(move)
        if memory.tabled and reversible == 0 and tabled_win(p, memory, left) != UNKNOWN:
            break
    return moves


def warm() -> None:
    """Compile, or load from the cache, all that the search needs."""
    memory = new_memory()
    set_history(memory, new_table(1), {"repetition": 3, "no_progress": 100}, 0, ())
    memory.limit = 1
    solve(game.start(), memory, 1, 0)
    is_won(game.start(), memory, 1, 0, 0)
    tabled_win(game.start(), memory, 1)
    line(game.start(), memory, 1)
