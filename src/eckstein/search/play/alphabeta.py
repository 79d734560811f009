"""Alpha-beta: principal variation search over any game, with a table shared by threads.

One call of `search` is one iteration of one thread.  Iterative deepening, windows, threads and the
choice of several lines are plain Python (see engine).  Scores are those of `_results`: hundredths
of a die for the player to move.

The parts: `_results` (ends of games and draws), `_tabled` (endings that have tables),
`_transposition` and `_bounds` (what the table keeps), `_apart` (what of it holds in which game),
`_ordering` (which move first).  Here are the
search itself, what it leaves out, and how far it goes on where it would end.  The worth of each
part is that of the whole search against the search without it, in Elo (docs/laboratory/strength.md,
`python -m bench.pruning`).
"""
from ...kernel import array as array
from ...kernel import clear, game, inline, inner, kernel, knowledge, record
from ...kernel.bits import address, peek
from ...kernel.types import Array, Memory, Position
from ._apart import apart, comes_in_time, salt_of
from ._bounds import ENTRIES, EXACT, LOWER, NONE, UPPER, settles, store, stored_move, stored_score
from ._counts import counts_after
from ._evaluation import begin_at, come_to, evaluate, evaluation_fields
from ._evaluation import new_net as new_net
from ._ordering import is_ordinary, pick, rank, reward
from ._results import INFINITE, MATE, MATED, exhausted, final, repeated
from ._tabled import ENDINGS, NO_SCORE, tabled_score
from ._tabled import lay_out as lay_out
from ._tabled import new_codes as new_codes
from ._transposition import GROUP, attach, new_table, prefetch_entries, probe

PLIES, KEYS = 128, 4096
KEPT = 16                   # keys of replies noted at each ply: a power of two, above GROUP
CALM_PLIES = 8              # how far noisy moves are played out
RETURN = 2                  # moves that can be undone after which a position may be there again
SHALLOW = 3                 # depth up to which a score far above beta is believed
WINDOW = 30                 # half the width of the first window around the last score
WINDOW_DEPTH = 5            # before this depth the window is open
WIDEST = 2000               # a window that would reach so far from the last score is open, too
STOP = 0                    # memory.signals: set to 1 by another thread, the search ends soon


in_check = game.in_check


def new_memory() -> Memory:
    """What one thread remembers.

    Before a search are set: `table` and `mask` (by `attach`), `limit` (nodes), `repetition` and
    `no_progress` (the options), `length` and as many keys in `path` (the earlier positions), `age`
    (of the table), and the position to begin with (by `enter`).  `depth` is that of the root, and
    `pv[0]` its best move so far, or NONE.

    The line that is searched stands in `path` (keys, from `length` on), `idle` and `reversible`
    (the counts up to there) and `played` (the move that led there, or NONE), each by ply.  `keys`
    has those of positions that will soon be searched (see `foresee`).
    """
    memory = record(
        nodes=0, aborted=0, deepest=0, excluded=0, length=0, depth=0, repetition=0, no_progress=0,
        limit=0, table=0, mask=0, age=0, salt=0, signals=1, tabled=0, codes=max(1, ENDINGS),
        killers=2 * PLIES, history=2 * game.MOVE_CODES, counters=game.MOVE_CODES + 1, path=KEYS,
        idle=PLIES, reversible=PLIES, played=PLIES, keys=KEPT * PLIES,
        moves=game.MAX_MOVES * PLIES, order=game.MAX_MOVES * PLIES, pv=PLIES * PLIES,
        out=game.MAX_MOVES, **evaluation_fields(PLIES))
    memory.pv[0] = NONE
    return memory


@kernel
def enter(p: Position, memory: Memory, ply: int, move: int, idle: int, reversible: int) -> None:
    """Note that the line comes to p; to be done before `search` is called from outside.

    Args:
        p: a position.
        memory: with `length` set.
        ply: of the position; 0 for the root.
        move: the move that leads there, or NONE.
        idle: moves in a row without progress up to there.
        reversible: moves in a row that can be undone up to there.
    """
    memory.path[memory.length + ply] = game.key(p)
    memory.played[ply], memory.idle[ply], memory.reversible[ply] = move, idle, reversible
    begin_at(memory, ply)
    if ply == 0:
        memory.salt = salt_of(memory)


def use_net(memory: Memory, rows: Array) -> None:
    """Let a net tell what positions are worth.

    Args:
        memory: see `new_memory`.
        rows: what `new_net` returned; the caller keeps them alive.
    """
    memory.net = address(rows)
    clear(memory.known)


def forget(memory: Memory, table: Array) -> None:
    """Forget what earlier searches have learnt."""
    for row in (table, memory.history, memory.counters, memory.killers):
        clear(row)


@inner
def stopped(memory: Memory) -> int:
    """Whether to end: at the limit of nodes, or by the signal, which is read every 1024 nodes."""
    if memory.nodes >= memory.limit or memory.nodes & 1023 == 0 and peek(memory.signals, STOP):
        memory.aborted = 1
    return memory.aborted


# The best line.

@inner
def begin_line(memory: Memory, ply: int) -> int:
    """Empty the best line from this ply; return the move that it began with, or NONE."""
    before = memory.pv[ply * PLIES]
    memory.pv[ply * PLIES] = NONE
    return before


@inner
def lengthen(memory: Memory, move: int, ply: int) -> None:
    """Note that the best line from this ply is `move`, and then the best line of the next ply."""
    row, below = ply * PLIES, (ply + 1) * PLIES
    memory.pv[row] = move
    i = 0
    while memory.pv[below + i] >= 0 and i < PLIES - 2 - ply:
        memory.pv[row + 1 + i] = memory.pv[below + i]
        i += 1
    memory.pv[row + 1 + i] = NONE


@inner
def is_excluded(memory: Memory, move: int) -> bool:
    """Whether a move of the root is left out, because another line begins with it."""
    for i in range(memory.excluded):
        if memory.out[i] == move:
            return True
    return False


# Quiescence: no score is read in the middle of a battle (+179 Elo in Contra, +301 in Duell).

@inline
def stand(p: Position, memory: Memory, beta: int, ply: int, left: int) -> tuple[bool, int]:
    """What p is worth before any noisy move: whether that settles its value, and the score.

    Most positions end here, and most have come by progress; so a key is made only for those that
    may have been there before.  In check there is no standing still, and the score is -INFINITE: in
    the first two plies all answers are looked at, but not check after check (no worth that can be
    measured: -2 in Duell).

    The arguments are those of `quiesce`.
    """
    if stopped(memory):
        return True, 0
    memory.nodes += 1
    memory.deepest = max(memory.deepest, ply)
    result, reversible = game.outcome(p), memory.reversible[ply]
    if result:
        return True, final(result, p.side, ply)
    if exhausted(memory, memory.idle[ply]):
        return True, 0
    known = tabled_score(p, memory, ply, reversible)
    if known != NO_SCORE:
        return True, known
    if reversible >= RETURN:
        key = game.key(p)
        memory.path[memory.length + ply] = key
        if repeated(memory, key, ply, reversible):
            return True, 0
    if left > CALM_PLIES - 2 and in_check(p) and ply < PLIES - 2:
        return False, -INFINITE
    score = evaluate(p, memory, ply)
    return score >= beta or left <= 0 or ply >= PLIES - 2, score


@inner
def search_noisy(p: Position, memory: Memory, first: int, best: int, alpha: int, beta: int,
                 ply: int, left: int) -> int:
    """The value of p when the noisy moves have been played out; `best` is what `stand` says of it.

    The other arguments are those of `quiesce`.
    """
    # The first half is enough; by the second, games without check have no code for this.
    if best == -INFINITE and in_check(p):
        come_to(p, memory, ply)
        end = game.generate(p, memory.moves, first)
    else:
        alpha = max(alpha, best)
        end = knowledge.noisy(p, memory.moves, first)
    rank(p, memory, first, end, NONE, ply, NONE)
    idle, reversible = memory.idle[ply], memory.reversible[ply]
    entered = reversible >= RETURN
    for i in range(first, end):
        move = memory.moves[i] if i == first else pick(memory, i, end)
        q = game.apply(p, move)
        memory.idle[ply + 1], onward = counts_after(p, move, q, idle, reversible)
        if onward and not entered:      # moves lead on that may come back
            memory.path[memory.length + ply] = game.key(p)
            entered = True
        memory.reversible[ply + 1] = onward
        over, score = stand(q, memory, -alpha, ply + 1, left - 1)
        if not over:
            score = search_noisy(q, memory, end, score, -beta, -alpha, ply + 1, left - 1)
        if memory.aborted:
            return 0
        score = -score
        if score > best:
            best = score
            alpha = max(alpha, best)
            if best >= beta:
                break
    return best


@kernel
def quiesce(p: Position, memory: Memory, first: int, alpha: int, beta: int, ply: int,
            left: int) -> int:
    """The value of p when the noisy moves have been played out.

    Args:
        p: the position.
        memory: see `new_memory`.
        first: where moves may be written in `memory.moves`.
        alpha, beta: the window, as scores.
        ply: of the position, up to PLIES - 2.
        left: plies of noisy moves still to search, from CALM_PLIES down to 0.

    Returns:
        A score; worthless if `memory.aborted` is set.
    """
    over, score = stand(p, memory, beta, ply, left)
    return score if over else search_noisy(p, memory, first, score, alpha, beta, ply, left)


# What is looked at less deeply, and what more.

@inner
def reduction(depth: int, number: int, narrow: bool) -> int:
    """By how many plies the first look at a move is shortened, 0 to 4.

    Moves are sorted, and far down the list few are ever good; if one surprises, it is looked at
    again (late move reductions: Heinz, 2000; Romstad, 2006).  They pay the more the longer a search
    lasts: -5 Elo in Contra at 5,000 positions a move, +89 at 60,000; +3 and +42 in Duell.

    Args:
        depth: plies to go at the position itself.
        number: how many of its moves have been tried before this one.
        narrow: whether beta is alpha + 1, as off the principal variation.
    """
    if depth < 3 or number < 3:
        return 0
    less = min(1 + (number >= 8) + (number >= 24 and depth > 5) + (depth > 7), depth - 2)
    return less if narrow else less - 1


@inner
def stands_above(score: int, depth: int, beta: int) -> bool:
    """Whether a score is so far above beta that so few plies cannot bring it down again.

    SWING, from the game's knowledge, is what a ply may cost (reverse futility pruning: Heinz,
    1998; +3 Elo in Contra and +29 in Duell, neither beyond the error).
    """
    return score - knowledge.SWING * depth >= beta


# The search.

@inner
def ended(p: Position, memory: Memory, key: int, ply: int) -> tuple[bool, int]:
    """Whether the game is over, or drawn by what came before (but for the root); and the score."""
    result = game.outcome(p)
    if result:
        return True, final(result, p.side, ply)
    return ply > 0 and (repeated(memory, key, ply, memory.reversible[ply])
                        or exhausted(memory, memory.idle[ply])), 0


@inner
def note(memory: Memory, key: int, choice: int, hint: int, score: int, alpha: int, beta: int,
         depth: int, ply: int) -> None:
    """Keep in the table what a search with this window has found, with the best move or the hint.

    A root with moves that were left out is not stored: its score is that of the others.
    """
    if ply or memory.excluded == 0:
        bound = LOWER if score >= beta else EXACT if score > alpha else UPPER
        store(memory, key, choice if choice >= 0 else hint, score, bound, depth, ply)


@inner
def key_place(ply: int, i: int) -> int:
    """Where `memory.keys` has the key of the position after the move at index i."""
    return ply * KEPT + (i & KEPT - 1)


@inner
def foresee(p: Position, memory: Memory, first: int, ready: int, end: int, ply: int) -> int:
    """Bring the next moves to their places, note their keys, and ask the table for their entries.

    A search that looks at the second move will most often look at all of them.

    Args:
        p: the position.
        memory: see `new_memory`.
        first, end: where its moves stand in `memory.moves`; the best has been brought to `first`.
        ready: the index before which this has been done.
        ply: of the position.

    Returns:
        The index before which it is done now.
    """
    begin, ready = ready, min(end, ready + (GROUP if ready > first else 2))
    for i in range(begin, ready):
        move = pick(memory, i, end) if i > first else memory.moves[i]
        memory.keys[key_place(ply, i)] = game.key(game.apply(p, move))
    for i in range(begin, ready):
        prefetch_entries(memory, memory.keys[key_place(ply, i)], ENTRIES)
    return ready


@inner
def last_ply(p: Position, memory: Memory, first: int, end: int, alpha: int, beta: int,
             ply: int) -> tuple[int, int]:
    """The best of the moves from index `first` to before `end`, after which quiescence begins.

    Most positions of the search are here or in quiescence, which needs neither keys nor lines.

    Returns:
        The score, and the move if it is above alpha, or NONE.
    """
    best, choice, tried = -INFINITE, NONE, 0
    idle, reversible = memory.idle[ply], memory.reversible[ply]
    begin_line(memory, ply + 1)
    for i in range(first, end):
        move = memory.moves[i] if i == first else pick(memory, i, end)
        if ply == 0 and is_excluded(memory, move):
            continue
        q = game.apply(p, move)
        memory.idle[ply + 1], memory.reversible[ply + 1] = counts_after(
            p, move, q, idle, reversible)
        over, score = stand(q, memory, -alpha, ply + 1, CALM_PLIES)
        if not over:
            score = search_noisy(q, memory, end, score, -alpha - 1 if tried else -beta, -alpha,
                                 ply + 1, CALM_PLIES)
        score = -score
        if tried and alpha < score < beta and not memory.aborted:
            score = -quiesce(q, memory, end, -beta, -alpha, ply + 1, CALM_PLIES)
        if memory.aborted:
            break
        tried += 1
        if score > best:
            best = score
            if score > alpha:
                alpha, choice = score, move
                lengthen(memory, move, ply)
            if score >= beta:
                reward(memory, first, i, ply, p.side, 1, memory.played[ply])
                break
    return best, choice


@kernel
def search(p: Position, memory: Memory, first: int, depth: int, alpha: int, beta: int,
           ply: int) -> int:
    """The value of p for the player to move, at least `depth` plies deep.

    Args:
        p: the position; the caller has noted it by `enter`.
        memory: see `new_memory`.
        first: where moves may be written in `memory.moves`; 0 for the root.
        depth: plies to go, less than PLIES.
        alpha, beta: the window, as scores from -INFINITE to INFINITE; between them the value is
            exact, and otherwise a bound.
        ply: of the position; 0 for the root.

    Returns:
        A score; worthless if `memory.aborted` is set.
    """
    before = begin_line(memory, ply)
    if ply == 0:
        memory.depth = depth
    if depth <= 0 or ply >= PLIES - 2:
        return quiesce(p, memory, first, alpha, beta, ply, CALM_PLIES)
    if stopped(memory):
        return 0
    memory.nodes += 1
    key = memory.path[memory.length + ply]
    idle, reversible = memory.idle[ply], memory.reversible[ply]
    over, score = ended(p, memory, key, ply)
    if over:
        return score
    known = tabled_score(p, memory, ply, reversible)
    if known != NO_SCORE:
        return known
    if ply:
        # A faster win has been found already, or a slower loss is certain: nothing better here.
        alpha, beta = max(alpha, ply - MATE), min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha
    key = apart(memory, key, idle, reversible, ply)
    data = probe(memory, key, ENTRIES)
    hint = stored_move(data)
    if ply == 0 and before >= 0:
        hint = before   # the table may have lost it, or never had it, where moves are left out
    narrow = beta - alpha == 1
    if ply and narrow and settles(data, depth, beta, ply) and comes_in_time(memory, data, idle):
        return stored_score(data, ply)
    pressed = in_check(p)
    if pressed:
        # A check must be answered, so the horizon moves on, but not without end (+10 in Duell).
        depth += ply < memory.depth
    if not pressed and narrow and depth <= SHALLOW and abs(beta) < MATED:
        score = evaluate(p, memory, ply)
        if stands_above(score, depth, beta):
            return score
    else:
        come_to(p, memory, ply)
    end = game.generate(p, memory.moves, first)
    if end == first + 1:
        depth += 1      # a single reply costs nothing to follow, and gains nothing that shows (+1)
    last = memory.played[ply]
    rank(p, memory, first, end, hint, ply, last)
    if depth == 1:
        best, choice = last_ply(p, memory, first, end, alpha, beta, ply)
        if memory.aborted:
            return 0
        note(memory, key, choice, hint, best, alpha, beta, depth, ply)
        return best
    best, choice, floor, tried = -INFINITE, NONE, alpha, 0
    ready = foresee(p, memory, first, first, end, ply)
    for i in range(first, end):
        if i + 1 == ready:      # so that the table comes while the current move is searched
            ready = foresee(p, memory, first, ready, end, ply)
        move = memory.moves[i]
        q = game.apply(p, move)
        if ply == 0 and is_excluded(memory, move):
            continue
        memory.played[ply + 1] = move
        memory.idle[ply + 1], memory.reversible[ply + 1] = counts_after(
            p, move, q, idle, reversible)
        memory.path[memory.length + ply + 1] = memory.keys[key_place(ply, i)]
        score = alpha + 1
        if tried:
            # Late moves are first looked at less deeply, and only for whether they beat alpha.
            less = 0
            if not pressed and is_ordinary(memory, i):
                less = reduction(depth, tried, narrow)
            score = -search(q, memory, end, depth - 1 - less, -alpha - 1, -alpha, ply + 1)
            if less > 0 and score > alpha and not memory.aborted:
                score = -search(q, memory, end, depth - 1, -alpha - 1, -alpha, ply + 1)
        if tried == 0 or alpha < score < beta and not memory.aborted:
            score = -search(q, memory, end, depth - 1, -beta, -alpha, ply + 1)
        if memory.aborted:
            return 0
        tried += 1
        if score > best:
            best = score
            if score > alpha:
                alpha, choice = score, move
                lengthen(memory, move, ply)
            if score >= beta:
                reward(memory, first, i, ply, p.side, depth, last)
                break
    note(memory, key, choice, hint, best, floor, beta, depth, ply)
    return best


# Deeper and deeper.

@kernel
def edge(guess: int, distance: int) -> int:
    """The edge of a window so far from the score that is expected, below it if negative."""
    if abs(distance) >= WIDEST:
        return INFINITE if distance > 0 else -INFINITE
    return max(-INFINITE, min(INFINITE, guess + distance))


@inner
def windowed(p: Position, memory: Memory, depth: int, guess: int) -> int:
    """The score of an iteration, looked for near a guess first; worthless if it was aborted."""
    width = WIDEST
    if depth >= WINDOW_DEPTH and abs(guess) < MATED:
        width = WINDOW
    alpha, beta = edge(guess, -width), edge(guess, width)
    score = search(p, memory, 0, depth, alpha, beta, 0)
    while memory.aborted == 0 and (score <= alpha or score >= beta):
        width *= 4
        if score <= alpha:
            alpha = edge(guess, -width)
        else:
            beta = edge(guess, width)
        score = search(p, memory, 0, depth, alpha, beta, 0)
    return score


@kernel
def deepen(p: Position, memory: Memory, depth: int) -> None:
    """Search deeper and deeper until stopped, as a thread does that only fills the table.

    Args:
        p: the position; the caller has noted it by `enter`.
        memory: see `new_memory`.
        depth: of the first iteration, in plies.
    """
    score = 0
    while depth < PLIES and memory.aborted == 0:
        score = windowed(p, memory, depth, score)
        depth += 1


def warm() -> None:
    """Compile, or load from the cache, all that the search needs."""
    memory, table = new_memory(), new_table(1)
    attach(memory, table)
    memory.limit = 10
    p = game.start()
    enter(p, memory, 0, NONE, 0, 0)
    search(p, memory, 0, 1, -INFINITE, INFINITE, 0)
    edge(0, WINDOW)
    deepen(p, memory, PLIES)
