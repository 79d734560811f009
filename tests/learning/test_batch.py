"""Many games at once are the games of boards, in every column."""
import functools
import os
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

from eckstein import Board, names
from eckstein.contract.pieces import Reason
from eckstein.engine.batch import games as batch_module
from eckstein.engine.batch.columns import Columns
from eckstein.engine.batch.games import BatchError, BatchGame
from eckstein.engine.batch.tree_search import TreeSearch
from eckstein.kernel.specialise import specialise

from .walls import Walls

REASONS = {Reason.REPETITION: 2, Reason.NO_PROGRESS: 3}
LIMITS = [{}, {"repetition": 2, "no_progress": 12}, {"repetition": 0, "no_progress": 7},
          {"repetition": 3, "no_progress": 0}]


@functools.cache
def encoding_of(game):
    return specialise("kernel", game, compiled=False).encoding


class Boards:
    """What a batch should be: a board for each game, and a list of actions since it began."""

    def __init__(self, game, n, **options):
        self.make = functools.partial(Board, game, **options)
        self.boards = [self.make() for _ in range(n)]
        self.encoding = encoding_of(game)

    def step(self, i, action):
        """What the mover gets, and why the game is over, or 0."""
        board = self.boards[i]
        mover = board.turn
        board.push(self.encoding.move_of(board.state, int(action)))
        outcome = board.outcome()
        if outcome is None:
            return 0, 0
        reward = 0 if outcome.winner is None else 1 if outcome.winner == mover else -1
        return reward, REASONS.get(outcome.reason, 1)

    def shows(self, batch, i):
        """Hold all that a row shows against the board."""
        board, encoding = self.boards[i], self.encoding
        p = board.state
        wanted = {encoding.action_of(p, move) for move in board.legal_moves}
        assert set(batch.legal[i, :batch.legal_count[i]].tolist()) == wanted
        assert batch.legal_count[i] == len(wanted)
        assert set(np.flatnonzero(mask_of(batch, i)).tolist()) == wanted
        assert batch.player[i] == p.side
        assert_observed(batch.observations[i], batch.scalars[i], board, encoding)


def mask_of(batch, i):
    mask = batch.action_mask[i]
    if mask.dtype == np.uint64:
        mask = np.unpackbits(mask.view(np.uint8), bitorder="little")[:batch.actions]
    return mask


def assert_observed(planes, scalars, board, encoding):
    p = board.state
    words = [0] * -(-planes.size // 8)
    encoding.draw(p, words, 0)
    shown = np.array(words, np.int64).view(np.uint8)[:planes.size]
    assert np.array_equal(planes.ravel(), shown)
    repetition, no_progress = board.options["repetition"], board.options["no_progress"]
    told = [board.repetitions() / repetition if repetition else 0,
            board.idle_moves / no_progress if no_progress else 0,
            *(encoding.scalar(p, i) for i in range(len(encoding.SCALARS)))]
    assert scalars.tolist() == np.array(told, np.float32).tolist()


def biased(batch, chance):
    """Actions that come back to what was: the first legal one half of the time."""
    actions = batch.sample()
    for i in range(batch.n):
        if batch.legal_count[i] and chance.random() < 0.5:
            actions[i] = batch.legal[i, 0]
    return actions


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("game", names())
def test_a_batch_plays_as_boards_do(game, limits):
    n, chance = 5, random.Random(str(limits))
    batch = BatchGame(game, n, seed=5, masks=chance.choice(["bytes", "bits"]), **limits)
    boards = Boards(game, n, **limits)
    for _ in range(90):
        for i in range(n):
            boards.shows(batch, i)
        actions = biased(batch, chance)
        batch.step(actions)
        for i in range(n):
            reward, reason = boards.step(i, actions[i])
            assert (batch.rewards[i], batch.reason[i]) == (reward, reason)
            assert batch.terminated[i] == (reason > 0) and not batch.truncated[i]
            winner = boards.boards[i].outcome() and boards.boards[i].outcome().winner
            assert batch.winner[i] == (-1 if winner is None or not reason else
                                       (0 if winner == "white" else 1))
            if reason:
                assert_observed(batch.final_observations[i], batch.final_scalars[i],
                                boards.boards[i], boards.encoding)
                assert batch.final_player[i] == boards.boards[i].state.side
                boards.boards[i] = boards.make()
            assert batch.plies[i] == boards.boards[i].ply


def returning(batch, i):
    """An action of game i after which a position of its line comes back, or any."""
    board = batch.board(i)
    before = set(board.keys())
    for action in batch.legal[i, :batch.legal_count[i]].tolist():
        after = board.copy()
        after.push(encoding_of(batch.game).move_of(board.state, action))
        if after.key in before:
            return action
    return None


# Few pieces, which soon come back to where they were.
FEW = {"contra": "CWa1va7", "ecke": "EWa1Wc1va7vc7", "duell": "DZe4ze7", "echek": None,
       "pur": None}


@pytest.mark.parametrize("game", names())
def test_what_comes_back_is_drawn_as_on_boards(game):
    batch = BatchGame(game, 1, seed=3, starts=[FEW[game]] if FEW[game] else None)
    boards, drawn = Boards(game, 1, position=FEW[game]), 0
    for _ in range(400):
        action = returning(batch, 0)
        action = int(batch.sample()[0]) if action is None else action
        batch.step([action])
        _, reason = boards.step(0, action)
        assert batch.reason[0] == reason
        drawn += reason == 2
        if reason:
            boards.boards[0] = boards.make()
            if drawn:
                break
        boards.shows(batch, 0)
    assert drawn, "no game was drawn by repetition"


@pytest.mark.parametrize("game", names())
def test_boards_of_a_batch_know_what_came_before(game):
    batch = BatchGame(game, 8, seed=2, no_progress=0)
    chance = random.Random(game)
    for _ in range(60):
        batch.step(biased(batch, chance))
    for i in range(batch.n):
        board = batch.board(i)
        assert board.repetitions() == round(batch.scalars[i][0] * 3)
        action = int(batch.legal[i, 0])
        text = batch.move(i, action)
        assert board.parse(text) in board.legal_moves
        assert batch.action(i, text) == action


def test_lines_without_limits_grow():
    """Two dice go to and fro for longer than there is room at first."""
    start = "CWa1va7"
    batch = BatchGame("contra", 3, starts=[start], repetition=0, no_progress=0)
    board = Board("contra", start, repetition=0, no_progress=0)
    for ply in range(300):
        text = ("a1b1", "a7b7", "b1a1", "b7a7")[ply % 4]
        batch.step([batch.action(0, text)] * 3)
        board.push_text(text)
    for i in range(3):
        assert batch.board(i).move_stack == board.move_stack
        assert batch.board(i) == board
    assert batch.plies.tolist() == [300] * 3


# When games begin anew.

def ends(batch, most=4000):
    """Step at random until a game ends; its number."""
    for _ in range(most):
        actions = batch.sample()
        batch.step(actions)
        if batch.terminated.any():
            return int(np.flatnonzero(batch.terminated)[0])
    raise AssertionError("no game has ended")


def test_off_games_that_are_over_stay_so():
    batch = BatchGame("contra", 4, seed=1, autoreset="off")
    i = ends(batch)
    before, planes = batch.board(i), batch.observations[i].copy()
    assert batch.legal_count[i] == 0 and not batch.action_mask[i].any()
    assert batch.rewards[i] == 1
    actions = batch.sample()
    actions[i] = -77            # what is said there does not matter
    batch.step(actions)
    assert batch.board(i) == before and (batch.observations[i] == planes).all()
    assert batch.terminated[i] and batch.rewards[i] == 0
    batch.reset(where=[i])
    assert not batch.terminated[i] and batch.legal_count[i] and batch.plies[i] == 0
    assert batch.board(i) == Board("contra")


def test_next_games_begin_anew_with_the_step_after():
    batch = BatchGame("contra", 4, seed=1, autoreset="next")
    i = ends(batch)
    assert batch.board(i).is_game_over() and batch.sample()[i] == 0
    batch.step(batch.sample())
    assert batch.board(i) == Board("contra") and batch.plies[i] == 0
    assert not batch.terminated[i] and batch.rewards[i] == 0 and batch.reason[i] == 0


@pytest.mark.parametrize("life", ["library", "wasm"])
@pytest.mark.parametrize("masks", ["bytes", "bits", None])
def test_each_row_has_a_legal_action_where_games_begin_anew(masks, life):
    """So nobody who chooses by a mask divides by 0; in a game that is over it is action 0 alone."""
    batch = BatchGame("contra", 4, seed=1, autoreset="next", masks=masks, life=life)
    for _ in range(2):
        i = ends(batch)
        for again in (batch, pickle.loads(pickle.dumps(batch))):
            assert again.running().tolist() == (again.reason == 0).tolist()
            assert again.legal[i, :again.legal_count[i]].tolist() == [0]
            assert masks is None or np.flatnonzero(mask_of(again, i)).tolist() == [0]
        actions = batch.sample()
        actions[i] = batch.actions - 1      # what is said there does not matter
        batch.step(actions)
        boards = Boards("contra", 4)
        boards.boards = [batch.board(j) for j in range(4)]
        assert boards.boards[i] == Board("contra")
        for j in range(4):
            wanted = {boards.encoding.action_of(board.state, move)
                      for board in [boards.boards[j]] for move in board.legal_moves}
            assert set(batch.legal[j, :batch.legal_count[j]].tolist()) == wanted
            assert masks is None or set(np.flatnonzero(mask_of(batch, j)).tolist()) == wanted


def test_chance_is_not_drawn_for_a_game_that_is_over():
    batch = BatchGame("contra", 4, seed=1, autoreset="next")
    i = ends(batch)
    before = batch.columns["chance"][i]
    batch.sample()
    assert batch.columns["chance"][i] == before


@pytest.mark.parametrize(("autoreset", "runs"), [("same", True), ("next", False), ("off", False)])
def test_games_run_until_they_are_over(autoreset, runs):
    batch = BatchGame("contra", 4, seed=1, autoreset=autoreset)
    assert batch.running().all()
    i = ends(batch)
    assert batch.running()[i] == runs


def test_same_games_begin_anew_at_once():
    batch = BatchGame("contra", 4, seed=1)
    i = ends(batch)
    assert batch.board(i) == Board("contra") and batch.rewards[i] == 1
    assert batch.reason[i] == 1 and batch.winner[i] in (0, 1)


def test_games_are_truncated():
    batch = BatchGame("duell", 2, max_plies=3, autoreset="off")
    for _ in range(3):
        assert not batch.truncated.any()
        batch.step(batch.sample())
    assert batch.truncated.all() and not batch.terminated.any()
    assert (batch.reason == batch.legend.reasons.index("max plies")).all()
    assert (batch.winner == -1).all()


# Chance.

def test_without_a_seed_each_game_has_a_chance_of_its_own():
    one, other = (BatchGame("contra", 50, seed=None) for _ in range(2))
    chances = np.concatenate([one.columns["chance"], other.columns["chance"]])
    assert len(set(chances.tolist())) == 100 and (chances >= 0).all()
    one.reset(where=[3])
    assert one.columns["chance"].tolist() == chances[:50].tolist()     # it goes on as it was
    one.seed(None, where=[3])
    assert (one.columns["chance"] != chances[:50]).tolist() == [i == 3 for i in range(50)]
    assert run(one, 5) != run(other, 5)


def run(batch, steps=40):
    """The digest of all that a batch shows while it plays."""
    seen = []
    for _ in range(steps):
        actions = batch.sample()
        batch.step(actions)
        seen += [actions.tobytes(), batch.observations.tobytes(), batch.scalars.tobytes(),
                 batch.action_mask.tobytes(), batch.rewards.tobytes(), batch.reason.tobytes(),
                 batch.player.tobytes()]
    return hash(tuple(seen))


def test_threads_do_what_one_does():
    assert run(BatchGame("contra", 7, seed=4)) == run(BatchGame("contra", 7, seed=4, threads=3))
    assert run(BatchGame("contra", 2, seed=4)) == run(BatchGame("contra", 2, seed=4, threads=3))


def test_seeds_decide():
    batch = BatchGame("contra", 5, seed=4)
    first = run(batch)
    batch.reset(seed=9)
    other = run(batch)
    batch.reset(seed=4)
    assert run(batch) == first != other
    small, large = BatchGame("contra", 2, seed=4), BatchGame("contra", 5, seed=4)
    assert small.sample().tolist() == large.sample()[:2].tolist()


@pytest.mark.parametrize("game", names())
def test_lives_agree(game):
    digests = {life: run(BatchGame(game, 3, seed=1, life=life, random_plies=2))
               for life in ("library", "wasm")}
    assert len(set(digests.values())) == 1, digests


def test_the_compiler_agrees_with_the_library():
    assert (run(BatchGame("contra", 3, seed=1, life="jit"))
            == run(BatchGame("contra", 3, seed=1, life="library")))


def test_games_begin_with_random_moves_and_from_chosen_positions():
    starts = ["CWa1va7", "CWb1vb7"]
    batch = BatchGame("contra", 200, seed=1, starts=starts)
    found = {batch.board(i).position() for i in range(200)}
    assert found == set(starts)
    batch = BatchGame("contra", 50, seed=1, random_plies=6)
    assert (batch.plies == 6).all()
    assert len({batch.board(i).position() for i in range(50)}) > 40
    assert all(not batch.board(i).is_game_over() for i in range(50))


def test_games_that_would_end_at_once_begin_with_fewer_random_moves():
    """Both dice are two tilts from their goals."""
    batch = BatchGame("contra", 5, starts=["CWa5vg3"], random_plies=200)
    assert (batch.plies < 200).all() and (batch.legal_count > 0).all()


# Keeping.

@pytest.mark.parametrize("autoreset", ["same", "next", "off"])
def test_snapshots_bring_back_all(autoreset):
    batch = BatchGame("contra", 6, seed=8, autoreset=autoreset, no_progress=10)
    run(batch, 25)
    kept = batch.snapshot()
    first = run(batch, 60)
    batch.restore(kept)
    assert run(batch, 60) == first
    batch.restore(kept, where=[4, 5], rows=[0, 1])
    again = pickle.loads(pickle.dumps(batch))
    assert run(again) == run(batch)


def test_games_begin_elsewhere_from_the_next_reset_on():
    batch, ahead = BatchGame("contra", 3, seed=8), BatchGame("contra", 1, random_plies=9).board(0)
    first, there = batch.board(0), ahead.position()
    batch.begin_from([there])
    assert batch.board(0) == first
    batch.reset(where=[1])
    again = pickle.loads(pickle.dumps(batch))
    for one in (batch, again):
        assert [one.board(i).position() == there for i in range(3)] == [False, True, False]
        with pytest.raises(BatchError, match="starts is empty"):
            one.begin_from([])
        one.reset()
        assert all(one.board(i).position() == there for i in range(3))
    batch.begin_from(None)
    batch.reset()
    assert batch.board(2) == first


def test_a_game_can_become_another_one():
    batch = BatchGame("contra", 6, seed=8)
    run(batch, 15)
    kept = batch.snapshot()
    wanted = [batch.board(i) for i in range(6)]
    run(batch, 5)
    others = [batch.board(i) for i in range(4)]
    batch.restore(kept, where=[4, 5], rows=[0, 1])
    assert [batch.board(i) for i in range(4)] == others
    assert [batch.board(4), batch.board(5)] == wanted[:2]
    boards = Boards("contra", 6)
    boards.boards = [batch.board(i) for i in range(6)]
    for i in range(6):
        boards.shows(batch, i)


# What is wrong.

def test_nothing_changes_where_an_action_is_not_legal():
    batch = BatchGame("contra", 5, seed=1)
    run(batch, 5)
    before = batch.snapshot()
    actions = batch.sample()
    batch.restore(before)
    for wrong in (-1, batch.actions, 10_000, int(np.flatnonzero(batch.action_mask[3] == 0)[0])):
        actions[3] = wrong
        with pytest.raises(BatchError, match=f"game 3: the action {wrong} is not legal in [cC]W"):
            batch.step(actions)
        after = batch.snapshot()
        assert all(np.array_equal(column, after.columns[name])
                   for name, column in before.columns.items())


@pytest.mark.parametrize(("name", "needs", "made"), [
    ("observations", "observe=True", {"observe": False}),
    ("scalars", "observe=True", {"observe": False}),
    ("action_mask", 'masks="bytes"', {"masks": None}),
    ("final_observations", 'observe=True, autoreset="same"', {"autoreset": "off"}),
    ("final_scalars", 'observe=True, autoreset="same"', {"observe": False}),
    ("final_player", 'autoreset="same"', {"autoreset": "next"})])
def test_an_array_that_was_not_asked_for_says_what_it_needs(name, needs, made):
    batch = BatchGame("contra", 2, **made)
    for one in batch, pickle.loads(pickle.dumps(batch)):
        assert not hasattr(one, name)
        with pytest.raises(BatchError, match=f"^BatchGame.{name} needs {needs}$"):
            getattr(one, name)
    assert len(getattr(BatchGame("contra", 2), name)) == 2


def test_leaves_without_observations_say_so():
    search = TreeSearch(BatchGame("contra", 2, autoreset="off"), 5, observe=False)
    search.begin()
    with pytest.raises(BatchError, match=r"^Leaves.scalars needs observe=True$"):
        _ = search.collect().scalars


@pytest.mark.parametrize("masks", ["bits", None])
def test_actions_are_checked_without_a_mask_of_bytes(masks):
    batch = BatchGame("duell", 2, masks=masks, observe=False)
    with pytest.raises(BatchError, match="game 0"):
        batch.step([batch.actions - 1, batch.actions - 1])
    batch.step(batch.sample())


@pytest.mark.parametrize(("given", "said"), [
    ({"n": 0}, "n must be from 1 to 2147483647, not 0"),
    ({"n": 2**31}, "n must be from 1 to 2147483647, not 2147483648"),
    ({"threads": 0}, "threads must be from 1 to 1024, not 0"),
    ({"threads": 2**31}, "threads must be from 1 to 1024"),
    ({"random_plies": -1}, "random_plies must be from 0 to 1000, not -1"),
    ({"random_plies": 1001}, "random_plies must be from 0 to 1000"),
    ({"random_plies": np.int64(2**31)}, "random_plies must be from 0 to 1000, not 2147483648"),
    ({"max_plies": 2**31}, "max_plies must be from 0 to 2147483647"),
    ({"autoreset": "never"}, "autoreset is 'never', and can be off, same, next"),
    ({"masks": "words"}, "masks is 'words'"),
    ({"starts": []}, "starts is empty"),
    ({"life": "nope"}, "life is 'nope', and can be library, jit, wasm, None"),
    ({"seed": [1, 2, 3]}, "there are 2 games, and 3 seeds"),
    ({"starts": ["CWa7va1"]}, "both players have reached"),
    ({"starts": ["CWa7va3"]}, "no game can begin where it is over"),
    ({"size": 9}, "size"),
    ({"colour": "red"}, "no option colour")])
def test_a_batch_that_cannot_be_says_why(given, said):
    with pytest.raises(ValueError, match=said):
        BatchGame(**{"game": "contra", "n": 2} | given)


def test_no_number_means_that_a_game_stays():
    batch = BatchGame("contra", 2)
    stay = batch._search.STAY
    for actions in ([stay, stay], np.array([stay + 2**64] * 2, np.uint64)):
        with pytest.raises(BatchError, match=r"game 0: the action .* is not legal"):
            batch.step(actions)


@pytest.mark.parametrize("action", [-1, 115, 10**9, -10**5])
def test_a_number_that_is_no_action_has_no_text(action):
    with pytest.raises(BatchError, match=f"game 0: the action {action} is not legal"):
        BatchGame("contra", 1).move(0, action)


@pytest.mark.parametrize("seed", [np.int64(3), np.arange(3, 5), [np.uint64(3), 4]])
def test_seeds_of_numpy_are_seeds(seed):
    assert run(BatchGame("contra", 2, seed=seed)) == run(BatchGame("contra", 2, seed=3))


@pytest.mark.parametrize("name", ["n", "threads", "random_plies", "max_plies"])
@pytest.mark.parametrize("value", [1.0, "2", None, True])
def test_numbers_that_are_not_whole_are_refused(name, value):
    with pytest.raises(TypeError, match=f"{name} is a whole number, not {value!r}"):
        BatchGame("contra", **{"n": 2} | {name: value})


def test_whole_numbers_of_numpy_are_taken():
    batch = BatchGame("contra", np.int8(3), threads=np.uint8(2), random_plies=np.int16(2))
    assert (type(batch.n), batch.plies.tolist()) == (int, [2, 2, 2])


def test_more_games_than_there_is_memory_for_are_refused():
    with pytest.raises(BatchError, match="MB of memory cannot be had; take fewer games"):
        BatchGame("contra", 2**31 - 1, life="wasm")     # which has 4 GB, whatever the machine has
    assert len(BatchGame("contra", 2, life="wasm").legal) == 2      # and fewer still fit


@pytest.mark.parametrize("error", [MemoryError(), OSError(12, "Cannot allocate memory")])
def test_each_life_may_say_in_its_own_way_that_there_is_no_memory(error):
    def array(words):
        raise error
    with pytest.raises(BatchError, match="8 MB of memory cannot be had"):
        Columns(SimpleNamespace(array=array), []).memory(10**6)


def test_far_limits_take_no_room():
    """Lines grow when they have to, whatever a game could last."""
    batch = BatchGame("contra", 2, no_progress=0, max_plies=2**31 - 1, random_plies=1000)
    assert batch.columns["keys"].shape[1] < 2000


def test_seeds_and_starts_of_other_types_are_refused():
    for seed in ("12", [1.5, 2.0], 1.5, [None, 3]):
        with pytest.raises(TypeError, match="a seed is a whole number, or one for each game"):
            BatchGame("contra", 2, seed=seed)
    with pytest.raises(TypeError, match="position texts in a list"):
        BatchGame("contra", 2, starts="CWa1va7")


@pytest.mark.parametrize(("actions", "said"), [
    ([0], r"there are 2 games, and the actions have the shape \(1,\)"),
    ([0.5, 1.0], "actions must be integers"),
    (["a", "b"], "actions must be integers")])
def test_actions_of_another_kind_are_refused(actions, said):
    with pytest.raises((ValueError, TypeError), match=said):
        BatchGame("contra", 2).step(actions)


def test_games_become_others_in_the_order_that_is_asked_for():
    batch = BatchGame("contra", 6, seed=1)
    run(batch, 5)
    kept, wanted = batch.snapshot(), [batch.board(i) for i in range(6)]
    other = BatchGame("contra", 6, seed=99)
    other.restore(kept, [3, 1])
    assert [other.board(3), other.board(1)] == [wanted[3], wanted[1]]
    other.restore(kept, [3, 1], [0, 5])
    assert [other.board(3), other.board(1)] == [wanted[0], wanted[5]]
    other.restore(kept, [2, 4], [0, 0])
    assert other.board(2) == other.board(4) == wanted[0]
    small = BatchGame("contra", 2)
    small.restore(kept, np.array([True, True]))
    assert [small.board(0), small.board(1)] == wanted[:2]
    with pytest.raises(BatchError, match="game 1 is named twice"):
        other.restore(kept, [1, 1], [0, 5])


def test_how_a_game_has_ended_is_pickled_too():
    batch = BatchGame("contra", 50, seed=2)
    i = ends(batch)
    again = pickle.loads(pickle.dumps(batch))
    assert batch.final_observations[i].any()
    assert np.array_equal(again.final_observations[i], batch.final_observations[i])
    assert np.array_equal(again.final_scalars[i], batch.final_scalars[i])


def test_a_long_line_has_room_where_games_are_short():
    """Lines without limits have grown; where games are truncated, they had little room."""
    start = "CWa1va7"
    long = BatchGame("contra", 1, starts=[start], repetition=0, no_progress=0, autoreset="off")
    for ply in range(70):
        long.step([long.action(0, ("a1b1", "a7b7", "b1a1", "b7a7")[ply % 4])])
    short = BatchGame("contra", 2, repetition=0, no_progress=0, max_plies=10, autoreset="off")
    other = short.board(1)
    short.restore(long.snapshot(), [0], [0])
    short.step(short.sample(), where=[0])
    assert short.truncated[0] and short.board(1) == other
    assert short.board(0).ply == 71


def test_batches_work_in_forks():
    batch = BatchGame("contra", 8, seed=1, threads=2)
    run(batch, 3)
    child = os.fork()
    if child == 0:
        run(batch, 3)
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_one_thread_at_a_time():
    batch = BatchGame("contra", 2)
    with batch.threads.lock, ThreadPoolExecutor(1) as pool:
        for work in (batch.sample, batch.snapshot, batch.reset, lambda: batch.step([0, 0])):
            with pytest.raises(BatchError, match="another thread is at work"):
                pool.submit(work).result()
    batch.step(batch.sample())


def test_a_snapshot_of_other_games_is_refused():
    batch = BatchGame("contra", 2)
    with pytest.raises(BatchError, match="of contra no_progress=5, and this is a batch of contra"):
        batch.restore(BatchGame("contra", 2, no_progress=5).snapshot())
    with pytest.raises(BatchError, match="of contra autoreset=off, and this is a batch of contra"):
        batch.restore(BatchGame("contra", 2, autoreset="off").snapshot())
    with pytest.raises(BatchError, match="there is no game 2"):
        batch.restore(batch.snapshot(), where=[2])
    with pytest.raises(BatchError, match="2 games cannot become 1"):
        batch.restore(batch.snapshot(), where=[0, 1], rows=[0])


def test_views_cannot_be_written():
    batch = BatchGame("contra", 2)
    with pytest.raises(ValueError, match="read-only"):
        batch.observations[0] = 1


@pytest.mark.parametrize("game", names())
def test_nothing_is_written_beside_the_columns(game, monkeypatch):
    """Each column has walls around it, which stay as they are."""
    walls = Walls(monkeypatch, batch_module)
    for masks in ("bytes", "bits"):
        batch = BatchGame(game, 3, seed=1, masks=masks, no_progress=9, random_plies=3,
                       life="library")
        run(batch, 150)
        batch.restore(batch.snapshot())
        batch.reset(where=[1])
        with pytest.raises(BatchError):
            batch.step([batch.actions] * 3)
    assert walls.stand(80)
