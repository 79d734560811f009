"""A server with the built pages, and a browser that looks at it.

Where there is no Chromium these tests are skipped, except in CI.
"""
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import defaultdict
from pathlib import Path

import pytest

from ..helpers import PATIENCE
from ..ports import free_port

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "src" / "eckstein" / "web"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
# What only draws pages; the whole browser takes three times as long for a page.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]
SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
LITTLE_MEMORY = "Object.defineProperty(Navigator.prototype, 'deviceMemory', {get: () => 1})"
EMPTY = "**/empty"
# Chromium begins a new process for a page whose neighbours it does not share.
ALONE = {"Cross-Origin-Opener-Policy": "same-origin",
         "Cross-Origin-Embedder-Policy": "require-corp"}
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Whether a page shows something, and its board a position.
READY = ("() => { const [main, board] = ['main', 'eckstein-board'].map("
         "name => document.querySelector(name));"
         " return main?.childElementCount > 0 && !(board && !board.view); }")
# What the board of a page shows.
POSITION = "() => document.querySelector('eckstein-board')?.view?.position"
PLY = "() => document.querySelector('eckstein-board')?.view?.ply"
VIEW = "() => JSON.stringify(document.querySelector('eckstein-board').view)"

need_browser = pytest.mark.skipif(
    not CHROMIUM and "CI" not in os.environ, reason="there is no Chromium on this machine")


@contextlib.contextmanager
def running(folder, port, *options, **surroundings):
    """A server with its data in a folder; gives its address, and stops it in the end."""
    if not (PAGES / "app" / "index.html").exists():
        pytest.fail("the pages are not built: run make web")
    settings = os.environ | {"ECKSTEIN_DATA": str(folder)} | surroundings
    with open(folder / "log", "ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "eckstein", "serve", "--port", str(port), "--no-open",
             "--first-move", "3600", *options],
            env=settings, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    where = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{where}/api/v1/health", process, folder / "log")
        yield where
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(scope="package")
def address(tmp_path_factory, tables_of_two):
    """The address of a server of our own, which has small tables of endings, and our books."""
    with running(tmp_path_factory.mktemp("server"), free_port(),
                 ECKSTEIN_TABLES=str(tables_of_two / "tables"), ECKSTEIN_BOOKS="") as where:
        yield where


def wait_for(url, process, log=None):
    """Return when a server answers."""
    limit = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if process.poll() is not None or time.monotonic() > limit:
                told = log.read_text(errors="replace") if log else ""
                pytest.fail(f"the server does not answer:\n{told}")
            time.sleep(0.1)


def post(address, path, body):
    """What the HTTP API answers."""
    request = urllib.request.Request(f"{address}/api/v1/{path}", json.dumps(body).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


@pytest.fixture(scope="package")
def browser():
    """Debian's Chromium, driven by Playwright, whose loop is over when tests elsewhere begin."""
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        found.new_context = _patient(found.new_context)
        yield found
        found.close()


def _patient(new_context):
    """A function that makes contexts in which anything may take as long as in `until`.

    A page gets nothing ready for a time without its server, as on a device with little memory,
    except where a test is `whole`: that takes five seconds of a processor for each context.
    """
    def make(whole=False, **choices):
        if not whole:
            choices.setdefault("service_workers", "block")
        context = new_context(**choices)
        context.set_default_timeout(1000 * PATIENCE)
        if not whole:
            context.add_init_script(LITTLE_MEMORY)
        return context
    return make


class Windows:
    """Windows that show nothing and remember nothing, to be used again.

    A new one, with all that its first page loads and compiles, takes three times as long.
    """

    def __init__(self, browser):
        self._browser, self._idle = browser, defaultdict(list)

    def take(self, size, choices):
        """A window in a context of its own."""
        if idle := self._idle[repr(choices)]:
            page = idle.pop()
            page.set_viewport_size(SIZES[size])
            return page
        return self._browser.new_context(viewport=SIZES[size], **choices).new_page()

    def give_back(self, page, address, choices):
        """Leave what a window shows, and clear what the browser has kept for it."""
        context = page.context
        for other in context.pages:
            if other is not page:
                other.close()
        page.emulate_media(media="null", color_scheme=choices.get("color_scheme", "light"))
        page.mouse.move(-1, -1)
        # An empty page of the same origin: what the app stores as it goes is cleared, too.
        page.route(EMPTY, lambda route: route.fulfill(content_type="text/html", headers=ALONE))
        page.goto(address + EMPTY[2:])
        page.unroute_all()
        page.evaluate("sessionStorage.clear()")
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
        session.detach()
        context.clear_cookies()
        self._idle[repr(choices)].append(page)


@pytest.fixture(scope="package")
def windows(browser):
    return Windows(browser)


@pytest.fixture
def visit(windows, address):
    """A function that opens a page and gives it, without anything on its console.

    The browser of each has never been here before.  A page whose clock is set has to be `fresh`:
    its window is not used again.
    """
    with visiting(windows, address) as open_page:
        yield open_page


@contextlib.contextmanager
def visiting(windows, address, refused=False):
    """See `visit`; a page on whose console what is `refused` may stand has no error of its own."""
    opened, problems = [], []
    heard = {"pageerror": lambda error: problems.append(str(error))}
    if not refused:
        heard["console"] = lambda told: told.type == "error" and problems.append(told.text)

    def open_page(path, size="desk", fresh=False, **choices):
        choices = {"reduced_motion": "reduce", "locale": "en", **choices}
        page = windows.take(size, choices)
        opened.append((page, fresh, choices))
        for event, listener in heard.items():
            page.on(event, listener)
        page.goto(address + path)
        until(page, READY)
        page.evaluate("() => document.querySelector('eckstein-board')?.ready")
        return page
    yield open_page
    for page, fresh, choices in opened:
        for event, listener in heard.items():
            page.remove_listener(event, listener)
        if fresh or page.is_closed():
            page.context.close()
        else:
            windows.give_back(page, address, choices)
    assert problems == []


PATHS = {"board": "/", "analysis": "/analysis", "path": "/learn/contra",
         **{game: f"/learn/{game}/lesson" for game in ("pur", "contra", "ecke", "duell", "echek")},
         "about": "/about", "account": "/account", "games": "/games"}


@pytest.fixture(scope="module", params=PATHS.values(), ids=PATHS)
def each_page(request, windows, address):
    """Every kind of page in turn, for tests that only look at it."""
    with visiting(windows, address) as open_page:
        yield open_page(request.param)


def expect(locator):
    """What has to hold of a part of a page within our patience, not at once."""
    from playwright.sync_api import expect as expected
    expected.set_options(timeout=1000 * PATIENCE)
    return expected(locator)


def press(page, square):
    """Press a square where it can be seen behind what lies in front of it."""
    cell = page.locator(f"eckstein-board [data-square='{square}']")
    box = cell.bounding_box()
    cell.click(force=True, position={"x": box["width"] / 2, "y": box["height"] / 4})


def tool(page, name, language="en"):
    """Open one of the tools of an analysis, by its tab's name in English."""
    [key] = [key for key, told in _tabs("en").items() if told == name]
    page.get_by_role("tab", name=_tabs(language)[key], exact=True).click()


def _tabs(language):
    words = ROOT / "src" / "eckstein" / "words" / language
    moves = json.loads((words / "app.json").read_text(encoding="utf-8"))["play"]["moves"]
    tabs = json.loads((words / "study.json").read_text(encoding="utf-8"))["tabs"]
    return tabs | {"moves": moves}


def until(page, expression, argument=None):
    """Return what an expression gives in the page once it is true.

    What the page shows is told where that never happens.  Playwright's own way needs `eval`, which
    the pages' content-security policy does not allow.
    """
    limit, pause = time.monotonic() + PATIENCE, 15
    while not (found := page.evaluate(expression, argument)):
        if time.monotonic() > limit:
            page.screenshot(path=os.environ.get("ECKSTEIN_SHOTS", tempfile.gettempdir())
                            + "/eckstein-failure.png")
            shown = page.evaluate("document.body.innerText")
            pytest.fail(f"{expression} does not become true for {argument!r}; shown:\n{shown}")
        page.wait_for_timeout(pause)
        pause = min(2 * pause, 120)
    return found
