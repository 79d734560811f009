"""Where accounts are kept: the same on SQLite and PostgreSQL."""

import pytest

from eckstein.server.database.tables import tournament_games
from eckstein.server.game.events import Event
from eckstein.server.game.identity import of_account, of_guest
from eckstein.server.parts.accounts.events import Account, Session, Token
from eckstein.server.parts.accounts.played import Wanted
from eckstein.server.parts.accounts.store import Passkey
from eckstein.server.rooms.account_names import Called
from eckstein.server.store.contract import TakenError
from eckstein.server.store.transactions import Ending, Transaction

from .helpers import capped, opened, stores_of
from .written_games import player, write_game

BOTH = ["anna 1", "anna 0"]
ANNA, BRUNO = Account("anna", "Anna", 5, "kept"), Account("bruno", "Bruno", 6)


def key(id, account, created=1):
    return Passkey(id, account, b"key", 0, "Phone", created)


async def test_names_and_passkeys_belong_to_one(place):
    async with opened(place) as store:
        people = stores_of(store)
        await people.add(ANNA, "anna", None, ["one", "two"])
        for account, likeness, passkey in ((BRUNO, "anna", None),
                                           (BRUNO, "bruno", key("k", "bruno"))):
            if likeness == "bruno":
                await people.add(account, likeness, passkey, [])
            else:
                with pytest.raises(TakenError):
                    await people.add(account, likeness, passkey, ["three"])
        assert await people.codes("bruno") == 0
        with pytest.raises(TakenError):
            await people.add_passkey(key("k", "anna"), 9)
        with pytest.raises(TakenError):
            await people.rename("bruno", "ANNA", "anna", 1)
        assert (await people.named("anna")) == ANNA
        assert (await people.account("bruno")).name == "Bruno"
        assert await people.names(["anna", "bruno", "gone"]) == {
            "anna": Called("Anna"), "bruno": Called("Bruno")}
        assert (await people.passkey("k")).account == "bruno"
        await people.drop_passkey("anna", "k")
        assert await people.passkey("k") is not None


async def test_a_recovery_code_is_used_up_with_the_password_it_sets(place):
    async with opened(place) as store:
        people = stores_of(store)
        await people.add(ANNA, "anna", None, ["one", "two"])
        assert not await people.set_password("bruno", "new", code="one")
        assert await people.set_password("anna", "new", code="one")
        assert not await people.set_password("anna", "newer", code="one")
        assert (await people.account("anna")).password == "new"
        assert await people.codes("anna") == 1
        await people.set_codes("anna", ["three", "four", "five"])
        assert not await people.set_password("anna", "newer", code="two")
        assert await people.codes("anna") == 3


async def test_sessions_that_were_used_last_stay(place, monkeypatch):
    capped(monkeypatch, "sessions", 3)
    async with opened(place) as store:
        people = stores_of(store)
        for name in ("anna", "bruno"):
            await people.add(Account(name, name.title(), 1), name, None, [])
        for number in range(5):
            await people.open(Session(f"s{number}", "anna", "?", number, number))
            await people.session_used("s0", 100 + number)
        await people.open(Session("other", "bruno", "?", 1, 1))
        assert [one.digest for one in await people.sessions("anna")] == ["s0", "s4", "s3"]
        await people.close("anna", None, but="s4")
        assert [one.digest for one in await people.sessions("anna")] == ["s4"]
        await people.close("anna", "other")
        assert await people.session("other") is not None


async def test_no_session_begins_with_a_password_that_is_another_by_now(place):
    async with opened(place) as store:
        people = stores_of(store)
        await people.add(Account("anna", "Anna", 1, password="one"), "anna", None, [])
        assert await people.open(Session("s1", "anna", "?", 1, 1), "one")
        assert await people.set_password("anna", "two", session="s1")
        assert not await people.open(Session("s2", "anna", "?", 2, 2), "one")
        assert await people.open(Session("s3", "anna", "?", 3, 3))
        assert not await people.open(Session("s4", "nobody", "?", 4, 4))
        assert [one.digest for one in await people.sessions("anna")] == ["s3", "s1"]


@pytest.mark.parametrize("given, sets, left", [
    ({}, True, []), ({"session": "anna 1"}, True, ["anna 1"]), ({"before": "one"}, True, []),
    ({"before": "two"}, False, BOTH), ({"code": "c"}, True, []), ({"code": "d"}, False, BOTH),
    ({"code": "c", "before": "two"}, False, BOTH), ({"session": "bruno 1"}, False, BOTH)])
async def test_sessions_and_tokens_end_with_the_password_or_nothing_changes(
        place, given, sets, left):
    async with opened(place) as store:
        people = stores_of(store)
        for name, code in (("anna", "c"), ("bruno", "d")):
            await people.add(Account(name, name.title(), 1, password="one"), name, None, [code])
            await people.add_token(Token(name, name, "t", frozenset(), 1, None), 9)
            for number in range(2):
                await people.open(Session(f"{name} {number}", name, "?", number, number))
        assert await people.set_password("anna", "new", **given) == sets
        assert (await people.account("anna")).password == ("new" if sets else "one")
        assert [one.digest for one in await people.sessions("anna")] == left
        assert len(await people.tokens("anna")) == (not sets)
        assert await people.codes("anna") == (not (sets and "code" in given))
        # Nothing of anybody else.
        assert (await people.account("bruno")).password == "one"
        assert await people.codes("bruno") == len(await people.tokens("bruno")) == 1
        assert len(await people.sessions("bruno")) == 2


async def test_games_are_found_by_who_played_and_how_they_ended(place):
    guest, anna, bruno = of_guest("g"), of_account("anna"), of_account("bruno")
    async with opened(place) as store:
        people = stores_of(store)
        await people.add(ANNA, "anna", None, [])
        await write_game(store, "a", guest, bruno, 1, Ending(9, "white"))
        await write_game(store, "b", bruno, guest, 2, Ending(9, "white"))
        await write_game(store, "c", guest, bruno, 3, Ending(7, "drawn"))
        await write_game(store, "d", guest, bruno, 4, Ending(8, "none"))
        await write_game(store, "e", guest, bruno, 5)
        await write_game(store, "f", guest, guest, 6)
        assert await people.claim(guest, anna) == 7
        assert await people.claim(guest, anna) == 0
        seen, before = [], None
        while found := await people.games(anna, ended=True, before=before, most=1):
            seen += found
            before = found[0].ended, found[0].game
        assert [(one.game, one.outcome, one.against) for one in seen] == [
            ("b", "lost", bruno), ("a", "won", bruno), ("d", "none", bruno),
            ("c", "drawn", bruno)]
        assert await people.tally(anna) == {"contra": {"lost": 1, "won": 1, "none": 1, "drawn": 1}}
        assert [one.game for one in await people.games(
            bruno, ended=True, before=None, most=9,
            wanted=Wanted("contra", outcome="won"))] == ["b"]
        for none in (Wanted("ecke"), Wanted(speed="rapid"), Wanted(rated=True),
                     Wanted(against=of_guest("x"))):
            assert await people.games(bruno, ended=True, before=None, most=9, wanted=none) == []
        assert len(await people.games(
            bruno, ended=True, before=None, most=9,
            wanted=Wanted(speed="blitz", rated=False, against=anna))) == 4
        going_on = await people.games(anna, ended=False, before=None, most=9)
        assert [(one.game, one.colour) for one in going_on] == [
            ("f", "black"), ("f", "white"), ("e", "white")]


async def test_who_goes_leaves_games_without_a_name_and_nothing_else(place):
    async with opened(place) as store:
        people, anna = stores_of(store), of_account("anna")
        await people.add(ANNA, "anna", key("k", "anna"), ["one"])
        await people.open(Session("s", "anna", "?", 1, 1))
        assert await people.set_document("anna", 1, "text")
        await write_game(store, "a", anna, of_account("bruno"), 1, Ending(9, "white"))
        await people.delete("anna", anna, 1)
        assert await people.account("anna") is None and await people.named("anna") is None
        assert await people.passkey("k") is None and await people.session("s") is None
        assert await people.codes("anna") == 0
        assert await people.document("anna") == (0, "")
        found, = await people.games(of_account("bruno"), ended=True, before=None, most=9)
        assert (found.game, found.against) == ("a", "")
        await people.add(ANNA, "another", None, [])


async def test_a_document_is_replaced_against_its_version(place):
    async with opened(place) as store:
        people = stores_of(store)
        await people.add(ANNA, "anna", None, [])
        steps = [(2, False), (1, True), (1, False), (3, False), (2, True), (2, False)]
        for version, done in steps:
            assert await people.set_document("anna", version, f"{version}") == done
        assert await people.document("anna") == (2, "2")


async def test_of_games_of_accounts_those_are_forgotten_that_never_began(place):
    async with opened(place) as store:
        anna = of_account("anna")
        for game, who in (("a", of_guest("g")), ("b", anna), ("c", anna), ("d", anna)):
            await store.write(Transaction([], [{
                "id": game, "rules": "contra", "created": 1, "over": True, "tended": False}],
                [player(game, "white", who)]))
        for game in "abcd":
            await store.write(Transaction([Event(game, 1, "server", "x", "created", {}, None, 5)]))
        await store.write(Transaction([Event("b", seq, "white", f"{seq}", "move", {}, None, 5)
                                       for seq in (2, 3)]))
        async with store.engine.begin() as connection:
            await connection.execute(tournament_games.insert().values(
                game="c", tournament="t", over=False))
        assert await store.forget_old(4, 1000, 1000) == ["a"]         # accounts have longer
        assert await store.forget_old(1000, 1000, 2000) == ["d"]
        assert await stores_of(store).games(of_guest("g"), ended=False, before=None, most=9) == []
