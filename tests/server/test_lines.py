"""Boards that are made from lines asked about before, against boards made anew (work/lines.py)."""
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein import Board
from eckstein.board import push_texts
from eckstein.board.view import view
from eckstein.server.game.boards import make_board
from eckstein.server.work import lines
from eckstein.server.work.lines import Lines
from eckstein.wire.positions import PositionRef

from ..helpers import in_games

PLACE, ENDLESS = "CWd3va7", {"repetition": 0, "no_progress": 0}
GAME = ("d3e3", "a7b7", "e3d3", "b7a7") * 100


def ref(*moves):
    return PositionRef("contra", ENDLESS, PLACE, moves)


def anew(of):
    board = make_board(of.game, of.options, of.position)
    push_texts(board, of.moves)
    return board


@pytest.fixture
def made(monkeypatch):
    """How many moves were made and taken back."""
    counts = Counter()
    push, pop = Board.push, Board.pop

    def counting_push(self, move):
        counts["push"] += 1
        push(self, move)

    def counting_pop(self):
        counts["pop"] += 1
        return pop(self)
    monkeypatch.setattr(Board, "push", counting_push)
    monkeypatch.setattr(Board, "pop", counting_pop)
    return counts


@pytest.fixture
def walked(made):
    """Lines after a look at the last position of a long game, whose moves were made once."""
    known = Lines()
    known.board(ref(*GAME))
    assert made == {"push": 400}
    made.clear()
    return known


# What it costs.

def test_a_walk_back_makes_no_move_again(walked, made):
    for ply in range(399, 359, -1):
        assert walked.board(ref(*GAME[:ply])).ply == ply
    assert made["push"] == 0


@pytest.mark.parametrize("ply", [0, 1, 100, 399, 400])
def test_a_jump_makes_no_move_again(walked, made, ply):
    assert walked.board(ref(*GAME[:ply])) == anew(ref(*GAME[:ply]))
    made.clear()
    walked.board(ref(*GAME[:ply]))
    assert made == ({"pop": 400 - ply} if ply < 400 else {})


def test_a_walk_forward_makes_each_move_once(made):
    known = Lines()
    for ply in range(401):
        known.board(ref(*GAME[:ply]))
    assert made == {"push": 400}


def test_a_variation_makes_only_its_own_moves(walked, made):
    walked.board(ref(*GAME[:200], "d3c3"))
    walked.board(ref(*GAME[:200], "d3c3", "a7b7"))
    assert made["push"] == 2
    walked.board(ref(*GAME[:300]))
    assert made["push"] == 2


def test_moves_before_a_bad_one_are_not_made_again(made):
    known = Lines()
    for _ in range(2):
        with pytest.raises(ValueError, match=r"^move 301 \(d3d9\)"):
            known.board(ref(*GAME[:300], "d3d9"))
    assert made["push"] == 300


@pytest.mark.parametrize("other", [
    PositionRef("contra", ENDLESS, PLACE + "vg7", GAME[:4]),
    PositionRef("contra", {}, PLACE, GAME[:4]),
    PositionRef("contra", ENDLESS | {"arrival_wins": True}, PLACE, GAME[:4]),
], ids=["another start", "other counts", "another rule"])
def test_other_games_share_no_moves(walked, made, other):
    assert walked.board(other) == anew(other)


def test_a_position_of_a_line_leaves_the_line_as_it_was(walked):
    walked.board(ref(*GAME[:7]))
    walked.board(ref(*GAME[:9], "a7a6"))
    assert walked.board(ref(*GAME)) == anew(ref(*GAME))


# What is kept.

def kept(known):
    return [line.ref.moves for line in known._kept]


def test_a_walk_forward_is_one_line():
    known = Lines()
    for ply in range(9):
        known.board(ref(*GAME[:ply]))
    assert kept(known) == [GAME[:8]]


def test_a_walk_back_leaves_the_line(walked):
    for ply in (399, 17, 0):
        walked.board(ref(*GAME[:ply]))
    assert kept(walked) == [GAME]


def test_of_many_lines_the_one_used_longest_ago_is_forgotten(monkeypatch):
    monkeypatch.setattr(lines, "KEPT_LINES", 2)
    known = Lines()
    for moves in (["d3e3"], ["d3c3"], ["d3e3"], ["d3d4"]):
        known.board(ref(*moves))
    assert kept(known) == [("d3e3",), ("d3d4",)]


def test_so_many_moves_are_kept_in_all(monkeypatch):
    monkeypatch.setattr(lines, "KEPT_MOVES", 10)
    known = Lines()
    other = "d3c3", "a7a6", "c3d3", "a6a5", "d3e3", "a5a4"
    for moves in (GAME[:6], ["d3e3", "a7a6"], ["d3d4"], other):
        known.board(ref(*moves))
    assert kept(known) == [("d3e3", "a7a6"), ("d3d4",), other]


# What it gives.

@in_games("contra", "duell")
@settings(deadline=None, max_examples=15)
@given(walk=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 12),
                               st.lists(st.integers(0, 200), max_size=4)), max_size=20))
def test_a_walk_through_a_tree_shows_what_boards_made_anew_show(game, walk):
    """Each step goes to some position of a line known before, and makes some moves there."""
    known, lines_known = Lines(), [()]
    for line, ply, choices in walk:
        moves = lines_known[line % len(lines_known)][:ply]
        fresh = anew(PositionRef(game, moves=moves))
        for choice in choices:
            texts = fresh.legal_texts()
            if texts:
                moves = (*moves, texts[choice % len(texts)])
                fresh.push_text(moves[-1])
        found = known.board(PositionRef(game, moves=moves))
        assert found == fresh
        assert view(found) == view(fresh)
        assert found.keys() == fresh.keys()
        lines_known.append(moves)
