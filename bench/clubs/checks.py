"""What is checked at the end of a day, from the outside: by requests, and by `eckstein db`."""
from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from typing import Any

from .day import Day
from .person import Person, path_of
from .standings import ordered, reckoned

WAIT = 0.5                  # seconds between two looks
LOOKS = 60
PLIES, RULED = 6, ("aborted", "adjudication", "forfeit", None)     # by which games count, or not
FIELDS = "points", "wins", "games", "buchholz", "sonneborn"


async def check(day: Day, asker: Person) -> None:
    """Compare what all clients were sent with the server's state now."""
    games: dict[str, dict[str, Any]] = {}
    for account in [one for one in day.people if one.account]:
        for game in await _history(asker, account):
            games.setdefault(game["game"], {})
    for game in (*day.seats, *day.moves):
        games.setdefault(game, {})
    await _tournaments(day, asker, games)
    for id in games:
        status, games[id] = await asker.ask("GET", f"/games/{id}")
        if status != 200:
            day.complain(f"{id} cannot be read: {games[id]}")
    check_moves(day, games)
    _seeks(day, games)
    _names(day, games)
    _blocks(day, games)
    await _rated(day, asker, games)
    await _studies(day, asker)
    day.counts["games checked"] = len(games)


async def _history(asker: Person, person: Person) -> list[dict[str, Any]]:
    """All games of an account that have ended."""
    found: list[dict[str, Any]] = []
    query: dict[str, Any] = {"most": 100}
    while True:
        _, told = await asker.ask("GET", f"{path_of(person.account)}/games", query=query)
        found += told["games"]
        if told["next"] is None:
            return found
        query["before"] = told["next"]


def check_moves(day: Day, games: dict[str, dict[str, Any]]) -> None:
    """Each acknowledged move is there, where it was made."""
    for game, made in day.moves.items():
        there = [move["text"] for move in games[game]["moves"]]
        for ply, text in made.items():
            if ply >= len(there) or there[ply] != text:
                day.complain(f"{game}: move {ply} is not {text}: {there}")
    day.counts["moves checked"] = sum(map(len, day.moves.values()))


def _seeks(day: Day, games: dict[str, dict[str, Any]]) -> None:
    """No seek has led to two games, and no game has come of two seeks of one person."""
    sought: dict[str, list[Person]] = {}
    for key, (person, led) in day.seeks.items():
        if len(led) > 1:
            day.complain(f"{key} has led to {led}")
        for game in led:
            sought.setdefault(game, []).append(person)
    for game, people in sought.items():
        if len(people) > 2 or len(people) != len(set(people)):
            day.complain(f"{game} came of seeks of {[one.name for one in people]}")
    day.counts["seeks checked"] = len(day.seeks)


def _names(day: Day, games: dict[str, dict[str, Any]]) -> None:
    """Players have their own names, and no account's name stands in a game of another."""
    accounts = {one.account: one for one in day.people if one.account}
    for id, seats in day.seats.items():
        players = games[id]["players"]
        for colour, person in seats.items():
            told = players[colour]
            if bool(told.get("account")) != bool(person.account):
                day.complain(f"{id}: {colour} is {told}, not {person.name}")
            if person.account and told["name"] != person.account:
                day.complain(f"{id}: {colour} is {told}, not {person.account}")
    for id, facts in games.items():
        for colour, told in facts["players"].items():
            if told["name"] in accounts and not told.get("account"):
                day.complain(f"{id}: {colour} is called like an account")
            known = day.seats.get(id, {}).get(colour)
            if told.get("account") and known and accounts.get(told["name"]) is not known:
                day.complain(f"{id}: {colour} has the name of another account")


def _blocks(day: Day, games: dict[str, dict[str, Any]]) -> None:
    """No two have met in a game of the lobby, or of a challenge, while one blocked the other."""
    for id in {game for _, led in day.seeks.values() for game in led} | day.accepted:
        seats, began = set(day.seats[id].values()), games[id]["created"]
        for one, other, since, until in day.blocked:
            if {one, other} == seats and since + 1 < began < until - 1:
                day.complain(f"{id} is of two of whom one blocks the other")


def outcome_of(facts: dict[str, Any]) -> str | None:
    """How a game has ended, as tournaments count it."""
    result = facts["result"]
    if result is None:
        return None
    if result["reason"] == "aborted":
        return "none"
    return result["winner"] or "drawn"


async def _rated(day: Day, asker: Person, games: dict[str, dict[str, Any]]) -> None:
    """Each rated game that has ended counts once for each of its players, and no other does."""
    expected: Counter[tuple[str, str]] = Counter()
    for facts in games.values():
        if (facts["rated"] and len(facts["moves"]) >= PLIES
                and (facts["result"] or {}).get("reason") not in RULED):
            for player in facts["players"].values():
                expected[player["name"], facts["rules"]] += 1
    for _ in range(LOOKS):
        found: Counter[tuple[str, str]] = Counter()
        for person in day.people:
            if person.account:
                _, told = await asker.ask("GET", path_of(person.account))
                for one in told["ratings"]:
                    found[person.account, one["rules"]] += one["games"]
        if found == expected:
            break
        await asyncio.sleep(WAIT)
    for which in found.keys() | expected.keys():
        if found[which] != expected[which]:
            day.complain(f"{which}: {expected[which]} rated games, but {found[which]} counted")
    day.counts["rated games counted"] = sum(found.values()) // 2


async def _tournaments(day: Day, asker: Person, games: dict[str, dict[str, Any]]) -> None:
    """Standings follow from the games; no player has two games of a round, or meets the same
    opponent twice in a Swiss or round robin."""
    for id, kind in day.tournaments.items():
        _, answered = await asker.ask("GET", f"/tournaments/{id}")
        told, outcomes = answered["tournament"], dict[str, str | None]()
        for one in told["paired"]:
            busy: list[int] = list(one["byes"])
            for game in one["games"]:
                busy += game["white"], game["black"]
                if not game["game"]:
                    continue
                _, facts = await asker.ask("GET", f"/games/{game['game']}")
                games[game["game"]] = facts
                outcomes[game["game"]] = outcome_of(facts)
                if game["outcome"] is None:         # it went on when the organiser ended it all
                    outcomes[game["game"]] = None
                elif outcome_of(facts) != game["outcome"]:
                    day.complain(f"{id}: {game} has ended as {outcome_of(facts)}")
            if len(busy) != len(set(busy)):
                day.complain(f"{id}: somebody plays twice in {one}")
        if kind in ("swiss", "round-robin"):
            pairs = [frozenset((game["white"], game["black"])) for one in told["paired"]
                     for game in one["games"]]
            if len(pairs) != len(set(pairs)):
                day.complain(f"{id}: two have met twice")
        found = reckoned(told, outcomes)
        for one in told["standings"]:
            mine = {name: one[name] for name in FIELDS}
            if mine != found[one["player"]]:
                day.complain(f"{id} ({kind}): {mine} is {found[one['player']]}")
        if not ordered(told, found):
            day.complain(f"{id}: the standings are not in order")


async def _studies(day: Day, asker: Person) -> None:
    """Each acknowledged comment is in its study."""
    for (study, key), comments in day.written.items():
        _, told = await asker.ask("GET", f"/shared-studies/{study}")
        chapter = next(one for one in told["chapters"] if one["key"] == key)
        if missing := comments - set(chapter["nodes"][0]["comments"]):
            day.complain(f"study {study} lacks {missing}")


def check_database(day: Day, database: str) -> None:
    """Ratings are those that follow from the results anew, and the database is sound."""
    for words in (["db", "rate", "--check"], ["db", "check"]):
        done = subprocess.run([sys.executable, "-m", "eckstein", *words, "--database", database],
                              capture_output=True, text=True)
        day.counts[f"eckstein {' '.join(words)}: {done.stdout.strip()}"] += 1
        if done.returncode:
            day.complain(f"eckstein {' '.join(words)}: {done.stdout}{done.stderr}")
