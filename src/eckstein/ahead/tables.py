"""The tables of endings that the package contains: all small ones, by default rules.

Each is built as a user would build it, in a process and a folder of its own, with the libraries
that have just been made.
"""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ..base.user_paths import tables_folder
from ..engine.tables.endings import SMALL, Ending, endings_of
from ..engine.tables.table_file import is_sound
from ..kernel.options import complete
from .build import Job


def wanted(jobs: Sequence[Job]) -> list[Ending]:
    """The endings of these games with tables that are missing, or made from other sources."""
    return [ending for game, options, wing in jobs if wing == "solve"
            for ending in endings_of(game, complete(game, options))
            if is_contained(ending) and not is_sound(ending, place_of(ending))]


def is_contained(ending: Ending) -> bool:
    """Whether the package contains the table of an ending."""
    return ending.entries <= SMALL and not ending.options


def place_of(ending: Ending) -> Path:
    """Where the package has the table of an ending."""
    return tables_folder() / ending.place


def make(ending: Ending, target: Path, jobs: int = 1, check: bool = False) -> None:
    """Build a table.

    Args:
        ending: of which.
        target: the file; its folder is made if it is not there.
        jobs: how many threads solve and check it.
        check: whether every entry is checked, too.

    Raises:
        ChildProcessError: if it cannot be built, or is not right; with what was said last.
    """
    with tempfile.TemporaryDirectory() as folder:
        _run(ending, folder, "build", "--jobs", str(jobs))
        if check:
            _run(ending, folder, "check", "--jobs", str(jobs))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(Path(folder, "tables") / ending.place, target)


def _run(ending: Ending, folder: str, command: str, *more: str) -> None:
    """Let a command do something to the table of an ending in a folder of data of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "ECKSTEIN_LIFE"}
    words = ["eckstein", "tables", command, *ending.words.split(), *more]
    done = subprocess.run([sys.executable, "-m", *words], text=True, capture_output=True,
                          env=environment | {"ECKSTEIN_DATA": folder})
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no reason was given"]
        raise ChildProcessError(f"{' '.join(words)}: {lines[-1]}")
