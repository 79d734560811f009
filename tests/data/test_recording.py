"""Games of batches, written down as they are played: those of boards, and nothing else."""
import numpy as np
import pytest

from eckstein import Board, names
from eckstein.lab.data import NO_VALUE, DataError, Recorder, check, recording
from eckstein.lab.data.games import encoding_of
from eckstein.lab.data.records import of_moves
from eckstein.lab.learning import BatchError, BatchGame, TreeSearch

from .played import told


@pytest.mark.parametrize("autoreset", ["same", "next", "off"])
@pytest.mark.parametrize("game", names())
def test_what_is_written_down_is_what_was_played(game, autoreset):
    """Boards are played beside the batch, each from where its game began."""
    batch = BatchGame(game, 6, seed=3, random_plies=3, max_plies=40, autoreset=autoreset)
    recorder, encoding = Recorder(batch), encoding_of(game, batch.options)
    expected, boards = [], [None] * 6
    for step in range(90):
        actions, values = batch.sample(), np.arange(6) + 10 * step
        for i in np.flatnonzero(batch.running()).tolist():
            if boards[i] is None:
                boards[i] = batch.board(i), [NO_VALUE] * batch.board(i).ply
            board, seen = boards[i]
            board.push(int(encoding.move_of(board.state, int(actions[i]))))
            seen.append(int(values[i]))
        recorder.step(actions, values)
        for i in np.flatnonzero(batch.terminated | batch.truncated).tolist():
            if boards[i] is not None:
                expected.append((*boards[i], bool(batch.truncated[i])))
                boards[i] = None
    assert len(recorder) == len(expected) > 5
    games = recorder.take()
    check(games)
    for one, (board, seen, truncated) in zip(told(games), expected, strict=True):
        start = board.copy()
        while start.move_stack:
            start.pop()
        assert one["start"] == start.position()
        assert one["values"] == seen
        assert one["random_plies"] == seen.count(NO_VALUE)
        assert one["result"] == ("*" if truncated else board.outcome().result())
        assert one["actions"] == of_moves(start, board.move_stack)
    assert recorder.take() is None


def test_a_tree_search_is_written_down():
    batch = BatchGame("contra", 3, seed=1, max_plies=4, masks=None)
    search, recorder, seen = TreeSearch(batch, simulations=20), Recorder(batch), []
    for _ in range(4):
        found = search.run("evaluation")
        seen.append(found)
        recorder.step(found.actions, found.values, found.visits)
    games = told(recorder.take())
    for i, game in enumerate(games):
        for ply, found in enumerate(seen):
            assert game["visits"][ply] == [
                (a, int(found.visits[i, a])) for a in np.flatnonzero(found.visits[i]).tolist()]
            value = float(found.values[i])
            assert game["values"][ply] == round(400 * value / (1 - abs(value)))


def test_a_policy_becomes_shares():
    batch = BatchGame("contra", 1, seed=1, max_plies=1)
    policy = np.zeros((1, 115), np.float32)
    policy[0, [3, 8]] = 0.25, 0.75
    recorder = Recorder(batch)
    recorder.step(batch.sample(), np.array([1.0], np.float32), policy)
    [game] = told(recorder.take())
    assert game["visits"] == [[(3, 16384), (8, 49152)]]
    assert game["values"] == [30000]


def test_a_game_that_is_begun_anew_by_hand_is_forgotten():
    batch = BatchGame("contra", 2, seed=1, autoreset="off", max_plies=6)
    recorder = Recorder(batch)
    recorder.step(batch.sample())
    recorder.step(batch.sample())
    batch.reset(where=[0])
    while len(recorder) < 2:
        recorder.step(batch.sample())
    games = recorder.take()
    check(games)
    assert games.plies.tolist() == [6, 6]
    assert games.starts == (Board("contra").position(),)


def test_long_games_find_room(monkeypatch):
    monkeypatch.setattr(recording, "ROOM", 4)
    batch = BatchGame("contra", 2, seed=1, max_plies=20)
    recorder, values = Recorder(batch), []
    while not recorder:
        values.append(len(values))
        recorder.step(batch.sample(), [values[-1]] * 2)
    games = recorder.take()
    check(games)
    assert games.values.tolist() == 2 * values
    assert len(values) == 20


def test_an_illegal_action_changes_nothing():
    batch = BatchGame("contra", 2, seed=1, max_plies=3)
    recorder = Recorder(batch)
    for _ in range(3):
        with pytest.raises(BatchError, match="is not legal"):
            recorder.step([114, 9999])
        recorder.step(batch.sample())
    assert recorder.take().plies.tolist() == [3, 3]


@pytest.mark.parametrize(("values", "visits", "why"), [
    ([1], None, "values are numbers of the shape"), (["a", "b"], None, "values are numbers"),
    ([31001, 0], None, "values are from -31000 to 31000"),
    (None, np.zeros((2, 3)), "visits are numbers of the shape")])
def test_what_has_another_shape_is_refused(values, visits, why):
    batch = BatchGame("contra", 2, seed=1)
    with pytest.raises(DataError, match=why):
        Recorder(batch).step(batch.sample(), values, visits)
    assert batch.plies.tolist() == [0, 0]
