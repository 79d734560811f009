"""How soon the app can be played without a network, and how much memory it takes.

    python bench/web/offline.py [--browser /usr/bin/chromium] [--rounds 5]

`make web` must have been done, and Playwright, psutil and a Chromium must be there.  The app is
written as a folder and served once, until the browser keeps all its files; then the server goes,
and each round opens the app again, moves as soon as a die may be moved, and waits for the reply of
level 2.

Memory is the proportional share (PSS) of all processes of another browser, first with an empty page
of the same server, once the browser has come to rest, then after it has kept all files of the app,
a game has begun without a network, and an analysis has run for ten seconds.  That browser is not
driven by Playwright (see unwatched.py).
"""
import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright
from unwatched import Browser, started

from eckstein.browser.site import write_site

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
KEPT = "() => navigator.serviceWorker.controller !== null"
PLAYABLE = "() => document.querySelector('eckstein-board')?.view?.legal?.length > 0"
REPLIED = "() => document.querySelector('eckstein-board')?.view?.ply >= 2"
POLL_MS = 10
EMPTY = "<!doctype html><title>empty</title>"
PATIENCE = 120.0            # seconds
REST = 5.0                  # seconds until a browser that has started does nothing more by itself
KEEPING = 3.0               # seconds in which files may still be kept
ANALYSIS = 10.0             # seconds
THINK = """[...document.querySelectorAll("button")].find(
    (button) => button.textContent.trim() === "Think" && button.offsetParent)"""


def until(page: Page, condition: str) -> float:
    """Wait for a condition; the seconds that took."""
    begin = time.perf_counter()
    while not page.evaluate(condition):
        if time.perf_counter() - begin > PATIENCE:
            sys.exit(f"this has not come true within {PATIENCE:.0f} s: {condition}")
        page.wait_for_timeout(POLL_MS)
    return time.perf_counter() - begin


def press(page: Page, square: str) -> None:
    """Press a square of the board."""
    cell = page.locator(f"eckstein-board [data-square='{square}']")
    box: Any = cell.bounding_box()
    cell.click(force=True, position={"x": box["width"] / 2, "y": box["height"] / 4})


def served(folder: Path, fill: Callable[[str], None]) -> str:
    """Serve a folder as long as something is done with its address; returns the address."""
    process = subprocess.Popen([sys.executable, "-u", "-m", "http.server", "0", "-d", str(folder),
                                "--bind", "127.0.0.1"], text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    try:
        assert process.stdout
        port = process.stdout.readline().split("port ")[1].split()[0]
        address = f"http://127.0.0.1:{port}/"
        fill(address)
        return address
    finally:
        process.kill()
        process.wait()


def rounds(browser: str, folder: Path, count: int) -> None:
    """Open the app so many times, and tell how soon it can be played and replies."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder / "profile", executable_path=browser, args=FLAGS, reduced_motion="reduce",
            viewport={"width": 1366, "height": 768})
        page = context.pages[0]

        def fill(address: str) -> None:
            page.goto(f"{address}app/")
            until(page, KEPT)
            page.wait_for_timeout(KEEPING * 1000)
        address = served(folder, fill) + "app/"

        opened, replied = [], []
        for number in range(count):
            page.goto("about:blank")
            begin = time.perf_counter()
            page.goto(address)
            until(page, PLAYABLE)
            opened.append(time.perf_counter() - begin)
            press(page, "d1")
            press(page, "d2")
            replied.append(until(page, REPLIED))
            if number < count - 1:
                page.get_by_role("button", name="Resign").click()
                page.get_by_role("button", name="Resign").last.click()
        context.close()
    print(f"{count} rounds without a network, median and worst: "
          f"playable after {statistics.median(opened):.2f} and {max(opened):.2f} s, "
          f"reply {statistics.median(replied):.2f} and {max(replied):.2f} s after the move")


def memory(program: str, folder: Path) -> None:
    """Tell how much memory a game with an analysis takes."""
    flags = [*FLAGS, "--force-prefers-reduced-motion", "--window-size=1366,768"]
    with started(program, f"{folder}/unwatched", *flags) as browser:
        empty = 0.0

        def fill(address: str) -> None:
            nonlocal empty
            browser.go(f"{address}empty.html")
            time.sleep(REST)
            empty = browser.memory()
            browser.go(f"{address}app/")
            browser.until(called(KEPT))
            time.sleep(KEEPING)
        address = served(folder, fill) + "app/"
        browser.go(address)
        begin_game(browser)
        browser.go(f"{address}#/analysis?game=contra")
        browser.until(f"{THINK} !== undefined")
        browser.press(THINK)
        time.sleep(ANALYSIS)
        print(f"memory: {browser.memory() - empty:.0f} MB more than an empty page "
              f"({empty:.0f} MB)")


def begin_game(browser: Browser) -> None:
    """Move, and wait for the reply."""
    browser.until(called(PLAYABLE))
    for square in ("d1", "d2"):
        browser.press(f"document.querySelector('eckstein-board').shadowRoot"
                      f".querySelector('[data-square={square}]')", 0.25)
    browser.until(called(REPLIED))


def called(function: str) -> str:
    """The call of a function of JavaScript."""
    return f"({function})()"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_site(folder / "app")
        (folder / "empty.html").write_text(EMPTY)
        rounds(asked.browser, folder, asked.rounds)
        memory(asked.browser, folder)


main()
