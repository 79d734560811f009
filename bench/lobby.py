"""The lobby: how long it takes until a seek is known in all open lobbies.

The server has one core, and this program another: `python -m bench.lobby --lobbies 1000`.
"""
import asyncio
import json
import os
import random
import resource
import statistics
import time
from functools import partial
from typing import Annotated
from urllib.parse import urlsplit

import typer
import websockets

from .server import cpu_seconds, megabytes, on_one_core
from .sockets import Socket

SECONDS = 20.0
AWAY = 2.0                  # seconds after which a seek is withdrawn
CLOCK = {"kind": "fischer", "initial": 300, "increment": 3}


class Listener(Socket):
    """An open lobby, which notes when it hears of each seek."""

    def __init__(self, heard: dict[str, list[float]]) -> None:
        super().__init__('{"t":"lobby"}')
        self.heard = heard
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def hear(self, text: bytes) -> None:
        """Take a message of the server; seeks are found by the names of the seekers."""
        now = time.perf_counter()
        if text.startswith(b'{"t":"lobby",'):
            self.ready.set_result(None)
        else:
            for part in text.split(b'"name":"')[1:]:
                self.heard[part.partition(b'"')[0].decode()].append(now)


async def open_seek(socket: websockets.ClientConnection, name: str) -> None:
    """Open a seek, and withdraw it after a while."""
    key = f"a seek of {name}"
    await socket.send(json.dumps({"t": "seek", "id": key, "rules": "contra", "clocks": [CLOCK],
                                  "colour": "white", "name": name}))
    await hear(socket, "seeking")
    await asyncio.sleep(AWAY)
    await socket.send(json.dumps({"t": "withdraw", "id": key}))
    await hear(socket, "withdrawn")


async def hear(socket: websockets.ClientConnection, kind: str) -> None:
    """The next message, which is of this kind."""
    told = json.loads(await socket.recv())
    assert told["t"] == kind, told


async def measure(address: str, lobbies: int, rate: float, pid: int) -> tuple[list[float], float]:
    """The seconds from each seek to each lobby, and those of the server's processor."""
    heard: dict[str, list[float]] = {}
    sent: dict[str, float] = {}
    parts, listeners = urlsplit(address), []
    for _ in range(lobbies):
        _, listener = await asyncio.get_running_loop().create_connection(
            partial(Listener, heard), parts.hostname, parts.port)
        await listener.ready
        listeners.append(listener)
    # From many networks, for each of them may open only so many seeks.
    seekers = [await websockets.connect(address.replace("http", "ws") + "/socket",
                                        origin=websockets.Origin(address),
                                        local_addr=(f"127.0.{number}.1", 0))
               for number in range(1, round(rate * AWAY * 4) + 1)]
    heard["nobody"] = []
    await open_seek(seekers[0], "nobody")       # now the server has loaded the game
    await asyncio.sleep(2)
    chance, tasks, begin, spent = random.Random(1), [], time.perf_counter(), cpu_seconds(pid)
    free = list(seekers)
    number = 0
    while time.perf_counter() - begin < SECONDS:
        if free:
            name, socket = f"seeker number {number:06}", free.pop()
            heard[name], sent[name] = [], time.perf_counter()
            task = asyncio.create_task(open_seek(socket, name))
            task.add_done_callback(lambda _, socket=socket: free.append(socket))
            tasks.append(task)
            number += 1
        await asyncio.sleep(chance.expovariate(rate))
    await asyncio.gather(*tasks)
    spent = cpu_seconds(pid) - spent
    await asyncio.sleep(2)
    times = [at - sent[name] for name in sent for at in heard[name]]
    missing = len(sent) * lobbies - len(times)
    if missing:
        print(f"{missing} times a lobby did not hear of a seek")
    for one in seekers:
        await one.close()
    return times, spent / (time.perf_counter() - begin)


def main(lobbies: Annotated[int, typer.Option(min=1, help="that are open")] = 1000,
         rate: Annotated[float, typer.Option(min=0.1, help="seeks a second")] = 5.0) -> None:
    """Print how long a seek takes to all lobbies."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with on_one_core() as (address, pid):
        print(f"{lobbies} lobbies, {rate:g} seeks a second, each for {AWAY:g} s; "
              f"load {os.getloadavg()[0]:.1f}")
        times, busy = asyncio.run(measure(address, lobbies, rate, pid))
        memory = megabytes(pid)
    waits = sorted(1000 * wait for wait in times)
    print(f"from a seek to each lobby: median {statistics.median(waits):.1f} ms, 99 % "
          f"{waits[len(waits) * 99 // 100]:.1f} ms, longest {waits[-1]:.1f} ms; the server used "
          f"{100 * busy:.0f} % of a core and {memory:.0f} MB")


if __name__ == "__main__":
    typer.run(main)
