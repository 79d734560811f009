"""Libraries that another process is making: which, and when each is likely to be there.

The process that makes them announces them in a file beside the libraries, again and again.  Other
processes read it there, so that they wait for a library instead of compiling the same once more,
and can say how long.  The library that is asked for is made next.
"""
import contextlib
import json
import math
import time
from collections.abc import Mapping

from ..base.files import save_text
from . import binding

FILE, ASKED = "coming.json", "coming-next"
STALE = 60.0                # seconds after which an announcement is of a process that was killed
STEP = 5                    # seconds are given in steps of so many


def announce(seconds: Mapping[str, float]) -> None:
    """Say which libraries are being made.

    Args:
        seconds: by how their files begin (`binding.file_stem`), in how many seconds each is likely
            to be there.
    """
    binding.FOLDER.mkdir(parents=True, exist_ok=True)
    save_text(binding.FOLDER / FILE, json.dumps({"at": time.time(), "seconds": dict(seconds)}))


def withdraw() -> None:
    """Say that no more libraries are being made."""
    for name in (FILE, ASKED):
        (binding.FOLDER / name).unlink(missing_ok=True)


def coming() -> dict[str, int]:
    """The libraries that are being made, with the seconds until each is likely to be there."""
    try:
        told = json.loads((binding.FOLDER / FILE).read_text(encoding="utf-8"))
        age, seconds = time.time() - told["at"], told["seconds"]
        if not 0 <= age <= STALE:
            return {}
        return {stem: max(STEP, STEP * math.ceil((left - age) / STEP))
                for stem, left in seconds.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def ask_for(stem: str) -> None:
    """Let a library be made before the others."""
    with contextlib.suppress(OSError):      # then it is made in its turn
        save_text(binding.FOLDER / ASKED, stem)


def asked_for() -> str:
    """How the files of the library begin that was last asked for; or ""."""
    try:
        return (binding.FOLDER / ASKED).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
