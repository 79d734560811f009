"""Engines of others end with whoever started them, and all that they started (base/guard.py)."""
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from eckstein.base import guard

from .helpers import PATIENCE

DEAF = Path(__file__).parent / "deaf_engine.py"
LAUNCH = """
import sys
from eckstein import Board
from eckstein.engine.client import Engine
from eckstein.engine.limits import Limits
with Engine.launch([sys.executable, sys.argv[1]]) as engine:
    engine.play(Board("contra"), Limits(infinite=True))
"""


@pytest.fixture
def pipe(tmp_path, monkeypatch):
    """The reading end of a pipe that a deaf engine and its child hold open."""
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setenv("DEAF_PIPE", str(tmp_path / "pipe"))
    # Both ends are opened, so that opening one waits for nobody.
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    with open(reader, "rb") as stream:
        yield stream


def wait_for(process, stream):
    """Wait until an engine thinks."""
    while not (line := stream.readline()):      # until there is a writer, this reads nothing
        assert process.poll() is None, process.communicate()
    assert line == b"thinking\n"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_program_that_drives_a_deaf_engine_does_not_leave_it_behind(pipe, number):
    program = subprocess.Popen([sys.executable, "-c", LAUNCH, str(DEAF)], stderr=subprocess.PIPE)
    wait_for(program, pipe)
    program.send_signal(number)
    program.communicate(timeout=PATIENCE)
    assert pipe.read() == b""           # which ends when engine and child have ended


@pytest.mark.parametrize(("number", "status"), [
    (signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 130), (signal.SIGINT, 130)])
def test_a_match_does_not_leave_a_deaf_engine_behind(pipe, tmp_path, number, status):
    match = subprocess.Popen(
        [sys.executable, "-m", "eckstein", "match", "contra", f"cmd:{sys.executable} {DEAF}",
         "random", "--nodes", "1", "--record", str(tmp_path / "games.txt")],
        stderr=subprocess.PIPE)
    wait_for(match, pipe)
    match.send_signal(number)
    match.communicate(timeout=PATIENCE)
    assert match.returncode == status
    assert pipe.read() == b""


def child():
    """A process in a session of its own, whose output ends with it."""
    return subprocess.Popen(["sleep", "3600"], stdout=subprocess.PIPE, start_new_session=True)


def test_a_guard_that_died_is_replaced_by_one_that_knows_all(monkeypatch):
    monkeypatch.setattr(guard, "_guards", [])
    monkeypatch.setattr(guard, "_watched", set())
    one, forgotten, other = child(), child(), child()
    guard.watch(one.pid)
    guard.watch(forgotten.pid)
    [first] = guard._guards
    first.kill()
    first.wait()
    guard.forget(forgotten.pid)
    guard.watch(other.pid)
    [second] = guard._guards
    assert second is not first
    second.communicate(timeout=PATIENCE)        # closes the pipe, as our end would
    assert (one.wait(PATIENCE), other.wait(PATIENCE)) == (-signal.SIGKILL, -signal.SIGKILL)
    assert forgotten.poll() is None
    forgotten.kill()
    for process in (one, forgotten, other):
        process.communicate()


def test_a_guard_hears_no_signal_that_ends_others(monkeypatch):
    monkeypatch.setattr(guard, "_guards", [])
    monkeypatch.setattr(guard, "_watched", set())
    one = child()
    guard.watch(one.pid)
    [found] = guard._guards
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        found.send_signal(number)
    found.communicate(timeout=PATIENCE)
    assert one.wait(PATIENCE) == -signal.SIGKILL
    one.communicate()
