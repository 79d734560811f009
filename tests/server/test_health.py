"""What a server says of itself is true: its health, and whether it can start at all."""
import os
import resource
import subprocess
import sys

import pytest

from eckstein.server.database.store import Store
from eckstein.server.store.contract import StoreError
from eckstein.server.store.transactions import Transaction

from .helpers import PATIENCE, run, serving


async def health(server):
    async with server.http() as http:
        answer = await http.get("/api/v1/health")
        return answer.status_code, answer.json()["well"], answer.json()["wrong"]


async def test_all_is_well(server):
    assert await health(server) == (200, True, None)


async def test_whoever_asks_for_health_has_something_written(server):
    server.service.rooms.now = lambda: 5
    assert await health(server) == (200, True, None)
    assert await server.service.store.alive() == 5


async def test_a_disk_that_cannot_be_written_is_told(server):
    await server.service.store.writer.ask("query_only=ON")
    assert await health(server) == (503, False, "write")
    await server.service.store.writer.ask("query_only=OFF")
    assert await health(server) == (200, True, None)


async def test_what_was_refused_for_its_length_is_told_at_once(server):
    """A disk that is full may still have room for the little that a look at the health writes."""
    store = server.service.store
    study = Transaction([], studies=[("s" * 10, "x" * 200_000, 1)])
    await store.writer.ask("max_page_count=1")      # no more than there are
    with pytest.raises(StoreError, match="full"):
        await store.write(study)
    await store.stay_alive(1)
    assert await health(server) == (503, False, "write")
    assert await health(server) == (503, False, "write")
    await store.writer.ask(f"max_page_count={2**30}")
    assert await health(server) == (200, True, None)
    await store.writer.ask("max_page_count=1")
    await store.write(study)                        # the room that was found is free
    assert await health(server) == (200, True, None)


async def test_a_database_that_cannot_be_read_is_told(tmp_path, monkeypatch):
    async with serving(tmp_path) as server:
        def away(store):
            raise OSError("the database is away")
        monkeypatch.setattr(Store, "_soon", away)
        assert await health(server) == (503, False, "read")


async def test_a_server_that_stops_is_told(server):
    server.service.rooms.stopping = True
    assert await health(server) == (503, False, "stop")


def start(database, **more):
    """Start a server that cannot; its status and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "eckstein", "serve", "--port", "0", "--no-open", "--database",
         str(database)], capture_output=True, text=True, timeout=PATIENCE, **more)
    return done.returncode, done.stdout, done.stderr


def full_disk():
    """From now on no file grows."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


@pytest.mark.parametrize("games", [0, 1])
def test_a_start_on_a_full_disk_ends_with_a_sentence(tmp_path, games):
    async def make():
        async with serving(tmp_path):
            pass
    if games:
        run(make())
    status, out, err = start(tmp_path / "games.sqlite", preexec_fn=full_disk,
                             env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"})
    assert (status, out) == (2, "")
    assert "the database cannot be used: " in err and "Traceback" not in err
    assert err.count("\n") <= 2


async def test_a_start_on_a_read_only_disk_ends_with_a_sentence(tmp_path):
    async with serving(tmp_path):
        pass
    file = tmp_path / "games.sqlite"
    status, out, err = start(f"sqlite+aiosqlite:///file:{file}?mode=ro&uri=true")
    assert (status, out) == (2, "")
    assert "the database cannot be used: " in err and "readonly database" in err


def test_a_server_that_fails_to_start_has_failed(tmp_path, monkeypatch):
    from eckstein.cli import run as command
    from eckstein.server.service import Service

    async def fail(*arguments):
        raise OSError("something else is gone")
    monkeypatch.setattr(Service, "start", fail)
    assert command(["serve", "--port", "0", "--no-open", "--database",
                    str(tmp_path / "g.sqlite")]) == 2
