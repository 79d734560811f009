"""Endings solved backwards: the value of every position and how far it is from the end of the game.

Each position of a group of parts (see `endings`) has one byte, at first.  `survey` finds out once
about the positions of a slice: which are finished, which a capture decides, and how many moves each
of the others has that the opponent does not win.  Then `advance` goes through all positions once
for each distance, from 0, and from those that are due steps back to those before them: a position
is won one ply after the nearest successor that the opponent has lost, and lost one ply after the
farthest when the opponent has won all of them, that is when its count has come down to none.  What
is never due is a draw: neither player can leave the cycles there with profit.  (Retrograde
analysis: Ströhlein, 1970; Thompson, 1986.)

Where positions lie in tiles, the moves of a whole line are found at once, and the rules are only
asked about positions that may be finished; otherwise they are asked about each.

Values are written as **codes**: 0 a draw, 1 + 2n lost in n plies and 2 + 2n won in n plies by the
player to move; the highest that there is room for, no position.  Until a slice is solved, those
below it stand for positions without a value: their counts, from `open_from` on.  Where captures
lead to wins of the opponent and to nothing else, `span` is added; how far away these are is asked
once more in the end.  When distances come that are too large for a byte, `widen` makes two of it.

Several threads may share the work, each with a memory of its own and the same bytes.  `survey` and
`finish` write the positions that they are called for.  `advance` reads those, and writes positions
before them; so at one time each lane (see `endings`) is for one thread.
"""
from ...kernel import array, endings, game, inner, kernel, record
from ...kernel.bits import address, load, load_byte, load_pair, lowest, store_byte, store_pair
from ...kernel.codes import ALL_CLOSED, DRAW, NOWHERE, STEP
from ...kernel.types import Memory, Position

MOST_ENDINGS = 64
NO_POSITION = 0xFF, 0xFFFF  # of one byte, of two
NO_CODE = 1 << 20           # more than any code
# In a word of eight bytes, or of four pairs of them, the lowest bit of each, and the highest.
LOW_BITS = 0x0101010101010101, 0x0001000100010001
HIGH_BITS = -0x7F7F7F7F7F7F7F80, -0x7FFF7FFF7FFF8000


def most_distance(ending: int, wide: int) -> int:
    """The farthest distance that there is room for."""
    return (NO_POSITION[wide] - 2 * span_of(ending) - 3) // 2


def new_memory() -> Memory:
    """What a thread solves a group with.

    To be set first: `ending`; `rows` and `columns` of its tiles; `span`, from `span_of`;
    `group_start`, the group's first number; `start` and `entries`, the first number of the slice
    and how many it has; the addresses of `codes`, for each number of the group a byte or, if
    `wide` is 1, two; of what `endings.prepare` has `prepared`; and in `known` those of the codes of
    the endings that captures lead to, which have two bytes each where `known_wide` says 1.

    Found are: `latest`, the farthest distance that has come up; `settled`, for how many positions
    `advance` was called that are due; `stray`, whether a move leads to what is not solved yet;
    `far`, whether a distance did not fit; and by `count` how often there is each result,
    the `longest` distance and the first number that has it.
    """
    return record(
        ending=0, rows=0, columns=0, span=0, wide=0, group_start=0, start=0, entries=0, codes=0,
        prepared=0, latest=0, settled=0, stray=0, far=0, won=0, lost=0, drawn=0, impossible=0,
        longest=0, longest_number=0, known=MOST_ENDINGS, known_wide=MOST_ENDINGS,
        moves=game.MAX_MOVES, before=endings.MOST_PREDECESSORS, captures=endings.MOST_CAPTURES,
        left=endings.LINES, closed=endings.LINES, quickest=endings.LINES, slowest=endings.LINES,
        lost_on=endings.LINES, won_on=endings.LINES)


def span_of(ending: int) -> int:
    """How many counts there can be."""
    return int(endings.ENDINGS[ending].most_moves) + 1


@inner
def open_from(memory: Memory) -> int:
    """What stands for the count 0; all codes are below."""
    return NO_POSITION[memory.wide] - 2 * memory.span


@inner
def code_at(memory: Memory, place: int) -> int:
    """The code or the count at a place in the group."""
    return load_pair(memory.codes, place) if memory.wide else load_byte(memory.codes, place)


@inner
def put(memory: Memory, place: int, code: int) -> None:
    """Write a code or a count at a place in the group."""
    if memory.wide:
        store_pair(memory.codes, place, code)
    else:
        store_byte(memory.codes, place, code)


@inner
def outside(memory: Memory, q: Position, ending: int, number: int) -> int:
    """The code of a position that is not in this slice."""
    if ending != NOWHERE:
        return known_code(memory, ending, number)
    result = game.outcome(q)
    if result == 0:
        memory.stray = 1        # a move leads to no ending at all
    return 0 if result == 0 or result == DRAW else 2 if result == 1 + q.side else 1


@inner
def known_code(memory: Memory, ending: int, number: int) -> int:
    """The code of a number that is not in this slice."""
    if ending == memory.ending:
        if memory.group_start <= number < memory.start:
            return code_at(memory, number - memory.group_start)
        memory.stray = 1        # a move leads to what is not solved yet
        return 0
    wide, codes = memory.known_wide[ending], memory.known[ending]
    if codes == 0:
        memory.stray = 1        # a move leads to an ending that is said not to be needed
        return 0
    code = load_pair(codes, number) if wide else load_byte(codes, number)
    if code == NO_POSITION[wide]:
        memory.stray = 1
    return code


@inner
def coded(memory: Memory, code: int) -> int:
    """A code that is going to be written."""
    if code >= open_from(memory):
        memory.far = 1
        return 0
    memory.latest = max(memory.latest, code - 1 >> 1)
    return code


@inner
def finished_code(memory: Memory, p: Position) -> int:
    """The code of a position where the game is over."""
    result = game.outcome(p)
    return 0 if result == DRAW else coded(memory, 2 if result == 1 + p.side else 1)


@inner
def running_code(memory: Memory, quickest: int, slowest: int, left: int) -> int:
    """The code or the count of a position before anything is known of its slice.

    Args:
        memory: see `new_memory`.
        quickest: the least code, of a loss, that a capture leads to; or NO_CODE.
        slowest: the greatest code, of a win, that one leads to; or 0.
        left: how many moves there are besides those that lead to losses and wins.
    """
    if slowest + 1 >= open_from(memory):
        memory.far = 1
    if quickest != NO_CODE:
        return coded(memory, quickest + 3)
    if left == 0:
        return coded(memory, slowest + 1)
    if left >= memory.span:
        memory.stray = 1
    return open_from(memory) + left + (memory.span if slowest else 0)


@inner
def first_code(memory: Memory, p: Position) -> int:
    """The code or the count of a position as the rules tell it."""
    if game.outcome(p):
        return finished_code(memory, p)
    quickest, slowest, left = NO_CODE, 0, 0
    for i in range(game.generate(p, memory.moves, 0)):
        q = game.apply(p, memory.moves[i])
        if not game.progress(p, memory.moves[i], q):
            left += 1
            continue
        ending, number = endings.place(q)
        if ending == memory.ending and 0 <= number - memory.start < memory.entries:
            left += 1
            continue
        code = outside(memory, q, ending, number)
        if code & 1:
            quickest = min(quickest, code)
        elif code:
            slowest = max(slowest, code)
        else:
            left += 1           # a draw, which is never taken off
    return running_code(memory, quickest, slowest, left)


@kernel
def survey(memory: Memory, first: int, last: int) -> None:
    """Write what is known at first of the numbers from `first` to before `last`, whole tiles."""
    size = memory.rows * memory.columns
    for number in range(first, last, size):
        if not endings.possible(memory.ending, number):
            for place in range(number - memory.group_start, number - memory.group_start + size):
                put(memory, place, NO_POSITION[memory.wide])
        elif size == 1:
            put(memory, number - memory.group_start,
                first_code(memory, endings.position(memory.ending, number)))
        else:
            survey_tile(memory, number)


@inner
def survey_tile(memory: Memory, number: int) -> None:
    """Write what is known at first of the numbers of a tile, each by its row and its column.

    The rules are only asked where the game may be over.
    """
    rows, columns = memory.rows, memory.columns
    for line in range(rows + columns):
        memory.left[line] = memory.closed[line] = memory.slowest[line] = 0
        memory.quickest[line] = NO_CODE
    end = endings.successors(memory.ending, number, memory.left, memory.closed, memory.captures)
    for i in range(0, end, 3):
        count_capture(memory, memory.captures[i], memory.captures[i + 1], memory.captures[i + 2])
    for row in range(rows):
        for column in range(columns):
            line, here = rows + column, number + row * columns + column
            code = running_code(memory, min(memory.quickest[row], memory.quickest[line]),
                                max(memory.slowest[row], memory.slowest[line]),
                                memory.left[row] + memory.left[line])
            if memory.closed[row] | memory.closed[line] == ALL_CLOSED:
                p = endings.position(memory.ending, here)
                if game.outcome(p):
                    code = finished_code(memory, p)
            put(memory, here - memory.group_start, code)


@inner
def count_capture(memory: Memory, line: int, ending: int, number: int) -> None:
    """Count a move that all positions of a line have, and that leads out of the slice."""
    code = 1 if ending == NOWHERE else known_code(memory, ending, number)
    if code & 1:
        memory.quickest[line] = min(memory.quickest[line], code)
    elif code:
        memory.slowest[line] = max(memory.slowest[line], code)
    else:
        memory.left[line] += 1


@inner
def repeated(code: int, wide: int) -> int:
    """A word of eight times the same byte, or of four times the same two bytes."""
    top = 0x8000 if wide else 0x80
    return (code & top - 1) * LOW_BITS[wide] | (HIGH_BITS[wide] if code & top else 0)


@inner
def has_nought(word: int, wide: int) -> bool:
    """Whether one of the eight bytes of a word is 0, or one of its four pairs."""
    return (word - LOW_BITS[wide]) & ~word & HIGH_BITS[wide] != 0


@kernel
def advance(memory: Memory, distance: int, first: int, last: int) -> None:
    """Settle the numbers from `first` to before `last` that are due, and tell those before them.

    These are numbers of whole tiles.
    """
    place, end = first - memory.group_start, last - memory.group_start
    wide, lost = memory.wide, 1 + 2 * distance
    all_lost, all_won = repeated(lost, wide), repeated(lost + 1, wide)
    size = memory.rows * memory.columns
    while place < end:
        if place & (7 >> wide) == 0:
            word = load(memory.codes, place >> 3 - wide)
            if not has_nought(word ^ all_lost, wide) and not has_nought(word ^ all_won, wide):
                place += 8 >> wide
                continue
        code = code_at(memory, place)
        if code == lost or code == lost + 1:
            place -= place % size
            settle(memory, place, lost)
            place += size
        else:
            place += 1


@inner
def settle(memory: Memory, first: int, lost: int) -> None:
    """Tell all that is before a tile which of its positions have now been lost and won.

    In `lost_on` and `won_on` each line has a bit for each of its positions.
    """
    rows, columns = memory.rows, memory.columns
    for line in range(rows + columns):
        memory.lost_on[line] = memory.won_on[line] = 0
    place = first
    for row in range(rows):
        for column in range(columns):
            code = code_at(memory, place)
            place += 1
            if code == lost:
                memory.lost_on[row] |= 1 << column
                memory.lost_on[rows + column] |= 1 << row
            elif code == lost + 1:
                memory.won_on[row] |= 1 << column
                memory.won_on[rows + column] |= 1 << row
            else:
                continue
            memory.settled += 1
    for line in range(rows + columns if rows * columns > 1 else 1):
        if memory.lost_on[line] | memory.won_on[line]:
            step_back(memory, memory.group_start + first, line, lost)


@inner
def step_back(memory: Memory, tile: int, line: int, lost: int) -> None:
    """Tell all that is before the positions on a line of a tile, as far as they are due."""
    end = endings.predecessors(memory.ending, tile, line, memory.prepared, memory.before, 0)
    due = memory.lost_on[line]
    while due:
        for i in range(end):
            after_loss(memory, came_from(memory, memory.before[i], lowest(due)), lost)
        due &= due - 1
    due = memory.won_on[line]
    while due:
        for i in range(end):
            after_win(memory, came_from(memory, memory.before[i], lowest(due)), lost + 1)
        due &= due - 1


@inner
def came_from(memory: Memory, word: int, i: int) -> int:
    """The place from which a move leads to the position that is the i-th on its line."""
    return (word & (1 << STEP) - 1) - memory.group_start + (word >> STEP) * i


@inner
def after_loss(memory: Memory, place: int, code: int) -> None:
    """Tell a position that a move of it leads to a loss of the opponent."""
    known = code_at(memory, place)
    if known >= open_from(memory):
        if known == NO_POSITION[memory.wide]:
            return
    elif known & 1 or known <= code + 3:
        return
    put(memory, place, coded(memory, code + 3))


@inner
def after_win(memory: Memory, place: int, code: int) -> None:
    """Tell a position that a move of it leads to a win of the opponent."""
    known, opened = code_at(memory, place), open_from(memory)
    if opened <= known < NO_POSITION[memory.wide]:
        known -= 1
        if known == opened:
            known = coded(memory, code + 1)
        elif known == opened + memory.span:
            slowest = slowest_capture(memory, memory.group_start + place)
            known = coded(memory, max(code, slowest) + 1)
        put(memory, place, known)


@inner
def slowest_capture(memory: Memory, number: int) -> int:
    """The code of the opponent's farthest win among those that lead out of the slice."""
    p, slowest = endings.position(memory.ending, number), 0
    for i in range(game.generate(p, memory.moves, 0)):
        q = game.apply(p, memory.moves[i])
        if game.progress(p, memory.moves[i], q):
            ending, after = endings.place(q)
            if ending != memory.ending or not 0 <= after - memory.start < memory.entries:
                slowest = max(slowest, outside(memory, q, ending, after))
    return slowest


@kernel
def finish(memory: Memory, first: int, last: int) -> None:
    """Write a draw where nothing was ever due; after `advance` has come to `latest`."""
    opened = open_from(memory)
    for place in range(first - memory.group_start, last - memory.group_start):
        if opened <= code_at(memory, place) < NO_POSITION[memory.wide]:
            put(memory, place, 0)


@kernel
def widen(memory: Memory, first: int, last: int) -> None:
    """Make two bytes of each, in place: to be called from the last numbers to the first."""
    opened, more = open_from(memory), NO_POSITION[1] - NO_POSITION[0]
    for place in range(last - memory.group_start - 1, first - memory.group_start - 1, -1):
        code = load_byte(memory.codes, place)
        store_pair(memory.codes, place, code + more if code >= opened else code)


@kernel
def count(memory: Memory, first: int, last: int) -> None:
    """Count the results of numbers that have their codes."""
    for number in range(first, last):
        code = code_at(memory, number - memory.group_start)
        if code == NO_POSITION[memory.wide]:
            memory.impossible += 1
        elif code == 0:
            memory.drawn += 1
        else:
            memory.won += 1 - (code & 1)
            memory.lost += code & 1
            if code - 1 >> 1 > memory.longest:
                memory.longest, memory.longest_number = code - 1 >> 1, number


def warm() -> None:
    """Compile, or load from the cache, all that solving needs."""
    if not endings.ENDINGS:
        return
    memory, codes, prepared = new_memory(), array(1), array(endings.PREPARED)
    memory.rows = memory.columns = 1
    memory.codes, memory.prepared = address(codes), address(prepared)
    endings.prepare(memory.prepared)
    survey(memory, 0, 0)
    advance(memory, 0, 0, 0)
    finish(memory, 0, 0)
    widen(memory, 0, 0)
    count(memory, 0, 0)
    endings.size(0)
    endings.place(game.start())
