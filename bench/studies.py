"""A study with many authors, each in a chapter: how long until all readers know of a change.

The server has one core, and this program another: `python -m bench.studies --writers 20`.
"""
import asyncio
import json
import os
import random
import statistics
import time
from collections import Counter
from typing import Annotated, Any

import httpx
import typer

from eckstein import Board

from .server import cpu_seconds, on_one_core

PATH = "/api/v1/shared-studies"
SECONDS = 20.0
PAUSE = 2.0                 # seconds between two changes of one writer, on average
PLIES = 60                  # moves in each chapter when all begins


def chapter(key: str, plies: int) -> dict[str, Any]:
    """A chapter with a game by chance."""
    board, chance = Board("duell"), random.Random(key)
    nodes: list[dict[str, Any]] = [{}]
    for ply in range(plies):
        move = chance.choice(list(board.legal_moves))
        nodes.append({"parent": ply, "text": board.text(move)})
        board.push(move)
        if board.outcome():
            break
    return {"key": key, "game": "duell", "nodes": nodes}


def client(address: str, number: int) -> httpx.AsyncClient:
    """A client from a network of its own, for each may write only so often."""
    return httpx.AsyncClient(base_url=address, timeout=60, transport=httpx.AsyncHTTPTransport(
        local_address=f"127.1.{number}.1"))


class Writer:
    """A client that changes a chapter, as a page does."""

    def __init__(self, http: httpx.AsyncClient, made: dict[str, Any], chapter: dict[str, Any],
                 counts: Counter[str]) -> None:
        self.http, self.path, self.key = http, f"{PATH}/{made['study']}", made["key"]
        self.chapter, self.counts, self.version = chapter, counts, 1

    async def write(self, text: str) -> int:
        """Put a comment into the chapter; the version that has it."""
        self.chapter["nodes"][-1]["comments"] = [text]
        while True:
            answer = await self.http.post(self.path, json={
                "version": self.version, "key": self.key, "chapters": [self.chapter]})
            code = "written" if answer.status_code == 200 else answer.json()["code"]
            self.counts[code] += 1
            told = (await self.http.get(self.path, params={"since": self.version})).json()
            self.version = told["version"]
            if code == "written":
                return int(answer.json()["version"])


async def listen(http: httpx.AsyncClient, made: dict[str, Any], heard: list[tuple[int, float]]
                 ) -> None:
    """Note when each version is heard of."""
    async with http.stream("GET", f"{PATH}/{made['study']}/stream", timeout=None) as answer:
        async for line in answer.aiter_lines():
            if line:
                heard.append((json.loads(line)["version"], time.perf_counter()))


async def measure(address: str, writers: int) -> tuple[list[float], Counter[str], int]:
    """The seconds from each change to each listener, the results of tries, and letters."""
    counts: Counter[str] = Counter()
    people = [client(address, number) for number in range(1, writers + 1)]
    content = {"name": "Together", "chapters": [chapter(f"chapter {number}", PLIES)
                                                for number in range(writers)]}
    made = (await people[0].post(PATH, json={"content": content})).json()
    heard: list[list[tuple[int, float]]] = [[] for _ in people]
    listening = [asyncio.create_task(listen(http, made, told))
                 for http, told in zip(people, heard, strict=True)]
    await asyncio.sleep(1)
    sent: dict[int, float] = {}
    end = time.perf_counter() + SECONDS

    async def writing(number: int) -> None:
        chance, change = random.Random(number), 0
        writer = Writer(people[number], made, chapter(f"chapter {number}", PLIES), counts)
        while time.perf_counter() < end:
            await asyncio.sleep(chance.expovariate(1 / PAUSE))
            begin, change = time.perf_counter(), change + 1
            version = await writer.write(f"c{change}")
            sent[version] = begin
    await asyncio.gather(*map(writing, range(writers)))
    await asyncio.sleep(1)
    for task in listening:
        task.cancel()
    letters = len((await people[0].get(f"{PATH}/{made['study']}")).text)
    # News of a later version include it.
    waits = [next(at for version, at in told if version >= number) - begin
             for number, begin in sent.items() for told in heard]
    for http in people:
        await http.aclose()
    return waits, counts, letters


def main(writers: Annotated[int, typer.Option(min=1, max=200, help="at once")] = 20) -> None:
    """Print how long it takes until all know of what one has written."""
    with on_one_core() as (address, pid):
        spent = cpu_seconds(pid)
        waits, counts, letters = asyncio.run(measure(address, writers))
        busy = (cpu_seconds(pid) - spent) / SECONDS
    ordered = sorted(1000 * wait for wait in waits)
    print(f"{writers} writers, a change each in {PAUSE:g} s, {letters:,} letters; load "
          f"{os.getloadavg()[0]:.1f}")
    print(f"from a change until all know of it: median {statistics.median(ordered):.0f} ms, 99 % "
          f"{ordered[len(ordered) * 99 // 100]:.0f} ms; {counts['written']} changes, "
          f"{counts['stale']} of them begun again; {100 * busy:.0f} % of a core")


if __name__ == "__main__":
    typer.run(main)
