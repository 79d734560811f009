"""How soon the app can be played without a network, and how much memory it takes.

    python bench/web/offline.py [--browser /usr/bin/chromium] [--rounds 5]

`make web` must have been done, and Playwright, psutil and a Chromium must be there.  The app is
written as a folder and served once, until the browser keeps all its files; then the server goes,
and each round opens the app anew, moves as soon as a die may be moved, and waits for the reply of
level 2.  Memory is the proportional share (PSS) of all processes of the browser, first with an
empty page of the same server, once the browser has come to rest, then after a game has begun and an
analysis has run for ten seconds.
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

import psutil
from playwright.sync_api import Page, sync_playwright

from eckstein.site import write_site

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
KEPT = "() => navigator.serviceWorker.controller !== null"
PLAYABLE = "() => document.querySelector('eckstein-board')?.view?.legal?.length > 0"
REPLIED = "() => document.querySelector('eckstein-board')?.view?.ply >= 2"
POLL_MS = 10
EMPTY = "<!doctype html><title>empty</title>"
PATIENCE = 120.0            # seconds
REST_MS = 5000              # until a browser that has just started does nothing more by itself
ANALYSIS_MS = 10_000


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


def memory(root: psutil.Process) -> float:
    """Megabytes of a process and its children."""
    return sum(process.memory_full_info().pss
               for process in [root, *root.children(recursive=True)]) / 1e6


def browser_process(flag: str) -> psutil.Process:
    """The browser's first process, found by one of its arguments."""
    found = [process for process in psutil.process_iter(["cmdline"])
             if flag in (process.info["cmdline"] or [])]
    return min(found, key=lambda process: process.create_time())


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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_site(Path(folder) / "app")
        profile = f"{folder}/profile"
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=asked.browser, args=FLAGS, reduced_motion="reduce",
            viewport={"width": 1366, "height": 768})
        root = browser_process(f"--user-data-dir={profile}")
        page = context.pages[0]
        (Path(folder) / "empty.html").write_text(EMPTY)
        empty = 0.0

        def fill(address: str) -> None:
            nonlocal empty
            page.goto(f"{address}empty.html")
            page.wait_for_timeout(REST_MS)
            empty = memory(root)
            page.goto(f"{address}app/")
            until(page, KEPT)
            page.wait_for_timeout(3000)
        address = served(Path(folder), fill) + "app/"

        opened, replied = [], []
        for number in range(asked.rounds):
            page.goto("about:blank")
            begin = time.perf_counter()
            page.goto(address)
            until(page, PLAYABLE)
            opened.append(time.perf_counter() - begin)
            press(page, "d1")
            press(page, "d2")
            replied.append(until(page, REPLIED))
            if number < asked.rounds - 1:
                page.get_by_role("button", name="Resign").click()
                page.get_by_role("button", name="Resign").last.click()
        print(f"{asked.rounds} rounds without a network, median and worst: "
              f"playable after {statistics.median(opened):.2f} and {max(opened):.2f} s, "
              f"reply {statistics.median(replied):.2f} and {max(replied):.2f} s after the move")
        page.goto(f"{address}#/analysis?game=contra")
        page.get_by_role("button", name="Think").click()
        page.wait_for_timeout(ANALYSIS_MS)
        print(f"memory: {memory(root) - empty:.0f} MB more than an empty page ({empty:.0f} MB)")
        context.close()


main()
