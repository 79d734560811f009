"""What an honest client gets of what many share while a crowd takes all it can:
`python -m bench.scarce`; names of attacks after it choose some.

The server has one core, the crowd and the honest client another.  Their addresses are those that a
proxy would pass on.
"""
from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import httpx
import websockets

from eckstein.server.game.tokens import Tokens
from eckstein.server.net.cookies import DEVICE

from .attacks import CORES, server

OPTIONS = "--proxy", "127.0.0.1", "--engines", "2"
TRIES = 7                   # of the honest client
HONEST = "60.7.7.7"
PASSWORD = "tilting dice at dawn"
CONTRA = {"rules": "contra"}
LINE = ["d1d2", "d7d6", "d2d3", "d6d5", "a1a2", "a7a6", "b1b2", "b7b6"]
KEYS = (f"a key that is long enough {number}" for number in itertools.count())


class Client(httpx.AsyncClient):
    """A client at an address of its own, with cookies."""

    def __init__(self, base: str, address: str) -> None:
        super().__init__(base_url=base, timeout=180, headers={"X-Forwarded-For": address})
        self.address = address

    def socket(self) -> websockets.connect:
        """Its socket."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return websockets.connect(
            f"{str(self.base_url).replace('http', 'ws')}socket",
            additional_headers={"X-Forwarded-For": self.address, "Cookie": cookies}, max_size=None)


class Crowd:
    """Strangers, and what they are doing.

    Args:
        base: where the server is.
    """

    def __init__(self, base: str) -> None:
        self.base = base
        self.doing: list[asyncio.Task[Any]] = []
        self._stack = contextlib.AsyncExitStack()

    async def client(self, address: str) -> Client:
        """A stranger who has opened a page."""
        client = await self._stack.enter_async_context(Client(self.base, address))
        await client.get("/")
        return client

    async def open(self, client: Client) -> websockets.ClientConnection:
        """A socket of a client, which is open as long as the crowd is there."""
        return await self._stack.enter_async_context(client.socket())

    def go_on(self, what: Callable[[], Awaitable[Any]]) -> None:
        """Do something again and again."""
        async def again() -> None:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    await what()
                await asyncio.sleep(0.02)
        self.doing.append(asyncio.create_task(again()))

    async def close(self) -> None:
        """They go."""
        for task in self.doing:
            task.cancel()
        await asyncio.gather(*self.doing, return_exceptions=True)
        await self._stack.aclose()


class Attack(NamedTuple):
    """What a crowd does, and what an honest client wants beside it.

    Attributes:
        crowd: begins the attack; returns when it is under way.
        honest: what is tried; gives whether it was served.
        tries: how often.
    """

    crowd: Callable[[Crowd], Awaitable[None]]
    honest: Callable[[Crowd, Client], Awaitable[bool]]
    tries: int = TRIES


async def films(crowd: Crowd) -> None:
    """4 addresses in as many networks ask for 6 animations each, over and over."""
    for address in range(4):
        client = await crowd.client(f"2{address}.1.1.1")
        for number in range(6):
            crowd.go_on(lambda client=client, number=number: client.get(
                "/api/v1/picture.gif", params={
                    "game": "contra", "moves": " ".join(LINE), "size": 300 + number}))
    await asyncio.sleep(2)


async def picture(crowd: Crowd, client: Client) -> bool:
    """A picture of a position."""
    return (await client.get("/api/v1/picture.svg", params={
        "game": "contra", "moves": " ".join(LINE)})).status_code == 200


async def texts(crowd: Crowd) -> None:
    """4 addresses in as many networks have 6 long texts read each, over and over."""
    text = "\n\n".join([" ".join(LINE)] * 4000)
    for address in range(4):
        client = await crowd.client(f"2{address}.1.1.1")
        for _ in range(6):
            crowd.go_on(lambda client=client: client.post(
                "/api/v1/read", json={"game": "contra", "text": text}))
    await asyncio.sleep(2)


async def text(crowd: Crowd, client: Client) -> bool:
    """A short text of a game is read."""
    return (await client.post("/api/v1/read", json={
        "game": "contra", "text": " ".join(LINE)})).status_code == 200


async def analyses(crowd: Crowd) -> None:
    """9 addresses in as many networks have 8 positions analysed each, for 600 s."""
    for address in range(9):
        client = await crowd.client(f"2{address}.1.1.1")
        for number in range(8):
            socket = await crowd.open(client)
            await socket.send(json.dumps({"t": "analyse", "id": 1, "seconds": 600, "of": {
                "game": "contra", "moves": LINE[:number]}}))
    await asyncio.sleep(2)


async def analysis(crowd: Crowd, client: Client) -> bool:
    """The first line of an analysis."""
    async with client.socket() as socket:
        await socket.send(json.dumps({"t": "analyse", "id": 1, "seconds": 1,
                                      "of": {"game": "contra"}}))
        async for told in socket:
            kind = json.loads(told)["t"]
            if kind in ("info", "refused", "analysed"):
                return bool(kind == "info")
    return False


async def level(crowd: Crowd, client: Client) -> bool:
    """The answer of level 5 to a first move."""
    made = (await client.post("/api/v1/games", json={
        "id": next(KEYS), **CONTRA, "black": {"kind": "computer", "level": 5}})).json()
    async with client.socket() as socket:
        await socket.send(json.dumps({"t": "join", "game": made["game"],
                                      "seats": [made["seats"]["white"]]}))
        seq = None
        async for told in socket:
            message = json.loads(told)
            if message["t"] == "game" and seq is None:
                seq = message["seq"]
                await socket.send(json.dumps({
                    "t": "do", "id": "move", "game": made["game"], "seq": seq, "what": "move",
                    "move": "d1d2", "seat": made["seats"]["white"]}))
            if message["t"] == "event" and message.get("seq") == (seq or 0) + 2:
                return True
    return False


async def seeks(crowd: Crowd) -> None:
    """11 addresses in as many networks open 100 challenges each."""
    for address in range(11):
        for _ in range(10):
            client = await crowd.client(f"2{address}.1.1.1")
            socket = await crowd.open(client)
            for _ in range(10):
                await socket.send(json.dumps({"t": "seek", "id": next(KEYS), **CONTRA,
                                              "clocks": [None], "colour": "white"}))
                await socket.recv()
            await asyncio.sleep(2)


async def seek(crowd: Crowd, client: Client) -> bool:
    """An open challenge."""
    async with client.socket() as socket:
        await socket.send(json.dumps({"t": "seek", "id": next(KEYS), **CONTRA,
                                      "clocks": [None], "colour": "white"}))
        return bool(json.loads(await socket.recv())["t"] == "seeking")


async def guesses(crowd: Crowd) -> None:
    """40 addresses in as many networks guess the password of an account, over and over."""
    async with Client(crowd.base, "61.1.1.1") as owner:
        await owner.get("/")
        await owner.post("/api/v1/account", json={"name": "Anna", "password": PASSWORD})
    for address in range(40):
        client = await crowd.client(f"{2 + address // 20}{address % 20:02}.1.1.1".lstrip("0"))
        crowd.go_on(lambda client=client: client.post("/api/v1/account/sign-in", json={
            "name": "Anna", "password": "a mere guess"}))
    await asyncio.sleep(2)


async def sign_in(crowd: Crowd, client: Client) -> bool:
    """The owner signs in on a device that was known yesterday."""
    return (await client.post("/api/v1/account/sign-in", json={
        "name": "Anna", "password": PASSWORD})).status_code == 200


async def challenges(crowd: Crowd) -> None:
    """3 guests of one network send 10 challenges each to one player."""
    async with Client(crowd.base, "61.1.1.1") as owner:
        await owner.get("/")
        await owner.post("/api/v1/account", json={"name": "Berta", "password": PASSWORD})
    for number in range(3):
        client = await crowd.client(f"20.1.1.{number}")
        for _ in range(10):
            await client.post("/api/v1/challenges", json={
                "id": next(KEYS), "to": "Berta", **CONTRA})


async def friend(crowd: Crowd, client: Client) -> bool:
    """A friend sends a challenge to the same player."""
    return (await client.post("/api/v1/challenges", json={
        "id": next(KEYS), "to": "Berta", **CONTRA})).status_code == 201


async def seats(crowd: Crowd) -> None:
    """32 guests of one address enter a round robin, and are removed again."""
    organiser = await crowd.client("61.1.1.1")
    made = (await organiser.post("/api/v1/tournaments", json={
        "id": next(KEYS), "name": "Cup", "kind": "round-robin", **CONTRA,
        "clock": {"kind": "fischer", "initial": 60, "increment": 0}})).json()
    CUP[:] = [made["id"]]
    orders = f"/api/v1/tournaments/{CUP[0]}/orders"
    for number in range(32):
        client = await crowd.client("20.1.1.1")
        await client.post(orders, json={"what": "enter", "name": f"Stranger {number}"})
        await organiser.post(orders, json={"what": "remove", "player": number + 1})


async def seat(crowd: Crowd, client: Client) -> bool:
    """A pupil enters."""
    async with Client(crowd.base, HONEST) as pupil:
        await pupil.get("/")
        answer = await pupil.post(f"/api/v1/tournaments/{CUP[0]}/orders", json={
            "what": "enter", "name": next(KEYS)[-12:]})
        return answer.status_code == 200


CUP: list[str] = []
ATTACKS = {
    "films": Attack(films, picture),
    "texts": Attack(texts, text),
    "analyses": Attack(analyses, analysis),
    "analyses, a level": Attack(analyses, level),
    "guesses": Attack(guesses, sign_in, 6),
    "challenges": Attack(challenges, friend, 3),
    "seats": Attack(seats, seat, 16),
    "open challenges": Attack(seeks, seek),
}


@contextlib.asynccontextmanager
async def attacked(base: str, name: str, folder: str
                   ) -> AsyncIterator[Callable[[], Awaitable[bool]]]:
    """A server under attack, with its folder; what tries once what the honest client wants."""
    crowd, attack = Crowd(base), ATTACKS[name]
    async with Client(base, HONEST) as client:
        await client.get("/")
        try:
            await attack.crowd(crowd)
            if attack.honest is sign_in:
                client.cookies.set(DEVICE, known_device(folder))
            yield lambda: attack.honest(crowd, client)
        finally:
            await crowd.close()


def known_device(folder: str) -> str:
    """The cookie of a device on which the first account has signed in two days ago."""
    with contextlib.closing(sqlite3.connect(f"{folder}/games.sqlite")) as database:
        account, = database.execute("SELECT id FROM account WHERE name = 'Anna'").fetchone()
    tokens = Tokens(Path(f"{folder}/games.sqlite.key").read_text(encoding="utf-8"))
    with mock.patch("time.time", return_value=time.time() - 2 * 86_400):
        return tokens.new_device(account)


async def measure(name: str, base: str, folder: str) -> None:
    """Print one line of figures."""
    tries, waits, served = ATTACKS[name].tries, list[float](), 0
    async with attacked(base, name, folder) as honest:
        for _ in range(tries):
            begin = time.perf_counter()
            served += await honest()
            waits.append(time.perf_counter() - begin)
            await asyncio.sleep(1)
    what = ATTACKS[name].honest.__doc__ or ""
    print(f"{name:18} {served} of {tries} served, at most {max(waits):5.2f} s  {what}", flush=True)


def main() -> None:
    """Print figures of each attack."""
    print(f"load {os.getloadavg()[0]:.1f}")
    for name in sys.argv[1:] or ATTACKS:
        with tempfile.TemporaryDirectory() as folder, server(
                folder, *OPTIONS) as (port, _):
            if len(CORES) > 1:
                os.sched_setaffinity(0, CORES[1:2])
            asyncio.run(measure(name, f"http://127.0.0.1:{port}/", folder))


if __name__ == "__main__":
    main()
