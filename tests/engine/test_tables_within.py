"""What the engine makes of tables of endings that lie ahead of it (see also search/test_tabled)."""
import gc
import os
import random
import subprocess
import sys

import pytest

from eckstein import Board
from eckstein.engine.levels import Level, LevelPlayer
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.engine.tables import find, resident
from eckstein.engine.tree_search import TreeSearcher
from eckstein.kernel.specialise import specialise

from .talk import Talk, fields

pytestmark = pytest.mark.usefixtures("with_tables")
MATE = 31000

# Two plies deep the engine plays the second move; the first leads into a table's ending and wins.
TAKES = "DZh7Va3zf3", "A3-f4", "a3-D6"      # after a3-D6 Black wins within 5 plies
HOLDS = "cDd6Pa1ue7", "e7e6", "e7d7"        # after e7d7 both can only go to and fro
# Three plies deep: the first move keeps a draw, the second loses.
SAVES = "cJe5Wb4xf6", "f6e6", "f6f5"


def searcher(game, tables, **options):
    return Searcher(game, Board(game, **options).options, megabytes=1, proofs=False, tables=tables)


def best(position, depth, tables, **options):
    """A board and what a search from it finds."""
    game = {"C": "contra", "D": "duell"}[position[0].upper()]
    board = Board(game, position, **options)
    one = searcher(game, tables, **options)
    info = one.best(board, Limits(depth=depth))
    one.close()
    return board, info


def wins_within(board, side, plies):
    """Whether a player can force a win in so many plies, by a search that asks no table."""
    search = specialise("search.play.bounded", board.game)
    memory, table = search.new_memory(), search.new_table(4)
    search.set_history(memory, table, board.options, board.idle_moves, board.keys()[:-1])
    memory.limit = 10**7
    return search.solve(search.game.Position(*board.state), memory, plies, side, 0) > 0


# What it plays.

@pytest.mark.parametrize(("position", "right", "wrong"), [TAKES, HOLDS])
def test_a_win_that_only_a_table_knows_is_played(position, right, wrong):
    board, info = best(position, 2, True)
    assert (board.text(info.pv[0]), info.mate > 0) == (right.lower(), True) or (
        board.notation(info.pv[0]), info.mate > 0) == (right, True)
    assert wins_within(board, board.state.side, MATE - info.score)
    _, without = best(position, 2, False)
    assert wrong in (board.text(without.pv[0]), board.notation(without.pv[0]))
    assert without.mate is None
    board.push(without.pv[0])
    assert not wins_within(board, 1 - board.state.side, 14)


def test_what_is_played_without_the_table_there_even_loses():
    position, _, wrong = TAKES
    board = Board("duell", position)
    board.push_text(wrong)
    assert wins_within(board, board.state.side, 5)


def test_a_draw_that_only_a_table_knows_is_played():
    position, right, wrong = SAVES
    board, info = best(position, 3, True)
    assert (board.text(info.pv[0]), info.score) == (right, 0)
    board, info = best(position, 3, False)
    assert board.text(info.pv[0]) == wrong
    board.push_text(wrong)
    assert find(board).value.result == "won"


def test_the_line_goes_on_to_the_end_of_the_game():
    for position in TAKES[0], HOLDS[0]:
        board, info = best(position, 2, True)
        winner = board.turn
        for move in info.pv:
            board.push(move)
        assert board.outcome().winner is winner
        assert len(info.pv) == MATE - info.score


def test_the_win_is_carried_out():
    """Each search plays a move, and from the ending on the table does, at the root."""
    board = Board("contra", HOLDS[0])
    one, winner, plies = searcher("contra", True), board.turn, 0
    while not board.is_game_over():
        board.push(one.best(board, Limits(depth=2)).pv[0])
        plies += 1
    one.close()
    assert (board.outcome().winner, plies) == (winner, 13)


def positions(count, seed):
    """Random positions of Contra with two dice against one or two."""
    chance = random.Random(seed)
    squares = [column + row for column in "abcdefg" for row in "1234567"]
    while count:
        dice = chance.sample("ABCDEFGHIJKLMNOPQRSTUVWX", chance.choice([3, 4]))
        places = chance.sample(squares, len(dice))
        board = Board("contra", chance.choice("Cc") + "".join(
            (die if i < 2 else die.lower()) + square
            for i, (die, square) in enumerate(zip(dice, places, strict=True))))
        if not board.status() and not board.is_game_over():
            count -= 1
            yield board


@pytest.mark.parametrize("no_progress", [100, 6])
def test_what_is_said_to_be_won_or_lost_is_so(no_progress):
    one, without = (searcher("contra", tables, no_progress=no_progress) for tables in (True, False))
    told = 0
    for board in positions(120, no_progress):
        board = Board("contra", board.position(), no_progress=no_progress)
        one.clear()
        without.clear()
        info = one.best(board, Limits(depth=3))
        if info.mate is not None:
            side = board.state.side if info.score > 0 else 1 - board.state.side
            assert wins_within(board, side, MATE - abs(info.score)), board.position()
            told += without.best(board, Limits(depth=3)).mate is None
    one.close()
    without.close()
    assert told > 0


# How soon a win comes.

def test_a_win_within_so_many_moves_is_found_and_told_to_its_end():
    board = Board("contra", HOLDS[0])
    told = {}
    for tables in True, False:
        one = Searcher("contra", board.options, megabytes=1, proofs=False, tables=tables)
        told[tables] = one.best(board, Limits(mate=7))
        one.close()
        assert told[tables].mate == 7
    assert told[True].nodes < told[False].nodes
    for move in told[True].pv:
        board.push(move)
    assert board.outcome().winner is not None and len(told[True].pv) == 13


@pytest.mark.parametrize("tables", [True, False])
def test_that_there_is_no_win_within_so_many_moves_is_told_with_tables_too(tables):
    board = Board("contra", HOLDS[0])
    one = Searcher("contra", board.options, megabytes=1, proofs=False, tables=tables)
    assert one.best(board, Limits(mate=5, depth=3)).no_win <= 12
    assert one.best(board, Limits(mate=5)).no_win >= 9
    one.close()


# The tree search.

def grown(position, nodes, tables, **options):
    """A board, and the best line of a tree search from it."""
    game = {"C": "contra", "D": "duell"}[position[0].upper()]
    board = Board(game, position, **options)
    one = TreeSearcher(game, board.options, megabytes=1, tables=tables)
    done = one.grow(board, Limits(nodes=nodes))
    return board, one.lines(1)[0], done


def test_the_tree_search_knows_a_win_that_only_a_table_knows():
    board, line, done = grown(HOLDS[0], 50, True)
    assert (line.result, line.value) == ("won", 1.0) and done < 50
    winner = board.turn
    for move in line.pv:
        board.push(move)
    assert board.outcome().winner is winner
    assert grown(HOLDS[0], 50, False)[1].result is None


def test_the_tree_search_asks_of_the_position_itself_what_it_is_worth():
    board, line, done = grown("cJe5xf6", 10, True)
    found = find(board)
    assert (done, line.result) == (0, found.value.result)
    assert line.pv[0] == found.moves[0].move
    one = TreeSearcher("contra", board.options, megabytes=1, tables=True)
    one.grow(board, Limits(nodes=10))
    assert [line.result for line in one.lines(99)] == [
        move.value.result for move in found.moves]
    assert grown("cJe5xf6", 10, False)[2] > 0


def test_a_tree_without_tables_is_what_it_was(monkeypatch, tmp_path):
    found = [grown(HOLDS[0], 300, False)]
    for name, value in ("NEAR", 0), ("MOST", 1_000_000):
        with monkeypatch.context() as changed:
            changed.setattr(resident, name, value)
            found.append(grown(HOLDS[0], 300, True))
    monkeypatch.setenv("ECKSTEIN_TABLES", str(tmp_path))
    found.append(grown(HOLDS[0], 300, True))
    assert len({(line, done) for _, line, done in found}) == 1


# Who asks.

def test_without_tables_the_search_is_what_it_was(monkeypatch, tmp_path):
    """Whether they are switched off, are not there, are too far away, or too large."""
    (_, asked), (_, off) = (best(HOLDS[0], 4, tables) for tables in (True, False))
    assert (asked.nodes, asked.score) != (off.nodes, off.score)
    found = []
    for name, value in ("NEAR", 0), ("MOST", 1_000_000):
        with monkeypatch.context() as changed:
            changed.setattr(resident, name, value)
            found.append(best(HOLDS[0], 4, True)[1])
    monkeypatch.setenv("ECKSTEIN_TABLES", str(tmp_path))
    found.append(best(HOLDS[0], 4, True)[1])
    for info in found:
        assert (info.nodes, info.score, info.pv) == (off.nodes, off.score, off.pv)


def test_a_search_can_be_told_to_ask_and_not_to():
    board = Board("contra", HOLDS[0])
    one, found = searcher("contra", True), []
    for tables in True, False, True:
        one.tables = tables
        one.clear()
        found.append(one.best(board, Limits(depth=2)).mate)
    one.close()
    assert found == [7, None, 7]


@pytest.mark.parametrize(("exact", "tables", "mate"), [
    (True, True, 7), (False, True, None), (True, False, None)])
def test_levels_that_ask_no_tables_at_the_root_ask_none_within(exact, tables, mate):
    level = Level(9, "", 2, None, 0, True, False, exact, "")
    player = LevelPlayer("contra", Board("contra").options, level, tables=tables)
    info = player.choose(Board("contra", HOLDS[0]))
    player.close()
    assert info.mate == mate


def test_the_protocol_switches_them_off():
    talk = Talk()
    talk.tell("setoption name UCI_Variant value contra", f"position text {HOLDS[0]}")
    told = []
    for value in "true", "false":
        lines = talk.ask(f"setoption name Tables value {value}", "go depth 2")
        told.append((fields(lines[-2]).get("mate"), lines[-1]))
    talk.close()
    assert told == [("7", "bestmove e7e6"), (None, "bestmove e7d7")]


def test_several_threads_ask_the_same_table():
    board = Board("contra", HOLDS[0])
    one = Searcher("contra", board.options, threads=2, megabytes=1, proofs=False, tables=True)
    assert one.best(board, Limits(depth=4)).mate == 7
    assert len({int(memory.codes[0]) for memory in one._memories}) == 1
    one.close()


def test_a_table_is_in_memory_once_and_goes_with_the_last_search():
    board = Board("contra", HOLDS[0])
    gc.collect()
    before = len(resident._residents)
    one, other = searcher("contra", True), searcher("contra", True)
    for search in one, other:
        search.best(board, Limits(depth=1))
        assert len(resident._residents) == before + 1
    assert int(one._memories[0].codes[0]) == int(other._memories[0].codes[0])
    one.close()
    other.close()
    del one, other, search
    gc.collect()
    assert len(resident._residents) == before


def test_a_damaged_table_is_told_of_and_the_engine_thinks(tmp_path, monkeypatch, with_tables):
    damaged = tmp_path / "tables" / "contra" / "d-d.table"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes((with_tables / "contra" / "d-d.table").read_bytes()[:-3])
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    one = searcher("contra", True)
    assert one.best(Board("contra", HOLDS[0]), Limits(depth=2)).mate is None
    assert str(damaged) in one.complaint
    one.best(Board("contra"), Limits(depth=1))
    assert one.complaint == ""
    one.close()


# Wherever it runs.

FOUND = """
import sys
from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
for game, position in ("contra", "{holds}"), ("duell", "{takes}"):
    board = Board(game, position)
    one = Searcher(game, board.options, megabytes=1, proofs=False, tables=True,
                   compiled={compiled})
    info = one.best(board, Limits(depth=2))
    print(info.score, info.nodes, *info.pv)
    one.close()
"""
GROWN = """
import sys
from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.tree_search import TreeSearcher
for game, position in ("contra", "{holds}"), ("duell", "{takes}"):
    one = TreeSearcher(game, Board(game).options, megabytes=1, tables=True)
    done = one.grow(Board(game, position), Limits(nodes=50))
    print(done, one.lines(3))
"""


@pytest.mark.parametrize("life", ["plain", "library", "wasm"])
def test_all_lives_agree(life):
    environment = {name: value for name, value in os.environ.items() if name != "ECKSTEIN_LIFE"}
    if life != "plain":
        environment["ECKSTEIN_LIFE"] = life
    script = FOUND.format(holds=HOLDS[0], takes=TAKES[0], compiled=life != "plain")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          env=environment)
    here = [best(position, 2, True)[1] for position in (HOLDS[0], TAKES[0])]
    assert done.stdout.splitlines() == [
        " ".join(map(str, (info.score, info.nodes, *info.pv))) for info in here], done.stderr


@pytest.mark.parametrize("life", ["library", "wasm"])
def test_trees_agree_in_all_lives(life):
    environment = os.environ | {"ECKSTEIN_LIFE": life}
    script = GROWN.format(holds=HOLDS[0], takes=TAKES[0])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          env=environment)
    lines = []
    for position in HOLDS[0], TAKES[0]:
        board = Board({"C": "contra", "D": "duell"}[position[0].upper()], position)
        one = TreeSearcher(board.game, board.options, megabytes=1, tables=True)
        lines.append(f"{one.grow(board, Limits(nodes=50))} {one.lines(3)}")
    assert done.stdout.splitlines() == lines, done.stderr
