"""Positions that were met while moves are chosen for all that can arise, each with a row.

A row has the fields of its position, what STATE to MOVE name, and words of the search that has made
the row.  Rows are found by an index: a table of their numbers, from 1, each at the place that the
fields say or soon after it (an empty place has 0).  Where something names a row, it has its index
in `rows` plus 1, and 0 names none.

The record that `new_rows` makes has the fields `row_size`, how many words a row has; `certified`,
how many of them a certificate needs, from its move on; `count`, how many rows there are; `settled`,
how many of them are; `left`, which begins the list of those that were left for later; `budget`,
how many positions may still be followed; and `rows`, `row_room`, `index` and `mask` for this
module.
"""
from collections.abc import Iterator, Sequence

from ...kernel import array, game, inner, kernel, listed, record
from ...kernel.bits import address, load, mix, peek, store
from ...kernel.types import Array, Memory, Position
from ..play._exact import STOP

DEPTH = 100                 # moves that are followed at once
ROOM = (DEPTH + 1) * 2 * game.MAX_MOVES     # for moves; and rows needed to end what is begun
PART = 1 << 16              # integers that are read at once

FIELDS = len(game.Position._fields)
UNMET, FRESH, OPEN, SETTLED = -1, 0, 1, 2
# A state as above, which is not UNMET; of a row in the list of those left, the next one and 1 more;
# and the move chosen.  Further words begin at MORE, first those that a certificate needs.
STATE, LEFT, MOVE, MORE = range(FIELDS, FIELDS + 4)


def new_rows(row_size: int, certified: int, **more: int) -> Memory:
    """A record with the fields above, and more as for `kernel.record`; it has no room for rows."""
    memory = record(row_size=0, certified=0, count=0, settled=0, left=0, budget=0, rows=0,
                    row_room=0, index=0, mask=0, moves=ROOM, **more)
    memory.row_size, memory.certified = row_size, certified
    return memory


def make_room(memory: Memory, kept: Sequence[Array] = ()) -> list[Array]:
    """Give the rows twice the room that they have, if it is nearly used up.

    Args:
        memory: see above.
        kept: what the last call has returned, at first nothing.

    Returns:
        Arrays, which the caller keeps alive.
    """
    rows, index = kept or [array(1)] * 2
    if memory.count + ROOM >= memory.row_room:
        memory.row_room = 2 * (int(memory.count) + ROOM)
        rows = longer(rows, int(memory.count * memory.row_size),
                      int(memory.row_room * memory.row_size))
        index = array(2 << int(memory.row_room).bit_length())
        memory.rows, memory.index, memory.mask = address(rows), address(index), len(index) - 1
        enter_all(memory)
    return [rows, index]


def longer(old: Array, used: int, size: int) -> Array:
    """An array of another size that begins in the same way."""
    new = array(size)
    copy(address(old), address(new), used)
    return new


@kernel
def copy(old: int, new: int, count: int) -> None:
    """Copy the first integers of an array to another, both by their addresses."""
    for i in range(count):
        store(new, i, load(old, i))


@kernel
def enter_all(memory: Memory) -> None:
    """Fill the index, which is empty."""
    for number in range(memory.count):
        enter(memory, number)


@inner
def enter(memory: Memory, number: int) -> None:
    """Enter a row into the index, which does not have it."""
    row, h = number * memory.row_size, 0
    for i in range(FIELDS):
        h = mix(h, load(memory.rows, row + i))
    slot = h & memory.mask
    while load(memory.index, slot):
        slot = slot + 1 & memory.mask
    store(memory.index, slot, number + 1)


@inner
def slot_of(p: Position, memory: Memory) -> int:
    """Where the index has a position, or where it would have it."""
    h = 0
    for i in range(FIELDS):
        h = mix(h, p[i])
    slot = h & memory.mask
    while True:
        number = load(memory.index, slot)
        if number == 0:
            return slot
        row, same = (number - 1) * memory.row_size, True
        for i in range(FIELDS):
            if load(memory.rows, row + i) != p[i]:
                same = False
        if same:
            return slot
        slot = slot + 1 & memory.mask


@kernel
def row_of(p: Position, memory: Memory) -> int:
    """The index in `rows` of the row of a position; a fresh one, if it had none."""
    slot = slot_of(p, memory)
    number = load(memory.index, slot)
    if number:
        return (number - 1) * memory.row_size
    row = memory.count * memory.row_size
    for i in range(FIELDS):
        store(memory.rows, row + i, p[i])
    memory.count += 1
    store(memory.index, slot, memory.count)
    return row


@inner
def state_of(p: Position, memory: Memory) -> int:
    """The state of the row of a position; UNMET if it has none."""
    number = load(memory.index, slot_of(p, memory))
    return load(memory.rows, (number - 1) * memory.row_size + STATE) if number else UNMET


@inner
def leave(memory: Memory, row: int) -> None:
    """Put a row into the list of those left, unless it is there."""
    if load(memory.rows, row + LEFT) == 0:
        store(memory.rows, row + LEFT, memory.left + 1)
        memory.left = row + 1


@inner
def within_budget(searched: Memory, memory: Memory) -> bool:
    """Whether there is budget and room for one more position, and the search is not stopped."""
    return (memory.budget > 0 and memory.count + ROOM < memory.row_room
            and not peek(searched.signals, STOP))


@kernel
def cell(memory: Memory, index: int) -> int:
    """The integer at an index of `rows`."""
    return load(memory.rows, index)


@kernel
def taken(memory: Memory) -> int:
    """The first row of the list of those left, which leaves it; or -1."""
    row = memory.left - 1
    if row >= 0:
        memory.left = load(memory.rows, row + LEFT) - 1
        store(memory.rows, row + LEFT, 0)
    return row


@kernel
def copy_settled(memory: Memory, number: int, to: int, room: int) -> tuple[int, int]:
    """Copy what a certificate needs of settled rows: fields, move, and what else is `certified`.

    Args:
        memory: see above.
        number: of the first row to be looked at.
        to: the address of an array, and
        room: how many integers it holds.

    Returns:
        The number of the next row to be looked at, and how many integers were copied.
    """
    used = 0
    while number < memory.count and used + FIELDS + memory.certified <= room:
        row = number * memory.row_size
        if load(memory.rows, row + STATE) == SETTLED:
            for i in range(FIELDS):
                store(to, used + i, load(memory.rows, row + i))
            for i in range(memory.certified):
                store(to, used + FIELDS + i, load(memory.rows, row + MOVE + i))
            used += FIELDS + memory.certified
        number += 1
    return number, used


def settled(memory: Memory) -> Iterator[list[int]]:
    """What a certificate needs of all settled rows, in pieces: lists of the words of whole rows."""
    part, number = array(PART), 0
    while number < memory.count:
        number, used = copy_settled(memory, number, address(part), PART)
        yield listed(part, used)
