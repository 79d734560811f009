"""What a part of the server declares, and the site on which it registers.

What a part does not declare is refused when the server starts.  A part that an operator leaves out
is closed to clients, but its handlers of events and steps hold: a bar is a bar, and an account that
is deleted leaves no challenge open.
"""
from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .game.rulings import RefusedError
from .hub.hub import UndeclaredError
from .hub.outbox import Outbox
from .hub.subscriber import Subscriber
from .opened import Opened
from .ops.allowances import CAPS, RATES
from .ops.limits import Buckets, Connections, Hits
from .ops.lives import LIVES
from .ops.tasks import Tasks
from .parts.accounts.events import Session, SessionOf, Token, TokenOf
from .rooms.front_door import FrontDoor
from .rooms.rooms import Rooms
from .settings import Environment, Settings
from .work.engines import Engines

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

Running = TypeVar("Running")


@dataclass(frozen=True, slots=True)
class Part:
    """A capability of the server.

    Attributes:
        name: by which operators leave it out.
        about: what it is, in a sentence for operators.
        absent: the answer to clients where it is closed.
        start: makes it, and registers its handlers.
        stored: whether it needs a database, which a server in a browser lacks.
        needs: the names of parts without which it cannot run.
        endpoints: of the HTTP API, each an `Endpoint`.
        messages: types of the messages that clients send on sockets.
        topics: names of the kinds of topics that clients subscribe to.
        rates: names of the rates at which it may be used, of the table `RATES`.
        caps: names of what there may be only so many of, of the table `CAPS`.
        keeps: names of lasting things that it keeps of persons, of the table `LIVES`.
    """

    name: str
    about: str
    absent: str
    start: Callable[[Site], None]
    stored: bool = True
    needs: tuple[str, ...] = ()
    endpoints: tuple[Any, ...] = ()
    messages: tuple[type, ...] = ()
    topics: tuple[str, ...] = ()
    rates: tuple[str, ...] = ()
    caps: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()


def ordered(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Parts, each after those that it needs.

    Raises:
        UndeclaredError: if one needs another that is not there, or itself in the end.
    """
    left = {part.name: part for part in parts}
    found: dict[str, Part] = {}
    while left:
        ready = sorted(name for name, part in left.items() if {*part.needs} <= found.keys())
        if not ready:
            raise UndeclaredError(f"these parts need others, or each other: {sorted(left)}")
        found |= {name: left.pop(name) for name in ready}
    return tuple(found.values())


def wanted(parts: Iterable[Part], without: Iterable[str], environment: Environment
           ) -> tuple[Part, ...]:
    """The parts that are possible and not left out, and of which the same is true of all needs."""
    found: dict[str, Part] = {}
    for part in ordered(parts):
        if (part.name not in without and {*part.needs} <= found.keys()
                and (environment.database is not None or not part.stored)):
            found[part.name] = part
    return tuple(found.values())


def check_lives(held: Iterable[str], kept: Iterable[str]) -> None:
    """See that all that holds a person belongs to a thing.

    Args:
        held: the columns, topics and kinds of signed texts, as `Life.holds` names them.
        kept: the things to one of which each has to belong.

    Raises:
        UndeclaredError: if one belongs to none, or there is no such thing.
    """
    if unknown := {*kept} - LIVES.keys():
        raise UndeclaredError(f"nothing says what becomes of {sorted(unknown)}")
    if lost := {*held} - {one for name in kept for one in LIVES[name].holds}:
        raise UndeclaredError(f"nothing says what becomes of what persons have in {sorted(lost)}")


class Heard(NamedTuple):
    """How a message on a socket is handled.

    Attributes:
        handler: is awaited with the client and its message.
        cost: how many requests it counts for.
    """

    handler: Callable[[Any, Any], Awaitable[None]]
    cost: float


class Site:
    """What parts start on.

    Args:
        settings: what can be chosen.
        environment: what differs between a machine and a browser.
        rooms: the games.
        since: until when servers had run before this one, in milliseconds since 1970.
        parts: those that are open to clients.

    Attributes:
        parts: see above, by name.
        messages: the types of messages that they handle.
        sweeps: what they do every half minute.
        tasks: what they do as long as the server runs.
        finishes: what they finish before it ends.
        work: background work that has begun.
        listeners: outboxes of answers that never end.
        sends_mail: whether accounts are sent mail.
    """

    def __init__(self, settings: Settings, environment: Environment, rooms: Rooms, since: int,
                 parts: Iterable[Part]) -> None:
        self.settings, self.environment, self.rooms, self.since = (
            settings, environment, rooms, since)
        self.hub, self.store, self.tokens = rooms.hub, rooms.store, rooms.tokens
        self.figures, self.aside = environment.figures, environment.aside
        self.texts, self.pictures = environment.texts, environment.pictures
        self.analysts = Engines(settings.engines, environment.start_engine, settings.table,
                                settings.threads, 2 * settings.engines)
        hits = self.hits = Hits(rooms.tokens.alias, self.figures.limit_hit)
        self.door = FrontDoor(rooms, settings.first_move, hits)
        self.requests = Buckets(settings.requests, settings.burst, hits.of("requests"))
        self.lines = Connections(settings.connections)
        self.sent = hits.buckets("bytes")
        self.studies = hits.buckets("studies")
        self.parts = {part.name: part for part in parts}
        self.messages: dict[type, Heard] = {}
        self.sweeps: list[Callable[[], Awaitable[object]]] = []
        self.tasks: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self.finishes: list[Callable[[], Awaitable[None]]] = []
        self.work = Tasks("service")
        self.listeners: set[Outbox] = set()
        self.sends_mail = False
        self._running: dict[type, Any] = {}

    @property
    def database(self) -> AsyncEngine:
        """Where parts keep what is theirs; for those that need a database."""
        assert self.environment.database is not None
        return self.environment.database

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; it ends with the server."""
        self.work.begin(work)

    def start_part(self, part: Part) -> None:
        """Start a part; one that is not open does nothing by itself, and handles no messages.

        Raises:
            UndeclaredError: if it registers other messages or topics than it declares, uses another
                rate, declares what is in no table, or does not keep what its topics show.
        """
        check_lives([f"topic {topic}" for topic in part.topics], part.keeps)
        messages, topics, tasks = set(self.messages), set(self.hub.kinds), len(self.tasks)
        rates = set(self.hits.rates)
        part.start(self)
        if (self.messages.keys() - messages != {*part.messages}
                or self.hub.kinds - topics != {*part.topics}
                or not self.hits.rates - rates <= {*part.rates} <= RATES.keys()
                or not {*part.caps} <= CAPS.keys()):
            raise UndeclaredError(f"{part.name} registers other messages, topics, rates or caps "
                                  "than it says")
        if part.name not in self.parts:
            del self.tasks[tasks:]
            for kind in part.messages:
                del self.messages[kind]

    def add(self, running: Running) -> Running:
        """Let other parts, and endpoints, find what a part has made by its type."""
        self._running[type(running)] = running
        return running

    def find(self, kind: type[Running]) -> Running | None:
        """What a part has made; None where it is not possible."""
        return self._running.get(kind)

    def get(self, kind: type[Running]) -> Running:
        """What a part has made that this one needs."""
        found: Running = self._running[kind]
        return found

    def on_message(self, kind: type, handler: Callable[[Subscriber, Any], Awaitable[None]],
                   cost: float = 1.0) -> None:
        """Handle messages of a type."""
        if kind in self.messages or not getattr(kind, "needs", None):
            raise UndeclaredError(f"{kind.__name__} does not say who may send it, or is twice")
        self.messages[kind] = Heard(handler, cost)

    def open_by(self, login: Session | Token | None, end: Callable[[], None]
                ) -> AbstractContextManager[None]:
        """Something is open meanwhile, and has to end with the login by which it was opened.

        Args:
            login: None for a guest, for which nothing ends by itself.
            end: ends it.
        """
        opened = self.find(Opened)
        if login is None or opened is None:
            return contextlib.nullcontext()
        return opened.by(login, end)

    async def session_of(self, token: str | None) -> Session | None:
        """The session of an account that a secret leads to, or None.

        Raises:
            RefusedError: if the database does not respond.
        """
        return await self.hub.query(SessionOf(token))

    async def token_of(self, header: str | None) -> Token | None:
        """The token in a header `Authorization`; None where there is no such header.

        Raises:
            RefusedError: if it does not work, or the database does not respond.
        """
        if header is None:
            return None
        kind, _, secret = header.partition(" ")
        found = await self.hub.query(TokenOf(secret if kind.lower() == "bearer" else ""))
        if found is None:
            raise RefusedError("not-yours", "there are no accounts here", "unknown-token")
        return found
