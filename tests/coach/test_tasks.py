"""Tasks that mistakes make: the answers that are right are right, and all others are wrong."""
import random
from functools import cache

import pytest

from eckstein import Board
from eckstein.engine.coach import Coach
from eckstein.engine.levels import LevelPlayer
from eckstein.lab.puzzles.making.puzzle_check import Checker

from ..helpers import in_games
from .tasks import contradicted

NAMED = [
    ("pur", "PWf1Hb2kc2Lg2ab3ce3Sf3kb4Kc4Ke4ce5Mc6if6vf7", "b2d2", "take", 3,
     ("f1f2f4d4", "f1f2f4", "c4c5c7")),
    ("pur", "pWe1ib2Lg2Cb3Sc3cd3Md4Le4cb5bc5Mc6ie6va7vg7", "b2b1", "keep", 2,
     ("e6d6b6b4", "e6d6b6")),
    ("pur", "Pva1gb1sc1uf1gg1uf3gg3Df5Da7Sb7Qc7Ad7Re7Dg7", "f5e5", "win", 3, ("f5f6",)),
    ("pur", "pva1gb1sc1uf1gg1ge3uf3Ke5Da7Sb7Qc7Ad7Vf7Dg7", "e3g3", "save", 4, ("b1d1", "e3e2")),
    ("contra", "CCd1Wg1Tg2Bc3Bd3Be3na4de5qb6eg6fb7ve7vg7", "g1f1", "take", 0, ("e3e4",)),
    ("contra", "cSb1We1Gf1cc2la4Ud4Ig5ig6va7vc7", "c7d7", "keep", 0, ("c2b2", "a4a3", "a4b4")),
    ("contra", "Cja2Tb3Vg3Rf5Jg6", "b3b4", "win", 1, ("g6g7",)),
    ("contra", "cWe1Wg1Dc2la4Ud4Ig5ig6fb7vc7", "c7d7", "win", 5, ("a4a3",)),
    ("contra", "CSc1Sf1ia2Ld2ve3Eb4Mg4ef5rc7vg7", "d2e2", "save", 2, ("c1b1",)),
    ("ecke", "EWb1Wg1Ab2Dg2Nb3Vc3Bd3ca5vd5ia6rd7vf7vg7", "b1a1", "take", 0, ("b3b4", "b3a4")),
    ("ecke", "eWg1Ma3ff3Nb5Od5ig6vc7", "f3f2", "keep", 0, ("f3e3", "f3e2")),
    ("ecke", "elc1cc5Gf5ma6hd6Vg6vg7", "g7f7", "win", 1, ("d6e6", "g7g5", "d6e5")),
    ("ecke", "eka3Sf3Xd4He4eb6", "b6a5", "save", 4, ("b6a6",)),
    ("duell", "DSa1Bd1ua2Ib2Zf2Ni2ad3Vh3Cf5cd6bb8ze8vf8eh8", "f2-e2", "take", 0,
     ("b2xD3", "B2xd3")),
    ("duell", "DBf1Wh1Ze2Bb3ph3qa5bf6Vi6ib7Rc7zd8ri8", "I6-d7", "keep", 0, ("E2-E1", "e2-f2")),
    ("duell", "dKh1Zd3Ug3Vh3bc5wb6ch6qa7zd7Vh7Ub8vh8", "b6-F4", "win", 3, ("C5-C6",)),
    ("duell", "DGc1Ch1Zf2Vd3ji3rc4Jg4Wd5ui6ze7Bh7ra8Wc8vd8bh8", "d5xI6", "save", 2,
     ("F2-F1", "f2-e2")),
    ("echek", "1pn2/BQ1rk/1NbK1/4R b P s i13", "m15m16", "take", 0, ("l15k15",)),
    ("echek", "p1r2/Pn1k1/1KN1b/B1RQ1 w - S k12", "k12n15", "keep", 0, ("m12l12", "m12m14")),
    ("echek", "5b/1r2q1/1KR1p1/3n2/1NQPk1/B5 w - S k10", "m13m12", "win", 3, ("k10n13",)),
    ("echek", "1n1P/1kq1/NrR1/K1p1 w QBb Ss l12", "B@p15", "save", 2, ("l12m12", "o15n15", "RK")),
]


@cache
def coach(game):
    return Coach(game)


@pytest.mark.parametrize(("game", "position", "move", "task", "count", "right"), NAMED)
def test_a_mistake_makes_a_task(game, position, move, task, count, right):
    board = Board(game, position)
    found = coach(game).task(board, board.parse(move))
    assert (found.position, found.task, found.count, found.right) == (position, task, count, right)
    assert not contradicted(game, found)


@in_games("pur", "contra", "ecke", "echek")
def test_tasks_of_a_game_of_beginners_are_right(game):
    board, found = Board(game), 0
    player = LevelPlayer(game, dict(board.options), 1, 7, random=80)
    while not board.is_game_over() and board.ply < 60:
        move = player.choose(board).pv[0]
        remark = coach(game).remark(board, move)
        if remark and remark.tone == "bad" and (task := coach(game).task(board, move)):
            assert not contradicted(game, task), task
            assert board.text(move) not in task.right
            found += 1
        board.push(move)
    player.close()
    assert found


def test_a_right_move_makes_no_task():
    board = Board("contra", "Cja2Tb3Vg3Rf5Jg6")
    assert coach("contra").task(board, board.parse("g6g7")) is None


def test_what_was_played_or_asked_before_changes_no_task():
    before = Board("duell", "dZf1Ff2xf3Oc4zd7bd8")
    for text in ["D7-c7", "F1-e1", "c7-d7", "E1-f1"]:
        before.push(before.parse(text))
    for move in random.Random(3).sample(list(before.legal_moves), 5):
        fresh = Board("duell", before.position())
        assert coach("duell").task(before, move) == Coach("duell").task(fresh, move)


def test_on_a_small_board_there_are_tasks_too():
    board = Board("contra", "CGb1Gd1La2Pd2De3ec4id4vc5", size="5")
    found = Coach("contra", size="5").task(board, board.parse("d2d3"))
    wins = [board.text(move) for move in board.legal_moves
            if Checker("contra").wins(board, 4, 0, move)]
    assert (found.task, found.count, [*found.right]) == ("win", 5, wins)
