"""Work that strangers cause: it is done in fair turns and in pieces, and moves come before it."""
import asyncio
import json

import pytest

from eckstein import Board
from eckstein.server.game.events import Event
from eckstein.server.game.replay import replay, steps
from eckstein.server.ops.sharing import path_of
from eckstein.server.rooms import message_builder
from eckstein.server.serving import processes
from eckstein.server.serving.processes import Processes
from eckstein.server.store.transactions import beginning
from eckstein.server.work import lines, views
from eckstein.server.work.contract import Piece, TooSlowError
from eckstein.server.work.pieces import PIECE, Pieces
from eckstein.server.work.views import make_view, piece_of_view
from eckstein.wire.positions import PositionRef

from ..server.helpers import LINE, run, serving

ENDLESS = {"repetition": 0, "no_progress": 0}
BACK_AND_FORTH = ("d3e3", "a7b7", "e3d3", "b7a7")
STRANGER = ("127.7.7.7", 0)


def long_line(moves, start="CWd3va7"):
    """A position after many moves."""
    return PositionRef("contra", ENDLESS, start, (BACK_AND_FORTH * (moves // 4 + 1))[:moves])


def events_of(*moves):
    """The events of a game in which these moves were made."""
    board = Board("contra")
    seat = {"kind": "human", "name": "x", "level": None, "open": False}
    data = {"rules": "contra", "options": board.options, "start": board.position(),
            "turn": "white", "seats": {"white": seat, "black": seat}, "control": None}
    events = list(beginning("G" * 16, data, "create", 1).events)
    for text in moves:
        mover = str(board.turn)
        board.push_text(text)
        events.append(Event("G" * 16, len(events) + 1, mover, text, "move", {
            "by": mover, "text": text, "code": -1, "notation": text, "spent": 1,
            "turn": str(board.turn)}, None, 2))
    return events


class Lane:
    """In place of processes: what is asked for is noted, and done at once, a piece each time."""

    def __init__(self, lane, done):
        self.places, self.done = lane.places, done

    async def do(self, call, seconds):
        name, pieces = call.args[1]
        await asyncio.sleep(0)
        self.done.append(name)
        pieces[0] -= 1
        return (name, None) if pieces[0] <= 0 else (Piece.UNFINISHED, None)


def order(*works):
    """The order in which pieces of works are done: payer, name, number of pieces, terms."""
    async def test():
        done, workers = [], Processes(1000)
        workers._quick = Lane(workers._quick, done)
        tasks = [asyncio.create_task(workers.do(path_of(payer), None, len, (name, [pieces]),
                                                cost=0.01, urgent=urgent))
                 for payer, name, pieces, urgent in works]
        assert await asyncio.gather(*tasks) == [name for _, name, _, _ in works]
        return done
    return run(test())


def test_one_stranger_with_many_long_looks_is_one_payer():
    many = [("stranger", f"look {number}", 50, False) for number in range(40)]
    done = order(*many, ("honest", "short", 1, False), ("honest", "long", 20, False))
    assert done.index("short") <= 2
    assert len(done) - done[::-1].index("long") <= 3 * 20 + 5


def test_the_view_of_a_move_waits_for_one_piece_however_many_wait():
    many = [(f"stranger {number}", f"look {number}", 5, False) for number in range(90)]
    assert order(*many, ("honest", "move", 1, True)).index("move") == 1


def test_only_a_few_long_looks_have_begun_at_once():
    done = order(*[(f"{number}", f"{number}", 9, False) for number in range(30)])
    begun, most = {name: done.index(name, done.index(name) + 1) for name in set(done)}, 0
    for moment in range(len(done)):
        most = max(most, sum(second <= moment < len(done) - done[::-1].index(name)
                             for name, second in begun.items()))
    assert most <= processes.IN_PIECES


class Stuck:
    """In place of processes: nothing is ever done; or it takes too long."""

    def __init__(self, lane, error=None):
        self.places, self.error, self.asked = lane.places, error, []

    async def do(self, call, seconds):
        self.asked.append(call.args[1])
        if self.error is not None:
            raise self.error
        await asyncio.Event().wait()


async def pause():
    for _ in range(10):
        await asyncio.sleep(0)


async def test_long_work_holds_up_no_short_work_and_nobody_has_all_places_for_it():
    workers, done = Processes(), []
    workers._long, workers._quick = Stuck(workers._long), Lane(workers._quick, done)
    tasks = [asyncio.create_task(workers.do(path_of(payer), 20.0, len, number, cost=5.0))
             for number, payer in enumerate("aaab")]
    await pause()
    assert workers._long.asked == [0, 3]            # one of each payer
    assert await workers.do(path_of("c"), 20.0, len, ("short", [1]), cost=0.1) == "short"
    tasks[0].cancel()
    await pause()
    assert workers._long.asked == [0, 3, 1]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_what_was_said_to_be_short_and_is_not_begins_again_as_long_work():
    workers = Processes()
    workers._quick = Stuck(workers._quick, TimeoutError())
    workers._long = Lane(workers._long, [])
    assert await workers.do(path_of("a"), 20.0, len, ("late", [1]), cost=0.1) == "late"
    assert workers._quick.asked == [("late", [0])] and not workers._quick.places.held
    workers._long = Stuck(workers._long, TimeoutError())
    with pytest.raises(TooSlowError, match="longer than 20 seconds"):
        await workers.do(path_of("a"), 20.0, len, ("later", [1]), cost=0.1)


async def test_work_that_gives_nothing_is_done_once():
    workers, calls = Processes(), []

    class Nothing(Stuck):
        async def do(self, call, seconds):
            calls.append(call)
            return None, None
    workers._quick = Nothing(workers._quick)
    assert await workers.do(path_of("a"), 20.0, len, "x", cost=0.1) is None and len(calls) == 1


def test_a_view_made_in_pieces_is_the_same(monkeypatch):
    monkeypatch.setattr(views, "PIECE", 0.0)
    fresh = lines.Lines()
    for module, names in ((views, ("board_of", "read_on")),):
        for name, method in zip(names, (fresh.board, fresh.read_on), strict=True):
            monkeypatch.setattr(module, name, method)
    ref, pieces = long_line(230), 0
    while (made := piece_of_view(ref)) is Piece.UNFINISHED:
        pieces += 1
    assert pieces == 4 and made == make_view(ref)
    wrong = PositionRef("contra", ENDLESS, ref.position, (*ref.moves[:120], "a1a2"))
    with pytest.raises(ValueError, match="move 121"):
        while piece_of_view(wrong) is Piece.UNFINISHED:
            pass


async def test_a_long_game_is_read_in_pieces_and_others_go_on_in_between():
    events, now = events_of(*LINE), 0.0

    def steady():
        nonlocal now
        now += PIECE
        return now
    pieces, seen, ticks = Pieces(steady), [], 0

    async def tick():
        nonlocal ticks
        while True:
            await asyncio.sleep(0)
            ticks += 1
    ticking = asyncio.create_task(tick())
    await pieces.each(path_of("a"), steps(events), seen.append)
    ticking.cancel()
    assert ticks >= len(events) / 2 - 1 and len(seen) == len(events)
    whole = replay(events)
    assert seen[-1].state == whole.state and seen[-1].board.position() == whole.board.position()


async def test_whoever_joins_again_and_again_is_sent_one_snapshot(tmp_path, monkeypatch):
    encoded, tell = [], message_builder.told_moves

    def counted(state):
        encoded.append(state.seq)
        return tell(state)
    monkeypatch.setattr(message_builder, "told_moves", counted)
    async with serving(tmp_path) as server, server.client() as client, server.client() as other:
        made = await server.create()
        seq = await client.play(made, LINE[:4])
        room = server.service.rooms._cache.get(made["game"])
        for connection in server.service.connections:
            for _ in range(100):
                connection.seats[made["game"]] = frozenset()
                await server.service.rooms.join(connection, made["game"], None)
            assert len(connection.outbox) == 1
        for one in (client, other):
            told = await one.hear("game")
            assert [move["text"] for move in told["moves"]] == LINE[:4]
            assert told["seq"] == seq
        assert encoded == [5] and bytes(room.told_moves()) == json.dumps(
            told["moves"], separators=(",", ":")).encode()


async def test_what_is_sent_is_paid_for(tmp_path):
    async with serving(tmp_path) as server, server.client() as client:
        paid, spend = [], server.service.sent.spend

        def noted(payer, cost):
            paid.append((payer, cost))
            return spend(payer, cost)
        server.service.sent.spend = noted
        made = await server.create()
        await client.say("join", game=made["game"], seats=[])
        length = len(await client.socket.recv())
        assert paid == [("127.0.0.1", length)]


@pytest.mark.long
async def test_looks_at_long_games_do_not_hold_up_a_move(tmp_path):
    """24 sockets of one address ask for 8 looks each, at games of 2,000 moves."""
    async with serving(tmp_path, requests=1000) as server, server.client() as honest:
        made = await server.create()
        await honest.join(made, "white", "black", views=True)
        answered, begun = [], asyncio.Event()

        async def ask(number):
            async with server.client(local_addr=STRANGER) as client:
                for look in range(8):
                    start = f"CWd3va7vb{1 + number % 2}vc{look % 7 + 1}"
                    of = long_line(2000, start)
                    await client.say("look", id=look, of={
                        "game": "contra", "options": ENDLESS, "position": of.position,
                        "moves": [*of.moves[:2000 - number]]})
                begun.set()
                while True:
                    answered.append(await client.hear("look"))
        asking = [asyncio.create_task(ask(number)) for number in range(24)]
        await begun.wait()
        seq = await honest.play(made, LINE)
        heard = await honest.hear("event", kind="move", seq=seq)
        assert heard["view"]["ply"] == len(LINE)
        await honest.say("look", id=1, of={"game": "contra", "moves": LINE})
        await honest.hear("look", id=1)
        assert len(answered) < 20           # of the 64 that he may wait for
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


def test_the_long_line_is_one():
    board = Board("contra", "CWd3va7", **ENDLESS)
    for text in long_line(8).moves:
        board.push_text(text)
    assert board.ply == 8
