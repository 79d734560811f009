"""Alpha-beta: principal variation search over any game, with a table shared by threads.

One call of `search` is one iteration of one thread.  Iterative deepening, windows, threads and the
choice of several lines are plain Python (see engine).  Scores are hundredths of a die from the
point of view of the player to move; scores beyond MATED count plies to the end of the game.
"""
from ..kernel import array, clear, game, inner, kernel, knowledge, record
from ..kernel.bits import address, fetch, keep, peek, prefetch

INFINITE, MATE, MATED = 32000, 31000, 30000
EXACT, LOWER, UPPER = range(3)
PLIES, KEYS = 128, 4096
CALM_PLIES = 8              # how far noisy moves are played out
HURRY = 24                  # so near to a draw by lack of progress, the table is kept apart
RETURN = 2                  # moves without progress after which a position may be there again
STOP = 0                    # memory.signals: set to 1 by another thread, the search ends soon
NONE = -1


@inner
def no_urgency(p, move):
    """No move is looked at sooner than another."""
    return 0


in_check = game.in_check
urgency = knowledge.urgency if knowledge.URGENT_FIRST else no_urgency


def new_memory():
    """What one thread remembers.

    Before a search are set: `table` (by `attach`), `limit` (nodes), `repetition` and `no_progress`
    (the options), `path` and `length` (the keys of earlier positions), `age` (of the table).
    `depth` is that of the root, and `pv[0]` its best move so far, or NONE.
    """
    memory = record(
        nodes=0, aborted=0, deepest=0, excluded=0, length=0, depth=0, repetition=0, no_progress=0,
        limit=0, table=0, mask=0, age=0, signals=1, killers=2 * PLIES,
        history=2 * game.MOVE_CODES, counters=game.MOVE_CODES + 1, path=KEYS,
        moves=game.MAX_MOVES * PLIES, order=game.MAX_MOVES * PLIES, pv=PLIES * PLIES,
        out=game.MAX_MOVES)
    memory.pv[0] = NONE
    return memory


def new_table(megabytes):
    """Room for results: pairs of (key ^ data, data), so that a torn write does not validate."""
    return array(2 << (int(megabytes) * 65536).bit_length() - 1)


def attach(memory, table):
    """Let a thread use a table."""
    memory.table, memory.mask = address(table), len(table) // 2 - 1


def forget(memory, table):
    """Forget what earlier searches have learnt."""
    for row in (table, memory.history, memory.counters, memory.killers):
        clear(row)


@inner
def stopped(memory):
    """Whether to come to an end; looked at now and then."""
    if memory.nodes >= memory.limit or memory.nodes & 1023 == 0 and peek(memory.signals, STOP):
        memory.aborted = 1
    return memory.aborted


@inner
def place_of(memory, key):
    """Where in the table the two places for a key begin."""
    return (key & memory.mask & ~1) * 2


@inner
def probe(memory, key):
    """The data stored for a key, or 0."""
    slot = place_of(memory, key)
    data = fetch(memory.table, slot + 1)
    if fetch(memory.table, slot) ^ data == key:
        return data
    data = fetch(memory.table, slot + 3)
    return data if fetch(memory.table, slot + 2) ^ data == key else 0


@inner
def store(memory, key, move, score, bound, depth, ply):
    """Keep a result: the first place of two prefers depth, the second takes anything.

    Scores of a decided game are stored as seen from the position itself.
    """
    if score > MATED:
        score += ply
    elif score < -MATED:
        score -= ply
    slot = place_of(memory, key)
    data = (1 << 62 | memory.age << 52 | (score + 32768) << 32 | bound << 28
            | (depth & 0xFF) << 20 | (move & 0xFFFFF))
    old = fetch(memory.table, slot + 1)
    if (old >> 52 & 0xFF) == memory.age and (old >> 20 & 0xFF) > depth and (
            fetch(memory.table, slot) ^ old != key):
        slot += 2
    keep(memory.table, slot, key ^ data)
    keep(memory.table, slot + 1, data)


@inner
def stored_score(data, ply):
    """The score of stored data as seen from this ply."""
    score = (data >> 32 & 0xFFFF) - 32768
    if score > MATED:
        return score - ply
    if score < -MATED:
        return score + ply
    return score


@inner
def final(result, side, ply):
    """The score of a finished game for the player to move."""
    if result == 3:
        return 0
    return MATE - ply if result == 1 + side else ply - MATE


@inner
def repeated(memory, key, ply, idle):
    """Whether the position counts as a draw by repetition.

    On the path of the search once is enough, since what was good once is good again; before it
    the rule itself counts.
    """
    if memory.repetition == 0:
        return False
    last, times = memory.length + ply, 1
    for i in range(last - 2, max(-1, last - idle - 1), -2):
        if memory.path[i] == key:
            times += 1
            if i >= memory.length or times >= memory.repetition:
                return True
    return False


@inner
def rank(p, memory, first, end, hint, ply, last):
    """Give each move a number: the table's, urgent ones, killers, the counter, success so far."""
    side = p.side * game.MOVE_CODES
    for i in range(first, end):
        move = memory.moves[i]
        value = memory.history[side + move]
        urgent = urgency(p, move)
        if urgent > 0:
            value += urgent << 28
        elif urgent < 0:
            value -= 1 << 22
        if move == hint:
            value = 1 << 60
        elif move == memory.killers[2 * ply]:
            value += 1 << 26
        elif move == memory.killers[2 * ply + 1]:
            value += 1 << 25
        elif move == memory.counters[last + 1]:
            value += 1 << 24
        memory.order[i] = value


@inner
def pick(memory, i, end):
    """Bring the best of the moves i, i + 1, ... to i."""
    best, most = i, memory.order[i]
    for j in range(i + 1, end):
        value = memory.order[j]
        if value > most:
            best, most = j, value
    move = memory.moves[best]
    memory.moves[best], memory.order[best] = memory.moves[i], memory.order[i]
    memory.moves[i] = move
    return move


@inner
def reward(memory, first, i, ply, side, depth, last):
    """The move at i was good enough to stop here; those tried before it were not."""
    move, side = memory.moves[i], side * game.MOVE_CODES
    if memory.killers[2 * ply] != move:
        memory.killers[2 * ply + 1] = memory.killers[2 * ply]
        memory.killers[2 * ply] = move
    memory.counters[last + 1] = move
    gain = min(depth * depth, 400)
    credit(memory, side + move, gain)
    for j in range(first, i):
        credit(memory, side + memory.moves[j], -gain)


@inner
def credit(memory, place, gain):
    """Add to a move's history, which stays within bounds."""
    old = memory.history[place]
    memory.history[place] = old + (gain << 8) - old * abs(gain) // 512


@inner
def lengthen(memory, move, ply):
    """The best line from this ply is `move` and the best line from the next."""
    row, below = ply * PLIES, (ply + 1) * PLIES
    memory.pv[row] = move
    i = 0
    while memory.pv[below + i] >= 0 and i < PLIES - 2 - ply:
        memory.pv[row + 1 + i] = memory.pv[below + i]
        i += 1
    memory.pv[row + 1 + i] = NONE


@inner
def is_excluded(memory, move):
    """Whether a move of the root is left out, because it stands in another line."""
    for i in range(memory.excluded):
        if memory.out[i] == move:
            return True
    return False


@kernel
def quiesce(p, memory, first, alpha, beta, ply, left, idle):
    """Play out the noisy moves, so that no score is read in the middle of a battle.

    Most positions end here, and most have come by progress; so a key is made only for those that
    may have been there before, or from which moves lead on that may come back.
    """
    if stopped(memory):
        return 0
    memory.nodes += 1
    memory.deepest = max(memory.deepest, ply)
    result = game.outcome(p)
    if result:
        return final(result, p.side, ply)
    if 0 < memory.no_progress <= idle:
        return 0
    entered = idle >= RETURN
    if entered:
        key = game.key(p)
        memory.path[memory.length + ply] = key
        if repeated(memory, key, ply, idle):
            return 0
    if ply >= PLIES - 2:
        return knowledge.evaluate(p)
    # In check there is no standing still: every move is looked at, but not check after check.
    pressed = left > CALM_PLIES - 2 and in_check(p)
    best = -INFINITE
    if not pressed:
        best = knowledge.evaluate(p)
        if best >= beta or left <= 0:
            return best
        alpha = max(alpha, best)
        end = knowledge.noisy(p, memory.moves, first)
    else:
        end = game.generate(p, memory.moves, first)
    rank(p, memory, first, end, NONE, ply, NONE)
    for i in range(first, end):
        q = game.apply(p, pick(memory, i, end))
        onward = 0 if game.progress(p, memory.moves[i], q) else idle + 1
        if onward and not entered:
            memory.path[memory.length + ply] = game.key(p)
            entered = True
        score = -quiesce(q, memory, end, -beta, -alpha, ply + 1, left - 1, onward)
        if memory.aborted:
            return 0
        if score > best:
            best = score
            alpha = max(alpha, best)
            if best >= beta:
                break
    return best


@inner
def reduction(depth, number):
    """How many plies less deeply the move with this number is looked at first.

    Moves are sorted, and far down the list few are ever good.
    """
    if depth < 3 or number < 3:
        return 0
    return 1 + (number >= 8) + (number >= 24 and depth > 5) + (depth > 7)


@inner
def made(p, memory, i, end, asked):
    """The position after the best of the moves i, i + 1, ..., and its key if anybody will ask.

    Its place in the table is called for at once: it lies so far away that a search that waits for
    it there loses a third of its time.
    """
    q = game.apply(p, pick(memory, i, end))
    if not asked:
        return q, 0
    key = game.key(q)
    prefetch(memory.table, place_of(memory, key))
    return q, key


@kernel
def search(p, key, memory, first, depth, alpha, beta, ply, idle, last):
    """The value of p for the player to move, at least `depth` plies deep.

    `key` is that of p; moves live in the memory from index `first` on; `idle` counts moves without
    progress, and `last` is the move that led here.
    """
    before = memory.pv[ply * PLIES]
    memory.pv[ply * PLIES] = NONE
    if ply == 0:
        memory.depth = depth
    if depth <= 0 or ply >= PLIES - 2:
        return quiesce(p, memory, first, alpha, beta, ply, CALM_PLIES, idle)
    if stopped(memory):
        return 0
    memory.nodes += 1
    result = game.outcome(p)
    if result:
        return final(result, p.side, ply)
    memory.path[memory.length + ply] = key
    if ply:
        if repeated(memory, key, ply, idle) or 0 < memory.no_progress <= idle:
            return 0
        # A faster win has been found already, or a slower loss is certain: nothing better here.
        alpha, beta = max(alpha, ply - MATE), min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha
    if 0 < memory.no_progress <= idle + HURRY:
        key ^= (idle + 1) << 40
    data = probe(memory, key)
    hint = data & 0xFFFFF if data else NONE
    if ply == 0 and before >= 0:
        hint = before   # the table may have lost it, or never had it, where moves are left out
    narrow = beta - alpha == 1
    if ply and data and narrow and data >> 20 & 0xFF >= depth:
        score, bound = stored_score(data, ply), data >> 28 & 3
        if bound == EXACT or (score >= beta if bound == LOWER else score <= alpha):
            return score
    pressed = in_check(p)
    if pressed:
        if ply < memory.depth:
            depth += 1  # a check must be answered, so the horizon moves on, but not without end
    elif narrow and depth <= 3 and abs(beta) < MATED:
        # So far ahead that few plies cannot bring it down again.
        score = knowledge.evaluate(p)
        if score - knowledge.SWING * depth >= beta:
            return score
    end = game.generate(p, memory.moves, first)
    if end == first + 1:
        depth += 1      # a single reply costs nothing to follow
    rank(p, memory, first, end, hint, ply, last)
    best, choice, floor, tried = -INFINITE, NONE, alpha, 0
    asked = depth > 1       # who goes into quiescence asks nobody
    for i in range(first, end):
        if i == first or not asked:
            following, its_key = made(p, memory, i, end, asked)
        q, q_key, move = following, its_key, memory.moves[i]
        if asked and i + 1 < end:
            # The next move is made already, so that the table comes while this one is searched.
            following, its_key = made(p, memory, i + 1, end, asked)
        if ply == 0 and is_excluded(memory, move):
            continue
        onward = 0 if game.progress(p, move, q) else idle + 1
        score = alpha + 1
        if tried:
            # Late moves are first looked at less deeply, and only for whether they beat alpha.
            less = 0
            if not pressed and memory.order[i] < 1 << 23:
                less = max(0, min(reduction(depth, tried), depth - 2))
                if not narrow and less > 0:
                    less -= 1
            score = -search(q, q_key, memory, end, depth - 1 - less, -alpha - 1, -alpha,
                            ply + 1, onward, move)
            if less > 0 and score > alpha and not memory.aborted:
                score = -search(q, q_key, memory, end, depth - 1, -alpha - 1, -alpha,
                                ply + 1, onward, move)
        if tried == 0 or alpha < score < beta and not memory.aborted:
            score = -search(q, q_key, memory, end, depth - 1, -beta, -alpha,
                            ply + 1, onward, move)
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
    bound = LOWER if best >= beta else EXACT if best > floor else UPPER
    if not (ply == 0 and memory.excluded):
        store(memory, key, choice if choice >= 0 else hint, best, bound, depth, ply)
    return best


def warm():
    """Compile, or load from the cache, all that the search needs."""
    memory, table = new_memory(), new_table(1)
    attach(memory, table)
    memory.limit = 10
    p = game.start()
    search(p, game.key(p), memory, 0, 1, -INFINITE, INFINITE, 0, 0, NONE)
