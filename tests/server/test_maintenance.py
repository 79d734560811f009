"""db check, backup, restore and export."""
import asyncio
import os

import pytest

from eckstein.record import read_records

from .helpers import LINE, change, db, run, serving


@pytest.fixture
def played(tmp_path):
    """A database with three games: one goes on, one was resigned, one has a move taken back."""
    async def play():
        async with serving(tmp_path) as server, server.client() as client:
            for what in (None, "resign", "ask-takeback"):
                made = await server.create(rules="contra", white={"name": 'A "quoted" name'})
                await client.join(made, "white", "black")
                seq = await client.play(made, LINE)
                if what:
                    await client.do(made, "white", what, seq)
    run(play())
    return tmp_path / "games.sqlite"


def test_a_good_database(played, capsys):
    assert db("check", "-d", played) == 0
    assert capsys.readouterr().out == "3 games, all as they should be.\n"


@pytest.mark.parametrize("statement", [
    "DELETE FROM game_event WHERE seq = 5",
    "UPDATE game_event SET data = replace(data, 'd2d3', 'd2d7') WHERE seq = 4",
    "UPDATE game_event SET data = '{}' WHERE seq = 3",
    "DELETE FROM game_event WHERE seq = 1"])
def test_a_bad_database_is_found_out(played, capsys, statement):
    change(played, statement)
    assert db("check", "-d", played) == 1
    assert "3 of 3 games are not as they should be" in capsys.readouterr().out


def test_all_games_as_records(played, tmp_path, capsys):
    assert db("export", "-d", played) == 0
    records = list(read_records(capsys.readouterr().out))
    assert [record.result for record in records] == ["*", "0-1", "*"]
    assert [sum(1 for _ in record.mainline()) for record in records] == [10, 10, 9]
    assert records[0].tags["White"] == 'A "quoted" name'
    assert db("export", tmp_path / "all.txt", "-d", played) == 0
    assert capsys.readouterr().out == f"3 games are in {tmp_path / 'all.txt'}.\n"
    assert len(list(read_records((tmp_path / "all.txt").read_text()))) == 3


@pytest.mark.parametrize(("damage", "moves", "told"), [
    ("DELETE FROM game_event WHERE seq = 5", 3, "what comes before that is written"),
    ("UPDATE game_event SET data = replace(data, 'd2d3', 'd2d7') WHERE seq = 4", 2,
     "what comes before that is written"),
    ("UPDATE game_event SET data = '{' WHERE seq = 4", None, "it is left out"),
    ("UPDATE game_event SET at = 1e18 WHERE seq = 1", None, "it is left out"),
    ("DELETE FROM game_event WHERE seq = 1", None, "it is left out")])
def test_what_can_be_read_of_damaged_games_is_exported(played, tmp_path, capsys, damage, moves,
                                                       told):
    damaged = "(SELECT id FROM game ORDER BY created, id LIMIT 1)"
    change(played, f"{damage} AND game = {damaged}")
    assert db("export", "-d", played) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith("game ") and shown.err.endswith(f"; {told}\n")
    assert shown.err.count("\n") == 1
    lengths = [sum(1 for _ in record.mainline()) for record in read_records(shown.out)]
    assert lengths == [10, 9] if moves is None else [moves, 10, 9]
    assert db("export", tmp_path / "all.txt", "-d", played) == 1
    assert len(list(read_records((tmp_path / "all.txt").read_text()))) == len(lengths)


def test_a_copy_is_put_back(played, tmp_path, capsys):
    copy, other = tmp_path / "copy.sqlite", tmp_path / "other.sqlite"
    assert db("backup", copy, "-d", played) == 0
    assert db("restore", copy, "-d", other) == 0
    assert db("check", "-d", other) == 0
    assert not list(tmp_path.glob(".*.tmp"))


def test_nothing_is_overwritten_unasked(played, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    db("backup", copy, "-d", played)
    assert db("restore", copy, "-d", played) == 2
    assert "--force" in capsys.readouterr().err
    change(played, "UPDATE setting SET value = '5' WHERE name = 'alive'")
    change(played, "DELETE FROM game_event")
    assert db("restore", copy, "--force", "-d", played) == 0
    assert db("check", "-d", played) == 0


@pytest.mark.parametrize("command", ["backup", "export"])
def test_a_file_is_not_overwritten_unasked(played, tmp_path, capsys, command):
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    assert db(command, file, "-d", played) == 2
    told = capsys.readouterr().err
    assert f"there is a file {file} already" in told
    assert "--force" in told
    assert file.read_text() == "precious"
    assert db(command, file, "--force", "-d", played) == 0
    assert file.read_bytes()[:8] in (b"SQLite f", b'[Game "c')


@pytest.mark.parametrize(("target", "complaint"), [
    ("games.sqlite", "is the database itself"), (".", "it is a folder"),
    ("no/copy.sqlite", "there is no folder"), ("pipe", "which cannot hold a database")])
def test_where_no_copy_can_be_made(played, tmp_path, capsys, target, complaint):
    os.mkfifo(tmp_path / "pipe")
    assert db("backup", tmp_path / target, "--force", "-d", played) == 2
    assert complaint in capsys.readouterr().err
    assert db("check", "-d", played) == 0


def test_a_single_game_is_told_as_one(played, capsys):
    change(played, "DELETE FROM game_event WHERE game <> (SELECT id FROM game LIMIT 1)")
    change(played, "DELETE FROM game WHERE id <> (SELECT id FROM game LIMIT 1)")
    assert db("check", "-d", played) == 0
    assert capsys.readouterr().out == "1 game, as it should be.\n"


def test_a_database_in_use_is_not_replaced(played, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    db("backup", copy, "-d", played)
    change(played, "UPDATE setting SET value = '9999999999999' WHERE name = 'alive'")
    assert db("restore", copy, "--force", "-d", played) == 2
    assert "stop it first" in capsys.readouterr().err


async def test_a_copy_while_the_server_runs(tmp_path):
    async with serving(tmp_path) as server, server.client() as client:
        made = await server.create()
        await client.join(made, "white", "black")
        await client.play(made, LINE[:4])
        from eckstein.server.database.maintenance import backup
        assert backup(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}",
                      tmp_path / "copy.sqlite") == 1
        await client.do(made, "white", "move", 5, LINE[4])
    assert await asyncio.to_thread(db, "check", "-d", tmp_path / "copy.sqlite") == 0


@pytest.mark.parametrize("words", [["check"], ["export"], ["backup", "x.sqlite"],
                                   ["restore", "x.sqlite"]])
def test_where_there_is_no_database(tmp_path, capsys, words):
    assert db(*words, "-d", tmp_path / "none.sqlite") == 2
    assert "there is no database" in capsys.readouterr().err
    (tmp_path / "none.sqlite").write_text("This is not a database, but a long enough text.")
    if words[0] != "restore":
        assert db(*words, "-d", tmp_path / "none.sqlite") == 2
        assert "not a database of games" in capsys.readouterr().err
