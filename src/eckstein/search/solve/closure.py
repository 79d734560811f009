"""The replies after which the attacker never wins, whatever the moves, by what proof numbers say.

Each position with the hero to move gets a reply after which the attacker is not known to force a
win, in a game that lack of progress never ends.  A row (`_rows.py`) is settled as soon as it has
one.

Replies that lead to few new positions are asked about first, each for a little while; only where
none seems to be safe by then are they asked about for longer.  Most answers take a hundred
positions, and some take millions.  Where a table of endings knows the position, it answers instead.

The search that is asked trusts that failures hold on any path (`proof.py`), so that some of its
answers are wrong.  This comes to light where all replies are known to lose: then the row is
**lost**, which is certain, for wins rest on proofs alone.  The search learns it, and each row with
a reply that leads there takes the reply back.  So all is followed from the first positions in
**rounds**, until one of them changes nothing.  Then the rows that were met in it are closed under
all moves of the attacker, and none of them is met in vain.
"""

from ...kernel import array, game, inner, kernel
from ...kernel.bits import address, load, peek, store
from ...kernel.types import Memory, Position
from ..play import bounded, proof
from ..play._exact import is_barred
from ..play._proof_data import INFINITE, decided, proof_number
from ..play._transposition import new_table
from ..play.bounded import UNKNOWN, tabled_win
from ..play.proof import STOP, ask, store_win
from ._rows import (
    DEPTH,
    FRESH,
    MORE,
    MOVE,
    OPEN,
    ROOM,
    SETTLED,
    STATE,
    UNMET,
    cell,
    enter,
    leave,
    make_room,
    new_rows,
    row_of,
    settled,
    state_of,
    taken,
    within_budget,
)
from ._rows import FIELDS as FIELDS

LONGER = 8                  # so many times as many positions for the next question
ANY = 1 << 15               # plies; no table knows of so many
NO_REPLY = 1 << 30          # as a number of new positions: the attacker is known to win
LOST = SETTLED + 1          # a state: the attacker wins, whatever the reply
ROUND, ROW = MORE, MORE + 1     # of a row: the last round in which it was met
UNDECIDED, NONE = -1, -2    # in place of the index of a reply


def new_memory() -> Memory:
    """The replies found so far; `make_room` gives it room.

    The rows are those of `_rows.py`.  Before a search `little` says for how many positions the
    search is asked first, and `asks` whether tables are asked; `rounds` grows by 1 with each round.
    Afterwards `changes` tells how often a row was found to be lost or a reply was taken back, and
    `too_far` is set if no search looks so far ahead as it would have to.
    """
    return new_rows(ROW, 1, little=0, asks=0, rounds=0, changes=0, too_far=0, new=ROOM)


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
    if result or is_barred(p, searched):
        return 0
    new = 0
    for i in range(first, game.generate(p, memory.moves, first)):
        q = game.apply(p, memory.moves[i])
        result = game.outcome(q)
        if result == 1 + searched.attacker:
            return NO_REPLY
        if result == 0 and not is_barred(q, searched):
            state = state_of(q, memory)
            if state == LOST:
                return NO_REPLY
            if state == UNMET:
                new += 1
    return new


@inner
def order_replies(p: Position, searched: Memory, memory: Memory, first: int, end: int) -> None:
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
    winning = tabled_win(p, tabled, ANY) if memory.asks else UNKNOWN
    if winning != UNKNOWN:
        return 1 - winning
    data = ask(p, searched, limit)
    if decided(data):
        return 1 if proof_number(data) == INFINITE else 0
    return -1 if searched.aborted else UNKNOWN


@inner
def choose(p: Position, searched: Memory, tabled: Memory, memory: Memory, first: int,
           end: int) -> int:
    """The index of a reply that seems to be safe, UNDECIDED if it was stopped or if no search looks
    so far ahead, or NONE if all are known to lose."""
    order_replies(p, searched, memory, first, end)
    if memory.new[first] == 0:
        return first
    limit, undecided, unknown = memory.little, True, False
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
                    unknown = unknown or answer == UNKNOWN
        limit *= LONGER
    if undecided:
        return UNDECIDED
    memory.too_far = unknown
    return UNDECIDED if unknown else NONE


@inner
def settle(p: Position, row: int, searched: Memory, tabled: Memory, memory: Memory,
           first: int) -> bool:
    """Give a row a reply, or find that it is lost; whether it has one now."""
    store(memory.rows, row + STATE, OPEN)
    i = choose(p, searched, tabled, memory, first, game.generate(p, memory.moves, first))
    if i < 0:
        store(memory.rows, row + STATE, FRESH)
        if i == NONE:
            store(memory.rows, row + STATE, LOST)
            memory.changes += 1
            store_win(p, searched)
        return False
    store(memory.rows, row + MOVE, memory.moves[i])
    store(memory.rows, row + STATE, SETTLED)
    memory.settled += 1
    return True


@kernel
def is_behind(memory: Memory, row: int) -> bool:
    """Whether a row is to be followed in this round."""
    state = load(memory.rows, row + STATE)
    return state == FRESH or state == SETTLED and load(memory.rows, row + ROUND) != memory.rounds


@inner
def may_go_on(searched: Memory, memory: Memory) -> bool:
    """Whether one more position may be followed."""
    return memory.too_far == 0 and within_budget(searched, memory)


@kernel
def follow(p: Position, row: int, searched: Memory, tabled: Memory, memory: Memory, first: int,
           depth: int) -> None:
    """Find a reply, and replies to all that can follow it, until none of them is known to be lost.

    What cannot be followed any more is left in the list.

    Args:
        p: a running position with the hero to move.
        row: from `row_of`; it is behind.  If it is settled its reply is tried first.
        searched: of the proof-number search, after its `prepare`.
        tabled: of the search at full width, with its tables laid out.
        memory: see `new_memory`.
        first: where moves may be written in `memory.moves`.
        depth: how many positions before it are under way.
    """
    memory.budget -= 1
    store(memory.rows, row + ROUND, memory.rounds)
    lost = True
    while lost:
        if load(memory.rows, row + STATE) != SETTLED and not settle(p, row, searched, tabled,
                                                                     memory, first):
            return
        q = game.apply(p, load(memory.rows, row + MOVE))
        result, end = game.outcome(q), first
        lost = result == 1 + searched.attacker
        if result == 0 and not is_barred(q, searched):
            end = game.generate(q, memory.moves, first)
        for i in range(first, end):
            r = game.apply(q, memory.moves[i])
            result = game.outcome(r)
            if result:
                lost = lost or result == 1 + searched.attacker
            elif not lost and not is_barred(r, searched):
                other = row_of(r, memory)
                if is_behind(memory, other):
                    if depth + 1 < DEPTH and may_go_on(searched, memory):
                        follow(r, other, searched, tabled, memory, end, depth + 1)
                    else:
                        leave(memory, other)
                lost = load(memory.rows, other + STATE) == LOST
        if lost:
            if end > first:
                store_win(q, searched)
            memory.changes += 1
            store(memory.rows, row + STATE, FRESH)
            memory.settled -= 1
            if not may_go_on(searched, memory):     # each reply may need more rows
                leave(memory, row)
                return


@kernel
def drop(memory: Memory) -> None:
    """Let go of the rows that were not met in the last round."""
    for row in range(0, memory.count * memory.row_size, memory.row_size):
        if load(memory.rows, row + STATE) == SETTLED and is_behind(memory, row):
            store(memory.rows, row + STATE, FRESH)
            memory.settled -= 1


@kernel
def take_up(memory: Memory, given: int, count: int) -> None:
    """Settle positions by replies that were found earlier.

    Args:
        memory: see `new_memory`; it has no row of any of them, and room for all.
        given: the address of an array, with the fields of each position and the reply to it.
        count: how many positions there are, up to ROOM.
    """
    for k in range(count):
        row, begin = (memory.count + k) * memory.row_size, k * (FIELDS + 1)
        for i in range(FIELDS):
            store(memory.rows, row + i, load(given, begin + i))
        store(memory.rows, row + MOVE, load(given, begin + FIELDS))
        store(memory.rows, row + STATE, SETTLED)
        enter(memory, memory.count + k)
    memory.count += count
    memory.settled += count


def warm() -> None:
    """Compile, or load from the cache, all that is needed."""
    p, searched, tabled, memory = (game.start(), proof.new_memory(), bounded.new_memory(),
                                   new_memory())
    table, room, given = new_table(1), make_room(memory), array(FIELDS + 1)
    proof.prove(p, searched, table, 1)
    searched.signals[STOP] = 1
    row = row_of(p, memory)
    is_behind(memory, row)
    follow(p, row, searched, tabled, memory, 0, 0)
    cell(memory, row)
    taken(memory)
    take_up(memory, address(given), 1)
    drop(memory)
    list(settled(memory))
    del table, room, given
