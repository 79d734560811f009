"""Scores (board/score.py): one order, in which a forced end and an estimate have their places."""
from functools import cmp_to_key

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein import BLACK, WHITE
from eckstein.board.score import Score

VALUES = st.integers(-100_000, 100_000)
MOVES = st.integers(1, 1000)
SCORES = st.one_of(VALUES.map(Score), MOVES.map(lambda moves: Score(mate=moves)),
                   MOVES.map(lambda moves: Score(mate=-moves)))


@given(SCORES, SCORES)
def test_of_two_scores_one_is_greater_or_they_are_equal(one, other):
    assert (one < other) + (one == other) + (one > other) == 1
    assert (one <= other) == (one < other or one == other) == (other >= one)


@given(st.lists(SCORES))
def test_scores_have_one_order(scores):
    by_pairs = cmp_to_key(lambda one, other: (one > other) - (one < other))
    ordered = sorted(scores, key=by_pairs)
    assert all(one <= other for place, one in enumerate(ordered) for other in ordered[place:])


@given(SCORES, SCORES)
def test_what_is_better_for_one_is_worse_for_the_other(one, other):
    turned = -one
    assert -turned == one
    assert (one < other) == (-other < -one)


@given(MOVES, VALUES, MOVES)
def test_a_forced_win_is_more_than_any_estimate_and_a_forced_loss_less(wins, value, loses):
    assert Score(mate=wins) > Score(value) > Score(mate=-loses)


@given(MOVES, MOVES)
def test_the_sooner_win_and_the_later_loss_are_greater(one, more):
    assert Score(mate=one) > Score(mate=one + more)
    assert Score(mate=-one - more) > Score(mate=-one)


@given(SCORES)
def test_a_score_is_seen_by_either_player(score):
    assert score.seen_by(WHITE, WHITE) == score.seen_by(BLACK, BLACK) == score
    assert score.seen_by(WHITE, BLACK) == score.seen_by(BLACK, WHITE) == -score


@pytest.mark.parametrize(("score", "text"), [
    (Score(120), "+1.20"), (Score(-5), "-0.05"), (Score(0), "+0.00"), (Score(mate=3), "wins in 3"),
    (Score(mate=-2), "loses in 2")])
def test_a_score_prints_as_words(score, text):
    assert str(score) == text


@pytest.mark.parametrize("wrong", [{}, {"value": 1, "mate": 1}, {"mate": 0}])
def test_a_score_is_one_of_the_two(wrong):
    with pytest.raises(ValueError, match="a value or a number of moves"):
        Score(**wrong)


def test_scores_do_not_compare_with_numbers():
    with pytest.raises(TypeError):
        assert Score(1) < 2
