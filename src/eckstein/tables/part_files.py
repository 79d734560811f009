"""Tables of which not all parts have been built: each part that has lies in a file of its own."""
from __future__ import annotations

from pathlib import Path

from .endings import Ending
from .table_file import Table, TableError


def part_path(ending: Ending, part: int) -> Path:
    """Where a part lies, or would lie, as long as it is not joined with the others."""
    return ending.path.with_name(f"{ending.name}.part-{part + 1}")


def open_part(ending: Ending, part: int) -> Table:
    """A part by itself; its numbers are counted from 0.

    Raises:
        FileNotFoundError: if there is none.
        TableError: if it is damaged, or of other rules.
    """
    return Table(ending, part_path(ending, part), part)


def parts_there(ending: Ending) -> list[int]:
    """The parts that lie in files of their own, made by the rules as they are."""
    found = []
    for part in range(ending.parts):
        try:
            open_part(ending, part).close()
        except (FileNotFoundError, TableError):
            continue
        found.append(part)
    return found
