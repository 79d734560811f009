"""Tables of which not all parts have been built: each part that has lies in a file of its own."""
from __future__ import annotations

from pathlib import Path

from ...base.sentence import Sentence
from .endings import Ending, MissingTableError
from .table_file import Table, is_sound


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
    return [part for part in range(ending.parts)
            if is_sound(ending, part_path(ending, part), part)]


class PartTables:
    """The parts of a table that is not whole, each opened when it is first asked."""

    def __init__(self, ending: Ending) -> None:
        self._ending = ending
        self._parts: dict[int, Table] = {}

    def code(self, number: int) -> int:
        """The code of an entry (see `Value.of_code`).

        Raises:
            MissingTableError: if its part has not been built.
            TableError: if that is not sound.
        """
        part, rest = divmod(number, self._ending.part_entries)
        return (self._parts.get(part) or self._open(part)).code(rest)

    def _open(self, part: int) -> Table:
        ending = self._ending
        try:
            found = self._parts[part] = open_part(ending, part)
        except FileNotFoundError:
            raise MissingTableError(Sentence(
                "part {part} of the table of {ending} has not been built; build it with: "
                "{command} --part {part}", part=part + 1, ending=ending,
                command=ending.command)) from None
        return found
