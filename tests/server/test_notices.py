"""Notices: what accounts are told when they are not here, once, whatever happens meanwhile."""
import asyncio
import itertools
import time
from unittest import mock

import pytest
import sqlalchemy as sa

from eckstein.server.database import tables
from eckstein.server.game.identity import of_account
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.mail import part as mail_part
from eckstein.server.parts.notices import deliverer, notices
from eckstein.server.parts.notices.deliverer import AT_ONCE, LEASE, PAUSES, Deliverer
from eckstein.server.parts.notices.notice import KINDS, LETTERS, LIFETIMES, Facts, Notice
from eckstein.words import LANGUAGES, catalogue

from .actors import listening, people_at
from .helpers import LINE, PATIENCE, moves_of, opened, part, serving, stores_of
from .journeys import BLITZ, DAYS, challenge, respond
from .noticing import Told, noticing, rows_of, wants

IDS = itertools.count()


def a_notice(account="anna", channel="mail", at=1000, due=None, **more):
    key = f"{channel} {account} {next(IDS)}"
    return Notice(**{"key": key, "account": account, "channel": channel, "kind": "turn",
                     "facts": Facts("game", "contra", 3), "at": at,
                     "due": at if due is None else due} | more)


class Hanging:
    async def deliver(self, notice):
        await asyncio.Event().wait()


# How they are kept.

async def test_a_notice_is_kept_once_and_taken_by_one(place):
    async with opened(place) as first, opened(place) as second:
        here, there = stores_of(first).notices, stores_of(second).notices
        one = a_notice()
        assert sorted(await asyncio.gather(here.add(one, 9), there.add(one, 9))) == [False, True]
        assert await here.take("mail", 999, 5000, 9) == []
        assert await here.take("push", 1000, 5000, 9) == []
        taken = await asyncio.gather(*(store.take("mail", 1000, 5000, 9)
                                       for store in (here, there)))
        found, = itertools.chain(*taken)
        assert found == one._replace(leased=5000, tries=1)
        assert await there.take("mail", 4999, 9000, 9) == []
        again, = await there.take("mail", 5000, 9000, 9)        # whoever had it was killed
        assert again.tries == 2
        assert not await here.settle(found, None)
        assert await there.settle(again, 20000)
        later, = await here.take("mail", 20000, 30000, 9)
        assert later.tries == 3 and await here.settle(later, None)
        assert await here.take("mail", 10**12, 10**13, 9) == []
        assert not await here.add(one, 9)                       # though it was delivered
        await here.forget(1001)
        assert await here.add(one, 9)


async def test_an_account_is_told_so_much_a_day(place):
    async with opened(place) as store:
        add = stores_of(store).notices.add
        assert [await add(a_notice(), 2) for _ in range(4)] == [True, True, False, False]
        assert await add(a_notice(channel="push"), 2) and await add(a_notice("bruno"), 2)
        assert await add(a_notice(at=1001 + 86_400_000), 2)


async def test_what_an_account_is_to_be_told_goes_with_it(place):
    async with opened(place) as store:
        await stores_of(store).add(Account("anna", "Anna", 1), "anna", None, [])
        await stores_of(store).notices.add(a_notice(), 9)
        await wants(store, "anna")
        await stores_of(store).delete("anna", "account:anna", 1)
        assert await stores_of(store).notices.wanted("anna", "turn") == []
        assert await stores_of(store).notices.take("mail", 1000, 2000, 9) == []


GAMES = {                   # whose, when it ended, and when something has happened in it
    "mailed": ("anna", None, (1, 5)), "pushed": ("bruno", None, (5,)), "ended": ("anna", 5, (1,)),
    "nobody's": ("nobody", None, (5,)), "unconfirmed": ("carla", None, (5,)),
    "bounced": ("dora", None, (5,)), "wants none": ("emil", None, (5,)),
    "quick": ("anna", None, (5,)), "long ended": ("anna", 4, (5,)), "still": ("anna", None, (5, 4))}


async def test_a_look_back_finds_games_by_days_of_who_is_told_something(place):
    async with opened(place) as store:
        async with store.engine.begin() as connection:
            for game, (who, ended, times) in GAMES.items():
                await connection.execute(sa.insert(tables.games).values(
                    id=game, rules="contra", created=1, over=ended is not None, tended=False))
                await connection.execute(sa.insert(tables.players).values(
                    game=game, colour="white", who=f"account:{who}", rules="contra", began=1,
                    ended=ended, speed="blitz" if game == "quick" else "days", rated=False))
                for seq, at in enumerate(times, 1):
                    await connection.execute(sa.insert(tables.events).values(
                        game=game, seq=seq, actor="server", command_id=f"{seq}", kind="move",
                        data="{}", at=at))
            await connection.execute(sa.insert(tables.push_subscriptions).values(
                id="b", account="bruno", endpoint="https://example.org", p256dh="", auth="",
                device="", language="en", kinds="turn", added=1))
        for account, told in (("anna", {}), ("carla", {"confirmed": None}),
                              ("dora", {"bounced": 3}), ("emil", {"kinds": ""})):
            await wants(store, account, **told)
        for most, found in ((9, ["ended", "mailed", "pushed"]), (2, ["ended", "mailed"])):
            assert await stores_of(store).notices.games_by_days(5, most) == found


# How they are delivered.

async def due_at_once(notice):
    return notice.due


def delivering(store, channels, due=due_at_once, now=lambda: 10_000):
    return Deliverer(stores_of(store).notices, channels, due, now, lambda: None)


async def settled(one):
    async with asyncio.timeout(PATIENCE):
        for tasks in one._tasks.values():
            await tasks.finish()


async def test_what_fails_is_tried_again_and_given_up_in_the_end(place):
    async with opened(place) as store:
        await stores_of(store).notices.add(a_notice(), 9)
        times = [10_000]
        channel = Told(*["later", OSError()] * len(PAUSES))
        one = delivering(store, {"mail": channel}, now=lambda: times[0])
        for tries, pause in enumerate((*PAUSES, 0), 1):
            await one.look()
            await one.look()
            await settled(one)
            assert len(channel.notices) == tries
            times[0] += pause
            if pause:
                times[0] -= 1
                await one.look()            # too early
                await settled(one)
                assert len(channel.notices) == tries
                times[0] += 1
        assert one.counts == {"later": len(PAUSES), "gone": 1}
        assert await stores_of(store).notices.take("mail", 10**15, 10**15, 9) == []


async def test_a_service_that_hangs_holds_up_nobody(tmp_path, monkeypatch):
    async with opened(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}") as store:
        for _ in range(2 * AT_ONCE):
            await stores_of(store).notices.add(a_notice(), 99)
        for _ in range(AT_ONCE):
            await stores_of(store).notices.add(a_notice(channel="push"), 99)
        push = Told()
        one = delivering(store, {"mail": Hanging(), "push": push})
        await one.look()
        await push.wait(AT_ONCE)
        await one.look()
        assert len(one._tasks["mail"]) == AT_ONCE
        assert len(await stores_of(store).notices.take("mail", 10_000, 20_000, 99)) == AT_ONCE
        monkeypatch.setattr(deliverer, "FINISH_SECONDS", 0.01)
        await one.finish()
        assert not len(one._tasks["mail"])
        left = await stores_of(store).notices.take("mail", 10_000 + LEASE, 10**9, 99)
        assert len(left) == 2 * AT_ONCE     # those that were begun, too


async def test_a_delivery_ends_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(deliverer, "TRY_SECONDS", 0.01)
    async with opened(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}") as store:
        await stores_of(store).notices.add(a_notice(), 9)
        one = delivering(store, {"mail": Hanging()})
        await one.look()
        await settled(one)
        assert one.counts == {"later": 1}


@pytest.mark.parametrize("due, told, found", [(None, 0, []), (20_000, 0, [1]), (10_000, 1, [])])
async def test_what_is_no_longer_true_is_not_told_and_what_is_early_waits(
        tmp_path, due, told, found):
    async with opened(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}") as store:
        await stores_of(store).notices.add(a_notice(), 9)

        async def at(notice):
            return due
        channel = Told()
        one = delivering(store, {"mail": channel}, at)
        await one.look()
        await settled(one)
        assert len(channel.notices) == told
        taken = await stores_of(store).notices.take("mail", 20_000, 30_000, 9)
        assert [one.tries for one in taken] == found        # looking was no try


# What is worth one.

async def playing(anna, bruno, told=None):
    """A game in which Anna has White, and begins once Bruno has been told of her challenge."""
    made = await challenge(anna, clock=DAYS, colour="white")
    if told is not None:
        assert await told.wait(1) == ["challenge"]
    black = await respond(bruno, made, "accept")
    white, = (await anna.get_json("/challenges"))["challenges"]
    return {"game": black["game"], "seats": {"white": white["seat"]["token"],
                                          "black": black["token"]}}


async def play(server, seats, *moves, first=0):
    async with server.client() as client:
        for number, move in enumerate(moves, first):
            colour = ("white", "black")[number % 2]
            if number < first + 2:
                await client.join(seats, colour)
            answer = await client.do(seats, colour, "move", number + 1, move)
            assert answer["t"] == "done", answer


async def test_turns_clocks_challenges_and_ends_are_told_once(place):
    async with noticing(place) as (server, anna, bruno, channel):
        seats = await playing(anna, bruno, channel)
        await play(server, seats, *LINE[:3])
        assert set((await channel.wait(2))[1:]) == {"turn"}
        async with asyncio.timeout(PATIENCE):
            while not (clock := [row for row in await rows_of(server) if row.kind == "clock"]):
                await asyncio.sleep(0.05)
        state = (await server.service.rooms.snapshot(seats["game"])).state
        assert clock[-1].due == state.since + 3 * 86_400_000 * 4 // 5
        async with server.client() as client:
            await client.join(seats, "white")
            assert (await client.do(seats, "white", "resign", 4))["t"] == "done"
        async with asyncio.timeout(PATIENCE):
            while not (over := [one for one in channel.notices if one.kind == "over"]):
                await asyncio.sleep(0.05)
        assert [one.facts.outcome for one in over] == ["won"]
        before = sorted(row.kind for row in await rows_of(server))
        for _ in range(2):
            await part(server.service, "Notices")._look_back(0)
        assert sorted(row.kind for row in await rows_of(server)) == before


async def test_whoever_is_here_is_not_told(tmp_path):
    async with noticing(tmp_path) as (server, anna, bruno, channel), \
            listening(server, bruno) as his:
        await his.say("challenges")
        await his.hear("challenges")
        part(server.service, "Followed").look()
        over = a_notice((await part(server.service, "Accounts").find("Bruno")).id, kind="over")
        assert await part(server.service, "Notices")._due(over) is None
        pushed = over._replace(channel="push")
        assert await part(server.service, "Notices")._due(pushed) == over.due
        seats = await playing(anna, bruno)
        await play(server, seats, *LINE[:1])
        async with asyncio.timeout(PATIENCE):
            while not [row for row in await rows_of(server)
                       if row.kind == "turn" and row.due > time.time() * 1000 + 60_000]:
                await asyncio.sleep(0.05)
        assert channel.notices == []


async def test_whoever_moves_in_time_is_not_told(tmp_path):
    async with noticing(tmp_path, "turn", turn=600_000) as (server, anna, bruno, _):
        seats = await playing(anna, bruno)
        await play(server, seats, *LINE[:1])
        one = part(server.service, "Notices")
        await one._look_back(0)
        early, = await rows_of(server)
        assert early.due > time.time() * 1000 + 500_000
        await play(server, seats, LINE[1], first=1)
        taken, = await stores_of(server.service).notices.take("mail", early.due, 2**60, 9)
        assert await one._due(taken) is None
        await play(server, seats, LINE[2], first=2)
        await one._look_back(0)
        assert len(await rows_of(server)) == 2              # each turn is told


async def test_who_has_challenged_is_told_that_the_game_has_begun(tmp_path):
    async with noticing(tmp_path) as (server, anna, bruno, channel):
        made = await challenge(bruno, "Anna", clock=BLITZ)
        game = (await respond(anna, made, "accept"))["game"]
        assert await channel.wait(1) == ["begun"]
        assert channel.notices[0].facts.game == game
        # Who accepts knows it.
        made = await challenge(anna, clock=BLITZ)
        game = (await respond(bruno, made, "accept"))["game"]
        his = of_account((await part(server.service, "Accounts").find("Bruno")).id)
        await part(server.service, "Notices")._look_at(game, his)
        assert [row.kind for row in await rows_of(server)].count("begun") == 1


async def test_where_nobody_wants_to_know_nothing_is_written(tmp_path):
    async with noticing(tmp_path, "") as (server, anna, bruno, channel):
        seats = await playing(anna, bruno)
        await play(server, seats, *LINE[:3])
        game = seats["game"]
        await part(server.service, "Notices")._look_at(game)
        assert await rows_of(server) == [] and channel.notices == []
        assert moves_of(await server.facts(game)) == LINE[:3]


async def test_a_look_back_finds_what_a_server_did_not_write_before_it_was_killed(tmp_path):
    async with serving(tmp_path) as server:         # which tells nobody
        anna, bruno = await people_at(server, "Anna", "Bruno")
        id = (await part(server.service, "Accounts").find("Bruno")).id
        await wants(server.service.store, id)
        await play(server, await playing(anna, bruno), *LINE[:3])
        await asyncio.gather(anna.aclose(), bruno.aclose())
    channel = Told()
    with mock.patch.object(mail_part, "channel_of", lambda *_: channel), \
            mock.patch.object(notices, "TURN", 0):
        async with serving(tmp_path):
            assert await channel.wait(1) == ["turn"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_has_a_lifetime_and_words_in_each_language(language):
    assert tuple(LIFETIMES) == KINDS
    push, mail = catalogue(language, "push"), catalogue(language, "mail")
    for kind in KINDS:
        assert push["said"][kind] and push["kinds"][kind] and mail["said"][kind]
    for letter in LETTERS:
        assert mail["said"][letter]
