"""Building the parts of a table on the machines of a cluster.

Parts that are solved together are one task; it is sent the tables that captures lead to, works in a
folder of its own, and sends back the files of its parts, which are written here, each whole.
"""
from __future__ import annotations

import contextlib
import os
import tempfile
from typing import NamedTuple

from ...base.files import check_place, save_bytes
from ...base.sentence import Sentence, message_of
from ...engine.tables.endings import Ending
from ...engine.tables.part_files import part_path
from ...engine.tables.table_file import TableError, is_sound
from ..cluster import ClusterError, Needs, spread
from . import building
from .building import Work
from .solving import Report, StoppedError


class Known(NamedTuple):
    """Of which ending parts are built, and the tables that captures lead to, with their files."""

    ending: Ending
    tables: list[tuple[Ending, bytes]]


def build(task: Work, before: list[Ending], address: str,
          report: Report = lambda steps: None) -> None:
    """As `building.build`, on a cluster; what comes back is kept at once.

    Args:
        task: from `building.work` for one job; each task takes as much memory.
        before: the endings that captures lead to, or more; their tables must be there.
        address: of the cluster, as for `cluster.spread`.
        report: called when a task is done, in the same steps.

    Raises:
        StoppedError: after Ctrl-C.
        ValueError: if Ray is not installed, no cluster answers, or no machine has enough memory.
        TableError: if a table that is needed is missing or not sound, or a part was not built; the
            others are kept.
        OSError: if a file cannot be written.
    """
    ending, faults = task.ending, list[tuple[int, Exception]]()
    ending.path.parent.mkdir(parents=True, exist_ok=True)
    check_place(ending.path)
    known = Known(ending, [(one, _content(one)) for one in before if one.number in ending.needs])
    share = task.steps // max(1, len(task.groups))
    try:
        with contextlib.closing(spread(
                address, (ending.game, dict(ending.options)), solve, known, task.groups,
                lambda group: Needs(memory=task.memory))) as found:
            for group, files in found:
                try:
                    _keep(ending, group, files)
                except (ClusterError, TableError) as error:
                    faults.append((group[0], error))
                report(share)
    except KeyboardInterrupt:
        raise StoppedError(Sentence("stopped; the finished parts are saved")) from None
    if faults:
        part, fault = faults[0]
        raise TableError(Sentence("part {part} of {ending} was not built: {error}; run the same "
                                  "command again to build what is missing", part=part + 1,
                                  ending=ending, error=message_of(fault)))
    building.join_parts(ending)


def solve(known: Known, group: range) -> dict[int, bytes]:
    """Build parts that are solved together on the machine where this is called.

    Returns:
        The files of the parts that were built.
    """
    ending = known.ending
    with tempfile.TemporaryDirectory(prefix="eckstein-part-") as folder:
        os.environ["ECKSTEIN_DATA"] = folder
        for one, content in known.tables:
            one.path.parent.mkdir(parents=True, exist_ok=True)
            save_bytes(one.path, content)
        building.build(building.work(ending, 1, part=group[0]), [one for one, _ in known.tables])
        paths = {one: part_path(ending, one) for one in range(ending.parts)}
        return {one: path.read_bytes() for one, path in paths.items() if path.exists()}


def _content(ending: Ending) -> bytes:
    """The file of a table that is needed."""
    building.needed(ending).close()
    return ending.path.read_bytes()


def _keep(ending: Ending, group: range, files: dict[int, bytes] | ClusterError) -> None:
    """Write the parts of a group, and see that they are whole.

    Raises:
        ClusterError, TableError: if they have not come back, or not whole.
    """
    if isinstance(files, ClusterError):
        raise files
    for part in group:
        if part in files:
            save_bytes(part_path(ending, part), files[part])
        if not is_sound(ending, part_path(ending, part), part, whole=True):
            raise TableError(Sentence("what came back is not whole"))
