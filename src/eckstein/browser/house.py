"""Starting the server in a browser: its parts, and what JavaScript is given of it."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import structlog

from ..server.app import create_app
from ..server.service import Parts, Service, Settings
from ..server.work.engines import Launch
from .asgi import Carrier, Page
from .store import BrowserStore, Database

T = TypeVar("T")
# Whoever uses this browser shares it with nobody; an engine is a worker with a Python of its own,
# and its second thread, where there can be one, a worker beside it.
SETTINGS = Settings("IndexedDB", engines=1, requests=1e6, burst=1e6, connections=10**6, table=16,
                    threads=2)


class Surroundings(Page, Protocol):
    """What JavaScript gives: who asks, and who hears of trouble."""

    def kept(self, why: str) -> None:
        """Why games are not kept on disk; "" when they are again."""
        ...


async def start(page: Surroundings, database: Database, start_engine: Launch) -> Carrier:
    """Start the server, and take up all games.

    Args:
        page: who asks, and is told.
        database: where games are kept.
        start_engine: how engines are started.

    Returns:
        What carries the page's messages to the server.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(30))
    store = BrowserStore(database, page.kept)
    app = create_app(SETTINGS, lambda: Parts(store, NoFigures(), InPlace(), SlowInPlace(),
                                             SlowInPlace(), in_turn, start_engine))
    carrier = Carrier(app, page)
    await carrier.begin()
    service: Service = app.state.service
    carrier.know(await store.guest(service.tokens.new_guest))
    return carrier


async def in_turn(function: Callable[..., T], *arguments: Any) -> T:
    """See `Aside`: after all that can be done at once, for a browser's Python has no threads."""
    await asyncio.sleep(0)
    return function(*arguments)


class InPlace:
    """See `ViewWork`."""

    async def do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """See `ViewWork`."""
        return await in_turn(function, *arguments)

    async def warm(self) -> None:
        """Nothing is started; the first view is made when somebody asks for it."""

    def close(self) -> None:
        """Nothing is held."""


class SlowInPlace:
    """See `TextWork`; whoever asks has the machine to himself, and nothing is interrupted."""

    async def do(self, payer: str, seconds: float, function: Callable[..., Any], *arguments: Any
                 ) -> Any:
        """See `TextWork`."""
        return await in_turn(function, *arguments)

    def close(self) -> None:
        """Nothing is held."""


class NoFigures:
    """See `Figures`: nobody asks."""

    def answered(self, method: str, status: int) -> None:
        """See `Figures`."""

    def command_took(self, seconds: float) -> None:
        """See `Figures`."""

    def add(self, name: str, text: str, read: Callable[[], float]) -> None:
        """See `Figures`."""

    def page(self) -> bytes:
        """See `Figures`."""
        return b""
