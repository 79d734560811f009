"""Where compiled code is stored: one directory for each state of the sources and of the tools.

The folder is `$ECKSTEIN_CACHE`, else `eckstein` under `$XDG_CACHE_HOME` or `~/.cache`; nothing is
stored where `$ECKSTEIN_CACHE` is `off`.
"""
import contextlib
import functools
import hashlib
import os
import shutil
import sys
import tempfile
import time
import warnings
from pathlib import Path

from .described import WEIGHTS_FILE

KEPT = 4                    # directories of former sources that stay in any case
UNUSED_DAYS = 14            # the others are deleted if unused for so long


class CacheWarning(UserWarning):
    """Compiled code cannot be stored."""


def base() -> Path:
    """The folder under which all compiled code lies."""
    if chosen := os.environ.get("ECKSTEIN_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "eckstein"


@functools.cache
def root(folders: tuple[str, ...]) -> Path | None:
    """The directory for the sources in these folders, or None (with a warning) if unwritable."""
    if os.environ.get("ECKSTEIN_CACHE") == "off":
        return None
    directory = base() / fingerprint(folders)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
        os.utime(directory)
    except OSError as error:
        warn(error.strerror or str(error), directory)
        return None
    prune()
    return directory


@functools.cache
def warn(reason: str, directory: Path) -> None:
    """Say once that compiled code cannot be stored."""
    warnings.warn("compiled code is not kept, so every start compiles again: "
                  f"{reason} ({directory})", CacheWarning, stacklevel=1)


def fingerprint(folders: tuple[str, ...]) -> str:
    """A name for these sources together with everything else that compiled code depends on."""
    import llvmlite
    import numba
    settings = (numba.__version__, llvmlite.__version__, sys.version, numba.config.BOUNDSCHECK,
                numba.config.OPT, numba.config.DISABLE_JIT)
    digest = hashlib.sha256(repr(settings).encode())
    for folder in folders:
        for path in sorted(Path(folder).glob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    with contextlib.suppress(OSError):      # reported where the weights are needed
        digest.update(Path(os.environ.get(WEIGHTS_FILE) or os.devnull).read_bytes())
    return "code-" + digest.hexdigest()[:16]


def prune() -> None:
    """Remove directories that have long been unused; another process may be doing the same."""
    try:
        found = sorted(base().glob("code-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        oldest = time.time() - UNUSED_DAYS * 86400
        for path in found[KEPT:]:
            if path.stat().st_mtime < oldest:
                shutil.rmtree(path, ignore_errors=True)
    except OSError:
        pass
