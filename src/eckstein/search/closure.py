"""The replies after which the attacker never wins, whatever he plays, by what proof numbers say.

Each position with the hero to move gets a reply after which the attacker cannot force a win, in a
game that lack of progress never ends.  That is a property of positions, whatever led there, and
from each that has it the hero can keep to those that have it.  So no reply is ever taken back: a
row (`_rows.py`) is settled as soon as it has one.

Replies that lead to few new positions are asked about first, each for a little while; only where
none is known to be safe by then are they asked about for longer.  Most answers take a hundred
positions, and some take millions.  Where a table of endings knows the position, it answers instead.
"""

from ..kernel import game, inner, kernel, record
from ..kernel.bits import fetch, keep, peek
from ..kernel.types import Memory, Position
from . import bounded, proof
from ._exact import is_barred
from ._rows import (
    DEPTH,
    FRESH,
    MOVE,
    OPEN,
    ROOM,
    SETTLED,
    STATE,
    cell,
    has_row,
    leave,
    row_of,
    settled,
    taken,
)
from ._rows import FIELDS as FIELDS
from ._rows import make_room as make_room
from ._transposition import new_table
from .bounded import UNKNOWN, known
from .proof import INFINITE, STOP, ask, decided, proof_number

LONGER = 8                  # so many times as many positions for the next question
ANY = 1 << 15               # plies; no table knows of so many
NO_REPLY = 1 << 30          # as a number of new positions: the attacker wins at once, or next


def new_memory() -> Memory:
    """The replies found so far; `make_room` gives it room.

    The rows are those of `_rows.py`.  Before a search `little` says for how many positions the
    search is asked first, and `asks` whether tables are asked.  Afterwards `too_far` is set if no
    search looks so far ahead as it would have to.
    """
    return record(count=0, settled=0, left=0, budget=0, little=0, asks=0, too_far=0, rows=0,
                  row_room=0, index=0, mask=0, moves=ROOM, new=ROOM)


@inner
def is_drawn(p: Position, searched: Memory) -> bool:
    """Whether a position is a draw because of what came before the claim."""
    return searched.bars > 0 and is_barred(searched, game.key(p))


@inner
def new_after(p: Position, searched: Memory, memory: Memory, first: int) -> int:
    """To how many positions a reply leads that were not met before, or NO_REPLY.

    Args:
        p: the position after the reply.
        searched, memory: as for `follow`.
        first: where moves may be written in `memory.moves`.
    """
    result = game.outcome(p)
    if result == 1 + searched.attacker:
        return NO_REPLY
    if result or is_drawn(p, searched):
        return 0
    new = 0
    for i in range(first, game.generate(p, memory.moves, first)):
        q = game.apply(p, memory.moves[i])
        result = game.outcome(q)
        if result == 1 + searched.attacker:
            return NO_REPLY
        if result == 0 and not is_drawn(q, searched) and not has_row(q, memory):
            new += 1
    return new


@inner
def put_in_order(p: Position, searched: Memory, memory: Memory, first: int, end: int) -> None:
    """Sort replies by how many new positions they lead to."""
    for i in range(first, end):
        move = memory.moves[i]
        new, place = new_after(game.apply(p, move), searched, memory, end), i
        while place > first and memory.new[place - 1] > new:
            memory.moves[place], memory.new[place] = memory.moves[place - 1], memory.new[place - 1]
            place -= 1
        memory.moves[place], memory.new[place] = move, new


@inner
def is_safe(p: Position, searched: Memory, tabled: Memory, memory: Memory, limit: int) -> int:
    """Whether the attacker can force no win: 1 or 0, or -1 if that is open after so many positions.

    UNKNOWN says that it will stay open, for no search looks so far ahead.
    """
    told = known(p, tabled, ANY) if memory.asks else UNKNOWN
    if told != UNKNOWN:
        return 1 - told
    data = ask(p, searched, limit)
    if decided(data):
        return 1 if proof_number(data) == INFINITE else 0
    return -1 if searched.aborted else UNKNOWN


@inner
def choose(p: Position, searched: Memory, tabled: Memory, memory: Memory, first: int,
           end: int) -> int:
    """The index of a safe reply, or -1 if it was stopped, or if none is known to be safe."""
    put_in_order(p, searched, memory, first, end)
    if memory.new[first] == 0:
        return first
    limit, undecided = memory.little, True
    while undecided and not peek(searched.signals, STOP):
        undecided = False
        for i in range(first, end):
            if memory.new[i] < NO_REPLY:
                answer = is_safe(game.apply(p, memory.moves[i]), searched, tabled, memory, limit)
                if answer == 1:
                    return i
                if answer == -1:
                    undecided = True
                else:
                    memory.new[i] = NO_REPLY
        limit *= LONGER
    memory.too_far = not undecided
    return -1


@inner
def may_go_on(searched: Memory, memory: Memory) -> bool:
    """Whether one more position may be followed."""
    return (memory.budget > 0 and memory.count + ROOM < memory.row_room and memory.too_far == 0
            and not peek(searched.signals, STOP))


@kernel
def follow(p: Position, row: int, searched: Memory, tabled: Memory, memory: Memory, first: int,
           depth: int) -> None:
    """Find a reply, and replies to all that can follow it.

    What cannot be followed any more is left in the list.

    Args:
        p: a running position with the hero to move.
        row: from `row_of`.  If it is settled its reply is taken as it is.
        searched: of the proof-number search, after its `prepare`.
        tabled: of the search at full width, with its tables laid out.
        memory: see `new_memory`.
        first: where moves may be written in `memory.moves`.
        depth: how many positions before it are under way.
    """
    memory.budget -= 1
    if fetch(memory.rows, row + STATE) != SETTLED:
        keep(memory.rows, row + STATE, OPEN)
        i = choose(p, searched, tabled, memory, first, game.generate(p, memory.moves, first))
        if i < 0:
            keep(memory.rows, row + STATE, FRESH)
            return
        keep(memory.rows, row + MOVE, memory.moves[i])
        keep(memory.rows, row + STATE, SETTLED)
        memory.settled += 1
    q = game.apply(p, fetch(memory.rows, row + MOVE))
    if game.outcome(q) or is_drawn(q, searched):
        return
    end = game.generate(q, memory.moves, first)
    for i in range(first, end):
        r = game.apply(q, memory.moves[i])
        if game.outcome(r) == 0 and not is_drawn(r, searched):
            other = row_of(r, memory)
            if fetch(memory.rows, other + STATE) == FRESH:
                if depth + 1 < DEPTH and may_go_on(searched, memory):
                    follow(r, other, searched, tabled, memory, end, depth + 1)
                else:
                    leave(memory, other)


@kernel
def take_up(p: Position, move: int, memory: Memory) -> int:
    """Settle a row by a reply that was found earlier; returns the row."""
    row = row_of(p, memory)
    keep(memory.rows, row + MOVE, move)
    keep(memory.rows, row + STATE, SETTLED)
    memory.settled += 1
    return row


def warm() -> None:
    """Compile, or load from the cache, all that is needed."""
    p, searched, tabled, memory = (game.start(), proof.new_memory(), bounded.new_memory(),
                                   new_memory())
    table, room = new_table(1), make_room(memory)
    proof.prove(p, searched, table, 1)
    searched.signals[STOP] = 1
    row = row_of(p, memory)
    follow(p, row, searched, tabled, memory, 0, 0)
    cell(memory, row)
    taken(memory)
    take_up(p, 0, memory)
    list(settled(memory))
    del table, room
