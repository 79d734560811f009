"""Profiles, histories and leaderboards with many accounts and games: milliseconds for a question.

`python -m bench.people [ACCOUNTS] [GAMES]`, else 100,000 accounts and a million games that have
ended, on SQLite.  The rows of games and their players are made directly, without events, which
these questions do not read.  One account in ten plays half of the games, and one has 20,000.
"""
import asyncio
import logging
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import structlog
from tests.server.helpers import serving, stores_of

from eckstein import Board, names
from eckstein.server.database.store import Store
from eckstein.server.game.likeness import likeness
from eckstein.server.parts.accounts.accounts import Accounts
from eckstein.server.parts.mail.events import MailSettings
from eckstein.server.parts.mail.store import Contact
from eckstein.server.parts.notices.notice import KINDS
from eckstein.server.parts.notices.notices import Notices
from eckstein.server.parts.ratings.standings import Standings
from eckstein.server.serving.serving import database_url

BUSIEST, QUESTIONS, GAMES = 20_000, 400, 12
OUTCOMES = ("won", "lost", "drawn", "none")
BEGAN = 1_700_000_000_000


def fill(file: Path, accounts: int, games: int) -> None:
    """Write the rows of accounts and games."""
    chance, rules = random.Random(1), names()
    busy = max(1, accounts // 10)

    def player(number: int) -> str:
        if number < BUSIEST:
            return "account:a0"
        return f"account:a{chance.randrange(busy if chance.random() < 0.5 else accounts)}"

    def rows():
        for number in range(games):
            game, began = f"g{number}", BEGAN + 30_000 * number
            ended, kind = began + chance.randrange(600_000), chance.choice(rules)
            first = chance.choices(OUTCOMES, (47, 47, 4, 2))[0]
            second = {"won": "lost", "lost": "won"}.get(first, first)
            yield game, "white", player(number), kind, began, ended, first
            yield (game, "black", f"account:a{chance.randrange(accounts)}", kind, began, ended,
                   second)
    database = sqlite3.connect(file)
    database.executemany("INSERT INTO account (id, name, likeness, created) VALUES (?, ?, ?, ?)", (
        (f"a{number}", f"Player {number}", likeness(f"Player {number}"), BEGAN)
        for number in range(accounts)))
    database.executemany(
        "INSERT INTO game (id, rules, created, over, tended) VALUES (?, 'contra', ?, 1, 0)",
        ((f"g{number}", BEGAN) for number in range(games)))
    database.executemany("INSERT INTO player (game, colour, who, rules, began, ended, outcome, "
                         "rated) VALUES (?, ?, ?, ?, ?, ?, ?, 0)", rows())
    database.executemany(
        "INSERT INTO standing (code, rules, speed, account, points, deviation, volatility, at, "
        "games, first, links, met, known, listed) "
        "VALUES (?, 'duell', 'blitz', ?, ?, 60, 0.06, ?, 40, ?, 5, '', '', ?)",
        ((f"c{number}", f"a{number}", chance.gauss(1500, 200), BEGAN, BEGAN,
          chance.choice([0, 2**62, 2**62, 2**62])) for number in range(accounts)))
    database.executemany("INSERT INTO pseudonym VALUES (?, ?)", (
        (f"c{number}", f"a{number}") for number in range(accounts)))
    database.commit()
    database.close()


async def ask(http: httpx.AsyncClient, accounts: int, path: str, **query: str | int) -> list[float]:
    """Milliseconds that questions about accounts take, the busiest one first."""
    chance, taken = random.Random(2), []
    for number in range(QUESTIONS):
        name = f"Player {chance.randrange(accounts) if number else 0}"
        begin = time.perf_counter()
        answer = await http.get(f"/api/v1/people/{quote(name)}{path}", params=query)
        taken.append(1000 * (time.perf_counter() - begin))
        assert answer.status_code == 200, answer.text
    return taken


async def ask_leaders(http: httpx.AsyncClient, standings: Any) -> list[float]:
    """Milliseconds of a leaderboard that is made, and then read again."""
    taken = []
    for number in range(QUESTIONS):
        if number % 40 == 0:
            standings._boards.clear()
        begin = time.perf_counter()
        answer = await http.get("/api/v1/leaderboard", params={"rules": "duell", "speed": "blitz"})
        taken.append(1000 * (time.perf_counter() - begin))
        assert len(answer.json()["leaders"]) == 100
    return taken


async def measured(folder: Path, accounts: int) -> None:
    """Print what questions take."""
    begin = time.perf_counter()
    async with serving(folder, requests=1e9, burst=1e9) as server, httpx.AsyncClient(
            base_url=server.base, timeout=60) as http:
        print(f"start {time.perf_counter() - begin:.2f} s")
        await server.service.get(Accounts).get_ready()
        await http.get("/api/v1/people/Player%201")         # connects
        print(f"{'milliseconds':34}{'busiest':>9}{'median':>9}{'99 %':>9}")
        for name, path, query in (
                ("profile", "", {}), ("history", "/games", {}),
                ("history, one game", "/games", {"rules": "duell"}),
                ("history, drawn games of one game", "/games",
                 {"rules": "duell", "outcome": "drawn"})):
            busiest, *others = await ask(http, accounts, path, **query)
            print(f"{name:34}{busiest:9.1f}{statistics.median(others):9.1f}"
                  f"{statistics.quantiles(others, n=100)[-1]:9.1f}")
        places = await ask_places(server.service.get(Standings), accounts)
        print(f"{'place on a leaderboard':34}{max(places):9.1f}{statistics.median(places):9.1f}"
              f"{statistics.quantiles(places, n=100)[-1]:9.1f}")
        made = await ask_leaders(http, server.service.get(Standings))
        print(f"{'leaderboard':34}{max(made):9.1f}{statistics.median(made):9.1f}"
              f"{statistics.quantiles(made, n=100)[-1]:9.1f}   made anew every 40 times")


async def ask_places(standings: Any, accounts: int) -> list[float]:
    """Milliseconds of the place of a player on a leaderboard."""
    people, taken = standings._store, []
    near = await people.leaders("duell", "blitz", accounts, BEGAN)
    for number in range(QUESTIONS):
        account = near[number * len(near) // QUESTIONS].account
        begin = time.perf_counter()
        told = await standings.place(account, "duell", "blitz")
        taken.append(1000 * (time.perf_counter() - begin))
        assert told.place == number * len(near) // QUESTIONS + 1
    return taken


def random_line(seed: int) -> list[str]:
    """The moves of a game at random, but for the last one."""
    chance, board, moves = random.Random(seed), Board("duell"), []
    while not board.is_game_over():
        move = chance.choice(list(board.legal_moves))
        moves.append(board.text(move))
        board.push(move)
    return moves[:-1]


async def moves(folder: Path) -> None:
    """Print what a move takes in games of several kinds, played by turns."""
    fischer = {"kind": "fischer", "initial": 3600, "increment": 1}
    days = {"kind": "days", "initial": 3 * 86_400}
    kinds = {"not rated": (fischer, False, ()), "rated": (fischer, True, ()),
             "by days": (days, False, ()), "by days, with notices": (days, False, KINDS)}
    taken: dict[str, list[float]] = {kind: [] for kind in kinds}
    looks: dict[str, list[float]] = {kind: [] for kind in kinds}
    lines = [random_line(number) for number in range(GAMES)]
    # No mail is sent: a turn is told after ten minutes.
    sender = MailSettings("Eckstein", "noreply@example.org", "https://example.org", "127.0.0.1", 9)
    async with serving(folder, requests=1e9, burst=1e9, mail=sender) as server, httpx.AsyncClient(
            base_url=server.base, timeout=60) as anna, httpx.AsyncClient(
            base_url=server.base, timeout=60) as bruno, server.client() as socket:
        for http, name in ((anna, "Anna"), (bruno, "Bruno")):
            answer = await http.post("/api/v1/account", json={"name": name,
                                                              "password": "tilting dice"})
            assert answer.status_code == 201, answer.text
        notices, people = server.service.get(Notices), stores_of(server.service)
        for number, line in enumerate(lines):
            for kind, (clock, rated, wanted) in kinds.items():
                for name in ("Anna", "Bruno"):
                    account = (await server.service.get(Accounts).find(name)).id
                    await people.contacts.set(Contact(account, "me@example.org", "en", wanted, 1,
                                                      confirmed=1))
                made = (await anna.post("/api/v1/games", json={
                    "rules": "duell", "clock": clock, "rated": rated,
                    "black": {"open": True}})).json()
                joined = await bruno.post(f"/api/v1/games/{made['game']}/join",
                                          json={"id": f"a seat of game {number}, {kind}"})
                made["seats"]["black"] = joined.json()["token"]
                await socket.join(made, "white", "black")
                begin = time.perf_counter()
                await socket.play(made, line, seq=2)
                taken[kind].append(1000 * (time.perf_counter() - begin) / len(line))
                if clock is days:
                    begin = time.perf_counter()
                    await notices._look_at(made["game"])
                    looks[kind].append(1000 * (time.perf_counter() - begin))
                await socket.say("leave", game=made["game"])
        written = len(await people.notices.take("mail", 2**62, 2**62, 10**6))
    usual = statistics.median(taken["not rated"])
    for kind, found in taken.items():
        move = statistics.median(found)
        after = f"; afterwards {statistics.median(looks[kind]):.2f} ms" if looks[kind] else ""
        print(f"a move of a game {kind} {move:.2f} ms, {move / usual:.2f} times as long{after}")
    print(f"{written} notices wait")


def main() -> None:
    """Print the figures."""
    accounts, games = [int(word) for word in sys.argv[1:]] + [100_000, 1_000_000][
        len(sys.argv) - 1:]
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "games.sqlite")
        asyncio.run(Store(database_url(str(file))).probe())
        fill(file, accounts, games)
        print(f"{accounts:,} accounts, {games:,} games, {file.stat().st_size / 1e6:.0f} MB")
        asyncio.run(measured(Path(folder), accounts))
        asyncio.run(moves(Path(folder)))


if __name__ == "__main__":
    main()
