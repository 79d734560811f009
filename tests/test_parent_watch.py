"""Processes end with the one that started them, even if it is killed (base/parent_watch.py)."""
import subprocess
import sys

import pytest

from .helpers import PATIENCE

# Each begins a process that says "ready" and then waits for ever, and itself waits for it.
STARTED = """
import subprocess, sys
child = ("from eckstein.base.parent_watch import end_with_parent; end_with_parent();"
         "import threading; print('ready', flush=True); threading.Event().wait()")
subprocess.Popen([sys.executable, "-c", child], stdin=subprocess.PIPE).wait()
"""
POOLED = """
import sys, threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from eckstein.base.parent_watch import end_with_parent
if __name__ == "__main__":
    with ProcessPoolExecutor(1, get_context("spawn"), end_with_parent) as pool:
        pool.submit(print, "ready", flush=True).result()
        threading.Event().wait()
"""


@pytest.mark.parametrize("program", [STARTED, POOLED])
def test_a_child_ends_when_its_parent_is_killed(program, tmp_path):
    (tmp_path / "program.py").write_text(program)
    parent = subprocess.Popen([sys.executable, str(tmp_path / "program.py")],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert parent.stdout.readline() == "ready\n"
    parent.kill()
    # The child holds standard output, too: it ends only when both have.
    assert parent.communicate(timeout=PATIENCE) == ("", None)
