"""Python in a browser, here under Node: games, searches and levels are the same as elsewhere."""
import hashlib
import subprocess
from pathlib import Path

import pytest

from eckstein.kernel.binding import HOME

from ..ahead.programs import NODE, need_node
from .coached import coached
from .exact import exact
from .facts import facts

HERE = Path(__file__).parent
PACKED = HOME.with_name("eckstein_browser") / "web" / "worker" / "eckstein.zip.zst"

pytestmark = [need_node, pytest.mark.skipif(not PACKED.exists(),
                                           reason="not packed for browsers: make web")]


GAMES = ["pur", "contra", "ecke", "duell", "echek"]


def yielded(module, expression):
    """The lines that an expression yields in Node, where Python takes seconds to begin."""
    done = subprocess.run([NODE, str(HERE / "pyodide.mjs"), str(HERE / module), expression],
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def told():
    """The facts of each game, told by one process."""
    found = {game: [] for game in GAMES}
    for line in yielded("facts.py", f"(f'{{game}} {{line}}' for game in {GAMES}"
                                    " for line in facts(game))"):
        game, _, fact = line.partition(" ")
        found[game].append(fact)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_games_searches_and_levels_are_the_same(game, told, monkeypatch):
    monkeypatch.delenv("ECKSTEIN_BOOKS")        # level 9 plays from the book of the package
    assert told[game][0] == "library"
    assert told[game][1:] == list(facts(game))[1:]


@pytest.mark.long
def test_the_coach_says_the_same():
    told = yielded("coached.py", f"(line for game in {GAMES} for line in coached(game))")
    assert len(told) > 20
    assert told == [line for game in GAMES for line in coached(game)]


def test_endings_have_their_exact_values(with_tables):
    assert yielded("exact.py", "exact()") == list(exact())


def test_all_that_is_packed_can_be_imported():
    assert yielded("imports.py", "failing()") == ["eckstein.kernel.jit: No module named 'numba'"]


def test_sources_that_libraries_are_checked_by_are_packed_as_they_are():
    told = dict(line.split() for line in yielded("imports.py", "digests('duell')"))
    assert len(told) > 10
    assert told == {name: hashlib.sha256((HOME / name).read_bytes()).hexdigest() for name in told}
