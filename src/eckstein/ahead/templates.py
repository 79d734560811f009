"""Which searches a library holds."""
from __future__ import annotations

from pathlib import Path

from ..kernel.specialise import Wing

FOLDER = Path(__file__).parent.parent / "search"
# Searches to play by that work in one memory with some to solve by.
BOTH = ("search.play.bounded", "search.play.proof")


def searches_of(wing: Wing) -> tuple[str, ...]:
    """The searches of a library to play by, or of one to solve by."""
    own = sorted(f"search.{wing}.{path.stem}" for path in (FOLDER / wing).glob("[a-z]*.py"))
    return (*own, *BOTH) if wing == "solve" else tuple(own)
