"""Building the parts of a table on the machines of a Ray cluster (https://docs.ray.io).

Each machine needs the same version of the program.  Parts that are solved together are one task; it
is sent the tables that captures lead to, works in a folder of its own, and sends back the files of
its parts, which are written here, each whole.  Where a machine is lost, Ray gives its task to
another; nothing else is lost.
"""
from __future__ import annotations

import importlib
import os
import socket
import tempfile
from typing import Any

from ...base.files import check_place, save_bytes
from ...base.sentence import Sentence
from ...engine.tables.endings import Ending, fingerprint
from ...engine.tables.part_files import part_path
from ...engine.tables.table_file import OtherRulesError, TableError, is_sound
from . import building
from .building import Work
from .solving import Report, StoppedError

POLL = 1.0                  # seconds between two looks at whether to stop
PATIENCE = 10.0             # seconds for a cluster to answer
RETRIES = 3                 # times a task is begun anew because its machine was lost

Tables = list[tuple[Ending, bytes]]     # endings with the files of their tables


def build(task: Work, before: list[Ending], address: str,
          report: Report = lambda steps: None) -> None:
    """As `building.build`, on a cluster; what comes back is kept at once.

    Args:
        task: from `building.work` for one job; each task takes as much memory.
        before: the endings that captures lead to, or more; their tables must be there.
        address: of the cluster, such as "10.0.0.5:6379"; "auto" for the one that this machine
            belongs to.
        report: told when a task is done, in the same steps.

    Raises:
        StoppedError: after Ctrl-C.
        ValueError: if Ray is not installed, no cluster answers, or no machine has enough memory.
        TableError: if a table that is needed is missing or not sound, or a part was not built; the
            others are kept.
        OSError: if a file cannot be written.
    """
    ending = task.ending
    ending.path.parent.mkdir(parents=True, exist_ok=True)
    check_place(ending.path)
    known = [(one, _content(one)) for one in before if one.number in ending.needs]
    ray = _connected(address)
    try:
        _check_memory(ray, task)
        _gather(ray, task, known, report)
    finally:
        ray.shutdown()
    building.join_parts(ending)


def solve(ending: Ending, part: int, rules: str, known: Tables) -> dict[int, bytes]:
    """Build a part, and those that are solved with it, on the machine where this is called.

    Args:
        ending: of which table.
        part: which.
        rules: their fingerprint where the table is wanted.
        known: the tables that captures lead to.

    Returns:
        The files of the parts that were built.

    Raises:
        OtherRulesError: if this machine has other rules.
    """
    if fingerprint(ending.game, ending.options) != rules:
        raise OtherRulesError(Sentence("a machine of the cluster has other rules; install the "
                                       "same version of the program there"))
    with tempfile.TemporaryDirectory(prefix="eckstein-part-") as folder:
        os.environ["ECKSTEIN_DATA"] = folder
        for one, content in known:
            one.path.parent.mkdir(parents=True, exist_ok=True)
            save_bytes(one.path, content)
        building.build(building.work(ending, 1, part=part), [one for one, _ in known])
        paths = {one: part_path(ending, one) for one in range(ending.parts)}
        return {one: path.read_bytes() for one, path in paths.items() if path.exists()}


def _content(ending: Ending) -> bytes:
    """The file of a table that is needed."""
    building.needed(ending).close()
    return ending.path.read_bytes()


def _connected(address: str) -> Any:
    """Ray, connected to a cluster."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise ValueError(Sentence("building on a cluster needs the package {name}; install it with "
                                  "pip install ray", name="ray")) from None
    try:
        _knock(address)
        ray.init(address=address, logging_level="ERROR", log_to_driver=False)
    except (OSError, RuntimeError) as error:
        raise ValueError(Sentence("no Ray cluster answers at {address}: {error}", address=address,
                                  error=" ".join(str(error).split()))) from None
    return ray


def _knock(address: str) -> None:
    """See that something answers, which Ray itself would try for minutes.

    Raises:
        OSError: if nothing does.
        ValueError: if this is no address.
    """
    if address == "auto":
        return
    host, _, port = address.rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16):
        raise ValueError(Sentence("the address of a Ray cluster is auto, or a host and a port such "
                                  "as 10.0.0.5:6379, not {address!r}", address=address))
    socket.create_connection((host, int(port)), PATIENCE).close()


def _check_memory(ray: Any, task: Work) -> None:
    """See that some machine can do a task; else it would be waited for for ever."""
    most = max((int(node["Resources"].get("memory", 0)) for node in ray.nodes() if node["Alive"]),
               default=0)
    if most < task.memory:
        raise ValueError(Sentence("a part of {ending} needs about {megabytes} MB of memory, and no "
                                  "machine of the cluster has more than {most}", ending=task.ending,
                                  megabytes=-(-task.memory // 10**6), most=most // 10**6))


def _gather(ray: Any, task: Work, known: Tables, report: Report) -> None:
    """Let the cluster solve all groups, and keep what comes back."""
    ending, faults = task.ending, list[tuple[int, BaseException]]()
    rules, tables = fingerprint(ending.game, ending.options), ray.put(known)
    remote = ray.remote(num_cpus=1, memory=task.memory, max_retries=RETRIES)(solve)
    waiting = {remote.remote(ending, group[0], rules, tables): group for group in task.groups}
    share = task.steps // max(1, len(waiting))
    try:
        while waiting:
            done, _ = ray.wait(list(waiting), timeout=POLL)
            for one in done:
                group = waiting.pop(one)
                try:
                    _keep(ending, group, ray.get(one))
                except (ray.exceptions.RayError, TableError) as error:
                    faults.append((group[0], getattr(error, "cause", None) or error))
                report(share)
    except KeyboardInterrupt:
        for one in waiting:
            ray.cancel(one, force=True)
        raise StoppedError(Sentence("stopped; the finished parts are saved")) from None
    if faults:
        part, fault = faults[0]
        raise TableError(Sentence("part {part} of {ending} was not built: {error}; run the same "
                                  "command again to build what is missing", part=part + 1,
                                  ending=ending, error=" ".join(str(fault).split())))


def _keep(ending: Ending, group: range, files: dict[int, bytes]) -> None:
    """Write the parts of a group, and see that they are whole."""
    for part in group:
        if part in files:
            save_bytes(part_path(ending, part), files[part])
        if not is_sound(ending, part_path(ending, part), part, whole=True):
            raise TableError(Sentence("what came back is not whole"))
