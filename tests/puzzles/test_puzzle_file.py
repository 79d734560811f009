"""Files of puzzles: what comes with the program, and what is wrong with damaged ones."""
import gzip

import msgspec
import pytest

from eckstein import names
from eckstein.games import UnknownGameError
from eckstein.lab.puzzles import PuzzleError, load, puzzle_file, read_puzzles
from eckstein.lab.puzzles.making import Collection
from eckstein.lab.puzzles.making.mix import LENGTHS

from .sample import ESCAPE, RACE, changed, write


@pytest.mark.parametrize("game", names())
def test_each_game_has_at_least_a_hundred_puzzles_that_can_be_set_up(game):
    assert len(load(game)) >= 100       # reading sees to it that all moves are legal


@pytest.mark.parametrize("game", names())
def test_no_two_puzzles_of_a_game_are_alike(game):
    again = Collection(game, 10**9)
    for puzzle in load(game):
        again.add(puzzle)
    assert len(again.puzzles) == len(load(game))


@pytest.mark.parametrize("game", names())
def test_puzzles_have_more_than_one_move_and_are_of_the_kinds_that_are_made(game):
    assert all(len(puzzle.board(game).legal_moves) > 2 for puzzle in load(game))
    assert {f"{puzzle.task} {puzzle.plies}" for puzzle in load(game)} <= LENGTHS.keys()


def test_a_game_that_is_not_there_has_no_puzzles():
    with pytest.raises(UnknownGameError, match="there is no game 'chess'"):
        load("chess")


def test_a_file_is_read_as_it_was_written(tmp_path):
    path = write(tmp_path / "own.jsonl")
    header, puzzles = read_puzzles(path)
    assert puzzles == [RACE, ESCAPE]
    puzzle_file.write_puzzles(tmp_path / "again.jsonl", header, puzzles)
    assert read_puzzles(tmp_path / "again.jsonl") == (header, puzzles)


@pytest.mark.parametrize(("puzzle", "sentence"), [
    (changed(RACE, position="CWd5vd5"), "line 2: puzzle c0001: two dice lie on d5"),
    (changed(RACE, position="DWd5"), "line 2: puzzle c0001: "),
    (changed(RACE, position="CWd7ve3"), "line 2: puzzle c0001: the game is over"),
    (changed(RACE, solution=[["d5d4", []]]), "line 2: puzzle c0001: d5 to d4 is a move backward"),
    (changed(RACE, solution=[["d5d6", [["e3d3", [["d6e8", []]]]]]]), "line 2: puzzle c0001: "),
    (changed(RACE, solution=[]), "a solution begins with exactly one move, not with 0"),
    (changed(RACE, solution=[["d5d6"]]), "a solution is a list of pairs"),
    (changed(RACE, themes=["fork"]), "there is no theme 'fork'; themes are race, corner,"),
    (changed(RACE, options={"wings": True}), "contra has no option wings"),
    (changed(RACE, id="c0002"), "has two puzzles with one id"),
    (changed(RACE, grade=12), "Expected `int` <= 11"),
    ({"id": "c0001"}, "Expected `array`, got `object`"),
    (["c0001", RACE.position], "Expected `array` of at least length 8, got 2"),
    ([*msgspec.to_builtins(RACE), "more"], "Expected `array` of at most length 9"),
])
def test_a_puzzle_that_is_wrong_is_refused(tmp_path, puzzle, sentence):
    with pytest.raises(PuzzleError) as error:
        read_puzzles(write(tmp_path / "own.jsonl", [puzzle, ESCAPE]))
    assert sentence in str(error.value)
    assert "own.jsonl" in str(error.value)


@pytest.mark.parametrize(("header", "sentence"), [
    ({"version": 1}, "is of version 1, and this program reads version 2"),
    ({"game": "chess"}, "there is no game 'chess'"),
    ({"eckstein": "table"}, "is not a file of puzzles: its first line is not a header"),
    ({"puzzles": 3}, "has 2 puzzles, and its first line tells of 3"),
    ({"made": None}, "its first line is not a header"),
])
def test_a_header_that_is_wrong_is_refused(tmp_path, header, sentence):
    with pytest.raises(PuzzleError, match=sentence):
        read_puzzles(write(tmp_path / "own.jsonl", **header))


@pytest.mark.parametrize(("content", "sentence"), [
    (lambda text: text[:-20], "is cut: its last line has no end"),
    (lambda text: text[:text.rindex(b"\n", 0, -1) + 1], "has 1 puzzle, and its first line tells"),
    (lambda text: b"", "its first line is not a header"),
    (lambda text: b"\xff" + text, r"is not text in UTF-8 \(byte 1\)"),
])
def test_a_file_that_is_cut_or_no_text_is_refused(tmp_path, content, sentence):
    path = write(tmp_path / "own.jsonl")
    path.write_bytes(content(path.read_bytes()))
    with pytest.raises(PuzzleError, match=sentence):
        read_puzzles(path)


def test_a_packed_file_is_read_and_a_damaged_one_is_refused(tmp_path):
    plain, packed = write(tmp_path / "own.jsonl"), tmp_path / "own.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert read_puzzles(packed) == read_puzzles(plain)
    for damaged in (packed.read_bytes()[:-20], b"plain", packed.read_bytes()[:30] + bytes(40)):
        packed.write_bytes(damaged)
        with pytest.raises(PuzzleError, match=r"own\.jsonl\.gz is damaged"):
            read_puzzles(packed)
