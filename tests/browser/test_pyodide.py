"""Python in a browser, here under Node: games, searches and levels are the same as elsewhere."""
import hashlib
import subprocess
from pathlib import Path

import pytest

from eckstein.kernel.binding import HOME

from ..ahead.programs import NODE, need_node
from .exact import exact
from .facts import facts

HERE = Path(__file__).parent
PACKED = HOME.with_name("eckstein_browser") / "web" / "worker" / "eckstein.zip.zst"

pytestmark = [need_node, pytest.mark.skipif(not PACKED.exists(),
                                           reason="not packed for browsers: make web")]


@pytest.mark.parametrize("game", ["pur", "contra", "ecke", "duell", "echek"])
def test_games_searches_and_levels_are_the_same(game, monkeypatch):
    monkeypatch.delenv("ECKSTEIN_BOOKS")        # level 9 plays from the book of the package
    done = subprocess.run([NODE, str(HERE / "pyodide.mjs"), str(HERE / "facts.py"),
                           f"facts({game!r})"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.splitlines()
    assert told[0] == "library"
    assert told[1:] == list(facts(game))[1:]


def test_endings_have_their_exact_values(with_tables):
    done = subprocess.run([NODE, str(HERE / "pyodide.mjs"), str(HERE / "exact.py"), "exact()"],
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == list(exact())


def test_all_that_is_packed_can_be_imported():
    done = subprocess.run([NODE, str(HERE / "pyodide.mjs"), str(HERE / "imports.py"), "failing()"],
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["eckstein.kernel.jit: No module named 'numba'"]


def test_sources_that_libraries_are_checked_by_are_packed_as_they_are():
    done = subprocess.run([NODE, str(HERE / "pyodide.mjs"), str(HERE / "imports.py"),
                           "digests('duell')"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    told = dict(line.split() for line in done.stdout.splitlines())
    assert len(told) > 10
    assert told == {name: hashlib.sha256((HOME / name).read_bytes()).hexdigest() for name in told}
