"""Which searches a library holds."""
from __future__ import annotations

from pathlib import Path

from ..kernel.specialise import Wing
from ..lab.proofs.rows import TOGETHER

FOLDER = Path(__file__).parent.parent / "search"


def searches_of(wing: Wing) -> tuple[str, ...]:
    """The searches of a library: those of a folder, and to solve by, those to play by that the
    others work in one memory with.
    """
    own = sorted(f"search.{wing}.{path.stem}" for path in (FOLDER / wing).glob("[a-z]*.py"))
    both = [one for one in TOGETHER if one.startswith("search.play.")]
    return (*own, *both) if wing == "solve" else tuple(own)


def files_of(wing: Wing) -> set[str]:
    """The files that these searches are in, as descriptions of libraries name sources."""
    return {f"{name.replace('.', '/')}.py" for name in searches_of(wing)}
