"""Ratings and crosstables."""
import math

import pytest

from eckstein.lab.arena.games_file import GamesFile
from eckstein.lab.arena.match import play_on
from eckstein.lab.arena.plan import Plan
from eckstein.lab.arena.statistics import estimate
from eckstein.lab.arena.tournament import crosstable, ratings


def test_ratings_that_fit_exactly():
    """75 % is 190.85 Elo, and 90 % is exactly twice as much."""
    found = ratings({(0, 1): (0, 0, 10, 0, 10), (1, 2): (0, 0, 10, 0, 10),
                     (0, 2): (0, 0, 4, 0, 16)}, 3)
    assert [rating.elo for rating in found] == pytest.approx([190.85, 0, -190.85], abs=0.01)


def test_two_players_are_rated_as_in_a_match():
    counts = (3, 9, 40, 14, 6)
    one, other = ratings({(0, 1): counts}, 2)
    match = estimate(counts)
    assert one.elo - other.elo == pytest.approx(match.elo)
    assert one.error + other.error == pytest.approx(match.error, rel=0.01)


def test_who_wins_everything_has_a_finite_rating():
    found = ratings({(0, 1): (0, 0, 0, 0, 10), (0, 2): (0, 0, 0, 0, 10),
                     (1, 2): (2, 0, 6, 0, 2)}, 3)
    assert found[0].elo > 200 > found[1].elo
    assert found[1].elo == pytest.approx(found[2].elo)
    assert all(math.isfinite(rating.elo) for rating in found)


def test_more_games_are_surer():
    few, many = (ratings({(0, 1): (n, 2 * n, 6 * n, 3 * n, 2 * n)}, 2)[0].error for n in (1, 4))
    assert few == pytest.approx(2 * many)


def test_without_games_all_are_alike():
    assert [rating.elo for rating in ratings({(0, 1): (0, 0, 0, 0, 0)}, 3)] == [0, 0, 0]


def test_a_tournament_goes_on_and_its_crosstable_adds_up(tmp_path):
    plan = Plan("contra", ("random", "greedy", "plain:depth=1"), 4)
    with GamesFile(tmp_path / "games.txt") as file:
        for number, _ in enumerate(play_on(plan, file), 1):
            if number == 5:
                break
    with GamesFile(tmp_path / "games.txt") as file:
        played = [*file.finished(plan), *play_on(plan, file)]
    assert len({game.job for game in played}) == len(played) == plan.total == 12
    rows = crosstable(plan, played)
    assert {row.name for row in rows} == set(plan.contestants)
    assert sum(row.points for row in rows) == 12
    assert sum(row.games for row in rows) == 24
    assert sum(row.rating.elo for row in rows) == pytest.approx(0, abs=1e-6)
    for place, row in enumerate(rows):
        assert row.against[place] is None
        assert sum(met[0] for met in row.against if met) == row.points
        for other, met in enumerate(row.against):
            if met:
                gained, games = rows[other].against[place]
                assert (gained + met[0], games) == (4, 4)
