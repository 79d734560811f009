"""What tests of the server share."""
import pytest

from .postgres import running


@pytest.fixture(scope="session")
def cluster():
    """PostgreSQL, which is running."""
    with running() as cluster:
        yield cluster


@pytest.fixture
def url(cluster):
    """The URL of an empty database there."""
    return cluster.new_database()
