"""Tables of the small endings, built once for all tests here."""
import os
import shutil

import pytest

from eckstein.engine.tables import endings_of
from eckstein.engine.tables.endings import ending_named
from eckstein.kernel.options import complete
from eckstein.lab.tables.building import build, work


def build_one(game, name, **options):
    """Build the table of an ending where the environment says; return the ending."""
    known = endings_of(game, complete(game, options))
    for ending in known:
        build(work(ending, 1), known[:ending.number])
        if ending.name == name:
            return ending
    raise AssertionError(name)


@pytest.fixture(scope="session")
def small_tables(tmp_path_factory):
    """A folder of data with the tables of two bare kings, and of one die against one."""
    folder = tmp_path_factory.mktemp("tables")
    before = os.environ.get("ECKSTEIN_DATA")
    os.environ["ECKSTEIN_DATA"] = str(folder)
    try:
        build_one("duell", "K-K")
        build_one("contra", "d-d")
    finally:
        del os.environ["ECKSTEIN_DATA"]
        if before is not None:
            os.environ["ECKSTEIN_DATA"] = before
    return folder


@pytest.fixture
def tables(small_tables, monkeypatch):
    """These tables, as the user's own."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(small_tables))
    return small_tables / "tables"


@pytest.fixture
def ending(tables, tmp_path, monkeypatch):
    """Two bare kings, with a table of their own that a test may spoil."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    shutil.copytree(tables, tmp_path / "tables")
    return ending_named("duell", {}, "K-K")
