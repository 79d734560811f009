"""A running server: how its parts are started and ended."""
from __future__ import annotations

import asyncio
import contextlib

import structlog

from .connection import Connection
from .game.clocks import ServerClock
from .game.keeping import Keeping
from .game.tokens import Tokens
from .hub.hub import Hub
from .installed import PARTS
from .ops.lives import LIVES
from .ops.memory import Collector
from .part import Site, check_lives, wanted
from .rooms.account_names import Names
from .rooms.computers import Computers
from .rooms.events import NameObjection, NamesOf
from .rooms.rooms import Rooms
from .settings import Environment, Settings
from .work.engines import Engines
from .work.views import Views

HEARTBEAT_SECONDS = 2.0
SWEEP_SECONDS = 30.0
QUIET_EVENTS = 30           # between two sweeps
BYE_SECONDS = 2.0           # for a client to receive it
STOPPING = "The server is restarting. All games are saved."
log = structlog.get_logger()


class Service(Site):
    """A running server; made by `start`, in the running event loop."""

    def __init__(self, settings: Settings, environment: Environment, rooms: Rooms, since: int
                 ) -> None:
        super().__init__(settings, environment, rooms, since,
                         wanted(PARTS, settings.without, environment))
        check_lives([*(f"topic {topic}" for topic in self.hub.kinds),
                     *(f"signed {kind}" for kind in self.tokens.kinds), *environment.persons],
                    LIVES)
        for part in wanted(PARTS, (), environment):
            self.start_part(part)
        self._slow = environment.texts, environment.pictures, environment.passwords
        self._works = *self._slow, environment.views, environment.pairing
        self.views, self.computers = rooms.views, rooms.computers
        self.connections: set[Connection] = set()
        self.collector = Collector()
        figures, store = self.figures, self.store
        figures.add("eckstein_sockets", "open sockets", lambda: len(self.connections))
        figures.add("eckstein_tables", "games in memory", lambda: len(rooms))
        figures.add("eckstein_commits", "transactions", lambda: store.commits)
        figures.add("eckstein_events", "events written", lambda: store.written)
        figures.add("eckstein_engine_failures", "engines that failed in a game",
                    lambda: self.computers.failures)

    @classmethod
    async def start(cls, settings: Settings, environment: Environment) -> Service:
        """Open the store, and take up all games."""
        store = environment.store
        await store.open()
        alive = await store.alive()
        now = ServerClock(alive or 0)
        if alive is not None and not await store.others_run():
            await store.add_pause(alive, now())
        await store.stay_alive(now())
        tokens = Tokens(await store.secret())
        short = Engines(settings.quick, environment.start_engine) if settings.quick else None
        computers = Computers(Engines(settings.engines, environment.start_engine), short)
        hub = Hub(store.send)
        rooms = Rooms(hub, store, tokens, Views(environment.views), computers, now,
                      await store.pauses(), environment.figures.command_took,
                      Keeping(settings.keep),
                      Names(lambda accounts: hub.query(NamesOf(accounts)),
                            lambda name, account: hub.query(NameObjection(name, account))))
        service = cls(settings, environment, rooms, now() if alive is None else alive)
        service.collector.start()
        await store.listen(rooms)
        service.begin(service._beat())
        service.begin(service._sweep())
        service.begin(rooms.tend())
        for task in service.tasks:
            service.begin(task())
        if settings.warm:
            service.begin(rooms.views.warm())
        return service

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            with contextlib.suppress(Exception):        # the next beat may succeed
                await self.store.stay_alive(self.rooms.now())

    async def _sweep(self) -> None:
        while True:
            written = self.store.written
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                self._sweep_once(quiet=self.store.written - written < QUIET_EVENTS)
                await self.rooms.forget_old()
                for sweep in self.sweeps:
                    await sweep()
                self._learn(await self.store.secret())
            except Exception as error:      # the next time may succeed
                log.error("sweep", exc_info=error)

    def _learn(self, secret: str) -> None:
        """Go on with what tokens are signed with now; clients with seats have to show their tokens
        again.
        """
        if games := self.tokens.learn(secret):
            for connection in self.connections:
                if games & connection.seats.keys():
                    connection.outbox.close()
            for listener in self.listeners:
                listener.close()

    def _sweep_once(self, *, quiet: bool) -> None:
        self.rooms.sweep()
        now = asyncio.get_running_loop().time()
        for connection in self.connections:
            connection.give_up_if_stuck(now)
        self.collector.tend(quiet=quiet)

    async def say_bye(self) -> None:
        """Take no more commands, and tell all clients; returns when they know, or soon.

        Slow work that waits is refused: its client asks again, and no answer is cut off.
        """
        self.rooms.stopping = True
        for work in self._slow:
            work.refuse()
        for connection in list(self.connections):
            connection.say_bye(STOPPING)
        for listener in self.listeners:
            listener.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BYE_SECONDS):
                while self.connections:
                    await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Finish writing, and let everything go."""
        await self.say_bye()
        await self.work.cancel()
        await self.computers.close()
        await self.analysts.close()
        for finish in self.finishes:
            await finish()
        await self.rooms.finish()
        for work in self._works:
            work.close()
        with contextlib.suppress(Exception):
            await self.store.stay_alive(self.rooms.now())
        await self.store.close()
        self.collector.stop()
