"""Positions of endings as games: their values and best moves are those of tables."""
import numpy as np
import pytest

from eckstein import Board
from eckstein.cli import run as command
from eckstein.engine.books.values import MATE, score_of
from eckstein.engine.tables import probe
from eckstein.kernel.options import complete
from eckstein.lab.data import DataError, check, read_games
from eckstein.lab.data.endings import exact_positions
from eckstein.lab.data.games import encoding_of
from eckstein.lab.data.inspecting import duplicates

from ..tables.conftest import small_tables, tables  # noqa: F401
from .played import told

pytestmark = pytest.mark.usefixtures("tables")


def drawn(game="contra", count=60, **more):
    return exact_positions(game, complete(game, {}), count, **more)


@pytest.mark.parametrize("game", ["contra", "duell"])
def test_values_and_moves_are_those_of_tables(game):
    games = drawn(game)
    encoding = encoding_of(game, games.options)
    assert len(games) == games.moves == 60 and duplicates(games) == 0
    results = set()
    for i, start in enumerate(games.starts[k] for k in games.start):
        board = Board(game, start)
        known = probe(board)
        value = int(games.values[i])
        score, results = score_of(value), results | {known.value.result}
        assert known.value.result == ("drawn" if value == 0 else "won" if value > 0 else "lost")
        assert value == 0 or abs(value) == MATE - known.value.plies and score.mate
        best = {int(encoding.action_of(board.state, one.move)) for one in known.moves
                if one.value == known.moves[0].value}
        visits = games.visit_actions[games.visit_offsets[i]:games.visit_offsets[i + 1]]
        assert set(visits.tolist()) == best and games.actions[i] in best
        white = board.turn.name == "WHITE"
        assert games.results[i] == (3 if value == 0 else 1 if (value > 0) == white else 2)
    assert len(results) > 1 and (games.visit_counts == 1).all()
    check(games)


def test_they_follow_from_the_seed():
    assert told(drawn(seed=3)) == told(drawn(seed=3)) != told(drawn(seed=4))


def test_a_small_ending_gives_all_that_it_has():
    """Two kings have 5,184 numbers, and some of them are no positions of a running game."""
    games = drawn("duell", 6000)
    assert 4000 < len(games) < 5184 and duplicates(games) == 0


def test_how_many_there_are_is_told():
    seen = []
    drawn(count=5, report=seen.append)
    assert seen == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("game", "options", "said"), [
    ("pur", {}, "no ending of pur can have a table yet"),
    ("contra", {"size": "5"}, "no table of an ending has been built for contra size=5; build one "
                              "with: eckstein tables build contra d-d -o size=5")])
def test_without_a_table_it_says_so(game, options, said):
    with pytest.raises(DataError, match=said):
        exact_positions(game, complete(game, options), 5)


def test_the_command(tmp_path, capsys):
    path = tmp_path / "a.games"
    words = ["data", "endings", "contra", "--positions", "7", "--out", str(path)]
    assert command(words) == 0
    assert "a.games: 7 games, 7 moves" in capsys.readouterr().out
    assert told(read_games(path)) == told(drawn(count=7))
    assert command(["data", "inspect", str(path)]) == 0
    assert "eckstein data endings contra --positions 7 --seed 1" in capsys.readouterr().out
    assert command(["data", "endings", "pur", "--out", str(path)]) == 2
    assert len(read_games(path)) == 7 and np.any(read_games(path).values)
