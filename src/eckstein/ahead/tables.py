"""The tables of endings that packages contain: all small ones, of the games that are compiled.

Each is built as a user would build it, in a process and a folder of its own, with the libraries
that have just been made.
"""
from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ..options import complete
from ..tables.endings import Ending, endings_of
from ..tables.table_file import Table, TableError
from .build import Job

MOST = 2_000_000            # entries; such a table takes less than 300,000 bytes


def wanted(jobs: Sequence[Job]) -> list[Ending]:
    """The endings of these games whose tables are missing, or made from other sources."""
    return [ending for game, options in jobs for ending in endings_of(game, complete(game, options))
            if ending.entries <= MOST and not _is_made(ending)]


def _is_made(ending: Ending) -> bool:
    with contextlib.suppress(FileNotFoundError, TableError):
        Table(ending, ending.shipped).close()
        return True
    return False


def make(ending: Ending) -> None:
    """Build one of these tables.

    Raises:
        ChildProcessError: if it cannot be built; with what was said last.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if name != "ECKSTEIN_LIFE"}
        done = subprocess.run([sys.executable, "-m", *ending.command.split()], text=True,
                              capture_output=True, env=environment | {"ECKSTEIN_DATA": folder})
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["no reason was given"]
            raise ChildProcessError(f"the table of {ending} could not be built: {lines[-1]}")
        built = Path(folder, ending.path.relative_to(ending.path.parents[2]))
        ending.shipped.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(built, ending.shipped)
