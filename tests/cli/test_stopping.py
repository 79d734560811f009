"""Ctrl-C and SIGTERM: every command ends, with status 130, and leaves nothing running."""
import os
import pty
import re
import signal
import subprocess
import sys
import threading

import pytest

from eckstein.base.processes import WorkerDiedError, worker_processes
from eckstein.cli import engine_commands, run

from ..helpers import PATIENCE, first

# Two workers that never come to an end, of a program that has come to the end of its work.
WORKERS = """
import signal, sys, threading
from concurrent.futures import ProcessPoolExecutor
from eckstein import cli
from eckstein.base.processes import Spawning, worker_processes

def work():
    print("working", flush=True)
    threading.Event().wait()

def run(arguments):
    with worker_processes(2) as pool:
        for task in [pool.submit(work), pool.submit(work)]:
            task.result()

def interrupted(*_, **__):
    print("once more", flush=True)
    signal.raise_signal(signal.SIGINT)

if __name__ == "__main__":
    WHERE = interrupted
    cli.run = run
    cli.main()
"""
# What a second Ctrl-C comes before.
PLACES = ["Spawning.kill", "ProcessPoolExecutor.shutdown"]


def begun(*words, **streams):
    """A command that has begun, in a group of its own, as that of a shell is."""
    return subprocess.Popen([sys.executable, "-m", "eckstein", *words], start_new_session=True,
                            **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE,
                               "stderr": subprocess.PIPE} | streams)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(("words", "typed", "waited_for", "told"), [
    (["engine"], "uci\n", b"uciok\n", ""),
    (["engine"], "isready\ngo infinite\n", b"info ", ""),
    (["analyse", "contra", "--time", "1000", "--json"], "", b'{"depth":',
     "stopped; this is what was found"),
    (["analyse", "contra", "--time", "0.001", "--compare", "mcts,time=1000"], "", b"depth ",
     "stopped; this is what was found"),
    (["query"], '{"game": "contra"}\n', b"{", ""),
    (["play", "contra", "--plain"], "", b"Type a move, or help.", ""),
    (["lessons", "contra"], "", b"Task 1 of", ""),
    (["puzzle", "contra"], "", b"Puzzle ", "")])
def test_a_command_that_is_stopped_says_so_in_its_status(tmp_path, monkeypatch, number, words,
                                                         typed, waited_for, told):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    # Without buffers, whatever is printed can be waited for.
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    command = begun(*words)
    command.stdin.write(typed.encode())
    command.stdin.flush()
    while not command.stdout.readline().startswith(waited_for):
        assert command.poll() is None, command.communicate()
    command.send_signal(number)
    _, err = command.communicate(timeout=PATIENCE)
    assert command.returncode == 130, err.decode()
    assert told in err.decode()
    assert "Traceback" not in err.decode()


@pytest.mark.parametrize("number", first(1, [signal.SIGINT, signal.SIGTERM]))
@pytest.mark.parametrize(("words", "waited_for"), [
    (["puzzles", "make", "contra", "--count", "300", "--jobs", "2"], rb"/s "),
    (["book", "make", "contra", "--positions", "3000", "--jobs", "2"], rb"[1-9]/3000"),
    (["data", "make", "contra", "--games", "3000", "--player", "greedy", "--jobs", "2"],
     rb"[1-9]/3000")])
def test_makers_with_workers_can_be_stopped_twice(tmp_path, words, waited_for, number):
    terminal, line = pty.openpty()          # for only there a bar is drawn that can be waited for
    maker = begun(*words, "--out", str(tmp_path / "made"), stderr=line)
    os.close(line)
    seen = b""
    while not re.search(waited_for, seen):
        seen += os.read(terminal, 4096)
    maker.send_signal(number)
    maker.send_signal(number)
    maker.communicate(timeout=PATIENCE)
    assert maker.returncode == 130
    os.close(terminal)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("place", PLACES)
def test_workers_that_are_busy_end_though_their_end_is_interrupted(tmp_path, number, place):
    (tmp_path / "program.py").write_text(WORKERS.replace("WHERE", place))
    program = subprocess.Popen([sys.executable, str(tmp_path / "program.py")],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert [program.stdout.readline() for _ in range(2)] == [b"working\n"] * 2
    program.send_signal(number)
    out, _ = program.communicate(timeout=PATIENCE)      # which workers hold, too
    assert (program.returncode, out) == (130, b"once more\n")


def test_a_worker_that_dies_is_told_in_a_sentence():
    with pytest.raises(WorkerDiedError, match="a process that worked for this one has died"), (
            worker_processes(1)) as pool:
        pool.submit(os._exit, 3).result()


def test_ctrl_c_while_text_is_run_as_code_is_told_in_the_status_too(tmp_path):
    (tmp_path / "program.py").write_text("""
import signal
from eckstein import cli

def run(arguments):
    try:
        exec("signal.raise_signal(signal.SIGINT)")
    except KeyboardInterrupt:
        return 130

cli.run = run
cli.main()
""")
    # A program by its file ends by another way than a module.
    program = subprocess.run([sys.executable, "-m", "program"], cwd=tmp_path, timeout=PATIENCE)
    assert program.returncode == 130


def test_a_lock_that_ctrl_c_left_untaken_is_no_fault(monkeypatch, capsys):
    def broken(*_):
        lock = threading.Lock()
        with lock:
            lock.release()
            raise KeyboardInterrupt
    monkeypatch.setattr(engine_commands, "_analyse_position", broken)
    assert run(["analyse", "contra"]) == 130
    assert capsys.readouterr().err == "stopped\n"
