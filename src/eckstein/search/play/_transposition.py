"""The transposition table: what is known of positions, found again by whatever way they come up.

All threads of a search share one table without locks.  An entry is a pair of integers, key ^ data
and data: if two threads write it at once, the pair no longer fits, and the entry counts as none
(Hyatt and Mann, 2002).  Data is never 0.  What stands in it is for each search to say.
"""
from ...kernel import array, clear, inner
from ...kernel.bits import address, highest, load, prefetch, store
from ...kernel.types import Array, Memory

ENTRIES = 65536             # to a megabyte
GROUP = 8                   # keys for which entries are best fetched together


def new_table(megabytes: float) -> Array:
    """Room for entries, all empty.

    Args:
        megabytes: how large it may be, above 0; the largest power of two of entries that fits is
            taken.
    """
    return array(2 << (int(megabytes) * ENTRIES).bit_length() - 1)


def attach(memory: Memory, table: Array) -> None:
    """Let a search use a table.

    Args:
        memory: a record with the fields `table` and `mask`.
        table: from `new_table`.
    """
    memory.table, memory.mask = address(table), len(table) // 2 - 1


def forget(table: Array) -> None:
    """Forget what earlier searches have learnt."""
    clear(table)


@inner
def bucket(memory: Memory, key: int, entries: int) -> int:
    """The index in the table of the first entry that a key may have.

    `entries`, here and below, is how many it may have: a power of two, the same in all of a search.
    """
    return (key & memory.mask & -entries) * 2


@inner
def probe(memory: Memory, key: int, entries: int) -> int:
    """The data of a key in whichever of its entries, or 0."""
    slot = bucket(memory, key, entries)
    for place in range(slot, slot + 2 * entries, 2):
        data = entry(memory, place, key)
        if data:
            return data
    return 0


@inner
def entry(memory: Memory, slot: int, key: int) -> int:
    """The data of the entry at index `slot` of the table if it is the key's, or 0."""
    data = load(memory.table, slot + 1)
    return data if load(memory.table, slot) ^ data == key else 0


@inner
def slot_for(memory: Memory, key: int, entries: int, work: int) -> int:
    """The index of the entry to write for a key: its own, or else the one that took least effort.

    `work` is the lowest of the six bits of data that hold the effort.
    """
    slot = bucket(memory, key, entries)
    least, chosen = 1 << 6, slot
    for place in range(slot, slot + 2 * entries, 2):
        data = load(memory.table, place + 1)
        if load(memory.table, place) ^ data == key:
            return place
        if data >> work & 0x3F < least:
            least, chosen = data >> work & 0x3F, place
    return chosen


@inner
def effort(work: int) -> int:
    """In six bits, how much work it was to find something: how many positions were made."""
    return highest(work + 1) + 1


@inner
def replace(memory: Memory, slot: int, key: int, data: int) -> None:
    """Write an entry over the one at index `slot` of the table."""
    store(memory.table, slot, key ^ data)
    store(memory.table, slot + 1, data)


@inner
def prefetch_entries(memory: Memory, key: int, entries: int) -> None:
    """Ask the processor to fetch the entries of a key from memory while other work is done.

    Waiting for memory took a third of alpha-beta's time in Contra, and most of proof search's.
    WebAssembly cannot ask without waiting, but it waits for several at once if nothing else is done
    between them.  So a caller with many keys asks for GROUP of them, one right behind the other.
    """
    prefetch(memory.table, bucket(memory, key, entries))
