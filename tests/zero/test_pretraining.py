"""Lessons from files of games before self-play: what they teach, what any stop leaves."""
import dataclasses
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from eckstein.base import sealed
from eckstein.base.sealed import Kind
from eckstein.cli import run as command
from eckstein.engine.books.values import MATE
from eckstein.engine.zero.network_file import read_network
from eckstein.lab.data import NO_VALUE, DataError, Recorder, read_games, write_games
from eckstein.lab.data.games import joined
from eckstein.lab.data.targets import logistic
from eckstein.lab.learning import BatchGame
from eckstein.lab.zero import folder as folder_module
from eckstein.lab.zero import loop, pretraining, self_play
from eckstein.lab.zero.folder import KIND, ZeroError
from eckstein.lab.zero.loop import Measure, run
from eckstein.lab.zero.pretraining import Course
from eckstein.lab.zero.settings import Settings

from ..sealed import flip
from .test_loop import SECOND, left
from .test_training import samples

TINY = Settings(game="contra", hidden=(4,), simulations=4, fast_simulations=2, games=6,
                max_plies=5, batch_size=16)
LESSONS = 6                 # of the files below in two epochs


def small(patch):
    """A processor that takes a second for each unit, training and lesson, which are small."""
    seconds = iter(range(10**6))
    for module in (loop, self_play, pretraining):
        patch.setattr(module, "time", SimpleNamespace(process_time=seconds.__next__))
    patch.setattr(self_play, "UNIT", 4)
    patch.setattr(pretraining, "LESSON", 350)


@pytest.fixture
def clock(monkeypatch):
    """Work is small, and takes whole seconds."""
    small(monkeypatch)


def settled(count, seed=1, game="contra", **options):
    """Games of a player who always makes the legal move with the highest number, after a random
    opening, and who believes that he is winning.
    """
    batch = BatchGame(game, count, seed=seed, autoreset="off", masks=None, random_plies=6,
                      **options)
    recorder = Recorder(batch)
    while (going := batch.legal_count > 0).any():
        places = np.arange(batch.legal.shape[1]) < batch.legal_count[:, None]
        recorder.step(np.where(places, batch.legal, 0).max(1), np.where(going, 0.5, 0))
    return recorder.take()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Two files of such games."""
    folder = tmp_path_factory.mktemp("files")
    found = [folder / "one.games", folder / "two.games"]
    for seed, path in enumerate(found):
        write_games(path, settled(40, 1000 * seed), "by hand")
    return found


def taught(folder, files, hours=LESSONS * SECOND, settings=TINY, **more):
    """The state after lessons, and nothing else, unless there are more hours."""
    return run(folder, settings, hours, lambda row: None, files=files, **more)


def test_what_positions_teach(files):
    """The first was visited, the second only played; the third has no value; the last is won."""
    course = Course(msgspec.structs.replace(TINY, blend=0.75, smoothing=0.3), files)
    course._slope = 0.01
    given = samples(4, actions=np.array([0, 1, 2, 0]), results=np.array([1, -1, 0, 1], np.int8),
                    values=np.array([100, -100, NO_VALUE, MATE - 3], np.int16),
                    masks=np.array([[1, 1, 1], [1, 1, 0], [1, 1, 1], [1, 0, 0]], np.uint8),
                    policies=np.array([[0, 0.25, 0.75]] + 3 * [[0, 0, 0]], np.float32))
    found = course.batch(given)
    assert found.policies == pytest.approx(np.array(
        [[0, 0.25, 0.75], [0.15, 0.85, 0], [0.1, 0.1, 0.8], [1, 0, 0]]))
    chances = 0.75 * logistic(np.array([1.0, -1.0])) + [0.25, 0]
    assert found.values == pytest.approx(np.array([*(2 * chances - 1), 0, 1]), abs=1e-6)
    assert found.values.dtype == np.float32
    assert course.batch(given, smoothing=0.0).policies[1].tolist() == [0, 1, 0]
    alone = course.batch(dataclasses.replace(given, policies=None))
    assert alone.policies[0] == pytest.approx(np.array([0.8, 0.1, 0.1]))


def test_moves_are_learned_and_measured_by_games_held_out(clock, files, tmp_path):
    settings = msgspec.structs.replace(TINY, hidden=(64,), epochs=12, learning_rate=0.002,
                                       averaging=0.9)
    rows = []
    state = run(tmp_path, settings, 36 * SECOND, rows.append, files=files)
    assert [row.lessons for row in rows] == list(range(1, 37)) and state.rows == (rows[-1],)
    first, last = rows[0], rows[-1]
    assert last.accuracy > 0.9 > first.accuracy
    assert last.policy_loss < 0.5 < first.policy_loss and last.value_loss < first.value_loss
    games = read_games(*files)
    learned = games.select(~games.held_out())
    assert last.taught == 12 * (learned.moves - learned.random_plies.sum())


def test_games_that_are_held_out_teach_nothing(clock, files, monkeypatch, tmp_path):
    """They change the measures, and not how much is learned."""
    games = read_games(*files)
    held = games.held_out()
    assert 1 < held.sum() < len(games) / 8
    few = tmp_path / "few.games"
    write_games(few, games.select(~held | (np.cumsum(held) == 1)), "by hand")
    one, two = (taught(tmp_path / name, given) for name, given in (("all", files), ("few", [few])))
    assert one.last.policy_loss != two.last.policy_loss and one.last.taught == two.last.taught


def test_equal_trainings_give_equal_bytes(files, monkeypatch, tmp_path):
    """Whatever the order and the names of the files, and whether a file is given twice."""
    other = tmp_path / "a.games"
    other.write_bytes(files[1].read_bytes())
    found = []
    for name, given in (("one", files), ("two", [other, files[0], files[1]])):
        with monkeypatch.context() as patch:
            small(patch)
            taught(tmp_path / name, given, (LESSONS + 2) * SECOND)
        state, pieces, networks, games = left(tmp_path / name)
        found.append((pieces, networks, games, state.rows))
    assert found[0] == found[1] and len(found[0][1]) > 1


@pytest.mark.long
def test_lessons_that_are_stopped_anywhere_end_as_if_they_had_not_been(clock, files, monkeypatch,
                                                                      tmp_path):
    """The power fails at each file in turn: of a network, the state, the curve."""
    class PowerFailure(BaseException):
        pass

    def failing(save):
        def saved(path, *given):
            if len(written) == at:
                raise PowerFailure
            written.append(path)
            return save(path, *given)
        return saved
    hours = (LESSONS + 2) * SECOND
    taught(tmp_path / "whole", files, hours)
    for at in range(0, 27, 2):
        written, folder = [], tmp_path / f"cut-{at}"
        with monkeypatch.context() as patch, pytest.raises(PowerFailure):
            for module, name in ((sealed, "save_pieces"), (folder_module, "save_bytes"),
                                 (folder_module, "save_text")):
                patch.setattr(module, name, failing(getattr(module, name)))
            taught(folder, files, hours)
        taught(folder, files, hours)
        assert left(folder)[1:] == left(tmp_path / "whole")[1:]


def test_ctrl_c_within_a_lesson_loses_that_lesson_alone(clock, files, monkeypatch, tmp_path):
    taught(tmp_path / "whole", files)
    steps = iter(range(10**6))
    step_by = pretraining.Trainer._step_by

    def stopped(trainer, batch):
        if next(steps) == 60:
            raise KeyboardInterrupt
        return step_by(trainer, batch)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(pretraining.Trainer, "_step_by", stopped)
        taught(tmp_path / "cut", files)
    assert 0 < folder_module.read_state(tmp_path / "cut" / "training.state")[0].last.lessons < 6
    taught(tmp_path / "cut", files)
    assert left(tmp_path / "cut")[1:] == left(tmp_path / "whole")[1:]


def test_self_play_goes_on_from_lessons(clock, files, tmp_path):
    """By the network that was taught, with the state of its optimiser; hours count from the start.
    """
    state = taught(tmp_path, files, (LESSONS + 3) * SECOND)
    assert [row.iteration for row in state.rows] == [0, 1]
    assert [row.lessons for row in state.rows] == [6, 6]
    assert state.rows[0].taught == state.rows[1].taught > 0 == state.rows[0].games
    first = read_network(tmp_path / "networks" / "00000.network")[1]
    other = TINY.shape().first_weights(TINY.seed)
    assert (first.weights[0] != other[0]).any()
    lines = [line.split("\t") for line in (tmp_path / "curve.tsv").read_text().splitlines()]
    row = dict(zip(lines[0], lines[1], strict=True))
    assert row["iteration"] == "0" and row["taught"] == str(state.rows[0].taught)
    assert float(row["accuracy"]) == pytest.approx(state.rows[0].accuracy, abs=1e-4)
    assert dict(zip(lines[0], lines[2], strict=True))["accuracy"] == ""


def test_hours_may_end_within_the_lessons(clock, files, tmp_path):
    assert taught(tmp_path / "cut", files, 1.5 * SECOND).last.lessons == 2
    taught(tmp_path / "cut", files)
    taught(tmp_path / "whole", files)
    assert left(tmp_path / "cut") == left(tmp_path / "whole")


def test_strength_is_measured_after_the_lessons(clock, files, tmp_path):
    measure, rows = Measure(("random",), games=4, every=1, simulations=4), []
    run(tmp_path, TINY, LESSONS * SECOND, rows.append, measure=measure, files=files)
    assert [len(row.strength) for row in rows] == [0] * (LESSONS - 1) + [1]


def changed(games, **columns):
    return dataclasses.replace(games, **columns)


@pytest.mark.parametrize(("make", "said"), [
    (lambda: settled(20, game="pur", max_plies=30),
     "holds games of pur, and the network is to learn contra"),
    (lambda: settled(20, size="5"),
     "holds games of contra size=5, and the network is to learn contra"),
    (lambda: settled(20).select(np.arange(0)), "there are 0 positions to learn from in these 0"),
    (lambda: settled(1), "at least 16 and 1 are needed"),
    (lambda: (games := settled(20)) and changed(games, results=np.zeros_like(games.results)),
     "0 positions to learn from in these 0 games with a result"),
    (lambda: (games := settled(20)) and changed(games, actions=games.actions[::-1].copy()),
     "game 1, ply 1: the action [0-9]+ is not legal")])
def test_files_that_cannot_teach_are_refused(make, said, tmp_path):
    path = tmp_path / "a.games"
    write_games(path, make(), "by hand")
    with pytest.raises((ZeroError, DataError), match=said):
        taught(tmp_path / "out", [path])
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("spoil", "error", "said"), [
    (flip, DataError, "a.games is damaged"),
    (lambda path: path.write_text("hello"), DataError, "a.games is not a file of games"),
    (lambda path: path.write_bytes(b""), DataError, "a.games is empty"),
    (lambda path: path.unlink(), OSError, "a.games")])
def test_files_that_are_damaged_are_refused(spoil, error, said, files, tmp_path):
    path = tmp_path / "a.games"
    path.write_bytes(files[0].read_bytes())
    spoil(path)
    with pytest.raises(error, match=said):
        taught(tmp_path / "out", [files[1], path])


def test_other_files_are_refused_in_a_folder(clock, files, tmp_path):
    taught(tmp_path / "out", files)
    for given in (files[:1], []):
        with pytest.raises(ZeroError, match=r"was begun with other files \((one.games, two|two.gam"
                                            r"es, one).games\) than those of --from"):
            taught(tmp_path / "out", given)
    run(tmp_path / "scratch", TINY, 0, lambda row: None)
    with pytest.raises(ZeroError, match=r"was begun with other files \(none\) than"):
        taught(tmp_path / "scratch", files)
    with pytest.raises(ZeroError, match="was begun with epochs 2, not 3"):
        taught(tmp_path / "out", files, settings=msgspec.structs.replace(TINY, epochs=3))
    moved = tmp_path / "moved.games"
    moved.write_bytes(files[0].read_bytes())
    assert taught(tmp_path / "out", [files[1], moved]).last.lessons == LESSONS


def test_a_folder_from_before_there_were_lessons_goes_on(clock, tmp_path):
    run(tmp_path / "whole", TINY, 3 * SECOND, lambda row: None)
    run(tmp_path / "old", TINY, 0, lambda row: None)
    path = tmp_path / "old" / "training.state"
    state, pieces = folder_module.read_state(path)
    plain = msgspec.to_builtins(state)
    del plain["files"]
    for name in ("epochs", "blend", "smoothing"):
        del plain["settings"][name]
    for row in plain["rows"]:
        for name in ("accuracy", "lessons", "taught"):
            del row[name]
    old = msgspec.defstruct("Old", [("settings", object), ("rows", object)])
    Kind(KIND.name, KIND.version, old, KIND.foreign).write(path, old(**plain), pieces)
    run(tmp_path / "old", TINY, 3 * SECOND, lambda row: None)
    assert left(tmp_path / "old")[1:] == left(tmp_path / "whole")[1:]


def test_games_and_what_they_are_held_out_by(files):
    """A game is learned from in all files, or in none."""
    one, two = (read_games(path) for path in files)
    both = joined([two, one, two])
    assert both.held_out().tolist() == [*two.held_out(), *one.held_out(), *two.held_out()]


def test_the_command(files, tmp_path, capsys):
    words = ["learn", "zero", "contra", "--out", str(tmp_path / "a"), "--hidden", "2", "--from",
             str(files[0]), "--from", str(files[1]), "--hours"]
    assert command([*words, "0.0000001"]) == 0
    told = capsys.readouterr()
    assert "lesson 1: 0.00 hours, 975 positions" in told.err and "% of moves are right" in told.err
    assert "00000.network: iteration 0, 0.00 hours, 0 games" in told.out
    assert command([*words[:-3], "--hours", "0"]) == 2
    assert "was begun with other files" in capsys.readouterr().err
    assert command(["learn", "zero", "contra", "--out", str(tmp_path / "b"), "--epochs", "3"]) == 2
    assert "leave out --epochs: it has an effect only with --from" in capsys.readouterr().err
    assert command([*words[:3], "--out", str(tmp_path / "c"), "--from", "missing.games"]) == 2
    assert "missing.games" in capsys.readouterr().err
