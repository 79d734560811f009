"""What a browser downloads until a new visitor has a board to play on.

    python -m bench.visit [--browser /usr/bin/chromium]

`make web` must have been done, and Playwright and a Chromium must be there.  A server is started,
and asked by a new browser in each language, as Brotli and as gzip; bytes are those on the wire,
with the heads of the answers.
"""
import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

# Notes which addresses have been answered when there is a board to play on.
NOTICE = """() => {
  const look = () => {
    const board = document.querySelector("eckstein-board");
    if (!board?.view?.legal?.length) return setTimeout(look, 1);
    const answered = performance.getEntriesByType("resource").filter((one) => one.responseEnd);
    window.answered = [location.href, ...answered.map((one) => one.name)];
  };
  look();
}"""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PATIENCE = 120.0            # seconds
POLL_MS = 5


class Answer(NamedTuple):
    """What the server sent for an address: its bytes on the wire, and how they were compressed."""

    address: str
    size: int
    coding: str


def first_visit(browser: Browser, address: str, language: str = "en",
                coding: str = "gzip, deflate, br") -> list[Answer]:
    """All that has come when the board can be played on; raises TimeoutError if it never can."""
    context = browser.new_context(locale=language, viewport={"width": 1280, "height": 800})
    try:
        page = context.new_page()
        line = context.new_cdp_session(page)
        heads: dict[str, Any] = {}
        told: list[Answer] = []

        def head(event: dict[str, Any]) -> None:
            heads[event["requestId"]] = event["response"]

        def loaded(event: dict[str, Any]) -> None:
            response = heads[event["requestId"]]
            packed = {name.lower(): value for name, value in response["headers"].items()}
            told.append(Answer(response["url"], int(event["encodedDataLength"]),
                               packed.get("content-encoding", "")))
        line.on("Network.responseReceived", head)
        line.on("Network.loadingFinished", loaded)
        line.send("Network.enable")
        line.send("Network.setExtraHTTPHeaders", {"headers": {"Accept-Encoding": coding}})
        page.add_init_script(f"({NOTICE})()")
        page.goto(address)
        limit = time.monotonic() + PATIENCE
        while not (answered := page.evaluate("window.answered")):
            if time.monotonic() > limit:
                raise TimeoutError(f"there is no board to play on at {address}")
            page.wait_for_timeout(POLL_MS)
        return [answer for answer in told if answer.address in answered]
    finally:
        context.close()


def main() -> int:
    """Print a line for each answer to the first browser, and one for each visit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--browser", help="path of a Chromium", default=shutil.which(
        "chromium-headless-shell") or shutil.which("chromium") or "/usr/bin/chromium")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = subprocess.Popen(
            [sys.executable, "-m", "eckstein", "serve", "--no-open", "--port", "0", "--database",
             f"{folder}/games.sqlite"], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            address = next(word for word in server.stdout.readline().split()
                           if word.startswith("http"))
            browser = playwright.chromium.launch(executable_path=asked.browser, args=FLAGS)
            for language in ("en", "de", "fr"):
                for coding in ("gzip, deflate, br", "gzip"):
                    came = first_visit(browser, address, language, coding)
                    if (language, coding) == ("en", "gzip, deflate, br"):
                        for answer in came:
                            print(f"{answer.size:8,}  {answer.coding:4}  {answer.address}")
                    print(f"{sum(answer.size for answer in came):8,}  a first visit in {language}, "
                          f"by Accept-Encoding: {coding}", flush=True)
            browser.close()
        finally:
            server.terminate()
            server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
