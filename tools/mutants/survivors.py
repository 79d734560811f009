"""The list of faults that no test noticed: a text file, where shifted lines change nothing.

A fault is known by its file, its function, and the lines before and after.  What follows the lines
of a fault, after `#`, is a remark, such as why it is no fault; it stays where it is.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, order=True)
class Fault:
    """A line, or a few, and what was planted in their place."""

    path: str                   # of the file, from the root of the project
    place: str                  # the function or class, where it is known
    before: tuple[str, ...]     # without indentation
    after: tuple[str, ...]
    remark: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return "\n".join([f"{self.path} {self.place}".strip(),
                          *(f"- {line}" for line in self.before),
                          *(f"+ {line}" for line in self.after),
                          *(f"# {line}" for line in self.remark)])


def fault_of(path: str, place: str | None, diff: str, remark: tuple[str, ...] = ()) -> Fault:
    """A fault from the lines of a diff, or from its paragraph in the list."""
    def lines(sign: str) -> tuple[str, ...]:
        return tuple(line[1:].strip() for line in diff.splitlines()
                     if line.startswith(sign) and not line.startswith(sign * 3))
    return Fault(path, place or "", lines("-"), lines("+"), remark)


def read(file: Path) -> list[Fault]:
    """The faults of a list, none if there is no such file."""
    if not file.exists():
        return []
    found = []
    for paragraph in re.split(r"\n\n+", file.read_text(encoding="utf-8").strip())[1:]:
        head, _, rest = paragraph.partition("\n")
        path, _, place = head.partition(" ")
        remark = tuple(line[1:].strip() for line in rest.splitlines() if line.startswith("#"))
        found.append(fault_of(path, place, rest, remark))
    return found


def write(file: Path, folder: str, faults: Iterable[Fault]) -> None:
    """Write the list of a folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    head = f"# Faults planted in {folder} that no test noticed; `make mutants` writes this."
    file.write_text("\n\n".join([head, *map(str, sorted(faults))]) + "\n", encoding="utf-8")


@dataclass(frozen=True)
class Change:
    """How a list changes: all that are in it now, and those that came and went."""

    now: list[Fault]
    new: list[Fault]
    gone: list[Fault]


def merged(old: list[Fault], survived: set[Fault], noticed: set[Fault],
           stands: dict[str, set[str]]) -> Change:
    """The list after some faults have been tried.

    Args:
        old: the list as it was.
        survived, noticed: what has been tried.
        stands: the lines of each file as it is, without indentation; faults in lines that are
            there no more are forgotten, others that were not tried stay.
    """
    known = {fault: fault for fault in old}
    kept = {fault for fault in old if fault not in noticed
            and stands.get(fault.path, set()).issuperset(fault.before)}
    now = sorted(known.get(fault, fault) for fault in kept | survived)
    return Change(now, sorted(survived - set(old)), sorted(set(old) - set(now)))
