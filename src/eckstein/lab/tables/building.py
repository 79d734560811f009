"""Building tables: group by group, each part kept when it is done, and all joined in the end."""
from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import msgspec

from ...base.files import Note, check_place
from ...base.sentence import Sentence
from ...engine.tables.endings import Ending
from ...engine.tables.part_files import open_part, part_path, parts_there
from ...engine.tables.table_file import (
    BLOCK,
    KIND,
    Header,
    Table,
    TableError,
    is_sound,
    write,
)
from .begun import begun_path
from .codes import Codes
from .solving import Group, Report, StoppedError

STAGES = 3                  # steps for each entry: its moves, its value, its place in the file
PACKED = 4                  # bytes of a part for one of its blocks, which are in memory with it


class Work(NamedTuple):
    """What building a table takes.

    Attributes:
        ending: of which.
        groups: those that are not done, each the parts that are solved together.
        at_once: how many groups are solved at the same time.
        threads: by how many threads each.
        memory: bytes.
        anew: whether nothing is taken that an earlier build has left.
    """

    ending: Ending
    groups: list[range]
    at_once: int
    threads: int
    memory: int
    anew: bool

    @property
    def entries(self) -> int:
        """How many there are in these groups."""
        return sum(map(len, self.groups)) * self.ending.part_entries

    @property
    def steps(self) -> int:
        """What is reported step by step, in all."""
        return STAGES * self.entries


def is_built(ending: Ending) -> bool:
    """Whether there is a table, with a sound header, made by the rules as they are."""
    return is_sound(ending)


def is_kept(ending: Ending, note: Note) -> bool:
    """Whether there is a table, all of which is read; one that is damaged is set aside.

    Args:
        ending: an ending with a table that others need.
        note: called if it is set aside.
    """
    return KIND.is_there(ending.path, note)


def work(ending: Ending, jobs: int, anew: bool = False, part: int | None = None) -> Work:
    """What is to be done for an ending.

    Args:
        ending: the ending of the table to build.
        jobs: how many threads may work.
        anew: whether parts that a build has left are not taken.
        part: the only one that is wanted, counted from 0, with those that it is solved with.
    """
    groups = [ending.group_of(part)] if part is not None else list(
        dict.fromkeys(ending.group_of(one) for one in range(ending.parts)))
    groups = [group for group in groups if anew or not all(
        is_sound(ending, part_path(ending, one), one, whole=True) for one in group)]
    # Groups without lanes are for one thread each; with lanes, all threads work on the same one.
    at_once = max(1, min(jobs, len(groups))) if ending.lanes == 1 else 1
    before = sum(ending.module("kernel").endings.size(i) for i in ending.needs)
    most = max(map(len, groups), default=0) * ending.part_entries
    most *= 1 if ending.lanes == 1 else 2       # far ends, which large endings have, need two bytes
    return Work(ending, groups, at_once, max(1, jobs // at_once),
                before + at_once * (most + most // PACKED), anew)


def build(task: Work, before: list[Ending], report: Report = lambda steps: None,
          note: Note = lambda told: None) -> None:
    """Build a table or some parts of it, or go on with it; when no part is missing, join them.

    What an earlier build has left and is damaged is set aside, and made again.

    Args:
        task: from `work`.
        before: the endings that captures lead to, or more; their tables must be there.
        report: called after a while how many steps have been done since.
        note: called with what is set aside.

    Raises:
        StoppedError: after Ctrl-C.
        TableError: if a table that is needed is missing or not sound, or what an earlier build has
            left is of other rules.
        OSError: if a file cannot be written.
    """
    ending = task.ending
    ending.path.parent.mkdir(parents=True, exist_ok=True)
    check_place(ending.path)
    known = {one.number: Codes.of_table(needed(one)) for one in before
             if one.number in ending.needs}
    stop = threading.Event()
    with ThreadPoolExecutor(task.at_once) as pool:
        futures = [pool.submit(_build_group, task, group, known, stop, report, note)
                   for group in task.groups]
        try:
            for future in futures:
                future.result()
        except BaseException as error:
            stop.set()
            pool.shutdown(cancel_futures=True)
            if isinstance(error, KeyboardInterrupt):
                raise StoppedError(Sentence("stopped; the work so far is saved")) from None
            raise
    join_parts(ending)


def needed(ending: Ending) -> Table:
    """The table of an ending that captures lead to.

    Raises:
        TableError: if there is none, or it is not sound.
    """
    try:
        return Table(ending)
    except FileNotFoundError:
        raise TableError(Sentence("the table of {ending} is needed first; build it with: "
                                  "{command}", ending=ending, command=ending.command)) from None


def _build_group(task: Work, parts: range, known: dict[int, Codes], stop: threading.Event,
                 report: Report, note: Note) -> None:
    """Solve a group and keep its parts."""
    ending = task.ending
    group = Group(ending, parts, known, task.threads, task.anew, stop, report, note)
    group.solve()
    for part in parts:
        counted, blocks = group.packed(part)
        header = Header.of(ending, part=part, parts=1, entries=ending.part_entries, block=BLOCK,
                           **counted)
        write(part_path(ending, part), header, blocks)
    begun_path(ending, parts).unlink(missing_ok=True)


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
    write(ending.path, whole, (block for table in tables for block in table.blocks()))
    for table in tables:
        table.close()
        table.path.unlink()
