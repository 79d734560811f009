"""Starting the server in a browser: its parts, and what JavaScript is given of it."""
from __future__ import annotations

from typing import Protocol

import structlog

from ..server.app import create_app
from ..server.ops.figures import Figures
from ..server.service import Service
from ..server.settings import Environment, Settings
from ..server.work.contract import Work, in_turn
from ..server.work.engines import Launch
from .asgi import Carrier, Page
from .store import BrowserStore, Database

# The user has this browser alone; an engine is a worker with a Python of its own, and its second
# thread, where there can be one, a worker beside it.
SETTINGS = Settings("IndexedDB", engines=1, quick=0, requests=1e6, burst=1e6,
                    connections=10**6, table=16, threads=2, warm=False)


class Surroundings(Page, Protocol):
    """What JavaScript gives: the page, and a way to report trouble."""

    def kept(self, why: str) -> None:
        """Report why games are not stored on disk; "" when they are again."""
        ...


async def start(page: Surroundings, database: Database, start_engine: Launch) -> Carrier:
    """Start the server, and take up all games.

    Args:
        page: sends requests, and gets the answers.
        database: stores games.
        start_engine: how engines are started.

    Returns:
        What carries the page's messages to the server.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(30))
    store = BrowserStore(database, page.kept)
    app = create_app(SETTINGS, lambda: Environment(store, Figures(), Work(), Work(), Work(),
                                                   in_turn, start_engine))
    carrier = Carrier(app, page)
    await carrier.begin()
    service: Service = app.state.service
    carrier.know(await store.guest(service.tokens.new_guest))
    return carrier
