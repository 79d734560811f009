"""The key that signs seats, in a file outside a PostgreSQL database."""
import asyncio
import os
import shutil

import pytest

from eckstein.cli import run as command
from eckstein.server.database import key_file as module
from eckstein.server.database.store import Store
from eckstein.server.game.tokens import Tokens

from .helpers import LINE, run, secret_of, serving
from .postgres import needs_postgres

KEY = "a key that has more than thirty-two letters"
SETTINGS = "SELECT name, value FROM setting WHERE name IN ('secret', 'key print')"


@pytest.fixture
def file(tmp_path):
    """A file of a key."""
    path = tmp_path / "key"
    path.write_text(f"{KEY}\n")
    path.chmod(0o600)
    return path


def db(url, *words):
    return command(["db", *map(str, words), "-d", url])


def settings_of(url):
    async def ask():
        store = Store(url)
        async with store.engine.connect() as connection:
            found = dict(map(tuple, await connection.exec_driver_sql(SETTINGS)))
        await store.close()
        return found
    return run(ask())


def refused(url, file):
    """What a server says at its start."""
    with pytest.raises(ValueError) as raised:
        run(Store(url, key=file).probe())
    return str(raised.value)


@pytest.mark.parametrize(("text", "told"), [
    (None, "there is no key file {path}"), ("", "{path} holds no key"), ("short\n", "holds no key"),
    (b"\xff" * 40, "{path} cannot be read"), ("abcdefghjk.w 1\n", "holds no key")])
def test_a_file_that_holds_no_key_is_told(file, text, told):
    file.unlink()
    if text is not None:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ValueError, match="key") as raised:
        module.read(file)
    assert told.format(path=file) in str(raised.value)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(ValueError, match="cannot be read"):
        module.read(tmp_path)


def test_a_file_that_others_could_read_is_closed_to_them(file):
    file.chmod(0o644)
    assert module.read(file) == KEY
    assert file.stat().st_mode & 0o777 == 0o600


def test_with_sqlite_the_key_lies_beside_the_database(tmp_path, file, capsys):
    assert command(["serve", "--no-open", "--key", str(file), "-d",
                    str(tmp_path / "games.sqlite")]) == 2
    assert "--key is for PostgreSQL" in capsys.readouterr().err


@needs_postgres
def test_a_new_database_takes_the_key_of_its_first_server(empty_url, file, tmp_path, monkeypatch):
    assert secret_of(empty_url, file) == secret_of(empty_url, file) == KEY
    assert list(settings_of(empty_url)) == ["key print"] and KEY not in str(settings_of(empty_url))
    other = tmp_path / "other"
    other.write_text(f"{KEY} and more\n")
    assert f"{other} is not the key by which the seats" in refused(empty_url, other)
    assert "name it with --key" in refused(empty_url, None)
    monkeypatch.setenv("ECKSTEIN_KEY", str(file))
    assert db(empty_url, "rotate") == 0
    assert len(file.read_text().splitlines()) == 2


@needs_postgres
def test_the_key_moves_out_when_that_is_said_and_back(url, tmp_path, capsys):
    file, key = tmp_path / "key", secret_of(url)
    file.write_text(f"{KEY}\n")
    assert "holds its key itself" in refused(url, file)
    assert db(url, "key", file) == 2
    assert "there is another key in" in capsys.readouterr().err
    file.unlink()
    assert db(url, "key", file) == 0
    assert file.read_text() == f"{key}\n" and os.stat(file).st_mode & 0o777 == 0o600
    assert list(settings_of(url)) == ["key print"]
    assert secret_of(url, file) == key
    assert db(url, "key", tmp_path / "more") == 2
    assert "there is no key in this database" in capsys.readouterr().err
    assert db(url, "downgrade") == 2
    assert "put it back first with eckstein db key FILE --back" in capsys.readouterr().err
    assert db(url, "key", file, "--back") == 0
    assert settings_of(url) == {"secret": key} and secret_of(url) == key
    assert db(url, "downgrade") == 0


@needs_postgres
def test_the_key_stays_while_a_server_runs(url, tmp_path, capsys):
    async def test():
        async with serving(url):
            assert await asyncio.to_thread(db, url, "key", tmp_path / "key") == 2
    run(test())
    assert "a server uses this database; stop it first" in capsys.readouterr().err
    assert not (tmp_path / "key").exists() and list(settings_of(url)) == ["secret"]


@needs_postgres
async def test_keys_rotate_and_a_seat_is_revoked_while_servers_run(url, file, tmp_path, capsys):
    async with serving(url, key=file) as server, server.client() as client:
        made = await server.create()
        assert Tokens(KEY).seat(made["game"], "white") == made["seats"]["white"]
        old = shutil.copyfile(file, tmp_path / "old")
        assert await asyncio.to_thread(db, url, "rotate", "--key", file) == 0
        capsys.readouterr()
        assert await asyncio.to_thread(db, url, "revoke", made["game"], "white", "--key", file) == 0
        link = capsys.readouterr().out.strip()
        server.service._learn(await server.service.store.secret())
        assert (await client.do(made, "white", "move", 1, LINE[0]))["code"] == "not-yours"
        white = made | {"seats": {"white": link.partition("#")[2]}}
        assert (await client.do(white, "white", "move", 1, LINE[0]))["t"] == "done"
        assert (await client.do(made, "black", "move", 2, LINE[1]))["t"] == "done"
        assert "older than the last db rotate or db revoke" in await asyncio.to_thread(
            refused, url, old)


@needs_postgres
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_crash_while_the_file_is_written_costs_no_seat(url, file, monkeypatch, after):
    assert secret_of(url, file) == KEY

    def crash(path, text, real=module.save):
        if after:
            real(path, text)
        raise KeyboardInterrupt
    with monkeypatch.context() as now:
        now.setattr(module, "save", crash)
        with pytest.raises(KeyboardInterrupt):
            run(Store(url, key=file).change_secret(lambda text: f"{text}\n{text} again"))
    assert secret_of(url, file) == (f"{KEY}\n{KEY} again" if after else KEY)
    assert db(url, "rotate", "--key", file) == 0
    assert secret_of(url, file) == file.read_text().strip()
