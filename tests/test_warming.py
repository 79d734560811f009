"""Compiling ahead, side by side (warming.py)."""
import os
import subprocess
import sys

PROGRAM = """
import subprocess, sys
from eckstein import warming
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
warming.load("contra", {"arrival_wins": True}, ["search.perft", "search.playing"])
folder = cache_folder("contra", arrival_wins=True)
marks = folder and [(folder / name).exists() for name in ("search.perft", "search.playing")]
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


def test_without_the_other_process_all_is_compiled_here(tmp_path):
    assert run(tmp_path, "broken") == "1 [1] [True, True]"


def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path):
    (tmp_path / "file").touch()
    assert run(tmp_path / "file") == "0 [] None"
