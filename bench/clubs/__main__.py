"""A day of clubs at one server: what is asked, how long it takes, and whether all of it holds.

`python -m bench.clubs`: ten clubs of twelve for some minutes, while the server is killed five
times; what was acknowledged is checked at the end.  All share the cores of this machine.
"""
from __future__ import annotations

import asyncio
import random
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer
from tests.server.processes import Server

from .checks import check, check_database
from .contests import contest_of
from .day import Day, Length
from .doings import spend
from .person import Person

QUIET = 3.0                 # seconds before the server is killed for the first time


async def club(day: Day, number: int) -> None:
    """The day of a club."""
    teacher = Person(day, number, 0)
    pupils = [Person(day, number, one) for one in range(1, day.length.pupils + 1)]
    await teacher.arrive()
    _, where = await teacher.ask("POST", "/shared-studies", {"content": {
        "name": f"Club {number}", "chapters": [
            {"key": key, "game": "contra", "nodes": [{"comments": []}]} for key in "ab"]}})
    contest = contest_of(day, teacher)
    if contest.rated:
        await teacher.sign_up()
    begin = time.monotonic()
    until = begin + (0.3 + 0.2 * day.chance.random()) * (day.until - begin)

    async def pupil(person: Person) -> None:
        await asyncio.sleep(day.chance.random() * 2)
        await person.arrive()
        if person.number <= day.length.accounts:
            await person.sign_up()
        await spend(person, day, where, lambda: time.monotonic() >= until)
        await contest.take_part(person)
        if not person.gone:
            await spend(person, day, where, day.over)
        await person.hang_up()

    async def lead() -> None:
        await asyncio.sleep(max(0.0, until - time.monotonic()))
        await contest.make()
        if contest.open.is_set():
            await contest.run(day.length.accounts if contest.rated else day.length.pupils)
        contest.open.set()
    await asyncio.gather(lead(), *map(pupil, pupils))


async def kill(day: Day, server: Server) -> None:
    """Kill the server some times, and start it again."""
    for _ in range(day.length.kills):
        await asyncio.sleep(QUIET + day.chance.random() * 2 * max(
            0.0, (day.length.seconds - QUIET) / day.length.kills - QUIET))
        if day.over():
            break
        server.kill()
        begin = time.perf_counter()
        await server.start()
        day.note("start after kill -9", begin)
        day.counts["kills"] += 1


async def spent(folder: Path, length: Length, seed: int) -> Day:
    """A day, with all that was wrong on it."""
    file = folder / "games.sqlite"
    server = Server(file, words=["--connections", "100000"])
    await server.start()
    day = Day(length, server.base, random.Random(seed))
    day.until = time.monotonic() + length.seconds
    try:
        killing = asyncio.create_task(kill(day, server))
        await asyncio.gather(*(club(day, number) for number in range(1, length.clubs + 1)))
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)
        server.kill()
        await server.start()
        asker = Person(day, length.clubs + 1, 0)
        await asker.arrive()
        await check(day, asker)
        server.kill()
        await asyncio.to_thread(check_database, day, str(file))
    finally:
        server.kill()
        for person in day.people:
            await person.leave()
    return day


def tell(day: Day) -> None:
    """Print what happened, how long it took, and what was wrong."""
    print(f"{'milliseconds':26}{'times':>8}{'median':>10}{'99 %':>10}{'longest':>10}")
    for what, taken in sorted(day.taken.items()):
        times = sorted(1000 * one for one in taken)
        print(f"{what:26}{len(times):8}{statistics.median(times):10.1f}"
              f"{times[len(times) * 99 // 100]:10.1f}{times[-1]:10.1f}")
    print()
    for what, count in sorted(day.counts.items()):
        print(f"{count:7} {what}")
    for what in day.wrong:
        print(f"WRONG: {what}")


def main(seconds: Annotated[float, typer.Option(min=5, help="that the day has")] = 150.0,
         clubs: Annotated[int, typer.Option(min=1, max=80, help="that meet")] = 10,
         pupils: Annotated[int, typer.Option(min=2, max=200, help="of each")] = 12,
         kills: Annotated[int, typer.Option(min=0, help="of the server")] = 5,
         plies: Annotated[int, typer.Option(min=3, help="of a game at most")] = 12,
         accounts: Annotated[int, typer.Option(min=0, help="of each club")] = 5,
         seed: Annotated[int, typer.Option(help="what people do")] = 1) -> None:
    """Print how long everything took, and what was wrong."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        day = asyncio.run(spent(Path(folder), Length(seconds, clubs, pupils, kills, plies,
                                                     accounts), seed))
        print(f"{clubs} clubs of {pupils}: {time.monotonic() - begin:.0f} s, "
              f"{resource.getrusage(resource.RUSAGE_SELF).ru_utime:.0f} s of the processor here")
        tell(day)
    sys.exit(bool(day.wrong))


if __name__ == "__main__":
    typer.run(main)
