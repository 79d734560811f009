"""The hub: parts of a server publish events on it, and clients subscribe to its topics.

publish   something has happened and is on disk; a handler that fails stops no other.
settle    something is about to happen; each handler is awaited, and may refuse.
query     a question that at most one part answers.
touch     what a topic shows has changed; each subscriber gets a new snapshot when it reads on.

What is not declared is refused: the reach of an event is its base class, a `Kind` says which scope
a subscriber needs and checks its identity, and a question has a default answer.
"""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar, get_args

import msgspec
import structlog

from ...base.errors import EcksteinError
from ...wire.words import Needs
from ..game.rulings import RefusedError
from .events import ClusterEvent, LocalEvent, Question, Resync, Step, Topic, Touched
from .subscriber import Subscriber, SubscriberLeft

Answer = TypeVar("Answer")
Published = TypeVar("Published", bound=LocalEvent | ClusterEvent)
Settled = TypeVar("Settled", bound=Step)
NEEDS = tuple(name for part in get_args(Needs) for name in get_args(part))
RETRY_SECONDS = 5.0         # until a snapshot is tried again that could not be made
TOGETHER = 50               # topics in one event: a notification of PostgreSQL has 8000 bytes
NO_AUDIENCE: Mapping[Subscriber, None] = MappingProxyType({})
log = structlog.get_logger()


class UndeclaredError(EcksteinError, TypeError):
    """A part registers something without saying which clients may use it, or twice."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How often the subscribers of a large topic are notified.

    Attributes:
        gap: seconds between two times, at least.
        for_each: seconds more for each subscriber.
        news: what has changed since the last call, encoded once for all subscribers, or None for
            nothing; if left out, each gets a snapshot.
    """

    gap: float
    for_each: float
    news: Callable[[str], str | None] | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of topic.

    Attributes:
        name: by which a `Topic` says that it is one.
        needs: the scope that a token of a subscriber needs.
        check: raises an error that says why a client must not subscribe to the topic of a key.
        snapshot: the message with all that the topic of a key shows a subscriber.  None: it was
            sent already, or the subscriber was unsubscribed.
        left: is called after a client has unsubscribed.
        polled: whether snapshots are made again at each `Resync`.
        pace: how often its subscribers are notified, if not at once.
    """

    name: str
    needs: Needs
    check: Callable[[str, Subscriber], Awaitable[None]]
    snapshot: Callable[[str, Subscriber], Awaitable[str | None]]
    left: Callable[[str, Subscriber], None] | None = None
    polled: bool = True
    pace: Pace | None = None


class Hub:
    """Events and topics of one server.

    Args:
        send: tells the other servers on the same database of an event, soon.
    """

    def __init__(self, send: Callable[[ClusterEvent], None] = lambda event: None) -> None:
        self._send = send
        self._handlers: dict[type, list[Callable[[Any], None]]] = {}
        self._steps: dict[type, list[Callable[[Any], Awaitable[None]]]] = {}
        self._answers: dict[type, Callable[[Any], Awaitable[Any]]] = {}
        self._kinds: dict[str, Kind] = {}
        self._audiences: dict[Topic, dict[Subscriber, None]] = {}
        self._next: dict[Topic, float] = {}
        self._timers: dict[Topic, tuple[float, asyncio.Handle]] = {}     # with when they are due
        self._decoder: msgspec.json.Decoder[Any] | None = None
        self.on(Touched, self._touched)
        self.on(Resync, lambda event: self._look())

    # Events.

    def on(self, kind: type[Published], handler: Callable[[Published], None]) -> None:
        """Have a handler called with each event of a type, from this server or another."""
        if not issubclass(kind, LocalEvent | ClusterEvent):
            raise UndeclaredError(f"{kind.__name__} does not say how far it goes")
        self._handlers.setdefault(kind, []).append(handler)
        self._decoder = None

    def publish(self, event: LocalEvent | ClusterEvent) -> None:
        """Tell what has happened, after it is on disk."""
        if isinstance(event, ClusterEvent):
            self._send(event)
        self.receive(event)

    def receive(self, event: LocalEvent | ClusterEvent) -> None:
        """Take an event of this server or of another."""
        for handler in self._handlers.get(type(event), ()):
            try:
                handler(event)
            except Exception as error:
                log.error("event", kind=type(event).__name__, exc_info=error)

    def decode(self, events: Iterable[msgspec.Raw]) -> list[ClusterEvent]:
        """Events of other servers; those of types without a handler here are left out."""
        if self._decoder is None:
            known = tuple(kind for kind in self._handlers if issubclass(kind, ClusterEvent))
            union: Any = known[0]
            for kind in known[1:]:
                union = union | kind
            self._decoder = msgspec.json.Decoder(union)
        found = []
        for raw in events:
            # Others are of another version, or of a part that is not here.
            with contextlib.suppress(msgspec.ValidationError):
                found.append(self._decoder.decode(raw))
        return found

    def before(self, kind: type[Settled], handler: Callable[[Settled], Awaitable[None]]) -> None:
        """Have a handler awaited before each step of a type; handlers run in this order."""
        if not issubclass(kind, Step):
            raise UndeclaredError(f"{kind.__name__} is no step")
        self._steps.setdefault(kind, []).append(handler)

    async def settle(self, step: Step) -> None:
        """Return when all that belongs to a step is done.

        Raises:
            RefusedError: if a handler refuses it; those after it are not called.
        """
        for handler in self._steps.get(type(step), ()):
            await handler(step)

    def answer(self, kind: type[Question[Answer]], answer: Callable[[Any], Awaitable[Answer]]
               ) -> None:
        """Answer the questions of a type."""
        if not hasattr(kind, "absent") or kind in self._answers:
            raise UndeclaredError(f"{kind.__name__} has no answer for nobody, or two who answer")
        self._answers[kind] = answer

    async def query(self, question: Question[Answer]) -> Answer:
        """The answer to a question."""
        if (answer := self._answers.get(type(question))) is not None:
            found: Answer = await answer(question)
            return found
        absent: Answer = type(question).absent
        return absent

    # Topics.

    def add_kind(self, kind: Kind) -> None:
        """Let clients subscribe to topics of a kind."""
        if kind.needs not in NEEDS or kind.name in self._kinds:
            raise UndeclaredError(f"{kind.name} does not say who may subscribe, or is there twice")
        self._kinds[kind.name] = kind

    @property
    def kinds(self) -> Set[str]:
        """The names of all kinds of topics."""
        return self._kinds.keys()

    async def subscribe(self, topic: Topic, subscriber: Subscriber) -> None:
        """Send a client a snapshot of a topic, and another each time it changes.

        Raises:
            RefusedError: if it must not.
        """
        kind = self._kinds[topic.kind]
        if not subscriber.may(kind.needs):
            raise RefusedError("not-yours", "the token does not reach so far", "not-in-scope")
        await kind.check(topic.key, subscriber)
        self.add(topic, subscriber)
        subscriber.want(topic)

    def add(self, topic: Topic, subscriber: Subscriber) -> None:
        """Subscribe a client that has been checked, and has had a snapshot."""
        self._audiences.setdefault(topic, {})[subscriber] = None
        subscriber.topics.add(topic)

    def unsubscribe(self, subscriber: Subscriber, *topics: Topic) -> None:
        """Send a client no more of some topics."""
        for topic in topics:
            if topic not in subscriber.topics:
                continue
            subscriber.topics.discard(topic)
            audience = self._audiences[topic]
            del audience[subscriber]
            if not audience:
                del self._audiences[topic]
                self._next.pop(topic, None)
            if (left := self._kinds[topic.kind].left) is not None:
                left(topic.key, subscriber)

    def leave(self, subscriber: Subscriber) -> None:
        """A client is gone."""
        self.unsubscribe(subscriber, *tuple(subscriber.topics))
        self.publish(SubscriberLeft(subscriber))

    def audience(self, topic: Topic) -> Mapping[Subscriber, None]:
        """All subscribers of a topic, in the order in which they came."""
        return self._audiences.get(topic, NO_AUDIENCE)

    def keys(self, kind: str) -> list[str]:
        """The keys of all topics of a kind that have subscribers."""
        return [topic.key for topic in self._audiences if topic.kind == kind]

    async def snapshot(self, topic: Topic, subscriber: Subscriber) -> str | None:
        """The message with all that a topic shows a subscriber now.

        None: there is nothing to send, or not yet, since the database does not respond; then the
        subscriber gets it later.  A subscriber to which it is refused for good is unsubscribed.
        """
        if topic not in subscriber.topics:
            return None
        try:
            return await self._kinds[topic.kind].snapshot(topic.key, subscriber)
        except (EcksteinError, OSError) as error:
            if isinstance(error, RefusedError) and error.code != "busy":
                self.unsubscribe(subscriber, topic)
            else:
                asyncio.get_running_loop().call_later(RETRY_SECONDS, subscriber.want, topic)
            return None

    def touch(self, *topics: Topic) -> None:
        """What some topics show has changed; subscribers at other servers are notified as well."""
        for start in range(0, len(topics), TOGETHER):
            self.publish(Touched(topics[start:start + TOGETHER]))

    def _touched(self, event: Touched) -> None:
        for topic in event.topics:
            self.touch_here(topic)

    def touch_here(self, topic: Topic, within: float = 0.0) -> None:
        """What a topic shows this server's subscribers has changed.

        Args:
            topic: which.
            within: seconds within which they are notified, if its kind has a pace.
        """
        kind = self._kinds.get(topic.kind)
        if kind is None:
            return
        if kind.pace is None:
            self._want(topic)
        elif kind.pace.news is not None or topic in self._audiences:
            loop, waiting = asyncio.get_running_loop(), self._timers.get(topic)
            when = max(self._next.get(topic, 0.0), loop.time() + within)
            if waiting is None or when < waiting[0]:
                if waiting is not None:
                    waiting[1].cancel()
                self._timers[topic] = when, loop.call_at(when, self._tell, topic, kind.pace)

    def _tell(self, topic: Topic, pace: Pace) -> None:
        del self._timers[topic]
        audience = self.audience(topic)
        if audience:
            self._next[topic] = (asyncio.get_running_loop().time() + pace.gap
                                 + pace.for_each * len(audience))
        if pace.news is None:
            self._want(topic)
        elif (text := pace.news(topic.key)) is not None:
            for subscriber in list(audience):
                subscriber.tell(topic, text)

    def _want(self, topic: Topic) -> None:
        for subscriber in list(self.audience(topic)):
            subscriber.want(topic)

    def _look(self) -> None:
        for topic in list(self._audiences):
            if self._kinds[topic.kind].polled:
                self._want(topic)
