"""What tests of the server share."""
import functools
import ssl

import pytest

from .postgres import needs_postgres, running
from .tables_once import tables_made_once


@pytest.fixture(scope="session", autouse=True)
def quick_tables():
    """Servers in this process make the tables of empty databases quickly."""
    with tables_made_once():
        yield


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
        return f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}"
    return request.getfixturevalue("url")
