"""What is generated from the types of the wire (`eckstein.wire`): types for the pages, which are in
no repository, and the tables of docs/server-api.md.  Entered by `python -m tools.wire`.
"""
from __future__ import annotations

from pathlib import Path

from . import tables, typescript

ROOT = Path(__file__).parents[2]
TYPES, PAGE = ROOT / "web" / "wire" / "types.ts", ROOT / "docs" / "server-api.md"


def text_of(path: Path) -> str:
    """What TYPES or PAGE has to hold."""
    return (typescript.source() if path == TYPES
            else tables.filled_in(PAGE.read_text(encoding="utf-8")))
