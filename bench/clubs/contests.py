"""Tournaments of a club: a teacher makes one, pupils enter it and play when they are called."""
from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from .day import Day
from .person import LostError, Person
from .playing import Seat

KINDS = "swiss", "arena", "round-robin", "club"
CLOCK = {"kind": "fischer", "initial": 60, "increment": 1}
STUCK = 40.0                # seconds after which the teacher ends a game
ENOUGH = 45.0               # seconds after which he ends it all


class Contest:
    """A tournament of a club.

    Args:
        teacher: its organiser.
        kind: which.
        rated: whether only accounts play.
    """

    def __init__(self, teacher: Person, kind: str, *, rated: bool) -> None:
        self.teacher, self.kind, self.rated = teacher, kind, rated
        self.pressed = teacher.club % 2 == 1 or kind == "club"
        self.path, self.id, self.over = "", "", asyncio.Event()
        self.open = asyncio.Event()
        self.entered: set[str] = set()

    async def make(self) -> None:
        """Make it."""
        teacher = self.teacher
        status, made = await teacher.ask("POST", "/tournaments", {
            "id": teacher.key("tournament"), "name": f"Cup of club {teacher.club}",
            "kind": self.kind, "rules": ("contra", "pur", "ecke")[teacher.club % 3],
            "clock": CLOCK, "rated": self.rated, "minutes": 1, "appear": 15,
            "rounds": 3 if self.kind == "swiss" else 1, "pause": None if self.pressed else 0},
            what="make a tournament")
        if status != 201:
            teacher.day.complain(f"a tournament cannot be made: {made}")
            self.over.set()
            return
        self.id, self.path = made["id"], f"/tournaments/{made['id']}"
        teacher.day.tournaments[made["id"]] = self.kind
        self.open.set()

    async def order(self, person: Person, what: str, **more: Any) -> tuple[int, Any]:
        """Order something in it."""
        return await person.ask("POST", f"{self.path}/orders", {"what": what, **more},
                                what=f"{what} a tournament")

    async def run(self, expected: int) -> None:
        """What the teacher does: he waits for so many pupils, and leads it to its end."""
        teacher, day = self.teacher, self.teacher.day
        begin = time.monotonic()
        while len(self.entered) < expected and time.monotonic() - begin < 15:
            await asyncio.sleep(0.2)
        if self.kind != "club":
            status, told = await self.order(teacher, "start")
            if status != 200:
                day.counts["tournaments without players"] += 1
                await self.order(teacher, "end")
                self.over.set()
                return
        since: dict[str, float] = {}
        rounds = 0
        begin = time.monotonic()
        while True:
            await asyncio.sleep(0.5)
            _, told = await teacher.ask("GET", self.path, what="look at a tournament")
            facts = told["tournament"]
            running = [game["game"] for one in facts["paired"] for game in one["games"]
                       if game["outcome"] is None]
            if facts["phase"] == "ended":
                break
            now = time.monotonic()
            if now - begin > ENOUGH:
                await self.order(teacher, "end")
            for game in running:
                if now - since.setdefault(game, now) > STUCK:
                    await self.order(teacher, "rule", game=game, outcome="drawn")
            if self.pressed and not running:
                if self.kind == "club" and rounds == 3:
                    await self.order(teacher, "end")
                    continue
                status, _ = await self.order(teacher, "pair")
                rounds += status == 200
        day.counts[f"tournaments: {self.kind}"] += 1
        self.over.set()

    async def take_part(self, person: Person) -> None:
        """What a pupil does until it is over."""
        await self.open.wait()
        if self.over.is_set() or self.rated and not person.account:
            return
        await self.order(person, "enter", name=None if person.account else person.name)
        self.entered.add(person.name)
        if person.day.chance.random() < 0.05:
            person.gone = True              # and never plays
        played: set[str] = set()
        while not self.over.is_set() and not person.gone:
            try:
                begin = time.perf_counter()
                await person.say("follow", tournament=self.id)
                while not self.over.is_set():
                    try:
                        told = await person.hear("called", "refused", within=1)
                    except TimeoutError:
                        continue
                    if told["t"] == "called" and told["game"] not in played:
                        played.add(told["game"])
                        person.day.note("called", begin)
                        await Seat(person, told).play()
                        break
            except LostError:
                continue
        with contextlib.suppress(LostError):
            await person.say("unfollow", tournament=self.id)


def contest_of(day: Day, teacher: Person) -> Contest:
    """The tournament of a club."""
    kind = KINDS[teacher.club % len(KINDS)]
    return Contest(teacher, kind, rated=teacher.club % 5 == 2 and kind != "club"
                   and day.length.accounts > 2)
