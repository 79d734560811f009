"""How many frames a second the browser's board draws while three dice tip.

    python bench/web/frames.py [--browser /usr/bin/chromium] [--seconds 4]

The board must have been built (`npm run build` in `web/`), and Playwright and a Chromium must be
there. Nothing is fetched: the page and the board are read from this checkout.
"""
import argparse
import sys
from pathlib import Path
from typing import Any

from eckstein import Board
from eckstein.board.view import view

HERE = Path(__file__).parent
BUILT = HERE.parents[1] / "src" / "eckstein" / "web" / "board-whole.js"
ADDRESS = "http://frames.invalid/"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


def measure(browser: str, seconds: float) -> dict[str, Any]:
    """Frames a second, and the usual and the slowest time between two frames in milliseconds."""
    from playwright.sync_api import sync_playwright

    board = Board("contra")
    before = view(board, legal=False)
    board.push_text("d1d2")
    after = view(board, legal=False)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        page = running.new_page(viewport={"width": 1280, "height": 900})
        page.route(ADDRESS + "**", lambda route: route.fulfill(
            path=BUILT if route.request.url.endswith(".js") else HERE / "frames.html"))
        page.goto(ADDRESS)
        page.wait_for_function("window.measure")
        told: dict[str, Any] = page.evaluate(
            "([before, after, seconds]) => measure(before, after, seconds)",
            [before, after, seconds])
        running.close()
    return told


def main() -> int:
    """Print one line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--browser", default="/usr/bin/chromium", help="path of a Chromium")
    parser.add_argument("--seconds", type=float, default=4, help="how long the dice tip")
    asked = parser.parse_args()
    if not BUILT.exists():
        print(f"{BUILT} is not there: build it with npm run build in web/.", file=sys.stderr)
        return 2
    told = measure(asked.browser, asked.seconds)
    print(f"{told['frames']:.1f} frames/s while three dice tip; "
          f"usual {told['usual']:.1f} ms, slowest {told['slowest']:.1f} ms between two frames")
    return 0


if __name__ == "__main__":
    sys.exit(main())
