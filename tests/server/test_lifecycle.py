"""What becomes of what a player has, whatever happens to the player: the table of the docs.

Each cell is tried: a player has something, goes through an event, and others look what is left.
"""
import asyncio
import contextlib
import itertools

import pytest

from eckstein.server.parts.lobby import lobby

from .actors import PASSWORD, Browser, listening, moderator_at, people_at, program
from .helpers import LINE, PATIENCE, STORED, limited, part, serving
from .journeys import DAYS, block, challenge, give_command, lobby_of, moderate, say, sit, sought

PAGE = STORED.parents[1] / "docs/place.md"
HEADING = "## What becomes of what a player has"
NAMES = ("".join(letters) for letters in itertools.product("bcdfghjkmnp", repeat=3))
MINUTES = {"kind": "fischer", "initial": 300, "increment": 3}
STAYS = ""              # what is seen of a thing that shows no name


class World:
    """A player, at a page and with a phone and a program, another, and a moderator."""

    def __init__(self, server, stack, carla):
        self.server, self.stack, self.carla = server, stack, carla

    async def come(self):
        """New players; the moderator stays."""
        self.name, other = (f"Pla {next(NAMES)}" for _ in range(2))
        self.page, self.other = await people_at(self.server, self.name, other)
        self.phone, self.stranger = Browser(self.server), Browser(self.server)
        for one in (self.phone, self.stranger):
            await one.get("/")
        await self.phone.sign_in(self.name)
        made = await self.page.post_json("/account/tokens", 201, name="P",
                                         scopes=["play", "challenge", "read", "bot"])
        self.token, self.other_name = made, other
        self.program = program(self.server, made["token"])
        for one in (self.page, self.other, self.phone, self.stranger, self.program):
            self.stack.push_async_callback(one.aclose)

    async def socket(self, browser):
        return await self.stack.enter_async_context(listening(self.server, browser))


# Things: each is opened, and gives a function that tells what others see of it: None once it has
# ended, or the name that it shows.

async def connection(w):
    client = await w.socket(w.page)

    async def look():
        try:
            await client.say("ping")
            await client.hear("pong")
        except Exception:
            return None
        return STAYS
    return look


def seek_of(by, rated):
    async def thing(w):
        client, watcher = await w.socket(getattr(w, by)), await w.socket(w.stranger)
        more = {"rated": True, "clocks": [MINUTES]} if rated else {}
        _, seek = await sought(client, **more)

        async def look():
            for one in (await lobby_of(watcher))["seeks"]:
                if one["id"] == seek:
                    return one["name"]
            return None
        return look
    return thing


def challenge_of(by, rated):
    async def thing(w):
        await challenge(getattr(w, by), w.other_name, rules="contra", rated=rated,
                        clock=MINUTES if rated else DAYS)

        async def look():
            found = (await w.other.get_json("/challenges"))["challenges"]
            return found[0]["by"]["name"] if found else None
        return look
    return thing


async def challenge_received(w):
    await challenge(w.other, w.name, rules="contra", clock=DAYS)

    async def look():
        found = (await w.other.get_json("/challenges"))["challenges"]
        return found[0]["to"]["name"] if found else None
    return look


async def game_of(w, **more):
    made = await w.page.post_json("/games", 201, rules="contra", black={"open": True}, **more)
    joined = await w.other.post_json(f"/games/{made['game']}/join", id="x" * 20)
    return made["game"], {"white": made["seats"]["white"], "black": joined["token"]}


async def game(w):
    made, _ = await game_of(w)

    async def look():
        facts = await w.server.facts(made)
        return None if facts["result"] else facts["players"]["white"]["name"]
    return look


async def rematch(w):
    made, seats = await game_of(w)
    done = await give_command(w.other, made, seats, "black", 2, "resign")
    await give_command(w.page, made, seats, "white", done["seq"], "rematch")

    async def look():
        return STAYS if "white" in (await w.server.facts(made))["offers"]["rematch"] else None
    return look


async def replies(w):
    made, seats = await game_of(w, clock=DAYS)
    client = await w.socket(w.page)
    await client.join({"game": made, "seats": seats}, "white")
    await client.do({"game": made, "seats": seats}, "white", "move", 2, LINE[0])
    await client.say("do", game=made, id="plan", seat=seats["white"], seq=3, what="prepare",
                     lines=[list(LINE[1:3])])
    assert (await client.hear("done", "refused", id="plan"))["t"] == "done"

    async def look():
        told = await w.stranger.post_json(f"/games/{made}/prepared", seat=seats["white"])
        return STAYS if told["lines"] else None
    return look


async def chat_line(w):
    made, seats = await game_of(w)
    hers, his = await w.socket(w.page), await w.socket(w.other)
    await sit(hers, {"game": made, "token": seats["white"]})
    assert (await say(hers, made, preset="hello"))["t"] == "said"

    async def look():
        await his.say("leave", game=made)
        found = await sit(his, {"game": made, "token": seats["black"]})
        return STAYS if found["lines"] else None
    return look


async def calendar(w):
    path = (await w.page.post_json("/account/calendar", 201))["path"]

    async def look():
        return STAYS if (await w.stranger.get(path)).status_code == 200 else None
    return look


async def profile(w):
    async def look():
        for name in (w.name, w.now):
            answer = await w.stranger.get(f"/api/v1/people/{name}")
            if answer.status_code == 200:
                return answer.json()["name"]
        return None
    return look


def entry_of(rated):
    async def thing(w):
        made = await w.other.post_json("/tournaments", 201, name="Cup", kind="swiss",
                                       rules="contra", id=f"tournament {next(NAMES)} of a player",
                                       clock=MINUTES, rounds=3, rated=rated)
        path = f"/tournaments/{made['id']}"
        await w.page.post_json(f"{path}/orders", what="enter")

        async def look():
            player, = (await w.stranger.get_json(path))["tournament"]["players"]
            return None if player["away"] else player["name"]
        return look
    return thing


async def organising(w):
    made = await w.page.post_json("/tournaments", 201, name="Cup", kind="swiss",
                                  rules="contra", id=f"tournament {next(NAMES)} of a player",
                                  clock=MINUTES, rounds=3)

    async def look():
        answer = await w.page.get(f"/api/v1/tournaments/{made['id']}")
        if answer.json()["you"]["organises"]:
            return STAYS
        answer = await w.phone.get(f"/api/v1/tournaments/{made['id']}")
        return STAYS if answer.json()["you"]["organises"] else None
    return look


async def second_organiser(w):
    made = await w.other.post_json("/tournaments", 201, name="Cup", kind="swiss",
                                   rules="contra", id=f"tournament {next(NAMES)} of a player",
                                   clock=MINUTES, rounds=3)
    path = f"/tournaments/{made['id']}"
    await w.other.post_json(f"{path}/orders", what="organiser", name=w.name)

    async def look():
        found = (await w.stranger.get_json(path))["tournament"]["organisers"]
        return found[0] if found else None
    return look


async def follower(w):
    await w.other.post_json(f"/people/{w.name}/follow")

    async def look():
        found = (await w.other.get_json("/follows"))["names"]
        return found[0] if found else None
    return look


async def block_of_other(w):
    await block(w.page, w.other_name)

    async def look():
        answer = await w.other.post("/api/v1/challenges", json={
            "id": f"challenge of {next(NAMES)} to a player", "to": w.now, "rules": "contra"})
        return STAYS if answer.status_code == 409 else None
    return look


async def token(w):
    async def look():
        answer = await w.program.get("/api/v1/account")
        return STAYS if answer.status_code == 200 else None
    return look


def session_of(by):
    async def thing(w):
        async def look():
            return STAYS if (await getattr(w, by).me())["account"] else None
        return look
    return thing


async def report(w):
    await w.page.post_json("/reports", to=w.other_name, reason="insult")

    async def look():
        case, = (await w.carla.get_json("/moderation", name=w.other_name))["cases"]
        found = case["reports"]
        if not found:
            return None
        by = found[0]["by"]
        return by["name"] if by["kind"] == "account" else "Guest"
    return look


async def vacation(w):
    await w.page.post_json("/account/vacation", days=3)

    async def look():
        answer = await w.phone.get("/api/v1/account")
        account = answer.json()["account"]
        return STAYS if account and account["vacation"] else None
    return look


THINGS = {
    "connection of a page": connection,
    "open challenge": seek_of("page", rated=False),
    "rated open challenge": seek_of("page", rated=True),
    "open challenge of a program": seek_of("program", rated=False),
    "challenge sent": challenge_of("page", rated=False),
    "rated challenge sent": challenge_of("page", rated=True),
    "challenge sent by a program": challenge_of("program", rated=False),
    "challenge received": challenge_received,
    "game": game, "offer of a rematch": rematch, "conditional replies": replies,
    "line of chat": chat_line, "calendar": calendar, "profile": profile,
    "place in a tournament": entry_of(rated=False),
    "place in a rated tournament": entry_of(rated=True),
    "organiser's rights": organising, "rights of a second organiser": second_organiser,
    "being followed": follower, "block": block_of_other,
    "token": token, "session at the page": session_of("page"),
    "session of another device": session_of("phone"), "report": report, "vacation": vacation,
}


# Events.

async def renames(w):
    w.now = f"Pla {next(NAMES)}"
    await w.page.post_json("/account/name", name=w.now)


async def loses_the_name(w):
    await moderate(w.carla, "rename", w.name)
    w.now = (await w.phone.me())["name"]


async def goes(w):
    await w.page.post_json("/account/delete")
    w.now = "Guest"


async def is_barred(w):
    await moderate(w.carla, "bar", w.name)


async def is_muted(w):
    await moderate(w.carla, "mute", w.name)


async def revokes(w):
    await w.page.post_json("/account/tokens/drop",
                           id=(await w.page.me())["account"]["tokens"][0]["id"])


async def changes_the_password(w):
    await w.phone.post_json("/account/password", password="another " + PASSWORD)


async def signs_out(w):
    await w.page.post_json("/account/sign-out", device=None)


async def is_blocked(w):
    await block(w.other, w.name)


async def becomes_a_bot(w):
    answer = await w.program.post("/api/v1/bot", json={"name": w.name})
    assert answer.status_code in (200, 409)     # none does that has played as a person


EVENTS = {"changes the name": renames, "a moderator takes the name": loses_the_name,
          "deletes the account": goes, "is barred": is_barred, "is muted": is_muted,
          "revokes the token": revokes, "sets a password elsewhere": changes_the_password,
          "signs out": signs_out, "is blocked by the other": is_blocked,
          "becomes a bot": becomes_a_bot}


def table():
    """The table of the docs: for each thing, and each event, what becomes of it."""
    text = PAGE.read_text("utf-8").partition(HEADING)[2].partition("\n## ")[0]
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")]
                      for line in text.splitlines() if line.startswith("|"))
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


def outcome(w, seen):
    """The word of the table for what is seen."""
    if seen is None:
        return "ends"
    if seen in (STAYS, w.name):
        return "stays"
    if seen == w.now != "Guest":
        return "new name"
    return "nameless" if seen.startswith("Guest") else seen


def test_no_cell_of_the_table_is_empty():
    found = table()
    assert found.keys() == THINGS.keys()
    for row in found.values():
        assert row.keys() == EVENTS.keys()
        assert {*row.values()} <= {"stays", "ends", "new name", "nameless"}


@pytest.mark.parametrize("thing", THINGS)
async def test_what_becomes_of_it(tmp_path, monkeypatch, thing):
    monkeypatch.setattr(lobby, "GRACE_SECONDS", 0.0)
    for rate in ("accounts", "sign-ins", "tournaments", "reports"):
        limited(monkeypatch, rate, 1000)
    wrong = {}
    async with serving(tmp_path, requests=10_000, burst=10_000) as server:
        carla = await moderator_at(server)
        for event, happen in EVENTS.items():
            async with contextlib.AsyncExitStack() as stack:
                w = World(server, stack, carla)
                await w.come()
                w.now = w.name
                look, wanted = await THINGS[thing](w), table()[thing][event]
                assert outcome(w, await look()) == "stays", event
                await happen(w)
                await part(server.service, "Opened").look()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(PATIENCE):
                        while (found := outcome(w, await look())) != wanted:
                            await asyncio.sleep(0.02)
                if found != wanted:
                    wrong[event] = f"{found}, not {wanted}"
        await carla.aclose()
    assert wrong == {}
