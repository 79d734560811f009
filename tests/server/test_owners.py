"""Each game has one owner among the servers on one PostgreSQL database, while his lease lasts."""
import asyncio
import contextlib
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from eckstein.server.database import maintenance
from eckstein.server.database.store import Store
from eckstein.server.game.events import Event
from eckstein.server.game.replies import Replies
from eckstein.server.game.rulings import RefusedError
from eckstein.server.hub.hub import Hub
from eckstein.server.rooms.tender import Tender
from eckstein.server.store.contract import ConflictError, NotOwnedError
from eckstein.server.store.lobbies import Lobbies
from eckstein.server.store.presence import Elsewhere
from eckstein.server.store.transactions import Transaction
from eckstein.wire.games import PreparedMove

from .helpers import LINE, serving, stop_node
from .postgres import needs_postgres

pytestmark = needs_postgres
COMPUTER = {"kind": "computer", "level": 1}


def event(seq, game="g"):
    return Event(game, seq, "white", f"{seq}", "move", {"text": "d1d2"}, None, 9)


def new(game="g", due=None):
    row = {"id": game, "rules": "contra", "created": 1, "over": False, "tended": True, "due": due}
    return Transaction([event(1, game)], [row])


@contextlib.asynccontextmanager
async def stores(url, count=2):
    """Several servers' stores on one database."""
    opened = [Store(url) for _ in range(count)]
    for store in opened:
        await store.open()
        await store.listen(SimpleNamespace(hear_of=lambda games: None, let_go=lambda: None,
                                           elsewhere=Elsewhere(), lobbies=Lobbies(Hub()),
                                           hub=Hub()))
    try:
        yield opened
    finally:
        for store in opened:
            await store.close()


async def test_a_game_has_one_owner_and_only_he_writes(url):
    async with stores(url) as (first, second):
        await first.write(new())
        assert await first.claim("g") is None and await second.claim("g") is not None
        with pytest.raises(NotOwnedError):
            await second.write(Transaction([event(2)]))
        await first.write(Transaction([event(2)]))
        with pytest.raises(ConflictError):
            await first.write(Transaction([event(2)]))
        assert len(await second.events_of("g")) == 2


async def test_a_write_to_a_game_of_another_spoils_none_that_waits_with_it(url):
    async with stores(url) as (first, second):
        await first.write(new("a"))
        await second.write(new("b"))
        done = await asyncio.gather(*(second.write(Transaction([event(2, game)]))
                                      for game in "ab"), return_exceptions=True)
        assert isinstance(done[0], NotOwnedError) and done[1] is None


async def test_when_the_owner_is_gone_another_owns_the_game_and_he_never_writes_again(url):
    async with stores(url) as (first, second):
        await first.write(new())
        await stop_node(first)
        with pytest.raises(NotOwnedError):      # though nobody owns it yet
            await first.write(Transaction([event(2)]))
        assert await second.claim("g") is None
        await second.write(Transaction([event(2)]))
        with pytest.raises(NotOwnedError):
            await first.write(Transaction([event(3)]))


async def test_of_many_that_claim_a_game_one_owns_it(url):
    async with stores(url, 4) as (first, *others):
        await first.write(new())
        await stop_node(first)
        found = await asyncio.gather(*(store.claim("g") for store in others))
        assert found.count(None) == 1


async def test_games_that_are_due_go_to_one_server_and_those_of_others_are_left(url):
    async with stores(url, 3) as (first, second, third):
        for game in ("a", "b", "c"):
            await first.write(new(game, due=5))
        await second.write(new("d", due=4))
        assert await second.due(1, 9, 9) == [("d", 4)]
        await stop_node(first)
        found = await asyncio.gather(second.due(1, 9, 9), third.due(1, 9, 9))
        games = sorted(game for one in found for game, _ in one)
        assert games == ["a", "b", "c", "d"]
        assert await second.due(1, 9, 9) == found[0]


async def test_only_the_owner_says_that_a_game_need_not_be_looked_at_now(url):
    """A server that was away for a while would say so of a game that has gone on meanwhile."""
    async with stores(url) as (first, second):
        await first.write(new(due=5))
        for due in (None, 7):
            with pytest.raises(NotOwnedError):
                await second.write(Transaction([], due={"g": due}))
        assert await first.due(0, 9, 9) == [("g", 5)]
        await second.write(Transaction([], due={"g": 0}))
        assert await first.due(0, 9, 9) == [("g", 0)]
        await first.write(Transaction([], due={"g": 7}))
        assert await first.due(0, 9, 9) == [("g", 7)]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_replies_that_are_passed_take_none_with_them_that_another_server_has_kept(
        url, tmp_path, kind):
    old, newer = (Replies("g", "black", 1, 0, command, [[PreparedMove("d1d2", "d1-d2"),
                                                         PreparedMove("d7d6", "d7-d6")]])
                  for command in ("old", "newer"))
    if kind == "sqlite":
        url = f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}"
    async with stores(url, 1) as (store,):
        await store.write(new())
        for laid in (old, newer):
            await store.write(Transaction([], replies=[laid]))
            assert await store.replies_of("g") == [laid]
        await store.write(Transaction([], passed=[old]))
        assert await store.replies_of("g") == [newer]
        await store.write(Transaction([], passed=[newer]))
        assert await store.replies_of("g") == []


# As the version before writes, which knows of no owners.
BEFORE = [
    "INSERT INTO game (id, rules, created, over, tended) VALUES ('old', 'contra', 1, false, false)",
    "INSERT INTO game_event (game, seq, actor, command_id, kind, data, clock, at) VALUES "
    "('old', 1, 'server', 'create', 'created', '{}', NULL, 1)",
    "INSERT INTO game_event (game, seq, actor, command_id, kind, data, clock, at) VALUES "
    "('g', 2, 'white', '2', 'move', '{\"text\": \"d1d2\"}', NULL, 9)"]


@pytest.mark.parametrize("there_and_back", [False, True])
async def test_games_in_which_the_version_before_writes_are_looked_at_by_this_one(
        url, there_and_back):
    import asyncpg
    for back in (True, False) if there_and_back else ():
        await maintenance.step(url, back=back)
    async with stores(url) as (store, _):
        await store.write(new())
        await store.write(new("own"))
        before = await asyncpg.connect(url.replace("+asyncpg", ""))
        for statement in BEFORE:
            await before.execute(statement)
        await before.close()
        assert await store.due(0, 9, 9) == [("g", 0), ("old", 0)]
        with pytest.raises(ConflictError):
            await store.write(Transaction([event(2)]))
        await store.write(Transaction([event(3)], due={"g": 7}))
        assert await store.due(0, 9, 9) == [("old", 0), ("g", 7)]


async def test_what_a_server_leaves_behind_when_it_stops_others_own_at_once(url):
    async with stores(url) as (first, second):
        await first.write(new())
        await first.close()
        assert await second.claim("g") is None


async def test_a_pause_is_counted_only_while_no_server_runs(url):
    async with serving(url) as first:
        await first.service.store.stay_alive(1)
        async with serving(url) as second:
            assert second.service.rooms.pauses == []
    async with serving(url) as third:
        assert len(third.service.rooms.pauses) == 1


async def test_the_server_that_goes_on_makes_the_moves_of_computers_and_sees_flags_fall(url):
    """Nobody asks for these games: their owner was stopped, and the other looks after them."""
    clock = {"kind": "fischer", "initial": 1}
    async with contextlib.AsyncExitStack() as later:
        first = await later.enter_async_context(serving(url))
        second = await later.enter_async_context(serving(url))
        timed, played = await first.create(clock=clock), await first.create(black=COMPUTER)
        first.service.computers.look_at = lambda *_: None
        first.service.rooms._flags.watch = lambda room: None
        async with first.client() as client:
            await client.join(timed, "white", "black")
            await client.play(timed, LINE[:2])
            await client.join(played, "white")
            await client.do(played, "white", "move", 1, LINE[0])
        await stop_node(first.service.store)
        store = second.service.store
        while (len(await store.events_of(timed["game"])) < 4
               or len(await store.events_of(played["game"])) < 3):
            await asyncio.sleep(0.05)
        assert (await store.events_of(timed["game"]))[-1].data["result"]["reason"] == "time"
        assert (await store.events_of(played["game"]))[-1].actor == "computer"


async def test_commands_at_another_server_are_done_when_the_owner_is_gone(url):
    async with serving(url) as first, serving(url) as second:
        made = await first.create()
        async with second.client() as client:
            await client.join(made, "white", "black")
            assert await client.play(made, LINE[:2]) == 3
            assert not second.service.rooms._cache.get(made["game"]).owned
            await stop_node(first.service.store)
            assert (await client.do(made, "white", "move", 3, LINE[2]))["seq"] == 4
            assert second.service.rooms._cache.get(made["game"]).owned
            facts = await second.facts(made["game"])
            assert [move["text"] for move in facts["moves"]] == LINE[:3]


async def test_a_server_whose_lease_ran_out_goes_on_with_a_new_one(url):
    async with serving(url) as server, server.client() as client:
        made = await server.create()
        await client.join(made, "white", "black")
        store = server.service.store
        lost = store._node.term
        async with store.engine.begin() as connection:     # as if it had been stopped
            await connection.execute(sa.text(
                "UPDATE node SET until = clock_timestamp() - interval '1 ms'"))
        assert (await client.do(made, "white", "move", 1, LINE[0]))["seq"] == 2
        assert store._node.term != lost


async def test_refusals_and_offers_pass_through_the_owner(url):
    async with serving(url) as first, serving(url) as second:
        made = await first.create()
        async with second.client() as client:
            await client.join(made, "white")
            refused = await client.do(made, "white", "move", 1, "d1d9")
            assert (refused["t"], refused["code"]) == ("refused", "illegal")
            assert refused["template"]["facts"]
            assert (await client.do(made, "white", "offer-draw", 1, id="x"))["seq"] == 2
            assert (await client.do(made, "white", "offer-draw", 1, id="x"))["seq"] == 2


async def test_a_look_goes_on_at_once_only_while_it_finds_something_new():
    class Due:
        def __init__(self):
            self.games = [(f"{number}", 0) for number in range(250)]

        async def due(self, first, last, most):
            return self.games[:most] if last == 0 else []
    store, taken = Due(), []

    async def take_up(game, due):
        taken.append(game)
        if game != "0":             # that one stays as it is
            store.games.remove((game, due))
        raise RefusedError("busy", "one game does not keep the others from going on")
    tender = Tender(store, lambda: 0, take_up, lambda: 0)
    assert [await tender.look() for _ in range(4)] == [True, True, False, False]
    assert len(set(taken)) == 250
