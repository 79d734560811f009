"""The memory of a batch: arrays with a row for each game, which compiled code and NumPy share."""
from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

# The types of columns, int64 where none is named, and those with one number a row.
KINDS: dict[str, Any] = {
    "line": np.uint16, "occurrences": np.uint16, "legal": np.int16, "count": np.int16,
    "mask": np.uint8, "bits": np.uint64, "planes": np.uint8, "scalars": np.float32,
    "rewards": np.int8, "terminated": np.bool_, "truncated": np.bool_, "winner": np.int8,
    "reason": np.uint8, "player": np.uint8, "final_planes": np.uint8, "final_scalars": np.float32,
    "final_player": np.uint8}
SINGLE = frozenset({"idle", "plies", "chance", "occurrences", "count", "rewards", "terminated",
                    "truncated", "winner", "reason", "player", "final_player", "actions", "games"})
LINES = "keys", "line"      # which have room for a number of moves
WORD = 8                    # bytes


class Columns:
    """The columns of a batch (see search/batch/stepping.py).

    Besides those of the template there are two for what kernels are told: `actions`, a number for
    each game, and `games`, numbers of games.

    Args:
        search: the template, specialised.
        n: how many games.
        records: how many records are to name the columns, one for each thread.
        room: how many moves a line has room for.
        left_out: the names of columns that are not wanted.

    Attributes:
        records: see `new_batch` in the template.
        room: how many moves a line has room for.
    """

    def __init__(self, search: Any, n: int, records: int, room: int,
                 left_out: Collection[str]) -> None:
        self._search, self._n = search, n
        self.records = [search.new_batch() for _ in range(records)]
        self._arrays: dict[str, Array] = {}
        self._kept: dict[str, Any] = {}         # the memory itself
        self._addresses: dict[str, int] = {}
        for name, size in search.row_bytes(room).items():
            if name not in left_out:
                self._add(name, size)
        for name in ("actions", "games"):
            self._add(name, WORD)
        self.room = room
        self.set(room=room)

    def __getitem__(self, name: str) -> Array:
        return self._arrays[name]

    def names(self) -> list[str]:
        """The names of all columns."""
        return list(self._arrays)

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def address(self, name: str) -> int:
        """Where a column is."""
        return self._addresses[name]

    def set(self, **values: int) -> None:
        """Write numbers to all records."""
        for one in self.records:
            for name, value in values.items():
                setattr(one, name, value)

    def memory(self, words: int) -> tuple[Any, int]:
        """Room for so many words, which whoever asks keeps alive, and its address."""
        held = self._search.array(words)
        return held, int(self._search.address(held))

    def _add(self, name: str, size: int) -> None:
        """Make a column with so many bytes a row."""
        held, address = self.memory(-(-size * self._n // WORD))
        kind = np.dtype(KINDS.get(name, np.int64))
        flat = np.frombuffer(held, np.uint8)[:size * self._n].view(kind)
        self._arrays[name] = flat if name in SINGLE else flat.reshape(self._n, -1)
        self._kept[name], self._addresses[name] = held, address
        if hasattr(self.records[0], name):
            self.set(**{name: address})

    def make_room(self, room: int) -> None:
        """Give lines more room; what stands in them stays."""
        sizes = self._search.row_bytes(room)
        for name in LINES:
            old = self._arrays[name]
            self._add(name, sizes[name])
            self._arrays[name][:, :self.room] = old
        self.room = room
        self.set(room=room)
