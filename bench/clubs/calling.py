"""From "next round" to all pupils seeing their board: `python -m bench.clubs.calling`.

A club of `eckstein club` with so many pupils, all from one address, as behind one school's router.
The teacher pairs all free pupils; each pupil is called, opens his game as the page does, and has
the view of its position.
"""
from __future__ import annotations

import asyncio
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from .day import Day, Length
from .person import Person


class Pupil(Person):
    """A pupil, with the same address as all others."""

    def __init__(self, day: Day, number: int) -> None:
        super().__init__(day, 0, 1)
        self.number, self.name = number, f"Pupil {number}"

    async def called_to(self, known: set[str]) -> dict[str, Any]:
        """Wait for a new game and look at its board; returns the seat."""
        while (told := await self.hear("called"))["game"] in known:
            pass
        await self.say("join", game=told["game"], seats=[told["token"]], views=True)
        facts = await self.hear("game", game=told["game"])
        while not facts.get("view"):
            facts = await self.hear("event", "game", game=told["game"])
        return told


async def rounds(base: str, id: str, key: str, pupils: int, count: int) -> list[float]:
    """The seconds of each round until the last pupil sees his board."""
    day, known, taken = Day(Length(), base, random.Random(1)), set[str](), list[float]()
    teacher, *people = [Pupil(day, number) for number in range(pupils + 1)]
    try:
        for person in (teacher, *people):
            await person.arrive()
        for person in people:
            await person.ask("POST", f"/tournaments/{id}/orders",
                             {"what": "enter", "name": person.name})
            await person.say("follow", tournament=id)
        for _ in range(count):
            waiting = [asyncio.create_task(person.called_to(known)) for person in people]
            begin = time.perf_counter()
            status, told = await teacher.ask("POST", f"/tournaments/{id}/orders",
                                             {"what": "pair", "key": key})
            assert status == 200, told
            seats = await asyncio.gather(*waiting)
            taken.append(time.perf_counter() - begin)
            known |= {seat["game"] for seat in seats}
            for game in {seat["game"] for seat in seats}:
                await teacher.ask("POST", f"/tournaments/{id}/orders", {
                    "what": "rule", "key": key, "game": game, "outcome": "drawn"})
            for person, seat in zip(people, seats, strict=True):
                await person.say("leave", game=seat["game"])
    finally:
        for person in day.people:
            await person.leave()
    return taken


def main(pupils: Annotated[int, typer.Option(min=2, help="an even number of them")] = 30,
         count: Annotated[int, typer.Option("--rounds", min=1, help="that are paired")] = 7
         ) -> None:
    """Print the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        club = subprocess.Popen(
            [sys.executable, "-m", "eckstein", "club", "Dice club", "--port", "0", "--no-open",
             "--clock", "10+5", "--database", str(Path(folder, "games.sqlite"))],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert club.stdout
            link = [club.stdout.readline().strip() for _ in range(4)][-1].partition(": ")[2]
            parts = urlsplit(link)
            taken = asyncio.run(rounds(f"{parts.scheme}://{parts.netloc}",
                                       parts.path.rpartition("/")[2], parts.fragment, pupils,
                                       count))
        finally:
            club.terminate()
            club.wait()
    print(f"{pupils} pupils: the last one sees his board after {1000 * taken[0]:.0f} ms in the "
          f"first round, then after {1000 * statistics.median(taken[1:] or taken):.0f} ms "
          f"(median), {1000 * max(taken[1:] or taken):.0f} ms (longest)")


if __name__ == "__main__":
    typer.run(main)
