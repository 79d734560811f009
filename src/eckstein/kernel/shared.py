"""The shared life: WebAssembly in a memory that workers of a page share, so as to search together.

Python in a browser has one thread, and its memory is its own.  So the same kernels are linked once
more for a memory that is given to them (`web/worker/machine.ts`); there lie records and arrays, and
Python reaches them word by word.  A helper is a worker without Python that runs one kernel there.
"""
from __future__ import annotations

import contextlib
import ctypes
import functools
import weakref
from array import array
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, Protocol

from ..base.sentence import Sentence
from .binding import Binding, Call, UnusableError, checked_file
from .described import Described, Entry, Layout

TARGET = "shared-wasm32"
STACK = 1 << 18                     # bytes of the stack of a worker
LEAST, MOST = 1 << 22, 1 << 28      # bytes of memory, at first and at most
WORD = 8                            # bytes


class Helper(Protocol):
    """A worker that runs a kernel (class `Helper` of machine.ts)."""

    lost: str       # why it does not work any more

    def begin(self) -> None:
        """Let it run the kernel on its frame, now or when it is ready."""

    def rests(self, milliseconds: int) -> bool:
        """Whether it has come to rest, or does so within a time; it must have been stopped."""

    def end(self) -> None:
        """End it."""


class Machine(Protocol):
    """A memory with the kernels at work in it (class `Machine` of machine.ts).

    Words of the memory are numbered.
    """

    def room(self, count: int) -> int:
        """The number of the first of so many new words, all 0."""

    def get(self, word: int) -> int:
        """What a word holds."""

    def set(self, word: int, value: int) -> None:
        """Write a word."""

    def row(self, word: int, count: int) -> Any:
        """So many words as a buffer of JavaScript."""

    def clear(self, word: int, count: int) -> None:
        """Set so many words to 0."""

    def run(self, symbol: str, frame: int) -> None:
        """Run an entry on the frame that begins with this word."""

    def helper(self, symbol: str, frame: int) -> Helper:
        """A worker that runs this entry on this frame whenever it is asked."""


def nowhere(code: bytes, least: int, most: int, stack: int) -> Machine:
    """See `start`."""
    raise UnusableError(missing)


# A page sets both: why workers cannot share memory here, "" if they can; and what makes a memory of
# so many bytes at first and at most, with kernels and workers that have a stack of so many bytes.
missing = "there are no workers of a page here"
start: Callable[[bytes, int, int, int], Machine] = nowhere


class Lying:
    """Words in a memory, from a first one on."""

    _machine: Machine
    _word: int
    _count: int

    def __init__(self, machine: Machine, word: int, count: int) -> None:
        vars(self).update(_machine=machine, _word=word, _count=count)

    def address(self) -> int:
        """Where they lie, in bytes."""
        return self._word * WORD


class SharedArray(Lying):
    """An array of integers in a memory."""

    def __len__(self) -> int:
        return self._count

    def clear(self) -> None:
        """Set all to 0."""
        self._machine.clear(self._word, self._count)

    def __getitem__(self, index: int | slice) -> Any:
        if not isinstance(index, slice):
            return self._machine.get(self._word + range(self._count)[index])
        begin, end, step = index.indices(self._count)
        row = array("q", bytes(WORD * max(0, end - begin)))
        if row:
            self._machine.row(self._word + begin, len(row)).assign_to(row)
        return row[::step]

    def __setitem__(self, index: int | slice, value: Any) -> None:
        if not isinstance(index, slice):
            self._machine.set(self._word + range(self._count)[index], value)
            return
        row, places = array("q", value), range(self._count)[index]
        if len(row) != len(places) or places.step != 1:
            raise ValueError(f"{len(row)} integers do not fit into {len(places)} places")
        if row:
            self._machine.row(self._word + places.start, len(row)).assign(row)


class SharedRecord(Lying):
    """A named collection of integers and arrays in a memory; a subclass for each layout."""

    layout: Layout
    fields: dict[str, tuple[int, int]]      # by name: the number of the first word, and the size
    size: int                               # in words

    def __getattr__(self, name: str) -> Any:
        try:
            place, count = self.fields[name]
        except KeyError:
            raise AttributeError(f"this memory has no {name}") from None
        if count:
            return SharedArray(self._machine, self._word + place, count)
        return self._machine.get(self._word + place)

    def __setattr__(self, name: str, value: int) -> None:
        place, count = self.fields[name]
        if count:
            raise AttributeError(f"{name} is an array; set its integers")
        self._machine.set(self._word + place, value)


@functools.cache
def shared_type(layout: Layout) -> type[SharedRecord]:
    """The type of records with these fields; see `record_type`."""
    fields, size = dict[str, tuple[int, int]](), 0
    for name, count in layout:
        fields[name] = size, count
        size += count or 1
    return type("SharedRecord", (SharedRecord,), {"layout": layout, "fields": fields, "size": size})


class SharedBinding(Binding):
    """Binds a copy to kernels in a shared memory; see `Binding`.

    The memory is made when something is to lie there, and given up with the last that does.

    Raises:
        UnusableError: if there is no sound module, or there are no workers.
    """

    def __init__(self, found: Described, ground: ModuleType) -> None:
        super().__init__(found, ground)
        if missing:
            raise UnusableError(missing)
        self._code = checked_file(found, TARGET)
        self._machine: Machine | None = None
        self._frame, self._alive = 0, 0
        self._longest = max(sum(argument.words for argument in entry.arguments)
                            for entries in found.entries.values() for entry in entries)

    def furnish(self, copy: str) -> None:
        super().furnish(copy)
        vars(self._ground).update(clear=clear, helper=self.helper)

    def machine(self) -> Machine:
        """The memory, made if there is none.

        Raises:
            UnusableError: if it cannot be made.
        """
        if self._machine is None:
            with self._whatever_javascript_raises():
                self._machine = start(self._code.read_bytes(), LEAST, MOST, STACK)
            self._frame = self._machine.room(self._longest)
        return self._machine

    @contextlib.contextmanager
    def _whatever_javascript_raises(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            raise UnusableError(Sentence("{file} cannot be used: {error}", file=self._code.name,
                                         error=error)) from None

    def record(self, **sizes: int) -> Any:
        kind = shared_type(tuple(sizes.items()))
        return self._lying(kind, kind.size)

    def array(self, size: int) -> Any:
        return self._lying(SharedArray, size)

    def _lying(self, kind: type[Lying], size: int) -> Any:
        """A value of so many words in the memory, which stays as long as one of them is there."""
        machine = self.machine()
        with self._whatever_javascript_raises():
            word = machine.room(size)
        value = kind(machine, word, size)
        self._alive += 1
        weakref.finalize(value, self._let_go)
        return value

    def _let_go(self) -> None:
        self._alive -= 1
        if not self._alive:
            self._machine = None

    def address(self, values: Any) -> int:
        return int(values.address())

    def kind_of(self, layout: Layout) -> type:
        return shared_type(layout)

    def call_of(self, entry: Entry) -> Call:
        def call(frame: Any) -> None:
            machine = self.machine()
            row = machine.row(self._frame, ctypes.sizeof(frame) // WORD)
            row.assign(frame)
            machine.run(entry.symbol, self._frame)
            row.assign_to(frame)
        return call

    def helper(self, kernel: str) -> tuple[Helper, Callable[..., None]]:
        """A worker beside this one, and what lets it run a kernel.

        Args:
            kernel: its module and name; it returns nothing.
        """
        entry = self._found.entries[kernel][0]
        machine = self.machine()
        frame = machine.room(self._longest)
        worker = machine.helper(entry.symbol, frame)

        def begin(words: Any) -> None:
            machine.row(frame, ctypes.sizeof(words) // WORD).assign(words)
            worker.begin()
        return worker, self.bound(kernel.rpartition(".")[2], entry, begin)


def clear(values: SharedArray) -> None:
    """Set all integers of an array to 0."""
    values.clear()
