"""What is scarce at a server: sign-ins, challenges to a player, games that are stored, accounts."""
import contextlib
from datetime import timedelta

import pytest

from eckstein.server.database.tables import (
    accounts,
    documents,
    relations,
    reports,
    sessions,
    tables,
    tournament_events,
)
from eckstein.server.game import tokens
from eckstein.server.game.clocks import DAY
from eckstein.server.game.identity import of_account, of_guest
from eckstein.server.net.cookies import DEVICE
from eckstein.server.parts.accounts.events import Account, Session
from eckstein.server.store.contract import GoneError

from .actors import Browser, browsing, people_at, two
from .helpers import capped, limited, opened, part, serving, stores_of, url_of_file
from .journeys import challenge, challenges_of
from .tournaments import make, order, standing

YEAR = 365 * DAY
PROXY = ["127.0.0.1"]


def at(browser, address):
    """From now on the browser is at this address."""
    browser.headers["X-Forwarded-For"] = address
    return browser


async def guest_at(server, address):
    """The browser of a guest at an address."""
    browser = at(Browser(server), address)
    await browser.get("/")
    return browser


# Sign-ins.

@pytest.mark.parametrize(("age", "status"), [(timedelta(), 200), (timedelta(days=1), 429)])
@pytest.mark.parametrize("limit", ["sign-ins", "sign-ins-to-one"])
async def test_strangers_who_guess_keep_no_known_device_out(tmp_path, monkeypatch, age, status,
                                                            limit):
    limited(monkeypatch, limit, 2)
    monkeypatch.setattr(tokens, "KNOWN_AFTER", age)
    async with browsing(tmp_path, 2) as (_, owner, stranger):
        await owner.sign_up()
        await owner.post_json("/account/sign-out", device=None, everywhere=False)
        for expected in (403, 403, 429):
            await stranger.sign_in(password="a mere guess", status=expected)
        await owner.sign_in(status=status)


async def test_guesses_on_a_known_device_are_limited_as_well(tmp_path, monkeypatch):
    limited(monkeypatch, "sign-ins-to-one", 2)
    monkeypatch.setattr(tokens, "KNOWN_AFTER", timedelta())
    async with browsing(tmp_path) as (_, owner):
        await owner.sign_up()
        await owner.post_json("/account/sign-out", device=None, everywhere=False)
        for expected in (403, 403, 429):
            await owner.sign_in(password="a mere guess", status=expected)


async def test_a_device_is_known_to_the_account_that_signed_in_there_last(tmp_path, monkeypatch):
    monkeypatch.setattr(tokens, "KNOWN_AFTER", timedelta())
    async with browsing(tmp_path, 2) as (server, browser, other):
        signed = server.service.tokens
        await browser.sign_up()
        device = browser.cookies[DEVICE]
        anna = signed.device(device, known=True)
        await browser.post_json("/account/sign-out", device=None, everywhere=False)
        await browser.sign_in()
        assert browser.cookies[DEVICE] == device        # it was known before
        await browser.post_json("/account/sign-out", device=None, everywhere=False)
        await other.sign_up("Bruno")
        await browser.sign_in("Bruno")
        assert signed.device(browser.cookies[DEVICE]) not in (None, anna)
        assert signed.device(f"{device}x") is signed.device(None) is None
        await browser.post_json("/account/delete")
        assert DEVICE not in browser.cookies


# Challenges to one player.

async def test_of_too_many_challenges_to_one_player_those_of_a_crowd_give_way(place, monkeypatch):
    capped(monkeypatch, "challenges-received", 3)
    async with serving(place, proxies=PROXY) as server:
        anna, friend = await people_at(server, "Anna", "Bruno")
        crowd = [await guest_at(server, f"20.1.{number}.1") for number in range(4)]
        for one in crowd[:3]:
            await challenge(one, "Anna")
        refused = await challenge(crowd[3], "Anna", status=409)
        assert refused["why"] == "no-challenge"
        await challenge(at(friend, "60.1.1.1"), "Anna")
        assert sorted(one["by"]["kind"] for one in await challenges_of(anna)) == [
            "account", "guest", "guest"]
        assert sum([len(await challenges_of(one)) for one in crowd]) == 2
        for browser in (anna, friend, *crowd):
            await browser.aclose()


async def test_an_account_takes_no_challenges_from_guests(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        guest = await guest_at(server, "20.1.1.1")
        await challenge(guest)
        await challenge(anna)
        me = await bruno.post_json("/account/privacy", seen=True, chats=False, guests=False)
        assert me["account"]["privacy"]["guests"] is False
        assert [one["by"]["name"] for one in await challenges_of(bruno)] == ["Anna"]
        assert await challenges_of(guest) == []
        assert (await challenge(guest, status=409))["why"] == "no-challenge"
        me = await bruno.post_json("/account/privacy", seen=True, chats=False)
        assert me["account"]["privacy"]["guests"] is True       # as pages of before say it
        await challenge(guest)
        await guest.aclose()


# Places in a tournament.

@pytest.fixture
async def cup(tmp_path, monkeypatch):
    """A server with a round robin of four places, its organiser, and what makes guests."""
    capped(monkeypatch, "round-robin-players", 4)
    async with serving(tmp_path, proxies=PROXY) as server, contextlib.AsyncExitStack() as stack:
        async def guest(address):
            browser = await guest_at(server, address)
            stack.push_async_callback(browser.aclose)
            return browser
        organiser = await guest("60.1.1.1")
        yield await make(organiser), organiser, guest


async def there(browser, made):
    """The names of those that take part."""
    told = await standing(browser, made)
    return [one["name"] for one in told["tournament"]["players"] if not one["away"]]


async def test_a_player_who_leaves_gives_the_place_back(cup):
    made, organiser, guest = cup
    crowd = [await guest("20.1.1.1") for _ in range(4)]
    for number, one in enumerate(crowd):
        await order(one, made, "enter", name=f"Stranger {number}")
    await order(crowd[1], made, "leave")
    await order(organiser, made, "remove", player=3)
    for number in range(2):
        await order(await guest("20.1.1.1"), made, "enter", name=f"Late {number}")
    assert await there(organiser, made) == ["Stranger 0", "Late 0", "Late 1", "Stranger 3"]
    await order(await guest("20.1.1.1"), made, "enter", 409, name="One more")
    await order(organiser, made, "start")
    told = (await standing(organiser, made))["tournament"]
    assert len(told["players"]) == 4


async def test_before_it_begins_a_crowd_gives_way_and_those_who_are_invited_do_not(cup):
    made, organiser, guest = cup
    key = (await standing(organiser, made))["you"]["invitation"]
    crowd = [await guest(f"20.1.1.{number}") for number in range(1, 5)]
    for number, one in enumerate(crowd):
        await order(one, made, "enter", name=f"Stranger {number}")
    assert (await standing(crowd[0], made))["you"].get("invitation") is None
    await order(await guest("61.1.1.1"), made, "enter", name="Honest")
    assert await there(organiser, made) == ["Stranger 0", "Stranger 1", "Stranger 2", "Honest"]
    pupils = [await guest("62.1.1.1") for _ in range(2)]
    for number, one in enumerate(pupils):
        await order(one, made, "enter", name=f"Pupil {number}", key=key)
    assert await there(organiser, made) == ["Stranger 0", "Pupil 1", "Pupil 0", "Honest"]
    await order(organiser, made, "computer", level=3)
    assert len(await there(organiser, made)) == 4
    for number, one in enumerate(crowd[1:], 1):
        await order(one, made, "enter", 409, name=f"Stranger {number}")
    await order(pupils[0], made, "leave")
    await order(crowd[1], made, "enter", name="Stranger 1")
    await order(organiser, made, "start")
    await order(await guest("63.1.1.1"), made, "enter", 409, name="Too late")


# Games.

async def test_an_address_and_an_account_begin_so_many_games(tmp_path, monkeypatch):
    limited(monkeypatch, "games", 2)
    async with serving(tmp_path, proxies=PROXY) as server:
        anna, = await people_at(server, "Anna")
        guest = await guest_at(server, "20.1.1.1")

        async def begin(browser, status=201):
            return await browser.post_json("/games", status, rules="contra")
        for _ in range(2):
            await begin(at(anna, "20.1.1.1"))
        refused = await begin(guest, 429)
        assert refused["reason"] == "you begin too many games; wait a little"
        await begin(at(guest, "60.1.1.1"))
        await begin(at(anna, "60.2.1.1"), 429)          # wherever the account is
        await anna.aclose()
        await guest.aclose()


# Accounts that are not used any more.

ANNA, WHO = "anna", of_account("anna")
GUEST = of_guest("somebody")


def filled(table, **values):
    """A row of a table, with something in each column that needs it."""
    some = {str: "", int: 1, bool: False, float: 1.0, bytes: b""}
    return table.insert().values(**{
        column.name: some[column.type.python_type] for column in table.columns
        if not column.nullable and column.server_default is None
        and column.autoincrement is not True} | values)


WORTH = [(f"{column.table.name}.{column.name}", column)
         for table in tables.sorted_tables for column in table.columns
         if column.info.get("ends") and table.name not in (
             "session", "passkey", "recovery_code", "pseudonym", "freed_name")]


@pytest.mark.parametrize(("what", "statement"), [
    (None, None),
    ("used lately", filled(sessions, account=ANNA, used=3 * YEAR)),
    ("a bot", accounts.update().values(bot=True)),
    ("plays in a tournament", filled(tournament_events, data=f'{{"who": "{WHO}"}}')),
    *((name, filled(column.table, **{column.name: ANNA if column.type.length == 16 else WHO}))
      for name, column in WORTH)], ids=lambda one: one if isinstance(one, str) else "")
async def test_an_account_expires_that_has_nothing_and_is_not_used(tmp_path, what, statement):
    async with opened(url_of_file(tmp_path)) as store:
        people = stores_of(store)
        await people.add(Account(ANNA, "Anna", YEAR), "anna", None, ["code"])
        await people.open(Session("s", ANNA, "?", YEAR, YEAR))
        if statement is not None:
            async with store.engine.begin() as connection:
                await connection.execute(statement)
        assert await people.idle(YEAR, 9, YEAR) == []
        assert await people.idle(2 * YEAR, 9, 3 * YEAR) == ([] if what else [ANNA])
        with pytest.raises(GoneError) if what else contextlib.nullcontext():
            await people.delete(ANNA, WHO, 3 * YEAR, idle_since=2 * YEAR)
        assert (await people.account(ANNA) is None) == (what is None)


async def test_expired_accounts_are_deleted_as_if_by_their_owner(tmp_path):
    async with serving(tmp_path, keep=30) as server:
        anna, bruno = await people_at(server, "Anna", "Bruno")
        await bruno.post_json("/people/Anna/follow")
        empty, = await people_at(server, "Carla")
        carla = server.service.tokens.device(empty.cookies[DEVICE])
        assert await server.service.rooms.names.has(carla)
        await part(server.service, "Accounts").expire(server.service.rooms.now() + DAY)
        told = [(await browser.me())["account"] is None for browser in (anna, bruno, empty)]
        assert told == [False, False, True]
        assert not await server.service.rooms.names.has(carla)      # the device is a stranger's
        for browser in (anna, bruno, empty):
            await browser.aclose()


def test_each_column_that_holds_a_person_is_tried():
    assert {relations.c.other, reports.c.account, documents.c.account} < {
        column for _, column in WORTH}
