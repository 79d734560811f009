"""This server among others on one PostgreSQL database.

It has one connection for this, on which it renews its lease (`leases`), hears of the others, and
tells them six things: in which games it has written, commands for games that they own, the answers
to theirs, the presence in games here, open challenges, and events of the hub (`attendance`).  All
travel as notifications on one channel, several in one statement, after what they are about has been
committed: a notification within a transaction that writes would make all commits of the database
wait for each other, and for the disk.

Everything that is sent may be lost, at the cost of time alone.  A server that hears of a game reads
on from the last event that it has; all games in memory are compared with the database now and then,
and after a lost connection.  A command that is not answered is sent again, and takes effect once.
The presence in games and in the lobby is sent again on each new connection.
"""
from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import secrets
from collections.abc import Mapping
from dataclasses import replace

import msgspec
import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from ....base.sentence import Sentence
from ....wire.commands import Refusal
from ....wire.words import Template
from ...game.rulings import Command, RefusedError
from ...hub.events import ClusterEvent
from ...ops.tasks import Tasks
from ...store.contract import ANYTHING, NotOwnedError, Others, Owner, StoreError
from ...store.lobbies import Share
from ...store.presence import Presence
from ..databases import first_line
from . import earlier, leases
from .attendance import Attendance
from .listening import ANSWER_SECONDS, PAUSE, TELL, Driver, listening

CHANNEL = "eckstein_games"
TOGETHER = 300              # ids in one notification, which may have 8000 bytes
LOOK_SECONDS = 15.0         # between two looks at all games in memory
PASSED_SECONDS = 1.0        # for the owner of a game to answer
ASKED, ANSWERED, SEQ = "?", "!", ":"
PRESENT = SEQ               # with no game before it, so that earlier versions do not mind it
TERMS = 2**62               # of which each is drawn by chance
NOBODY = 0                  # the term of a server that has none
log = structlog.get_logger()


class Asked(msgspec.Struct):
    """A command for the owner of a game."""

    term: int
    number: int
    game: str
    command: Command


class Answered(msgspec.Struct):
    """What came of it; neither, if the game is not that server's."""

    name: str
    number: int
    seq: int | None = None
    refused: Refusal | None = None


class Node:
    """Holds a lease, listens and tells.

    Args:
        engine: of PostgreSQL, by asyncpg.
        name: under which this server tells things.
        others: what it does for the other servers.

    Attributes:
        term: that of its lease.
    """

    def __init__(self, engine: AsyncEngine, name: str, others: Others) -> None:
        self._engine, self._name, self._others = engine, name, others
        self.term = NOBODY
        self._games: dict[str, int] = {}
        self._messages: list[str] = []
        self._attendance = Attendance(others.elsewhere, others.lobbies, others.hub)
        self._wake, self._closing = asyncio.Event(), False
        self._held = asyncio.Event()
        self._numbers = itertools.count()
        self._asking: dict[int, asyncio.Future[Answered]] = {}
        self._tasks = Tasks("node")
        self._staying = asyncio.create_task(self._stay())

    async def open(self) -> None:
        """Return when it has a lease and listens.

        Raises:
            StoreError: if the database does not respond.
        """
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.lease()
        except TimeoutError:
            raise StoreError("the database does not respond") from None

    async def lease(self) -> int:
        """The term of the lease, as soon as there is one."""
        await self._held.wait()
        return self.term

    # The connection.

    async def _stay(self) -> None:
        while not self._closing:
            try:
                await self._listen()
            except Exception as error:      # of SQLAlchemy, the net, or the driver below both
                log.warning("no notifications", error=first_line(error))
                await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        """Listen, tell and renew until the connection is lost, or all is over."""
        async with listening(self._engine, CHANNEL, self._hear, self._wake.set) as driver:
            await self._serve(driver)

    async def _serve(self, driver: Driver) -> None:
        now = asyncio.get_running_loop().time
        renewed = looked = -LOOK_SECONDS
        self._attendance.resync()
        while True:
            self._wake.clear()
            async with asyncio.timeout(ANSWER_SECONDS):
                if told := self._to_tell():
                    await driver.fetchval(TELL, CHANNEL, told)
                if self._closing:
                    await driver.fetchval(leases.RETURN, self.term)
                    return
                if now() - renewed >= leases.RENEWED:
                    renewed = now()
                    await self._renew(driver)
                    await self._see_who_runs(driver)
            if now() - looked >= LOOK_SECONDS:
                looked = now()
                self._others.hear_of(None)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0, renewed + leases.RENEWED - now())):
                    await self._wake.wait()

    async def _renew(self, driver: Driver) -> None:
        """Keep the term, or take a new one."""
        if self.term and await driver.fetchval(leases.RENEW, self.term):
            return
        lost, self.term = self.term, NOBODY
        self._held.clear()
        if lost:
            log.warning("lease lost", term=lost)
            self._others.let_go()
        term = 1 + secrets.randbelow(TERMS)
        await driver.fetchval(leases.TAKE, term)
        self.term = term
        self._held.set()
        self._attendance.resync()
        self._wake.set()

    async def _see_who_runs(self, driver: Driver) -> None:
        """Forget the clients of servers that are gone."""
        if terms := self._attendance.terms:
            running = await driver.fetchval(leases.RUNNING, list(terms.values()))
            self._attendance.see(terms, running)

    async def close(self) -> None:
        """Tell what is left to tell, and leave the games to others."""
        self._closing = True
        self._wake.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._tasks.finish()
        await asyncio.wait([self._staying], timeout=ANSWER_SECONDS)
        self._staying.cancel()
        await asyncio.gather(self._staying, return_exceptions=True)

    # Telling and hearing.

    def tell(self, games: Mapping[str, int]) -> None:
        """Tell the others, soon, in which games something was written; see `Others.hear_of`."""
        for game, seq in games.items():
            self._games[game] = max(seq, self._games.get(game, seq))
        self._wake.set()

    def tell_presence(self, game: str, presence: Presence) -> None:
        """Tell the others, soon, of the presence in a game here, unless they know it."""
        if self._attendance.note(game, presence):
            self._wake.set()

    def tell_lobby(self, share: Share) -> None:
        """Tell the others, soon, what has changed in the lobby here."""
        self._attendance.note_lobby(share)
        self._wake.set()

    def send(self, event: ClusterEvent) -> None:
        """Tell the others, soon, of an event."""
        self._attendance.note_event(event)
        self.tell(earlier.names_of(event))

    def _send(self, kind: str, message: Asked | Answered) -> None:
        self._messages.append(f"{self._name} {kind}{msgspec.json.encode(message).decode()}")
        self._wake.set()

    def _to_tell(self) -> list[str]:
        """All notifications that wait; that of a game goes before the answer about it."""
        names = [f"{game} {SEQ}{seq}" if seq < ANYTHING else game
                 for game, seq in sorted(self._games.items())]
        messages = self._messages
        self._games, self._messages = {}, []
        present = self._attendance.to_tell(self.term) if self.term else []
        if self._closing:
            present.append(self._attendance.goodbye())
        return [" ".join([self._name, *names[begin:begin + TOGETHER]])
                for begin in range(0, len(names), TOGETHER)] + messages + [
                    f"{self._name} {PRESENT}{told}" for told in present]

    def _hear(self, connection: object, process: int, channel: str, told: str) -> None:
        sender, _, what = told.partition(" ")
        if sender == self._name:
            return
        if what.startswith(ASKED):
            asked = msgspec.json.decode(what[1:], type=Asked)
            if asked.term == self.term:
                self._tasks.begin(self._answer(sender, asked))
        elif what.startswith(ANSWERED):
            answered = msgspec.json.decode(what[1:], type=Answered)
            waits = self._asking.get(answered.number) if answered.name == self._name else None
            if waits is not None and not waits.done():
                waits.set_result(answered)
        elif what.startswith(PRESENT):
            if self._attendance.hear(sender, what[1:]):
                self._wake.set()
        else:
            games, events = earlier.apart(_told(what))
            for event in events:
                self._others.hub.receive(event)
            if games:
                self._others.hear_of(games)

    async def _answer(self, sender: str, asked: Asked) -> None:
        answered = Answered(sender, asked.number)
        try:
            answered.seq = await self._others.carry_out(asked.game, asked.command)
        except RefusedError as refused:
            answered.refused = refused.answer()
        except NotOwnedError:
            pass
        self._send(ANSWERED, answered)

    def way_to(self, term: int, game: str) -> Owner:
        """The way to the server with a term, for commands for a game."""
        return functools.partial(self._pass_on, term, game)

    async def _pass_on(self, term: int, game: str, command: Command) -> int | None:
        """See `Owner`."""
        command = replace(command, lines=())    # of "prepare", which is not passed on; may be long
        number = next(self._numbers)
        self._asking[number] = asyncio.get_running_loop().create_future()
        self._send(ASKED, Asked(term, number, game, command))
        try:
            async with asyncio.timeout(PASSED_SECONDS):
                answered = await self._asking[number]
        except TimeoutError:
            return None
        finally:
            del self._asking[number]
        if answered.refused is not None:
            raise _as_refused(answered.refused)
        return answered.seq


def _told(what: str) -> dict[str, int]:
    """Games, each of which may be followed by the number of its last event."""
    words = what.split()
    return {word: int(after[1:]) if after.startswith(SEQ) else ANYTHING
            for word, after in itertools.pairwise([*words, ""]) if not word.startswith(SEQ)}


def _as_refused(told: Refusal) -> RefusedError:
    """The refusal that another server has sent."""
    reason = told.reason if told.template is None else _sentence(told.template)
    return RefusedError(told.code, reason, told.why)


def _sentence(template: Template) -> Sentence:
    return Sentence(template.text, **{
        name: _sentence(fact) if isinstance(fact, Template) else fact
        for name, fact in template.facts.items()})
