"""Commands are heard whatever the engine is busy with (engine/listening.py)."""
import os
import queue
import subprocess
import sys
import threading

import pytest

from eckstein.engine.listening import Listener

from .talk import PATIENCE

COMMAND = [sys.executable, "-m", "eckstein", "engine"]


class Lines:
    """A stream whose lines come when they are sent; "" is its end."""

    def __init__(self, *lines):
        self._lines = queue.Queue()
        self.send(*lines)

    def send(self, *lines):
        for line in lines:
            self._lines.put(line)

    def readline(self, most):
        return self._lines.get(timeout=PATIENCE)


@pytest.fixture
def left():
    """A queue of what was said when the program was left."""
    return queue.Queue()


@pytest.mark.parametrize(("last", "has_quit"), [("quit\n", True), (" quit now\n", True),
                                                ("", False)])
def test_the_end_is_heard_during_deaf_work(left, last, has_quit):
    lines = Lines("isready\n")
    listener = Listener(lines, left.put)
    heard = iter(listener)
    assert next(heard) == "isready\n"
    with listener.deaf():
        assert left.empty()
        lines.send(last)
        assert left.get(timeout=PATIENCE) is has_quit


def test_an_end_that_was_heard_before_leaves_when_deaf_work_begins(left):
    listener = Listener(Lines("isready\n", "quit\n"), left.put)
    assert list(listener) == ["isready\n"]
    assert left.empty()
    with listener.deaf():
        assert left.get(timeout=PATIENCE)


def test_the_end_leaves_nothing_unless_there_is_deaf_work(left):
    lines = Lines("isready\n")
    listener = Listener(lines, left.put)
    heard = iter(listener)
    next(heard)
    with listener.deaf():
        pass
    lines.send("d\n", "")
    assert list(heard) == ["d\n"]
    assert left.empty() and not listener.has_quit


def test_nothing_is_read_after_quit(left):
    lines = Lines("quit\n", "uci\n")
    assert list(Listener(lines, left.put)) == []
    assert lines.readline(0) == "uci\n"


# As a program that has to compile first.

@pytest.fixture
def uncompiled(tmp_path):
    """A function that gives an engine an input and its end, and returns what it answers."""
    def answers(*lines):
        done = subprocess.run(
            COMMAND, input="\n".join([*lines, ""]), capture_output=True, text=True, check=False,
            timeout=PATIENCE, env=os.environ | {"ECKSTEIN_LIFE": "jit",
                                                "ECKSTEIN_CACHE": str(tmp_path)})
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines()
    pytest.importorskip("numba")
    return answers


@pytest.mark.parametrize("command", ["isready", "go depth 1", "go mate 1", "selftest",
                                     "go perft 4"])
def test_quit_ends_it_while_it_compiles(uncompiled, command):
    assert uncompiled(command, "quit") == []


@pytest.mark.parametrize("command", ["isready", "go depth 1"])
def test_the_end_of_input_ends_it_while_it_compiles(uncompiled, command):
    assert uncompiled(command) == [
        "info string error the input ended while the game was being compiled; leave it open until "
        "the answer has come, or compile first with: eckstein warm"]


def test_commands_before_quit_are_obeyed(uncompiled):
    assert uncompiled("position text CWd3va7", "d", "quit")[-1] == "info string CWd3va7"


def test_whoever_has_no_threads_reads_all_the_same(left, monkeypatch):
    monkeypatch.setattr("eckstein.engine.listening.has_threads", lambda: False)

    def refused(*_, **__):
        raise RuntimeError("can't start new thread")
    monkeypatch.setattr(threading.Thread, "start", refused)
    assert list(Listener(Lines("d\n", "quit\n"), left.put)) == ["d\n"]
