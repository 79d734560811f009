"""What a player may have on a server: how it is opened, and what others see of it.

Each thing gives a function that tells what others see: None once it has ended, or the name that it
shows.
"""
import itertools
import time
from types import SimpleNamespace

import sqlalchemy as sa

from eckstein.server.database import rows, tables
from eckstein.server.game.identity import of_account
from eckstein.server.game.likeness import likeness
from eckstein.server.game.tokens import COOKIE, guest_name
from eckstein.server.net.cookies import known_account
from eckstein.server.parts.mail.store import Contact
from eckstein.server.parts.notices.notice import Facts, Notice
from eckstein.server.parts.push.events import Keys
from eckstein.server.parts.push.push import Subscribed
from eckstein.server.parts.ratings.counting import rate_all
from eckstein.server.store.transactions import Ending

from .actors import Browser, listening, people_at, program, token_of
from .helpers import LINE, part
from .journeys import DAYS, block, challenge, give_command, lobby_of, say, sit, sought
from .written_games import write_game

NAMES = ("".join(letters) for letters in itertools.product("bcdfghjkmnp", repeat=3))
MINUTES = {"kind": "fischer", "initial": 300, "increment": 3}
STAYS = ""              # what is seen of a thing that shows no name


class World:
    """A player, at a page and with a phone and a program, another, and a moderator."""

    def __init__(self, server, stack, carla):
        self.server, self.stack, self.carla = server, stack, carla

    async def come(self, *, guest=False):
        """New players; the moderator stays.  A guest has neither an account nor a program."""
        self.name, self.other_name = (f"Pla {next(NAMES)}" for _ in range(2))
        self.page, self.phone, self.stranger = (Browser(self.server) for _ in range(3))
        for one in (self.page, self.phone, self.stranger):
            await one.get("/")
        self.other, = await people_at(self.server, self.other_name)
        self.token = self.account = ""
        if guest:
            self.name = guest_name(self.server.service.tokens.guest(self.page.cookies[COOKIE]))
        else:
            await self.page.sign_up(self.name)
            await self.phone.sign_in(self.name)
            self.token = await token_of(self.page, "play", "challenge", "read", "bot")
            self.account = (await part(self.server.service, "AccountStore").named(
                likeness(self.name))).id
        self.now, self.program = self.name, program(self.server, self.token or "none")
        for one in (self.page, self.other, self.phone, self.stranger, self.program):
            self.stack.push_async_callback(one.aclose)

    def store(self, name):
        """Where a part keeps what is its own."""
        return part(self.server.service, name)

    async def socket(self, browser):
        return await self.stack.enter_async_context(listening(self.server, browser))


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
    to = w.name if w.account else {"game": (await game_of(w))[0], "colour": "white"}
    await challenge(w.other, to, rules="contra", clock=DAYS)

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


def rematch_listed(rated):
    async def thing(w):
        made, seats = await game_of(w, **{"rated": True, "clock": MINUTES} if rated else {})
        done = await give_command(w.other, made, seats, "black", 2, "abort")
        await give_command(w.page, made, seats, "white", done["seq"], "rematch")
        await part(w.server.service, "Challenges").finish()

        async def look():
            found = (await w.other.get_json("/challenges"))["challenges"]
            return found[0]["by"]["name"] if found else None
        return look
    return thing


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
        return by["name"] if by["kind"] == "account" else "Guest" if w.account else w.name
    return look


async def vacation(w):
    await w.page.post_json("/account/vacation", days=3)

    async def look():
        answer = await w.phone.get("/api/v1/account")
        account = answer.json()["account"]
        return STAYS if account and account["vacation"] else None
    return look


async def report_about(w):
    await w.other.post_json("/reports", to=w.name, reason="insult")

    async def look():
        cases = (await w.carla.get_json("/moderation"))["cases"]
        found = [one["name"] for one in cases if one["name"] in (w.name, w.now)]
        return found[0] if found else None
    return look


async def leaderboard(w):
    account, other = w.account, (await w.store("AccountStore").named(likeness(w.other_name))).id
    store = w.server.service.store
    await write_game(store, f"game {w.name}", of_account(account), of_account(other), 1,
                     Ending(round(1000 * time.time()), "white", True), rated=True)
    await rate_all(w.store("RatingStore"))
    async with store.engine.begin() as connection:
        await connection.execute(sa.update(tables.standings).values(listed=2**62))

    async def look():
        board = await w.stranger.get_json("/leaderboard", rules="contra", speed="blitz")
        found = [one["name"] for one in board["leaders"] if one["name"] in (w.name, w.now)]
        return found[0] if found else None
    return look


async def study(w):
    made = await w.page.post_json("/shared-studies", 201, content={
        "name": "Corners", "chapters": [{"key": "one", "game": "contra", "nodes": [{}]}]})

    async def look():
        answer = await w.stranger.get(f"/api/v1/shared-studies/{made['study']}")
        return STAYS if answer.status_code == 200 else None
    return look


async def known_device(w):
    service = w.server.service
    request = SimpleNamespace(cookies=dict(w.phone.cookies))

    async def look():
        known = await known_account(request, service.tokens, service.rooms.names)
        return None if known is None else STAYS
    return look


async def ways_to_sign_in(w):
    async def look():
        return STAYS if await w.store("AccountStore").codes(w.account) else None
    return look


async def progress(w):
    await w.page.post_json("/account/document", version=1, text="lessons")

    async def look():
        return STAYS if (await w.store("AccountStore").document(w.account))[1] else None
    return look


def of_store(name, add):
    """What a part keeps for an account; whoever has none has no such thing."""
    async def thing(w):
        store = w.store(name)
        if w.account:
            await add(w, store)

        async def look():
            return STAYS if await store.of(w.account) else None
        return look
    return thing


def add_address(w, store):
    return store.set(Contact(w.account, "player@example.org", "en", ["turn"], 1, 2))


async def add_device(w, store):
    session = (await w.store("AccountStore").sessions(w.account))[-1]
    await store.set(Subscribed(session.name, w.account, Keys(f"https://e.org/{w.name}", "", ""),
                               "", "en", (), 1), 9)


async def notice(w):
    store = w.store("NoticeStore")
    if w.account:
        await store.add(Notice(w.name, w.account, "push", "over", Facts(), 1, 1), 9)

    async def look():
        # No server sends it, and it waits as long as it is there.
        return STAYS if await rows.found(w.server.service.store.engine, sa.select(
            tables.notices).where(tables.notices.c.account == w.account)) else None
    return look


async def bot(w):
    await w.program.post_json("/bot", name=w.name)
    await w.program.post_json("/bot/policy", games=["contra"])

    async def look():
        found = await w.store("BotStore").policy(w.account)
        return STAYS if found.games == ["contra"] else None
    return look


async def class_of(w, teacher, pupil):
    """A class of one, in which another is a pupil with a password."""
    made = await teacher.post_json("/classes", 201, name="5b")
    account = await w.store("AccountStore").named(likeness(pupil))
    assert account                      # guests are no pupils
    await rows.write(w.server.service.database, sa.insert(tables.pupils).values(
        account=account.id, class_id=made["id"], code=None, added=1))
    return made["id"]


async def class_taught(w):
    await class_of(w, w.page, w.other_name)

    async def look():
        found = (await w.other.get_json("/classes"))["pupil"]
        return found and found["teachers"][0]
    return look


async def place_in_class(w):
    id = await class_of(w, w.other, w.name)

    async def look():
        found = (await w.other.get_json(f"/classes/{id}"))["pupils"]
        return found[0]["name"] if found else None
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
    "rematch among the challenges": rematch_listed(rated=False),
    "rated rematch among the challenges": rematch_listed(rated=True),
    "game": game, "offer of a rematch": rematch, "conditional replies": replies,
    "line of chat": chat_line, "calendar": calendar, "profile": profile,
    "place in a tournament": entry_of(rated=False),
    "place in a rated tournament": entry_of(rated=True),
    "organiser's rights": organising, "rights of a second organiser": second_organiser,
    "being followed": follower, "block": block_of_other,
    "token": token, "session at the page": session_of("page"),
    "session of another device": session_of("phone"), "report": report, "vacation": vacation,
    "report about the player": report_about, "place on the leaderboard": leaderboard,
    "study": study, "known device": known_device, "progress": progress,
    "passkeys and recovery codes": ways_to_sign_in,
    "class that is taught": class_taught, "place in a class": place_in_class,
    "mail address": of_store("ContactStore", add_address), "notice that waits": notice,
    "device with Web Push": of_store("PushStore", add_device),
    "policy and events of a bot": bot,
}
