"""Names that were given up rest, and no player is shown under a name that seems to be another's."""
import asyncio

import pytest

from eckstein.server.game.identity import of_account
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.accounts.freed_names import CHANGE_AFTER, REST, TooEarlyError
from eckstein.server.parts.moderation.conduct import Entry
from eckstein.server.parts.moderation.records import NewName
from eckstein.server.store.contract import TakenError

from .actors import Browser, browsing
from .helpers import opened, part, serving, stores_of
from .postgres import needs_postgres

AT = REST           # when an account is renamed, deleted, or loses its name
MINUTES = {"kind": "fischer", "initial": 300, "increment": 3}


async def with_anna(store):
    people = stores_of(store)
    for name in ("anna", "bruno"):
        await people.add(Account(name, name.title(), 1), name, None, [])
    return people


async def gives_it_up(people):
    await people.rename("anna", "Anne", "anne", AT)


async def loses_it(people):
    taken = Entry(at=AT, by="", what="rename", account="anna", text="Anna")
    await people.moderation.act(taken, name=NewName("player-1", "player1"), known=[])


async def goes(people):
    await people.delete("anna", of_account("anna"), AT)


@pytest.mark.parametrize("act", [gives_it_up, loses_it, goes])
@pytest.mark.parametrize(("later", "rests"), [(0, True), (REST - 1, True), (REST, False)])
async def test_a_name_rests_for_a_year_for_all_others(place, act, later, rests):
    async with opened(place) as store:
        people = await with_anna(store)
        await act(people)
        now = AT + later
        assert await people.is_taken("anna", "bruno", now) == rests
        assert await people.is_taken("anna", None, now) == rests
        if rests:
            with pytest.raises(TakenError):
                await people.rename("bruno", "Anna", "anna", now)
            with pytest.raises(TakenError):
                await people.add(Account("clara", "Anna", now), "anna", None, [])
            assert await people.account("clara") is None
            assert (await people.account("bruno")).name == "Bruno"
        else:
            await people.rename("bruno", "Anna", "anna", now)
            assert (await people.account("bruno")).name == "Anna"


async def test_who_had_a_name_gets_it_back(place):
    async with opened(place) as store:
        people = await with_anna(store)
        await gives_it_up(people)
        back = AT + CHANGE_AFTER
        assert not await people.is_taken("anna", "anna", back)
        await people.rename("anna", "Anna", "anna", back)
        assert await people.is_taken("anne", "bruno", back)
        await people.rename("anna", "Anne", "anne", back + CHANGE_AFTER)
        assert await people.is_taken("anna", "bruno", back + REST)      # given up once more


async def test_an_owner_changes_a_name_once_in_thirty_days(place):
    async with opened(place) as store:
        people = await with_anna(store)
        await gives_it_up(people)
        await people.rename("anna", "ANNE", "anne", AT + 1)             # only its spelling
        with pytest.raises(TooEarlyError) as refused:
            await people.rename("anna", "Berta", "berta", AT + CHANGE_AFTER - 1)
        assert refused.value.args == (AT + CHANGE_AFTER,)
        assert (await people.account("anna")).name == "ANNE"
        await people.rename("anna", "Berta", "berta", AT + CHANGE_AFTER)


async def test_who_has_lost_a_name_chooses_another_at_once(place):
    async with opened(place) as store:
        people = await with_anna(store)
        await gives_it_up(people)
        taken = Entry(at=AT + 1, by="", what="rename", account="anna", text="Anne")
        await people.moderation.act(taken, name=NewName("player-1", "player1"), known=[])
        await people.rename("anna", "Berta", "berta", AT + 2)
        with pytest.raises(TooEarlyError):
            await people.rename("anna", "Clara", "clara", AT + 3)


async def test_names_that_have_rested_are_forgotten(place):
    async with opened(place) as store:
        people = await with_anna(store)
        await gives_it_up(people)
        await people.delete("bruno", of_account("bruno"), AT + 1)
        await people.forget_names(AT + REST)
        assert not await people.is_taken("anna", None, AT)
        assert await people.is_taken("bruno", None, AT + 1)


async def test_of_those_who_want_a_name_while_it_is_given_up_none_gets_it(place):
    async with opened(place) as store:
        people = await with_anna(store)
        done = await asyncio.gather(
            *(people.add(Account(id, "Anna", AT), "anna", None, []) for id in "abc"),
            gives_it_up(people),
            *(people.add(Account(id, "Anna", AT), "anna", None, []) for id in "def"),
            return_exceptions=True)
        assert [type(one) for one in done] == [TakenError] * 3 + [type(None)] + [TakenError] * 3


async def test_no_name_is_stored_of_an_account_that_was_deleted(tmp_path):
    async with browsing(tmp_path, 2) as (_, anna, other):
        await anna.sign_up("Zerlina")
        await anna.post_json("/account/name", name="Zenobia")
        await anna.post_json("/account/delete")
        for name in ("Zerlina", "ZENOBIA", "Zen0bia"):
            answer = await other.post("/api/v1/account", json={
                "name": name, "password": "correct horse battery"})
            assert answer.status_code == 409, name
    for file in tmp_path.iterdir():
        assert b"zen0bia" not in (text := file.read_bytes().lower()), file
        assert b"zenobia" not in text and b"zerlina" not in text, file


async def test_a_second_change_is_refused_with_the_day_of_the_next(tmp_path):
    async with browsing(tmp_path) as (_, anna):
        await anna.sign_up()
        await anna.post_json("/account/name", name="Berta")
        answer = await anna.post_json("/account/name", 409, name="Clara")
        assert answer["template"]["text"].startswith("a name can be changed once in 30 days")
        assert (await anna.me())["name"] == "Berta"


async def test_a_running_server_forgets_names_that_have_rested(tmp_path):
    async with browsing(tmp_path) as (server, anna):
        await anna.sign_up()
        people = part(server.service, "AccountStore")
        await people.add(Account("bruno", "Bruno", 1), "bruno", None, [])
        await people.delete("bruno", of_account("bruno"), 1)
        assert await people.is_taken("bruno", None, 1)
        for sweep in server.service.sweeps:
            await sweep()
        assert not await people.is_taken("bruno", None, 1)


async def game(guest, name):
    return await guest.post("/api/v1/games", json={
        "rules": "contra", "white": {"name": name}, "black": {"open": True}})


async def seat(guest, name):
    made = await guest.post_json("/games", 201, rules="contra", white={"open": True})
    return await guest.post(f"/api/v1/games/{made['game']}/join", json={
        "id": "y" * 16, "name": name})


async def entry(guest, name):
    made = await guest.post_json("/tournaments", 201, name="Cup", kind="round-robin",
                                 rules="contra", id="t" * 16, clock=MINUTES)
    return await guest.post(f"/api/v1/tournaments/{made['id']}/orders", json={
        "what": "enter", "name": name})


async def renamed(guest, name):
    made = await guest.post_json("/tournaments", 201, name="Cup", kind="round-robin",
                                 rules="contra", id="t" * 16, clock=MINUTES)
    await guest.post_json(f"/tournaments/{made['id']}/orders", what="enter", name="Somebody else")
    return await guest.post(f"/api/v1/tournaments/{made['id']}/orders", json={
        "what": "rename", "key": made["key"], "player": 1, "name": name})


@pytest.mark.parametrize("place_of_name", [game, seat, entry, renamed])
async def test_a_guest_is_not_shown_under_a_name_that_seems_to_be_anothers(
        tmp_path, place_of_name):
    async with browsing(tmp_path, 3) as (_, anna, clara, guest):
        await anna.sign_up()
        await anna.post_json("/account/name", name="Zoë")
        await clara.sign_up("Clara")
        await clara.post_json("/account/delete")
        for name in ("Anna", "ZOË", "Cl\u0430ra", "Moderator", "Level 9", "player-abcdef",
                     "A\u3164nna", "Eckstein"):
            answer = await place_of_name(guest, name)
            assert answer.status_code == 400, (name, answer.text)
        answer = await place_of_name(guest, " Mira \u115f\u2800 9 ")
        assert answer.status_code in (200, 201), answer.text
        told = answer.json()
        if "game" in told:
            told = await guest.get_json(f"/games/{told['game']}")
        assert "'Mira 9'" in str(told)


@needs_postgres
async def test_games_in_memory_show_a_name_of_now_at_all_servers(url):
    """Such as a game that is watched at another server while a player changes the name."""
    async with (serving(url) as one, serving(url) as two, Browser(one) as anna,
                one.client() as near, two.client() as far):
        await anna.get("/")
        await anna.sign_up()
        made = await anna.post_json("/games", 201, rules="contra", black={"open": True})
        for act, name in (({}, "Anna"), ({"path": "/account/name", "name": "Zoë"}, "Zoë"),
                          ({"path": "/account/delete"}, "Guest")):
            if act:
                await anna.post_json(**act)
            for watcher in (near, far):
                if not act:
                    await watcher.say("join", game=made["game"])
                told = await watcher.hear("game")
                assert told["players"]["white"]["name"] == name


async def test_a_guest_whose_name_an_account_has_taken_since_is_told_apart(tmp_path):
    async with browsing(tmp_path, 2) as (server, guest, mira):
        made = await guest.post_json("/games", 201, rules="contra", white={"name": "Mira"},
                                     black={"open": True})
        assert (await server.facts(made["game"]))["players"]["white"]["name"] == "Mira"
        await mira.sign_up("Mira")
        server.service.rooms._cache.drop(server.service.rooms._cache.get(made["game"]))
        players = (await server.facts(made["game"]))["players"]
        assert players["white"]["name"].startswith("Guest") and "account" not in players["white"]


async def test_an_organiser_with_an_account_gives_no_guest_such_a_name(tmp_path):
    async with browsing(tmp_path, 2) as (_, anna, guest):
        await anna.sign_up()
        made = await anna.post_json("/tournaments", 201, name="Cup", kind="round-robin",
                                    rules="contra", id="t" * 16, clock=MINUTES)
        orders = f"/tournaments/{made['id']}/orders"
        await guest.post_json(orders, what="enter", name="Mira")
        for name, status in (("\u0410nn\u0430", 400), ("Level 9", 400), ("Mora", 200)):
            await anna.post_json(orders, status, what="rename", key=made["key"], player=1,
                                 name=name)
