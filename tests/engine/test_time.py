"""The time that a search takes (engine/searcher.py, limits.py), by a clock that these tests set."""
import threading
from types import SimpleNamespace

import pytest

from eckstein import Board
from eckstein.engine import searcher as module
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher

from ..helpers import after

CLOCK = Limits(white_time=25.02)        # begin nothing after 0.6 seconds, stop after 2.5
PATIENCE = 3000                         # after so many hundredths of a second a test has failed


class Clock:
    """A clock that goes on only when it is told to."""

    def __init__(self):
        self._looks, self._looked, self.now = 0, threading.Condition(), 1000.0

    def perf_counter(self):
        with self._looked:
            self._looks += 1
            self._looked.notify_all()
            return self.now

    def wait_for_looks(self, stopped):
        """Until somebody has looked at it, has acted, and looks again; or until `stopped`."""
        enough = self._looks + 2
        for _ in range(PATIENCE):
            with self._looked:
                if self._looked.wait_for(lambda: self._looks >= enough or stopped(), 0.01):
                    return
        raise AssertionError("nobody looks at the clock")


@pytest.fixture
def analysed(monkeypatch):
    """A function that analyses a board and returns the depths that were told.

    The iteration of depth d takes `seconds[d - 1]`, later ones as long as the last.  If the search
    is stopped meanwhile, the iteration is broken off; the first one always comes to its end.  The
    search ponders until the iteration of depth `hit` is told, if that is named.
    """
    def analyse(board, limits, *seconds, hit=None, **settings):
        clock = Clock()
        searcher = Searcher(board.game, board.options, megabytes=1, compiled=False, proofs=False)
        search, real = searcher.search, searcher.search.search

        def slow(p, memory, first, depth, alpha, beta, ply):
            if ply == 0:
                clock.now += seconds[min(depth, len(seconds)) - 1]
                if depth > 1 and (limits.time is not None or limits.white_time is not None):
                    clock.wait_for_looks(lambda: memory.signals[search.STOP])
                if memory.signals[search.STOP]:
                    memory.aborted = 1
                    return 0
            return real(p, memory, first, depth, alpha, beta, ply)
        with monkeypatch.context() as patch:
            patch.setattr(search, "search", slow)
            patch.setattr(module, "time", SimpleNamespace(perf_counter=clock.perf_counter))
            found = []
            steps = searcher.steps(board, limits, pondering=hit is not None, **settings)
            for lines in filter(None, steps):
                found.append(lines[0])
                if lines[0].depth == hit:
                    searcher.ponderhit()
        searcher.close()
        return found
    return analyse


def depths(found):
    return [info.depth for info in found]


def test_no_iteration_begins_after_the_soft_limit(analysed):
    assert depths(analysed(Board("contra"), CLOCK, 0.25)) == [1, 2, 3]


def test_an_iteration_begun_in_time_may_outlast_the_soft_limit(analysed):
    assert depths(analysed(Board("contra"), CLOCK, 0.2, 0.2, 1.9)) == [1, 2, 3]


def test_an_iteration_that_outlasts_the_hard_limit_is_broken_off(analysed):
    assert depths(analysed(Board("contra"), CLOCK, 0.2, 0.2, 2.2)) == [1, 2]


@pytest.mark.parametrize("limits", [
    Limits(time=0.0), Limits(time=0.01), Limits(white_time=-5.0), CLOCK])
def test_the_first_iteration_comes_to_its_end_however_long_it_takes(analysed, limits):
    board = Board("contra")
    (info,) = analysed(board, limits, 100.0)
    assert info.depth == 1
    assert info.nodes > len(board.legal_moves)


def test_time_for_a_move_is_both_limits(analysed):
    assert depths(analysed(Board("contra"), Limits(time=1.0), 0.3)) == [1, 2, 3]
    assert depths(analysed(Board("contra"), Limits(time=1.0), 0.2, 0.3, 0.6)) == [1, 2]


def test_the_clock_ends_a_search_that_few_nodes_would_end_as_well(analysed):
    limits = Limits(time=1.0, nodes=10_000)
    assert depths(analysed(Board("contra"), limits, 0.3)) == [1, 2, 3]


def test_the_clock_counts_for_every_line(analysed):
    """Two lines take twice as long."""
    assert depths(analysed(Board("contra"), CLOCK, 0.16, lines=2)) == [1, 2]


def test_the_seconds_that_are_told_are_those_since_the_beginning(analysed):
    found = analysed(Board("contra"), Limits(depth=3), 0.25)
    assert [info.seconds for info in found] == [0.25, 0.5, 0.75]


def test_without_a_clock_no_time_is_too_long(analysed):
    assert depths(analysed(Board("contra"), Limits(depth=4), 1e6)) == [1, 2, 3, 4]


@pytest.mark.parametrize(("limits", "deepest"), [
    (Limits(white_time=1e6, black_time=1e6), 4), (Limits(time=1e6), 4),
    (Limits(depth=6), 6), (Limits(depth=6, infinite=True), 6)])
def test_only_under_a_clock_a_single_move_is_looked_at_briefly(analysed, limits, deepest):
    board = after("contra", "CAa2Ab3Wg1va3", "g1g2")        # Black must pass
    assert len(board.legal_moves) == 1
    assert depths(analysed(board, limits, 0.0)) == list(range(1, deepest + 1))


def test_a_decided_game_is_looked_at_a_little_further_and_without_end_where_asked(analysed):
    board = Board("contra", "CWd6va5")
    assert depths(analysed(board, Limits(depth=9), 0.0)) == [1, 2, 3, 4, 5]
    assert depths(analysed(board, Limits(depth=9, infinite=True), 0.0)) == [*range(1, 10)]


# Pondering.

@pytest.mark.long
@pytest.mark.parametrize("hit", [1, 2, 5, 9])
def test_after_a_hit_there_is_all_the_time_that_was_promised(analysed, hit):
    found = analysed(Board("contra"), Limits(time=1.0), 0.3, hit=hit)
    assert depths(found) == list(range(1, hit + 4))


def test_soft_and_hard_limits_count_from_the_hit(analysed):
    assert depths(analysed(Board("contra"), CLOCK, 0.25, hit=4)) == [*range(1, 8)]
    assert depths(analysed(Board("contra"), CLOCK, 0.2, 0.2, 0.2, 0.2, 0.2, 2.6, hit=4)) == [
        *range(1, 6)]


@pytest.mark.parametrize(("hit", "last"), [(1, 4), (3, 4), (4, 4), (6, 6)])
def test_a_depth_counts_from_the_beginning(analysed, hit, last):
    assert depths(analysed(Board("contra"), Limits(depth=4), 0.0, hit=hit)) == [
        *range(1, last + 1)]


def test_what_is_decided_ends_with_the_hit(analysed):
    board = Board("contra", "CWd6va5")
    assert depths(analysed(board, Limits(time=1e6), 0.0, hit=3)) == [*range(1, 6)]
    assert depths(analysed(board, Limits(time=1e6), 0.0, hit=9)) == [*range(1, 10)]
    assert depths(analysed(board, Limits(mate=1), 0.0, hit=3)) == [1, 2, 3]


def test_a_single_move_ends_with_the_hit(analysed):
    board = after("contra", "CAa2Ab3Wg1va3", "g1g2")        # Black must pass
    assert depths(analysed(board, Limits(time=1e6), 0.0, hit=2)) == [1, 2, 3, 4]
    assert depths(analysed(board, Limits(time=1e6), 0.0, hit=7)) == [*range(1, 8)]


@pytest.mark.parametrize(("limits", "ends"), [
    (Limits(depth=4), True), (Limits(depth=5), True), (Limits(depth=6), False),
    (Limits(time=1e6), False)])
def test_a_hit_during_an_iteration_ends_it_if_the_ones_before_were_deep_enough(
        monkeypatch, limits, ends):
    board, seen = Board("contra"), []
    searcher = Searcher("contra", board.options, megabytes=1, compiled=False, proofs=False)
    search, real = searcher.search, searcher.search.search

    def hit(p, memory, first, depth, alpha, beta, ply):
        if ply == 0 and depth == 6:
            searcher.ponderhit()
            seen.append(bool(memory.signals[search.STOP]))
            memory.aborted = 1
            return 0
        return real(p, memory, first, depth, alpha, beta, ply)
    monkeypatch.setattr(search, "search", hit)
    assert depths([lines[0] for lines in searcher.steps(board, limits, pondering=True)]) == [
        *range(1, 6)]
    assert seen == [ends]
    searcher.close()


# What the limits say.

@pytest.mark.parametrize(("limits", "white", "black"), [
    (Limits(), None, None),
    (Limits(time=2.0, white_time=9.0), 2.0, 2.0),
    (Limits(time=2.0, infinite=True), None, None),
    (Limits(white_time=9.0), 9.0, None),
    (Limits(white_time=9.0, black_time=-3.0), 9.0, 0.0)])
def test_when_a_move_is_overdue(limits, white, black):
    assert limits.longest(Board("contra")) == white
    assert limits.longest(after("contra", None, "d1d2")) == black


def test_each_player_thinks_on_his_own_clock():
    limits = Limits(white_time=25.02, black_time=50.02, black_increment=1.0)
    assert limits.seconds(Board("contra")) == pytest.approx((0.6, 2.5))
    assert limits.seconds(after("contra", None, "d1d2")) == pytest.approx((0.6 * 2.8, 7.0))
