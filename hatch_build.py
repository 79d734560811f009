"""What has to be there before a package is made: the built pages; installing them needs no Node."""
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = "src/eckstein/web"
NEEDED = ("app/index.html", "app/THIRD-PARTY-NOTICES.md", "board.js", "board-hands.js",
          "board-german.js", "board-whole.js")


class PagesHook(BuildHookInterface):
    """Refuses to make a package without the built pages; an editable installation needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raise SystemExit unless every built file is there and not empty."""
        if version == "editable":
            return
        for name in NEEDED:
            path = Path(self.root, PAGES, name)
            if not path.is_file() or not path.stat().st_size:
                raise SystemExit(f"{PAGES}/{name} is missing: build the pages first (make web)")
