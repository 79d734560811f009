"""Glicko-2: the example of its author, a slow second reckoning, and what always holds."""
from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from eckstein.server.game.glicko import WIDEST, Rating, Result, rate, widened

DIGITS = 40
PI = Decimal("3.14159265358979323846264338327950288419716939937510")
with localcontext(prec=DIGITS):
    SCALE, TAU = 400 / Decimal(10).ln(), Decimal("0.5")     # the paper has 173.7178

ratings = st.builds(Rating, st.floats(-1000, 5000), st.floats(10, WIDEST), st.floats(0.01, 0.12))
results = st.builds(Result, ratings, st.sampled_from((0, 0.5, 1)))
played = st.lists(results, min_size=1, max_size=6)
spans = st.floats(0, 50)


class Slow:
    """The same in forty digits, in the order of the paper.

    Attributes:
        v, delta: as there.
    """

    def __init__(self, player, results):
        self.player = player
        with localcontext(prec=DIGITS):
            points, deviation, sigma = map(Decimal, player)
            self.mu, self.phi = (points - 1500) / SCALE, deviation / SCALE
            self.start, v, self.total = (sigma ** 2).ln(), Decimal(0), Decimal(0)
            for (other, uncertain, _), score in results:
                g = 1 / (1 + 3 * (Decimal(uncertain) / SCALE) ** 2 / PI ** 2).sqrt()
                e = 1 / (1 + (-g * (self.mu - (Decimal(other) - 1500) / SCALE)).exp())
                v += g * g * e * (1 - e)
                self.total += g * (Decimal(score) - e)
            self.v = 1 / v
            self.delta = self.v * self.total

    def f(self, x):
        """The function of step 5, whose roots are candidates for the volatility."""
        whole = self.phi ** 2 + self.v + x.exp()
        return (x.exp() * (self.delta ** 2 - whole) / (2 * whole ** 2)
                - (x - self.start) / TAU ** 2)

    def steepest(self):
        """No slope of f is steeper."""
        whole = self.phi ** 2 + self.v
        return 1 / TAU ** 2 + abs(self.delta ** 2 - whole) / (8 * whole) + 1

    def volatility(self):
        """Step 5, word by word."""
        with localcontext(prec=DIGITS):
            whole = self.phi ** 2 + self.v
            if self.delta ** 2 > whole:
                b = (self.delta ** 2 - whole).ln()
            else:
                k = 1
                while self.f(self.start - k * TAU) < 0:
                    k += 1
                b = self.start - k * TAU
            a = self.start
            f_a, f_b = self.f(a), self.f(b)
            while abs(b - a) > Decimal("0.000001"):
                c = a + (a - b) * f_a / (f_b - f_a)
                f_c = self.f(c)
                if f_c * f_b <= 0:
                    a, f_a = b, f_b
                else:
                    f_a /= 2
                b, f_b = c, f_c
            return float((a / 2).exp())

    def roots(self):
        """Where f changes its sign, as volatilities, to two digits."""
        with localcontext(prec=DIGITS):
            places = [Decimal(n) / 100 for n in range(-1000, 4500)]
            signs = [self.f(x) > 0 for x in places]
            return [float((x / 2).exp()) for x, one, other in zip(
                places, signs, signs[1:], strict=False) if one != other]

    def after(self, volatility, periods):
        """Steps 6 to 8: the rating with a new volatility."""
        with localcontext(prec=DIGITS):
            sigma = Decimal(volatility)
            wide = min((self.phi ** 2 + Decimal(periods) * sigma ** 2).sqrt(),
                       Decimal(WIDEST) / SCALE)
            phi = 1 / (1 / wide ** 2 + 1 / self.v).sqrt()
            return (float((self.mu + phi ** 2 * self.total) * SCALE + 1500), float(phi * SCALE),
                    float(sigma))


def test_the_example_of_the_paper():
    after = rate(Rating(1500, 200, 0.06), [
        Result(Rating(1400, 30), 1), Result(Rating(1550, 100), 0), Result(Rating(1700, 300), 0)])
    assert after.points == approx(1464.05, abs=0.005)
    assert after.deviation == approx(151.52, abs=0.005)
    assert after.volatility == approx(0.05999, abs=0.00001)


def test_somebody_unknown_who_does_not_play_stays_unknown():
    assert rate(Rating(), []) == widened(Rating(), 3) == Rating(1500, 350, 0.06)


@given(ratings, played, spans)
def test_a_slow_reckoning_agrees(player, games, periods):
    """With the volatility that was found, whichever root of step 5 it is; it is found to 1e-6."""
    after, slow = rate(player, games, periods), Slow(player, games)
    assert after == approx(slow.after(after.volatility, periods), rel=1e-5, abs=0.01)
    with localcontext(prec=DIGITS):
        x = 2 * Decimal(after.volatility).ln()
        assert abs(slow.f(x)) <= slow.steepest() * Decimal("0.000003")


# Results as expected, and others: how many roots step 5 has then.
VOLATILITIES = [
    (Rating(1500, 200, 0.06), [Result(Rating(1400, 30), 1), Result(Rating(1550, 100), 0)], 1),
    (Rating(1500, 50, 0.06), [Result(Rating(1500, 50), 0)] * 6, 1),
    (Rating(1500, 30, 0.06), [Result(Rating(2300, 30), 1)], 1),
    (Rating(1500, 30, 0.06), [Result(Rating(2700, 30), 1)], 3),
    (Rating(1500, 80, 0.12), [Result(Rating(3400, 80), 1), Result(Rating(1500, 80), 1)], 1),
    (Rating(2400, 10, 0.01), [Result(Rating(0, 10), 0)], 3),
    (Rating(2400, 10, 0.12), [Result(Rating(0, 10), 0)], 3),
]


@pytest.mark.parametrize(("player", "games", "count"), VOLATILITIES)
def test_of_several_roots_the_one_is_taken_that_the_paper_comes_to(player, games, count):
    slow = Slow(player, games)
    assert len(slow.roots()) == count
    assert rate(player, games).volatility == approx(slow.volatility(), rel=1e-6)


@given(ratings, st.lists(ratings, min_size=1, max_size=6))
def test_winning_never_lowers_and_losing_never_raises(player, opponents):
    assert rate(player, [Result(one, 1) for one in opponents]).points >= player.points
    assert rate(player, [Result(one, 0) for one in opponents]).points <= player.points


@given(ratings, ratings, spans)
def test_a_better_score_gives_more(player, opponent, periods):
    lost, drawn, won = (rate(player, [Result(opponent, score)], periods).points
                        for score in (0, 0.5, 1))
    assert lost < drawn < won


@given(ratings, played, spans)
def test_games_make_surer_than_none_and_nobody_is_quite_sure(player, games, periods):
    after = rate(player, games, periods)
    idle = widened(player._replace(volatility=after.volatility), periods)
    assert 0 < after.deviation < idle.deviation <= WIDEST
    assert after.volatility > 0


@given(ratings, played)
def test_gains_and_losses_mirror_each_other(player, games):
    turned = rate(player._replace(points=-player.points), [
        Result(one._replace(points=-one.points), 1 - score) for one, score in games])
    assert rate(player, games) == approx(turned._replace(points=-turned.points), abs=0.01)


@given(ratings, played)
def test_the_order_of_games_does_not_matter(player, games):
    assert rate(player, games) == approx(rate(player, games[::-1]), abs=0.01)


@given(ratings, spans, spans)
def test_periods_without_games_only_widen(player, one, two):
    after = widened(player, one)
    assert after == rate(player, [], one) == player._replace(deviation=after.deviation)
    assert player.deviation <= after.deviation <= WIDEST
    assert widened(after, two).deviation == approx(widened(player, one + two).deviation)
