"""Computer players: their engines may die, be late, or answer for a position that is gone."""
import asyncio
import contextlib

import pytest

from eckstein.engine.messages import EngineError, Played, UncompiledError
from eckstein.server.database.store import Store
from eckstein.server.game.events import COMPUTER as COMPUTER_ACTOR
from eckstein.server.rooms import computers
from eckstein.server.store.contract import StoreError

from .helpers import FakeEngine, fake_launch, serving

COMPUTER = {"kind": "computer", "level": 2}


async def test_a_computer_answers(server):
    made = await server.create(black=COMPUTER)
    assert list(made["seats"]) == ["white"]
    async with server.client() as client:
        await client.join(made, "white")
        await client.do(made, "white", "move", 1, "d1d2")
        reply = await client.hear("event", kind="move", seq=3)
        assert (reply["by"], reply["move"]) == ("black", "a7a6")


async def test_engines_are_started_before_they_are_wanted(tmp_path):
    started = asyncio.Queue()

    async def launch(game, options, settings):
        started.put_nowait((game, settings["Level"]))
        return FakeEngine(game, options, settings)
    async with serving(tmp_path, launch) as server:
        made = await server.create(rules="duell", black=COMPUTER)
        assert await started.get() == ("duell", 2)
    async with serving(tmp_path, launch) as server, server.client() as client:
        assert started.empty()                      # nobody is here yet
        await client.join(made, "white")
        assert await started.get() == ("duell", 2)


async def test_computers_play_each_other_only_where_somebody_looks(tmp_path):
    made = None
    for restarted in (False, True):
        asked = asyncio.Queue()

        class Noting(FakeEngine):
            async def play(self, board, limits):
                asked.put_nowait(board.ply)         # noqa: B023
                return await super().play(board, limits)

        async def launch(game, options, settings):
            return Noting(game, options, settings)
        async with serving(tmp_path, launch) as server, server.client() as client:
            made = made or await server.create(white=COMPUTER, black=COMPUTER)
            rooms = server.service.rooms
            room = await rooms.room(made["game"])
            rooms._arrange(room)
            assert not server.service.computers._thinking and not room.busy()
            before = len((await server.facts(made["game"]))["moves"])
            assert await asked.get() == before      # one move for one who asks once
            while room.state.seq < 2 + before or server.service.computers._thinking:
                await asyncio.sleep(0.01)
            assert asked.empty()
            if restarted:
                await client.join(made)
                assert [await asked.get() for _ in "abc"] == [2, 3, 4]


async def test_short_thoughts_do_not_wait_for_long_ones(tmp_path):
    never = asyncio.Event()

    class Slow(FakeEngine):
        async def play(self, board, limits):
            if self.settings["Level"] == 10:
                await never.wait()
            return await super().play(board, limits)

    async def launch(game, options, settings):
        return Slow(game, options, settings)
    async with serving(tmp_path, launch, engines=1) as server, server.client() as client:
        strong = {"kind": "computer", "level": 10}
        for _ in range(5):
            await client.join(await server.create(white=strong, black=strong))
        made = await server.create(black={"kind": "computer", "level": 1})
        await client.join(made, "white")
        await client.do(made, "white", "move", 1, "d1d2")
        assert (await client.hear("event", kind="move", by="black"))["seq"] == 3


async def test_two_computers_play_to_the_end(server):
    made = await server.create(white=COMPUTER, black=COMPUTER)
    async with server.client() as client:
        await client.join(made, since=1)
        while True:
            event = await client.hear("event", "game")
            if event.get("result"):
                break


class Dying(FakeEngine):
    """Dies on the first two questions."""

    deaths = 0

    async def play(self, board, limits):
        if Dying.deaths < 2:
            Dying.deaths += 1
            raise EngineError("the engine has stopped")
        return await super().play(board, limits)


async def test_an_engine_that_dies_is_replaced(tmp_path, monkeypatch):
    monkeypatch.setattr(computers, "FIRST_PAUSE", 0.01)
    Dying.deaths = 0
    made_engines = []

    async def launch(game, options, settings):
        made_engines.append(Dying(game, options, settings))
        return made_engines[-1]
    async with serving(tmp_path, launch) as server:
        made = await server.create(black=COMPUTER)
        async with server.client() as client:
            await client.join(made, "white")
            await client.do(made, "white", "move", 1, "d1d2")
            await client.hear("event", kind="move", seq=3)
        assert server.service.computers.failures == 2
    assert [engine.closed for engine in made_engines] == [True, True, True]


async def test_rules_that_cannot_be_loaded_are_told_apart_from_a_crash(tmp_path):
    async def launch(game, options, settings):
        raise UncompiledError("nothing compiled for these rules: the line is dead")
    async with serving(tmp_path, launch) as server:
        made = await server.create(black=COMPUTER)
        async with server.client() as client:
            await client.join(made, "white")
            await client.do(made, "white", "move", 1, "d1d2")
            while (told := await client.hear("event", kind="presence"))["thinking"] in (
                    None, computers.READYING):
                pass
            assert told["thinking"] == computers.UNCOMPILED


class Late(FakeEngine):
    """Answers when it is let, whatever has happened meanwhile."""

    def __init__(self, gate):
        super().__init__()
        self.gate, self.reached = gate, asyncio.Event()

    async def play(self, board, limits):
        self.asked.append(board.position())
        self.reached.set()
        answer = Played(board.parse(board.legal_texts()[0]), None)
        if len(self.asked) == 1:
            # Like a process that hears of no cancellation, and answers all the same.
            while not self.gate.is_set():
                try:
                    await self.gate.wait()
                except asyncio.CancelledError:
                    continue
        return answer


async def test_an_answer_to_a_position_that_is_gone_changes_nothing(tmp_path):
    gate = asyncio.Event()
    engine = Late(gate)

    async def launch(game, options, settings):
        return engine
    async with serving(tmp_path, launch) as server:
        made = await server.create(black=COMPUTER)
        async with server.client() as client:
            await client.join(made, "white")
            await client.do(made, "white", "move", 1, "d1d2")
            await engine.reached.wait()
            await client.do(made, "white", "ask-takeback", 2)
            await client.do(made, "white", "move", 3, "a1a2")
            gate.set()
            reply = await client.hear("event", kind="move", seq=5)
            assert reply["by"] == "black" and len(engine.asked) == 2
        facts = await server.facts(made["game"])
        assert [move["text"] for move in facts["moves"]] == ["a1a2", "a7a6"]


async def test_a_move_that_is_due_is_made_after_a_restart(tmp_path):
    async def never(game, options, settings):
        await asyncio.Event().wait()
    async with serving(tmp_path, never) as server:
        made = await server.create(black=COMPUTER)
        async with server.client() as client:
            await client.join(made, "white")
            await client.do(made, "white", "move", 1, "d1d2")
    async with serving(tmp_path, fake_launch) as server, server.client() as client:
        game = await client.join(made, "white")
        if len(game["moves"]) < 2:
            assert (await client.hear("event", kind="move"))["seq"] == 3


async def test_a_computer_moves_once_however_often_it_is_asked(server):
    made = await server.create(black=COMPUTER)
    async with server.client() as client:
        await client.join(made, "white")
        await client.do(made, "white", "move", 1, "d1d2")
        await client.hear("event", kind="move", seq=3)
        room = await server.service.rooms.room(made["game"])
        computers = server.service.computers
        for _ in range(5):
            computers.look_at(server.service.rooms, room)
            await asyncio.gather(*(task for _, task in computers._thinking.values()))
        assert room.state.seq == 3


@pytest.mark.parametrize("readable", [True, False])
async def test_a_move_that_cannot_be_written_is_made_later(tmp_path, monkeypatch, readable):
    away, pauses, engines = [], [], []
    write, read = Store.write, Store.events_of

    async def broken_write(self, transaction):
        if transaction.events and transaction.events[0].actor == COMPUTER_ACTOR and len(pauses) < 5:
            away.append(not readable)
            raise StoreError("the disk is full")
        await write(self, transaction)

    async def broken_read(self, game):
        if any(away) and len(pauses) < 5:
            raise OSError("the disk is gone")
        return await read(self, game)

    async def sleep(seconds):
        pauses.append(seconds)

    async def launch(game, options, settings):
        engines.append(FakeEngine(game, options, settings))
        return engines[-1]
    monkeypatch.setattr(Store, "write", broken_write)
    monkeypatch.setattr(Store, "events_of", broken_read)
    monkeypatch.setattr(computers, "sleep", sleep)
    async with serving(tmp_path, launch) as server:
        made = await server.create(black=COMPUTER)
        async with server.client() as client:
            await client.join(made, "white")
            await client.do(made, "white", "move", 1, "d1d2")
            await client.hear("event", kind="move", seq=3)
            assert server.service.computers.failures == 0
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0]
    assert sum(len(engine.asked) for engine in engines) == 1        # it need not think again


async def test_while_the_database_cannot_be_written_nothing_is_told(monkeypatch, server):
    made = await server.create()
    async with server.client() as client:
        await client.join(made, "white", "black")
        real = Store.write

        async def broken(self, transaction):
            raise StoreError("the disk is full")
        monkeypatch.setattr(Store, "write", broken)
        answer = await client.do(made, "white", "move", 1, "d1d2", id="a")
        assert answer["code"] == "busy"
        assert (await server.facts(made["game"]))["moves"] == []
        monkeypatch.setattr(Store, "write", real)
        answer = await client.do(made, "white", "move", 1, "d1d2", id="a")
        assert answer["t"] == "done"


@contextlib.asynccontextmanager
async def seeded(folder, setting="Seed"):
    """A server whose engines tell with which setting they move; yields it and the list."""
    seeds = []

    class Seeded(FakeEngine):
        async def play(self, board, limits):
            seeds.append(self.settings.get(setting))
            return await super().play(board, limits)

    async def launch(game, options, settings):
        return Seeded(game, options, settings)
    async with serving(folder, launch) as server:
        yield server, seeds


async def reply(server, made, seq=1, move="d1d2"):
    """A move, and the computer's reply to it."""
    async with server.client() as client:
        await client.join(made, "white")
        await client.do(made, "white", "move", seq, move)
        await client.hear("event", kind="move", seq=seq + 2)


async def test_computers_of_one_level_have_seeds_of_their_own(tmp_path):
    async with seeded(tmp_path) as (server, seeds):
        for _ in range(4):
            await reply(server, await server.create(black=COMPUTER))
        assert len(set(seeds)) == 4


async def test_a_seed_is_kept_over_a_restart(tmp_path):
    async with seeded(tmp_path) as (server, before):
        made = await server.create(black=COMPUTER)
        await reply(server, made)
    async with seeded(tmp_path) as (server, after):
        await reply(server, made, 3, "d2d3")
    assert before == after and before[0] is not None


async def test_a_seed_that_is_wished_for_is_had_and_told_to_nobody(tmp_path):
    async with seeded(tmp_path) as (server, seeds):
        made = await server.create(black=COMPUTER | {"seed": 2**31 - 1})
        await reply(server, made)
        assert seeds == [2**31 - 1]
        assert "seed" not in str(await server.facts(made["game"]))


async def test_a_rematch_has_another_seed(tmp_path):
    async with seeded(tmp_path) as (server, seeds):
        made = await server.create(black=COMPUTER)
        await reply(server, made)
        async with server.client() as client:
            await client.join(made, "white")
            await client.do(made, "white", "resign", 3)
            await client.do(made, "white", "rematch", 4)
            again = (await client.hear("event", kind="rematch"))["next"]
            await client.join(again, "black", since=0)
            while (await server.facts(again["game"]))["seq"] < 2:
                await asyncio.sleep(0.01)
        assert len(set(seeds)) == 2


async def test_an_opponent_for_newcomers_stays_one_after_a_restart_and_in_a_rematch(tmp_path):
    async with seeded(tmp_path, "Random") as (server, shares):
        made = await server.create(black=COMPUTER | {"random": 60})
        await reply(server, made)
        await reply(server, await server.create(black=COMPUTER))
        await reply(server, made, 3, "d2d3")
        assert [share or 0 for share in shares] == [60, 0, 60]
    async with seeded(tmp_path, "Random") as (server, shares):
        players = (await server.facts(made["game"]))["players"]
        assert (players["black"]["random"], "random" in players["white"]) == (60, False)
        async with server.client() as client:
            await client.join(made, "white")
            await client.do(made, "white", "resign", 5)
            await client.do(made, "white", "rematch", 6)
            again = (await client.hear("event", kind="rematch"))["next"]
            await client.join(again, "black", since=0)
            while (await server.facts(again["game"]))["seq"] < 2:
                await asyncio.sleep(0.01)
        assert shares == [60]
        async with server.http() as http:
            record = (await http.get(f"/api/v1/games/{again['game']}/record")).text
        assert '[White "level:2,random=60"]' in record


@pytest.mark.parametrize(("seat", "status", "says"), [
    ({"level": 10, "random": 5}, 422, "level 10 takes no moves at random"),
    ({"random": 101}, 422, "random"), ({"random": -1}, 422, "random")])
async def test_what_no_opponent_takes_at_random(server, seat, status, says):
    async with server.http() as http:
        answer = await http.post("/api/v1/games", json={
            "rules": "contra", "black": {"kind": "computer"} | seat})
    assert answer.status_code == status and says in answer.text


async def test_full_strength_knows_the_seed_by_which_it_plays_openings(tmp_path):
    async with seeded(tmp_path) as (server, seeds):
        await reply(server, await server.create(black=COMPUTER | {"level": 10, "seed": 7}))
        assert seeds == [7]


async def test_one_address_pays_for_all_its_games(tmp_path):
    async with serving(tmp_path, proxies=("127.0.0.1",)) as server, server.http() as http:
        payers = []
        for address in ("198.51.100.1", "198.51.100.1", "198.51.100.2"):
            made = (await http.post("/api/v1/games", json={"rules": "contra"},
                                    headers={"X-Forwarded-For": address})).json()
            room = await server.service.rooms.room(made["game"])
            payers.append(room.state.payer)
        assert payers[0] == payers[1] != payers[2]
        assert not any("198.51" in payer for payer in payers)
