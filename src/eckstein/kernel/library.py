"""The native life: machine code of a library that was compiled ahead of time for this platform.

A library for x86-64 holds its code twice, for any such processor and for those with AVX2 and
BMI2; `has_wide`, in the library itself, asks the processor.
"""
import ctypes
from pathlib import Path
from types import ModuleType
from typing import Any

from ..base.sentence import Sentence
from .binding import Binding, Call, UnusableError, checked_file, platform
from .described import Described, Entry

WIDE = "wide."              # before the names of entries for the newer processors


class LibraryBinding(Binding):
    """Binds a copy to a library; see `Binding`.

    Raises:
        UnusableError: if there is no sound library for this platform.
    """

    def __init__(self, found: Described, ground: ModuleType) -> None:
        super().__init__(found, ground)
        path: Path = checked_file(found, platform())
        try:
            self._library = ctypes.CDLL(str(path))
        except OSError as error:
            raise UnusableError(Sentence("{file} cannot be loaded: {error}", file=path.name,
                                         error=error)) from None
        self._prefix = WIDE if self._is_wide() else ""

    def _is_wide(self) -> bool:
        ask: Any = getattr(self._library, "has_wide", None)
        return bool(ask and ask())

    def call_of(self, entry: Entry) -> Call:
        call = self._library[self._prefix + entry.symbol]
        call.restype = None
        return call
