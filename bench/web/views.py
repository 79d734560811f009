"""How soon a page shows a move of the opponent, with views of its own and with the server's.

    python bench/web/views.py [--browser /usr/bin/chromium] [--moves 30]

`make web` must have been done.  For each game, four times in turn: a page opens a new game, and
when it makes views itself, or is a page that never will, random moves are made over the HTTP API.
The time is from sending the request until the page has the view.
"""
import argparse
import itertools
import random
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

import httpx
from playwright.sync_api import BrowserContext, WebSocket, sync_playwright

from eckstein import Board

GAMES = ("pur", "contra", "ecke", "duell", "echek")
# A device that has no worker, since it has too little memory.
TIGHT = "Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 0.5 });"
OWN = '"views":false'
SEEN = """() => {
  window.seen = {};
  const look = () => {
    const ply = document.querySelector("eckstein-board")?.view?.ply;
    if (ply !== undefined) window.seen[ply] ??= performance.timeOrigin + performance.now();
    setTimeout(look, 1);
  };
  look();
}"""
APART = 150                 # milliseconds between two moves
REST = 1500
PATIENCE = 120.0            # seconds


def milliseconds(context: BrowserContext, base: str, game: str, moves: int, own: bool
                 ) -> list[float]:
    """From sending each move until the page shows it."""
    made = httpx.post(f"{base}/api/v1/games", json={"rules": game}).raise_for_status().json()
    page, joins = context.new_page(), list[str]()

    def follow(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: joins.append(str(text)))
    page.on("websocket", follow)
    if not own:
        page.add_init_script(TIGHT)
    page.goto(f"{base}/game/{made['game']}")
    limit = time.monotonic() + PATIENCE
    while not any(OWN in text for text in joins) if own else not joins:
        if time.monotonic() > limit:
            sys.exit("The page makes no views itself; has make web been done?")
        page.wait_for_timeout(15)
    page.wait_for_timeout(REST)
    page.evaluate(SEEN)
    board, chance, sent = Board(game), random.Random(3), dict[int, float]()
    for seq in itertools.count(1):
        if seq > moves or board.outcome():
            break
        move = chance.choice(list(board.legal_moves))
        sent[board.ply + 1] = 1000 * time.time()
        httpx.post(f"{base}/api/v1/games/{made['game']}/commands", json={
            "id": f"{seq}", "what": "move", "seq": seq, "seat": made["seats"][board.turn],
            "move": board.text(move)}).raise_for_status()
        board.push(move)
        page.wait_for_timeout(APART)
    page.wait_for_timeout(REST)
    seen: dict[str, Any] = page.evaluate("window.seen")
    page.close()
    return [seen[str(ply)] - then for ply, then in sent.items()]


def main() -> None:
    """Print one line for each game."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--moves", type=int, default=30)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = subprocess.Popen(
            [sys.executable, "-m", "eckstein", "serve", "--no-open", "--port", "0", "--database",
             f"{folder}/games.sqlite"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout
            base = next(word for word in server.stdout.readline().split()
                        if word.startswith("http")).rstrip("/")
            browser = playwright.chromium.launch(executable_path=chosen.browser,
                                                 args=["--no-sandbox"])
            context = browser.new_context(reduced_motion="reduce")
            for game in GAMES:
                times: dict[bool, list[float]] = {True: [], False: []}
                for own in (True, False, True, False):
                    times[own] += milliseconds(context, base, game, chosen.moves, own)
                told = [f"{statistics.median(found):4.0f} ms, 90 % within "
                        f"{sorted(found)[len(found) * 9 // 10]:4.0f} ms"
                        for found in times.values()]
                print(f"{game:8} own views {told[0]}; the server's {told[1]}", flush=True)
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
