"""The parts of a server on a machine: a database, and other processes for slow work and engines."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.applications import Starlette

from ...base.sentence import Sentence
from ..app import create_app
from ..database.identities import persons
from ..database.store import Store
from ..game.tokens import Tokens
from ..ops.allowances import CAPS
from ..parts.push.events import Pusher
from ..parts.push.push import SERVICES, check_contact, check_service
from ..settings import Environment, Settings
from ..work.contract import Work
from ..work.engines import Launch, launch
from . import pages
from .jobs import Jobs, launcher, shared
from .metrics import Metrics
from .processes import Processes

T = TypeVar("T")
_ASIDE = ThreadPoolExecutor(1, "aside")         # one, for boards that are read are cached


def create_server(settings: Settings, start_engine: Launch = launch,
                  metrics: Metrics | None = None) -> Starlette:
    """A server on this machine, with its pages, as an ASGI application.

    Args:
        settings: what can be chosen.
        start_engine: how engines are started.
        metrics: what counts.

    Raises:
        ValueError: with a sentence, if there can be no Web Push as it is wished.
    """
    figures, pusher = metrics or Metrics(), pushing(settings)

    def environment() -> Environment:
        start = (launcher(Jobs(shared(settings.database))) if settings.workers
                 else start_engine)
        store = Store(settings.database, figures.commit_took, settings.key)
        return Environment(
            store, figures, views_work(), Processes(), Processes(), in_thread,
            start, store.engine, persons(), passwords_work(), Processes(), pusher)

    return create_app(settings, environment, pages.routes())


def pushing(settings: Settings) -> Callable[[Tokens], Pusher | None]:
    """A function that makes the sender by Web Push, or None without that setting.

    Raises:
        ValueError: with a sentence, if it cannot be as it is wished.
    """
    if not settings.push:
        return lambda tokens: None
    contact = check_contact(settings.push)
    services = (*SERVICES, *map(check_service, settings.push_services))
    try:
        from ..parts.push.sender import WebPush
    except ModuleNotFoundError as error:
        raise ValueError(Sentence("Web Push needs the package {name}; install it with pip install "
                                  "'eckstein[push]'", name=error.name)) from None
    return lambda tokens: WebPush(lambda: tokens.secret_for("push"), contact, services)


def views_work() -> Work:
    """Where views are made."""
    return Processes(CAPS["views-in-all"].most)


def passwords_work() -> Work:
    """Where passwords are checked."""
    return Processes(CAPS["sign-ins-in-all"].most)


async def in_thread(function: Callable[..., T], *arguments: Any) -> T:
    """See `Aside`."""
    return await asyncio.get_running_loop().run_in_executor(_ASIDE, function, *arguments)
