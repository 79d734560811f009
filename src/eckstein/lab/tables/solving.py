"""A group of parts solved in memory by threads, and kept in a file when it is interrupted."""
from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ...base.errors import EcksteinError
from ...base.files import Note
from ...base.sentence import Sentence
from ...engine.tables.endings import Ending
from ...engine.tables.table_file import BLOCK, TableError, compressed
from .begun import KIND, begun_path, load, save
from .codes import Codes

CHUNK = 1 << 16             # numbers, nearly, that are surveyed before others are taken
AT_ONCE = 16                # such chunks, for each thread
COUNTED = ("won", "lost", "drawn", "impossible", "longest", "longest_number")
SAVED_EVERY = 600           # seconds

Report = Callable[[int], None]
Ranges = Sequence[tuple[int, int]]


class StoppedError(EcksteinError):
    """A build was stopped; what has been done is saved."""


class Group:
    """A group of parts that is being solved.

    Args:
        ending: which these are parts of.
        parts: those of the group.
        known: the codes of the endings that captures lead to, by their numbers.
        jobs: how many threads solve it.
        anew: whether what an earlier build has left is not taken.
        stop: set to stop it.
        report: called after a while how many steps have been done since: one for each number that
            has been surveyed, and one for each that has been settled.
        note: called if what an earlier build has left is damaged, and set aside.

    Raises:
        TableError: if what an earlier build has left is of other rules.
    """

    def __init__(self, ending: Ending, parts: range, known: dict[int, Codes], jobs: int, anew: bool,
                 stop: threading.Event, report: Report,
                 note: Note = lambda told: None) -> None:
        self._ending, self.parts, self._jobs = ending, parts, jobs
        self._stop, self._report = stop, report
        self._search = ending.module("search.solve.retrograde")
        self._start, self._entries = (count * ending.part_entries
                                      for count in (parts.start, len(parts)))
        self._size = self._entries // ending.slices
        self._chunk = CHUNK - CHUNK % math.prod(ending.tile)
        self._known = known
        self._most = self._search.most_distance(ending.number, 0)
        numbers = ending.module("kernel").endings
        self._prepared = ending.module("kernel").array(numbers.PREPARED)
        numbers.prepare(ending.module("kernel.bits").address(self._prepared))
        if anew:
            begun_path(ending, parts).unlink(missing_ok=True)
        KIND.is_there(begun_path(ending, parts), note)
        self._progress, self.codes = load(ending, parts)
        self._memories = [self._new_memory() for _ in range(jobs)]
        self._free = list(self._memories)
        self._saved, self._counting = time.monotonic(), threading.Lock()

    def _new_memory(self) -> Any:
        memory = self._search.new_memory()
        memory.ending, memory.span = self._ending.number, self._search.span_of(self._ending.number)
        memory.rows, memory.columns = self._ending.tile
        memory.group_start, memory.entries = self._start, self._size
        memory.codes, memory.wide = self.codes.address, int(self.codes.wide)
        memory.prepared = self._ending.module("kernel.bits").address(self._prepared)
        for i, codes in self._known.items():
            memory.known[i], memory.known_wide[i] = codes.address, int(codes.wide)
        return memory

    def solve(self) -> None:
        """Find all codes.

        Raises:
            StoppedError: if it was stopped; how far it has come is saved.
            TableError: if a move leads to what is in no table, or an end is too far away.
            OSError: if it cannot be saved.
        """
        progress = self._progress
        self._report(progress.slice * self._size + progress.surveyed + progress.settled)
        with ThreadPoolExecutor(self._jobs) as self._pool:
            try:
                while progress.slice < self._ending.slices:
                    self._solve_slice()
            except StoppedError:
                self.save()
                raise
        self._report(self._entries - progress.settled)

    def _widen(self) -> None:
        """Give each code two bytes."""
        end = self._start + self._entries
        for last in range(end, self._start, -CHUNK):
            self._search.widen(self._memories[0], max(last - CHUNK, self._start), last)
        for memory in self._memories:
            memory.wide, memory.far = 1, 0
        self.codes.wide = self._progress.wide = True

    def save(self) -> None:
        """Keep how far it has come."""
        save(self._ending, self.parts, self._progress, self.codes)
        self._saved = time.monotonic()

    def _solve_slice(self) -> None:
        progress = self._progress
        start = self._start + progress.slice * self._size
        for memory in self._memories:
            memory.start = start
        while progress.surveyed < self._size:
            first = progress.surveyed
            last = min(first + self._jobs * AT_ONCE * self._chunk, self._size)
            self._run(self._search.survey, [[(start + one, start + min(one + self._chunk, last))]
                                            for one in range(first, last, self._chunk)])
            if not self.codes.wide and any(memory.far for memory in self._memories):
                self._widen()
                continue
            progress.surveyed = last
            self._report(last - first)
            self._look_up()
        while progress.distance <= progress.latest:
            if not self.codes.wide and progress.distance >= self._most:
                self._widen()
            self._settle(start)
            progress.distance, progress.lanes = progress.distance + 1, []
        self._run(self._search.finish, [[(start + one, start + min(one + BLOCK, self._size))]
                                        for one in range(0, self._size, BLOCK)])
        self._progress.slice += 1
        progress.surveyed = progress.distance = progress.latest = 0
        for memory in self._memories:
            memory.latest = 0

    def _settle(self, start: int) -> None:
        """Settle what is due at the distance that has come, lane by lane."""
        ending, progress = self._ending, self._progress
        size = (self._size if ending.slices > 1 else ending.part_entries) // ending.lanes
        firsts = [start] if ending.slices > 1 else [part * ending.part_entries
                                                    for part in self.parts]

        def settle(lane: int) -> None:
            if not self._stop.is_set():
                self._call(self._search.advance, progress.distance,
                           [(first + lane * size, first + (lane + 1) * size) for first in firsts])
                done.append(lane)

        done = list(progress.lanes)
        todo = [lane for lane in range(ending.lanes) if lane not in done]
        self._wait(self._pool.map(settle, todo) if len(todo) > 1 else map(settle, todo))
        progress.lanes = done
        self._look_up()

    def _run(self, kernel: Any, jobs: Sequence[Ranges]) -> None:
        """Let a kernel go through ranges of numbers."""
        if len(jobs) > 1 and self._jobs > 1:
            self._wait(self._pool.map(lambda ranges: self._call(kernel, None, ranges), jobs))
        else:
            for ranges in jobs:
                self._call(kernel, None, ranges)

    def _wait(self, results: Iterable[None]) -> None:
        for _ in results:
            pass

    def _call(self, kernel: Any, distance: int | None, ranges: Ranges) -> None:
        memory = self._free.pop()       # a thread has one of its own
        for first, last in ranges:
            if distance is None:
                kernel(memory, first, last)
            else:
                kernel(memory, distance, first, last)
        settled, memory.settled = int(memory.settled), 0
        self._free.append(memory)
        with self._counting:
            self._progress.settled += settled
        self._report(settled)

    def _look_up(self) -> None:
        """Gather what the threads have found, and see whether to stop."""
        ending, progress = self._ending, self._progress
        if any(memory.stray for memory in self._memories):
            raise TableError(Sentence("{ending} cannot be solved: a move leads to a position that "
                                      "is in no earlier table", ending=ending))
        if any(memory.far for memory in self._memories):
            raise TableError(Sentence("{ending} cannot be solved: the end of a game is farther "
                                      "away than a table can say", ending=ending))
        progress.latest = max(progress.latest, *(int(memory.latest) for memory in self._memories))
        if self._stop.is_set():
            raise StoppedError
        if time.monotonic() - self._saved > SAVED_EVERY:
            self.save()

    def packed(self, part: int) -> tuple[dict[str, int], list[bytes]]:
        """What the header tells of the codes of a part, and its blocks.

        Raises:
            StoppedError: if it was stopped; how far it has come is saved.
        """
        size, memory = self._ending.part_entries, self._new_memory()
        self._search.count(memory, part * size, (part + 1) * size)
        wide, bytes_each = self.codes.wide, 2 if self.codes.wide else 1
        codes = self.codes.view[(part - self.parts.start) * size * bytes_each:][:size * bytes_each]
        chunk = AT_ONCE * BLOCK * bytes_each

        def pack(first: int) -> list[bytes]:
            if self._stop.is_set():
                return []
            piece = codes[first:first + chunk]
            blocks = compressed(piece, wide)
            self._report(len(piece) // bytes_each)
            return blocks

        with ThreadPoolExecutor(self._jobs) as pool:
            blocks = [block for some in pool.map(pack, range(0, len(codes), chunk))
                      for block in some]
        if self._stop.is_set():
            self.save()
            raise StoppedError
        return {name: int(getattr(memory, name)) for name in COUNTED}, blocks
