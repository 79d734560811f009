"""How fast the engine thinks in a browser, against this machine itself, and how soon it stops.

    python bench/web/thinking.py [--browser /usr/bin/chromium] [--seconds 3] [--stops 50]

`make web` must have been done, and Playwright and a Chromium must be there.  Searches have one
thread, or two where that is said, and a table of 16 megabytes; the machine should have nothing else
to do.

In a browser a search works in slices, each of which looks at some positions again, and they count
again.  So positions a second are one figure, and the time to the last depth that this machine
finishes in the seconds given is another.
"""
import argparse
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.games import names
from eckstein.kernel.binding import HOME

PAGE = Path(__file__).with_name("thinking.html")
BUILT = HOME.with_name("eckstein_browser") / "web" / "worker"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
CHOOSE, THINK = "given => choose(...given)", "ms => think(ms)"
STOP_AFTER = 200            # milliseconds of search before the first stop, and more before others
STOP_MORE = 37


class Files(SimpleHTTPRequestHandler):
    """The worker's files, and the page that asks it."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}

    def end_headers(self) -> None:
        """Isolate the page, so that threads may share memory."""
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def translate_path(self, path: str) -> str:
        return str(PAGE) if path == "/" else super().translate_path(path)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged."""


@contextmanager
def served() -> Iterator[str]:
    """The address of the page while it is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(BUILT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def native(game: str, seconds: float) -> tuple[float, int, float]:
    """A library for this machine: millions of positions a second, the last depth, and its time."""
    searcher = Searcher(game, Board(game).options)
    searcher.warm()
    found = [lines[0] for lines in searcher.analyse(Board(game), Limits(time=seconds))]
    searcher.close()
    last = next(info for info in found if info.depth == found[-1].depth - 1)
    return found[-1].nodes / found[-1].seconds / 1e6, last.depth, last.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--stops", type=int, default=50)
    asked = parser.parse_args()
    if not (BUILT / "worker.json").exists():
        sys.exit("what browsers load has not been packed (make web)")
    from playwright.sync_api import sync_playwright

    with served() as address, sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=asked.browser, args=FLAGS)
        page = running.new_page()
        page.goto(address)
        page.wait_for_function("window.loaded")
        print(f"the worker is ready after {page.evaluate('loaded()'):.2f} s")
        for game in names():
            page.evaluate(CHOOSE, [game, 1])
            speed, first = page.evaluate(THINK, asked.seconds * 1000)
            page.evaluate(CHOOSE, [game, 2])
            together, _ = page.evaluate(THINK, asked.seconds * 1000)
            usual, depth, spent = native(game, asked.seconds)
            reached = []
            for threads in (1, 2):
                page.evaluate(CHOOSE, [game, threads])
                reached.append(page.evaluate("depth => reach(depth)", depth))
            print(f"{game:8}{speed:6.2f} of {usual:.2f} million nodes a second "
                  f"({speed / usual:.2f}), first line after {first:.0f} ms, depth {depth} after "
                  f"{reached[0]:.1f} s and {spent:.1f} ({spent / reached[0]:.2f}); two threads "
                  f"{together:.2f} ({together / speed:.2f}), after {reached[1]:.1f} s "
                  f"({reached[0] / reached[1]:.2f})", flush=True)
        for threads in (1, 2):
            page.evaluate(CHOOSE, ["contra", threads])
            stops = [page.evaluate("after => stop(after)", STOP_AFTER + STOP_MORE * number)
                     for number in range(asked.stops)]
            print(f"{asked.stops} stops of {threads} threads: median {statistics.median(stops):.0f}"
                  f" ms, worst {max(stops):.0f} ms")
        running.close()


main()
