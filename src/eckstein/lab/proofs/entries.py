"""The entries of a certificate, packed, so that tens of millions of them have room in memory.

They take a third of the memory of a dictionary of tuples: each position is one string of bytes, and
equal moves with equal bounds and allowances are the same tuple.
"""
from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence

from .claims import FOREVER
from .columns import width_of

Fields = tuple[int, ...]
# The move, the bound in plies, and the allowance of moves without progress.
Entry = tuple[int, float, int]
Entries = Mapping[Fields, Entry]

CODES = {1: "B", 2: "H", 3: "I", 4: "I", 5: "Q", 6: "Q", 7: "Q", 8: "Q"}    # by bytes


class Packed(Entries):
    """Entries by the fields of their positions; it has the methods of a read-only dictionary.

    Args:
        widths: how many bytes the largest number of each field takes, 1 to 8.
        entries: pairs of fields and entry; of two for one position the last one counts.

    Raises:
        ValueError: if a number takes more.
    """

    def __init__(self, widths: Sequence[int], entries: Iterable[tuple[Fields, Entry]]) -> None:
        self._widths = list(widths)
        codes = [CODES[width] for width in widths]
        self._sizes = [struct.calcsize(f">{code}") for code in codes]
        # The highest byte first, so that strings are in the order of their numbers.
        self._form = struct.Struct(f">{''.join(codes)}")
        self._entries: dict[bytes, Entry] = {}
        same: dict[Entry, Entry] = {}
        pack, known = self._form.pack, self._entries
        try:
            for fields, entry in entries:
                known[pack(*fields)] = same.setdefault(entry, entry)
        except struct.error as error:
            raise ValueError(str(error)) from None

    def __getitem__(self, fields: Sequence[int]) -> Entry:
        try:
            return self._entries[self._form.pack(*fields)]
        except struct.error:                # a number that none of the entries has
            raise KeyError(fields) from None

    def __iter__(self) -> Iterator[Fields]:
        return map(self._form.unpack, self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def columns(self) -> Iterator[tuple[int, Iterator[int]]]:
        """Each column in the order of positions, and how many bytes its largest number takes.

        Columns are the fields, the move, the bound (0 if there is none) and the allowance.
        """
        entries, keys, end = self._entries, sorted(self._entries), 0
        for width, size in zip(self._widths, self._sizes, strict=True):
            begin, end = end, end + size
            yield width, _cut(keys, begin, end)
        told = {entry: numbered(entry) for entry in set(entries.values())}
        for i in range(3):
            largest = max((numbers[i] for numbers in told.values()), default=0)
            yield width_of(largest), _told(entries, keys, told, i)


def _cut(keys: Sequence[bytes], begin: int, end: int) -> Iterator[int]:
    return (int.from_bytes(key[begin:end], "big") for key in keys)


def _told(entries: Mapping[bytes, Entry], keys: Sequence[bytes],
          told: Mapping[Entry, tuple[int, int, int]], i: int) -> Iterator[int]:
    return (told[entries[key]][i] for key in keys)


def numbered(entry: Entry) -> tuple[int, int, int]:
    """An entry in whole numbers: 0 is no bound."""
    move, bound, allowance = entry
    return move, 0 if bound == FOREVER else int(bound), allowance


def packed(entries: Entries, fields: int) -> Packed:
    """Entries in this form, whatever they were.

    Args:
        entries: as above.
        fields: how many a position has.
    """
    if isinstance(entries, Packed):
        return entries
    widths = [width_of(max(column)) for column in zip(*entries, strict=True)] or [1] * fields
    return Packed(widths, entries.items())
