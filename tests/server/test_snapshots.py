"""Who looks at a game while something is written sees it as it is on disk, and nothing else."""
import asyncio
import contextlib

from eckstein.server.database.store import Store
from eckstein.server.store.contract import StoreError

from .helpers import LINE, FakeEngine, serving


class Gate:
    """A database in which writing waits until it is let go on, or fails."""

    def __init__(self, monkeypatch):
        self.reached, self.go_on, self.error = asyncio.Event(), asyncio.Event(), None
        self.monkeypatch, self.write = monkeypatch, Store.write

    def close(self):
        async def write(store, transaction):
            self.reached.set()
            await self.go_on.wait()
            if self.error:
                raise self.error
            await self.write(store, transaction)
        self.monkeypatch.setattr(Store, "write", write)


@contextlib.asynccontextmanager
async def writing(folder, monkeypatch, moves, *command, error=None, **wish):
    """A game in which a command is being written; yields server, game, and the answer's task."""
    async with serving(folder) as server, server.client() as client:
        made = await server.create(**wish)
        seq = await client.play(made, moves)
        gate = Gate(monkeypatch)
        gate.error = error
        gate.close()
        doing = asyncio.create_task(client.do(made, command[0], command[1], seq, *command[2:]))
        await gate.reached.wait()

        async def finish():
            gate.go_on.set()
            return await doing
        yield server, made["game"], finish


def standing(server, game):
    state, board = server.service.rooms._cache.get(game).loaded()
    return state.seq, [move.code for move in state.moves], board.move_stack


MOVE = "white", "move", LINE[2]


async def test_the_board_does_not_run_ahead_of_the_disk(tmp_path, monkeypatch):
    async with writing(tmp_path, monkeypatch, LINE[:2], *MOVE) as (server, game, finish):
        seq, codes, stack = standing(server, game)
        assert seq == 3 and len(codes) == 2 and stack == codes
        assert (await finish())["t"] == "done"
        seq, codes, stack = standing(server, game)
        assert seq == 4 and stack == codes


async def test_what_others_hold_stays_as_it_was(server, client):
    made = await server.create(black={"open": True})
    rooms = server.service.rooms
    held = [rooms._cache.get(made["game"]).loaded()]
    async with server.http() as http:
        taken = await http.post(f"/api/v1/games/{made['game']}/join",
                                json={"id": "x" * 16, "name": "Ada"})
    made["seats"]["black"] = taken.json()["token"]
    held.append(rooms._cache.get(made["game"]).loaded())
    seq = await client.play(made, LINE[:2], seq=2)
    held.append(rooms._cache.get(made["game"]).loaded())
    await client.do(made, "white", "resign", seq)
    await client.do(made, "white", "rematch", seq + 1)
    assert [state.seq for state, _ in held] == [1, 2, 4]
    assert [board.ply for _, board in held] == [0, 0, 2]
    assert [len(state.moves) for state, _ in held] == [0, 0, 2]
    assert [state.seats["black"].open for state, _ in held] == [True, False, False]
    assert [state.rematch for state, _ in held] == [[], [], []]
    assert [len(state.answers) for state, _ in held] == [1, 2, 4]


async def test_a_move_that_is_not_written_never_was_on_the_board(tmp_path, monkeypatch):
    async with writing(tmp_path, monkeypatch, LINE[:2], *MOVE,
                       error=StoreError("full")) as (server, game, finish):
        assert (await finish())["code"] == "busy"
        seq, codes, stack = standing(server, game)
        assert seq == 3 and len(codes) == 2 and stack == codes


async def test_a_computer_thinks_about_what_is_on_disk(tmp_path, monkeypatch):
    """A move is taken back while the computer begins to think: it thinks about the old position."""
    asked = []

    class Noting(FakeEngine):
        async def play(self, board, limits):
            asked.append((board.ply, board.position()))
            return await asyncio.Event().wait()

    async def launch(game, options, settings):
        return Noting(game, options, settings)
    async with serving(tmp_path, launch) as server, server.client() as client:
        made = await server.create(black={"kind": "computer"})
        room = await server.service.rooms.room(made["game"])
        await client.do(made, "white", "move", 1, "d1d2")
        before = room.loaded()
        gate = Gate(monkeypatch)
        gate.close()
        doing = asyncio.create_task(client.do(made, "white", "ask-takeback", 2))
        await gate.reached.wait()
        service = server.service
        thinking = asyncio.create_task(service.computers._think(service.rooms, room))
        while len(asked) < 2:
            await asyncio.sleep(0)
        assert asked[-1] == (1, before.board.position())
        thinking.cancel()
        gate.go_on.set()
        assert (await doing)["t"] == "done"
