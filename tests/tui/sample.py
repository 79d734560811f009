"""The screen that docs/full-screen.md shows.

    python -m tests.tui.sample        puts it there anew
"""
import os
import re
import tempfile
from pathlib import Path

from eckstein.base.files import save_text

from .helpers import SMALL, on_screen, session_of, walk_to

PAGE = Path(__file__).parents[2] / "docs" / "full-screen.md"
SHOWN = re.compile(r'(?<=^```text title="eckstein play contra"\n).*?(?=^```$)',
                   re.MULTILINE | re.DOTALL)
MOVES = ("d1d2", "d7d6", "d2d3", "d6d5")


def screen():
    """A small screen, with a die picked up and the cursor on a square where it may go."""
    drawn = []

    async def look(app, pilot):
        await walk_to(app, pilot, "d3")
        await pilot.press("enter", "left")
        drawn.extend(strip.text.rstrip() for strip in app.screen._compositor.render_strips())
    on_screen(session_of("contra", *MOVES, players=("human", "human")), look, size=SMALL)
    return "\n".join(drawn) + "\n"


def main() -> None:
    """Put the screen into the page."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ECKSTEIN_DATA"] = folder
        text = PAGE.read_text(encoding="utf-8")
        save_text(PAGE, SHOWN.sub(lambda _: screen(), text, count=1))


if __name__ == "__main__":
    main()
