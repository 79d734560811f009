"""What judges in a batch, case by case: how games end and begin, and which ones a step concerns."""
import numpy as np
import pytest

from eckstein import Board
from eckstein.engine.batch.games import BatchError, BatchGame
from eckstein.engine.batch.threads import Threads

FEW = "CWa1va7"                                 # two dice, which go to and fro
ROUND = "a1b1", "a7b7", "b1a1", "b7a7"          # and are back after these moves
NEAR = "CWa6vg2"                                # whoever moves can win at once
POSITION, REPETITION, NO_PROGRESS, MAX_PLIES = range(1, 5)


def play(batch, *moves, where=None):
    """The same moves in all games, or in some."""
    i = 0 if where is None else where[0]
    for move in moves:
        batch.step([batch.action(i, move)] * batch.n, where)


@pytest.mark.parametrize(("limits", "plies", "reason"), [
    ({"repetition": 2}, 4, REPETITION), ({"repetition": 3}, 8, REPETITION),
    ({"repetition": 4}, 12, REPETITION), ({"no_progress": 3}, 3, NO_PROGRESS),
    ({"no_progress": 1}, 1, NO_PROGRESS), ({"max_plies": 7}, 7, MAX_PLIES),
    # Two at once: the one that the rules name first.
    ({"repetition": 3, "no_progress": 8}, 8, REPETITION),
    ({"repetition": 3, "no_progress": 7}, 7, NO_PROGRESS),
    ({"repetition": 3, "max_plies": 8}, 8, REPETITION),
    ({"no_progress": 5, "max_plies": 5}, 5, NO_PROGRESS),
    ({"no_progress": 6, "max_plies": 5}, 5, MAX_PLIES)], ids=str)
def test_a_game_without_a_winner_ends_with_this_move_for_this_reason(limits, plies, reason):
    options = {"repetition": 0, "no_progress": 0} | limits
    batch = BatchGame("contra", 2, starts=[FEW], autoreset="off", **options)
    options.pop("max_plies", 0)
    board = Board("contra", FEW, **options)
    for ply in range(plies):
        assert (batch.reason == 0).all() and batch.running().all() and not board.is_game_over()
        assert not batch.terminated.any() and not batch.truncated.any()
        play(batch, ROUND[ply % 4])
        board.push_text(ROUND[ply % 4])
    assert batch.reason.tolist() == [reason] * 2
    assert board.is_game_over() == (reason != MAX_PLIES)
    assert batch.terminated.tolist() == [reason != MAX_PLIES] * 2
    assert batch.truncated.tolist() == [reason == MAX_PLIES] * 2
    assert (batch.winner == -1).all() and (batch.rewards == 0).all()
    assert (batch.legal_count == 0).all() and not batch.action_mask.any()


@pytest.mark.parametrize("limits", [{}, {"no_progress": 1}, {"max_plies": 1},
                                    {"no_progress": 1, "max_plies": 1}], ids=str)
@pytest.mark.parametrize(("before", "move", "winner"), [([], "a6a7", 0), (["a6b6"], "g2g1", 1)])
def test_a_move_that_wins_wins_whatever_else_would_end_the_game(before, move, winner, limits):
    board = Board("contra", NEAR)
    for text in before:
        board.push_text(text)
    batch = BatchGame("contra", 2, starts=[board.position()], autoreset="off", **limits)
    play(batch, move)
    assert batch.reason.tolist() == [POSITION] * 2 and batch.winner.tolist() == [winner] * 2
    assert batch.rewards.tolist() == [1] * 2
    assert batch.terminated.all() and not batch.truncated.any()


@pytest.mark.parametrize("repetition", [0, 2, 3, 5])
@pytest.mark.parametrize("no_progress", [0, 40])
def test_counts_are_told_as_parts_of_what_makes_a_draw(repetition, no_progress):
    """Each position occurs once more with each round, the first one too."""
    batch = BatchGame("contra", 2, starts=[FEW], autoreset="off", repetition=repetition,
                      no_progress=no_progress)
    for ply in range(4 * max(1, repetition - 1)):
        times = 1 + ply // 4
        wanted = [times / repetition if repetition else 0, ply / no_progress if no_progress else 0]
        np.testing.assert_allclose(batch.scalars[:, :2], [wanted] * 2, rtol=1e-6)
        play(batch, ROUND[ply % 4])


@pytest.mark.parametrize("autoreset", ["off", "same", "next"])
@pytest.mark.parametrize("where", [None, [0], [1], [0, 1], []], ids=str)
def test_a_step_concerns_the_games_that_are_named(autoreset, where):
    """Game 1 is over, but where it has begun anew at once; game 0 goes on."""
    batch = BatchGame("contra", 2, starts=[NEAR], autoreset=autoreset)
    play(batch, "a6b6", where=[0])
    play(batch, "a6a7", where=[1])
    assert batch.rewards.tolist() == [0, 1] and batch.reason.tolist() == [0, POSITION]
    before = [batch.board(i) for i in range(2)]
    last = batch.action(1, "a6b6") if autoreset == "same" else 0
    batch.step([batch.action(0, "g2g1"), last], where)
    named = {0, 1} if where is None else set(where)
    assert (batch.board(0) == before[0]) == (0 not in named)
    assert batch.rewards.tolist() == [int(0 in named), 0]
    over, fresh = batch.board(1).is_game_over(), batch.board(1) == Board("contra", NEAR)
    assert over == (autoreset == "off" or (autoreset == "next" and 1 not in named))
    assert fresh == (autoreset == "next" and 1 in named or autoreset == "same" and 1 not in named)
    shown = POSITION if 1 not in named or autoreset == "off" else 0
    assert batch.reason[1] == shown and batch.terminated[1] == (shown > 0)


@pytest.mark.parametrize(("where", "drawn"), [
    (None, [0, 1, 2]), ([1], [1]), ([2, 0], [0, 2]), ([], []),
    (np.array([False, False, True]), [2])], ids=str)
def test_drawing_stirs_the_chance_of_the_games_that_are_named(where, drawn):
    for act in ("sample", "random"):
        batch = BatchGame("contra", 3, seed=4)
        before, again = batch.columns["chance"].copy(), BatchGame("contra", 3, seed=4)
        found, every = getattr(batch, act)(where), getattr(again, act)()
        assert np.flatnonzero(batch.columns["chance"] != before).tolist() == drawn
        assert found[drawn].tolist() == every[drawn].tolist()


@pytest.mark.parametrize(("seed", "where", "seeds"), [
    (9, None, [9, 10, 11]), (9, [1], [4, 10, 6]), (9, [2, 0], [9, 5, 11]),
    ([7, 8, 9], [2], [4, 5, 9]), ([7, 8, 9], [2, 1], [4, 8, 9]),
    (2**40, [1], [4, 2**40 + 1, 6]), (-1, None, [-1, 0, 1])], ids=str)
def test_a_seed_belongs_to_a_game_whichever_games_are_named(seed, where, seeds):
    """Game i has the seed + i, or the i-th one; others go on with theirs, here 4 + i."""
    batch = BatchGame("contra", 3, seed=4)
    batch.seed(seed, where)
    wanted = BatchGame("contra", 3, seed=seeds)
    assert batch.columns["chance"].tolist() == wanted.columns["chance"].tolist()
    assert len(set(batch.columns["chance"].tolist())) == 3


def test_seeds_that_differ_in_high_bits_alone_differ():
    batch = BatchGame("contra", 4, seed=[1, 1 + 2**32, 1 + 2**63, 1 - 2**40])
    assert len(set(batch.columns["chance"].tolist())) == 4


def test_games_that_end_among_their_random_moves_begin_with_some_less():
    """Each try that ends takes one move away, no more: games from here end after four or more."""
    batch = BatchGame("contra", 40, starts=["CWa5vg3"], random_plies=40, seed=3)
    assert (batch.plies > 0).all() and (batch.plies < 40).any()
    assert len(set(batch.plies.tolist())) > 3


@pytest.mark.parametrize("autoreset", ["off", "next", "same"])
def test_games_that_are_over_are_so_when_they_are_put_back(autoreset):
    batch = BatchGame("contra", 2, starts=[NEAR], autoreset=autoreset)
    play(batch, "a6a7", where=[1])
    counts, masks = batch.legal_count.tolist(), batch.action_mask.copy()
    kept = batch.snapshot()
    batch.reset()
    batch.restore(kept)
    assert batch.legal_count.tolist() == counts and (batch.action_mask == masks).all()
    assert batch.running().tolist() == [True, autoreset == "same"]


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(("wrong", "said"), [
    ([0, 5], 0), ([5], 5), ([1, 4], 1), ([2, 3, 4], 2)], ids=str)
def test_the_first_game_with_an_illegal_action_is_named_and_no_game_moves(threads, wrong, said):
    batch = BatchGame("contra", 6, seed=1, threads=threads)
    actions, before = batch.sample(), [batch.board(i) for i in range(6)]
    actions[wrong] = batch.actions
    with pytest.raises(BatchError, match=f"game {said}: the action {batch.actions} is not legal"):
        batch.step(actions)
    assert [batch.board(i) for i in range(6)] == before


@pytest.mark.parametrize("masks", ["bytes", "bits", None])
@pytest.mark.parametrize("beyond", [-1, 0, 1, 62, 63, 64])
def test_what_is_legal_in_a_neighbour_is_not_legal_here(masks, beyond):
    """Action 0 is legal in the games beside it, which are over; numbers do not run into them."""
    batch = BatchGame("contra", 3, starts=[NEAR], autoreset="next", masks=masks)
    play(batch, "a6a7", where=[0, 2])
    for action in (batch.actions + beyond if beyond >= 0 else -1, -batch.actions):
        with pytest.raises(BatchError, match=f"game 1: the action {action} is not legal"):
            batch.step([0, action, 0])


@pytest.mark.parametrize("far", [0, 1])
def test_lines_grow_where_only_one_threads_games_are_long(far):
    batch = BatchGame("contra", 2, starts=[FEW], threads=2, repetition=0, no_progress=0)
    board = Board("contra", FEW, repetition=0, no_progress=0)
    for ply in range(140):
        play(batch, ROUND[ply % 4], where=[far])
        board.push_text(ROUND[ply % 4])
    assert batch.board(far).move_stack == board.move_stack
    assert batch.board(1 - far) == Board("contra", FEW, repetition=0, no_progress=0)


@pytest.mark.parametrize(("where", "said"), [
    ([-1], "there is no game -1"), ([3], "there is no game 3"),
    ([0, 2, 0], "game 0 is named twice"),
    ([True], r"the truth values have the shape \(1,\)"), ([-2, 5], "there is no game -2")], ids=str)
def test_games_that_are_not_there_are_named(where, said):
    batch = BatchGame("contra", 3)
    with pytest.raises(BatchError, match=said):
        batch.reset(where=where)


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
@pytest.mark.parametrize("rows", [0, 1, 2, 3, 7, 10])
def test_threads_share_all_rows_and_each_once_and_alike(threads, rows):
    found = []
    Threads(threads).share(lambda thread, first, last: found.append((first, last)) or 0, rows)
    assert sorted(row for first, last in found for row in range(first, last)) == list(range(rows))
    sizes = [last - first for first, last in found]
    assert len(found) == threads and max(sizes) - min(sizes) <= 1
