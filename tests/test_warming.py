"""Compiling ahead, side by side (kernel/warming.py)."""
import os
import signal
import subprocess
import sys

import pytest

from eckstein.kernel import warming
from eckstein.kernel.warming import is_compiled

pytestmark = pytest.mark.usefixtures("by_numba")

PROGRAM = """
import subprocess, sys
from eckstein.kernel import warming
from eckstein.kernel.specialise import cache_folder
begun = []
popen = subprocess.Popen
def start(*arguments, **more):
    begun.append(popen(*arguments, **more))
    return begun[-1]
warming.subprocess.Popen = start
warming.os.cpu_count = lambda: 2
if "broken" in sys.argv:
    sys.executable = "false"
warming.load("contra", {"arrival_wins": True}, ["search.play.perft", "search.play.playing"])
folder = cache_folder("contra", arrival_wins=True)
marks = folder and [(folder / name).exists()
                    for name in ("search.play.perft", "search.play.playing")]
print(len(begun), [one.returncode for one in begun], marks)
"""


def run(cache, *words):
    """What the program says with this cache."""
    told = subprocess.run([sys.executable, "-c", PROGRAM, *words], text=True, timeout=120,
                          capture_output=True, check=True,
                          env=os.environ | {"ECKSTEIN_CACHE": str(cache)})
    return told.stdout.strip()


def test_what_is_missing_is_compiled_by_two_processes_and_then_only_loaded(tmp_path):
    assert run(tmp_path) == "1 [0] [True, True]"
    assert run(tmp_path) == "0 [] [True, True]"


@pytest.mark.long
def test_without_the_other_process_all_is_compiled_here(tmp_path):
    assert run(tmp_path, "broken") == "1 [1] [True, True]"


@pytest.mark.long
def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path):
    (tmp_path / "file").touch()
    assert run(tmp_path / "file") == "0 [] None"


class StopError(Exception):
    """In place of Ctrl-C."""


def stop(seconds):
    raise StopError


def test_compiling_that_is_stopped_leaves_no_process(monkeypatch, tmp_path):
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path))
    monkeypatch.setattr(warming.time, "sleep", stop)
    begun, start = [], subprocess.Popen
    monkeypatch.setattr(warming.subprocess, "Popen",
                        lambda *words, **more: begun.append(start(*words, **more)) or begun[-1])
    with pytest.raises(StopError):
        list(warming.warm(["contra", "ecke", "pur"], 2))
    assert [one.returncode for one in begun] == [-signal.SIGKILL] * 2


def test_each_game_is_compiled_and_told(monkeypatch):
    monkeypatch.setattr(warming, "TEMPLATES", ["search.play.perft"])
    found = dict(warming.warm(["contra", "ecke", "pur"], 2))
    assert sorted(found) == ["contra", "ecke", "pur"]
    assert all(is_compiled(game, {}, ["search.play.perft"]) for game in found)


def test_what_cannot_be_compiled_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setattr(warming, "TEMPLATES", ["search.nothing"])
    with pytest.raises(ValueError, match="contra could not be compiled: ModuleNotFoundError"):
        list(warming.warm(["contra"], 1))


def test_what_is_compiled_is_known(monkeypatch, tmp_path):
    monkeypatch.setattr(warming, "cache_folder", lambda game, **options: tmp_path)
    (tmp_path / "search.play.perft").touch()
    assert is_compiled("contra", {}, ["search.play.perft"])
    assert not is_compiled("contra", {}, ["search.play.perft", "search.play.proof"])
    monkeypatch.setattr(warming, "cache_folder", lambda game, **options: None)
    assert not is_compiled("contra", {}, ["search.play.perft"])
