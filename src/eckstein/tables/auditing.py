"""A table checked whole: every entry against those of its successors, by the rules."""
from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from typing import Any

from ..notation.positions import write_position
from ..sentence import Sentence
from .codes import Codes
from .endings import Ending, numbering
from .table_file import Header, TableError, open_table
from .values import IMPOSSIBLE, Value

CHUNK = 1 << 16             # entries between two reports

Report = Callable[[int], None]


def check(ending: Ending, before: list[Ending], report: Report = lambda entries: None) -> None:
    """Derive every entry of a table anew.

    Args:
        ending: whose table is to be checked.
        before: the endings that come before it; their tables are taken as they are.
        report: told after a while how many entries have been checked since.

    Raises:
        FileNotFoundError: if a table is missing.
        TableError: for the first block that is damaged, or the first entry that is wrong, or if
            the header miscounts.
    """
    search = ending.module("search.audit")
    memory, kept, found = search.new_memory(), [], Counter[int]()
    for i, one in enumerate(before):
        with contextlib.closing(open_table(one)) as table:
            kept.append(Codes.of_table(table, one))
        memory.tables[i] = kept[-1].address
    with contextlib.closing(open_table(ending)) as table:
        memory.ending, memory.entries = ending.number, table.header.part_entries
        for part in range(ending.parts):
            codes = Codes.of_part(table, ending, part)
            memory.part_start = part * memory.entries
            memory.tables[ending.number] = codes.address
            found += _check_part(search, memory, ending, codes, report)
            del codes
        _check_counts(table.header, found, ending)


def _check_part(search: Any, memory: Any, ending: Ending, codes: Codes,
                report: Report) -> Counter[int]:
    """Derive every entry of a part anew; return how often there is each code."""
    found = Counter[int]()
    start, entries = int(memory.part_start), int(memory.entries)
    for first in range(0, entries, CHUNK):
        last = min(first + CHUNK, entries)
        wrong = int(search.first_wrong(memory, ending.number, start + first, start + last))
        if wrong >= 0:
            raise TableError(_complaint(search, memory, ending, wrong))
        found.update(codes.values[first:last])
        report(last - first)
    return found


def _check_counts(header: Header, codes: Counter[int], ending: Ending) -> None:
    """See that a header says how often there is each result, and how far the farthest end is."""
    longest = Value.of_code(max((code for code in codes if code != IMPOSSIBLE), default=0)).plies
    found = {
        "won": sum(count for code, count in codes.items()
                   if code and code % 2 == 0 and code != IMPOSSIBLE),
        "lost": sum(count for code, count in codes.items() if code % 2 and code != IMPOSSIBLE),
        "drawn": codes[0], "impossible": codes[IMPOSSIBLE], "longest": longest or 0}
    for name, number in found.items():
        if getattr(header, name) != number:
            raise TableError(Sentence("{path}: the header gives {name} {value}, but the "
                                      "entries give {number}; {remedy}", path=ending.path,
                                      name=name, value=getattr(header, name), number=number,
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
