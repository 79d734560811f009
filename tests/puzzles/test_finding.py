"""Which positions make puzzles, their solutions and themes."""
import pytest

from eckstein import Board
from eckstein.engine.exact import Exact, UnsettledError
from eckstein.lab.puzzles import making
from eckstein.lab.puzzles.making import Collection
from eckstein.lab.puzzles.making.finding import FEWEST, find
from eckstein.lab.puzzles.making.solutions import MOST, solution
from eckstein.lab.puzzles.making.themes import themes_of
from eckstein.lab.puzzles.puzzle_file import Header

from ..even_wins import BOARDS
from .sample import ESCAPE, RACE, changed

HEADER_OF_FILE = Header("puzzles", 2, "contra", "2026-11-22", "by hand", 2, last=77)
BUSY = "CWd5va5vb5vf4vg5ve3"        # as RACE, but after d5-d6 Black has eleven moves


def exact(board, limit=10**6):
    return Exact(board, limit, compiled=False)


def found(position, game="contra"):
    """Task, move and plies of what a position sets, or None."""
    board = Board(game, position)
    answers = exact(board)
    task = find(answers, answers, board)
    return task and (task.task, board.text(task.move), task.plies)


@pytest.mark.parametrize(("position", "task"), [
    ("CWd5ve3", ("win", "d5d6", 3)),
    ("cBd5ve3", ("win", "e3e2", 3)),            # Black's turn: the same race, the other way
    ("CWd5va4", None),                          # d5-c5 wins within five plies, so two moves win
    ("CWd6va2", ("win", "d6d7", 1)),
    ("CBb3lf5aa2", ("save", "b3a3", 2)),
    ("CWa2vg6", None),                          # nobody wins soon
    ("cdc3vd4Kb6ef6fd7", None),                 # d7-c7 wins, but only by White's own fourth ply
])
def test_a_position_sets_a_task_or_none(position, task):
    assert found(position) == task


@pytest.mark.parametrize(("board", "plies"), BOARDS, ids=str)
def test_a_win_by_the_last_move_of_the_opponent_is_no_task(board, plies):
    answers, attacker = Exact(board, 10**6), int(board.state.side)
    assert answers.shortest(board, plies + 2, attacker) == plies
    assert not answers.shortest(board, plies - 1, attacker)
    if len(board.legal_moves) >= FEWEST:
        assert find(answers, answers, board) is None


def test_a_move_that_only_loses_later_saves_nobody():
    """Black loses within six plies after all moves but e6-e5, and soon after that one, too."""
    board = Board("contra", "cHb2Lf2Fa3Be3Nc4mf4ca5cg5ue6if6")
    answers = Exact(board, 10**6)
    board.push_text("e6e5")
    assert not answers.wins(board, 5, 0) and answers.wins(board, 9, 0)
    board.pop()
    assert find(answers, answers, board) is None


def test_where_a_proof_takes_too_long_there_is_no_puzzle():
    board = Board("contra", RACE.position)
    with pytest.raises(UnsettledError):
        find(exact(board), exact(board, 5), board)


def test_a_solution_tells_every_reply_while_it_is_small():
    board = Board("contra", RACE.position)
    assert solution(exact(board), board, board.parse("d5d6"), 3) == RACE.solution


def moves_in(tree):
    return sum(1 + moves_in(further) for _, further in tree)


def test_a_large_solution_keeps_only_the_reply_that_resists_longest():
    board = Board("contra", BUSY)
    tree = solution(exact(board), board, board.parse("d5d6"), 3)
    assert len(tree[0][1]) == 1 and moves_in(tree) <= MOST
    board.push_text("d5d6")
    assert len(board.legal_moves) == 11             # each with a move of White's are too many


@pytest.mark.parametrize(("game", "position", "task", "tree", "themes"), [
    ("contra", RACE.position, "win", RACE.solution, ["race"]),
    ("contra", ESCAPE.position, "save", ESCAPE.solution, ["battle", "defence"]),
    ("contra", "CWd6va2", "win", [["d6d7", []]], ["race"]),
    ("ecke", "EWa7Wf6va2vc2", "win", [["f6g7", []]],
     ["corner", "diagonal"]),
    ("ecke", "EDb2Fb3Sc3Je3Wf3Uc4qa5ue5fb7", "win", [["c3c5", []]], ["jump", "quiet"]),
    ("duell", "dCb1Zf1Gg1Ch1Jc2kc3Cb5og5Si5th6xb7id7ze7bb8bh8", "win", [["h6-D5", []]],
     ["check"]),
    ("echek", "2bn/1kq1/K1N1/PQ2 b RBrp Ss l12", "win", [["P@l15l14", []]], ["placing", "quiet"]),
    # A king that steps aside stands in nobody's way.
    ("duell", "DRe3th4Ge5Ze6zc8", "win", [["E6-E7", [["C8-C7", [["E7-E8", []]]]]]],
     ["race", "quiet"]),
    ("contra", "CSb1Wf1Lg2Vg3Ec4Xa5Sb5cd5dg5ie6jf6fd7", "win",
     [["a5a6", [["d5c5", [["a6a7", []]]]]]],
     ["race", "support", "quiet"]),
    ("contra", "cGd1Wf1Uc2Lg2Vb3hg4Wa5gf5Tc6ie6ra7bb7", "save",
     [["b7c7", []]],
     ["battle", "block", "defence"]),
    ("contra", "cSf1Wg1Lb2Ld2Ba3vc3Xe5ec6qd6ig6va7vd7re7", "win",
     [["c3b3", [["d2c2", [["b3b2", [["e5d5", [["b2b1", []]]]]]]]]]],
     ["race", "battle", "double"]),
    ("contra", "CWb1Gd1La2Kg2Wc3la4Wg4Ud5sf5qb6rg7", "win",
     [["d5d6", [["a4a3", [["d6d7", []]]]]]],
     ["race", "sacrifice", "quiet"]),
    ("pur", "Pwa1sb1sc1ce1pd2ca3Re5lb6Td6Wa7Bb7Xc7We7Tg7", "win",
     [["e5d5d7f7", [["a3a2", [["d6d7", []]]]]]],
     ["race", "jump", "chain"]),
    ("pur", "pva1gb1vd1ue1sf1ug1vg3Ib6Ha7Sc7Kd7We7Rf7Wg7", "save",
     [["b1c1", []]],
     ["points", "defence"]),
    ("ecke", "eif2Fb4mf4Ob5sd5ig6Da7", "win",
     [["d5c5", []]],
     ["elimination", "battle", "double"]),
    ("duell", "dSa1Cb1Wd1Ze1Gg1Ch1Ud2Cd5Wh5dh7ra8bb8fc8vd8ze8vf8fg8ri8", "save",
     [["A8-e7", []]],
     ["block", "quiet", "defence"]),
    ("echek", "k1PN/pK1b/r3/1QRB b qn Ss l11", "save",
     [["RK", []]],
     ["swap", "quiet", "defence"]),
])
def test_themes_are_told_by_moves(game, position, task, tree, themes):
    board = Board(game, position)
    assert themes_of(board, task, tree, exact(board, 2000)) == themes


class TestCollection:
    def test_it_gives_ids_in_order(self):
        collection = Collection("contra", 10)
        collection.add(changed(RACE, id="?"))
        collection.add(changed(ESCAPE, id="?"))
        assert [puzzle.id for puzzle in collection.puzzles] == ["c0001", "c0002"]

    def test_it_takes_no_two_that_are_alike(self):
        collection = Collection("contra", 10, [RACE])
        collection.add(changed(RACE, position="CWd5vd3"))       # one die a square farther left
        assert collection.puzzles == [RACE]

    def test_colours_changed_are_alike(self):
        collection = Collection("contra", 10, [RACE])
        turned = RACE.board("contra").turned()
        collection.add(changed(RACE, position=turned.position(), solution=[["d3d2", []]]))
        assert collection.puzzles == [RACE]

    def test_it_takes_no_more_of_a_length_than_its_share(self):
        collection = Collection("contra", 5)
        assert ("length", "save 2") not in collection.full()
        collection.add(ESCAPE)
        assert ("length", "save 2") in collection.full()

    def test_one_that_has_an_id_keeps_it_and_none_is_given_twice(self):
        collection = Collection("contra", 10, [changed(RACE, id="c0007")])
        collection.add(changed(ESCAPE, id="?"))
        assert [puzzle.id for puzzle in collection.puzzles] == ["c0007", "c0008"]
        assert collection.last == 8

    def test_the_id_of_one_that_is_gone_is_not_given_again(self):
        collection = Collection("contra", 10, [RACE], last=40)
        collection.add(changed(ESCAPE, id="?"))
        assert collection.puzzles[-1].id == "c0041"

    def test_what_fits_of_earlier_puzzles_stays_with_its_id_and_new_themes(self, monkeypatch):
        monkeypatch.setattr(making, "Exact", lambda board, limit: exact(board, limit))
        collection = Collection("contra", 10)
        making.take_over(collection, HEADER_OF_FILE, [
            changed(RACE, id="c0009", themes=["race"]), changed(RACE, id="c0030")])
        assert [(one.id, one.themes) for one in collection.puzzles] == [("c0009", ["race"])]
        assert collection.last == 77

    def test_it_is_full_when_there_are_as_many_as_there_are_to_be(self):
        collection = Collection("contra", 1, [RACE])
        collection.add(ESCAPE)
        assert collection.is_full() and collection.puzzles == [RACE]
