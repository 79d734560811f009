"""A worker takes what servers have put into the table `job`, and has engines search it (`jobs`)."""
from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Iterable
from dataclasses import dataclass

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine as Database

from ...base.json_text import read_json
from ...engine.async_client import own_command
from ...engine.messages import ERROR, EngineError
from ...engine.process import start_process
from ...engine.transport import Start, Transport
from ..database.cluster.listening import ANSWER_SECONDS, PAUSE, TELL, Driver, listening
from ..database.databases import first_line
from . import jobs
from .jobs import PUT_CHANNEL, SAID_CHANNEL, Task, shared

TOLD_SECONDS = 0.1          # between two tellings of what engines say
STOP_SECONDS = 5.0          # an engine that does not stop within this is killed
LINE_BYTES = 7000           # of a line that is sent before the last one
log = structlog.get_logger()
Name = tuple[int, int]      # of a job and an attempt


@dataclass(slots=True, eq=False)
class Held:
    """A job that this worker holds.

    Attributes:
        name: the job and the attempt.
        task: what is to be done.
        thinking: what does it.
        wanted: whether it is to be finished.
        searching: whether an engine is ready, which may have had to compile, and searches.
    """

    name: Name
    task: Task
    thinking: asyncio.Task[None] | None = None
    wanted: bool = True
    searching: bool = False

    def let_go(self) -> None:
        """Have it end; an engine that gets ready for it will be ready for others."""
        if self.wanted and self.searching and self.thinking is not None:
            self.thinking.cancel()
        self.wanted = False


class Worker:
    """Has engines search.

    Args:
        database: PostgreSQL, by asyncpg.
        most: how many engines it has.
        start: what starts one.
    """

    def __init__(self, database: Database, most: int, start: Start = start_process) -> None:
        self._database, self._most, self._start = database, most, start
        self._held: dict[Name, Held] = {}
        self._idle: list[tuple[dict[str, str], Transport]] = []
        self._said: list[str] = []
        self._answers: list[tuple[Name, str]] = []
        self._failed: list[Name] = []
        self._wake, self._stopping = asyncio.Event(), False

    async def run(self) -> None:
        """Work until it is stopped."""
        while not self._stopping:
            try:
                async with listening(self._database, PUT_CHANNEL, lambda *_: self._wake.set(),
                                     self._wake.set) as driver:
                    log.info("working", engines=self._most)
                    await self._serve(driver)
            except Exception as error:      # of SQLAlchemy, the net, or the driver below both
                log.warning("no work", error=first_line(error))
                await asyncio.sleep(PAUSE)
            finally:
                for held in self._held.values():
                    held.let_go()
        thinking = [held.thinking for held in self._held.values() if held.thinking]
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        for _, engine in self._idle:
            await _end(engine)
        await self._database.dispose()

    def stop(self) -> None:
        """Take no more jobs, and give those back that are not done."""
        self._stopping = True
        self._wake.set()

    async def _serve(self, driver: Driver) -> None:
        now = asyncio.get_running_loop().time
        await driver.fetchval(jobs.CLEAR)
        renewed = now()
        while True:
            self._wake.clear()
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._tell(driver)
                if self._stopping:
                    await driver.fetchval(jobs.GIVE_BACK, *_columns(self._held))
                    return
                if now() - renewed >= jobs.RENEWED:
                    renewed = now()
                    kept = set(map(tuple, await driver.fetch(jobs.RENEW, *_columns(self._held))))
                    for name in self._held.keys() - kept:
                        self._held[name].let_go()       # it was withdrawn, or another has taken it
                if free := self._most - len(self._held):
                    for job, attempt, task in await driver.fetch(jobs.TAKE, free):
                        self._take(Held((job, attempt), read_json(task, Task)))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0, renewed + jobs.RENEWED - now())):
                    await self._wake.wait()

    async def _tell(self, driver: Driver) -> None:
        """Write what engines have said, and the answers."""
        said, self._said = self._said, []
        answers, self._answers = self._answers, []
        failed, self._failed = self._failed, []
        for name, answer in answers:
            await driver.fetchval(jobs.ANSWER, *name, answer)
        if failed:
            await driver.fetchval(jobs.GIVE_BACK, *_columns(failed))
        if said or answers:
            await driver.fetchval(TELL, SAID_CHANNEL, said + [f"{job} " for (job, _), _ in answers])

    # Thinking.

    def _take(self, held: Held) -> None:
        self._held[held.name] = held
        held.thinking = asyncio.create_task(self._think(held))
        held.thinking.add_done_callback(lambda _: self._done(held))

    def _done(self, held: Held) -> None:
        del self._held[held.name]
        self._wake.set()

    async def _think(self, held: Held) -> None:
        """Have an engine search; one that does not come to an end is not used again."""
        engine, answer, ready = None, None, False
        try:
            engine, told = await self._engine(held.task)
            answer = await _refused(engine, told)
            if answer is None and held.wanted:
                held.searching = True
                answer = await self._searched(engine, held)
            ready = answer is None or answer.startswith("bestmove")
        except (EngineError, OSError, ValueError) as error:
            log.warning("engine failed", error=str(error))
        except asyncio.CancelledError:
            ready = engine is not None and not self._stopping and await _stopped(engine)
            raise
        finally:
            if answer is None:
                self._failed.append(held.name)
            else:
                self._answers.append((held.name, answer))
            if engine is not None and ready:
                self._idle.append((held.task.settings, engine))
            elif engine is not None:
                await _end(engine)

    async def _engine(self, task: Task) -> tuple[Transport, list[str]]:
        """An engine with no settings but those of a task, and the commands that it still has to
        get.
        """
        for number, (known, engine) in enumerate(self._idle):
            if known.keys() == task.settings.keys():
                del self._idle[number]
                return engine, [line for name, line in task.settings.items()
                                if known[name] != line]
        while self._idle and len(self._held) + len(self._idle) > self._most:
            await _end(self._idle.pop(0)[1])
        return await self._start(own_command()), list(task.settings.values())

    async def _searched(self, engine: Transport, held: Held) -> str:
        """The last line of a search."""
        for line in held.task.search:
            await engine.write(line)
        while not (said := await _line(engine)).startswith(("bestmove", ERROR)):
            if " pv " in said and len(said.encode()) < LINE_BYTES:
                if not self._said:
                    asyncio.get_running_loop().call_later(TOLD_SECONDS, self._wake.set)
                self._said.append(f"{held.name[0]} {said}")
        return said


async def _line(engine: Transport) -> str:
    said = await engine.read()
    if said is None:
        raise ConnectionError(f"the engine has stopped{engine.last_words}")
    return said


async def _refused(engine: Transport, settings: list[str]) -> str | None:
    """Have an engine take settings, and get ready; what it says against them."""
    refused = None
    for line in (*settings, "isready"):
        await engine.write(line)
    while (said := await _line(engine)) != "readyok":
        if said.startswith(ERROR):
            refused = refused or said
    return refused


async def _stopped(engine: Transport) -> bool:
    """Whether an engine has ended a withdrawn search, and can begin another."""
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await engine.write("stop")
            while not (await _line(engine)).startswith("bestmove"):
                pass
    except (OSError, ValueError):
        return False
    return True


async def _end(engine: Transport) -> None:
    engine.kill()
    await engine.gone()


def _columns(names: Iterable[Name]) -> tuple[list[int], list[int]]:
    """Jobs, and their attempts."""
    found = list(names)
    return [job for job, _ in found], [attempt for _, attempt in found]


def work(url: str, most: int) -> None:
    """Work until SIGTERM or Ctrl-C.

    Args:
        url: of the database.
        most: how many engines there may be.

    Raises:
        ValueError: with a sentence, if the database is not PostgreSQL.
    """
    database = shared(url)

    async def run() -> None:
        worker, loop = Worker(database, most), asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, worker.stop)
        await worker.run()
    asyncio.run(run())
