"""A table checked whole: every entry against those of its successors, by the rules."""
from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Any

from ...base.sentence import Sentence
from ...engine.tables.endings import Ending, numbering
from ...engine.tables.part_files import open_part
from ...engine.tables.table_file import Header, Table, TableError, open_table
from ...engine.tables.values import IMPOSSIBLE, Value
from ...notation.positions import write_position
from .checked import Checked
from .codes import Codes

CHUNK = 1 << 16             # entries that a thread looks at before it takes others
AT_ONCE = 64                # such chunks, for each thread, between two looks at how far it has come

Report = Callable[[int], None]


def check(ending: Ending, before: list[Ending], report: Report = lambda entries: None,
          part: int | None = None, jobs: int = 1) -> int:
    """Derive every entry of a table again.

    How far it has come is kept when it is interrupted, and every ten minutes (see `checked`).

    Args:
        ending: the ending of the table to check.
        before: the endings that captures lead to, or more; their tables are taken as they are.
        report: called after a while how many entries have been checked since.
        part: the only one that is to be checked, counted from 0, with those it was solved with.
        jobs: how many threads check at once; what is found does not depend on it.

    Returns:
        How many entries were checked, by this check and what it goes on from.

    Raises:
        FileNotFoundError: if a table is missing.
        TableError: for the first block that is damaged, or the first entry that is wrong, or if
            the header miscounts.
        OSError: if how far it has come cannot be kept.
    """
    search = ending.module("search.solve.audit")
    memories, kept = [search.new_memory() for _ in range(jobs)], []
    for memory in memories:
        memory.ending = ending.number
    for one in (one for one in before if one.number in ending.needs):
        kept.append(Codes.of_table(open_table(one)))
        for memory in memories:
            memory.tables[one.number] = kept[-1].address
            memory.wide[one.number] = int(kept[-1].wide)
    with contextlib.ExitStack() as files:
        pool = files.enter_context(ThreadPoolExecutor(jobs))
        tables = [files.enter_context(contextlib.closing(table))
                  for table in _tables(ending, part)]
        wide, whole = any(table.wide for table in tables), tables[0].header.part is None
        wanted = range(ending.parts) if part is None else ending.group_of(part)
        done = list[Checked]()
        groups = list(dict.fromkeys(ending.group_of(one) for one in wanted))
        for group in groups:
            start, entries = group.start * ending.part_entries, len(group) * ending.part_entries
            blocks = (block for one in group for block in (
                tables[0].codes(one, wide) if whole
                else tables[one - group.start].codes(wide=wide)))
            codes = Codes.of_blocks(ending, entries, wide, blocks)
            for memory in memories:
                memory.start, memory.entries = start, entries
                memory.tables[ending.number], memory.wide[ending.number] = codes.address, int(wide)
            checked = Checked(ending, group, [codes, *kept])
            _check_group(search, memories, ending, pool, report, checked)
            done.append(checked)
            if group != groups[-1]:
                checked.save()
            del codes
        found = sum((one.counts for one in done), Counter[int]())
        if part is None or not whole:       # a whole table's header counts all parts together
            _check_counts([table.header for table in tables], found, ending)
    for checked in done:
        checked.forget()
    return sum(found.values())


def _tables(ending: Ending, part: int | None) -> list[Table]:
    """The files of the parts that one is solved with, if there are any, or else the table."""
    if part is not None:
        with contextlib.suppress(FileNotFoundError):
            return [open_part(ending, one) for one in ending.group_of(part)]
    return [open_table(ending)]


def _check_group(search: Any, memories: list[Any], ending: Ending, pool: Executor,
                 report: Report, checked: Checked) -> None:
    """Derive every entry of some parts again, in as many threads as there are memories."""
    start, entries = int(memories[0].start), int(memories[0].entries)
    free: SimpleQueue[Any] = SimpleQueue()
    for memory in memories:
        free.put(memory)

    def look(chunk: range) -> int:
        memory = free.get()
        try:
            return int(search.first_wrong(memory, ending.number, chunk.start, chunk.stop))
        finally:
            free.put(memory)

    known, before = checked.counts, _counts(memories)
    if checked.entries:
        report(checked.entries)
    try:
        while checked.entries < entries:
            last = min(checked.entries + len(memories) * AT_ONCE * CHUNK, entries)
            wrong = _first_found(look, range(start + checked.entries, start + last), pool, report)
            if wrong >= 0:
                checked.forget()
                raise TableError(_complaint(search, memories[0], ending, wrong))
            checked.come(last, known + (_counts(memories) - before))
    except KeyboardInterrupt:
        checked.save()
        raise


def _first_found(look: Callable[[range], int], numbers: range, pool: Executor,
                 report: Report) -> int:
    """The first number that a look at chunks of these finds, or -1; in the end no thread looks."""
    chunks = [numbers[first:first + CHUNK] for first in range(0, len(numbers), CHUNK)]
    futures = [pool.submit(look, chunk) for chunk in chunks]
    try:
        for chunk, future in zip(chunks, futures, strict=True):
            if future.result() >= 0:
                return future.result()
            report(len(chunk))
    finally:
        for future in futures:
            future.cancel()
        wait(futures)
    return -1


def _counts(memories: list[Any]) -> Counter[int]:
    """How often all threads together have seen each code."""
    found = Counter[int]()
    for memory in memories:
        found.update({code: count for code, count in enumerate(map(int, memory.counts)) if count})
    return found


def _check_counts(headers: list[Header], codes: Counter[int], ending: Ending) -> None:
    """Check that headers say how often there is each result, and how far the farthest end is."""
    longest = Value.of_code(max((code for code in codes if code != IMPOSSIBLE), default=0)).plies
    found = {
        "won": sum(count for code, count in codes.items()
                   if code and code % 2 == 0 and code != IMPOSSIBLE),
        "lost": sum(count for code, count in codes.items() if code % 2 and code != IMPOSSIBLE),
        "drawn": codes[0], "impossible": codes[IMPOSSIBLE], "longest": longest or 0}
    for name, number in found.items():
        told = [int(getattr(header, name)) for header in headers]
        value = max(told) if name == "longest" else sum(told)
        if value != number:
            raise TableError(Sentence("{path}: the header gives {name} {value}, but the "
                                      "entries give {number}; {remedy}", path=ending.path,
                                      name=name, value=value, number=number,
                                      remedy=_remedy(ending)))


def _complaint(search: Any, memory: Any, ending: Ending, number: int) -> str:
    """What is wrong with an entry, as a sentence."""
    told = int(search.told(memory, ending.number, number))
    derived = int(search.derived(memory, ending.number, number))
    where = f"{ending.path}: entry {number}"
    if derived == IMPOSSIBLE:
        return f"{where} has a value, but no position has this number; {_remedy(ending)}"
    numbers = numbering(ending.game, ending.options)
    rules = ending.module(f"games.{ending.game}", compiled=False)
    text = write_position(rules, numbers.position(ending.number, number))
    if derived == search.WRONG_NUMBER:
        return f"{where} is {text}, which is given another number; {_remedy(ending)}"
    if derived == search.LEADS_NOWHERE:
        return f"{where}, {text}: a move leads to a position without a value; {_remedy(ending)}"
    says = "impossible" if told == IMPOSSIBLE else Value.of_code(told)
    return (f"{where}, {text}, is {says} in the table and {Value.of_code(derived)} by the rules; "
            f"{_remedy(ending)}")


def _remedy(ending: Ending) -> str:
    return f"rebuild it with: {ending.command} --force"
