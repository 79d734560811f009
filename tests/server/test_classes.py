"""Classes: pupils whose only key is a card, and what their teachers see, give and end."""
import asyncio
import contextlib
import json

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from eckstein.server.database import rows
from eckstein.server.database.tables import class_teachers, classes, pupils, standings
from eckstein.server.game.likeness import likeness
from eckstein.server.parts.accounts.events import Session
from eckstein.server.parts.accounts.remembered import digest_of
from eckstein.server.parts.classes import progress
from eckstein.wire.http_classes import Given

from .actors import PASSWORD, Browser, listening, people_at, program, token_of
from .helpers import PATIENCE, limited, part, serving
from .journeys import give_command
from .postgres import needs_postgres
from .tournaments import standing

CLOCK = {"kind": "fischer", "initial": 300, "increment": 3}


class School:
    """A server with Jo, who teaches a class of Anna and Ben, whose cards are known."""

    def __init__(self, server, jo, pupils):
        self.server, self.jo, self.pupils = server, jo, pupils

    async def order(self, what, status=200, by=None, **more):
        return await (by or self.jo).post_json(f"/classes/{self.id}/orders", status, what=what,
                                               **more)

    async def add(self, *names):
        self.codes |= {card["name"]: card["code"]
                       for card in (await self.order("add", names=list(names)))["cards"]}

    async def told(self):
        return await self.jo.get_json(f"/classes/{self.id}")

    async def names(self):
        return [one["name"] for one in (await self.told())["pupils"]]

    def browser(self):
        browser = Browser(self.server)
        self.pupils.push_async_callback(browser.aclose)
        return browser

    async def enter(self, name, browser=None):
        """A browser in which a pupil has entered by the card."""
        browser = browser or self.browser()
        await browser.post_json("/account/sign-in/card", code=self.codes[name])
        return browser


@contextlib.asynccontextmanager
async def school(folder, **settings):
    async with serving(folder, **settings) as server, contextlib.AsyncExitStack() as stack:
        jo, = await people_at(server, "Jo Teacher")
        stack.push_async_callback(jo.aclose)
        found = School(server, jo, stack)
        found.id, found.codes = (await jo.post_json("/classes", 201, name="5b"))["id"], {}
        await found.add("Anna", "Ben")
        yield found


def kept(**parts):
    """A document as pages store it."""
    return json.dumps({"eckstein": "kept", "format": 1, "settings": {"language": "de"}, **parts})


async def wrong_code(s):
    guest = s.browser()
    for code in ("aaaaa-bbbbb", "", "x" * 200):
        refused = await guest.post_json("/account/sign-in/card", 403, code=code)
        assert "no card with this code" in refused["reason"]
    anna = await s.enter("Anna")            # typed otherwise, it is the same code
    assert (await anna.me())["account"]["card"]
    s.codes["Ben"] = f" {s.codes['Ben'].upper().replace('-', ' ')}"
    assert (await (await s.enter("Ben")).me())["name"] == "Ben"


async def removed_pupil(s):
    anna = await s.enter("Anna")
    await s.order("remove", pupil="Anna")
    assert (await anna.me())["account"] is None
    await s.browser().post_json("/account/sign-in/card", 403, code=s.codes["Anna"])
    assert await s.names() == ["Ben"]
    await s.order("remove", 400, pupil="Anna")
    await s.order("remove", 400, pupil="")


async def replaced_while_signed_in(s):
    anna, ben = await s.enter("Anna"), await s.enter("Ben")
    token = await token_of(anna, "read")
    old = s.codes["Anna"]
    async with listening(s.server, anna) as socket:
        card, = (await s.order("card", pupil="anna"))["cards"]
        assert (await anna.me())["account"] is None and (await ben.me())["account"]
        await part(s.server.service, "Opened").look()
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                while True:
                    await socket.hear("called")
    program = Browser(s.server, Authorization=f"Bearer {token}")
    assert (await program.get("/api/v1/account")).status_code == 401
    await program.aclose()
    await anna.post_json("/account/sign-in/card", 403, code=old)
    await anna.post_json("/account/sign-in/card", code=card["code"])
    assert {one["name"] for one in (await s.order("card"))["cards"]} == {"Anna", "Ben"}
    assert (await anna.me())["account"] is None


async def class_ends_while_a_pupil_plays(s):
    anna, jo = await s.enter("Anna"), s.jo
    made = await anna.post_json("/games", 201, rules="contra", black={"open": True})
    await jo.post_json(f"/games/{made['game']}/join", id="x" * 20)
    await s.order("end")
    assert (await s.server.facts(made["game"]))["result"]
    assert (await anna.me())["account"] is None
    assert (await jo.get_json("/classes"))["teaches"] == []
    await jo.post_json("/account/sign-in/card", 403, code=s.codes["Ben"])
    await s.order("end", 403)


async def teacher_deleted(s):
    kim, = await people_at(s.server, "Kim Teacher")
    anna = await s.enter("Anna")
    await s.order("teacher", 400, name="Ben")           # whose key is a card
    await s.order("teacher", name="kim teacher")
    await s.jo.post_json("/account/delete")
    assert (await kim.get_json(f"/classes/{s.id}"))["teachers"] == ["Kim Teacher"]
    assert (await anna.get_json("/classes"))["pupil"]["teachers"] == ["Kim Teacher"]
    await kim.post_json("/account/delete")              # and with the last teacher, the class
    assert (await anna.me())["account"] is None
    await kim.aclose()


async def two_teachers(s):
    kim, = await people_at(s.server, "Kim Teacher")
    await s.order("add", 403, by=kim, names=["Carl"])
    assert (await kim.get("/api/v1/classes/" + s.id)).status_code == 403
    await s.order("teacher", name="Kim Teacher")
    await s.order("add", by=kim, names=["Carl"])
    await s.order("leave")
    assert (await s.jo.get("/api/v1/classes/" + s.id)).status_code == 403
    assert [one["name"] for one in (await kim.get_json(f"/classes/{s.id}"))["pupils"]] == [
        "Anna", "Ben", "Carl"]
    await kim.aclose()


async def pupil_renamed(s):
    anna = await s.enter("Anna")
    await s.order("rename", pupil="Anna", name="Anja")
    assert (await anna.me())["name"] == "Anja" and await s.names() == ["Anja", "Ben"]
    await s.order("rename", 409, pupil="Anja", name="Ben")
    await s.order("rename", 400, pupil="Anja", name="Admin")
    await s.order("rename", pupil="Anja", name="Anna")              # without waiting
    s.codes["Anja"] = s.codes["Anna"]
    await s.enter("Anja")


async def same_name_twice(s):
    told = await s.order("add", names=["Anna", " Anna ", "", "Carl"])
    assert [one["name"] for one in told["cards"]] == ["Anna 2", "Anna 3", "Carl"]
    refused = await s.order("add", 400, names=["Dora", "x"])        # all or none
    assert refused["reason"].startswith("x: ") and "Dora" not in await s.names()


async def not_public(s):
    anna, ben, stranger = await s.enter("Anna"), await s.enter("Ben"), s.browser()
    for browser, status in ((anna, 200), (ben, 200), (s.jo, 200), (stranger, 404)):
        assert (await browser.get("/api/v1/people/Anna")).status_code == status
        assert (await browser.get("/api/v1/people/Anna/games")).status_code == status
    assert (await anna.get("/api/v1/classes/" + s.id)).status_code == 403
    assert (await stranger.get("/api/v1/classes")).status_code == 403
    await anna.post_json("/classes", 403, name="Of my own")
    await anna.post_json("/classes/leave", 409)


async def on_no_leaderboard(s):
    store = part(s.server.service, "AccountStore")
    async with rows.writing(store._engine) as connection:
        for name in ("Anna", "Jo Teacher"):
            account = (await store.named(likeness(name))).id
            await connection.execute(sa.insert(standings).values(
                code=account, rules="contra", speed="blitz", account=account, points=1500,
                deviation=50, volatility=0.06, at=1, games=20, first=1, links=1, met="", known="",
                listed=2**62))
    board = await s.jo.get_json("/leaderboard", rules="contra", speed="blitz")
    assert [one["name"] for one in board["leaders"]] == ["Jo Teacher"]
    assert sum(many for _, many in board["distribution"]) == 1


async def not_reached_by_strangers(s):
    anna, ben = await s.enter("Anna"), await s.enter("Ben")
    kim, = await people_at(s.server, "Kim Stranger")
    for browser, status in ((kim, 404), (ben, 200), (s.jo, 200)):
        await browser.post_json("/people/Anna/follow", status)
    for browser, status in ((kim, 400), (ben, 201)):
        told = await browser.post_json("/challenges", status, id="c" * 16, rules="contra",
                                       to="Anna")
    assert told["rules"] == "contra"
    made = await kim.post_json("/tournaments", 201, id="k" * 16, name="Cup", kind="club",
                               rules="contra")
    await kim.post_json(f"/tournaments/{made['id']}/orders", 400, what="organiser",
                        name="Anna")
    await kim.post_json("/reports", to="Anna", reason="name")       # whom they met in the lobby
    await kim.post_json("/people/Anna/block")
    bot = program(s.server, await token_of(anna, "bot"))
    await bot.post_json("/bot", 409, name="Anna")                   # bots are listed for all
    await bot.aclose()
    await kim.aclose()


async def removed_with_its_programs(s):
    anna = await s.enter("Anna")
    reader = program(s.server, await token_of(anna, "read"))
    assert (await reader.get("/api/v1/account")).status_code == 200
    await s.order("remove", pupil="Anna")
    assert (await reader.get("/api/v1/account")).status_code == 401
    await reader.aclose()


async def blocking_teacher(s):
    kim, = await people_at(s.server, "Kim Teacher")
    await kim.post_json("/people/Jo Teacher/block")
    await s.order("teacher", 400, name="Kim Teacher")
    await kim.aclose()


async def gets_a_password_just_now(s):
    store = part(s.server.service, "ClassStore")
    before = await store.pupils(s.id)
    anna = await s.enter("Anna")
    await anna.post_json("/account/password", password=PASSWORD)
    made = await anna.post_json("/games", 201, rules="contra", black={"open": True})
    await s.jo.post_json(f"/games/{made['game']}/join", id="x" * 20)

    async def pupils(id, since=0):
        return before
    store.pupils, found = pupils, store.pupils
    assert [one["name"] for one in (await s.order("card"))["cards"]] == ["Ben"]
    await s.order("remove", pupil="Anna")
    store.pupils = found
    assert (await s.server.facts(made["game"]))["result"] is None
    assert (await anna.me())["name"] == "Anna" and await s.names() == ["Ben"]


async def left_out_of_a_tournament(s):
    wish = {"id": "t" * 16, "name": "Friday", "kind": "arena", "rules": "contra", "clock": CLOCK,
            "minutes": 30, "teams": ["Reds"], "best": 1}
    for _ in range(2):                              # asked twice
        made = await s.jo.post_json(f"/classes/{s.id}/tournament", 201, **wish)
        assert (await standing(s.jo, made))["tournament"]["players"] == []
        assert [one["tournament"] for one in (await s.told())["given"]] == [made["id"]]


async def gets_a_password(s):
    anna = await s.enter("Anna")
    await anna.post_json("/account/document", version=1, text=kept(learned=["pur"]))
    await anna.post_json("/account/password", password=PASSWORD)
    assert not (await anna.me())["account"]["card"]
    await s.browser().post_json("/account/sign-in/card", 403, code=s.codes["Anna"])
    again = s.browser()
    await again.sign_in("Anna")
    assert "pur" in (await again.get_json("/account/document"))["text"]
    assert [one["card"] for one in (await s.told())["pupils"]] == [False, True]
    await s.order("card", 400, pupil="Anna")
    await s.order("rename", 400, pupil="Anna", name="Other")
    assert (await s.browser().get("/api/v1/people/Anna")).status_code == 200
    await s.order("end")                            # the account is its own
    assert (await again.me())["name"] == "Anna"
    assert (await again.get_json("/classes"))["pupil"] is None


async def leaves(s):
    anna = await s.enter("Anna")
    await anna.post_json("/account/password", password=PASSWORD)
    assert (await anna.post_json("/classes/leave"))["pupil"] is None
    assert await s.names() == ["Ben"] and (await anna.me())["name"] == "Anna"


async def exported_and_deleted(s):
    await s.order("give", game="pur")
    ben = await s.enter("Ben")
    found = await ben.get_json("/account/export")
    assert found["card"] and found["class"]["name"] == "5b"
    assert found["class"]["given"][0]["game"] == "pur"
    assert (await s.jo.get_json("/account/export"))["classes"] == [
        {"name": "5b", "pupils": ["Anna", "Ben"]}]
    await ben.post_json("/account/delete")
    assert await s.names() == ["Anna"]


async def progress_is_seen(s):
    await s.order("give", game="contra", task="puzzles", many=2)
    given, = (await s.told())["given"]
    await s.order("give", game="pur")
    await s.order("give", 400, game="chess")
    anna = await s.enter("Anna")
    assert [one["what"] for one in (await anna.get_json("/classes"))["pupil"]["given"]] == [
        "lesson", "puzzles"]
    tries = [{"id": id, "at": given["at"] + late, "points": 1} for id, late in (
        ("c1", 5), ("c2", 6), ("c3", -9))]
    await anna.post_json("/account/document", version=1, text=kept(
        learned=["pur", "none"],
        stairs={"pur": {"step": 3, "run": 0, "at": 1}, "none": {"step": 1}},
        puzzles={"contra": {"times": {"c1": 1, "c3": 2}, "streak": 0, "best": 1, "tries": tries}}))
    made = await anna.post_json("/games", 201, rules="contra", black={"open": True})
    joined = await s.jo.post_json(f"/games/{made['game']}/join", id="x" * 20)
    await give_command(s.jo, made["game"], {"black": joined["token"]}, "black", 2, "resign")
    one, ben = (await s.told())["pupils"]
    assert (one["learned"], one["steps"], one["solved"]) == (["pur"], {"pur": 3}, {"contra": 2})
    assert (one["games"], one["won"], ben["games"]) == (1, 1, 0)
    assert one["done"] == [1, 1]
    assert (ben["learned"], ben["steps"], ben["solved"], ben["done"]) == ([], {}, {}, [0, 0])
    await s.order("take", at=given["at"])
    assert [one["what"] for one in (await s.told())["given"]] == ["lesson"]


async def plays_a_tournament(s):
    anna = await s.enter("Anna")
    made = await s.jo.post_json(f"/classes/{s.id}/tournament", 201, id="t" * 16,
                                  name="Friday", kind="club", rules="contra", listed=False)
    told = (await standing(anna, made))
    assert [(one["name"], one["account"]) for one in told["tournament"]["players"]] == [
        ("Anna", True), ("Ben", True)]
    assert told["you"]["player"] == 1
    assert (await anna.get_json("/classes"))["pupil"]["given"][0]["tournament"] == made["id"]
    assert (await s.jo.get_json("/tournaments"))["tournaments"] == []

    # Its results can be entered, also of pupils without a device.
    over = await s.jo.post_json(f"/classes/{s.id}/tournament", 201, id="u" * 16, name="On boards",
                                kind="round-robin", rules="contra", clock=CLOCK, appear=86_400)
    for cup, what in ((made, "pair"), (over, "start")):
        path = f"/tournaments/{cup['id']}/orders"
        await s.jo.post_json(path, what=what)
        while not (paired := (await standing(s.jo, cup))["tournament"]["paired"]):
            await asyncio.sleep(0.02)
        await s.jo.post_json(path, what="rule", game=paired[0]["games"][0]["game"],
                             outcome="white")
        assert (await standing(s.jo, cup))["tournament"]["paired"][0]["games"][0][
            "outcome"] == "white"


CASES = [on_no_leaderboard, not_reached_by_strangers, removed_with_its_programs, blocking_teacher,
         gets_a_password_just_now, left_out_of_a_tournament,
         wrong_code, removed_pupil, replaced_while_signed_in, class_ends_while_a_pupil_plays,
         teacher_deleted, two_teachers, pupil_renamed, same_name_twice, not_public,
         gets_a_password, leaves, exported_and_deleted, progress_is_seen, plays_a_tournament]


@pytest.mark.parametrize("case", CASES)
async def test_in_each_case_a_class_is_as_it_should_be(tmp_path, case):
    async with school(tmp_path) as found:
        await case(found)


@needs_postgres
@pytest.mark.parametrize("case", [replaced_while_signed_in, teacher_deleted, gets_a_password,
                                  progress_is_seen])
async def test_on_postgresql_too(url, case):
    async with school(url) as found:
        await case(found)


@needs_postgres
async def test_what_waits_for_a_class_sees_what_has_become_of_it_meanwhile(url):
    async with school(url) as found:
        service = found.server.service
        accounts, store = part(service, "AccountStore"), part(service, "ClassStore")
        kim, = await people_at(found.server, "Kim Teacher")
        await found.order("teacher", name="Kim Teacher")
        account, old = await accounts.named(likeness("Anna")), digest_of(found.codes["Anna"])
        async with rows.changing(store._engine, account.id) as connection:
            await connection.execute(sa.update(pupils).where(
                pupils.c.account == account.id).values(code="new"))
            entering = asyncio.create_task(accounts.open(
                Session("s", account.id, "", 1, 1), card=old))
            await locked(store._engine)
        assert not await entering
        async with rows.writing(store._engine) as connection:
            await connection.execute(sa.select(classes).with_for_update())
            await connection.execute(sa.delete(class_teachers))
            adding = asyncio.create_task(found.order("add", 403, by=kim, names=["Carl"]))
            await locked(store._engine)
        assert "sign in" in (await adding)["reason"]
        await kim.aclose()


async def locked(engine):
    """Wait until a statement waits for a lock."""
    async with asyncio.timeout(PATIENCE):
        while not (await rows.found(engine, sa.text(
                "SELECT count(*) FROM pg_locks WHERE NOT granted")))[0][0]:
            await asyncio.sleep(0.02)


@needs_postgres
async def test_a_card_that_is_replaced_ends_a_session_at_another_server(url):
    async with school(url) as found, \
            serving(url) as other:
        browser = Browser(other)
        found.pupils.push_async_callback(browser.aclose)
        await found.enter("Anna", browser)
        await found.order("card", pupil="Anna")
        async with asyncio.timeout(PATIENCE):
            while (await browser.me())["account"]:
                await asyncio.sleep(0.02)


async def test_a_card_works_after_a_restart_unless_classes_or_accounts_are_closed(tmp_path):
    async with school(tmp_path) as found:
        code = found.codes["Anna"]
    for closed, status in (("moderation", 200), ("classes", 404), ("accounts", 404)):
        async with serving(tmp_path, without=frozenset([closed])) as server, \
                Browser(server) as browser:
            await browser.post_json("/account/sign-in/card", status, code=code)
            assert (await browser.get("/api/v1/classes")).status_code == status


async def test_names_that_will_not_do_do_not_count_as_pupils_added(tmp_path, monkeypatch):
    limited(monkeypatch, "pupils", 3)
    async with school(tmp_path) as found:
        await found.order("add", 400, names=["Carl", "D\u043era"])
        await found.order("add", 400, names=["x"])
        await found.order("add", names=["Carl"])


async def test_a_class_enters_a_tournament_however_many_it_has(tmp_path, monkeypatch):
    limited(monkeypatch, "orders", 1)
    async with school(tmp_path) as found:
        made = await found.jo.post_json(f"/classes/{found.id}/tournament", 201, id="t" * 16,
                                        name="Friday", kind="club", rules="contra")
        assert len((await standing(found.jo, made))["tournament"]["players"]) == 2


async def test_codes_are_not_guessed_and_pupils_not_made_without_end(tmp_path, monkeypatch):
    limited(monkeypatch, "cards", 2)
    limited(monkeypatch, "pupils", 3)
    async with school(tmp_path) as found:
        guest = found.browser()
        for status in (403, 403, 429):
            await guest.post_json("/account/sign-in/card", status, code="aaaaa-bbbbb")
        await found.order("add", 429, names=["Carl", "Dora"])
        assert await found.names() == ["Anna", "Ben"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"learned": 3}',
                                  '{"stairs": {"pur": {"step": -1}}}',
                                  '{"puzzles": {"pur": {"tries": [{}]}}}', "[" * 100_000,
                                  '{"learned": ["\\ud800"]}', '{"a": ' + "9" * 9999 + "}",
                                  '{"stairs": {"pur": {"step": 1e400}}}'])
def test_a_document_that_cannot_be_read_tells_nothing(text):
    found = progress.read(text, ["pur"])
    assert found == progress.Progress()
    assert found.done(Given(1, "puzzles", "pur", 3)) == found.done(Given(1, "lesson", "pur")) == 0
