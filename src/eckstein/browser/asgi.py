"""Requests and sockets of a page, carried by messages to an ASGI application.

Each message is a call from JavaScript; what the application answers is handed to `Page`.
"""
from __future__ import annotations

import asyncio
from typing import Protocol
from urllib.parse import unquote

import msgspec
from starlette.types import ASGIApp, Message, Scope

from ..server.game.tokens import COOKIE
from ..server.ops.tasks import Tasks

GONE = 1006                 # the code of a socket that has broken
FAILED = 1011               # and of one after a mistake of the server
HOST = "eckstein"


class Page(Protocol):
    """The page, which gets the answers."""

    def answer(self, number: int, status: int, headers: str, body: bytes) -> None:
        """The answer to a request; its headers are pairs, as JSON."""
        ...

    def opened(self, socket: int) -> None:
        """A socket is open."""
        ...

    def text(self, socket: int, text: str) -> None:
        """A message for a socket."""
        ...

    def closed(self, socket: int, code: int) -> None:
        """A socket is closed."""
        ...


class Carrier:
    """Carries a page's messages to an application, and back.

    Args:
        app: the application.
        page: gets the answers.
    """

    def __init__(self, app: ASGIApp, page: Page) -> None:
        self._app, self._page = app, page
        self._cookie = b""
        self._sockets: dict[int, asyncio.Queue[Message]] = {}
        self._tasks = Tasks("page")
        self._life: asyncio.Queue[Message] = asyncio.Queue()
        self._living: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Start the application.

        Raises:
            RuntimeError: if it cannot start.
        """
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def send(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                begun.set_result(None)
            elif message["type"] == "lifespan.startup.failed":
                begun.set_exception(RuntimeError(message["message"]))

        self._life.put_nowait({"type": "lifespan.startup"})
        scope: Scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._living = self._tasks.begin(self._app(scope, self._life.get, send))  # type: ignore[arg-type]
        await begun

    async def end(self) -> None:
        """Stop the application, which finishes what it writes."""
        self._life.put_nowait({"type": "lifespan.shutdown"})
        if self._living is not None:
            await asyncio.wait([self._living])

    def know(self, guest: str) -> None:
        """Set the guest of the page for all later requests, by the value of its cookie."""
        self._cookie = f"{COOKIE}={guest}".encode()

    def fetch(self, number: int, method: str, path: str, headers: str, body: str | None) -> None:
        """Answer a request.

        Args:
            number: of the request, for its answer.
            method: such as "GET".
            path: with its query.
            headers: an object of JSON.
            body: its text.
        """
        self._tasks.begin(self._fetch(number, method, path, headers, body or ""))

    async def _fetch(self, number: int, method: str, path: str, headers: str, body: str) -> None:
        status, told, parts = 500, list[tuple[str, str]](), list[bytes]()
        given: list[Message] = [{"type": "http.request", "body": body.encode()}]

        async def receive() -> Message:
            if given:
                return given.pop()
            await asyncio.Event().wait()        # the page does not go away
            raise AssertionError

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                told.extend((name.decode("latin-1"), value.decode("latin-1"))
                            for name, value in message["headers"])
            else:
                parts.append(message.get("body", b""))

        try:
            scope = self._scope("http", path, msgspec.json.decode(headers, type=dict[str, str]))
            scope["method"] = method.upper()
            await self._app(scope, receive, send)
        finally:
            self._page.answer(number, status, msgspec.json.encode(told).decode(), b"".join(parts))

    def open(self, socket: int) -> None:
        """Open a socket.

        Args:
            socket: its number, chosen by the page.
        """
        self._sockets[socket] = asyncio.Queue()
        self._sockets[socket].put_nowait({"type": "websocket.connect"})
        self._tasks.begin(self._serve(socket, self._sockets[socket]))

    async def _serve(self, socket: int, heard: asyncio.Queue[Message]) -> None:
        code = FAILED

        async def send(message: Message) -> None:
            nonlocal code
            if message["type"] == "websocket.accept":
                self._page.opened(socket)
            elif message["type"] == "websocket.send":
                self._page.text(socket, message["text"])
            else:
                code = message.get("code", code)

        try:
            await self._app(self._scope("websocket", "/socket", {}), heard.get, send)
        finally:
            if self._sockets.pop(socket, None) is not None:
                self._page.closed(socket, code)

    def send(self, socket: int, text: str) -> None:
        """Hand a socket a message; one that is closed by now hears nothing."""
        if (heard := self._sockets.get(socket)) is not None:
            heard.put_nowait({"type": "websocket.receive", "text": text})

    def close(self, socket: int) -> None:
        """Close a socket."""
        if (heard := self._sockets.pop(socket, None)) is not None:
            heard.put_nowait({"type": "websocket.disconnect", "code": GONE})
            self._page.closed(socket, 1000)

    def _scope(self, kind: str, path: str, headers: dict[str, str]) -> Scope:
        plain, _, query = path.partition("?")
        given = [(name.lower().encode("latin-1"), value.encode("latin-1"))
                 for name, value in headers.items() if name.lower() not in ("cookie", "host")]
        return {"type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1",
                "scheme": "http" if kind == "http" else "ws", "path": unquote(plain),
                "raw_path": plain.encode(), "query_string": query.encode(), "root_path": "",
                "headers": [(b"host", HOST.encode()), (b"cookie", self._cookie), *given],
                "client": None, "server": None, "subprotocols": []}
