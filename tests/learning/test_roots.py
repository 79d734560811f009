"""What is said of the moves of a root, by hand."""
import numpy as np
import pytest

from eckstein.engine.batch.games import BatchGame
from eckstein.engine.batch.roots import Moves, by_judgement, by_visits, order_of, plan
from eckstein.engine.batch.tree_search import TreeSearch


def moves(visits, values, priors=(0.5, 0.3, 0.2), raw=0.1, certain=(False, False, False)):
    """A root with three moves, and room for a fourth one."""
    def row(numbers, kind):
        return np.array([[*numbers, 0]], kind)
    return Moves(filled=np.array([[True, True, True, False]]), visits=row(visits, np.int64),
                 values=row(values, float), certain=row(certain, bool), priors=row(priors, float),
                 raw=np.array([raw]))


@pytest.mark.parametrize("scale", [1.0, 0.25])
def test_a_move_without_a_visit_has_the_mixed_value(scale):
    """(0.5 * 0.4 - 0.3 * 0.2) / 0.8 = 0.175 is the mean of three simulations, and 0.1 counts once:
    0.15625.  A value v between -1 and 1 then speaks with 52 (v + 1) / 2."""
    judged = moves((2, 1, 0), (0.4, -0.2, 0)).judged(scale)
    np.testing.assert_allclose(judged[0, :3], scale * np.array([36.4, 20.8, 30.0625]))


def test_what_is_certain_needs_no_visit():
    """(0.5 * 0.4 - 0.2) / 0.7 = 0 is the mean, and 0.1 / 3 the mixed value."""
    judged = moves((2, 0, 0), (0.4, 0, -1), certain=(False, False, True)).judged(1)
    np.testing.assert_allclose(judged[0, :3], [36.4, 26 * (1 + 0.1 / 3), 0])


def test_the_improved_policy_and_the_best_of_those_visited_most():
    one = moves((4, 4, 1), (0.1, 0.1, 0.2))
    gumbels = np.array([[0.0, 0.5, 9.0, 99.0]])
    best, policy = by_judgement(one, gumbels, 0.1)
    heights = np.array([0.5, 0.3, 0.2]) * np.exp(2.7 * np.array([1.1, 1.1, 1.2]))
    np.testing.assert_allclose(policy[0], [*heights / heights.sum(), 0])
    assert best.tolist() == [0]                 # log(0.5 / 0.3) = 0.51
    assert by_judgement(one, gumbels + [0, 0.1, 0, 0], 0.1)[0].tolist() == [1]


def test_shares_of_visits_and_the_most_visited_move():
    best, policy = by_visits(moves((3, 3, 2), (0.1, 0.2, 0.9)))
    assert best.tolist() == [1]
    np.testing.assert_allclose(policy[0], [3 / 8, 3 / 8, 2 / 8, 0])


@pytest.mark.parametrize("judge", [by_visits, lambda one: by_judgement(one, np.zeros((1, 4)), 1.0)])
def test_moves_that_surely_win_are_best_and_those_that_lose_are_left_out(judge):
    best, policy = judge(moves((9, 1, 0), (0.9, 1, 0.0), certain=(False, True, False)))
    assert best.tolist() == [1]
    np.testing.assert_allclose(policy[0], [0, 1, 0, 0])
    best, policy = judge(moves((2, 1, 9), (-0.9, 0, -1), certain=(False, True, True)))
    assert best.tolist() == [0]
    assert policy[0, 2] == policy[0, 3] == 0 and policy[0, :2].min() > 0
    best, policy = judge(moves((2, 1, 1), (-1, -1, -1), certain=(True, True, True)))
    assert best.tolist() == [0] and policy[0, :3].min() > 0


def test_the_first_of_equals_comes_first():
    assert order_of(np.array([[1.0, 3.0, 1.0, 2.0]])).tolist() == [[2, 0, 3, 1]]


def test_what_the_root_was_said_to_be_worth_counts_once():
    """The root is worth 0.5 and the move that is visited -0.1, so the others have the mixed value
    of 0.2, which speaks with 0.1 * 51 * 0.3 / 2 more."""
    batch = BatchGame("contra", 1, autoreset="off")
    found = TreeSearch(batch, 1, root="gumbel", scale=0.1).run(lambda leaves: (
        np.zeros((1, batch.actions)), [0.5 if leaves.board(0).turn == "white" else 0.1]))
    heights = np.log(found.policy[0, batch.legal[0, :batch.legal_count[0]]])
    assert heights.max() - heights.min() == pytest.approx(0.765, abs=1e-3)


@pytest.mark.parametrize(("simulations", "candidates", "steps"), [
    (7, 1, ((1, 7),)), (8, 2, ((2, 8),)), (16, 4, ((4, 8), (2, 8))),
    (5, 4, ((4, 4), (2, 1))), (3, 8, ((8, 3),)), (30, 8, ((8, 8), (4, 8), (2, 10), (2, 4))),
    (12, 3, ((3, 6), (2, 6)))])
def test_candidates_are_halved_down_to_the_last_two(simulations, candidates, steps):
    found = plan(simulations, candidates)
    assert sum(count for _, count in found) == simulations
    assert all(number >= 2 or candidates == 1 for number, _ in found)
    assert found == steps
