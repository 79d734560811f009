"""What is generated from the types of the wire (`eckstein.wire`): types for the pages, the
description of the HTTP API, and tables of the documentation.  Entered by `python -m tools.wire`.
"""
from __future__ import annotations

import json
from pathlib import Path

from eckstein.server.http.api_server import description

from . import tables, typescript

ROOT = Path(__file__).parents[2]


def files() -> dict[Path, str]:
    """The text of every file that is generated, or holds something that is."""
    page = ROOT / "docs" / "server-api.md"
    return {ROOT / "web" / "wire" / "types.ts": typescript.source(),
            ROOT / "docs" / "openapi.json": json.dumps(description(), indent=1,
                                                       ensure_ascii=False) + "\n",
            page: tables.filled_in(page.read_text(encoding="utf-8"))}
