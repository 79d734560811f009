"""Glicko-2: the example of its author, a slow second reckoning, and what always holds."""
from decimal import Decimal, localcontext

from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from eckstein.server.people.glicko import WIDEST, Rating, Result, rate, widened

DIGITS = 40
PI = Decimal("3.14159265358979323846264338327950288419716939937510")

ratings = st.builds(Rating, st.floats(-1000, 5000), st.floats(10, WIDEST), st.floats(0.01, 0.12))
results = st.builds(Result, ratings, st.sampled_from((0, 0.5, 1)))
played = st.lists(results, min_size=1, max_size=6)
spans = st.floats(0, 50)


def exactly(player, results, periods):
    """The same in forty digits, by bisection, in the order of the paper."""
    with localcontext() as context:
        context.prec = DIGITS
        scale, tau = Decimal("173.7178"), Decimal("0.5")
        points, deviation, sigma = map(Decimal, player)
        mu, phi = (points - 1500) / scale, deviation / scale
        v, total = Decimal(0), Decimal(0)
        for (other, uncertain, _), score in results:
            g = 1 / (1 + 3 * (Decimal(uncertain) / scale) ** 2 / PI ** 2).sqrt()
            e = 1 / (1 + (-g * (mu - (Decimal(other) - 1500) / scale)).exp())
            v += g * g * e * (1 - e)
            total += g * (Decimal(score) - e)
        v = 1 / v
        delta = v * total

        def f(x):
            top = x.exp() * (delta ** 2 - phi ** 2 - v - x.exp())
            return top / (2 * (phi ** 2 + v + x.exp()) ** 2) - (x - (sigma ** 2).ln()) / tau ** 2

        low, high = Decimal(-60), Decimal(60)               # f falls
        for _ in range(90):
            middle = (low + high) / 2
            low, high = (middle, high) if f(middle) > 0 else (low, middle)
        sigma = (low / 2).exp()
        wide = min((phi ** 2 + Decimal(periods) * sigma ** 2).sqrt(), Decimal(WIDEST) / scale)
        phi = 1 / (1 / wide ** 2 + 1 / v).sqrt()
        return float((mu + phi ** 2 * total) * scale + 1500), float(phi * scale), float(sigma)


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
    assert rate(player, games, periods) == approx(exactly(player, games, periods),
                                                  rel=1e-5, abs=0.01)


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
