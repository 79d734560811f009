"""Databases by their addresses: files of any name, and what hosts of PostgreSQL hand out."""
import asyncio
import sqlite3
from pathlib import Path

import asyncpg
import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as some

from eckstein.cli import run as command
from eckstein.server.database.databases import engine_of, read_url
from eckstein.server.database.store import Store
from eckstein.server.serving.serving import database_url

from .helpers import run
from .postgres import needs_postgres

NAMES = ["100%25 net", "50% off", "a?mode=ro", "a#b", "ü é", "a+b&c=d", "a:b@c", "'\"", "%2e%2e"]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_any_name_is_opened_and_maintained(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    file = folder / f"{name}.sqlite"
    run(Store(database_url(str(file))).probe())
    assert file.read_bytes().startswith(b"SQLite format 3")
    assert {path.name for path in folder.iterdir()} == {file.name, f"{file.name}.key"}
    for words in (["check"], ["backup", str(folder / "copy")], ["export"],
                  ["restore", str(folder / "copy"), "--force"]):
        assert command(["db", *words, "-d", str(file)]) == 0
    with sqlite3.connect(folder / "copy") as copy:
        assert copy.execute("SELECT count(*) FROM game").fetchone() == (0,)


@given(some.text(some.characters(codec="utf-8", exclude_characters="\0/"), min_size=1))
def test_a_path_is_the_same_in_its_address(name):
    path = Path.cwd() / name
    assert sa.make_url(database_url(str(path))).database == str(path.resolve())


def asked_of(monkeypatch, address, **more):
    """How the driver is asked to connect to the database of an address."""
    asked = {}

    async def connect(**arguments):
        asked.update(arguments)
        raise OSError("nobody is there")
    monkeypatch.setattr(asyncpg, "connect", connect)

    async def test():
        engine = engine_of(read_url(address), **more)
        with pytest.raises(OSError, match="nobody is there"):
            async with engine.connect():
                pass
        await engine.dispose()
    asyncio.run(test())
    return asked


@pytest.mark.parametrize(("query", "told"), [
    ("sslmode=require", "sslmode=require"),
    ("sslmode=verify-full&sslrootcert=%2Fetc%2Fca.crt",
     "sslmode=verify-full&sslrootcert=%2Fetc%2Fca.crt"),
    ("sslmode=require&channel_binding=prefer&gssencmode=disable", "sslmode=require"),
    ("application_name=my+club&options=endpoint%3Dcool-1",
     "application_name=my+club&options=endpoint%3Dcool-1"),
    ("target_session_attrs=read-write", "target_session_attrs=read-write")])
def test_parameters_that_hosts_hand_out_come_to_the_driver(monkeypatch, query, told):
    for scheme in ("postgres", "postgresql", "postgresql+asyncpg"):
        asked = asked_of(monkeypatch, f"{scheme}://me:p%40ss@h.example:6432/games?{query}")
        assert asked.pop("dsn") == f"postgresql://?{told}"
        assert {name: asked[name] for name in ("host", "port", "user", "password", "database")} == {
            "host": "h.example", "port": 6432, "user": "me", "password": "p@ss",
            "database": "games"}
        assert "sslmode" not in asked


def test_a_socket_and_the_time_to_connect(monkeypatch):
    asked = asked_of(monkeypatch, "postgresql:///games?host=/run/sql&connect_timeout=30", timeout=4)
    assert (asked["host"], asked["timeout"]) == ("/run/sql", 30)
    assert asked_of(monkeypatch, "postgresql://h/games", timeout=4)["timeout"] == 4
    assert asked_of(monkeypatch, "postgresql://h/g?connect_timeout=0", timeout=4)["timeout"] is None
    assert asked_of(monkeypatch, "postgresql://h/g?ssl=require")["ssl"] == "require"


def test_certificates_of_the_system(monkeypatch):
    asked = asked_of(monkeypatch, "postgresql://h/g?sslmode=verify-full&sslrootcert=system")
    assert asked["ssl"].check_hostname and asked["ssl"].verify_mode
    assert asked["dsn"] == "postgresql://?sslmode=verify-full"


@pytest.mark.parametrize(("query", "why"), [
    ("channel_binding=require", "channel_binding=require in the address"),
    ("gssencmode=require", "gssencmode=require in the address"),
    ("pgbouncer=true", "pgbouncer=true in the address"),
    ("sslmode=require&schema=public", "schema=public in the address"),
    ("connect_timeout=soon", "connect_timeout=soon in the address"),
    ("sslrootcert=system&sslmode=require", "needs sslmode=verify-full")])
def test_what_is_not_supported_is_named(query, why, capsys):
    with pytest.raises(ValueError, match=why):
        database_url(f"postgresql://me:secret@h/games?{query}")
    assert command(["db", "check", "-d", f"postgresql://me:secret@h/games?{query}"]) == 2
    told = capsys.readouterr().err
    assert why in told and "secret" not in told and len(told.splitlines()) == 1


@pytest.mark.parametrize("address", ["postgresql://me@h:port/g", "postgresql://[::1/g",
                                     "postgresql://h1:1,h2:2/g"])
def test_what_is_no_address_is_said(address):
    with pytest.raises(ValueError, match="is not the address of a database"):
        database_url(address)


@needs_postgres
@pytest.mark.parametrize("query", ["sslmode=disable&application_name=my%20club",
                                   "sslmode=prefer&application_name=my+club&connect_timeout=60"])
def test_a_database_with_parameters_is_used(url, query):
    address = database_url(f"{url.replace('postgresql+asyncpg', 'postgres')}?{query}")
    run(Store(address).probe())

    async def named():
        engine = engine_of(address)
        async with engine.connect() as connection:
            name = await connection.scalar(sa.text("SELECT current_setting('application_name')"))
        await engine.dispose()
        return name
    assert asyncio.run(named()) == "my club"
    assert command(["db", "check", "-d", address]) == 0


@needs_postgres
@pytest.mark.parametrize(("query", "why"), [
    ("sslmode=require", "rejected SSL upgrade"), ("sslmode=sometimes", "sslmode"),
    ("sslmode=verify-ca&sslrootcert=/nowhere/ca.crt", "No such file"),
    ("target_session_attrs=nonsense", "target_session_attrs")])
def test_what_the_driver_refuses_is_a_sentence(url, query, why, capsys):
    address = f"{url}?{query}"
    assert command(["db", "check", "-d", address]) == 2
    assert command(["db", "upgrade", "-d", address]) == 2
    for told in capsys.readouterr().err.splitlines():
        assert told.startswith("eckstein: ") and why in told
    with pytest.raises(ValueError, match=why):
        run(Store(database_url(address)).probe())
