"""Self-play and training in turn: what is learned, and what is left after any stop."""
from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from eckstein.base import sealed
from eckstein.cli import run as command
from eckstein.engine.batch.tree_search import TreeSearch
from eckstein.engine.zero.network import forward
from eckstein.engine.zero.network_file import read_network
from eckstein.lab.arena.statistics import elo_of
from eckstein.lab.data import check, read_games
from eckstein.lab.zero import folder as folder_module
from eckstein.lab.zero import loop, self_play
from eckstein.lab.zero.folder import Folder, Row, Strength, ZeroError, read_state
from eckstein.lab.zero.loop import Measure, Workers, run
from eckstein.lab.zero.measuring import measured
from eckstein.lab.zero.settings import Settings

from ..cluster.fake import connect
from ..sealed import flip
from .networks import network

SECOND = 1 / 3600
TINY = Settings(game="contra", hidden=(2,), simulations=4, fast_simulations=2, games=6,
                max_plies=5, batch_size=16)


@pytest.fixture
def clock(monkeypatch):
    """A processor that takes a second for each unit and for each training; units have 4 games."""
    seconds = iter(range(10**6))
    for module in (loop, self_play):
        monkeypatch.setattr(module, "time", SimpleNamespace(process_time=seconds.__next__))
    monkeypatch.setattr(self_play, "UNIT", 4)


def left(folder):
    """What stands in a folder of a training in the end."""
    state, pieces = read_state(folder / "training.state")
    return state, pieces, sorted(
        (path.name, read_network(path)[1].weights[0].tobytes())
        for path in (folder / "networks").iterdir()), sorted(
        (path.name, read_games(path).actions.tobytes()) for path in (folder / "games").iterdir())


@pytest.mark.long
def test_a_small_game_is_learned_to_its_solved_values(tmp_path):
    """Contra on 3 x 3: values of the trained network are those that trees prove."""
    settings = Settings(game="contra", options={"size": "3"}, hidden=(32,), simulations=16,
                        fast_simulations=8, full_share=0.5, games=128, random_plies=6, window=4,
                        reuse=8, learning_rate=0.01, batch_size=64, max_plies=60)
    batch = settings.batch(400, random_plies=8, seed=99)
    found = TreeSearch(batch, 1000, seed=1).run("evaluation")
    decided = found.proven & (np.abs(found.values) == 1)
    assert decided.sum() > 300

    def agreement(iteration):
        _, made = read_network(tmp_path / "networks" / f"{iteration:05}.network")
        _, values = forward(made.shape, made.weights, batch.observations, batch.scalars)
        return (np.sign(values) == found.values)[decided].mean()
    seconds = 0
    while not (tmp_path / "networks" / "00004.network").exists():
        seconds = run(tmp_path, settings, seconds * SECOND + 1e-9, lambda row: None).last.seconds
    assert agreement(4) > 0.88 > 0.6 > agreement(0)


def test_iterations_leave_networks_games_and_a_curve(clock, tmp_path):
    rows = []
    state = run(tmp_path, TINY, 9 * SECOND, rows.append)
    assert [row.iteration for row in rows] == [1, 2, 3] and list(state.rows[1:]) == rows
    assert [row.seconds for row in rows] == [3, 6, 9] and [row.games for row in rows] == [6, 12, 18]
    assert len(list((tmp_path / "networks").iterdir())) == 4
    for row in rows:
        games = Folder(tmp_path, TINY).games(range(row.iteration, row.iteration + 1))
        check(games)
        assert len(games) == 6 and games.moves == row.positions - state.rows[
            row.iteration - 1].positions
        assert np.diff(games.visit_offsets).any()
    lines = (tmp_path / "curve.tsv").read_text().splitlines()
    assert len(lines) == 5 and lines[4].startswith("3\t0.0025\t18\t")
    assert run(tmp_path, TINY, 9 * SECOND, rows.append) == state and len(rows) == 3


def test_only_a_window_of_games_is_kept(clock, tmp_path):
    settings = msgspec.structs.replace(TINY, window=2)
    run(tmp_path, settings, 12 * SECOND, lambda row: None)
    assert sorted({path.name[:5] for path in (tmp_path / "games").iterdir()}) == ["00003", "00004"]


def test_what_is_stopped_anywhere_ends_as_if_it_had_not_been(clock, monkeypatch, tmp_path):
    """The power fails at each file in turn: of a unit, a network, the state, the curve."""
    class PowerFailure(BaseException):
        pass

    def failing(save):
        def saved(path, *given):
            if len(written) == at:
                raise PowerFailure
            written.append(path)
            return save(path, *given)
        return saved
    run(tmp_path / "whole", TINY, 3 * SECOND, lambda row: None)
    for at in range(10):
        written, folder = [], tmp_path / f"cut-{at}"
        with monkeypatch.context() as patch, pytest.raises(PowerFailure):
            for module, name in ((sealed, "save_pieces"), (folder_module, "save_bytes"),
                                 (folder_module, "save_text")):
                patch.setattr(module, name, failing(getattr(module, name)))
            run(folder, TINY, 3 * SECOND, lambda row: None)
        state = run(folder, TINY, 3 * SECOND, lambda row: None)
        assert left(folder)[1:] == left(tmp_path / "whole")[1:]
        assert state.last.seconds >= 3          # what was lost may have cost more


def test_several_processes_and_a_cluster_play_the_same(clock, monkeypatch, tmp_path):
    connect(monkeypatch)
    for name, workers in (("one", Workers()), ("two", Workers(2)),
                          ("ray", Workers(1, "10.0.0.5:6379"))):
        run(tmp_path / name, TINY, SECOND / 2, lambda row: None, workers)
    one, two, ray = (left(tmp_path / name)[1:] for name in ("one", "two", "ray"))
    assert one == two == ray


def test_another_training_in_a_folder_is_refused(clock, tmp_path):
    run(tmp_path, TINY, 0, lambda row: None)
    with pytest.raises(ZeroError, match=r"was begun with hidden \(2,\), not \(3,\); give"):
        run(tmp_path, msgspec.structs.replace(TINY, hidden=(3,)), 0, lambda row: None)
    with pytest.raises(ZeroError, match="was begun with seed 0, not 5"):
        run(tmp_path, msgspec.structs.replace(TINY, seed=5), 0, lambda row: None)


def test_whatever_is_damaged_in_a_folder_is_made_again(clock, tmp_path):
    """Games that are learned from later, or were just played, and the state itself."""
    settings = msgspec.structs.replace(TINY, window=2)
    whole, cut, notes = tmp_path / "whole", tmp_path / "cut", []
    run(whole, settings, 12 * SECOND, lambda row: None)         # four iterations
    run(cut, settings, 9 * SECOND, lambda row: None)
    games = sorted((cut / "games").iterdir())
    assert [path.name[:5] for path in games] == ["00002"] * 2 + ["00003"] * 2
    flip(games[2])
    games[3].write_bytes(b"")
    flip(cut / "training.state")        # so the third iteration is made again
    run(cut, settings, 12 * SECOND, lambda row: None, note=notes.append)
    assert [note.partition(" is ")[0] for note in notes] == [
        str(cut / "training.state"), str(games[2]), str(games[3])]
    assert notes[1].endswith("; it is 00003-00000.games.damaged now, and is made again")
    for path in cut.rglob("*.damaged"):
        path.unlink()
    assert left(cut)[1:] == left(whole)[1:]


def test_games_of_before_are_made_again_by_the_network_that_played_them(clock, tmp_path):
    settings = msgspec.structs.replace(TINY, window=2)
    run(tmp_path / "whole", settings, 12 * SECOND, lambda row: None)
    for name, lost in (("damaged", flip), ("gone", Path.unlink)):
        folder, notes = tmp_path / name, []
        run(folder, settings, 9 * SECOND, lambda row: None)
        lost(folder / "games" / "00003-00004.games")
        state = run(folder, settings, 12 * SECOND, lambda row: None, note=notes.append)
        assert len(notes) == (name == "damaged")
        for path in folder.rglob("*.damaged"):
            path.unlink()
        assert left(folder)[1:] == left(tmp_path / "whole")[1:]
        assert state.last.seconds == 12         # what was played twice counts once


def test_without_its_network_a_training_goes_on_without_some_games(clock, tmp_path):
    settings, notes = msgspec.structs.replace(TINY, window=2), []
    run(tmp_path, settings, 9 * SECOND, lambda row: None)
    flip(tmp_path / "games" / "00003-00004.games")
    flip(tmp_path / "networks" / "00002.network")
    rows = []
    run(tmp_path, settings, 12 * SECOND, rows.append, note=notes.append)
    assert [row.iteration for row in rows] == [4]
    assert "00002.network is damaged" in notes[1] and notes[1].startswith(
        "iteration 3 is learned from without some of its games: ")
    assert not (tmp_path / "games" / "00003-00004.games").exists()


def test_a_training_without_any_state_says_what_is_left(clock, tmp_path):
    run(tmp_path, TINY, 3 * SECOND, lambda row: None)
    flip(tmp_path / "training.state")
    flip(tmp_path / "training.before")
    with pytest.raises(ZeroError, match="has networks, and no state from which their training"):
        run(tmp_path, TINY, 3 * SECOND, lambda row: None)


def test_a_damaged_state_before_the_first_iteration_is_made_again(clock, tmp_path):
    run(tmp_path, TINY, 0, lambda row: None)
    flip(tmp_path / "training.state")
    assert run(tmp_path, TINY, 3 * SECOND, lambda row: None).last.iteration == 1


def test_strength_is_measured_now_and_then(clock, tmp_path):
    measure = Measure(("random", "greedy"), games=4, every=6 * SECOND, simulations=4)
    state = run(tmp_path, TINY, 12 * SECOND, lambda row: None, measure=measure)
    assert [len(row.strength) for row in state.rows] == [0, 0, 2, 0, 2]
    assert [one.opponent for one in state.last.strength] == ["random", "greedy"]
    lines = (tmp_path / "curve.tsv").read_text().splitlines()
    head, *rows = [line.split("\t") for line in lines]
    assert head[8:10] == ["taught", "accuracy"]
    assert head[10:] == [f"{name} {what}" for name in ("random", "greedy")
                        for what in ("games", "score", "elo", "low", "high")]
    assert [len(row) for row in rows] == [20] * 5 and rows[1][9:] == [""] * 11
    told, last = dict(zip(head, rows[4], strict=True)), state.last.strength[0]
    assert [float(told[f"random {what}"]) for what in ("games", "score", "elo", "low", "high")
            ] == pytest.approx([last.games, last.score, elo_of(last.score), last.low, last.high],
                               abs=0.5)
    assert last.low <= last.elo <= last.high


def test_elo_of_all_points_and_of_none_is_infinite_and_of_half_0():
    told = [f"{Strength('random', 4, score, -1.0, 1.0).elo:.0f}" for score in (0, 0.5, 1)]
    assert told == ["-inf", "0", "inf"]


def test_a_row_tells_all_its_numbers_by_names():
    row = Row(iteration=3, seconds=7.5, games=6, positions=60, plies=10, drawn=0.5, policy_loss=1.5,
              value_loss=0.25, strength=(Strength("level:1", 40, 0.5, -50.0, 50.0),))
    assert row.values() == {
        "seconds": 7.5, "games": 6, "positions": 60, "plies": 10, "drawn": 0.5, "policy_loss": 1.5,
        "value_loss": 0.25, "lessons": 0, "taught": 0, "level:1/games": 40, "level:1/score": 0.5,
        "level:1/elo": 0, "level:1/low": -50, "level:1/high": 50}


def test_a_log_has_all_iterations_also_of_a_folder_that_was_not_logged(clock, tmp_path):
    words = ["learn", "zero", "contra", "--out", str(tmp_path), "--hidden", "2", "--simulations",
             "4", "--games", "6", "-o", "size=3", "--hours"]
    assert command([*words, str(2.5 * SECOND)]) == 0
    log = tmp_path / "log.csv"
    for hours in (2.5, 8.5, 8.5):
        assert command([*words, str(hours * SECOND), "--csv", str(log)]) == 0
    lines = [line.split(",") for line in log.read_text().splitlines()]
    rows = read_state(tmp_path / "training.state")[0].rows
    assert [int(step) for step, name, _ in lines[1:] if name == "games"] == [
        row.iteration for row in rows]
    assert [float(value) for _, name, value in lines[1:] if name == "seconds"] == [
        row.seconds for row in rows]
    assert len(rows) > 2


def test_games_that_measure_strength_come_again():
    """A network that knows nothing has wins in its tree, and beats who plays by chance."""
    settings = Settings(game="contra", hidden=(2,))
    one, two = (measured(settings, network()[0], "random", 5, 30, seed=1) for _ in range(2))
    assert one == two and one.games == 4 and one.score > 0.5


def test_the_command(tmp_path, capsys):
    words = ["learn", "zero", "contra", "--out", str(tmp_path / "a"), "--hidden", "2", "--hours"]
    assert command([*words, "0"]) == 0
    assert "00000.network: iteration 0, 0.00 hours, 0 games" in capsys.readouterr().out
    assert command([*words, "0", "--seed", "3"]) == 2
    assert "was begun with seed 0, not 3" in capsys.readouterr().err
    for hidden in ("", "2,x", "0", "99999"):
        assert command([*words[:-3], "--hidden", hidden]) == 2
        assert "--hidden: expected numbers of units" in capsys.readouterr().err
