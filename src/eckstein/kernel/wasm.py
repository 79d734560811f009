"""The WebAssembly life: a module compiled ahead of time, run by wasmtime on any platform.

A copy has one instance, and all its memory lies there.  One call runs at a time; another thread
may write into the memory meanwhile, as it does to stop a search.
"""
from __future__ import annotations

import ctypes
import gzip
import threading
import weakref
from types import ModuleType
from typing import Any

from ..base.sentence import Sentence
from .binding import WASM, Binding, Call, UnusableError, checked_file
from .described import Described, Entry
from .memory import LARGE_PAGE, array_type, prefer_large_pages, record_type

PAGE = 1 << 16
FRAME_BYTES = 1024


class WasmBinding(Binding):
    """Binds a copy to a WebAssembly module; see `Binding`.

    Raises:
        UnusableError: if there is no sound module, or no wasmtime.
    """

    def __init__(self, found: Described, ground: ModuleType) -> None:
        super().__init__(found, ground)
        path = checked_file(found, WASM)
        try:
            import wasmtime
        except ImportError:
            raise UnusableError(Sentence("wasmtime is not installed")) from None
        try:
            engine = wasmtime.Engine()
            self._store = wasmtime.Store(engine)
            module = wasmtime.Module(engine, gzip.decompress(path.read_bytes()))
            self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        except wasmtime.WasmtimeError as error:
            raise UnusableError(Sentence("{file} cannot be loaded: {error}", file=path.name,
                                         error=error)) from None
        self._memory: Any = self._exports["memory"]
        base: Any = self._exports["__heap_base"]
        self._frame = (int(base.value(self._store)) + 63) & ~63
        self._end = self._frame + FRAME_BYTES
        self._free: dict[int, list[int]] = {}
        self._calling, self._taking = threading.Lock(), threading.Lock()
        # Where there is room for all that a module may ever address, memory grows in place.
        self._origin = self._base()

    def _base(self) -> int:
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)

    def address(self, values: Any) -> int:
        return ctypes.addressof(values) - self._origin

    def record(self, **sizes: int) -> Any:
        return self._placed(record_type(tuple(sizes.items())))

    def array(self, size: int) -> Any:
        return self._placed(array_type(size))

    def _placed(self, kind: Any) -> Any:
        """A zeroed value of a type in the instance's memory, given back when it is no longer
        referenced.
        """
        size = (ctypes.sizeof(kind) + 63) & ~63
        with self._taking:
            places = self._free.setdefault(size, [])
            place = places.pop() if places else self._grown(size)
        ctypes.memset(self._origin + place, 0, size)
        value = kind.from_address(self._origin + place)
        weakref.finalize(value, places.append, place)
        return value

    def _grown(self, size: int) -> int:
        place, end = self._end, self._end + size
        missing = end - self._memory.data_len(self._store)
        if missing > 0:
            with self._calling:
                self._memory.grow(self._store, (missing + PAGE - 1) // PAGE)
            if self._base() != self._origin:
                raise MemoryError("the memory of a WebAssembly module has moved")
        self._end = end         # and not before: where there is no room, less may still fit
        if size >= LARGE_PAGE:
            prefer_large_pages(self._origin + place, size)
        return place

    def call_of(self, entry: Entry) -> Call:
        run: Any = self._exports[entry.symbol]
        here = self._origin + self._frame

        def call(frame: Any) -> None:
            size = ctypes.sizeof(frame)
            with self._calling:
                ctypes.memmove(here, frame, size)
                run(self._store, self._frame)
                ctypes.memmove(frame, here, size)
        return call
