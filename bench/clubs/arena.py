"""An arena of many people: `python -m bench.clubs.arena --players 200 --minutes 3`; or a Swiss, by
`--swiss 9` of nine rounds.

Each has a socket and reads the tournament as its page does while he is free.  The server has one
core, and this program another.  At the end, points are compared with an independent count.
"""
from __future__ import annotations

import asyncio
import os
import random
import resource
import time
from collections import defaultdict
from typing import Annotated, Any

import typer

from eckstein import Board

from ..server import cpu_seconds, megabytes, on_one_core
from .day import Day, Length
from .person import Person

CLOCK = {"kind": "fischer", "initial": 60, "increment": 0}
GAP = 0.7                   # seconds between two readings of the page, and some more by chance
LINES, PLIES = 20, 14       # openings by chance, of which a game plays one


class Player(Person):
    """A player in the arena.

    Args:
        hall: the arena.
        number: which of its clients; it has an address of its own.
    """

    def __init__(self, hall: Hall, number: int) -> None:
        super().__init__(hall.day, number % 200, 1 + number // 200)
        self.hall, self.name, self.seat = hall, f"Entrant {number}", 0
        self.freed = self.ended = 0.0
        self.game = self.last = ""

    async def take_part(self) -> None:
        """Play until it is over."""
        hall = self.hall
        await self.say("follow", tournament=hall.id)
        looking = asyncio.create_task(self._look())
        played = set[str]()
        while not hall.over.is_set():
            try:
                told = await self.hear("called", within=1)
            except TimeoutError:
                continue
            if told["game"] in played:
                continue
            played.add(told["game"])
            if self.freed:
                hall.times["free to the next game"].append(time.perf_counter() - self.freed)
            await self._play(told)
        await looking

    async def _look(self) -> None:
        """Read the tournament while free, as its page does."""
        hall, known, rounds = self.hall, 0, 0
        while not hall.over.is_set():
            await asyncio.sleep(GAP + GAP * hall.day.chance.random())
            news = [one for one in self._kept if one["t"] == "tournament"]
            for one in news:
                self._kept.remove(one)
            if self.game or not news or news[-1]["seq"] <= known:
                continue
            begin, ended = time.perf_counter(), self.ended
            _, told = await self.ask("GET", f"/tournaments/{hall.id}", query={"left_out": rounds})
            facts, known = told["tournament"], told["tournament"]["seq"]
            over = [all(game["outcome"] is not None for game in one["games"])
                    for one in facts["paired"]]
            rounds += (*over, False).index(False)
            now = time.perf_counter()
            hall.times["reading the standings"].append(now - begin)
            if ended and not any(game["game"] == self.last and game["outcome"] is None
                                 for one in facts["paired"] for game in one["games"]):
                hall.times["game's end to the standings"].append(now - ended)
                self.ended = 0.0
            if facts["phase"] == "ended":
                hall.over.set()

    async def _play(self, seat: dict[str, Any]) -> None:
        hall, game, colour = self.hall, seat["game"], seat["colour"]
        if self.game:
            hall.day.complain(f"{self.name} was called to {game} in the middle of {self.game}")
        self.game = game
        hall.sits[game][colour] = self.seat
        choice = random.Random(game)
        line, limit = choice.choice(hall.lines), choice.randint(6, PLIES - 1)
        await self.say("join", game=game, seats=[seat["token"]])
        facts = await self.hear("game", game=game)
        plies, seq, result, done = len(facts["moves"]), facts["seq"], facts["result"], -1
        while result is None:
            if ("white", "black")[plies % 2] == colour and plies > done:
                done = plies
                await asyncio.sleep(hall.day.chance.uniform(0.5, 2.5))
                what = "resign" if plies >= limit else "move"
                begin = time.perf_counter()
                key = self.key("command")
                await self.say("do", game=game, seat=seat["token"], id=key, what=what, seq=seq,
                               move=line[plies] if what == "move" else "")
                told = await self.hear("done", "refused", id=key)
                if told["t"] == "refused":
                    hall.day.complain(f"{game}: {what} {plies} was refused: {told}")
                    break
                hall.times["a move"].append(time.perf_counter() - begin)
            told = await self.hear("event", game=game)
            plies += told["kind"] == "move"
            seq, result = told.get("seq") or seq, told.get("result") or result
        if result:
            hall.won[game] = result["winner"]
        await self.say("leave", game=game)
        self.last, self.game = game, ""
        self.freed = self.ended = time.perf_counter()


class Hall:
    """The arena.

    Args:
        base: the address of the server.
    """

    def __init__(self, base: str) -> None:
        self.day = Day(Length(), base, random.Random(1))
        self.id, self.over = "", asyncio.Event()
        self.times: dict[str, list[float]] = defaultdict(list)
        self.sits: dict[str, dict[str, int]] = defaultdict(dict)
        self.won: dict[str, str | None] = {}
        self.lines = [self._line() for _ in range(LINES)]

    def _line(self) -> list[str]:
        board, moves = Board("contra"), list[str]()
        while len(moves) < PLIES and not board.is_game_over():
            moves.append(board.text(self.day.chance.choice(list(board.legal_moves))))
            board.push_text(moves[-1])
        return moves if len(moves) == PLIES else self._line()

    async def _ask_now_and_then(self, person: Person) -> None:
        """Something small, which is answered late while the server does something long."""
        while not self.over.is_set():
            begin = time.perf_counter()
            await person.ask("GET", "/tournaments")
            self.times["a small request"].append(time.perf_counter() - begin)
            await asyncio.sleep(0.1)

    async def hold(self, players: int, minutes: int, swiss: int, pid: int) -> None:
        """Hold it, and print what was measured."""
        host = Person(self.day, 201, 1)
        await host.arrive()
        _, made = await host.ask("POST", "/tournaments", {
            "id": "the arena of a bench", "name": "Arena", "kind": "swiss" if swiss else "arena",
            "rules": "contra", "clock": CLOCK, "minutes": minutes, "appear": 30, "pause": 0,
            "rounds": swiss or 1})
        self.id = made["id"]
        people = [Player(self, number) for number in range(players)]
        for one in people:
            await one.arrive()
            _, told = await one.ask("POST", f"/tournaments/{self.id}/orders",
                                    {"what": "enter", "name": one.name})
            one.seat = told["you"]["player"]
        spent, begin = cpu_seconds(pid), time.perf_counter()
        await host.ask("POST", f"/tournaments/{self.id}/orders", {"what": "start"})
        tasks = [asyncio.create_task(one.take_part()) for one in people]
        tasks.append(asyncio.create_task(self._ask_now_and_then(host)))
        await self.over.wait()
        busy = (cpu_seconds(pid) - spent) / (time.perf_counter() - begin)
        await asyncio.gather(*tasks)
        _, told = await host.ask("GET", f"/tournaments/{self.id}")
        self._check(told["tournament"])
        for one in [host, *people]:
            await one.leave()
        print(f"{len(self.won)} games; the server used {100 * busy:.0f} % of a core and "
              f"{megabytes(pid):.0f} MB")
        for what, times in self.times.items():
            waits = sorted(times)
            print(f"{what}: median {1000 * waits[len(waits) // 2]:.0f} ms, 99 % "
                  f"{1000 * waits[len(waits) * 99 // 100]:.0f} ms, longest "
                  f"{1000 * waits[-1]:.0f} ms ({len(waits)} times)")
        print("\n".join(self.day.wrong) or "nothing was wrong")

    def _check(self, facts: dict[str, Any]) -> None:
        """Points, counted from what the players saw, are those that are told."""
        points = dict.fromkeys((one["number"] for one in facts["players"]), 0.0)
        for game, winner in self.won.items():
            for colour, number in self.sits[game].items():
                points[number] += 0.5 if winner is None else winner == colour
        for one in facts["standings"]:
            if one["points"] != points[one["player"]]:
                self.day.complain(f"{one} should have {points[one['player']]}")
        last = dict[int, int]()
        for game in (game for one in facts["paired"] for game in one["games"]):
            white, black = game["white"], game["black"]
            if last.get(white) == black and last.get(black) == white and len(points) > 4:
                self.day.complain(f"{white} and {black} met twice in a row")
            last |= {white: black, black: white}


def main(players: Annotated[int, typer.Option(min=4, help="who take part")] = 200,
         minutes: Annotated[int, typer.Option(min=1, help="for which it lasts")] = 3,
         swiss: Annotated[int, typer.Option(min=0, help="rounds of a Swiss instead")] = 0) -> None:
    """Print how an arena, or a Swiss, goes."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    length = f"{swiss} rounds" if swiss else f"{minutes} minutes"
    print(f"{players} players, {length}; load {os.getloadavg()[0]:.1f}")
    with on_one_core() as (address, pid):
        asyncio.run(Hall(address).hold(players, minutes, swiss, pid))


if __name__ == "__main__":
    typer.run(main)
