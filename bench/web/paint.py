"""How soon the first page is painted, from a server on this machine, with nothing in the cache.

    python bench/web/paint.py [--browser /usr/bin/chromium]

Tells the first paint with content, and when the dice stand on the board, after the request.
"""
import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
ROUNDS = 5
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
STANDING = "document.querySelector('eckstein-board')?.shadowRoot?.querySelector('svg path')"


def measure(browser: str) -> list[tuple[float, float]]:
    """Milliseconds to the first paint and to the dice, for each of some fresh visitors."""
    from playwright.sync_api import sync_playwright

    found = []
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "eckstein", "serve", "--no-open", "--database",
             str(Path(folder) / "games.sqlite")], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            address = next(word for word in server.stdout.readline().split()
                           if word.startswith("http"))
            with sync_playwright() as playwright:
                running = playwright.chromium.launch(executable_path=browser, args=FLAGS)
                for _ in range(ROUNDS):
                    page = running.new_context(bypass_csp=True).new_page()
                    page.goto(address)
                    page.wait_for_function(STANDING)
                    standing = page.evaluate("performance.now()")
                    paint = page.wait_for_function(PAINT).json_value()
                    found.append((paint, standing))
                running.close()
        finally:
            server.terminate()
            server.wait()
    return found


def main() -> None:
    """Print one line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--browser", default="/usr/bin/chromium", help="path of a Chromium")
    paints, boards = zip(*measure(parser.parse_args().browser), strict=True)
    print(f"first paint after {statistics.median(paints):.0f} ms (slowest {max(paints):.0f}), "
          f"the dice stand after {statistics.median(boards):.0f} ms (slowest {max(boards):.0f}); "
          f"{ROUNDS} visits")


if __name__ == "__main__":
    main()
