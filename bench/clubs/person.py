"""A visitor: a browser's requests and its socket, retried until they are answered."""
from __future__ import annotations

import asyncio
import json
import time
from typing import Any
from urllib.parse import quote

import httpx
import websockets

from .day import Day

AGAIN = 0.2                 # seconds, before something that failed is tried again
PATIENCE = 120.0
PASSWORD = "tilting dice"


class LostError(Exception):
    """The socket is gone."""


class Person:
    """A pupil or a teacher.

    Args:
        day: on which he is there.
        club: of which club.
        number: which of its people.

    Attributes:
        name: how he is called.
        account: the name of his account, or empty.
        gone: whether he has left, without a word.
    """

    def __init__(self, day: Day, club: int, number: int) -> None:
        self.day, self.club, self.number = day, club, number
        self.name, self.account, self.gone = f"Club {club} pupil {number}", "", False
        self.address = f"127.{20 + club}.{number}.1"
        self._http = httpx.AsyncClient(base_url=day.base, timeout=PATIENCE,
                                       transport=httpx.AsyncHTTPTransport(
                                           verify=False, local_address=self.address))
        self._socket: websockets.ClientConnection | None = None
        self._kept: list[dict[str, Any]] = []
        self._keys = 0
        day.people.append(self)

    def key(self, what: str) -> str:
        """A unique name for a request."""
        self._keys += 1
        return f"{what} {self._keys} of {self.club:03}.{self.number:03}"

    async def arrive(self) -> None:
        """Open the page, which makes a guest of him."""
        await self.answered("GET", "/")

    async def ask(self, method: str, path: str, body: object = None, *, what: str = "",
                  query: dict[str, Any] | None = None) -> tuple[int, Any]:
        """An answer, asked again while the server is gone or busy.

        Args:
            method, path, body, query: what is asked.
            what: under which name its time is noted; it is not noted if it is empty.
        """
        begin, tries = time.perf_counter(), 0
        while True:
            answer = await self.answered(method, f"/api/v1{path}", body, query)
            tries += 1
            told = answer.json()
            if answer.status_code in (429, 503):
                await asyncio.sleep(float(answer.headers.get("Retry-After", AGAIN)))
                continue
            if answer.status_code >= 500:
                self.day.complain(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
            if what and tries == 1:
                self.day.note(what, begin)
            return answer.status_code, told

    async def answered(self, method: str, path: str, body: object = None,
                       query: dict[str, Any] | None = None) -> httpx.Response:
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    base = self.day.chance.choice([self.day.base, *self.day.others])
                    return await self._http.request(method, f"{base}{path}", json=body,
                                                    params=query)
                except httpx.TransportError:
                    await asyncio.sleep(AGAIN)

    async def sign_up(self) -> None:
        """Get an account; if the answer is lost, sign in."""
        name = f"Member {self.club}.{self.number}"
        wish = {"name": name, "password": PASSWORD}
        status, told = await self.ask("POST", "/account", wish, what="sign-up")
        if status == 400 or status == 409:
            status, told = await self.ask("POST", "/account/sign-in", wish)
        if status not in (200, 201):
            self.day.complain(f"{name} gets no account: {told}")
            return
        self.account = self.name = name
        await self.hang_up()

    async def connect(self) -> None:
        """Have a socket."""
        if self._socket is not None and self._socket.state is websockets.State.OPEN:
            return
        self._kept.clear()
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    self._socket = await websockets.connect(
                        self.day.base.replace("http", "ws") + "/socket", compression=None,
                        origin=websockets.Origin(self.day.base), max_size=None,
                        additional_headers={"Cookie": cookie}, local_addr=(self.address, 0),
                        open_timeout=PATIENCE, ping_interval=None,
                        max_queue=None, close_timeout=1)
                    return
                except (OSError, websockets.WebSocketException):
                    await asyncio.sleep(AGAIN)

    async def say(self, t: str, **fields: Any) -> None:
        """Send a message."""
        await self.connect()
        assert self._socket is not None
        try:
            await self._socket.send(json.dumps({"t": t, **fields}))
        except websockets.WebSocketException:
            raise LostError from None

    async def hear(self, *types: str, within: float = PATIENCE, **fields: Any) -> dict[str, Any]:
        """The first message of one of these types with these fields; others are kept.

        Raises:
            LostError: if the socket is lost.
            TimeoutError: if nothing of the kind was said.
        """
        def fits(message: dict[str, Any]) -> bool:
            return message["t"] in types and all(message.get(name) == value
                                                 for name, value in fields.items())
        for message in self._kept:
            if fits(message):
                self._kept.remove(message)
                return message
        if self._socket is None:
            raise LostError
        async with asyncio.timeout(within):
            while True:
                try:
                    message = json.loads(await self._socket.recv())
                except websockets.WebSocketException:
                    raise LostError from None
                if fits(message):
                    return message
                self._kept.append(message)

    def forget(self) -> None:
        """Drop unread messages."""
        self._kept.clear()

    async def hang_up(self) -> None:
        """Have no socket any more."""
        socket, self._socket = self._socket, None
        self._kept.clear()
        if socket is not None:
            await socket.close()

    async def leave(self) -> None:
        """Go home."""
        await self.hang_up()
        await self._http.aclose()


def path_of(name: str) -> str:
    """The path of an account."""
    return f"/people/{quote(name)}"
