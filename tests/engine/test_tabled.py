"""What the engine makes of tables of endings at the root of a search."""
import random

import pytest

from eckstein import Board
from eckstein.engine.levels import LevelPlayer
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.engine.tables import probe

from ..helpers import after
from ..search.test_bounded import shortest
from .talk import Talk, fields

pytestmark = pytest.mark.usefixtures("with_tables")
WON_IN_3, WON_IN_7 = "DZd7za2", "DZd6za3"
SAFER_LAST = "CLd3he7"      # d3d4 leaves two replies of three that keep the draw, d3c3 one
TWO_DRAWS = "CHc4jb6"       # c4d4 leaves one reply of three that keeps the draw, c4b4 two


@pytest.fixture
def talk():
    """A protocol that plays Duell."""
    one = Talk()
    one.tell("setoption name UCI_Variant value duell")
    yield one
    one.close()


@pytest.fixture(scope="module")
def searcher():
    """A search with tables."""
    one = Searcher("contra", Board("contra").options, megabytes=1, tables=True)
    yield one
    one.close()


def tbhits(line):
    words = line.split()
    return int(words[words.index("tbhits") + 1])


def test_a_win_is_told_with_its_whole_line(talk):
    info, best = talk.ask(f"position text {WON_IN_3}", "go depth 1")
    told = fields(info)
    assert (told["mate"], told["depth"], told["nodes"]) == ("2", "3", "0")
    assert after("duell", WON_IN_3, *told["pv"]).outcome().winner == "white"
    assert best == f"bestmove {told['pv'][0]}"
    assert tbhits(info) > 0


def test_several_lines_are_told_in_order(talk):
    lines = talk.ask(f"position text {WON_IN_3}", "setoption name MultiPV value 3", "go depth 1")
    assert [(fields(line)["multipv"], fields(line)["mate"]) for line in lines[:-1]] == [
        ("1", "2"), ("2", "2"), ("3", "4")]


def test_tables_can_be_switched_off_and_on(talk):
    talk.tell(f"position text {WON_IN_7}")
    found = []
    for value in ("false", "true", "0", "on"):
        found.append(tbhits(talk.ask(f"setoption name Tables value {value}", "go depth 1")[0]) > 0)
    assert found == [False, True, False, True]
    assert talk.ask("setoption name Tables value maybe") == [
        "info string error Tables is true or false, not 'maybe'"]


def test_a_search_begins_again_where_the_table_knows_nothing(talk):
    talk.tell(f"position text {WON_IN_3}", "go depth 1")
    talk.wait()
    assert tbhits(talk.ask("position startpos", "go depth 1")[0]) == 0


@pytest.mark.parametrize(("mate", "said"), [(1, True), (2, False)])
def test_whether_there_is_a_win_in_so_many_moves_is_known(talk, mate, said):
    lines = talk.ask(f"position text {WON_IN_3}", f"go mate {mate}")
    assert ("info string no win within 2 plies" in lines) == said


SHUTTLED = "g3-f3 f1-g1 f3-g3 g1-f1 g3-f3 f1-g1 f3-g3"


@pytest.mark.parametrize("mate", [1, 2, 3, 4])
def test_a_win_that_only_the_table_knows_is_ruled_out_in_the_game_as_it_was_played(talk, mate):
    """By the table Black wins in three plies; but where he would have to go was there twice."""
    board = after("duell", "DZg3zf1", *SHUTTLED.split())
    assert probe(board).value.plies == 3
    lines = talk.ask(f"position text DZg3zf1 moves {SHUTTLED}", f"go mate {mate}")
    assert lines[-2] == f"info string no win within {2 * mate} plies"


@pytest.mark.parametrize("seed", range(8))
def test_with_any_history_a_win_in_so_many_moves_is_found_or_ruled_out(seed):
    """As all that can be played from there says; one search answers for all positions."""
    chance, told = random.Random(seed), set()
    one = None
    while len(told) < 4:
        kings = chance.sample([f"{c}{r}" for r in range(3, 7) for c in "cdef"], 2)
        board = Board("duell", f"DZ{kings[0]}z{kings[1]}", repetition=2)
        one = one or Searcher("duell", board.options, megabytes=1, tables=True)
        for _ in range(chance.randrange(6)):
            if not board.is_game_over():
                board.push(chance.choice(list(board.legal_moves)))
        if board.is_game_over() or board.position() in told:
            continue
        told.add(board.position())
        attacker = 0 if board.turn == "white" else 1
        for moves in (1, 2):
            found, truth = one.best(board, Limits(mate=moves)), shortest(board, 4, attacker)
            if 0 < truth <= 2 * moves:
                assert 0 < found.mate <= moves
            else:
                assert found.no_win == 2 * moves
    one.close()


@pytest.mark.parametrize("tables", [True, False])
def test_a_win_by_the_last_move_of_the_opponent_is_one_in_half_as_many_moves(tables):
    board = Board("contra", "cHa1ta4")
    assert probe(board).value == ("won", 6)
    one = Searcher("contra", board.options, megabytes=1, tables=tables)
    assert one.best(board, Limits(depth=8)).mate == 3
    found = one.best(board, Limits(mate=3))
    assert (found.mate, len(found.pv)) == (3, 6)
    found = one.best(board, Limits(mate=2))
    assert found.no_win == 4 and found.mate in (None, 3)
    one.close()


def test_the_table_s_move_is_not_played_where_it_repeats_a_position(talk):
    talk.tell("setoption name repetition value 2")
    moves = "A2-A1 e7-d7 a1-a2"
    assert probe(after("duell", "dZe7za2", *moves.split())).moves[0].text == "d7-e7"
    lines = talk.ask(f"position text dZe7za2 moves {moves}", "go depth 8")
    assert lines[-1] == "bestmove D7-D8"
    assert fields(lines[-2])["mate"] == "2"


def test_a_damaged_table_is_told_of_once_and_the_engine_thinks(talk, tmp_path, monkeypatch,
                                                               with_tables):
    damaged = tmp_path / "tables" / "duell" / "K-K.table"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes((with_tables / "duell" / "K-K.table").read_bytes()[:-3])
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    talk.tell(f"position text {WON_IN_3}")
    lines = talk.ask("go depth 2")
    assert lines[0].startswith(f"info string no table is used: {damaged} is truncated")
    assert lines[0].endswith("; rebuild it with: eckstein tables build duell K-K")
    assert (tbhits(lines[1]), lines[-1]) == (0, "bestmove d7-e7")
    assert not any("no table" in line for line in talk.ask("go depth 2"))


@pytest.mark.parametrize(("level", "asked"), [(1, False), (8, False), (9, True)])
def test_only_the_best_levels_ask_tables(level, asked):
    player = LevelPlayer("duell", Board("duell").options, level)
    info = player.choose(Board("duell", WON_IN_7))
    player.close()
    assert (info.table_hits > 0) == asked


def test_a_player_without_tables_does_not_ask_them():
    player = LevelPlayer("duell", Board("duell").options, 9, tables=False)
    info = player.choose(Board("duell", WON_IN_7))
    player.close()
    assert info.table_hits == 0


def test_of_two_drawing_moves_the_one_with_fewer_right_answers_is_chosen(searcher):
    for position, move in (TWO_DRAWS, "c4d4"), (SAFER_LAST, "d3c3"):
        board = Board("contra", position)
        info = searcher.best(board, Limits(nodes=1))
        assert (board.text(info.pv[0]), info.score, info.mate) == (move, 0, None)


@pytest.mark.parametrize("seed", range(5))
def test_won_games_are_won_in_the_exact_number_of_plies(searcher, seed):
    chance = random.Random(seed)
    while True:
        squares = chance.sample([f"{c}{r}" for r in range(1, 8) for c in "abcdefg"], 2)
        dice = chance.choice("ABCDEFGHIJKLMNOPQRSTUVWX"), chance.choice("abcdefghijklmnopqrstuvwx")
        board = Board("contra", "C" + "".join(map("".join, zip(dice, squares, strict=True))))
        if not board.is_game_over() and not board.status() and probe(board).value.result == "won":
            break
    plies, winner = probe(board).value.plies, board.turn
    for _ in range(plies):
        board.push(searcher.best(board, Limits(nodes=1)).pv[0])
    assert board.outcome().winner is winner


def test_moves_that_are_left_out_are_not_told(searcher):
    board = Board("contra", TWO_DRAWS)
    without = [board.parse("c4d4")]
    found = [info for lines in searcher.analyse(board, Limits(nodes=1), 3, without)
             for info in lines]
    assert [board.text(info.pv[0]) for info in found] == ["c4b4", "c4c5"]
