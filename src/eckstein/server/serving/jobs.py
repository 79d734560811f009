"""Engines on other machines: what they are to search is a row of the table `job`.

A server puts a job there, and any worker (`worker`) takes it, those of the lowest priority first.
A worker holds a job by a lease, as servers hold games (`leases`): if it is gone, another one takes
it, in another attempt, and only the last attempt may answer.  The lines that an engine says on the
way are sent as notifications, and may be lost; the last one, with the move, stands in the row until
it has been fetched.  When the server no longer waits, it deletes the job, and so the worker stops.

For the rest of the server this is one more way to reach an engine (`Transport`).
"""
from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncEngine as Database

from ...base.sentence import Sentence
from ...engine.async_client import LATE_SECONDS, AsyncEngine
from ...engine.levels import FULL
from ...engine.messages import ERROR
from ..database.cluster.listening import ANSWER_SECONDS, PAUSE, TELL, Driver, listening
from ..database.databases import POSTGRES, engine_of, first_line
from ..work.engines import Launch

PUT_CHANNEL, SAID_CHANNEL = "eckstein_jobs", "eckstein_said"
SECONDS = 3.0               # of a worker's lease
RENEWED = SECONDS / 3
ATTEMPTS = 3                # of a job, which may be what workers die of
LOOK_SECONDS = 1.0          # between two looks for answers of which no word has come
LONGEST = 600.0             # seconds for which a job without a limit is wanted
ANALYSIS = FULL + 1         # the priority of what has no level
NO_MOVE = "bestmove (none)"
log = structlog.get_logger()

PUT = """
INSERT INTO job (id, priority, deadline, task)
VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3), $4)"""

WITHDRAW = "DELETE FROM job WHERE id = ANY ($1::bigint[])"

# An answer of NULL: no worker will try it again.
FETCH = f"""
DELETE FROM job WHERE id = ANY ($1::bigint[]) AND (answer IS NOT NULL
    OR deadline < clock_timestamp() OR attempt >= {ATTEMPTS} AND until < clock_timestamp())
RETURNING id, answer"""

# For workers: $1 is how many.
TAKE = f"""
WITH next AS (
    SELECT id FROM job
    WHERE answer IS NULL AND attempt < {ATTEMPTS} AND deadline > clock_timestamp()
    AND (until IS NULL OR until < clock_timestamp())
    ORDER BY priority, put, id LIMIT $1 FOR UPDATE SKIP LOCKED)
UPDATE job SET attempt = attempt + 1, until = clock_timestamp() + make_interval(secs => {SECONDS})
FROM next WHERE job.id = next.id RETURNING job.id, attempt, task"""

_HELD = """
FROM unnest($1::bigint[], $2::int[]) AS held(id, attempt)
WHERE job.id = held.id AND job.attempt = held.attempt AND answer IS NULL"""

RENEW = f"""
UPDATE job SET until = clock_timestamp() + make_interval(secs => {SECONDS}) {_HELD}
AND deadline > clock_timestamp() RETURNING job.id, job.attempt"""

GIVE_BACK = f"UPDATE job SET until = clock_timestamp() {_HELD}"

ANSWER = "UPDATE job SET answer = $3 WHERE id = $1 AND attempt = $2 AND answer IS NULL"

CLEAR = "DELETE FROM job WHERE deadline < clock_timestamp() - interval '1 minute'"


class Task(msgspec.Struct):
    """Commands to an engine, as lines of the protocol.

    Attributes:
        settings: by the names of options the commands that set them.
        search: the commands that begin a search.
    """

    settings: dict[str, str]
    search: list[str]


class JobEngine:
    """The transport to an engine that searches wherever a worker is; see `Transport`.

    Args:
        jobs: where its searches are put.
        priority: theirs.
    """

    def __init__(self, jobs: Jobs, priority: int) -> None:
        self._jobs, self.priority = jobs, priority
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._settings: dict[str, str] = {}
        self._position = ""
        self._job: int | None = None
        self._ended, self._why = asyncio.Event(), ""

    async def write(self, line: str) -> None:
        if self._ended.is_set():
            raise ConnectionError(self._why)
        word = line.split(" ", 1)[0]
        if word == "uci":
            self._lines.put_nowait("uciok")
        elif word == "isready":
            self._lines.put_nowait("readyok")
        elif word == "setoption":
            self._settings[line.removeprefix("setoption name ").split(" value ")[0]] = line
        elif word == "position":
            self._position = line
        elif word == "go":
            self._job = self._jobs.put(self, _seconds(line),
                                       Task(dict(self._settings), [self._position, line]))
        elif word == "stop" and self._job is not None:
            self._withdraw()
            self._lines.put_nowait(NO_MOVE)
        elif word == "quit":
            self.end()

    def say(self, line: str) -> None:
        """The engine has said a line."""
        if line.startswith(("bestmove", ERROR)):
            self._job = None
        self._lines.put_nowait(line)

    async def read(self) -> str | None:
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)        # for the next read
        return line

    def end(self, why: str = "") -> None:
        """It searches no more."""
        if not self._ended.is_set():
            self._why = why
            self._withdraw()
            self._ended.set()
            self._lines.put_nowait(None)
            self._jobs.leave(self)

    def _withdraw(self) -> None:
        if self._job is not None:
            self._jobs.withdraw(self._job)
            self._job = None

    def kill(self) -> None:
        self.end()

    async def gone(self) -> None:
        await self._ended.wait()

    @property
    def last_words(self) -> str:
        return f": {self._why}" if self._why else ""


class Jobs:
    """Puts jobs into the database, and receives their answers, while there are engines.

    Args:
        database: PostgreSQL, by asyncpg.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._engines: set[JobEngine] = set()
        self._waiting: dict[int, JobEngine] = {}
        self._new: list[tuple[int, int, float, str]] = []
        self._withdrawn: list[int] = []
        self._wake = asyncio.Event()
        self._staying: asyncio.Task[None] | None = None

    def engine(self, priority: int) -> JobEngine:
        """An engine for searches of a priority; the lowest come first."""
        engine = JobEngine(self, priority)
        self._engines.add(engine)
        if self._staying is None or self._staying.done():
            self._staying = asyncio.create_task(self._stay())
        return engine

    def put(self, engine: JobEngine, seconds: float, task: Task) -> int:
        """Have a search made for an engine, as long as it is wanted; returns its id."""
        job = secrets.randbits(62)
        self._waiting[job] = engine
        self._new.append((job, engine.priority, seconds, msgspec.json.encode(task).decode()))
        self._wake.set()
        return job

    def withdraw(self, job: int) -> None:
        """Drop a search that is no longer waited for."""
        self._waiting.pop(job, None)
        self._withdrawn.append(job)
        self._wake.set()

    def leave(self, engine: JobEngine) -> None:
        """An engine has ended."""
        self._engines.discard(engine)
        self._wake.set()

    async def _stay(self) -> None:
        while self._engines:
            try:
                async with listening(self._database, SAID_CHANNEL, self._hear,
                                     self._wake.set) as driver:
                    await self._serve(driver)
            except Exception as error:      # of SQLAlchemy, the net, or the driver below both
                why = first_line(error)
                log.warning("no engines", error=why)
                for engine in list(self._waiting.values()):
                    engine.end(why)
                await asyncio.sleep(PAUSE)
            if not self._engines:
                await self._database.dispose()

    async def _serve(self, driver: Driver) -> None:
        while True:
            self._wake.clear()
            async with asyncio.timeout(ANSWER_SECONDS):
                new, self._new = self._new, []
                for job in new:
                    await driver.fetchval(PUT, *job)
                if new:
                    await driver.fetchval(TELL, PUT_CHANNEL, [""])
                withdrawn, self._withdrawn = self._withdrawn, []
                if withdrawn:
                    await driver.fetchval(WITHDRAW, withdrawn)
                if self._waiting:
                    for job, answer in await driver.fetch(FETCH, list(self._waiting)):
                        self._answered(job, answer)
            if not self._engines:
                return
            try:
                async with asyncio.timeout(LOOK_SECONDS if self._waiting else None):
                    await self._wake.wait()
            except TimeoutError:
                pass

    def _answered(self, job: int, answer: str | None) -> None:
        engine = self._waiting.pop(job, None)
        if engine is None:
            return
        if answer is None:
            engine.end("no worker has answered")
        else:
            engine.say(answer)

    def _hear(self, connection: object, process: int, channel: str, told: str) -> None:
        job, _, line = told.partition(" ")
        engine = self._waiting.get(int(job))
        if engine is not None and line:
            engine.say(line)
        elif engine is not None:
            self._wake.set()


def shared(url: str) -> Database:
    """The database in which servers and workers meet.

    Raises:
        ValueError: with a sentence, if it is not PostgreSQL.
    """
    if sa.make_url(url).drivername != POSTGRES:
        raise ValueError(Sentence("workers need a PostgreSQL database, such as "
                                  "postgresql://me@host/games"))
    return engine_of(url)


def launcher(jobs: Jobs) -> Launch:
    """Starts engines that search where workers are; a level's thoughts come before longer ones."""
    async def launch(game: str, options: dict[str, Any], settings: dict[str, Any]) -> AsyncEngine:
        async def start(command: Sequence[str]) -> JobEngine:
            return jobs.engine(settings.get("Level", ANALYSIS))
        return await AsyncEngine.launch(game=game, options=options, settings=settings, start=start)
    return launch


def _seconds(go: str) -> float:
    """For how long a search is wanted at most."""
    found = re.search(r" movetime (\d+)", go)
    return int(found[1]) / 1000 + LATE_SECONDS if found else LONGEST
