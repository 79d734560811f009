"""Boards and records again: equality, copies and pickles (board/, record/tree.py)."""
import copy
import pickle
import subprocess
import sys
import threading

import pytest

from eckstein import Board
from eckstein.board.view import view
from eckstein.contract.pieces import Contents, Piece
from eckstein.notation.errors import IllegalMoveError, NotationError, PositionError
from eckstein.notation.pgn import RecordError
from eckstein.record import Record, read_record

from .helpers import VARIANTS, after, named, random_games

ALL = named(VARIANTS)
SHUFFLE = ["d3e3", "a7b7", "e3d3", "b7a7"]      # four moves that change nothing
ALONE = "CWd3va7"
AGAIN = [pytest.param(copy.copy, id="copy"), pytest.param(copy.deepcopy, id="deep copy"),
         pytest.param(lambda thing: pickle.loads(pickle.dumps(thing)), id="pickle")]
TREE = """[Game "contra"]

{Before} 1. d1-d2 $1 {One} ({Or} 1. a1-a2 $2 a7-a6) 1... d7-d6 (1... a7-a6 2. b1-b2) 2. d2-d3 *
"""


def seen(board):
    """All that a board tells of itself and of how it came about."""
    return (board.game, board.options, board.compiled, board.position(), board.origin,
            board.move_stack, board.keys(), board.idle_moves, board.repetitions(),
            board.legal_texts(), board.outcome())


# Equality.

def test_boards_with_the_same_game_options_start_and_moves_are_equal():
    assert after("contra", ALONE, *SHUFFLE) == after("contra", ALONE, *SHUFFLE)


def test_boards_that_came_to_a_position_by_other_moves_differ():
    assert after("contra", ALONE, *SHUFFLE) != Board("contra", ALONE)
    assert after("contra", None, "d1d2", "d7d6", "a1a2", "a7a6") != after(
        "contra", None, "a1a2", "a7a6", "d1d2", "d7d6")


def test_boards_that_began_elsewhere_differ():
    assert after("contra", "CWd3va7vb7", "d3e3") != after("contra", "CWd3va7", "d3e3")


def test_boards_of_other_games_or_under_other_options_differ():
    assert Board("contra") != Board("pur")
    assert Board("contra") != Board("contra", arrival_wins=True)
    assert Board("contra") != Board("contra", repetition=2)


def test_where_on_the_plane_echek_is_played_makes_no_difference():
    assert Board("echek", "k/K w QRBNPqrbnp Ss c7") == Board("echek")


def test_a_board_is_no_text_and_no_key():
    assert Board("contra") != "contra"
    with pytest.raises(TypeError):
        hash(Board("contra"))


# Boards again.

@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize(("game", "options"), ALL)
def test_a_board_made_again_is_the_same(game, options, again):
    *_, board = random_games(game, options, [1], plies=25)
    other = again(board)
    assert other == board
    assert seen(other) == seen(board)


@pytest.mark.parametrize("again", AGAIN)
def test_a_board_made_again_goes_its_own_way(again):
    board = after("contra", ALONE, *SHUFFLE)
    before = seen(board)
    other = again(board)
    other.push_text("d3d4")
    with pytest.raises(TypeError, match="options of a board do not change"):
        other.options["repetition"] = 7
    assert seen(board) == before
    other.pop()
    other.pop()
    assert other.ply == 3


@pytest.mark.parametrize("again", AGAIN)
def test_a_board_made_again_remembers_how_often_its_position_occurred(again):
    other = again(after("contra", ALONE, *SHUFFLE))
    for text in SHUFFLE:
        other.push_text(text)
    assert other.repetitions() == 3
    assert other.is_game_over()


@pytest.mark.parametrize("again", AGAIN)
def test_a_compiled_board_made_again_is_compiled(again):
    board = Board("contra", compiled=True)
    board.push_text("d1d2")
    other = again(board)
    assert other.compiled
    assert seen(other) == seen(board)


@pytest.mark.parametrize("again", AGAIN)
def test_a_board_of_a_class_of_ones_own_stays_of_that_class(again):
    board = Study("contra")
    board.push_text("d1d2")
    assert type(again(board)) is Study
    assert again(board) == board


class Study(Board):
    """A board that somebody has made his own."""


def test_copies_of_a_compiled_board_may_look_for_moves_at_the_same_time():
    """Rules run without Python's lock, so each copy writes its moves into memory of its own."""
    board = Board("contra", compiled=True)
    other = board.copy()
    other.push_text("d1d2")
    assert not any(value is board.__dict__[name] for name, value in vars(other).items()
                   if type(value).__name__ == "ndarray")


# What boards and records hand out.

def handed_out():
    """Things by name, of the two games with most to tell."""
    board = after("contra", None, "c1c2", "a7a6", "d1d2", "c7c6", "d2d3", "c6c5", "d3d4", "c5c4")
    yield "description", board.describe(board.parse("c2c3"))
    yield "reading", board.read("c2-c3xc4")
    yield "contents", board.contents()
    yield "piece", board.piece_at("c4")
    yield "options", board.options
    yield "view", view(board)
    echek = after("echek", None, "N@l12")
    yield "placing", echek.describe(next(iter(echek.legal_moves)))
    yield "area", echek.contents()
    over = after("pur", "PAa7Ab7Ac7Ad7Ae7Af7Wg6va1vb1", "g6g7")
    yield "outcome", over.outcome()
    yield "IllegalMoveError", IllegalMoveError("no")
    yield "NotationError", NotationError("no", "text", 2)
    yield "PositionError", PositionError("no", "text")
    yield "RecordError", RecordError("no", 1, 2, 3)


THINGS = [pytest.param(thing, id=name) for name, thing in handed_out()]


def told(thing):
    return (str(thing), vars(thing)) if isinstance(thing, Exception) else thing


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("thing", THINGS)
def test_what_a_board_hands_out_can_be_made_again(thing, again):
    assert told(again(thing)) == told(thing)


def test_contents_are_of_the_class_that_can_be_imported():
    for game in ("contra", "echek"):
        contents = Board(game).contents()
        assert type(contents) is Contents
        assert {type(piece) for piece in contents.pieces.values()} == {Piece}


@pytest.mark.parametrize("again", AGAIN[1:])
def test_legal_moves_made_again_are_those_of_their_board(again):
    board = after("contra", None, "d1d2")
    assert list(again(board.legal_moves)) == list(board.legal_moves)


def test_another_process_reads_a_pickle():
    board = after("contra", None, "d1d2", arrival_wins=True)
    things = (board, board.contents(), board.describe(board.parse("d7d6")), read_record(TREE))
    found = subprocess.run(
        [sys.executable, "-c", "import pickle, sys\nboard, contents, move, record = "
         "pickle.load(sys.stdin.buffer)\nprint(board.position(), contents.pieces[3, 1].die, "
         "move.text, record.end().text, board.options['arrival_wins'])"],
        input=pickle.dumps(things), capture_output=True, check=False)
    assert found.stderr == b""
    assert found.stdout.decode().split() == [
        board.position(), str(board.piece_at("d2").die), "d7d6", "d2-d3", "True"]


# Records again.

@pytest.mark.parametrize("again", AGAIN)
def test_a_record_made_again_is_the_same(again):
    record = read_record(TREE)
    assert again(record) == record
    assert [node.text for node in again(record).nodes()] == [
        node.text for node in record.nodes()]


@pytest.mark.parametrize("again", AGAIN[1:])
def test_a_record_made_again_goes_its_own_way(again):
    record = read_record(TREE)
    other = again(record)
    other.end().comments.append("here")
    other.tags["White"] = "Ada"
    other.end().add(other.board(), other.board().parse("d6d5"))
    assert record == read_record(TREE)


@pytest.mark.parametrize("again", AGAIN[1:])
def test_a_node_made_again_stands_where_it_stood_in_its_tree(again):
    record = read_record(TREE)
    node = record.root.variations[0].variations[1].variations[0]
    other = again(node)
    assert (other.text, other.ply) == ("b1-b2", 3)
    assert [step.text for step in other.path()] == ["d1-d2", "a7-a6", "b1-b2"]
    assert len(other.path()[0].parent.variations) == 2


@pytest.mark.parametrize("again", AGAIN[1:])
def test_a_record_and_its_nodes_stay_together(again):
    record = read_record(TREE)
    other, end, first = again((record, record.end(), record.root.variations[0]))
    assert other.end() is end
    assert other.root.variations[0] is first


@pytest.mark.parametrize("again", AGAIN)
def test_a_long_record_can_be_made_again(again):
    board = Board("contra", ALONE, repetition=0, no_progress=0)
    for text in SHUFFLE * 300:
        board.push_text(text)
    record = Record.from_board(board)
    other = again(record)
    assert other == record
    assert again(other.end()).ply == 1200


# Many threads at once.

def test_boards_are_made_in_many_threads_at_once():
    found = []
    threads = [threading.Thread(target=lambda: found.append(Board("ecke", ties_protect=True)))
               for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [Board("ecke", ties_protect=True)] * 4
