"""Libraries are cached, so that the same ones are not made twice.

They lie beside other compiled code (kernel/cache.py): under the name of the game with its options,
a folder for each state of the sources and of what makes libraries of them.  So sources that were
compiled before, or a second copy of them, need no more time.
"""
from __future__ import annotations

import functools
import os
import shutil
import time
from collections.abc import Sequence, Set
from importlib.metadata import version
from pathlib import Path

import msgspec

from ..base.files import save_bytes
from ..kernel import cache
from ..kernel.binding import HOME
from ..kernel.described import Described, Library, digest, digest_of

MAKERS = ("llvmlite", "numba", "ziglang")
DESCRIPTION = "described.json"


def fetch(stem: str, targets: Sequence[str], folder: Path, needed: Set[str] = frozenset()) -> bool:
    """Put kept libraries of the sources as they are into a folder, with their description.

    Args:
        stem: how their files begin.
        targets: the platforms that are wanted.
        folder: where they go.
        needed: sources that they must have been made of, among others.

    Returns:
        Whether there were some for all these platforms.
    """
    for place in _places(stem):
        found = _described(place)
        if (found is None or place.name != _state(found)
                or not set(targets) <= found.libraries.keys()
                or not needed <= found.sources.keys()
                or any(digest_of(HOME / name) != known for name, known in found.sources.items())
                or not all(is_sound(place, one) for one in found.libraries.values())):
            continue
        folder.mkdir(parents=True, exist_ok=True)
        for one in found.libraries.values():
            shutil.copyfile(place / one.file, folder / one.file)
        save_bytes(folder / f"{stem}.json", msgspec.json.encode(found))
        os.utime(place)
        return True
    return False


def is_sound(folder: Path, library: Library) -> bool:
    """Whether the file of a library lies in a folder as it was made."""
    path = folder / library.file
    return path.is_file() and digest(path.read_bytes()) == library.digest


def keep(stem: str, folder: Path) -> None:
    """Cache the libraries of a game from a folder, and delete those that were unused for long."""
    home, found = _home(), _described(folder, f"{stem}.json")
    if home is None or found is None:
        return
    place = home / stem / _state(found)
    place.mkdir(parents=True, exist_ok=True)
    for one in found.libraries.values():
        save_bytes(place / one.file, (folder / one.file).read_bytes())
    save_bytes(place / DESCRIPTION, msgspec.json.encode(found))
    oldest = time.time() - cache.UNUSED_DAYS * 86400
    for old in _places(stem)[cache.KEPT:]:
        if old.stat().st_mtime < oldest:
            shutil.rmtree(old, ignore_errors=True)


def _home() -> Path | None:
    return None if os.environ.get("ECKSTEIN_CACHE") == "off" else cache.base() / "libraries"


def _places(stem: str) -> list[Path]:
    """The states that are kept, the one that was used last first."""
    home = _home()
    if home is None or not (home / stem).is_dir():
        return []
    return sorted((home / stem).iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)


def _described(place: Path, name: str = DESCRIPTION) -> Described | None:
    try:
        return msgspec.json.decode((place / name).read_bytes(), type=Described)
    except (OSError, msgspec.DecodeError):
        return None


def _state(found: Described) -> str:
    """A name for the sources of libraries, and for what makes libraries of them."""
    return digest(msgspec.json.encode((sorted(found.sources.items()), _makers())))


@functools.cache
def _makers() -> list[str]:
    own = sorted(Path(__file__).parent.glob("*.[pc]*"))
    return [*(digest_of(path) for path in own if path.is_file()),
            *(version(name) for name in MAKERS)]
