"""A weekend of ten clubs, each with its tournament: `python -m bench.clubs.weekend`.

Odd numbers of pupils play in clubs, Swiss, an arena and a round robin, two of them rated.  Pupils
come late, withdraw and come back, get byes, are absent, play over the board, and delete their
accounts between rounds and in games; two organisers do so, and second ones go on.  Then all is
checked from the outside: moves, standings, fairness, report files, results and ratings.

With `--servers 2` they play at two servers on PostgreSQL, and with `--kills 40` these are killed
(`kill -9`) so often meanwhile.
"""
from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import sqlalchemy as sa
import typer
from tests.server.postgres import running
from tests.server.processes import Server

from eckstein import Board
from eckstein.server.database.store import Store
from eckstein.server.database.tables import results

from .__main__ import tell
from .checks import FIELDS, check_database, check_moves, outcome_of
from .day import Day, Length
from .fairness import misreported, uneven, unfair
from .person import Person, path_of
from .standings import ordered, reckoned

CLUBS = (("club", 5), ("swiss", 7), ("club", 9), ("swiss", 11), ("arena", 13), ("club", 15),
         ("swiss", 21), ("round-robin", 5), ("club", 31), ("swiss", 17))
RATED = 3, 4                # which of them
LEAVES = 0, 9               # whose organisers delete their accounts
ROUNDS = 5
CLOCK = {"kind": "fischer", "initial": 300, "increment": 3}
LOOK = 0.2                  # seconds between two looks of an organiser
ENOUGH = 400.0              # seconds after which something is wrong


class Club:
    """A club, its people and its tournament.

    Args:
        day: what all have been told.
        number: which of CLUBS.
    """

    def __init__(self, day: Day, number: int) -> None:
        self.day, self.number = day, number
        self.kind, size = CLUBS[number]
        self.rated = number in RATED
        self.teacher, self.second, *self.pupils = (Person(day, number, one)
                                                   for one in range(size + 2))
        self.late = self.pupils[-2:] if size > 5 and self.kind != "round-robin" else []
        self.by_number: dict[int, Person] = {}
        self.doomed: Person | None = None
        self.id, self.path, self.began = "", "", set[str]()
        self._games = set[asyncio.Task[None]]()

    async def hold(self) -> None:
        """The whole weekend."""
        await asyncio.gather(*map(self._arrive, (self.teacher, self.second, *self.pupils)))
        _, made = await self.teacher.ask("POST", "/tournaments", {
            "id": self.teacher.key("tournament"), "name": f"Weekend {self.number}",
            "kind": self.kind, "rules": ("contra", "pur", "ecke")[self.number % 3],
            "clock": CLOCK, "rated": self.rated, "pause": None,
            "minutes": 3 if self.day.length.kills else 1,
            "rounds": ROUNDS if self.kind == "swiss" else 1})
        self.id, self.path = made["id"], f"/tournaments/{made['id']}"
        self.day.tournaments[self.id] = self.kind
        await self.order(self.teacher, "organiser", name=self.second.account)
        for one in self.pupils:
            if one not in self.late:
                await self._enter(one)
        if not self.rated and self.kind != "arena":
            for name in ("Una", "Vic"):
                await self.order(self.teacher, "add", name=name)
        if self.kind != "club":
            await self.order(self.teacher, "start")
        done, begin = 0, time.monotonic()
        while (told := (await self._look(self.teacher))["tournament"])["phase"] != "ended":
            if time.monotonic() - begin > ENOUGH:
                self.day.complain(f"{self.id} ({self.kind}) does not end")
                break
            rounds = len(told["paired"])
            if self.kind == "arena":
                rounds = rounds // len(self.pupils)
            running = [game for one in told["paired"] for game in one["games"]
                       if game["outcome"] is None]
            if running:
                await self._begin(told, running, rounds)
            if rounds > done and (not running or self.kind == "arena"):
                done += 1
                await self._between(done)
            elif not running and self.kind == "club" and rounds >= ROUNDS:
                await self.order(self.teacher, "end")
            elif not running and (rounds or self.kind == "club") and self.kind != "arena":
                await self.order(self.teacher, "pair", fails=True)
            await asyncio.sleep(LOOK)
        await asyncio.gather(*self._games)

    async def _arrive(self, one: Person) -> None:
        await one.arrive()
        if self.rated or one.number < 2 or one.number % 3 == 0:
            await one.sign_up()

    async def _enter(self, one: Person) -> None:
        told = await self.order(one, "enter", name=None if one.account else one.name)
        self.by_number[told["you"]["player"]] = one

    async def order(self, one: Person, what: str, *, fails: bool = False, **more: Any) -> Any:
        """What comes of an order; after a kill it may have been carried out already."""
        status, told = await one.ask("POST", f"{self.path}/orders", {"what": what, **more})
        if status != 200 and not fails and not self.day.length.kills:
            self.day.complain(f"{self.id} ({self.kind}): {what} {more} is refused: {told}")
        return told if status == 200 else await self._look(one)

    async def _look(self, one: Person) -> Any:
        _, told = await one.ask("GET", self.path)
        return told

    async def _begin(self, told: dict[str, Any], running: list[dict[str, Any]], rounds: int
                     ) -> None:
        """Have all games played that have begun; those over the board have a result by hand."""
        chance = self.day.chance
        for game in running:
            outcome = chance.choice(("white", "black", "drawn"))
            if not game["game"]:
                await self.order(self.teacher, "rule", round=len(told["paired"]),
                                 player=game["white"], outcome=outcome, fails=True)
            elif game["game"] not in self.began:
                self.began.add(game["game"])
                by_hand = not self.rated and chance.random() < 0.1
                task = asyncio.create_task(self._play(
                    told["rules"], game, outcome if by_hand else None,
                    self.doomed if rounds == 3 else None))
                self._games.add(task)

    async def _play(self, rules: str, game: dict[str, Any], by_hand: str | None,
                    doomed: Person | None) -> None:
        """Both players move, until one resigns, the organiser decides, or one is gone."""
        day, id = self.day, game["game"]
        players = {colour: self.by_number[game[colour]] for colour in ("white", "black")}
        seats = dict[str, str]()
        for colour, one in players.items():
            if not one.gone:
                seats[colour] = (await self._look(one))["you"]["seat"]
                day.sits(one, id, colour)
        limit = day.chance.randint(6, day.length.plies)
        while True:
            _, facts = await players["white"].ask("GET", f"/games/{id}")
            board = Board(rules, facts["start"], **facts["options"])
            for move in facts["moves"]:
                board.push_text(move["text"])
            plies, seq = len(facts["moves"]), facts["seq"]
            status = 200
            while facts["result"] is None and status == 200:
                colour = str(board.turn)
                one = players[colour]
                if doomed in players.values() and plies == 3:
                    assert doomed is not None
                    await self._delete(doomed)
                    return
                if by_hand and plies >= 2:
                    await self.order(self.teacher, "rule", game=id, outcome=by_hand, fails=True)
                    return
                what = "resign" if plies >= limit or board.is_game_over() else "move"
                text = "" if what == "resign" else board.text(
                    day.chance.choice(list(board.legal_moves)))
                await asyncio.sleep(0.2 * day.chance.random())
                status, told = await one.ask("POST", f"/games/{id}/commands", {
                    "id": f"{what} {plies} {text}", "seat": seats[colour], "what": what, "seq": seq,
                    "move": text}, what="command")
                if status == 200 and what == "move":
                    day.moves[id][plies] = text
                    board.push_text(text)
                    plies, seq = plies + 1, told["seq"]
                elif status == 200:
                    return
            if facts["result"] is not None:
                return

    async def _between(self, done: int) -> None:
        """What happens after a round."""
        order, teacher = self.order, self.teacher
        there = [one for one in self.pupils if not one.gone and one not in self.late]
        number = {one: number for number, one in self.by_number.items()}
        if done == 1:
            for one in self.late:
                await self._enter(one)
            if self.kind == "swiss":
                await order(teacher, "bye", player=number[there[0]], points=0.5)
                await order(teacher, "absent", player=number[there[3]])
        if done == 2:
            with_account = [one for one in there if one.account]
            if with_account:
                await (self._delete if self.kind == "arena" else self._delete_between)(
                    with_account[0])
            self.doomed = with_account[1] if len(with_account) > 1 else None
            if self.number in LEAVES:
                await self._delete(teacher)
                self.teacher = self.second
            await order(there[1], "leave", fails=True)
        if done == 3 and self.kind != "round-robin" and not there[1].gone:
            await order(there[1], "enter", fails=True,
                        name=None if there[1].account else there[1].name)

    async def _delete(self, one: Person) -> None:
        """Delete an account."""
        await one.ask("POST", "/account/delete")
        one.account, one.gone = "", True
        self.day.counts["accounts deleted"] += 1

    async def _delete_between(self, one: Person) -> None:
        """The same while no game goes on: no rating of others is another afterwards."""
        before = dict[str, Any]()
        while before != (before := await self._ratings()):      # the last results may not count yet
            await asyncio.sleep(1)
        gone = one.account
        await self._delete(one)
        before.pop(gone, None)
        if before != await self._ratings():
            self.day.complain(f"{self.id}: the end of {gone} changed ratings of others")
        self.day.counts["ratings of others compared"] += sum(map(bool, before.values()))

    async def _ratings(self) -> dict[str, Any]:
        """The ratings of all accounts here."""
        return {one.account: (await one.ask("GET", path_of(one.account)))[1]["ratings"]
                for one in (*self.pupils, self.second) if one.account}


async def check(day: Day, asker: Person, url: str) -> None:
    """See that all is as it must be."""
    games = dict[str, dict[str, Any]]()
    for id, kind in day.tournaments.items():
        told = (await asker.ask("GET", f"/tournaments/{id}"))[1]["tournament"]
        outcomes = dict[str, str | None]()
        for game in (game for one in told["paired"] for game in one["games"] if game["game"]):
            _, facts = await asker.ask("GET", f"/games/{game['game']}")
            games[game["game"]] = facts
            outcomes[game["game"]] = game["outcome"] and outcome_of(facts)
            if outcome_of(facts) != game["outcome"]:
                day.complain(f"{id}: {game} has ended as {outcome_of(facts)}")
        found = reckoned(told, outcomes)
        for one in told["standings"]:
            if (mine := {name: one[name] for name in FIELDS}) != found[one["player"]]:
                day.complain(f"{id} ({kind}): {mine} of {one['player']} is {found[one['player']]}")
        if not ordered(told, found):
            day.complain(f"{id}: the standings are not in order")
        for what in unfair(told):
            day.complain(f"{id} ({kind}): {what}")
        day.counts["players"] += len(told["players"])
        day.counts["players with a colour too often"] += uneven(told)
        if kind in ("swiss", "round-robin"):
            await _check_report(day, asker, id, told)
    check_moves(day, games)
    day.counts["games"] = len(games)
    await _check_results(day, games, url)


async def _check_report(day: Day, asker: Person, id: str, told: dict[str, Any]) -> None:
    """The report file fits the standings, and py4swiss reads it."""
    from py4swiss.trf.trf_parser import TrfParser
    text = (await asker.answered("GET", f"/api/v1/tournaments/{id}/trf")).text
    for what in misreported(told, text):
        day.complain(f"{id}: {what}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "report.trf")
        file.write_text(text, encoding="utf-8")
        read = TrfParser.parse(file)
    if len(read.player_sections) != len(told["players"]):
        day.complain(f"{id}: py4swiss reads {len(read.player_sections)} players")
    day.counts["report files read"] += 1


async def _check_results(day: Day, games: dict[str, dict[str, Any]], url: str) -> None:
    """Each rated game that has ended is once in the table of results, and no other game is."""
    store = Store(url)
    async with store.engine.connect() as connection:
        there = Counter((await connection.scalars(sa.select(results.c.game))).all())
    await store.engine.dispose()
    expected = {id for id, facts in games.items()
                if facts["rated"] and outcome_of(facts) not in (None, "none")}
    for id in there.keys() | expected:
        if there[id] != (id in expected):
            day.complain(f"{id} has {there[id]} results: {games.get(id, {}).get('result')}")
    day.counts["results checked"] = len(expected)


async def kill(day: Day, servers: list[Server], kills: int) -> None:
    """Kill one server after the other, at any moments."""
    for number in range(kills):
        await asyncio.sleep(day.chance.random())
        server = servers[number % len(servers)]
        server.kill()
        await server.start()
        day.counts["kills"] += 1


async def spent(database: str, url: str, count: int, kills: int, seed: int) -> Day:
    """The weekend, with all that was wrong."""
    words = ["--connections", "100000"]
    servers = [Server(database, words=words) for _ in range(count)]
    for server in servers:
        await server.start()
    day = Day(Length(kills=kills, plies=9), servers[0].base, random.Random(seed))
    day.others = [server.base for server in servers[1:]]
    try:
        killing = asyncio.create_task(kill(day, servers, kills))
        await asyncio.gather(*(Club(day, number).hold() for number in range(len(CLUBS))))
        if killing.done():
            await killing
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)
        for server in servers:
            server.kill()
            await server.start()
        asker = Person(day, len(CLUBS), 0)
        await asker.arrive()
        await check(day, asker, url)
    finally:
        for server in servers:
            server.kill()
        for person in day.people:
            await person.leave()
    await asyncio.to_thread(check_database, day, database)
    return day


def main(count: Annotated[int, typer.Option("--servers", min=1, help="more than one on PostgreSQL")
                          ] = 1,
         kills: Annotated[int, typer.Option(min=0, help="of servers")] = 0,
         seed: Annotated[int, typer.Option(help="what people do")] = 1) -> None:
    """Print what happened, and what was wrong."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with contextlib.ExitStack() as stack:
        if count > 1:
            database = url = stack.enter_context(running()).new_database()
        else:
            database = f"{stack.enter_context(tempfile.TemporaryDirectory())}/games.sqlite"
            url = f"sqlite+aiosqlite:///{database}"
        begin = time.monotonic()
        day = asyncio.run(spent(database, url, count, kills, seed))
        print(f"{len(CLUBS)} clubs, {count} servers: {time.monotonic() - begin:.0f} s")
    tell(day)
    sys.exit(bool(day.wrong))


if __name__ == "__main__":
    typer.run(main)
