"""Against the clock nothing is loaded: what `readyok` promises (engine/searcher.py, tables/).

Each case runs in a process of its own, for what one test has loaded another one need not.  There a
hook of Python notes every file that is opened, and every module that is imported, in the threads
that make the move.
"""
import os
import subprocess
import sys
import threading
from weakref import WeakValueDictionary

import pytest

from eckstein import Board, names
from eckstein.engine.levels import LevelPlayer
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.engine.tables import TableError, resident
from eckstein.engine.tree_search import TreeSearcher
from eckstein.kernel.specialise import life_of

from ..helpers import first
from .talk import PATIENCE

PROGRAM = """
import io, os, sys, threading
from eckstein.engine.protocol import Protocol

game, position, limits, *settings = sys.argv[1:]
output = io.StringIO()
protocol = Protocol(output)
for line in [f"setoption name UCI_Variant value {game}", *settings, "isready"]:
    protocol.obey(line)
noted, watching = [], False

def note(event, arguments):
    if watching and event in ("open", "import", "mmap.__new__", "compile"):
        if event == "open" and not os.path.exists(arguments[0]):
            return      # a table that there is not is not loaded
        if not threading.current_thread().name.endswith("(run)"):      # `aside`: beside the search
            noted.append((event, str(arguments[0])))
sys.addaudithook(note)
watching = True
protocol.obey(f"position {position}")
protocol.obey(f"go {limits}")
protocol._work.finish()
watching = False
print(output.getvalue().splitlines()[-1].split()[0], noted)
"""
FEW = {"contra": ["cDd6Pa1ue7", "CWa1vg7", "cJe5xf6"],
       "duell": ["DCb1Ze1Wd1zc8vf8", "DZd4ze6Wa1", "DZh7Va3zf3"]}
POSITIONS = [(game, position) for game in names() for position in (
    "startpos", *(f"text {text}" for text in FEW.get(game, [])))]


def during(game, position, limits, *settings):
    """What was loaded while a move was made, in a new process."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, game, position, limits, *settings],
                          capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("game", "position"), first(4, POSITIONS[::-1]))
def test_nothing_is_loaded_for_a_move_against_the_clock(with_tables, game, position):
    assert during(game, position, "movetime 30") == "bestmove []\n"


@pytest.mark.parametrize("limits", ["wtime 1000 btime 1000", pytest.param(
    "mate 2 movetime 10", marks=pytest.mark.skipif(
        life_of("contra") != "library", reason="it would have to be compiled"))])
@pytest.mark.parametrize(("game", "position"), [
    POSITIONS[-1], *(("contra", f"text {text}") for text in FEW["contra"])])
def test_nothing_is_loaded_by_whatever_clock(with_tables, game, position, limits):
    assert during(game, position, limits) == "bestmove []\n"


@pytest.mark.parametrize("settings", [
    ["setoption name EvalFile value off"], ["setoption name OwnBook value true"],
    ["setoption name Level value 9", "setoption name OwnBook value true"],
    ["setoption name Level value 5"], ["setoption name Threads value 2"]])
def test_nothing_is_loaded_whatever_is_set(with_tables, settings):
    assert during("duell", f"text {FEW['duell'][0]}", "movetime 30", *settings) == "bestmove []\n"
    assert during("duell", "startpos", "movetime 30", *settings) == "bestmove []\n"


# Tables that are not yet in memory.

HOLDS = Board("contra", FEW["contra"][0])       # two plies deep only a table knows the win
TIMED = Limits(depth=2, time=1e6)


@pytest.fixture
def gate(with_tables, monkeypatch):
    """Nothing is read from tables before this event is set, and nothing was read before."""
    opened, read = threading.Event(), resident._resident

    def reads(*arguments):
        assert opened.wait(PATIENCE)
        return read(*arguments)
    monkeypatch.setattr(resident, "_resident", reads)
    monkeypatch.setattr(resident, "_residents", WeakValueDictionary())
    yield opened
    opened.set()


def read_all(one):
    """Wait until all is read that is being read."""
    for coming in list(one._residents._coming.values()):
        coming.exception(PATIENCE)


def full(board):
    return Searcher(board.game, board.options, megabytes=1, proofs=False, tables=True)


def mate(one, limits):
    one.clear()
    return one.best(HOLDS, limits).mate


@pytest.mark.parametrize("limits", [TIMED, Limits(depth=2, white_time=1e6, black_time=1e6)])
def test_a_search_against_the_clock_asks_only_tables_that_were_read(gate, limits):
    one = full(HOLDS)
    assert mate(one, limits) is None
    assert mate(one, limits) is None        # and does not begin to read again
    assert len(one._residents._coming) == 1
    gate.set()
    read_all(one)
    assert mate(one, limits) == 7
    assert not one._residents._coming
    one.close()


def test_a_search_without_a_clock_waits_for_them(gate):
    one = full(HOLDS)
    assert mate(one, TIMED) is None
    gate.set()
    assert mate(one, Limits(depth=2)) == 7
    one.close()


def test_a_level_has_read_them_when_it_is_ready(gate):
    gate.set()
    one = LevelPlayer("contra", HOLDS.options, 9)
    one.warm()
    gate.clear()
    assert one.choose(HOLDS).mate == 7
    one.close()


def test_the_tree_search_asks_only_tables_that_were_read(gate):
    one, limits = TreeSearcher("contra", HOLDS.options, megabytes=1, tables=True), Limits(
        nodes=50, time=1e6)
    assert one.play(HOLDS, limits).info.result is None
    gate.set()
    read_all(one)
    assert one.play(HOLDS, limits).info.result == "won"


def test_a_table_that_turns_out_damaged_is_told_with_the_next_move(gate, monkeypatch):
    def damaged(*arguments):
        raise TableError("it is damaged")
    monkeypatch.setattr(resident, "_resident", damaged)
    one = full(HOLDS)
    mate(one, TIMED)
    read_all(one)
    mate(one, TIMED)
    assert one.complaint == "it is damaged"
    one.close()
