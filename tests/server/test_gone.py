"""What is under way while an account is deleted, or a session ends: nothing of it is kept."""
import asyncio
import contextlib

import pytest
import sqlalchemy as sa

from eckstein.server.database import tables
from eckstein.server.game.identity import of_account
from eckstein.server.parts.accounts.events import Account, Session, Token
from eckstein.server.parts.accounts.remembered import Remembered
from eckstein.server.parts.accounts.store import Passkey
from eckstein.server.parts.challenges.events import Stored, Wish
from eckstein.server.parts.chat.events import Said
from eckstein.server.parts.mail.store import Contact
from eckstein.server.parts.moderation.conduct import Entry
from eckstein.server.parts.moderation.records import NewName, Report
from eckstein.server.parts.moderation.store import is_taken
from eckstein.server.rooms.account_names import Called, Names
from eckstein.server.store.contract import ConflictError, GoneError
from eckstein.server.store.transactions import Ending
from eckstein.wire.http_bots import Policy

from .actors import Browser
from .helpers import opened, serving, stores_of
from .postgres import needs_postgres
from .written_games import write_game

# What is written of an account, given where, and its id.
WRITING = [
    lambda people, id: people.add_token(Token(id, id, "t", frozenset(), 1, None), 9),
    lambda people, id: people.add_passkey(Passkey(id, id, b"", 0, "k", 1), 9),
    lambda people, id: people.set_codes(id, [id]),
    lambda people, id: people.open(Session(id, id, "?", 1, 1)),
    lambda people, id: people.set_document(id, 1, "{}"),
    lambda people, id: people.claim("guest:g", of_account(id)),
    lambda people, id: people.bots.set_policy(id, Policy()),
    lambda people, id: people.bots.add(id, 0, 1, ["{}"], {"t": 1}),
    lambda people, id: people.calendars.set(id, id),
    lambda people, id: people.absences.begin(id, 1, 3),
    lambda people, id: people.contacts.set(Contact(id, "a@example.org", "en", (), 1)),
    lambda people, id: people.blocks.block(id, "bruno", 1, 9),
    lambda people, id: people.blocks.block("bruno", id, 1, 9),
    lambda people, id: people.follows.follow(id, "bruno", 1, 9),
    lambda people, id: people.challenges.add(Stored(
        id, of_account("bruno"), of_account(id), "", "", Wish("contra", {}, None, None),
        1, 2), 9, 9),
    lambda people, id: people.chat.add(Said("g", "white", of_account(id), id, None, "t", 1, 0), 99),
    lambda people, id: people.moderation.report(
        Report(id, "guest:g", id, "name", "", None, 1), 9, 9),
    lambda people, id: people.moderation.act(Entry(at=1, by="", what="mute", account=id)),
]
# These stay, but lead to nobody.
TRAIL = {"report", "moderation_entry"}


async def left_of(store, id):
    """The tables in which something of an account is."""
    found = set()
    async with store.engine.connect() as connection:
        for table in tables.tables.sorted_tables:
            for row in await connection.execute(sa.select(table)):
                if {id, of_account(id)} & set(map(str, row)):
                    found.add(table.name)
    return found - TRAIL


async def test_nothing_is_kept_of_accounts_that_are_deleted_meanwhile(place):
    async with opened(place) as store:
        people = stores_of(store)
        await people.add(Account("bruno", "Bruno", 1), "bruno", None, [])
        async with store.engine.begin() as connection:
            await connection.execute(sa.insert(tables.games).values(
                id="g", rules="contra", created=1, over=False, tended=False))
            await connection.execute(sa.insert(tables.players).values(
                game="g", colour="white", who="guest:g", rules="contra", began=1, rated=False))
        for number, write in enumerate(WRITING):
            id = f"anna{number}"
            await people.add(Account(id, id, 1), id, None, [])
            await asyncio.gather(write(people, id), people.delete(id, of_account(id), 1),
                                 return_exceptions=True)
            with contextlib.suppress(GoneError):
                await write(people, id)
            assert await left_of(store, id) == set(), number
        assert await people.moderation.cases(9) == []


@needs_postgres
async def test_games_are_rated_while_their_players_are_deleted(url):
    async with opened(url) as one, opened(url) as two:
        ids = [f"a{number}" for number in range(16)]
        for id in ids:
            await stores_of(one).add(Account(id, id, 1), id, None, [])
        for game in range(48):
            await write_game(one, f"g{game}", of_account(ids[game % 16]),
                             of_account(ids[(game + 1 + game // 16) % 16]), 1,
                             Ending(2, "white", True), rated=True)
        async with one.engine.begin() as connection:        # their age was looked at
            await connection.execute(sa.update(tables.games).values(checked=1))
        await asyncio.gather(
            *(stores_of(one if game % 2 else two).ratings.take_in(5) for game in range(16)),
            *(stores_of(two).delete(id, of_account(id), 1) for id in ids))
        assert [await left_of(one, id) for id in ids] == [set()] * 16


@needs_postgres
@pytest.mark.parametrize("path, wish", [
    ("tokens", {"name": "t", "scopes": ["play"]}), ("password", {"password": "of the thief"}),
    ("codes", None), ("name", {"name": "Thief"}), ("delete", None)])
async def test_a_session_that_a_new_password_has_ended_changes_nothing_at_another_server(
        url, path, wish):
    async with (serving(url) as one, serving(url) as two, Browser(one) as anna,
                Browser(two) as thief):
        for browser in (anna, thief):
            await browser.get("/")
        await anna.sign_up()
        await thief.sign_in()
        await thief.me()            # which his server remembers for some seconds
        await anna.post_json("/account/password", password="another one, and long")
        before = (await anna.me())["account"]
        answer = await thief.post(f"/api/v1/account/{path}", json=wish)
        assert answer.status_code == 403 and answer.json()["why"] == "signed-out"
        assert (await anna.me())["account"] == before


async def test_what_a_session_does_that_ends_meanwhile_is_not_written(place):
    async with opened(place) as store:
        people = stores_of(store)
        await people.add(Account("anna", "Anna", 1, password="one"), "anna", None, ["c"])
        await people.open(Session("s", "anna", "?", 1, 1))
        doing = [
            people.add_token(Token("t", "anna", "t", frozenset(), 1, None), 9, "s"),
            people.add_passkey(Passkey("k", "anna", b"", 0, "k", 1), 9, "s"),
            people.rename("anna", "Thief", "thief", 1, "s"),
            people.contacts.set(Contact("anna", "a@example.org", "en", (), 1), "s"),
            people.drop_passkey("anna", "k", "s"), people.set_codes("anna", [], "s"),
            people.delete("anna", of_account("anna"), 1, "s")]
        assert await people.set_password("anna", "two", code="c")
        for one in doing:
            with pytest.raises(GoneError):
                await one
        assert not await people.set_password("anna", "three", session="s")
        assert (await people.account("anna")).name == "Anna"
        assert await left_of(store, "anna") == {"account", "pseudonym"}


async def test_whoever_enters_a_tournament_while_he_is_deleted_is_withdrawn(place):
    async with serving(place) as server, Browser(server) as anna:
        await anna.get("/")
        await anna.sign_up()
        made = await anna.post_json("/tournaments", 201, name="Cup", kind="round-robin",
                                    rules="contra", id="t" * 16, clock={
                                        "kind": "fischer", "initial": 300, "increment": 3})
        people = stores_of(server.service).accounts
        delete = people.delete

        async def entering(*given):
            await anna.post_json(f"/tournaments/{made['id']}/orders", what="enter")
            await delete(*given)
        people.delete = entering
        await anna.post_json("/account/delete")
        async with server.service.store.engine.connect() as connection:
            kinds = list(await connection.scalars(sa.select(
                tables.tournament_events.c.kind).order_by(tables.tournament_events.c.seq)))
        assert kinds == ["created", "entered", "left"]


async def test_of_two_passkeys_that_are_dropped_at_once_one_stays(place):
    async with opened(place) as store:
        people = stores_of(store)
        await people.add(Account("anna", "Anna", 1), "anna", None, [])
        for id in ("one", "two"):
            await people.add_passkey(Passkey(id, "anna", b"", 0, "k", 1), 9)
        done = await asyncio.gather(*(people.drop_passkey("anna", id)
                                      for id in ("one", "two")))
        assert sorted(done) == [False, True] and len(await people.passkeys("anna")) == 1


async def test_a_name_that_is_taken_away_meanwhile_does_not_come_back(place):
    async with opened(place) as store:
        people = stores_of(store)

        async def check(connection):
            if await is_taken(connection, "anna", "rude"):
                raise LookupError

        async def rename():
            await people.rename("anna", "Rude", "rude", 1, check=check)
        await people.add(Account("anna", "Rude", 1), "rude", None, [])
        taken = Entry(at=1, by="", what="rename", account="anna", text="Rude")
        await asyncio.gather(
            *(rename() for _ in range(3)),
            people.moderation.act(taken, name=NewName("player-1", "player1"), known=[]),
            *(rename() for _ in range(3)), return_exceptions=True)
        assert (await people.account("anna")).name == "player-1"
        with pytest.raises(LookupError):
            await rename()


async def test_of_moderators_who_judge_the_same_at_once_one_does(place):
    async with opened(place) as store:
        moderation = stores_of(store).moderation
        await stores_of(store).add(Account("anna", "Anna", 1), "anna", None, [])
        mute = Entry(at=1, by="", what="mute", account="anna")
        done = await asyncio.gather(*(moderation.act(mute, known=[]) for _ in range(4)),
                                    return_exceptions=True)
        assert sum(isinstance(one, ConflictError) for one in done) == 3
        assert len(await moderation.entries("anna")) == 1


async def test_what_was_looked_up_before_it_was_forgotten_is_looked_up_again():
    going_on, asked = asyncio.Event(), []

    async def find(wanted):
        asked.append(wanted)
        told = len(asked)
        await going_on.wait()
        return {one: Called(f"{told}") for one in wanted}
    remembered, names = Remembered(find, lambda: 1_000_000), Names(find)
    first = [asyncio.create_task(one) for one in (remembered.of("d"), names.of(["d"]))]
    await asyncio.sleep(0)
    remembered.clear()
    names.forget("d")
    going_on.set()
    await asyncio.gather(*first)
    assert await remembered.of("d") == {"d": Called("3")}
    assert await names.of(["d"]) == {"d": "4"}
    assert await remembered.of("d") == {"d": Called("3")} and len(asked) == 4
    await names.of(["d"])
    assert len(asked) == 4
