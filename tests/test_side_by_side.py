"""A run of tests goes on where a process of it dies, and ends."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCHEDULER = """
from tests.side_by_side import WholeFiles

def pytest_xdist_make_scheduler(config, log):
    return WholeFiles(config, log)
"""
# A process is given more only when it has died.
GIVEN_LATE = """
import time
from xdist.workermanage import WorkerController

send, given = WorkerController.send_runtest_some, set()

def when_dead(node, indices):
    if node.gateway.id in given & {"gw0", "gw1"}:
        while not node._down:
            time.sleep(0.01)
    given.add(node.gateway.id)
    send(node, indices)

WorkerController.send_runtest_some = when_dead
"""
QUIET = "def test_one(): pass\n"
THREE = QUIET + "def test_two(): pass\ndef test_three(): pass\n"
DIES = "import os\ndef test_one(): os._exit(3)\n"
DIES_LAST = QUIET + "import os\ndef test_two(): pass\ndef test_three(): os._exit(3)\n"
DIES_SECOND = QUIET + "import os\ndef test_two(): os._exit(3)\ndef test_three(): pass\n"
# Of two processes that take the places of others, one has found its tests before the other.
FOUND_LATE = """
import os, time
if os.environ["PYTEST_XDIST_WORKER"] == "gw2":
    time.sleep(1)
def test_one(): pass
"""
# It fails, and what tidies up after it waits for ever.
HANGS = """
import threading
import pytest
from tests import limits

@pytest.fixture
def endless():
    yield
    threading.Event().wait()

def test_one(endless):
    limits.LIMIT = 0.1
    assert False, "as it should"

def test_two(): pass
"""


@pytest.fixture
def run(tmp_path):
    """A function that runs files of tests in two processes, and gives what is told."""
    def run_them(*files, more=""):
        (tmp_path / "conftest.py").write_text(SCHEDULER + more)
        for number, file in enumerate(files):
            (tmp_path / f"test_{number}.py").write_text(file)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadfile", "-rf",
             "-p", "xdist.plugin", "-p", "tests.limits"],
            cwd=tmp_path, timeout=300, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
        assert done.returncode == 1, done.stdout
        return done.stdout
    return run_them


@pytest.mark.parametrize(("files", "failed", "passed"), [
    pytest.param([THREE, THREE, DIES, THREE, QUIET, QUIET, QUIET, THREE],
                 ["test_2.py::test_one"], 15, id="alone in its file"),
    pytest.param([THREE, DIES_LAST], ["test_1.py::test_three"], 5, id="the last of all"),
    pytest.param([DIES, DIES, QUIET, QUIET, QUIET],
                 ["test_0.py::test_one", "test_1.py::test_one"], 3, id="all processes"),
    pytest.param([DIES, DIES, FOUND_LATE, QUIET, QUIET],
                 ["test_0.py::test_one", "test_1.py::test_one"], 3, id="one ready late")])
def test_all_but_the_test_in_which_a_process_died_is_run(run, files, failed, passed):
    told = run(*files)
    assert f" {len(failed)} failed, {passed} passed" in " " + told, told
    for test in failed:
        assert f"FAILED {test} - worker" in told, told


def test_what_hangs_after_a_failure_ends_the_process_and_says_where(run):
    told = run(HANGS, THREE, QUIET)
    assert "in endless" in told and "test_0.py::test_one" in told, told
    assert "5 passed" in told, told


def test_no_run_ends_because_a_process_dies_while_it_is_given_more(run):
    told = run(DIES_SECOND, DIES_SECOND, QUIET, QUIET, QUIET, more=GIVEN_LATE)
    assert " 2 failed, 7 passed" in told, told
