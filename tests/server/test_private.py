"""What nobody but the owner may read: the database's files, and the key that signs seats."""
import asyncio
import shutil
import sqlite3
from contextlib import closing

import pytest
import websockets

from eckstein.server.database import private
from eckstein.server.database.store import Store
from eckstein.server.game.tokens import Tokens

from .helpers import LINE, STORED, db, run, secret_of, select, serving

SECRET = "SELECT value FROM setting WHERE name = 'secret'"


@pytest.fixture
def old(tmp_path):
    """A database that holds its key."""
    return shutil.copyfile(STORED / "server-0003.sqlite", tmp_path / "games.sqlite")


def key_of(database):
    """The key with which a server signs, as each start finds it."""
    return secret_of(f"sqlite+aiosqlite:///{database}")


def modes(folder):
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


async def test_the_files_of_a_running_server_are_its_owners_alone(tmp_path):
    async with serving(tmp_path) as server, server.client() as client:
        await client.play(await server.create(), LINE[:2])
        found = modes(tmp_path)
        assert {"games.sqlite", "games.sqlite-wal", "games.sqlite.key"} <= set(found)
        assert set(found.values()) == {"0o600"}


def test_files_that_others_could_read_are_closed_to_them(tmp_path):
    key = key_of(tmp_path / "games.sqlite")
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    assert key_of(tmp_path / "games.sqlite") == key
    assert set(modes(tmp_path).values()) == {"0o600"}


def test_a_copy_is_its_owners_alone_and_holds_no_key(old, tmp_path, capsys):
    secret = select(old, SECRET)[0][0]
    copy = tmp_path / "copies" / "copy.sqlite"
    copy.parent.mkdir()
    assert db("backup", copy, "-d", old) == 0
    assert f"still in {old}" in capsys.readouterr().out
    assert modes(copy.parent) == {"copy.sqlite": "0o600"}
    assert secret.encode() not in copy.read_bytes()
    assert select(old, SECRET) == [(secret,)]


def test_the_key_moves_out_once_and_stays_the_same(old, tmp_path, capsys):
    secret = select(old, SECRET)[0][0]
    assert key_of(old) == key_of(old) == secret
    assert private.key_file(old).read_text() == f"{secret}\n"
    assert not [path for path in tmp_path.glob("games.sqlite*")
                if secret.encode() in path.read_bytes() and path.suffix != ".key"]
    db("backup", tmp_path / "copy.sqlite", "-d", old)
    assert f"in {private.key_file(old)}: keep a copy" in capsys.readouterr().out


@pytest.mark.parametrize("step", ["save", "take_out", "_wipe"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_crash_while_the_key_moves_loses_no_seat(old, monkeypatch, step, after):
    secret, real = select(old, SECRET)[0][0], getattr(private, step)

    def crash(*arguments):
        if after:
            real(*arguments)
        raise KeyboardInterrupt
    with monkeypatch.context() as now:
        now.setattr(private, step, crash)
        with pytest.raises(KeyboardInterrupt):
            key_of(old)
    assert key_of(old) == secret
    assert select(old, SECRET) == []


def test_a_key_in_the_database_is_that_of_its_games(old, tmp_path):
    """Such as in a copy from before the key moved out, put back on another machine."""
    secret, other = select(old, SECRET)[0][0], tmp_path / "other.sqlite"
    assert key_of(other) != secret
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("UPDATE setting SET value = '5' WHERE name = 'alive'")
    assert db("restore", old, "--force", "-d", other) == 0
    assert key_of(other) == secret


def test_who_restores_games_without_their_key_is_told(old, tmp_path, capsys):
    key_of(old)
    copy, other = tmp_path / "copy.sqlite", tmp_path / "new" / "games.sqlite"
    other.parent.mkdir()
    db("backup", copy, "-d", old)
    capsys.readouterr()
    assert db("restore", copy, "-d", other) == 0
    assert f"There is no key at {private.key_file(other)}" in capsys.readouterr().out
    key_of(other)
    logged = "".join(capsys.readouterr())       # wherever logs go
    assert "the key that signed the seats of these games is missing" in logged
    shutil.copyfile(private.key_file(old), private.key_file(other))
    assert key_of(other) == key_of(old)


def test_a_file_that_holds_no_key_is_not_signed_with(tmp_path):
    database = tmp_path / "games.sqlite"
    key_of(database)
    private.key_file(database).write_text("x\n")
    with pytest.raises(ValueError, match="does not hold the key that signs seats"):
        run(Store(f"sqlite+aiosqlite:///{database}").probe())


async def test_tokens_stay_valid_over_restarts(tmp_path):
    async with serving(tmp_path) as server:
        made = await server.create()
    async with serving(tmp_path) as server, server.client() as client:
        await client.play(made, LINE[:2])
        key = private.key_file(tmp_path / "games.sqlite").read_text().strip()
        assert Tokens(key).seat(made["game"], "white") == made["seats"]["white"]


async def test_keys_rotate_and_a_seat_is_revoked_while_the_server_runs(tmp_path, capsys):
    database = tmp_path / "games.sqlite"
    async with serving(tmp_path) as server, server.client() as client, server.client() as other:
        made, kept = await server.create(), await server.create()

        async def operate(*words):
            assert await asyncio.to_thread(db, *words, "-d", database) == 0
            server.service._learn(await server.service.store.secret())
            return capsys.readouterr().out

        await client.join(made, "white")
        await other.join(kept, "white")
        assert "2 keys are accepted" in await operate("rotate")
        assert await client.play(made, LINE[:1]) == 2       # by the tokens of before
        new = await server.create()
        assert await other.play(new, LINE[:1]) == 2
        link = (await operate("revoke", made["game"], "black")).strip()
        with pytest.raises(websockets.ConnectionClosed):    # it has to show its tokens again
            await client.hear("nothing")
        black = made | {"seats": {"black": link.partition("#")[2]}}
        refused = await other.do(made, "black", "move", 2, LINE[1])
        assert (refused["t"], refused["code"]) == ("refused", "not-yours")
        assert (await other.do(black, "black", "move", 2, LINE[1]))["t"] == "done"
        assert (await other.do(made, "white", "move", 3, LINE[2]))["t"] == "done"
        assert "1 key is accepted" in await operate("rotate", "--keep", "1")
        assert (await other.do(kept, "white", "move", 1, LINE[0]))["code"] == "not-yours"
    async with serving(tmp_path) as server, server.client() as client:
        assert (await client.do(made, "black", "move", 4, LINE[3]))["code"] == "not-yours"
    assert len(private.key_file(database).read_text().splitlines()) == 2      # a key and a seat


def test_a_seat_in_a_game_that_is_not_there_cannot_be_revoked(tmp_path, capsys):
    key_of(tmp_path / "games.sqlite")
    assert db("revoke", "abcdefghjk", "white", "-d", tmp_path / "games.sqlite") == 2
    assert "there is no game abcdefghjk in this database" in capsys.readouterr().err


def test_a_backup_after_a_rotation_holds_no_key(tmp_path):
    database, copy = tmp_path / "games.sqlite", tmp_path / "copy.sqlite"
    key_of(database)
    db("rotate", "-d", database)
    db("backup", copy, "-d", database)
    keys = private.key_file(database).read_text().split()
    assert len(keys) == 2 and not any(key.encode() in copy.read_bytes() for key in keys)
