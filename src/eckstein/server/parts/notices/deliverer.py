"""Delivers notices: takes what is due, and hands it to its channel.

A notice is leased before it is tried.  A server that is killed lets its leases run out, and then
the notice is tried again: each is delivered once at least, and twice only if the server is killed
between the delivery and its note of it.
"""
from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping

import structlog

from ...game.rulings import RefusedError
from ...ops.tasks import Tasks
from ...store.contract import StoreError
from .notice import Answer, Channel, ChannelName, Notice
from .store import NoticeStore

AT_ONCE = 8                 # notices of one channel that are being delivered
TRY_SECONDS = 30.0          # for one try
LEASE = 120_000             # milliseconds
# Milliseconds before the next try, after each that has failed; then it is given up.
PAUSES = (60_000, 300_000, 1_800_000, 7_200_000, 21_600_000)
FINISH_SECONDS = 2.0        # for deliveries that have begun when the server stops
log = structlog.get_logger()


class Deliverer:
    """Delivers what is due.

    Args:
        store: where notices are.
        channels: how they are delivered.
        due: when a notice is to be delivered, as things stand now; None if it is no longer true.
        now: the time.
        more: is called when a place is free, so that there may be more to do.

    Attributes:
        counts: notices that were delivered, failed for now ("later"), or were given up ("gone").
    """

    def __init__(self, store: NoticeStore, channels: Mapping[ChannelName, Channel],
                 due: Callable[[Notice], Awaitable[int | None]], now: Callable[[], int],
                 more: Callable[[], None]) -> None:
        self._store, self._channels, self._due = store, channels, due
        self._now, self._more = now, more
        self._tasks = defaultdict[ChannelName, Tasks](lambda: Tasks("notice"))
        self.counts: Counter[Answer] = Counter()

    async def look(self) -> None:
        """Begin to deliver what is due, as far as there are free places."""
        for name in self._channels:
            tasks = self._tasks[name]
            if free := AT_ONCE - len(tasks):
                now = self._now()
                for notice in await self._store.take(name, now, now + LEASE, free):
                    tasks.begin(self._deliver(notice)).add_done_callback(
                        lambda done: self._more())

    async def _deliver(self, notice: Notice) -> None:
        try:
            await self._try(notice)
        except (StoreError, OSError, RefusedError) as error:    # the lease runs out
            log.warning("notice", kind=notice.kind, error=repr(error))

    async def _try(self, notice: Notice) -> None:
        due = await self._due(notice)
        if due is None or due > self._now():
            await self._store.settle(notice, due, tried=False)
            return
        answer = await self._answer(notice)
        again = notice.tries - 1
        if answer == "later" and again >= len(PAUSES):
            answer = "gone"
        self.counts[answer] += 1
        await self._store.settle(notice, self._now() + PAUSES[again] if answer == "later" else None)

    async def _answer(self, notice: Notice) -> Answer:
        """What comes of a try, which takes no longer than it may."""
        try:
            async with asyncio.timeout(TRY_SECONDS):
                return await self._channels[notice.channel].deliver(notice)
        except Exception as error:
            log.warning("delivery", channel=notice.channel, kind=notice.kind, error=repr(error))
            return "later"

    async def finish(self) -> None:
        """End what has begun, if need be in the middle."""
        try:
            async with asyncio.timeout(FINISH_SECONDS):
                for tasks in self._tasks.values():
                    await tasks.finish()
        except TimeoutError:
            for tasks in self._tasks.values():
                await tasks.cancel()
