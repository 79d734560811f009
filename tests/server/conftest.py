"""What tests of the server share."""
import pytest

from .postgres import needs_postgres, running


@pytest.fixture(scope="session")
def cluster():
    """PostgreSQL, which is running."""
    with running() as cluster:
        yield cluster


@pytest.fixture
def url(cluster):
    """The URL of an empty database there."""
    return cluster.new_database()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_postgres)])
def place(request, tmp_path):
    """The URL of a database."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}"
    return request.getfixturevalue("url")
