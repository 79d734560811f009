"""What tests of the server share."""
import functools
import io
import json
import logging
import ssl
from types import SimpleNamespace

import pytest

from eckstein.server.database import postgres_writer, store
from eckstein.server.database.cluster import node
from eckstein.server.rooms import rooms
from eckstein.server.serving import logs

from .helpers import PATIENCE, cheap_passwords, limited, new_file, serving, url_of_file
from .postgres import needs_postgres, running
from .workers import handed_on


@pytest.fixture(scope="session", autouse=True)
def certificates_read_once():
    """Clients of httpx share the hundred certificates that they trust, and ask none of them."""
    make = ssl.create_default_context
    from_file = functools.cache(lambda file: make(cafile=file))

    def made_once(*words, **options):
        if not words and options.keys() == {"cafile"}:
            return from_file(options["cafile"])
        return make(*words, **options)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ssl, "create_default_context", made_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def workers_handed_on():
    """Servers in this process take over each other's processes for slow work."""
    new_file()              # while tables, and steps to them, are what they are
    with handed_on():
        yield


@pytest.fixture(autouse=True)
def cheap(monkeypatch):
    """Passwords that cost next to nothing, and limits that one test does not reach."""
    for name in ("accounts", "sign-ins", "sign-ins-to-one"):
        limited(monkeypatch, name, 1000)
    with cheap_passwords():
        yield


@pytest.fixture(autouse=True)
def slow_disk(monkeypatch):
    """A disk may stand still for a while; tests of databases that do not answer set their time."""
    for module in (postgres_writer, store, node):
        monkeypatch.setattr(module, "ANSWER_SECONDS", PATIENCE)
    monkeypatch.setattr(rooms, "BUSY_SECONDS", PATIENCE)


@pytest.fixture(params=[True, False], ids=["json", "text"])
def logged(request, monkeypatch):
    """Logs as a server sets them up; gives what has been logged, if JSON as objects."""
    root, stream = logging.getLogger(), io.StringIO()
    level = root.level
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(logs, "sys", SimpleNamespace(stderr=stream))
    logs.set_up_logs(as_json=request.param)
    yield lambda: (list(map(json.loads, stream.getvalue().splitlines())) if request.param
                   else stream.getvalue())
    root.setLevel(level)


@pytest.fixture
async def server(tmp_path):
    """A server in this process, with an empty database of its own."""
    async with serving(tmp_path) as server:
        yield server


@pytest.fixture
async def client(server):
    """A client of this server."""
    async with server.client() as client:
        yield client


@pytest.fixture
async def http(server):
    """A client of its HTTP API, and of all else under its address."""
    async with server.http() as http:
        yield http


@pytest.fixture
def ask(http):
    """A function that asks for something, and checks the status of the answer."""
    async def ask(method, path, status=200, **options):
        answer = await http.request(method, path, **options)
        assert answer.status_code == status, answer.text
        return answer
    return ask


@pytest.fixture
async def made(server):
    """A new game of Contra there, whose two seats are free."""
    return await server.create()


@pytest.fixture(scope="session")
def cluster():
    """PostgreSQL, which is running."""
    with running() as cluster:
        yield cluster


@pytest.fixture
def url(cluster):
    """The URL of a database there, with its tables and nothing in them."""
    return cluster.new_database()


@pytest.fixture
def empty_url(cluster):
    """The URL of a database there without any table."""
    return cluster.new_database(template="template1")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_postgres)])
def place(request, tmp_path):
    """The URL of a database."""
    if request.param == "sqlite":
        return url_of_file(tmp_path)
    return request.getfixturevalue("url")
