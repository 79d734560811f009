"""Statistics against values that other programs publish, and against sums done by hand."""
import math

import pytest

from eckstein.lab.arena.statistics import Model, Sprt, Verdict, elo_of, estimate, score_of

# From the tests of the match runner fastchess (github.com/Disservin/fastchess, elo_test.cpp):
# counts, Elo and error (where published), normalised Elo and error, probability of superiority.
ESTIMATES = [
    ((96, 111, 136), 40.70, 30.43, 49.77, 36.77, 0.9960),
    ((89, 123, 76), None, None, -20.76, 40.13, 0.1553),
    ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 28.28, 1.0),
    ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.0505),
    ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0.0),
]

# Counts, bounds, model and log likelihood ratio: the first five from the same place
# (sprt_test.cpp), the others from tests of Stockfish (tests.stockfishchess.org).
RATIOS = [
    ((36027, 68692, 36433), (0, 2), "normalized", 0.92),
    ((21184, 40708, 21404), (0.5, 2.5), "logistic", -1.57),
    ((365, 16618, 36229, 16974, 390), (0, 2), "normalized", 2.25),
    ((223, 9863, 21279, 10037, 246), (0.5, 2.5), "logistic", -3.07),
    ((871, 26175, 55983, 26678, 821), (0, 2), "logistic", -4.98),
    ((19, 4020, 10316, 4215, 24), (-1.75, 0.25), "normalized", 2.94),
    ((103, 3851, 8316, 3728, 98), (0, 2), "normalized", -2.03),
    ((99, 3323, 8399, 3606, 109), (0, 2), "normalized", 2.98),
    ((2, 40, 72, 14, 0), (0, 2), "normalized", -0.36),
    ((45, 8506, 25934, 8883, 57), (0.5, 2.5), "normalized", 2.94),
    ((0, 0, 0, 0, 0), (0, 2), "normalized", 0.0),
]


@pytest.mark.parametrize(("counts", "elo", "error", "normal", "normal_error", "better"), ESTIMATES)
def test_published_estimates(counts, elo, error, normal, normal_error, better):
    found = estimate(counts)
    if elo is not None:
        assert found.elo == pytest.approx(elo, abs=0.01)
        assert found.error == pytest.approx(error, abs=0.01)
    assert found.normalized == pytest.approx(normal, abs=0.01)
    assert found.normalized_error == pytest.approx(normal_error, abs=0.01)
    assert found.superiority == pytest.approx(better, abs=0.0001)


@pytest.mark.parametrize(("counts", "bounds", "model", "ratio"), RATIOS)
def test_published_ratios(counts, bounds, model, ratio):
    assert Sprt(*bounds, model=Model(model)).ratio(counts) == pytest.approx(ratio, abs=0.006)


def test_score_and_elo():
    assert score_of(0) == 0.5
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of(score_of(-123)) == pytest.approx(-123)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_an_estimate_by_hand():
    """6 pairs of 2 points, 3 of 1, 1 of 0: mean 3/4, variance 0.1125, so 0.0945 on either side."""
    found = estimate((1, 0, 3, 0, 6))
    assert (found.games, found.score) == (20, 0.75)
    spread = 1.959964 * math.sqrt(0.1125 / 10)
    assert found.low == pytest.approx(elo_of(0.75 - spread), abs=0.001)
    assert found.high == pytest.approx(elo_of(0.75 + spread), abs=0.001)


def test_the_other_player_sees_the_opposite():
    one, other = estimate((3, 5, 9, 7, 6)), estimate((6, 7, 9, 5, 3))
    assert one.elo == pytest.approx(-other.elo)
    assert one.low == pytest.approx(-other.high)
    assert one.superiority == pytest.approx(1 - other.superiority)


def test_games_of_one_opening_are_not_independent():
    """Ten pairs of a win and a loss each are no spread at all, and twenty games would be much."""
    assert estimate((0, 0, 10, 0, 0)).error < estimate((10, 0, 10)).error * 1.2
    assert estimate((1, 0, 98, 0, 1)).error < estimate((100, 0, 100)).error / 4


def test_winning_all_is_infinitely_better_but_only_so_sure():
    found = estimate((0, 0, 0, 0, 10))
    assert (found.elo, found.high) == (math.inf, math.inf)
    assert score_of(found.low) == pytest.approx(0.025 ** 0.1)
    assert found.superiority == 1 - 0.5 ** 11


def test_nothing_played_is_nothing_known():
    with pytest.raises(ValueError, match="before a game has been played"):
        estimate((0, 0, 0))


def test_bounds_of_a_test():
    test = Sprt(0, 5)
    assert (test.lower, test.upper) == (pytest.approx(-2.944, abs=0.001),
                                        pytest.approx(2.944, abs=0.001))
    strict = Sprt(0, 5, alpha=0.01, beta=0.1)
    assert strict.lower == pytest.approx(math.log(0.1 / 0.99))
    assert strict.upper == pytest.approx(math.log(0.9 / 0.01))


@pytest.mark.parametrize(("counts", "verdict"), [
    ((0, 5, 40, 80, 40), Verdict.H1), ((40, 80, 40, 5, 0), Verdict.H0),
    ((1, 2, 4, 2, 1), Verdict.OPEN)])
def test_verdicts(counts, verdict):
    assert Sprt(0, 50).verdict(counts) == verdict


@pytest.mark.parametrize("wrong", [{"elo0": 5, "elo1": 0}, {"elo0": 0, "elo1": 5, "alpha": 0},
                                   {"elo0": 0, "elo1": 5, "beta": 0.7}])
def test_tests_that_cannot_be(wrong):
    with pytest.raises(ValueError, match=r"two Elo differences|between 0 and 0\.5"):
        Sprt(**wrong)
