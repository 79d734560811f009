"""A running server: how its parts are put together and closed."""
from __future__ import annotations

import asyncio
import contextlib
import functools
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from .bots.feed import KEPT, Feed
from .company.company import Company
from .game.clocks import ServerClock
from .game.keeping import Keeping
from .game.rulings import RefusedError
from .game.tokens import Tokens
from .lobby.lobby import Lobby
from .ops.figures import Figures
from .ops.limits import Buckets, Connections, Hits
from .ops.memory import Collector
from .ops.tasks import Tasks
from .people.account_names import Names
from .people.contract import People, Session, Token
from .people.mail import Mails, Sender
from .people.notices import Channel, ChannelName
from .people.public_games import explore_all
from .people.push import Pusher
from .people.ratings import check_levels, points_of, rate_all
from .rooms.computers import Computers
from .rooms.front_door import FrontDoor
from .rooms.outbox import Outbox
from .rooms.rooms import Rooms
from .store.contract import GameStore, StoreError
from .store.tournaments import TournamentStore
from .studies.audience import Audience
from .studies.contract import SharedStudies
from .work.contract import Aside, Work
from .work.engines import Engines, Launch
from .work.views import Views
from .ws.connection import Connection

if TYPE_CHECKING:
    from .arbiter.arbiter import Arbiter
    from .company.moderation import Moderation, Why
    from .notices.notices import Notices
    from .people.accounts import Accounts
    from .people.recovery import Recovery

HEARTBEAT_SECONDS = 2.0
SWEEP_SECONDS = 30.0
STUDIES, STUDIES_AT_ONCE = 0.05, 10.0       # kept of one payer: a second, and at once
WRITES, WRITES_AT_ONCE = 5.0, 60.0          # of shared studies, likewise
SESSIONS_AT_ONCE = 500      # that are looked up together
QUIET_EVENTS = 30           # between two sweeps
SENT, SENT_AT_ONCE = 4e6, 16e6  # bytes to one address, by sockets and streams: a second, at once
BYE_SECONDS = 2.0           # for a client to hear it
STOPPING = "The server is restarting. All games are saved."
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be chosen.

    Attributes:
        database: its URL.
        key: the file of the key that signs seats, for a database that does not hold it itself.
        engines: how many computer players think at once, and how many analyses run at once.
        quick: how many computer players that think shortly have places of their own; 0: none.
        requests, burst: HTTP requests and messages on sockets a second of one payer, and at
            once.
        connections: how many sockets and streams one payer may have.
        all_connections: how many connections there may be in all; None for as many as this process
            may have files open.
        keep: days for which games and studies are kept in which nothing happens any more; 0 for
            ever.
        table: megabytes of an analysis's transposition table.
        threads: how many threads an analysis has.
        workers: whether engines are wherever workers are, instead of on this machine.
        push: where the makers of browsers reach the operator, as `mailto:` or `https://`; empty if
            there is no Web Push.
        push_services: the origins of push services beside those of browsers.
        mail: how mail is sent; None if none is.
        warm: whether to start the process that makes views before anybody asks for one.
    """

    database: str
    key: Path | None = None
    engines: int = field(default_factory=lambda: max(2, (os.cpu_count() or 2) // 2))
    quick: int = 2
    requests: float = 100.0
    burst: float = 600.0
    connections: int = 100
    all_connections: int | None = None
    keep: float = 0.0
    table: int = 64
    threads: int = 1
    workers: bool = False
    push: str = ""
    push_services: tuple[str, ...] = ()
    mail: Sender | None = None
    warm: bool = True


@dataclass(frozen=True, slots=True)
class Parts:
    """What differs between a server on a machine and one in a browser.

    Attributes:
        store: where games are kept; not open yet.
        figures: what is counted.
        views, texts, pictures: who does slow work, by its kind.
        aside: calls what takes a while, in this process.
        start_engine: how engines are started.
        people: where accounts are kept; None where there are none.
        studies: where shared studies are kept; None where there are none.
        passwords: who checks their passwords.
        tournaments: where they are read; None where there are none.
        pairing: who pairs their rounds.
        channels: gives the ways in which accounts are told what happens, if there are any.
        pusher: gives who sends by Web Push, if anybody does.
    """

    store: GameStore
    figures: Figures
    views: Work
    texts: Work
    pictures: Work
    aside: Aside
    start_engine: Launch
    people: People | None = None
    studies: SharedStudies | None = None
    passwords: Work = field(default_factory=Work)
    tournaments: TournamentStore | None = None
    pairing: Work = field(default_factory=Work)
    channels: Callable[[Rooms, Mails], Mapping[ChannelName, Channel]] = lambda rooms, mails: {}
    pusher: Callable[[Tokens], Pusher | None] = lambda tokens: None


class Service:
    """A running server; made by `start`, in the running event loop."""

    def __init__(self, settings: Settings, parts: Parts, rooms: Rooms) -> None:
        self.settings, self.rooms = settings, rooms
        store, figures = self.store, self.figures = parts.store, parts.figures
        self.aside, self.texts, self.pictures = parts.aside, parts.texts, parts.pictures
        self._works = (parts.views, parts.texts, parts.pictures, parts.passwords,
                       parts.pairing)
        self.tokens, self.views, self.computers = rooms.tokens, rooms.views, rooms.computers
        self.door = FrontDoor(rooms)
        self.analysts = Engines(settings.engines, parts.start_engine, settings.table,
                                settings.threads, 2 * settings.engines)
        hits = self.hits = Hits(rooms.tokens.alias, figures.limit_hit)
        self.requests = Buckets(settings.requests, settings.burst, hits.of("requests"))
        self.lobby = (
            Lobby(rooms, self.door, hits.of("seeks")) if parts.people is None else
            Lobby(rooms, self.door, hits.of("seeks"), parts.people.blocks.apart,
                  functools.partial(points_of, parts.people.ratings)))
        self.lines = Connections(settings.connections)
        self.sent = Buckets(SENT, SENT_AT_ONCE, hits.of("bytes"))
        self.studies = Buckets(STUDIES, STUDIES_AT_ONCE, hits.of("studies"))
        self.study_writes = Buckets(WRITES, WRITES_AT_ONCE, hits.of("study-writes"))
        self.audience, self.shared_studies = Audience(), parts.studies
        rooms.studies_changed = self._studies_changed
        self.accounts: Accounts | None = None
        self.feed: Feed | None = None
        self.company: Company | None = None
        self.moderation: Moderation | None = None
        self._people = parts.people
        rooms.rated_ended = self._rate_soon
        if parts.people is not None:
            from .company.moderation import Moderation  # with libraries that a browser lacks
            from .people.accounts import Accounts
            self.accounts = Accounts(parts.people, rooms.tokens, rooms.names, rooms.now, hits,
                                     parts.passwords)
            self.company = Company(parts.people, self.accounts.find, self.lobby.find, rooms,
                                   self.door, hits)
            self.feed = Feed(parts.people.bots, parts.people.chat, rooms,
                             self.company.challenges)
            self.moderation = Moderation(parts.people, self.accounts.find, rooms,
                                         self.accounts.called_anew, self.end_open, hits)
            rooms.check_bar = self.moderation.check_bar
            rooms.check_levels = functools.partial(check_levels, parts.people.ratings, rooms.now)
        self.arbiter: Arbiter | None = None
        if parts.tournaments is not None:
            from .arbiter.arbiter import Arbiter
            self.arbiter = Arbiter(rooms, parts.tournaments, parts.pairing,
                                   parts.people.ratings if parts.people is not None else None,
                                   hits.of)
            rooms.tournament_game_ended = self.arbiter.look_soon
        self.notices: Notices | None = None
        self.mails: Mails | None = None
        self.recovery: Recovery | None = None
        self.sends_mail = False
        self.pusher = parts.pusher(rooms.tokens) if parts.people is not None else None
        if self.company is not None and parts.people is not None:
            self.mails = Mails(parts.people.contacts, parts.people.notices, rooms.tokens, rooms.now,
                               hits)
            if channels := self._channels(parts, parts.people, self.mails):
                self._give_notice(parts.people, channels, self.company)
                self.sends_mail = "mail" in channels
        if self.sends_mail and self.mails is not None and self.accounts is not None:
            from .people.recovery import Recovery
            self.recovery = Recovery(self.accounts, self.mails, rooms.tokens, hits)
            self.accounts.password_set = self.mails.tell_password
        self.connections: set[Connection] = set()
        self.listeners: set[Outbox] = set()
        self.collector = Collector()
        self._tasks = Tasks("service")
        figures.add("eckstein_sockets", "open sockets", lambda: len(self.connections))
        figures.add("eckstein_tables", "games in memory", lambda: len(rooms))
        figures.add("eckstein_seeks", "open seeks", lambda: len(self.lobby))
        figures.add("eckstein_lobbies", "clients that hear of the lobby",
                    lambda: len(self.lobby.crowd))
        figures.add("eckstein_commits", "transactions", lambda: store.commits)
        figures.add("eckstein_events", "events written", lambda: store.written)
        figures.add("eckstein_engine_failures", "engines that failed in a game",
                    lambda: self.computers.failures)

    def _channels(self, parts: Parts, people: People, mails: Mails
                  ) -> dict[ChannelName, Channel]:
        """The ways in which accounts are told what happens."""
        found = dict(parts.channels(self.rooms, mails))
        if self.pusher is not None:
            from .notices.push import PushChannel
            found["push"] = PushChannel(self.pusher, people.push, self.rooms)
        return found

    def _give_notice(self, people: People, channels: Mapping[ChannelName, Channel],
                     company: Company) -> None:
        """Let accounts be told what happens when they are not here."""
        from .notices.notices import Notices
        notices = self.notices = Notices(people.notices, people.challenges, self.rooms, channels,
                                         company.followed.is_here)
        self.rooms.game_by_days_changed = notices.game_changed
        if self.mails is not None:
            self.mails.wake = notices.look_soon
        company.challenges.made = notices.challenged
        company.challenges.accepted = notices.game_begun
        if self.arbiter is not None:
            self.arbiter.rounds.game_by_days_begun = notices.game_begun
        counts = notices.deliverer.counts
        self.figures.add("eckstein_notices_delivered", "notices that were delivered",
                         lambda: counts["delivered"])
        self.figures.add("eckstein_notices_failed", "tries to deliver a notice that failed for now",
                         lambda: counts["later"])
        self.figures.add("eckstein_notices_gone", "notices that were given up",
                         lambda: counts["gone"])

    @classmethod
    async def start(cls, settings: Settings, parts: Parts) -> Service:
        """Open the store, and take up all games."""
        store = parts.store
        await store.open()
        alive = await store.alive()
        now = ServerClock(alive or 0)
        if alive is not None and not await store.others_run():
            await store.add_pause(alive, now())
        await store.stay_alive(now())
        tokens = Tokens(await store.secret())
        short = Engines(settings.quick, parts.start_engine) if settings.quick else None
        computers = Computers(Engines(settings.engines, parts.start_engine), short)
        rooms = Rooms(store, tokens, Views(parts.views), computers, now, await store.pauses(),
                      parts.figures.command_took, Keeping(settings.keep),
                      Names(parts.people.names) if parts.people is not None else None,
                      parts.people.absences if parts.people is not None else None)
        service = cls(settings, parts, rooms)
        service.collector.start()
        await store.listen(rooms)
        work = [service._beat(), service._sweep(), rooms.tend(), service.lobby.tend()]
        if service.company is not None:
            work += [service.company.callers.tend(), service.company.followed.tend()]
        if service.arbiter is not None:
            work.append(service.arbiter.tend())
        if service.notices is not None:
            work.append(service.notices.tend(now() if alive is None else alive))
        if settings.warm:
            work.append(rooms.views.warm())
            if service.accounts is not None:
                work.append(service.accounts.get_ready())
        for task in work:
            service._tasks.begin(task)
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
                if self.arbiter is not None:
                    await self.arbiter.forget_old()
                await self._rate()
                await self._explore()
                await self._end_sessions()
                if self._people is not None:
                    await self._people.bots.forget_old(self.rooms.now() - KEPT)
                if self.company is not None:
                    await self.company.challenges.forget_old()
                self._learn(await self.store.secret())
            except Exception as error:      # the next time may succeed
                log.error("sweep", exc_info=error)

    async def _end_sessions(self) -> None:
        """Close the sockets of sessions and tokens that have ended; pages come back as guests."""
        signed_in = [(connection, connection.session.digest) for connection in self.connections
                     if connection.session is not None]
        for start in range(0, len(signed_in) if self._people else 0, SESSIONS_AT_ONCE):
            some = signed_in[start:start + SESSIONS_AT_ONCE]
            assert self._people is not None
            alive = await self._people.alive([digest for _, digest in some], self.rooms.now())
            for connection, digest in some:
                if digest not in alive:
                    connection.outbox.close()

    def _studies_changed(self, studies: dict[str, int] | None) -> None:
        """Other servers have written shared studies, or may have."""
        if studies is None:
            self._tasks.begin(self._look_at_studies())
        else:
            self.audience.changed(studies)

    async def _look_at_studies(self) -> None:
        assert self.shared_studies is not None
        for study in self.audience.open():
            with contextlib.suppress(StoreError, OSError):      # the next look may succeed
                self.audience.changed({study: await self.shared_studies.number(study) or 0})

    def _rate_soon(self) -> None:
        self._tasks.begin(self._rate())

    async def _rate(self) -> None:
        """Have all games count that wait: also those after which a server was killed."""
        if self._people is not None:
            with contextlib.suppress(StoreError, OSError):      # the next sweep may succeed
                await rate_all(self._people.ratings)

    def explore_soon(self) -> None:
        """Look at public games soon: somebody has changed whether his may be studied."""
        self._tasks.begin(self._explore())

    async def _explore(self) -> None:
        """Count what was played in public games that have ended, and no more in others."""
        if self._people is not None:
            with contextlib.suppress(StoreError, OSError):      # the next sweep may succeed
                await explore_all(self._people.public_games, self.store.events_of, self.aside)

    def _learn(self, secret: str) -> None:
        """Go on with what tokens are signed with now; who holds a seat has to show its token again.
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

    async def end_open(self, who: str, why: Why) -> None:
        """End what an identity has open; returns when it is on disk.

        Whoever is barred loses what is rated, and who deletes his account all of it.  Open seeks
        show names: they end when one is taken away.  Bots have another pool of ratings, and no
        seeks.

        Raises:
            RefusedError: if the database cannot be written.
        """
        rated = why in ("bar", "bot")
        self.lobby.end(who, rated=why == "bar")
        if why == "rename":
            return
        if self.company is not None:
            await self.company.challenges.end(who, rated=rated)
        if self.arbiter is not None:
            await self.arbiter.withdraw(who, rated=rated)

    async def session_of(self, token: str | None) -> Session | None:
        """The session of an account that a secret leads to, or None.

        Raises:
            RefusedError: if the database does not respond.
        """
        return None if self.accounts is None else await self.accounts.session(token)

    async def token_of(self, header: str | None) -> Token | None:
        """The token in a header `Authorization`; None where there is no such header.

        Raises:
            RefusedError: if it does not work, or the database does not respond.
        """
        if header is None:
            return None
        if self.accounts is None:
            raise RefusedError("not-yours", "there are no accounts here", "unknown-token")
        kind, _, secret = header.partition(" ")
        return await self.accounts.access.find(secret if kind.lower() == "bearer" else "")

    async def say_bye(self) -> None:
        """Take no more commands, and tell all clients; returns when they know, or soon."""
        self.rooms.stopping = True
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
        await self._tasks.cancel()
        await self.computers.close()
        await self.analysts.close()
        await self.lobby.finish()
        if self.arbiter is not None:
            await self.arbiter.finish()
        if self.recovery is not None:
            await self.recovery.finish()
        if self.notices is not None:
            await self.notices.finish()
        if self.pusher is not None:
            await self.pusher.close()
        await self.rooms.finish()
        for work in self._works:
            work.close()
        with contextlib.suppress(Exception):
            await self.store.stay_alive(self.rooms.now())
        await self.store.close()
        self.collector.stop()
