"""A browser that is measured without any recording.

Playwright always asks the browser to record the network, and then each file that a page or a worker
loads stays in its memory once more, as base64.  Here only what is asked for is done (the DevTools
protocol), and nothing is recorded.
"""
from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psutil
from websockets.sync.client import ClientConnection, connect

POLL = 0.02                 # seconds
PATIENCE = 120.0            # seconds
ANSWERED = 60.0             # seconds
LISTENING = "DevTools listening on "
NAVIGATION = 0.5            # seconds until the document of an address is there


class Browser:
    """A running browser with one page.

    Args:
        process: the browser's.
        line: to its page.
    """

    def __init__(self, process: psutil.Process, line: ClientConnection) -> None:
        self._process, self._line, self._asked = process, line, 0

    def memory(self) -> float:
        """Megabytes of all its processes: their proportional share (PSS)."""
        return sum(process.memory_full_info().pss for process in
                   [self._process, *self._process.children(recursive=True)]) / 1e6

    def go(self, address: str) -> None:
        """Let the page load an address."""
        self._ask("Page.navigate", url=address)
        time.sleep(NAVIGATION)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript in the page."""
        told = self._ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in told:
            sys.exit(f"{expression} failed: {told['exceptionDetails']}")
        return told["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait for a condition of JavaScript."""
        begin = time.perf_counter()
        while not self.evaluate(condition):
            if time.perf_counter() - begin > PATIENCE:
                sys.exit(f"this has not come true within {PATIENCE:.0f} s: {condition}")
            time.sleep(POLL)

    def press(self, element: str, height: float = 0.5) -> None:
        """Press an element that an expression of JavaScript finds, in the middle of its width.

        Args:
            element: the expression.
            height: where between its upper edge (0) and its lower one (1).
        """
        x, y = self.evaluate(f"(() => {{ const box = ({element}).getBoundingClientRect(); "
                             f"return [box.x + box.width / 2, box.y + box.height * {height}] }})()")
        for kind in ("mousePressed", "mouseReleased"):
            self._ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._line.recv(timeout=ANSWERED))
            if told.get("id") == self._asked:
                if "error" in told:
                    sys.exit(f"{method} failed: {told['error']}")
                return told["result"]


@contextmanager
def started(program: str, profile: str, *flags: str) -> Iterator[Browser]:
    """A browser with an empty page, as long as something is done with it.

    Args:
        program: its path.
        profile: the folder that it keeps its files in.
        flags: as on its command line.
    """
    process = subprocess.Popen(
        [program, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={profile}",
         "--remote-allow-origins=*", *flags, "about:blank"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr
        said = next((line for line in process.stderr if line.startswith(LISTENING)), None)
        if said is None:
            sys.exit(f"{program} does not start")
        port = said.rsplit(":", 1)[1].split("/")[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
            page = next(one for one in json.load(answer) if one["type"] == "page")
        with connect(page["webSocketDebuggerUrl"], max_size=None) as line:
            yield Browser(psutil.Process(process.pid), line)
    finally:
        process.terminate()
        process.wait()
