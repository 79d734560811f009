"""Faults in Python: Cosmic Ray plants them in copies of the project, one for each process.

The sources are copied and compiled by the package itself, so a fault has to be in the file, and not
in what was imported.  What was tried is kept in a database for each module as it is; a run that was
stopped goes on from there.
"""
from __future__ import annotations

import ast
import concurrent.futures
import multiprocessing
import os
import shlex
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from attrs import evolve
from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.testing import run_tests
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem, WorkResult

from .survivors import Fault, fault_of
from .user_paths import ROOT, WORK, copied, fingerprint

# Those which a person might do; the others double them, or are the same program, or none.
SWAPPED = ("Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_FloorDiv",
           "RShift_LShift", "LShift_RShift", "BitOr_BitAnd", "BitAnd_BitOr", "BitXor_BitOr")
COMPARED = ("Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Lt_Gt", "Gt_Lt",
            "LtE_GtE", "GtE_LtE", "Is_IsNot", "IsNot_Is")
OPERATORS = frozenset([
    *(f"core/ReplaceBinaryOperator_{pair}" for pair in SWAPPED),
    *(f"core/ReplaceComparisonOperator_{pair}" for pair in COMPARED),
    *(f"core/{name}" for name in (
        "ReplaceUnaryOperator_Delete_USub", "ReplaceUnaryOperator_Delete_Invert",
        "ReplaceUnaryOperator_Delete_Not", "AddNot", "ReplaceTrueWithFalse",
        "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd",
        "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ExceptionReplacer",
        "NumberReplacer", "ZeroIterationForLoop"))])
PATIENCE, MORE_SECONDS = 4, 60      # so many times as long as without a fault, and so much more
LONGEST = 1800                      # seconds for the tests without a fault


class Tried(NamedTuple):
    """A fault, and whether a test noticed it."""

    fault: Fault
    noticed: bool


def modules(target: Path) -> list[Path]:
    """The modules of a folder, or the one that is named."""
    return [target] if target.suffix else sorted(target.rglob("*.py"))


class Session:
    """What is to be planted in a module, and what came of it.

    Args:
        module: its path from the root of the project.
        tests: a name for the state of tests and package; what was not noticed before is tried
            again when it changes.
    """

    def __init__(self, module: Path, tests: str) -> None:
        self.tests = tests
        name = f"{'.'.join(module.with_suffix('').parts)}-{fingerprint(ROOT / module)}"
        place = WORK / "sessions" / f"{name}.sqlite"
        begun = place.exists()
        place.parent.mkdir(parents=True, exist_ok=True)
        self._work = WorkDB(str(place), WorkDB.Mode.create)
        if not begun or not self._work.num_work_items:
            init([module], self._work, {})
        typed = _annotations(ROOT / module)
        for item in self._work.pending_work_items:
            spot = item.mutations[0]
            if spot.operator_name not in OPERATORS or spot.start_pos[0] in typed:
                self._work.set_result(item.job_id, WorkResult(WorkerOutcome.SKIPPED))

    def waiting(self) -> list[WorkItem]:
        """What is still to be tried, in an order of chance."""
        again = [item for item, result in self._work.completed_work_items
                 if result.test_outcome is TestOutcome.SURVIVED and result.output != self.tests]
        return [*self._work.pending_work_items, *again]

    def keep(self, item: WorkItem, result: WorkResult) -> None:
        """Write down what came of a fault; what could not be tried, is tried again."""
        if result.worker_outcome is WorkerOutcome.NORMAL:
            self._work.set_result(item.job_id, evolve(result, output=self.tests))

    def tried(self) -> Iterator[Tried]:
        """All that was tried, of whatever run."""
        for item, result in self._work.completed_work_items:
            if result.worker_outcome is WorkerOutcome.NORMAL:
                spot = item.mutations[0]
                yield Tried(fault_of(spot.module_path.as_posix(), spot.definition_name,
                                     result.diff or ""), result.is_killed)

    def close(self) -> None:
        """Close the database."""
        self._work.close()


def _annotations(path: Path) -> set[int]:
    """The lines of a module with nothing but what types are; no test can notice a fault there."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.AnnAssign) and node.value is None:
            lines |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines |= set(range(node.lineno, node.body[0].lineno))
    return lines


def plant(sessions: list[Session], tests: Path, until: float, jobs: int) -> Iterator[bool]:
    """Try what is to be tried; yields after each fault whether it was noticed.

    Args:
        sessions: of the modules.
        tests: what is given to pytest.
        until: when to begin no other, by the monotonic clock.
        jobs: how many processes.

    Raises:
        ValueError: if the tests fail without any fault.
    """
    work = [(session, item) for session in sessions for item in session.waiting()]
    if not work:
        return
    command = shlex.join([str(ROOT / ".venv/bin/python"), "-m", "pytest", "-x", "-q", "-n", "0",
                          "-p", "no:cacheprovider", str(tests)])
    copies: Queue[Path] = multiprocessing.Manager().Queue()
    for number in range(jobs):
        copies.put(copied(f"python-{number}"))
    with concurrent.futures.ProcessPoolExecutor(
            jobs, multiprocessing.get_context("spawn"), _settle, (copies,)) as pool:
        seconds = max(pool.map(_without_fault, [command] * jobs))
        limit = PATIENCE * seconds + MORE_SECONDS
        running: dict[concurrent.futures.Future[WorkResult], tuple[Session, WorkItem]] = {}
        try:
            while running or (work and time.monotonic() < until):
                while work and len(running) < jobs and time.monotonic() < until:
                    session, item = work.pop()
                    running[pool.submit(_tested, item, command, limit)] = session, item
                ended, _ = concurrent.futures.wait(
                    running, return_when=concurrent.futures.FIRST_COMPLETED)
                for one in ended:
                    session, item = running.pop(one)
                    session.keep(item, one.result())
                    yield one.result().is_killed
        finally:                # what is under test is finished, and forgotten
            for one in running:
                one.cancel()


# In the processes.

def _settle(copies: Queue[Path]) -> None:
    """Live in a copy of one's own, and leave Ctrl-C to the process that waits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    copy = copies.get()
    os.chdir(copy)
    os.environ.update(PYTHONPATH=str(copy / "src"), ECKSTEIN_CACHE=str(copy.parent / "cache"))


def _without_fault(command: str) -> float:
    """How many seconds the tests take."""
    begin = time.monotonic()
    outcome, said = run_tests(command, LONGEST)
    if outcome is not TestOutcome.SURVIVED:
        raise ValueError(f"the tests fail without any fault:\n{said[-2000:]}")
    return time.monotonic() - begin


def _tested(item: WorkItem, command: str, limit: float) -> WorkResult:
    """What the tests say to a fault; what was compiled with it is thrown away."""
    cache = Path(os.environ["ECKSTEIN_CACHE"])
    before = set(cache.glob("*"))
    result = mutate_and_test(item.mutations, command, limit)
    for compiled in set(cache.glob("*")) - before:
        shutil.rmtree(compiled, ignore_errors=True)
    return result
