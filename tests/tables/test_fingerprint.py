"""By what rules a table was built: what counts is code, not what is said about it."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import eckstein

TOLD = "from eckstein.engine.tables.endings import fingerprint; print(fingerprint('duell', ()))"


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A copy of the package's sources."""
    return shutil.copytree(
        Path(eckstein.__file__).parent, tmp_path_factory.mktemp("sources") / "eckstein",
        ignore=shutil.ignore_patterns("web", "libraries", "table_files", "*.pyc"))


def told(sources):
    """The fingerprint of Duell by these sources."""
    return subprocess.run([sys.executable, "-c", TOLD], capture_output=True, text=True, check=True,
                          env=os.environ | {"PYTHONPATH": str(sources.parent)}).stdout


@pytest.mark.parametrize(("file", "old", "new", "same"), [
    ("games/duell/__init__.py", '"""Duell', '"""A dozen dice: Duell', True),
    ("games/duell/endings.py", "\n\n\n", "\n\n\n# What is said here changes nothing.\n", True),
    ("games/duell/rolling_back.py", "kernel, lookup\n", "kernel, lookup as lookup\n", True),
    ("games/duell/knowledge.py", "SWING = ", "SWING = 1 + ", True),
    ("games/duell/__init__.py", "SPLIT = 50 ", "SPLIT = 40 ", False),
    ("games/_dice_endings.py", "HALF = 12", "HALF = 6 + 6", False),
    ("kernel/dice.py", "(east, north, 7 - top)", "(north, 7 - top, east)", False)])
def test_code_counts_and_what_is_said_about_it_does_not(sources, file, old, new, same):
    before, path = told(sources), sources / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    try:
        assert (told(sources) == before) is same
    finally:
        path.write_text(text, encoding="utf-8")
