"""Searches where there are no threads (engine/slices.py, beside.py, base/threads.py)."""
import threading
from itertools import pairwise
from types import SimpleNamespace

import pytest

from eckstein import Board
from eckstein.base import threads
from eckstein.board.counting import count
from eckstein.engine import searcher as searcher_module
from eckstein.engine import slices as slices_module
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.engine.slices import LEAST, LEAST_PROVED, SLICE, Pace, in_slices
from eckstein.kernel.specialise import specialise

from .talk import Talk, fields

GAMES = ["pur", "contra", "ecke", "duell", "echek"]
SPEED = 1_000_000           # positions a second, where the clock is set by them


@pytest.fixture(autouse=True)
def no_threads(monkeypatch):
    """As in a browser: threads cannot be started."""
    def refused(*_, **__):
        raise RuntimeError("can't start new thread")
    monkeypatch.setattr(threads, "has_threads", lambda: False)
    monkeypatch.setattr("eckstein.engine.protocol.has_threads", lambda: False)
    monkeypatch.setattr("eckstein.engine.listening.has_threads", lambda: False)
    monkeypatch.setattr(threading.Thread, "start", refused)


@pytest.fixture
def searcher_for(request):
    def make(game, **settings):
        searcher = Searcher(game, Board(game).options, **{"megabytes": 4, **settings})
        request.addfinalizer(searcher.close)
        return searcher
    return make


@pytest.fixture
def clocked(searcher_for, monkeypatch):
    """A searcher of Contra without proofs, and a clock that goes on with the positions it looks at.

    The speed is that of a machine which looks at `SPEED` positions a second, and from
    `slow_after` seconds on at a quarter of that.
    """
    def make(slow_after=1e9):
        searcher = searcher_for("contra", proofs=False)

        def clock():
            quick = searcher._nodes() / SPEED
            return 1000 + min(quick, slow_after) + 4 * max(0.0, quick - slow_after)
        searcher.warm()
        for module in (searcher_module, slices_module):
            monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=clock))
        return searcher, clock
    return make


# The search.

@pytest.mark.parametrize("game", GAMES)
def test_a_search_to_a_depth_is_the_same_as_in_a_thread(searcher_for, monkeypatch, game):
    found = searcher_for(game).best(Board(game), Limits(depth=5))
    monkeypatch.undo()
    usual = searcher_for(game).best(Board(game), Limits(depth=5))
    assert (found.nodes, found.score, found.pv) == (usual.nodes, usual.score, usual.pv)


def test_it_looks_at_no_more_positions_than_it_may(searcher_for):
    searcher = searcher_for("contra")
    searcher.best(Board("contra"), Limits(time=1e6, nodes=50_000))
    assert searcher._nodes() == 50_000


@pytest.mark.parametrize("seconds", [0.1, 0.5, 2.0])
def test_the_time_for_a_move_is_used_and_not_exceeded(clocked, seconds):
    searcher, clock = clocked()
    begin = clock()
    searcher.best(Board("contra"), Limits(time=seconds))
    assert 0.95 * seconds <= clock() - begin <= seconds + 0.001


def test_a_machine_that_becomes_slower_is_late_by_two_slices_at_most(clocked):
    searcher, clock = clocked(slow_after=0.5)
    begin = clock()
    searcher.best(Board("contra"), Limits(time=1.0))
    assert 0.95 <= clock() - begin <= 1 + 2 * SLICE


def test_a_slice_is_over_within_its_time(clocked):
    searcher, clock = clocked()
    times = [clock()]
    for _ in searcher.steps(Board("contra"), Limits(time=1.0)):
        times.append(clock())
    assert len(times) > 20
    gaps = [after - before for before, after in pairwise(times)]
    assert max(gaps) <= max(LEAST / SPEED, SLICE) * 1.1


def test_iterations_go_deeper_than_a_slice(clocked):
    searcher, _ = clocked()
    assert searcher.best(Board("contra"), Limits(time=1.0)).depth >= 10


@pytest.mark.parametrize("life", ["plain", "library"])
def test_each_slice_begins_with_the_same_order_of_moves(life):
    game = specialise("search.play.alphabeta", "contra", life=life)
    memory, seen = game.new_memory(), []
    memory.limit = 100 * LEAST

    def call():
        seen.append([sum(getattr(memory, name)[:]) for name in ("killers", "history", "counters")])
        memory.nodes, memory.aborted = memory.limit, len(seen) < 4
        memory.killers[0] += 1
        memory.history[1] += 1
        memory.counters[2] += 1
        return 0

    assert not any(in_slices(Pace(LEAST), memory, call, lambda: False, hard=lambda: 1e9))
    assert len(seen) == 4 and seen == seen[:1] * 4
    assert memory.history[1] == 1       # what the last one has learnt stays


def test_whoever_wants_only_lines_hears_nothing_of_slices(clocked):
    searcher, _ = clocked()
    assert all(searcher.analyse(Board("contra"), Limits(time=0.5), lines=2))


def test_stop_between_two_slices_is_obeyed(searcher_for):
    searcher = searcher_for("duell")
    steps = searcher.steps(Board("duell"), Limits(infinite=True))
    assert any(lines == [] for lines in steps)      # up to the end of the first slice
    before = searcher._nodes()
    searcher.stop()
    assert [lines for lines in steps if not lines] == []
    assert searcher._nodes() == before


def test_a_proof_deeper_than_a_slice_is_found(searcher_for, monkeypatch):
    board, searcher = Board("contra", "CWa3Wb1Wg1ve7vf7vg7"), searcher_for("contra")
    monkeypatch.setattr(slices_module, "SLICE", 0.0)
    assert searcher.best(board, Limits(mate=12)).mate == 4
    assert searcher._prover.nodes > 3 * LEAST_PROVED


def test_more_threads_are_not_wanted(searcher_for):
    one, two = (searcher_for("contra", threads=number) for number in (1, 2))
    limits = Limits(depth=6)
    assert one.best(Board("contra"), limits).nodes == two.best(Board("contra"), limits).nodes


def test_moves_are_counted_in_place():
    assert count(Board("contra"), 4, jobs=4).total == 5_329


# The protocol.

@pytest.fixture
def talk():
    one = Talk()
    yield one
    one.close()


def steps_until(talk, word):
    """Let the search go on until it says a line that begins so; return all it has said."""
    said = []
    while not any(line.startswith(word) for line in said):
        assert talk.protocol.step(), f"the search ended without {word}: {said}"
        said += talk.heard()
    return said


def test_go_returns_before_the_search(talk):
    talk.tell("isready", "position startpos", "go depth 5")
    assert talk.heard() == ["readyok"]
    assert talk.searches()


def test_stop_between_two_steps_is_obeyed(talk):
    talk.tell("setoption name UCI_Variant value duell", "go infinite")
    steps_until(talk, "info depth 3")
    talk.tell("stop")
    while talk.protocol.step():
        pass
    assert talk.heard()[-1].startswith("bestmove ")
    assert not talk.searches()


def test_other_commands_are_obeyed_between_two_steps(talk):
    talk.tell("go infinite")
    steps_until(talk, "info depth 3")
    talk.tell("isready")
    assert talk.heard() == ["readyok"]
    assert talk.protocol.step()


def test_a_new_position_ends_the_search_first(talk):
    talk.tell("go infinite")
    steps_until(talk, "info depth 2")
    talk.tell("position startpos moves d1d2")
    assert talk.heard()[-1].startswith("bestmove ")
    assert not talk.searches()


def test_an_endless_search_that_is_done_waits_for_stop(talk):
    talk.tell("go infinite depth 2")
    while talk.protocol.step():
        pass
    assert not any(line.startswith("bestmove") for line in talk.heard())
    assert talk.searches()
    talk.tell("stop")
    assert not talk.protocol.step()
    assert talk.heard()[-1].startswith("bestmove ")


@pytest.mark.parametrize("limits", ["depth 3", "movetime 0", "nodes 1", "wtime 0 btime 0"])
def test_what_was_pondered_long_enough_ends_with_the_hit(talk, limits):
    talk.tell("position startpos", f"go ponder {limits}")
    steps_until(talk, "info depth 6")
    talk.tell("ponderhit")
    while talk.protocol.step():
        pass
    *infos, move = talk.heard()
    assert move.startswith("bestmove ")
    assert {fields(line)["depth"] for line in infos} <= {"6"}


def test_after_the_hit_the_same_search_goes_on(talk):
    talk.tell("position startpos", "go ponder depth 7")
    before = steps_until(talk, "info depth 5")
    talk.tell("ponderhit")
    while talk.protocol.step():
        pass
    *after, move = talk.heard()
    assert move.startswith("bestmove ")
    assert [fields(line)["depth"] for line in before + after] == [*"1234567"]


def test_the_time_of_a_hit_counts_from_then_on(clocked):
    searcher, clock = clocked()
    for lines in searcher.steps(Board("contra"), Limits(time=0.5), pondering=True):
        if lines and lines[0].depth == 7:
            begin = clock()
            searcher.ponderhit()
    assert begin > 1000
    assert 0.95 * 0.5 <= clock() - begin <= 0.501


def test_the_positions_of_a_hit_count_from_then_on(searcher_for):
    searcher = searcher_for("contra")
    for lines in searcher.steps(Board("contra"), Limits(nodes=50_000), pondering=True):
        if lines and lines[0].depth == 7:
            before = searcher._nodes()
            searcher.ponderhit()
    assert searcher._nodes() == before + 50_000


def test_a_level_moves(talk):
    assert talk.ask("setoption name Level value 4", "go nodes 1")[-1].startswith("bestmove ")


def test_perft(talk):
    assert talk.ask("go perft 4") == ["nodes 5329"]


def test_without_a_search_there_is_no_step(talk):
    assert not talk.protocol.step()
