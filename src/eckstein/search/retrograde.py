"""Endings solved backwards: the value of every position and how far it is from the end of the game.

Each position of a slice of an ending (see `endings`) has one word of state.  `survey` writes it and
counts moves; `gather` and `link` make for each position the list of those that lead to it; then
`advance` goes through all positions once for each distance, from 0, and settles those that are due:
a position is won one ply after the nearest successor that the opponent has lost, and lost one ply
after the farthest when he has won all of them.  What is never due is a draw: neither player can
leave the cycles there with profit.  (Retrograde analysis: Ströhlein, 1970; Thompson, 1986.)

Values are written as **codes**, four to a word: 0 a draw, 1 + 2n lost in n plies and 2 + 2n won in
n plies by the player to move, IMPOSSIBLE no position.

Positions of a slice are counted from 0, its first number: a kernel works on those from `first` to
before `last`.  A `distance` is in plies from the end of the game.
"""
from ..games import DRAW
from ..kernel import array, endings, game, inner, kernel, record
from ..kernel.bits import address, fetch, keep
from ..kernel.types import Memory, Position

MOST_ENDINGS = 64
IMPOSSIBLE = 0xFFFF

# The state of a position: the distance at which it is due; whether it is won then; whether that has
# come; how many moves do not lead to a win of the opponent; the farthest win of his outside.
NEVER = DUE = 0x7FFF
WON, DONE = 1 << 15, 1 << 16
LEFT, LEFT_MASK = 17, 0x3FFF
BEYOND = 31
NO_POSITION = 1 << 48


def new_memory() -> Memory:
    """What one slice is solved in.

    To be set first: `ending`; `start` and `entries`, the slice's first number and how many it has;
    the addresses of `state` (a word for each number), `ends` (one more; all 0) and, after `gather`,
    `links` (half a word for each of `moves_within`); in `known` the addresses of the codes of all
    endings before this one, and of this one's part, whose first number is `part_start`.
    """
    return record(ending=0, part_start=0, start=0, entries=0, state=0, ends=0, links=0,
                  moves_within=0, latest=0, stray=0, won=0, lost=0, drawn=0, impossible=0,
                  longest=0, longest_number=0, known=MOST_ENDINGS, moves=game.MAX_MOVES)


@kernel
def moves_of_some(memory: Memory, step: int) -> int:
    """The number of moves of every `step`th position, which tells how much memory is needed."""
    count = 0
    for number in range(memory.start, memory.start + memory.entries, step):
        if endings.possible(memory.ending, number):
            p = endings.position(memory.ending, number)
            if not game.outcome(p):
                count += game.generate(p, memory.moves, 0)
    return count


@inner
def within(memory: Memory, ending: int, number: int) -> bool:
    """Whether a position is in the slice that is being solved."""
    return ending == memory.ending and memory.start <= number < memory.start + memory.entries


@inner
def outside(memory: Memory, q: Position, ending: int, number: int) -> int:
    """The code of a position that is not in this slice."""
    if ending == memory.ending:
        if number < memory.part_start or number >= memory.start:
            memory.stray = 1    # a move leads to what is not solved yet
            return 0
        number -= memory.part_start
    if ending >= 0:
        return fetch(memory.known[ending], number >> 2) >> 16 * (number & 3) & 0xFFFF
    result = game.outcome(q)
    if result == 0:
        memory.stray = 1        # a move leads to no ending at all
    return 0 if result == 0 or result == DRAW else 2 if result == 1 + q.side else 1


@inner
def first_state(memory: Memory, p: Position) -> int:
    """The state of a position before anything is known of those that it leads to."""
    result = game.outcome(p)
    if result:
        if result == DRAW:
            return NEVER
        return WON if result == 1 + p.side else 0
    due, left, beyond = NEVER, 0, 0
    end = game.generate(p, memory.moves, 0)
    for i in range(end):
        q = game.apply(p, memory.moves[i])
        ending, number = endings.place(q)
        if within(memory, ending, number):
            left += 1
            place = number - memory.start
            keep(memory.ends, place, fetch(memory.ends, place) + 1)
            continue
        code = outside(memory, q, ending, number)
        if code == 0 or code & 1:
            left += 1
            if code:
                due = min(due, (code >> 1) + 1)
        else:
            beyond = max(beyond, (code >> 1) - 1)
    if left == 0:
        return beyond + 1 | beyond << BEYOND
    return due | (WON if due != NEVER else 0) | left << LEFT | beyond << BEYOND


@kernel
def survey(memory: Memory, first: int, last: int) -> None:
    """Write the state of the positions.

    Their moves within the slice are counted in `ends`, each at the position that it leads to.
    """
    for place in range(first, last):
        number = memory.start + place
        state = NO_POSITION
        if endings.possible(memory.ending, number):
            state = first_state(memory, endings.position(memory.ending, number))
            if state & DUE != NEVER:
                memory.latest = max(memory.latest, state & DUE)
        keep(memory.state, place, state)


@kernel
def gather(memory: Memory) -> None:
    """Turn counts into places: `ends[i]` is where the links to position i end, for now."""
    total = 0
    for place in range(memory.entries):
        total += fetch(memory.ends, place)
        keep(memory.ends, place, total)
    keep(memory.ends, memory.entries, total)
    memory.moves_within = total


@kernel
def link(memory: Memory, first: int, last: int) -> None:
    """Enter the positions in the lists of those that they lead to.

    Afterwards the links to position i begin at `ends[i]` and end where those to i + 1 begin.
    """
    for place in range(first, last):
        state = fetch(memory.state, place)
        if state >> LEFT & LEFT_MASK == 0:      # no move stays here, or the game is over
            continue
        p = endings.position(memory.ending, memory.start + place)
        end = game.generate(p, memory.moves, 0)
        for i in range(end):
            ending, number = endings.place(game.apply(p, memory.moves[i]))
            if within(memory, ending, number):
                target = number - memory.start
                link = fetch(memory.ends, target) - 1
                keep(memory.ends, target, link)
                word = fetch(memory.links, link >> 1)
                keep(memory.links, link >> 1,
                     word & 0x7FFFFFFF | place << 32 if link & 1 else word & ~0x7FFFFFFF | place)


@inner
def after_won(state: int, distance: int) -> int:
    """The state of a position after one of its moves was found to lose to a win in `distance`."""
    state -= 1 << LEFT
    if state >> LEFT & LEFT_MASK:
        return state
    beyond = state >> BEYOND & DUE
    return state & ~(DUE | WON) | max(distance, beyond) + 1


@kernel
def advance(memory: Memory, distance: int, first: int, last: int) -> None:
    """Settle the positions that are due at this distance."""
    for place in range(first, last):
        state = fetch(memory.state, place)
        if state & (DUE | DONE | NO_POSITION) != distance:
            continue
        keep(memory.state, place, state | DONE)
        for link in range(fetch(memory.ends, place), fetch(memory.ends, place + 1)):
            before = fetch(memory.links, link >> 1) >> 32 * (link & 1) & 0x7FFFFFFF
            known = fetch(memory.state, before)
            if known & DONE:
                continue
            if state & WON:
                known = after_won(known, distance)
            elif known & DUE > distance + 1:
                known = known & ~DUE | distance + 1 | WON
            else:
                continue
            keep(memory.state, before, known)
            if known & DUE != NEVER:
                memory.latest = max(memory.latest, known & DUE)


@kernel
def encode(memory: Memory, first: int, last: int) -> None:
    """Write the codes of the positions, and count the results.

    To be called after `advance` has come to `latest`; `known` says where the codes are.
    """
    for place in range(first, last):
        state = fetch(memory.state, place)
        if state & NO_POSITION:
            memory.impossible += 1
            code = IMPOSSIBLE
        elif state & DONE == 0:
            memory.drawn += 1
            code = 0
        else:
            distance = state & DUE
            code = 2 * distance + (2 if state & WON else 1)
            memory.won += 1 if state & WON else 0
            memory.lost += 0 if state & WON else 1
            if distance > memory.longest:
                memory.longest, memory.longest_number = distance, memory.start + place
        target = memory.start - memory.part_start + place
        shift = 16 * (target & 3)
        word = fetch(memory.known[memory.ending], target >> 2) & ~(0xFFFF << shift)
        if shift == 48 and code > 0x7FFF:       # the sign of the word
            code -= 0x10000
        keep(memory.known[memory.ending], target >> 2, word | code << shift)


def warm() -> None:
    """Compile, or load from the cache, all that solving needs."""
    if not endings.NAMES:
        return
    memory, ends = new_memory(), array(1)
    memory.ends = address(ends)
    moves_of_some(memory, 1)
    survey(memory, 0, 0)
    gather(memory)
    link(memory, 0, 0)
    advance(memory, 0, 0, 0)
    encode(memory, 0, 0)
    endings.size(0)
    endings.place(game.start())
