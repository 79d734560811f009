"""The moves by which the attacker wins, whatever the replies, out of what proof numbers have found.

Each position with the attacker to move gets a move, and is **settled** once all is that can follow:
its bound is two plies more than the largest of theirs.  So bounds descend, and what is settled
stays so.  Of the moves known to win, one that leads to settled positions only is taken first, and
then that of the shortest win.  Where the table knows of none, since it had to give up parts of its
proofs, the search is asked again.

It may then find other wins than before, so that a move leads by way of others to where it was made.
Nothing on such a round is ever settled: all wait for each other.  When nothing else is left to do,
positions that wait are followed once more, by their next best move.

Of rows see `_rows.py`.  A **way** is a move that did not settle its position at once, and a
**link** says that a way waits for a row.  Both are **notes**.  Where something names a row, a way
or a link, 0 stands for none, and otherwise 1 is added to its index.
"""
from collections.abc import Sequence

from ...kernel import array, game, inner, kernel
from ...kernel.bits import address, load, peek, store
from ...kernel.types import Array, Memory, Position
from ..play import proof
from ..play._counts import idle_after
from ..play._proof_data import INFINITE, decided, length_of, proof_number
from ..play._transposition import new_table
from ..play.proof import STOP, ask
from ._rows import (
    DEPTH,
    FRESH,
    MORE,
    MOVE,
    OPEN,
    ROOM,
    SETTLED,
    STATE,
    cell,
    leave,
    longer,
    new_rows,
    row_of,
    settled,
    state_of,
    taken,
    within_budget,
)
from ._rows import FIELDS as FIELDS
from ._rows import make_room as make_row_room

LITTLE, LONGER = 30, 8      # positions of the first question; then so many times as many
PATIENCE = 1 << 30          # positions: longer questions are not asked

# Of a row: within how many plies its move wins, as far as that is known; moves without progress
# that it allows before; the first link to the row; and the first way tried, or, while a settled row
# is reported to the ways that wait, the next such row.
BOUND, ALLOWANCE, LINKS, WAYS, ROW = range(MORE, MORE + 5)
# Of a way: its row; its move; how many rows are missing; bound and allowance so far; and the next
# way of the row.
WAY_ROW, WAY_MOVE, MISSING, WAY_BOUND, WAY_ALLOWANCE, NEXT_WAY, WAY = range(7)
# Of a link: its way; the moves without progress by then; and the next link to the row.
LINK_WAY, IDLE, NEXT_LINK, LINK = range(4)
UNKNOWN = -1                # as a bound: no move is known to win yet
TOO_LONG = -1               # as an allowance: there is none
SPARE_NOTES = ROOM * (WAY + LINK)       # needed to end what is begun


def new_memory() -> Memory:
    """The moves found so far; `make_room` gives it room.

    The rows are those of `_rows.py`.  Of a position that was tried before, other moves may be won
    or not, so that the search is asked about them for so many positions only as `patience` says.
    """
    return new_rows(ROW, ALLOWANCE + 1 - MOVE, patience=0, notes_used=0, notes=0, note_room=0)


def make_room(memory: Memory, kept: Sequence[Array] = ()) -> list[Array]:
    """Give rows and notes twice the room that they have, where it is nearly used up.

    Args:
        memory: from `new_memory`.
        kept: what the last call has returned, at first nothing.

    Returns:
        Arrays, which the caller keeps alive.
    """
    notes, rows = kept[0] if kept else array(1), make_row_room(memory, kept[1:])
    if memory.notes_used + SPARE_NOTES >= memory.note_room:
        memory.note_room = 2 * (int(memory.notes_used) + SPARE_NOTES)
        notes = longer(notes, int(memory.notes_used), int(memory.note_room))
        memory.notes = address(notes)
    return [notes, *rows]


@inner
def allowed(memory: Memory, row: int, idle: int, most: int) -> int:
    """What a move allows that leads to a settled row, if `most` is what the others leave of it.

    `idle`, here and below, counts moves without progress from before the move on.
    """
    theirs = load(memory.rows, row + ALLOWANCE)
    if idle == 2:
        return min(most, theirs - 2)
    return most if idle <= theirs else TOO_LONG


@inner
def mark_settled(memory: Memory, row: int, move: int, bound: int, most: int,
                 following: int) -> None:
    """Settle a row, which is to be reported to the ways that wait before another one is."""
    store(memory.rows, row + STATE, SETTLED)
    store(memory.rows, row + MOVE, move)
    store(memory.rows, row + BOUND, bound)
    store(memory.rows, row + ALLOWANCE, most)
    store(memory.rows, row + WAYS, following)
    memory.settled += 1


@inner
def settle(memory: Memory, row: int, move: int, bound: int, most: int) -> None:
    """Settle a row, and all that waited for nothing else."""
    rows, notes = memory.rows, memory.notes
    mark_settled(memory, row, move, bound, most, 0)
    following = row + 1
    while following:
        row = following - 1
        following = load(rows, row + WAYS)
        link = load(rows, row + LINKS)
        while link:
            way, idle = load(notes, link - 1 + LINK_WAY) - 1, load(notes, link - 1 + IDLE)
            link = load(notes, link - 1 + NEXT_LINK)
            bound = max(load(notes, way + WAY_BOUND), 2 + load(rows, row + BOUND))
            most = allowed(memory, row, idle, load(notes, way + WAY_ALLOWANCE))
            missing = load(notes, way + MISSING) - 1
            store(notes, way + WAY_BOUND, bound)
            store(notes, way + WAY_ALLOWANCE, most)
            store(notes, way + MISSING, missing)
            waiting = load(notes, way + WAY_ROW) - 1
            if missing == 0 and most >= 0 and load(rows, waiting + STATE) != SETTLED:
                mark_settled(memory, waiting, load(notes, way + WAY_MOVE), bound, most, following)
                following = waiting + 1


@inner
def note_way(memory: Memory, row: int, move: int, missing: int, bound: int, most: int) -> int:
    """Note a way, and return its index."""
    notes, way = memory.notes, memory.notes_used
    memory.notes_used += WAY
    store(notes, way + WAY_ROW, row + 1)
    store(notes, way + WAY_MOVE, move)
    store(notes, way + MISSING, missing)
    store(notes, way + WAY_BOUND, bound)
    store(notes, way + WAY_ALLOWANCE, most)
    store(notes, way + NEXT_WAY, load(memory.rows, row + WAYS))
    store(memory.rows, row + WAYS, way + 1)
    return way


@inner
def note_link(memory: Memory, row: int, way: int, idle: int) -> None:
    """Note that a way waits for a row."""
    notes, link = memory.notes, memory.notes_used
    memory.notes_used += LINK
    store(notes, link + LINK_WAY, way + 1)
    store(notes, link + IDLE, idle)
    store(notes, link + NEXT_LINK, load(memory.rows, row + LINKS))
    store(memory.rows, row + LINKS, link + 1)


@inner
def is_tried(memory: Memory, row: int, move: int) -> bool:
    """Whether a move is one of the ways of a row."""
    way = load(memory.rows, row + WAYS)
    while way:
        if load(memory.notes, way - 1 + WAY_MOVE) == move:
            return True
        way = load(memory.notes, way - 1 + NEXT_WAY)
    return False


@inner
def leads_to_settled(p: Position, memory: Memory, first: int) -> bool:
    """Whether all replies in a running position lead to rows that are settled."""
    for i in range(first, game.generate(p, memory.moves, first)):
        q = game.apply(p, memory.moves[i])
        if game.outcome(q) == 0 and state_of(q, memory) != SETTLED:
            return False
    return True


@inner
def choose(p: Position, row: int, searched: Memory, memory: Memory, first: int, end: int) -> int:
    """The index of the most promising move that is untried, or -1 if none is known to win.

    BOUND says how promising it is, or UNKNOWN if to ask for longer may help.
    """
    limit = LITTLE
    most = memory.patience if load(memory.rows, row + WAYS) else PATIENCE
    store(memory.rows, row + BOUND, UNKNOWN)
    while limit <= most:
        best, least, undecided = -1, INFINITE, False
        for i in range(first, end):
            move = memory.moves[i]
            if is_tried(memory, row, move):
                continue
            q = game.apply(p, move)
            data = ask(q, searched, limit)
            if proof_number(data) == 0:
                if length_of(data) == 0 or leads_to_settled(q, memory, end):
                    store(memory.rows, row + BOUND, 0)
                    return i
                if length_of(data) < least:
                    best, least = i, length_of(data)
            elif not decided(data):
                undecided = True
        if best >= 0 or not undecided:
            store(memory.rows, row + BOUND, least)
            return best
        if peek(searched.signals, STOP):
            return -1
        limit *= LONGER
    return -1


@inner
def may_go_on(searched: Memory, memory: Memory) -> bool:
    """Whether one more position may be followed."""
    return (memory.notes_used + SPARE_NOTES < memory.note_room
            and within_budget(searched, memory))


@inner
def counted(p: Position, move: int, q: Position, searched: Memory, idle: int) -> int:
    """The moves without progress after one more move; 0 if they are not counted."""
    return idle_after(p, move, q, idle) if searched.no_progress else 0


@kernel
def follow(p: Position, row: int, searched: Memory, memory: Memory, first: int,
           depth: int) -> None:
    """Try the next move of a position, and settle all that can follow it.

    What cannot be settled, or no more be followed, is left in the list.

    Args:
        p: a running position with the attacker to move.
        row: from `row_of`; it is not settled.
        searched: of the proof-number search, as it was when it answered last, with a `limit` that
            may change.
        memory: see `new_memory`.
        first: where moves may be written in `memory.moves`.
        depth: how many positions before it are under way.
    """
    store(memory.rows, row + STATE, OPEN)
    memory.budget -= 1
    limit = searched.no_progress
    end = game.generate(p, memory.moves, first)
    i = choose(p, row, searched, memory, first, end)
    while i >= 0:
        move = memory.moves[i]
        q = game.apply(p, move)
        until, bound, idle, missing = end, 1, counted(p, move, q, searched, 0), 0
        most = max(0, limit - 1)
        if game.outcome(q) == 0:
            until, bound = game.generate(q, memory.moves, end), 2
            most = limit - 1 - idle if limit else 0
        for j in range(end, until):
            r = game.apply(q, memory.moves[j])
            if game.outcome(r) == 0:
                other = row_of(r, memory)
                if load(memory.rows, other + STATE) == FRESH:
                    if depth + 1 < DEPTH and may_go_on(searched, memory):
                        follow(r, other, searched, memory, until, depth + 1)
                    else:
                        leave(memory, other)
        if load(memory.rows, row + STATE) == SETTLED:      # by a move that it had tried before
            return
        for j in range(end, until):
            r = game.apply(q, memory.moves[j])
            if game.outcome(r) == 0:
                other = row_of(r, memory)
                if load(memory.rows, other + STATE) == SETTLED:
                    still = counted(q, memory.moves[j], r, searched, idle)
                    bound = max(bound, 2 + load(memory.rows, other + BOUND))
                    most = allowed(memory, other, still, most)
                else:
                    missing += 1
        if missing == 0 and most >= 0:
            settle(memory, row, move, bound, most)
            return
        way = note_way(memory, row, move, missing, bound, most)
        if missing and most >= 0:
            for j in range(end, until):
                r = game.apply(q, memory.moves[j])
                if game.outcome(r) == 0:
                    other = row_of(r, memory)
                    if load(memory.rows, other + STATE) != SETTLED:
                        note_link(memory, other, way,
                                  counted(q, memory.moves[j], r, searched, idle))
            leave(memory, row)
            return
        i = choose(p, row, searched, memory, first, end)
    if load(memory.rows, row + BOUND) == UNKNOWN:
        leave(memory, row)


def warm() -> None:
    """Compile, or load from the cache, all that is needed."""
    p, searched, memory = game.start(), proof.new_memory(), new_memory()
    table, room = new_table(1), make_room(memory)
    proof.prove(p, searched, table, 1)
    searched.signals[STOP] = 1
    row = row_of(p, memory)
    follow(p, row, searched, memory, 0, 0)
    cell(memory, row)
    taken(memory)
    list(settled(memory))
    del table, room
