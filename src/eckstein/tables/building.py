"""Building tables: part by part, each kept when it is done, and all joined in the end."""
from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import msgspec

from ..errors import EcksteinError
from ..files import check_place
from ..sentence import Sentence
from .codes import BYTES, Codes
from .endings import Ending, fingerprint
from .part_files import open_part, part_path, parts_there
from .table_file import Header, Table, TableError, compressed, write

CHUNK = 1 << 16             # positions between two looks at whether to stop
SAMPLE = 5000               # positions of a slice whose moves are counted to tell the memory
MARGIN = 1.1                # what the sample may be wrong by
STAGES = 3                  # times each entry is gone through: positions, moves, writing
WORD = 8                    # bytes

Report = Callable[[int], None]


class StoppedError(EcksteinError):
    """A build was stopped; the finished parts are saved."""


class Work(NamedTuple):
    """What building a table takes.

    Attributes:
        ending: of which.
        groups: those that are not done, each the parts that are solved together.
        at_once: how many groups are solved at the same time.
        memory: bytes.
    """

    ending: Ending
    groups: list[range]
    at_once: int
    memory: int

    @property
    def steps(self) -> int:
        """What is reported step by step, in all."""
        return STAGES * sum(map(len, self.groups)) * (self.ending.entries // self.ending.parts)


def is_built(ending: Ending) -> bool:
    """Whether there is a table, with a sound header, made by the rules as they are."""
    try:
        Table(ending).close()
    except (FileNotFoundError, TableError):
        return False
    return True


def work(ending: Ending, jobs: int, anew: bool = False, part: int | None = None) -> Work:
    """What is to be done for an ending.

    Args:
        ending: whose table is to be built.
        jobs: how many parts are to be solved at once.
        anew: whether parts that a build has left are not taken.
        part: the only one that is wanted, counted from 0.
    """
    groups = [range(one, one + 1) for one in (range(ending.parts) if part is None else [part])
              if anew or not part_is_built(ending, one)]
    entries = ending.entries // ending.parts
    size = entries // ending.slices
    search = ending.module("search.retrograde")
    memory, moves = search.new_memory(), 0
    step = max(1, size // SAMPLE) | 1
    memory.ending, memory.entries = ending.number, size
    for start in range(0, ending.entries, size):
        memory.start = start
        moves = max(moves, int(search.moves_of_some(memory, step)) * step)
    one = 2 * WORD * size + int(MARGIN * moves) * WORD // 2 + BYTES * entries
    before = sum(search.endings.size(i) for i in range(ending.number)) * BYTES
    at_once = max(1, min(jobs, len(groups)))
    return Work(ending, groups, at_once, before + one * at_once)


def build(task: Work, before: list[Ending], report: Report = lambda steps: None) -> None:
    """Build a table or some parts of it, or go on with it; when no part is missing, join them.

    Args:
        task: from `work`.
        before: the endings that come before it; their tables must be there.
        report: told after a while how many steps have been done since.

    Raises:
        StoppedError: after Ctrl-C.
        TableError: if a table that is needed is missing or not sound.
        OSError: if a file cannot be written.
    """
    ending = task.ending
    ending.path.parent.mkdir(parents=True, exist_ok=True)
    check_place(ending.path)
    known = [_loaded(one) for one in before]
    stop = threading.Event()
    with ThreadPoolExecutor(task.at_once) as pool:
        futures = [pool.submit(_build_part, ending, part, known, stop, report)
                   for group in task.groups for part in group]
        try:
            for future in futures:
                future.result()
        except BaseException as error:
            stop.set()
            pool.shutdown(cancel_futures=True)
            if isinstance(error, KeyboardInterrupt):
                raise StoppedError(Sentence("stopped; the finished parts are saved")) from None
            raise
    join_parts(ending)


def _loaded(ending: Ending) -> Codes:
    try:
        with contextlib.closing(Table(ending)) as table:
            return Codes.of_table(table, ending)
    except FileNotFoundError:
        raise TableError(Sentence("the table of {ending} is needed first; build it with: "
                                  "{command}", ending=ending, command=ending.command)) from None


def part_is_built(ending: Ending, part: int) -> bool:
    """Whether a part was finished before, and can be taken as it is."""
    try:
        with contextlib.closing(open_part(ending, part)) as table:
            for _ in table.codes(0):
                pass
    except (FileNotFoundError, TableError):
        return False
    return True


def _build_part(ending: Ending, part: int, known: list[Codes], stop: threading.Event,
                report: Report) -> None:
    """Solve a part and keep it."""
    entries = ending.entries // ending.parts
    search = ending.module("search.retrograde")
    memory, own = search.new_memory(), Codes(ending, entries)
    memory.ending, memory.part_start = ending.number, part * entries
    memory.entries = entries // ending.slices
    for i, codes in enumerate([*known, own]):
        memory.known[i] = codes.address
    for number in range(ending.slices):
        memory.start = memory.part_start + number * memory.entries
        _solve(search, ending, memory, stop, report)
    header = Header(
        game=ending.game, options=dict(ending.options), ending=ending.name, part=part, parts=1,
        rules=fingerprint(ending.game, ending.options), entries=entries, won=int(memory.won),
        lost=int(memory.lost), drawn=int(memory.drawn), impossible=int(memory.impossible),
        longest=int(memory.longest), longest_number=int(memory.longest_number))
    write(part_path(ending, part), header, compressed(own.view))
    report(entries)


def _solve(search: Any, ending: Ending, memory: Any, stop: threading.Event,
           report: Report) -> None:
    """Find the codes of one slice."""
    size = int(memory.entries)
    array, address = ending.module("kernel").array, ending.module("kernel.bits").address
    state, ends = array(size), array(size + 1)
    memory.state, memory.ends, memory.latest = address(state), address(ends), 0

    def go_through(kernel: Any, *arguments: int, reported: bool = True) -> None:
        for first in range(0, size, CHUNK):
            if stop.is_set():
                raise StoppedError
            last = min(first + CHUNK, size)
            kernel(memory, *arguments, first, last)
            if reported:
                report(last - first)

    go_through(search.survey)
    if memory.stray:
        raise TableError(Sentence("{ending} cannot be solved: a move leads to a position that "
                                  "is in no earlier table", ending=ending))
    search.gather(memory)
    links = array(int(memory.moves_within) // 2 + 1)
    memory.links = address(links)
    go_through(search.link)
    distance = 0
    while distance <= memory.latest:
        go_through(search.advance, distance, reported=False)
        distance += 1
    go_through(search.encode, reported=False)


def join_parts(ending: Ending) -> None:
    """Make one table of all parts, which go then; nothing as long as one is missing."""
    if len(parts_there(ending)) < ending.parts:
        return
    tables = [open_part(ending, part) for part in range(ending.parts)]
    headers = [table.header for table in tables]
    longest = max(headers, key=lambda header: header.longest)
    whole = msgspec.structs.replace(
        headers[0], part=None, parts=ending.parts, entries=ending.entries,
        won=sum(header.won for header in headers), lost=sum(header.lost for header in headers),
        drawn=sum(header.drawn for header in headers),
        impossible=sum(header.impossible for header in headers),
        longest=longest.longest, longest_number=longest.longest_number)
    write(ending.path, whole, list(_all_blocks(tables)))
    for table in tables:
        table.close()
        table.path.unlink()


def _all_blocks(tables: list[Table]) -> Iterator[bytes]:
    for table in tables:
        yield from table.blocks()
