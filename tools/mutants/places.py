"""Where things lie: sources, copies of them to plant faults in, what former runs have found."""
from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "mutants"
LISTS = ROOT / "tests" / "mutants"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", "dist", "site", "node_modules",
                                  "__pycache__", ".*_cache", ".hypothesis")


def copied(name: str) -> Path:
    """A fresh copy of the project, without what is built or installed, but with the built pages."""
    folder = WORK / name / "tree"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT, symlinks=True)
    return folder


def list_of(folder: Path) -> Path:
    """Where the list of a folder's survivors lies."""
    return LISTS / f"{'.'.join(folder.with_suffix('').parts)}.txt"


def fingerprint(*folders: Path) -> str:
    """A name for the sources in some folders, or for some files."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in [folder] if folder.is_file() else sorted(folder.rglob("*")):
            if path.suffix in (".py", ".ts", ".svelte", ".md", ".json", ".txt") and (
                    "node_modules" not in path.parts and LISTS not in path.parents):
                digest.update(f"{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def tests_of(folder: Path) -> Path:
    """The tests of a part of the package: what has its name in tests/, or is nearest above it.

    Raises:
        ValueError: if there are none.
    """
    parts = folder.with_suffix("").parts[2:]
    for length in range(len(parts), 0, -1):
        *above, name = parts[:length]
        for found in (ROOT.joinpath("tests", *above, name),
                      ROOT.joinpath("tests", *above, f"test_{name}.py")):
            if found.exists():
                return found.relative_to(ROOT)
    raise ValueError(f"there are no tests of {folder}; name some with TESTS=")
