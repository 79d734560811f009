"""The order in which alpha-beta tries moves: the sooner the best comes, the less is searched.

docs/laboratory/strength.md says what each part is worth in Elo, with the error (`python -m
bench.pruning`): of the whole search against the search without it.
"""
from ...kernel import game, inline, inner, knowledge
from ...kernel.types import Memory, Position

FIRST = 1 << 48             # the move that was best before
URGENT = 28                 # what a game calls urgent stands above all killers: as a shift
KILLER, SECOND_KILLER, COUNTER = 1 << 26, 1 << 25, 1 << 24
WORSE = 1 << 22             # what a game calls bad stands below all others
SELECTED = 1 << 23          # from here on a move is more than an ordinary one
FULL_CREDIT = 400           # no success counts for more, as deep as it may be
PLACES = 1 << game.MAX_MOVES.bit_length()       # more than a position has moves


@inner
def no_urgency(p: Position, move: int) -> int:
    """No move is looked at sooner than another."""
    return 0


urgency = knowledge.urgency if knowledge.URGENT_FIRST else no_urgency


@inline
def rank(p: Position, memory: Memory, first: int, end: int, hint: int, ply: int, last: int) -> None:
    """Write into `memory.order` how promising each of the moves from `first` to `end` is.

    It is PLACES times that, and the distance to `end`: of equals the one that stands first is more.
    The most promising move is brought to `first`.

    * The best move of an earlier search of this position comes first (+436 Elo in Contra, with
      all else that the table does).
    * Urgent moves, as the game's knowledge has them, next: captures, long ways forward (+115 in
      Duell, +51 in Pur; in Contra history alone orders better, and its knowledge says so).
    * Killers: moves that refuted another at the same ply (Akl and Newborn, 1977; +24 in Duell
      behind urgent moves, and -42 before them).
    * The move that refuted the last move when it was made before (counter moves: Uiterwijk, 1992;
      no worth that can be measured: +5 in Contra, -10 in Duell).
    * Then by history (Schaeffer, 1983): how often a move was good enough, anywhere (+86 in Contra,
      +53 in Duell).

    Args:
        p: the position.
        memory: of alpha-beta.
        first, end: where its moves stand in `memory.moves`.
        hint: the best move of an earlier search, or NONE.
        ply: of the position.
        last: the move that led here, or NONE.
    """
    if first == end:
        return
    side, most = p.side * game.MOVE_CODES, -1 << 62
    single_out(memory, side, hint, ply, last, 1)
    for i in range(first, end):
        move = memory.moves[i]
        urgent = urgency(p, move)
        # Which sign it has is hard to predict, so nothing branches on it.
        value = (memory.history[side + move] + (max(urgent, 0) << URGENT)
                 + max(min(urgent, 0), -1) * WORSE) * PLACES + end - i
        memory.order[i] = value
        most = max(most, value)
    single_out(memory, side, hint, ply, last, -1)
    bring(memory, first, end, most)


@inner
def single_out(memory: Memory, side: int, hint: int, ply: int, last: int, sign: int) -> None:
    """Lift the few moves that something speaks for above the history of all others, or (-1) back.

    So the loop need not ask of each move whether it is one of them.
    """
    if 0 <= hint < game.MOVE_CODES:     # the table tells that it has no move by a larger number
        memory.history[side + hint] += sign * FIRST
    if memory.killers[2 * ply] >= 0:
        memory.history[side + memory.killers[2 * ply]] += sign * KILLER
    if memory.killers[2 * ply + 1] >= 0:
        memory.history[side + memory.killers[2 * ply + 1]] += sign * SECOND_KILLER
    memory.history[side + memory.counters[last + 1]] += sign * COUNTER


@inner
def bring(memory: Memory, i: int, end: int, most: int) -> int:
    """Exchange the move at index i with the one that has `most`, and return that one.

    `memory.order` at i, which is not needed any more, stays as it is.
    """
    best = end - (most & PLACES - 1)
    move = memory.moves[best]
    memory.order[best] = memory.order[i] + i - best
    memory.moves[best] = memory.moves[i]
    memory.moves[i] = move
    return move


@inner
def pick(memory: Memory, i: int, end: int) -> int:
    """Bring the most promising of the moves from index i to before `end` to i, and return it."""
    most = memory.order[i]
    for j in range(i + 1, end):
        most = max(most, memory.order[j])
    return bring(memory, i, end, most)


@inner
def is_ordinary(memory: Memory, i: int) -> bool:
    """Whether nothing but history spoke for the move that lay at index i when it was picked."""
    return memory.order[i] < SELECTED * PLACES


@inner
def reward(memory: Memory, first: int, i: int, ply: int, side: int, depth: int, last: int) -> None:
    """Learn that the move at index i caused a cutoff, and that those from `first` to i did not.

    `last` is the move that led here, or NONE.
    """
    move, side = memory.moves[i], side * game.MOVE_CODES
    if memory.killers[2 * ply] != move:
        memory.killers[2 * ply + 1] = memory.killers[2 * ply]
        memory.killers[2 * ply] = move
    memory.counters[last + 1] = move
    gain = min(depth * depth, FULL_CREDIT)
    credit(memory, side + move, gain)
    for j in range(first, i):
        credit(memory, side + memory.moves[j], -gain)


@inner
def credit(memory: Memory, place: int, gain: int) -> None:
    """Add to the history at an index; the more it has, the less is added, so that it stays bounded.

    `gain` lies between -FULL_CREDIT and FULL_CREDIT.
    """
    old = memory.history[place]
    memory.history[place] = old + (gain << 8) - old * abs(gain) // 512
