"""Positions of endings among what a net learns from."""
import numpy as np
import pytest

from eckstein import Board
from eckstein.engine.tables import NoTableError, endings_of, probe
from eckstein.kernel.options import complete, defaults, own_values
from eckstein.kernel.specialise import specialise
from eckstein.lab.data import write_games
from eckstein.lab.nets import endings, making, training
from eckstein.lab.nets.endings import positions_of_endings

from ..data.played import many
from .test_inputs import on
from .test_training import SMALL, with_values

pytestmark = pytest.mark.usefixtures("with_tables")
AIMS = {"won": 0.98, "drawn": 0.5, "lost": 0.02}


def own(game):
    return own_values(defaults(game))


def walked(game, ending, seed, count, excluded=()):
    """So many random positions of an ending, and their values."""
    known = endings_of(game, complete(game, {}))[ending]
    return [one for one, _ in zip(endings._positions(known, seed, excluded), range(count),
                                  strict=False)]


@pytest.mark.parametrize("game", ["contra", "duell"])
def test_random_positions_of_endings_have_the_aims_of_their_tables(game):
    found = positions_of_endings(game, own(game), 60, 3)
    network = specialise("kernel", game, compiled=False).network
    assert len(found) == 60 and set(found.aims) <= set(np.float32([*AIMS.values()]))
    for number, (p, value) in enumerate(walked(game, 0, 3, 60)):
        board = Board(game)
        board._set(p, board.origin)
        assert not board.is_game_over() and probe(board).value == value
        assert found.aims[number] == np.float32(AIMS[value.result])
        white = on(network, p)
        views = white, [network.mirrored(row) for row in white]
        for view, rows in zip(views[::-1] if p.side else views, found.rows[number], strict=True):
            assert rows.tolist() == view + [network.INPUTS] * (network.MOST - len(view))


def test_a_seed_gives_the_same_positions_and_another_gives_others():
    one, again, other = (positions_of_endings("contra", own("contra"), 50, seed)
                         for seed in (1, 1, 2))
    assert one.rows.tobytes() == again.rows.tobytes() != other.rows.tobytes()
    assert one.aims.tobytes() == again.aims.tobytes() != other.aims.tobytes()


def test_positions_can_be_excluded_by_their_keys():
    rules = specialise("games.contra", "contra", compiled=False)
    all_of_them = [rules.key(p) for p, _ in walked("contra", 0, 1, 30)]
    excluded = {all_of_them[0], all_of_them[7]}
    left = [rules.key(p) for p, _ in walked("contra", 0, 1, 28, excluded)]
    assert left == [key for key in all_of_them if key not in excluded]
    whole = positions_of_endings("contra", own("contra"), 30, 1)
    part = positions_of_endings("contra", own("contra"), 29, 1, {all_of_them[7]})
    assert part.rows.tolist() == [*whole.rows[:7].tolist(), *whole.rows[8:].tolist()]


@pytest.mark.parametrize(("game", "options"), [("pur", {}), ("echek", {}),
                                               ("contra", {"arrival_wins": True})])
def test_a_game_without_small_tables_has_no_such_positions(game, options):
    assert len(positions_of_endings(game, own_values(complete(game, options)), 50, 1)) == 0


def test_a_table_that_is_missing_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_TABLES", str(tmp_path))
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    with pytest.raises(NoTableError, match=r"^the table of contra d-d has not been built; build it "
                                           "with: eckstein tables build contra d-d$"):
        positions_of_endings("contra", own("contra"), 5, 1)


@pytest.fixture
def small_batches(monkeypatch):
    monkeypatch.setattr(training, "BATCH", SMALL)
    monkeypatch.setattr(making, "BATCH", SMALL)


def trained(tmp_path, game, count=120, said=None, **settings):
    """A net trained on games made by chance."""
    path = tmp_path / f"{game}.games"
    if not path.exists():
        write_games(path, with_values(many(game, count)), "by chance")
    return making.make_net(tmp_path / "a.net", game, [path],
                           training.Settings(epochs=3, blend=1.0, **settings),
                           (said if said is not None else []).append)


def test_a_net_learns_what_is_won_and_lost(tmp_path, small_batches):
    said = []
    taught = trained(tmp_path, "contra", said=said)
    assert "15% of each batch are positions of endings: d-d" in said
    control = trained(tmp_path, "contra", endings=0.0)
    asked = positions_of_endings("contra", own("contra"), 2000, 99)
    shares = [making._right(np.frombuffer(made.net.rows, "<i2").reshape(-1, training.LANES), asked)
              for made in (taught, control)]
    assert shares[0] > shares[1] + 0.05
    told = float(said[-1].removeprefix("of won and lost positions of endings ").split("%")[0])
    assert abs(told / 100 - shares[0]) < 0.05


@pytest.mark.long
def test_equal_trainings_give_equal_nets(tmp_path, small_batches):
    one, again, other = (trained(tmp_path, "contra", seed=seed).net.rows for seed in (1, 1, 2))
    assert one == again != other


@pytest.mark.long
def test_a_game_without_tables_is_trained_on_games_alone(tmp_path, small_batches):
    said = []
    made = trained(tmp_path, "pur", said=said)
    assert "endings=0.0" in made.net.header.how
    assert not any("endings" in line for line in said)
