"""The search on a board: limits, lines, threads, and the clock (engine/searcher.py, limits.py)."""
import itertools
import random
import subprocess
import sys
import threading
import time

import pytest

from eckstein import Board
from eckstein.engine import searcher as searcher_module
from eckstein.engine.limits import MAX_DEPTH, NEVER, Limits
from eckstein.engine.searcher import Searcher

from ..helpers import after, interrupted

GAMES = ["pur", "contra", "ecke", "duell", "echek"]
WINS = [
    ("pur", "Pca1fe1vf1ue2tf2ng2xb3Tf6Sa7Cb7Wc7Fd7Re7Wg7"),
    ("contra", "CWd6va5"),
    ("ecke", "EWb1Wd1ce3Lf6Ma7vd7vf7"),
    ("duell", "DWd1zc4Ze7ra8fg8"),
    ("echek", "2b/rkR/1K1/Qn1 w BNPqp Ss m13"),
]


@pytest.fixture
def searcher_for(request):
    """A function that makes a searcher for a board; it is closed at the end."""
    def make(board, **settings):
        searcher = Searcher(board.game, board.options, megabytes=1, **settings)
        request.addfinalizer(searcher.close)
        return searcher
    return make


def in_one_step(score):
    """A search that comes to this score, without slices."""
    yield from ()
    return score


def is_line(board, moves):
    """Whether these moves can be made one after the other."""
    ahead = board.copy()
    for move in moves:
        if move not in ahead.legal_moves:
            return False
        ahead.push(move)
    return True


# What it tells.

@pytest.mark.parametrize("game", GAMES)
def test_iterations_grow_and_tell_legal_lines(searcher_for, game):
    board = Board(game)
    before = board.position()
    found = [lines[0] for lines in searcher_for(board).analyse(board, Limits(depth=3))]
    assert [info.depth for info in found] == [1, 2, 3]
    assert [info.nodes for info in found] == sorted(info.nodes for info in found)
    assert all(info.seldepth >= info.depth and 0 <= info.hashfull <= 1000 for info in found)
    assert all(info.pv and is_line(board, info.pv) for info in found)
    assert board.position() == before


@pytest.mark.parametrize(("game", "position"), WINS)
def test_a_win_in_one_is_mate_1(searcher_for, game, position):
    board = Board(game, position)
    info = searcher_for(board).best(board, Limits(depth=6))
    assert info.mate == 1
    board.push(info.pv[0])
    assert board.outcome().winner is not None


def test_a_win_in_three_plies_is_mate_2(searcher_for):
    board = Board("contra", "CSb1Lc2Bg3ua4Qg4sa5Ud5ia6ef6")
    assert searcher_for(board).best(board, Limits(depth=5)).mate == 2


def test_who_loses_to_the_next_move_is_mated_in_1(searcher_for):
    board = Board("contra", "CWd3va2", no_progress=0)
    assert searcher_for(board).best(board, Limits(depth=5)).mate == -1


def test_who_must_lose_by_his_own_move_is_mated_in_1(searcher_for):
    board = after("contra", "CAa2Ab3We5va3", "b3b4")        # a3b3 is Black's only move
    assert searcher_for(board).best(board, Limits(depth=3)).mate == -1


def test_nothing_is_decided_at_the_start(searcher_for):
    board = Board("contra")
    info = searcher_for(board).best(board, Limits(depth=4))
    assert info.mate is None
    assert abs(info.score) < 100


def test_a_game_that_is_over_has_no_line(searcher_for):
    board = after("contra", "CWd6va5", "d6d7")
    searcher = searcher_for(board)
    assert list(searcher.analyse(board, Limits(depth=3))) == []
    with pytest.raises(ValueError, match="over"):
        searcher.best(board, Limits(depth=3))


def test_history_counts(searcher_for):
    shuffle = ["a2b2", "e3d3", "b2a2", "d3e3", "a2b2", "e3d3", "b2a2"]
    board = after("contra", "cWe3va2", *shuffle)
    info = searcher_for(board).best(board, Limits(depth=5))
    assert (info.score, board.text(info.pv[0])) == (0, "d3e3")


# The first iteration is always whole.

OUT_OF_TIME = [Limits(time=0.0), Limits(time=0.001), Limits(time=0.01),
               Limits(nodes=1), Limits(white_time=0.0, black_time=0.0),
               Limits(white_time=-5.0, black_time=-5.0)]


def first_iteration(searcher_for, board, **settings):
    """The best line of an iteration that nothing cuts short."""
    return searcher_for(board, **settings).best(board, Limits(depth=1))


def tells_a_whole_iteration(info, first):
    """Whether a line is that of a whole first iteration, or of a deeper one."""
    return info.nodes >= first.nodes and (
        info.depth > 1 or (info.score, info.pv) == (first.score, first.pv))


@pytest.mark.parametrize("limits", OUT_OF_TIME)
@pytest.mark.parametrize(("game", "position"), WINS)
def test_a_win_in_one_is_played_however_short_the_time(searcher_for, game, position, limits):
    board = Board(game, position)
    assert searcher_for(board).best(board, limits).mate == 1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limits", OUT_OF_TIME)
@pytest.mark.parametrize("game", GAMES)
def test_no_move_is_told_that_was_not_looked_at(searcher_for, game, limits, threads):
    board = Board(game)
    first = first_iteration(searcher_for, board)
    assert first.nodes > len(board.legal_moves)
    info = searcher_for(board, threads=threads).best(board, limits)
    assert tells_a_whole_iteration(info, first)


def test_the_first_iteration_ends_under_load(searcher_for):
    board, idle = Board("duell"), threading.Event()
    first = first_iteration(searcher_for, board)
    searcher = searcher_for(board)

    def burden():
        while not idle.is_set():
            sum(range(1000))
    burdens = [threading.Thread(target=burden) for _ in range(8)]
    for thread in burdens:
        thread.start()
    try:
        for _ in range(5):
            searcher.clear()
            assert tells_a_whole_iteration(searcher.best(board, Limits(time=0.01)), first)
    finally:
        idle.set()
        for thread in burdens:
            thread.join()


def test_the_first_iteration_ends_though_its_time_is_over(searcher_for, monkeypatch):
    board = Board("echek")
    first = first_iteration(searcher_for, board)
    hours = itertools.count(0, 3600)
    monkeypatch.setattr(time, "perf_counter", lambda: next(hours))
    found = list(searcher_for(board).analyse(board, Limits(time=1.0)))
    assert [(info.depth, info.score, info.nodes, info.pv) for info, in found] == [
        (1, first.score, first.nodes, first.pv)]


@pytest.mark.parametrize("limits", [Limits(time=0.0), Limits(nodes=1)])
def test_the_first_iteration_tells_all_lines(searcher_for, limits):
    board = Board("pur")
    whole = next(searcher_for(board).analyse(board, Limits(depth=1), lines=4))
    found, = searcher_for(board).analyse(board, limits, lines=4)
    assert [(info.line, info.score, info.pv) for info in found] == [
        (info.line, info.score, info.pv) for info in whole]
    assert len(found) == 4


@pytest.mark.parametrize("limits", [Limits(time=0.0), Limits(nodes=1)])
def test_moves_left_out_are_left_out_of_the_first_iteration(searcher_for, limits):
    board = Board("ecke", "EWb1Wd1ce3Lf6Ma7vd7vf7")
    win = board.parse("f6g7")
    (info,), = searcher_for(board).analyse(board, limits, without=[win])
    assert info.pv[0] != win
    assert info.nodes > 1
    assert info.mate is None


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_lets_the_first_iteration_end(searcher_for, threads, monkeypatch):
    board = Board("contra", "CWd6va5")
    searcher = searcher_for(board, threads=threads)
    windowed = searcher._windowed

    def stopped_at_once(*arguments):
        searcher.stop()
        return windowed(*arguments)
    monkeypatch.setattr(searcher, "_windowed", stopped_at_once)
    found = list(searcher.analyse(board, Limits(infinite=True)))
    assert [(info.depth, info.mate) for info, in found] == [(1, 1)]


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_before_the_first_step_is_obeyed(searcher_for, threads):
    board = Board("duell")
    searcher = searcher_for(board, threads=threads)
    first = first_iteration(searcher_for, board)
    stopped = searcher.analyse(board, Limits(infinite=True))
    searcher.stop()
    assert [(info.depth, info.pv) for info, in stopped] == [(1, first.pv)]


def test_stop_before_a_search_is_asked_for_is_none(searcher_for):
    board = Board("contra")
    searcher = searcher_for(board)
    searcher.stop()
    assert searcher.best(board, Limits(depth=3)).depth == 3


def test_a_search_that_was_left_does_not_stop_the_next_one(searcher_for):
    board = Board("contra")
    searcher = searcher_for(board)
    left = searcher.analyse(board, Limits(infinite=True))
    next(left)
    following = searcher.analyse(board, Limits(depth=3))
    left.close()
    assert [info.depth for info, in following] == [1, 2, 3]


# Limits.

def test_the_limit_of_depth_is_exact(searcher_for):
    board = Board("ecke")
    assert searcher_for(board).best(board, Limits(depth=4)).depth == 4


@pytest.mark.parametrize("nodes", [9, 10, 100, 5_000, 50_000])
def test_the_limit_of_nodes_is_kept(searcher_for, nodes):
    board = Board("contra")
    searcher = searcher_for(board)
    assert searcher.best(board, Limits(nodes=nodes)).nodes <= nodes


@pytest.mark.parametrize("nodes", [517, 518, 519, 600, 5_000])
def test_the_limit_of_nodes_is_kept_among_captures(searcher_for, nodes):
    board = after("duell", None, "D1-e6", "A8-e7", "F1-c4")
    assert searcher_for(board).best(board, Limits(nodes=nodes)).nodes <= nodes


@pytest.mark.parametrize("nodes", [1, 2, 40, 41, 42, 43])
def test_fewer_nodes_than_a_first_iteration_takes_are_no_more_than_that(searcher_for, nodes):
    board = after("duell", None, "D1-e6", "A8-e7", "F1-c4")
    first = first_iteration(searcher_for, board)
    assert first.nodes > 43
    assert searcher_for(board).best(board, Limits(nodes=nodes)).nodes == first.nodes


def test_the_limit_of_nodes_is_that_of_all_threads(searcher_for):
    board = Board("pur")
    info = searcher_for(board, threads=2).best(board, Limits(nodes=20_000))
    assert info.nodes <= 20_000


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("limits", [Limits(time=0.0), Limits(time=0.001), Limits(nodes=1),
                                    Limits(white_time=0.0, black_time=0.0)])
def test_the_smallest_limit_still_gives_a_move(searcher_for, game, limits):
    board = Board(game)
    info = searcher_for(board).best(board, limits)
    assert info.depth >= 1
    assert info.pv[0] in board.legal_moves


def test_a_search_for_a_mate_ends_with_it(searcher_for):
    board = Board("contra", "CSb1Lc2Bg3ua4Qg4sa5Ud5ia6ef6")
    assert searcher_for(board).best(board, Limits(mate=2)).mate == 2


def test_a_win_that_is_asked_for_is_proved_before_it_is_in_sight(searcher_for):
    """Proof-number search finds in the first iteration what alpha-beta sees in the fourth."""
    board = Board("contra", "CWa4Wb1Wg1ve7vf7vg7")
    first = next(searcher_for(board).analyse(board, Limits(mate=20)))
    assert first[0].depth == 1
    assert first[0].mate == 3
    assert is_line(board, first[0].pv)
    assert len(first[0].pv) > 4
    alone = searcher_for(board, proofs=False).analyse(board, Limits(depth=3))
    assert all(lines[0].mate is None for lines in alone)


def test_proofs_keep_the_limit_of_nodes(searcher_for):
    board = Board("duell")
    info = searcher_for(board).best(board, Limits(mate=9, nodes=3_000))
    assert info.nodes <= 3_000 + board.rules.MAX_MOVES


def test_a_proved_win_comes_before_other_lines(searcher_for):
    board = Board("contra", "CWa4Wb1Wg1ve7vf7vg7")
    proved, other = next(searcher_for(board).analyse(board, Limits(mate=20), lines=2))
    assert (proved.line, other.line, proved.mate, other.mate) == (1, 2, 3, None)
    assert proved.pv[0] != other.pv[0]


def test_a_decided_game_is_not_searched_for_ever(searcher_for):
    board = Board("contra", "CWd6va5")
    assert searcher_for(board).best(board, Limits()).mate == 1


def test_a_single_move_takes_little_of_the_clock(searcher_for):
    board = after("contra", "CAa2Ab3Wg1va3", "g1g2")        # Black must pass
    info = searcher_for(board).best(board, Limits(white_time=10_000.0, black_time=10_000.0))
    assert info.pv[0] == board.legal_moves[0]
    assert info.depth == 4


def test_stop_before_the_next_iteration(searcher_for):
    board = Board("duell")
    searcher = searcher_for(board)
    depths = []
    for lines in searcher.analyse(board, Limits(infinite=True)):
        depths.append(lines[0].depth)
        if len(depths) == 2:
            searcher.stop()
    assert depths == [1, 2]


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(searcher_for, threads):
    board = Board("duell")
    searcher = searcher_for(board, threads=threads)
    begun = threading.Event()

    def stop():
        begun.wait()
        searcher.stop()
    stopper = threading.Thread(target=stop)
    stopper.start()
    for _ in searcher.analyse(board, Limits(infinite=True)):
        begun.set()
    stopper.join()
    assert searcher.best(board, Limits(depth=1)).depth == 1     # and it can begin anew


# Lines.

@pytest.mark.parametrize("game", GAMES)
def test_lines_are_different_moves_the_best_first(searcher_for, game):
    board = Board(game)
    *_, lines = searcher_for(board).analyse(board, Limits(depth=3), lines=4)
    assert [info.line for info in lines] == [1, 2, 3, 4]
    assert len({info.pv[0] for info in lines}) == 4
    assert [info.score for info in lines] == sorted((info.score for info in lines), reverse=True)
    assert all(is_line(board, info.pv) for info in lines)


def test_there_are_no_more_lines_than_moves(searcher_for):
    board = Board("contra")
    *_, lines = searcher_for(board).analyse(board, Limits(depth=3), lines=64)
    assert {info.pv[0] for info in lines} == set(board.legal_moves)


def test_moves_can_be_left_out(searcher_for):
    board = Board("contra")
    without = board.legal_moves[:5]
    for lines in searcher_for(board).analyse(board, Limits(depth=4), lines=2, without=without):
        assert {info.pv[0] for info in lines} == set(board.legal_moves[5:])


def test_there_is_nothing_to_tell_where_all_moves_are_left_out(searcher_for):
    board = Board("contra")
    assert list(searcher_for(board).analyse(board, Limits(depth=4), 1, list(board.legal_moves))
                ) == []


# Getting ready.

def test_time_begins_when_all_is_loaded(searcher_for, monkeypatch):
    events, clock = [], time.perf_counter
    monkeypatch.setattr(searcher_module, "load", lambda *_: events.append("loaded"))
    monkeypatch.setattr(time, "perf_counter", lambda: events.append("time") or clock())
    searcher = searcher_for(Board("contra"))
    for _ in range(2):
        searcher.best(Board("contra"), Limits(depth=1))
    assert events[0] == "loaded"
    assert "loaded" not in events[events.index("time"):]


@pytest.mark.long
def test_after_loading_nothing_is_left_to_be_compiled(once_by_numba):
    program = """
import sys
from numba.core.dispatcher import Dispatcher
from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.kernel.warming import load

def signatures():
    return {(module.__name__, name, str(signature)) for module in list(sys.modules.values())
            if "<" in module.__name__ for name, kernel in list(vars(module).items())
            if isinstance(kernel, Dispatcher) for signature in kernel.signatures}

board = Board("contra", "CWa4Wb1Wg1ve7vf7vg7")
one = Searcher("contra", board.options, threads=2, megabytes=1)
one.warm()
load("contra", one._own, ["search.play.bounded"])      # loaded when a win is first asked for
before = signatures()
found = list(one.analyse(board, Limits(mate=20), lines=2))
one.close()
print(found[-1][0].mate, len(before) > 0, sorted(signatures() - before))
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          check=True)
    assert told.stdout == "3 True []\n"


# Threads and memory.

@pytest.mark.parametrize("game", GAMES)
def test_two_threads_tell_legal_lines(searcher_for, game):
    board = Board(game)
    found = list(searcher_for(board, threads=2).analyse(board, Limits(depth=4)))
    assert found
    assert all(is_line(board, info.pv) for lines in found for info in lines)


def played(searcher, board):
    """What a search tells but for the time."""
    return [(info.depth, info.score, info.nodes, info.hashfull, info.pv)
            for lines in searcher.analyse(board, Limits(depth=5), lines=2) for info in lines]


def test_a_cleared_searcher_does_the_same_again(searcher_for):
    board = Board("contra")
    searcher = searcher_for(board)
    first = played(searcher, board)
    again = played(searcher, board)
    searcher.clear()
    assert again != first       # the table knows the position by then
    assert played(searcher, board) == first


def test_both_lives_tell_the_same(searcher_for):
    board = Board("contra")
    searchers = (searcher_for(board), searcher_for(board, compiled=False))
    fast, plain = (played(searcher, board) for searcher in searchers)
    assert fast == plain
    searchers[1].clear()
    assert played(searchers[1], board) == plain


# The clock.

WHITE, BLACK = Board("contra"), after("contra", None, "d1d2")


@pytest.mark.parametrize(("limits", "board", "soft", "hard"), [
    (Limits(), WHITE, NEVER, NEVER),
    (Limits(infinite=True, time=1.0), WHITE, NEVER, NEVER),
    (Limits(time=1.0, white_time=9.0), WHITE, 1.0, 1.0),
    (Limits(white_time=25.02), BLACK, NEVER, NEVER),
    (Limits(white_time=25.02), WHITE, 0.6, 2.5),
    (Limits(black_time=25.02), BLACK, 0.6, 2.5),
    (Limits(white_time=25.02, white_increment=10.0), WHITE, 0.6 * 9.0, 17.5),
    (Limits(white_time=0.0), WHITE, 0.6 * 0.00004, 0.0001)])
def test_seconds_for_a_move(limits, board, soft, hard):
    assert limits.seconds(board) == pytest.approx((soft, hard))


@pytest.mark.parametrize("left", [0.0, 0.1, 1.0, 60.0, 3600.0])
@pytest.mark.parametrize("increment", [0.0, 1.0, 100.0])
def test_the_clock_is_never_overdrawn(left, increment):
    soft, hard = Limits(white_time=left, white_increment=increment).seconds(WHITE)
    assert 0 < soft <= hard <= max(left, 0.001)


@pytest.mark.parametrize(("depth", "last"), [(None, MAX_DEPTH), (1, 1), (7, 7), (500, MAX_DEPTH)])
def test_the_last_depth(depth, last):
    assert Limits(depth=depth).max_depth() == last


def test_lines_come_in_the_order_of_their_values(monkeypatch):
    board = Board("contra")
    searcher = Searcher("contra", board.options, compiled=False, proofs=False)
    scores, moves = iter([10, 30, 20]), list(board.legal_moves)[:3]
    firsts = iter(moves)
    monkeypatch.setattr(searcher, "_windowed", lambda *_: in_one_step(next(scores)))
    monkeypatch.setattr(searcher, "_line", lambda _: (next(firsts),))
    found = next(searcher.analyse(board, Limits(depth=1), lines=3))
    searcher.close()
    assert [(info.line, info.score, info.pv) for info in found] == [
        (1, 30, (moves[1],)), (2, 20, (moves[2],)), (3, 10, (moves[0],))]


@pytest.mark.parametrize(("began_with_the_best", "believed"), [(True, True), (False, False)])
def test_a_broken_iteration_is_believed_where_it_began_with_the_best_move(
        monkeypatch, began_with_the_best, believed):
    board = Board("contra")
    searcher = Searcher("contra", board.options, compiled=False, proofs=False)
    best, other = list(board.legal_moves)[:2]
    firsts = iter([best, other])

    def iteration(depth, guess):
        memory = searcher._memories[0]
        memory.aborted = int(depth == 2)
        memory.moves[0] = best if began_with_the_best else other
        return in_one_step(0)
    monkeypatch.setattr(searcher, "_windowed", iteration)
    monkeypatch.setattr(searcher, "_line", lambda _: (next(firsts),))
    found = searcher.best(board, Limits(depth=3))
    searcher.close()
    assert found.pv == ((other,) if believed else (best,))


def test_more_positions_than_proofs_remember_are_searched_without_proofs(searcher_for):
    board, chance = Board("duell", repetition=2, no_progress=0), random.Random(4)
    while board.idle_moves <= 256:
        moves = list(board.legal_moves)
        board.push(chance.choice(moves))
        if board.is_game_over() or board.idle_moves == 0:
            board.pop()
    info = searcher_for(board).best(board, Limits(mate=3, nodes=2_000))
    assert info.pv[0] in board.legal_moves


@pytest.mark.parametrize("number", range(50, 330, 2))
def test_ctrl_c_ends_it_wherever_it_waits(searcher_for, number):
    """Where it came while a lock was taken, it once was a RuntimeError, or ended nothing."""
    board = Board("contra")
    searcher = searcher_for(board)
    with pytest.raises(KeyboardInterrupt):
        interrupted(lambda: list(searcher.analyse(board, Limits(time=1000))), number)
    assert list(searcher.analyse(board, Limits(depth=2)))
