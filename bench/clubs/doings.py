"""What people do on a day, one thing after the other."""
from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from .day import Day
from .person import LostError, Person, path_of
from .playing import Seat

RULES = "contra", "pur", "ecke", "duell", "echek"
CLOCKS: tuple[dict[str, Any] | None, ...] = (
    {"kind": "fischer", "initial": 30, "increment": 1},
    {"kind": "fischer", "initial": 300, "increment": 3},
    {"kind": "delay", "initial": 60, "increment": 2},
    {"kind": "days", "initial": 86_400}, None)
SEEKS, CHALLENGED = 8.0, 6.0        # seconds of waiting


async def seek(person: Person) -> None:
    """Look for an opponent, or take an open seek; then play."""
    day, key = person.day, person.key("seek")
    clock = day.chance.choice(CLOCKS[:3] if day.chance.random() < 0.8 else CLOCKS)
    wish: dict[str, Any] = {"id": key, "rules": day.chance.choice(RULES[:3]), "clocks": [clock],
                            "name": None if person.account else person.name,
                            "rated": bool(person.account and clock and day.chance.random() < 0.6)}
    day.seeks[key] = person, set()
    await _sought(person, "seek", key, wish)


async def take(person: Person) -> None:
    """Look into the lobby, and take what is there."""
    day = person.day
    try:
        await person.say("lobby")
        told = await person.hear("lobby")
        await person.say("leave-lobby")
    except LostError:
        return
    day.counts["looks into the lobby"] += 1
    fitting = [one for one in told["seeks"] if not one["rated"] or person.account]
    if not fitting:
        return
    key = person.key("take")
    day.seeks[key] = person, set()
    await _sought(person, "take", key, {
        "id": key, "seek": day.chance.choice(fitting)["id"],
        "name": None if person.account else person.name})


async def _sought(person: Person, t: str, key: str, wish: dict[str, Any]) -> None:
    """Send a seek until it is known what comes of it, and play that."""
    day, begin, end = person.day, time.perf_counter(), time.monotonic() + SEEKS
    withdrawn = False
    while True:
        try:
            person.forget()
            await person.say(t, **wish)
            while True:
                try:
                    told = await person.hear("paired", "refused", "withdrawn", id=key,
                                             within=max(0.1, end - time.monotonic()))
                    break
                except TimeoutError:
                    await person.say("withdraw", id=key)
                    withdrawn, end = True, time.monotonic() + SEEKS
        except LostError:
            continue
        break
    if told["t"] == "paired":
        day.note("paired", begin)
        day.counts["seeks that led to a game"] += 1
        day.found(person, key, told)
        await Seat(person, told).play()
    elif told["t"] == "withdrawn" and not withdrawn:
        day.counts["seeks closed by another one's game"] += 1
    elif told["t"] == "refused" and told["code"] not in ("not-now", "busy"):
        day.complain(f"{t} {wish} was refused: {told}")
    else:
        day.counts["seeks without a game"] += 1


async def challenge(person: Person) -> None:
    """Challenge another person with an account, and play if the challenge is accepted."""
    day, chance = person.day, person.day.chance
    others = [one for one in day.people if one.account and one is not person and not one.gone]
    if not others:
        return
    other, clock = chance.choice(others), chance.choice(CLOCKS)
    status, made = await person.ask("POST", "/challenges", {
        "id": person.key("challenge"), "to": other.account, "rules": chance.choice(RULES),
        "clock": clock, "colour": chance.choice(("white", "black", None)),
        "rated": bool(person.account and clock and chance.random() < 0.6),
        "name": None if person.account else person.name}, what="challenge")
    if status != 201:
        day.counts[f"challenges refused: {made.get('why') or made['code']}"] += 1
        if made["code"] not in ("not-now", "too-fast"):
            day.complain(f"a challenge was refused: {made}")
        return
    end = time.monotonic() + CHALLENGED
    while time.monotonic() < end:
        _, told = await person.ask("GET", "/challenges")
        mine = [one for one in told["challenges"] if one["id"] == made["id"]]
        if mine and mine[0]["state"] != "open":
            day.counts[f"challenges {mine[0]['state']}"] += 1
            if mine[0]["seat"]:
                await Seat(person, mine[0]["seat"]).play()
            break
        await asyncio.sleep(0.5)
    status, told = await person.ask("POST", f"/challenges/{made['id']}/withdraw")
    if status == 409:               # it was accepted just now
        _, told = await person.ask("GET", "/challenges")
        for one in told["challenges"]:
            if one["id"] == made["id"] and one["seat"]:
                await Seat(person, one["seat"]).play()


async def answer(person: Person) -> None:
    """Look at the challenges to oneself, and accept or decline each."""
    day = person.day
    _, told = await person.ask("GET", "/challenges", what="challenges")
    for one in told["challenges"]:
        if one["mine"] or one["state"] != "open":
            continue
        if day.chance.random() < 0.3:
            await person.ask("POST", f"/challenges/{one['id']}/decline", {
                "reason": day.chance.choice(("not-now", "clock", "rules"))})
            continue
        status, seat = await person.ask("POST", f"/challenges/{one['id']}/accept", what="accept")
        if status == 200:
            day.accepted.add(seat["game"])
            await Seat(person, seat).play()
            return


async def study(person: Person, where: dict[str, str]) -> None:
    """Write a comment into a study that the club writes together."""
    day, comment = person.day, person.key("comment")
    path = f"/shared-studies/{where['study']}"
    for _ in range(20):
        _, told = await person.ask("GET", path)
        chapter = day.chance.choice(told["chapters"])
        root = chapter["nodes"][0]
        if all(comment not in one["nodes"][0].get("comments", []) for one in told["chapters"]):
            root["comments"] = [*root.get("comments", []), comment]
            for node in chapter["nodes"]:
                node.pop("notation", None)
            status, answered = await person.ask("POST", path, {
                "key": where["key"], "version": told["version"], "chapters": [chapter]},
                what="write a study")
            if status == 409:
                continue
            if status != 200:
                day.complain(f"a study cannot be written: {answered}")
                return
        day.written[where["study"], chapter["key"]].add(comment)
        day.counts["comments in studies"] += 1
        return


async def puzzle(person: Person) -> None:
    """Look at the puzzle of the day, and at what its moves lead to."""
    _, told = await person.ask("GET", "/puzzle-of-the-day", what="puzzle of the day")
    status, moves = await person.ask("POST", f"/puzzles/{told['game']}", {"id": told["id"]},
                                     what="moves of a puzzle")
    if status != 200:
        person.day.complain(f"a puzzle cannot be tried: {moves}")
    person.day.counts["puzzles tried"] += 1


async def watch(person: Person) -> None:
    """Watch a game for a moment: its events come in order, none is left out."""
    day = person.day
    try:
        await person.say("lobby")
        told = await person.hear("lobby")
        await person.say("leave-lobby")
        if not told["games"]:
            return
        game = day.chance.choice(told["games"])["game"]
        await person.say("join", game=game, seats=[])
        seq = (await person.hear("game", game=game))["seq"]
        day.counts["games watched"] += 1
        end = time.monotonic() + 4
        while time.monotonic() < end:
            told = await person.hear("event", "game", game=game, within=4)
            if told["t"] == "game":
                seq = told["seq"]
            elif (new := told.get("seq")) is not None:
                if new > seq + 1:
                    day.complain(f"{game}: event {new} was told after {seq}")
                seq = max(seq, new)
        await person.say("leave", game=game)
    except (LostError, TimeoutError):
        return


async def block(person: Person) -> None:
    """Look at a profile; perhaps block its owner while looking for others."""
    day = person.day
    others = [one for one in day.people if one.account and one is not person]
    if not others:
        return
    other = day.chance.choice(others)
    await person.ask("GET", path_of(other.account), what="profile")
    await person.ask("GET", "/leaderboard", query={"rules": "contra", "speed": "blitz"},
                     what="leaderboard")
    if person.account and day.chance.random() < 0.5:
        await person.ask("POST", f"{path_of(other.account)}/block", what="block")
        since = time.time()
        status, told = await person.ask("POST", "/challenges", {
            "id": person.key("challenge"), "to": other.account, "rules": "contra"})
        if status == 201:
            day.complain(f"{person.name} challenges {other.name}, and blocks him: {told}")
        await seek(person)
        until = time.time()
        await person.ask("POST", f"{path_of(other.account)}/unblock")
        day.blocked.append((person, other, since, until))
        day.counts["blocks"] += 1


DOINGS: tuple[tuple[Callable[[Person], Awaitable[None]], int], ...] = (
    (seek, 8), (take, 3), (challenge, 5), (answer, 8), (puzzle, 1), (watch, 2), (block, 1))


async def spend(person: Person, day: Day, where: dict[str, str], until: Callable[[], bool]
                ) -> None:
    """Do one thing after the other until it is time for something else, or home."""
    doings = [doing for doing, weight in DOINGS for _ in range(weight)]
    while not until() and not day.over():
        if day.chance.random() < 0.1:
            await study(person, where)
        else:
            await day.chance.choice(doings)(person)
        await asyncio.sleep(day.chance.random())
