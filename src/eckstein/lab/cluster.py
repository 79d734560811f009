"""Work spread over the machines of a Ray cluster (https://docs.ray.io), by whatever needs many.

Work falls into units, each of which is a task: a function of a module is called with what all units
have in common, and with the unit.  Each machine needs the same version of the program, so what it
is sent can be read only after it has compared.  Where a machine is lost, Ray gives its tasks to
others; nothing else is lost.
"""
from __future__ import annotations

import functools
import hashlib
import importlib
import os
import pickle
import socket
from collections.abc import Callable, Generator, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ..base.errors import EcksteinError
from ..base.sentence import Sentence
from ..base.setting_values import number_in
from ..engine.players import MEGABYTES, PlayerName
from ..engine.tables.endings import fingerprint
from ..kernel import options as option_values
from ..kernel.described import WEIGHTS_FILE

POLL = 1.0                  # seconds between two looks at whether to stop
PATIENCE = 10.0             # seconds for a cluster to answer
RETRIES = 3                 # times a task is restarted because its machine was lost
AHEAD = 2                   # tasks for a core, so that none of them waits for us

Common = TypeVar("Common")
Unit = TypeVar("Unit")
Result = TypeVar("Result")


class ClusterError(EcksteinError, ValueError):
    """Why a cluster does no work, or why one of its tasks has no result."""


class Needs(NamedTuple):
    """What a machine must have for a task: cores, and bytes of memory."""

    cores: int = 1
    memory: int = 0

    @classmethod
    def of(cls, *players: PlayerName) -> Needs:
        """For a game of these, thinking in turn: the most threads, and all their tables."""
        settings = [player.settings for player in players]
        return cls(max(each.get("threads", 1) for each in settings),
                   sum(each.get("hash", MEGABYTES) for each in settings) << 20)


def spread(address: str, rules: tuple[str, Mapping[str, Any]],
           work: Callable[[Common, Unit], Result], common: Common, units: Iterable[Unit],
           needs: Callable[[Unit], Needs] = lambda unit: Needs()
           ) -> Generator[tuple[Unit, Result | ClusterError], None, None]:
    """Do work on a cluster, and yield what comes back, in whatever order.

    Leaving the iteration early ends the tasks that run, and nothing of them is kept.

    Args:
        address: of the cluster, such as "10.0.0.5:6379"; "auto" for the one that this machine
            belongs to.
        rules: the game that the work is about, and its options; machines must have the same.
        work: a function of a module.  A process of a machine calls it for one unit after the
            other, and belongs to this call of `spread` alone.
        common: the first argument of `work`.
        units: the second one, for each task; begun in this order.
        needs: what a unit takes.

    Yields:
        Each unit with its result, or with why it has none; which the other units do not hear of.

    Raises:
        ClusterError: if Ray is not installed, no cluster answers, or no machine has what a unit
            needs.
    """
    game, options = rules
    ray = _connected(address)
    try:
        there = _there(game, option_values.changed_rules(game, options))
        shared = ray.put(pickle.dumps((work, common)))
        yield from _gather(ray, ray.remote(max_retries=RETRIES)(there), shared, units, needs)
    finally:
        ray.shutdown()


@functools.cache
def program(game: str, options: tuple[tuple[str, bool | str], ...]) -> str:
    """A name for all that decides what this process finds out: program, rules, weights.

    It holds as when it was first asked for, since weights that were read once stay.

    Args:
        game: the name of a game.
        options: as `changed_rules` gives them.
    """
    home = Path(__file__).parent.parent
    digest = hashlib.sha256(fingerprint(game, options).encode())
    for path in sorted(home.rglob("*.py"), key=lambda path: path.relative_to(home).as_posix()):
        digest.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes())
    digest.update(Path(os.environ.get(WEIGHTS_FILE) or os.devnull).read_bytes())
    return digest.hexdigest()


def _there(game: str, options: tuple[tuple[str, bool | str], ...]
           ) -> Callable[[bytes, bytes], tuple[str, Any, str]]:
    """What a machine is sent to do.

    It goes there by value, for it must run where there are other modules than here, or none.
    """
    wanted = program(game, options)

    def task(shared: bytes, unit: bytes) -> tuple[str, Any, str]:
        import pickle
        import socket
        here = socket.gethostname()
        try:
            from eckstein.base.sentence import message_of
            from eckstein.lab.cluster import program
            is_same = program(game, options) == wanted
        except Exception:
            is_same = False
        if not is_same:
            return "other", None, here
        work, common = pickle.loads(shared)
        try:
            return "done", work(common, pickle.loads(unit)), here
        except (ValueError, OSError) as error:
            return "refused", message_of(error), here
    return task


def _connected(address: str) -> Any:
    """Ray, connected to a cluster."""
    # It prints where a task failed, even to standard output, which may be one JSON object.
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise ClusterError(Sentence("work on a cluster needs the package {name}; install it with "
                                    "pip install ray", name="ray")) from None
    try:
        _knock(address)
        ray.init(address=address, logging_level="ERROR", log_to_driver=False)
    except (OSError, RuntimeError) as error:
        raise ClusterError(Sentence("no Ray cluster answers at {address}: {error}",
                                    address=address, error=_line(error))) from None
    return ray


def _knock(address: str) -> None:
    """Check that something answers, which Ray itself would try for minutes.

    Raises:
        OSError: if nothing does.
        ClusterError: if this is no address.
    """
    if address == "auto":
        return
    host, _, port = address.rpartition(":")
    if not host or number_in(port, 1, (1 << 16) - 1) is None:
        raise ClusterError(Sentence("the address of a Ray cluster is auto, or a host and a port "
                                    "such as 10.0.0.5:6379, not {address!r}", address=address))
    socket.create_connection((host, int(port)), PATIENCE).close()


def _gather(ray: Any, remote: Any, shared: Any, units: Iterable[Unit],
            needs: Callable[[Unit], Needs]) -> Generator[tuple[Unit, Any], None, None]:
    """Hand out units, a few more than are worked at, and yield what becomes of them."""
    todo, waiting = iter(units), dict[Any, tuple[Unit, Needs]]()
    try:
        while True:
            machines = _machines(ray)
            most = AHEAD * max(1, sum(machine.cores for machine in machines))
            while (sum(need.cores for _, need in waiting.values()) < most
                   and (unit := next(todo, None)) is not None):
                need = needs(unit)
                _check_room(machines, need)
                task = remote.options(num_cpus=need.cores, memory=need.memory).remote(
                    shared, pickle.dumps(unit))
                waiting[task] = unit, need
            if not waiting:
                return
            done, _ = ray.wait(list(waiting), timeout=POLL)
            for task in done:
                unit, _ = waiting.pop(task)
                yield unit, _result(ray, task)
            if not done:
                for _, need in waiting.values():
                    _check_room(machines, need)
    finally:
        for task in waiting:
            ray.cancel(task, force=True)


def _machines(ray: Any) -> list[Needs]:
    """What each machine has that is there."""
    return [Needs(int(node["Resources"].get("CPU", 0)), int(node["Resources"].get("memory", 0)))
            for node in ray.nodes() if node["Alive"]]


def _check_room(machines: list[Needs], need: Needs) -> None:
    """Check that some machine can do a task; else it would be waited for for ever."""
    if not any(machine.cores >= need.cores and machine.memory >= need.memory
               for machine in machines):
        raise ClusterError(Sentence(
            "a task needs {cores} {cores:core|cores} and {megabytes} MB of memory, and no machine "
            "of the cluster has both; the largest have {machines}", cores=need.cores,
            megabytes=-(-need.memory // 10**6), machines=", ".join(
                f"{machine.cores} and {machine.memory // 10**6} MB"
                for machine in sorted(machines, reverse=True)[:3]) or "none"))


def _result(ray: Any, task: Any) -> Any:
    """What came back from a task, or why nothing did."""
    try:
        what, found, machine = ray.get(task)
    except ray.exceptions.RayError as error:
        return ClusterError(_line(getattr(error, "cause", None) or error))
    if what == "other":
        return ClusterError(Sentence(
            "the machine {machine} of the cluster has other rules, other weights, or another "
            "version of the program, or lacks it; install the same one there", machine=machine))
    if what == "refused":
        return ClusterError(Sentence("on the machine {machine}: {error}", machine=machine,
                                     error=_line(found)))
    return found


def _line(error: object) -> str:
    """What an error says, in one line."""
    return " ".join(str(error).split())
