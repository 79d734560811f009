"""Memory that compiled code and NumPy share: arrays with a row for each game, and such rows."""
from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...base.sentence import Sentence
from .settings import BatchError

Array = npt.NDArray[Any]

# The types of columns, int64 where none is named, and those with one number a row.
KINDS: dict[str, Any] = {
    "line": np.uint16, "occurrences": np.uint16, "legal": np.int16, "count": np.int16,
    "mask": np.uint8, "bits": np.uint64, "planes": np.uint8, "scalars": np.float32,
    "rewards": np.int8, "terminated": np.bool_, "truncated": np.bool_, "winner": np.int8,
    "reason": np.uint8, "player": np.uint8, "final_planes": np.uint8, "final_scalars": np.float32,
    "final_player": np.uint8, "proven": np.uint8, "order": np.uint16, "considered": np.uint16,
    "root_actions": np.int16, "root_count": np.int16, "root_proven": np.uint8,
    "pending": np.bool_, "priors": np.uint16, "rows": np.uint16, "noisy": np.uint8,
    "principal": np.int16, "traits": np.uint16, "choices": np.uint16, "made": np.uint16}
SINGLE = frozenset({"reversible", "idle", "plies", "chance", "occurrences", "count", "rewards",
                    "terminated", "truncated", "winner", "reason", "player", "final_player",
                    "actions", "games", "grown", "left", "begun", "chances", "proven", "considered",
                    "total", "root_count", "pending", "depth", "values", "noisy", "chosen",
                    "choices", "made"})
WORD = 8                    # bytes


class Columns:
    """Columns of a template in search/batch/.

    Args:
        search: the template, specialised.
        records: its records, one for each thread, which are told where the columns are.
    """

    def __init__(self, search: Any, records: list[Any]) -> None:
        self._search, self._records = search, records
        self._arrays: dict[str, Array] = {}
        self._kept: dict[str, Any] = {}         # the memory itself
        self._addresses: dict[str, int] = {}

    def __getitem__(self, name: str) -> Array:
        return self._arrays[name]

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def names(self) -> list[str]:
        """The names of all columns."""
        return list(self._arrays)

    def address(self, name: str) -> int:
        """Where a column is."""
        return self._addresses[name]

    def add(self, sizes: dict[str, int], rows: int) -> None:
        """Make columns, each with so many bytes a row, in place of what had their names."""
        for name, size in sizes.items():
            held, address = self.memory(-(-size * rows // WORD))
            kind = np.dtype(KINDS.get(name, np.int64))
            flat = np.frombuffer(held, np.uint8)[:size * rows].view(kind)
            self._arrays[name] = flat if name in SINGLE else flat.reshape(rows, -1)
            self._kept[name], self._addresses[name] = held, address
            if hasattr(self._records[0], name):
                self.set(**{name: address})

    def set(self, **values: int) -> None:
        """Write numbers to all records."""
        for one in self._records:
            for name, value in values.items():
                setattr(one, name, value)

    def memory(self, words: int) -> tuple[Any, int]:
        """Room for so many words, which the caller keeps alive, and its address.

        Raises:
            BatchError: if there is not so much memory.
        """
        try:
            held = self._search.array(words)
        except Exception as error:      # each life has an error of its own for this
            raise BatchError(Sentence("{megabytes} MB of memory cannot be had; take fewer games",
                                      megabytes=-(-WORD * words // 10**6))) from error
        return held, int(self._search.address(held))
