"""What views cost a server: its processor's time for a move that twenty watchers hear of.

`python -m bench.watching`.  Some of the watchers make views themselves, as pages do that have
Python in the browser; the others are sent them.
"""
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import httpx
import websockets

from .looking import ENDLESS, long_game
from .server import cpu_seconds

WATCHERS = 20
MOVES = 200
WARM_UP = 20                # moves of a game before those that count
OWN = {"none makes them": 0, "half make them": WATCHERS // 2, "one is sent them": WATCHERS - 1,
       "all make them": WATCHERS}


def spent(pid: int) -> float:
    """The processor's time that a process and its children have had, in seconds."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return cpu_seconds(pid) + sum(spent(int(child)) for child in children)


async def play(address: str, pid: int, game: str, texts: Sequence[str], own: int) -> float:
    """The seconds of the processor for a move that all watchers hear of."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        made = (await http.post("/api/v1/games", json={"rules": game, "options": ENDLESS})).json()
    url = address.replace("http", "ws") + "/socket"
    watchers = [await websockets.connect(url, origin=websockets.Origin(address),
                                         compression=None) for _ in range(WATCHERS)]
    player = await websockets.connect(url, origin=websockets.Origin(address))

    async def hear(watcher: websockets.ClientConnection, seq: int) -> None:
        while json.loads(await watcher.recv()).get("seq") != seq:
            pass

    for number, watcher in enumerate(watchers):
        await watcher.send(json.dumps({"t": "join", "game": made["game"],
                                       "views": number >= own}))
        await hear(watcher, 1)
    before = 0.0
    for seq, text in enumerate(texts, 1):
        if seq == WARM_UP:
            before = spent(pid)
        await player.send(json.dumps({
            "t": "do", "game": made["game"], "id": str(seq), "seq": seq, "what": "move",
            "seat": made["seats"][("white", "black")[(seq - 1) % 2]], "move": text}))
        await asyncio.gather(*(hear(watcher, seq + 1) for watcher in watchers))
    after = spent(pid)
    for socket in (*watchers, player):
        await socket.close()
    return (after - before) / MOVES


def main() -> None:
    """Print a line for each game."""
    print(f"milliseconds of the server's processor a move, {WATCHERS} watchers; views: "
          + ", ".join(OWN) + f"; load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "eckstein", "serve", "--no-open", "--port", "0", "--database",
             f"{folder}/games.sqlite", "--requests", "1000000", "--connections", "1000000"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout
            address = next(word for word in server.stdout.readline().split()
                           if word.startswith("http")).rstrip("/.")
            for game in ("contra", "duell"):
                # Each plays another game, since views are kept.
                times = [1000 * asyncio.run(play(
                    address, server.pid, game, long_game(game, own, WARM_UP + MOVES), own))
                         for own in OWN.values()]
                print(f"{game:8}" + "".join(f"{time:8.2f}" for time in times)
                      + f"   {times[0] / times[-1]:.1f} times as much with views", flush=True)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


if __name__ == "__main__":
    main()
