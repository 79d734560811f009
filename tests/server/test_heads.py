"""None of the events of a game is lost, or changed, without being noticed."""
import asyncio
import contextlib
import sqlite3
from types import SimpleNamespace

import hypothesis.strategies as st
import pytest
import sqlalchemy as sa
from hypothesis import given, settings

from eckstein.cli import run as command
from eckstein.server.database import heads as module
from eckstein.server.database import maintenance
from eckstein.server.database.rows import read_events
from eckstein.server.database.store import Store
from eckstein.server.database.tables import events as table
from eckstein.server.game.chain import Head, chained, check_head, columns
from eckstein.server.game.events import DamagedGameError, Event
from eckstein.server.store.contract import ConflictError
from eckstein.server.store.transactions import Transaction

from .helpers import LINE, opened, run, serving

HEADS = "SELECT id, head, digest FROM game ORDER BY id"
LOST = ["DELETE FROM game_event WHERE seq = 5", "DELETE FROM game_event WHERE seq = 1",
        "DELETE FROM game_event WHERE seq = 3", "DELETE FROM game_event"]
CHANGED = [f"UPDATE game_event SET {change} WHERE seq = 4" for change in (
    "actor = 'black'", "command_id = 'x'", "kind = 'join'", "data = '{}'", "data = data || ' '",
    "clock = NULL", "clock = 'null'", "at = at + 1", "seq = 9")]


def line(count, game="g"):
    """So many events, each with its digest."""
    found, digest = [], b""
    for seq in range(1, count + 1):
        found.append(chained(digest, Event(game, seq, "white", f"{seq}", "move", {"text": "d1d2"},
                                           {"white": seq}, 9)))
        digest = found[-1].digest
    return found


def beginning(game="g"):
    row = {"id": game, "rules": "contra", "created": 1, "over": False, "tended": False}
    return Transaction(line(1, game), [row])


async def written(store, count, game="g"):
    await store.write(beginning(game))
    for event in line(count, game)[1:]:
        await store.write(Transaction([event]))


async def ask(store, statement):
    async with store.engine.begin() as connection:
        found = await connection.exec_driver_sql(statement)
        return list(found) if found.returns_rows else None


def db(url, *words):
    return command(["db", *words, "-d", url.removeprefix("sqlite+aiosqlite:///")])


async def test_each_event_moves_the_head_with_it(place):
    async with opened(place) as store:
        for count in (1, 2, 3):
            await written(store, count, f"g{count}")
        assert [tuple(row) for row in await ask(store, HEADS)] == [
            (f"g{count}", count, line(count, f"g{count}")[-1].digest) for count in (1, 2, 3)]
        with pytest.raises(ConflictError):          # what is not written moves no head
            await store.write(Transaction([line(2, "g3")[1]]))
        assert (await store.stored("g3"))[1].seq == 3
        assert await store.events_of("g3") == line(3, "g3")


async def test_what_is_lost_or_changed_is_noticed(place):
    """Read as a whole, and read on from an event that is known."""
    async with opened(place) as store:
        await written(store, 5)
        whole = line(5)
        for damage in LOST + CHANGED:
            await ask(store, damage)
            with pytest.raises(DamagedGameError, match=r"missing|not those that were written"):
                await store.events_of("g")
            if damage in LOST[:1] + CHANGED:
                with pytest.raises(DamagedGameError):
                    await store.events_of("g", 2, whole[1].digest)
            await ask(store, "DELETE FROM game_event")
            async with store.engine.begin() as connection:
                names = table.columns.keys()
                await connection.execute(sa.insert(table), [
                    dict(zip(names, columns(event), strict=True)) for event in whole])
            assert await store.events_of("g") == whole
            assert await store.events_of("g", 2, whole[1].digest) == whole[1:]


def rows_of(events):
    return [SimpleNamespace(**dict(zip(table.columns.keys(), columns(event), strict=True)),
                            head=events[-1].seq, digest=events[-1].digest) for event in events]


OTHERS = {"game": st.text(), "seq": st.integers(1, 99), "actor": st.text(),
          "command_id": st.text(), "kind": st.sampled_from(["join", "end", "offer"]),
          "data": st.dictionaries(st.text(), st.integers(-99, 99)).map(lambda it: str(it).replace(
              "'", '"')) | st.just('{"text": "d1d2"}'),
          "clock": st.none() | st.sampled_from(['{"white":77}', '{"white": 1}']),
          "at": st.integers(-99, 99)}


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_any_row_that_is_removed_swapped_or_changed_is_noticed(data):
    rows = rows_of(line(data.draw(st.integers(1, 6), "events")))
    place = data.draw(st.integers(0, len(rows) - 1), "place")
    how = data.draw(st.sampled_from(["remove", "swap", *OTHERS]))
    if how == "remove":
        head = Head(rows[0].head, rows[0].digest)
        del rows[place]
        with pytest.raises(DamagedGameError):
            check_head(head, read_events(rows, b"")[0])
        return
    if how == "swap":
        other = data.draw(st.integers(0, len(rows) - 1).filter(lambda it: len(rows) == 1
                                                               or it != place), "other")
        if other == place:
            return
        rows[place].seq, rows[other].seq = rows[other].seq, rows[place].seq
        rows.sort(key=lambda row: row.seq)
    else:
        before = getattr(rows[place], how)
        setattr(rows[place], how, data.draw(OTHERS[how].filter(lambda it: it != before)))
        rows.sort(key=lambda row: row.seq)
    with contextlib.suppress(ValueError):       # what cannot even be read is noticed, too
        events, head = read_events(rows, b"")
        with pytest.raises(DamagedGameError):
            check_head(head, events)


# As a server of the version before writes, which knows of no heads.
BEFORE = ("INSERT INTO game_event (game, seq, actor, command_id, kind, data, clock, at) VALUES "
          "('g', 3, 'white', '3', 'move', '{\"text\":\"d1d2\"}', '{\"white\":3}', 9)")


async def test_a_head_that_is_behind_is_no_damage_and_catches_up(place):
    async with opened(place) as store:
        await written(store, 2)
        await ask(store, BEFORE)
        assert await store.events_of("g") == line(3)
        read_on = await store.events_of("g", 2, line(2)[-1].digest)
        assert read_on == line(3)[1:]
        assert (await store.stored("g"))[1].seq == 2
        await store.write(Transaction([chained(read_on[-1].digest, line(4)[3])]))
        assert (await store.stored("g"))[1] == Head(4, line(4)[3].digest)


async def test_games_of_before_get_their_heads_by_an_upgrade_a_few_at_a_time(place, monkeypatch):
    monkeypatch.setattr(module, "TOGETHER", 2)
    async with opened(place) as store:
        for number in range(5):
            await written(store, number + 1, f"g{number}")
        await ask(store, "UPDATE game SET head = NULL, digest = NULL WHERE id <> 'g4'")
        await ask(store, "UPDATE game SET head = 4 WHERE id = 'g4'")
        await ask(store, "DELETE FROM game_event WHERE game = 'g2' AND seq = 2")
    for _ in "12":
        await maintenance.step(place, back=False)
    async with opened(place) as store:
        assert [row.head for row in await ask(store, HEADS)] == [1, 2, None, 4, 4]
        for number in (0, 1, 3):
            assert len(await store.events_of(f"g{number}")) == number + 1


def test_heads_go_and_come_back_with_their_step(place, capsys):
    async def test():
        async with opened(place) as store:
            await written(store, 3)
    run(test())
    assert db(place, "downgrade") == 0

    async def read_only():
        store = Store(place)
        await store.check_version()
        assert (await store.stored("g"))[0] == line(3)
        await store.close()
    run(read_only())
    assert db(place, "upgrade") == 0

    async def again():
        async with opened(place) as store:
            assert await store.stored("g") == (line(3), Head(3, line(3)[-1].digest))
    run(again())


async def played(url):
    """A game that black has resigned, and one that goes on, after eight moves."""
    async with serving(url) as server, server.client() as client:
        made = [await server.create() for _ in "12"]
        for one in made:
            await client.join(one, "white", "black")
            assert await client.play(one, LINE[:8]) == 9
        await client.do(made[0], "black", "resign", 9)
    return made


def test_a_game_that_has_lost_its_last_event_is_broken_until_that_is_accepted(place, capsys):
    async def lose():
        made = await played(place)
        store = Store(place)
        for one, last in zip(made, (10, 9), strict=True):
            await ask(store, f"DELETE FROM game_event WHERE game = '{one['game']}' "
                             f"AND seq = {last}")
        await store.close()
        async with serving(place) as server, server.client() as client:
            await client.say("join", game=made[1]["game"])
            assert (await client.hear("refused"))["code"] == "broken"
        return made
    made = run(lose())
    ids = [one["game"] for one in made]
    capsys.readouterr()
    assert db(place, "check") == 1
    told = capsys.readouterr().out
    assert f"game {ids[0]}: it had 10 events, and 1 of them is missing\n" in told
    assert f"game {ids[1]}: it had 9 events, and 1 of them is missing\n" in told
    assert db(place, "export") == 1
    shown = capsys.readouterr()
    assert shown.err.count("; what comes before that is written\n") == 2
    assert shown.out.count("[Game ") == 2 and "4. b1-b2 *" in shown.out
    for game, left in zip(ids, (9, 8), strict=True):
        assert db(place, "accept", game) == 0
        assert f"goes on with the {left} events" in capsys.readouterr().out
        assert db(place, "accept", game) == 2
        assert "nothing of game" in capsys.readouterr().err
    assert db(place, "check") == 0

    async def go_on():
        async with serving(place) as server, server.client() as client:
            assert (await client.do(made[0], "white", "move", 9, LINE[8]))["t"] == "done"
            assert (await client.do(made[1], "black", "move", 8, LINE[7]))["t"] == "done"
    run(go_on())
    assert db(place, "check") == 0


def test_what_makes_no_game_is_not_accepted(tmp_path, capsys):
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}"
    made = run(played(url))
    with sqlite3.connect(tmp_path / "games.sqlite") as database:
        database.execute("DELETE FROM game_event WHERE seq = 3")
        database.execute("DELETE FROM game_event WHERE game = ?", [made[1]["game"]])
    capsys.readouterr()
    for one, why in zip(made, ("event 3 cannot be replayed", "it has no events"), strict=True):
        assert db(url, "accept", one["game"]) == 2
        told = capsys.readouterr().err
        assert "cannot be accepted, since what is stored makes no game" in told and why in told
    assert db(url, "accept", "nobody") == 2
    assert "there is no game nobody in this database" in capsys.readouterr().err

    async def ask_for_it():
        async with serving(url) as server, server.client() as client:
            await client.say("join", game=made[1]["game"])      # it was there
            assert (await client.hear("refused"))["code"] == "broken"
    run(ask_for_it())


async def test_a_running_server_that_reads_on_notices(place):
    """Such as after it was away for a while, or when it compares all that it has in memory."""
    async with serving(place) as server, server.client() as client:
        made = await server.create()
        await client.join(made, "white", "black")
        await client.play(made, LINE[:4])
        room = server.service.rooms._cache.get(made["game"])
        await ask(server.service.store, "DELETE FROM game_event WHERE seq = 5")
        server.service.rooms.hear_of({made["game"]: 99})
        while room.revision is not None:
            await asyncio.sleep(0)
        assert (await client.do(made, "white", "move", 5, LINE[4]))["code"] == "broken"
