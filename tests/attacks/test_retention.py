"""What strangers leave behind goes in time, as was told; nothing else goes."""
import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from eckstein.server.database import retention
from eckstein.server.database.tables import chat_lines, events, games, replies, studies
from eckstein.server.game.keeping import DAY, Keeping
from eckstein.server.parts.chat.events import Said

from ..server.helpers import LINE, PATIENCE, serving, stores_of

STUDY = '[Game "contra"]\n\n1. d1d2 d7d6 *\n'


async def rows(server, table):
    """The first columns of a table."""
    async with server.service.store.engine.connect() as connection:
        return list(await connection.scalars(sa.select(table.c[0]).order_by(table.c[0])))


async def look_up(server, made):
    async with httpx.AsyncClient(base_url=server.base, timeout=PATIENCE) as http:
        return (await http.get(f"/api/v1/games/{made['game']}")).status_code


@pytest.mark.parametrize(("days", "moves", "expected"), [
    (365, 1, 30), (365, 2, 365), (7, 0, 7), (7, 2, 7), (0, 0, None), (0, 2, None)])
def test_until_when_a_game_is_kept(days, moves, expected):
    until = Keeping(days).until(moves, 5)
    assert until == (None if expected is None else 5 + expected * DAY)


async def test_old_games_are_forgotten_and_no_others(tmp_path):
    async with serving(tmp_path, keep=365) as server, server.client() as client:
        unbegun, begun = await server.create(), await server.create()
        seq = await client.play(begun, LINE[:2])
        await client.do(begun, "white", "prepare", seq)
        assert await stores_of(server.service).chat.add(
            Said(begun["game"], "white", "guest:a", "key", "hello", None, 1), 1)
        rooms, now = server.service.rooms, server.service.rooms.now()
        told = [(await server.facts(made["game"]))["until"] for made in (unbegun, begun)]
        for days, there in ((29.9, [200, 200]), (30.1, [404, 200]), (364.9, [404, 200])):
            rooms.now = lambda: now + round(days * DAY)         # noqa: B023
            await rooms.forget_old()
            assert [await look_up(server, made) for made in (unbegun, begun)] == there
        assert [round((until - now / 1000) / 86400, 2) for until in told] == [30, 365]
        assert (await client.do(begun, "white", "move", seq, LINE[2]))["t"] == "done"
        rooms.now = lambda: now + round(700 * DAY)              # not a year after that move
        await rooms.forget_old()
        assert await look_up(server, begun) == 200
        rooms.now = lambda: now + round(731 * DAY)
        await rooms.forget_old()
        assert await look_up(server, begun) == 404
        refused = await client.do(begun, "black", "move", seq + 1, LINE[3])
        assert refused["code"] == "unknown-game"
        for table in (games, events, replies, chat_lines):
            assert await rows(server, table) == []


async def test_where_all_is_kept_nothing_is_forgotten(tmp_path):
    async with serving(tmp_path) as server:
        made = await server.create()
        rooms = server.service.rooms
        now = rooms.now()
        rooms.now = lambda: now + 9999 * DAY
        await rooms.forget_old()
        facts = await server.facts(made["game"])
        assert (facts["keep"], facts["until"]) == (None, None)


async def test_a_game_goes_completely_or_not_at_all(tmp_path, monkeypatch):
    async with serving(tmp_path) as server, server.client() as client:
        made = await server.create()
        await client.play(made, LINE[:4])
        kept, later = server.service.store._retention, server.service.rooms.now() + DAY
        with monkeypatch.context() as patched:
            patched.setattr(retention, "replies", sa.Table(
                "missing", sa.MetaData(), sa.Column("game", sa.String)))
            with pytest.raises(SQLAlchemyError):
                await kept.step(later, later, later)
        assert len(await rows(server, events)) == 5
        assert not await kept._forget(made["game"], 0, later)       # it has just gone on
        assert len(await rows(server, events)) == 5
        assert await kept.step(later, later, later) == [made["game"]]
        assert await rows(server, events) == []


async def test_a_study_is_kept_anew_when_it_is_shared_again(tmp_path):
    async with serving(tmp_path, keep=10) as server, \
            httpx.AsyncClient(base_url=server.base, timeout=PATIENCE) as http:
        rooms = server.service.rooms
        now = rooms.now()
        for days in (0, 9, 18, 27):
            rooms.now = lambda: now + round(days * DAY)             # noqa: B023
            await rooms.forget_old()
            assert len(await rows(server, studies)) == (days > 0)
            kept = (await http.post("/api/v1/studies", json={"text": STUDY})).json()
            assert kept["until"] == (now + round((days + 10) * DAY)) // 1000
        rooms.now = lambda: now + round(37.1 * DAY)
        await rooms.forget_old()
        assert await rows(server, studies) == []
