"""Boards from the other side, square by square, and lines of moves (board/)."""
from collections import Counter

import pytest

from eckstein import BLACK, WHITE, Board, IllegalMoveError, NotationError
from eckstein.contract.pieces import COLOURS, Piece
from eckstein.kernel import dice

from .helpers import VARIANTS, after, named, random_games

ALL = named(VARIANTS)


# Turned by half a turn, with the colours swapped.

@pytest.mark.parametrize("game", ["pur", "contra", "ecke", "duell", "echek"])
def test_the_start_turned_is_the_start_with_black_to_move(game):
    start = Board(game)
    turned = start.turned()
    assert turned.turn is BLACK
    assert turned.contents().pieces == start.contents().pieces
    assert turned.contents().rights == start.contents().rights


def test_a_die_turned_shows_its_other_sides():
    board = Board("contra", "CLd2va7").turned()
    assert board.position() == "cWg1id6"
    before, now = dice.faces(dice.number_of("l")), dice.faces(dice.number_of("i"))
    assert [now[side] for side in ("top", "north", "east", "south", "west", "bottom")] == [
        before[side] for side in ("top", "south", "west", "north", "east", "bottom")]


def test_what_is_in_hand_and_what_may_be_swapped_change_hands():
    board = Board("echek", "1k/KN w QRBrp S m13").turned()
    assert board.position() == "nk/K1 b RPqrb s m13"


def test_a_turned_board_has_the_same_options_and_no_moves_behind_it():
    board = after("contra", "CWd3va7", "d3e3", "a7b7", "e3d3", "b7a7", repetition=5)
    turned = board.turned()
    assert (turned.ply, turned.repetitions(), turned.idle_moves) == (0, 1, 0)
    assert turned.options == board.options
    assert board.ply == 4


@pytest.mark.parametrize(("game", "options"), ALL)
def test_turned_twice_is_the_same_position(game, options):
    for board in random_games(game, options, [1], plies=30):
        assert board.turned().turned().position() == board.position()


@pytest.mark.parametrize(("game", "options"), ALL)
def test_legal_moves_of_a_turned_board_are_the_same_ones_turned(game, options):
    for number, board in enumerate(random_games(game, options, [2], plies=40)):
        if number % 4 == 0:
            turned = board.turned()
            assert turned.status() == board.status()
            assert ends(turned) == Counter((end.turned().key, tuple(reversed(won)))
                                           for end, won in all_ends(board))


def ends(board):
    """What the legal moves lead to, and who has won then, each so often as moves do."""
    return Counter((end.key, won) for end, won in all_ends(board))


def all_ends(board):
    for move in board.legal_moves:
        end = board.copy()
        end.push(move)
        outcome = end.outcome()
        yield end, tuple(bool(outcome) and outcome.winner == colour for colour in COLOURS)


def test_a_compiled_board_can_be_turned():
    board = Board("contra", compiled=True)
    board.push_text("d1d2")
    turned = board.turned()
    assert turned.compiled
    turned.push_text("a1a2")
    assert turned.position() == "cWb1Wc1Wd1We1Wf1Wg1La2id6va7vb7vc7ve7vf7vg7"


# What lies on a square.

def test_a_die_by_the_name_of_its_square():
    board = after("contra", None, "d1d2")
    assert board.piece_at("d2") == Piece(WHITE, "D", dice.number_of("l"))
    assert board.piece_at("D2") == board.piece_at("d2")
    assert board.piece_at("d7") == Piece(BLACK, "D", dice.number_of("v"))
    assert board.piece_at("d1") is None


def test_a_king_of_duell_by_its_square():
    assert Board("duell").piece_at("e8") == Piece(BLACK, "K")


@pytest.mark.parametrize("anchor", ["m13", "z26"])
def test_a_piece_of_echek_by_its_square_on_the_plane(anchor):
    board = Board("echek", f"1k/KN w QRBPqrbnp Ss {anchor}")
    squares = {"m13": ("m13", "n13", "n14", "m14"), "z26": ("z26", "a26", "a1", "z1")}[anchor]
    assert [board.piece_at(square) for square in squares] == [
        Piece(WHITE, "K"), Piece(WHITE, "N"), Piece(BLACK, "K"), None]


@pytest.mark.parametrize(("game", "square"), [
    ("contra", "h1"), ("contra", "a8"), ("contra", ""), ("duell", "a9"), ("echek", "a27")])
def test_a_square_that_is_not_there(game, square):
    with pytest.raises(NotationError, match="there is no square"):
        Board(game).piece_at(square)


# A line of moves as text.

def line(board, *texts):
    ahead, moves = board.copy(), []
    for text in texts:
        moves.append(ahead.parse(text))
        ahead.push(moves[-1])
    return board.variation_text(moves)


def test_a_line_from_the_start():
    board = Board("contra")
    assert line(board, "d1d2", "d7d6", "d2d3") == "1. d1-d2 d7-d6 2. d2-d3"
    assert board.ply == 0


def test_a_line_that_black_begins():
    board = after("contra", None, "d1d2")
    assert line(board, "d7d6", "d2d3", "d6d5") == "1... d7-d6 2. d2-d3 d6-d5"


def test_a_line_from_a_position_with_black_to_move():
    assert line(Board("contra", "cWd3va7"), "a7a6", "d3d4") == "1... a7-a6 2. d3-d4"


def test_a_line_tells_battles_and_wins():
    assert line(Board("contra", "CMd3Ic5vd5"), "d3d4") == "1. d3-d4xd5#"


def test_a_line_without_moves_is_empty():
    assert Board("contra").variation_text([]) == ""


def test_a_line_with_an_illegal_move_is_refused_and_changes_nothing():
    board = Board("contra")
    with pytest.raises(IllegalMoveError, match="not a legal move"):
        board.variation_text([board.parse("d1d2"), board.parse("a1a2")])
    assert board.ply == 0
