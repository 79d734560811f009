"""Puzzles are proved by plain search, which finds what is wrong with others."""
import pytest

from eckstein import names
from eckstein.lab.puzzles import PuzzleError, load
from eckstein.lab.puzzles.making.puzzle_check import Checker

from .sample import ESCAPE, RACE, changed


@pytest.mark.parametrize("game", names())
def test_some_of_the_puzzles_of_a_game_are_right(game):
    checker = Checker(game, compiled=False)
    narrow = sorted(load(game), key=lambda puzzle: len(puzzle.board(game).legal_moves))
    for kind in (("win", 3), ("save", 2)):
        checker.check(next(puzzle for puzzle in narrow if (puzzle.task, puzzle.plies) == kind))


@pytest.mark.long
@pytest.mark.parametrize("game", names())
def test_all_puzzles_of_a_game_are_right(game):
    checker = Checker(game)
    for puzzle in load(game):
        checker.check(puzzle)


@pytest.mark.parametrize(("puzzle", "why"), [
    # To go aside first wins as well, for Black needs three moves of his own.
    (changed(RACE, position="CWd5va4", solution=[["d5d6", [["a4a3", [["d6d7", []]]]]]]),
     "d5e5 wins, too"),
    (changed(RACE, position="CWd6ve3", solution=[["d6d7", []]]), "there is a quicker win"),
    (changed(RACE, solution=[["d5c5", []]]), "d5d6 wins, too"),
    (changed(RACE, plies=1), "d5d6 does not win in time"),
    (changed(RACE, solution=[["d5d6", []]]), "the solution ends before the game does"),
    (changed(RACE, solution=[["d5d6", [["e3d3", []]]]]), "the solution is wrong about d6d7"),
    (changed(RACE, solution=[["d5d6", [["e3d3", [["d6d7", []], ["d6c6", []]]]]]]),
     "the solution is wrong about d6c6"),
    (changed(ESCAPE, solution=[["b3b4", []]]), "b3b4 loses, too"),
    # It holds for two plies, and for three, as many as HOLDS says; but not for two and three more.
    (changed(ESCAPE, position="CVe3qb4jc4", solution=[["e3f3", []]]), "e3f3 loses, too"),
    (changed(ESCAPE, position=RACE.position, solution=[["d5d6", []]]),
     "d5e5 does not lose in time"),
    (changed(RACE, options={"no_progress": 5}), "draws come too soon to tell who wins"),
    (changed(RACE, options={"repetition": 2}), "draws come too soon to tell who wins"),
])
def test_what_is_wrong_is_told(puzzle, why):
    with pytest.raises(PuzzleError) as error:
        Checker("contra", compiled=False).check(puzzle)
    assert str(error.value).startswith(f"puzzle {puzzle.id}: ")
    assert str(error.value).endswith(why)


@pytest.mark.parametrize("puzzle", [RACE, ESCAPE])
def test_what_is_right_is_accepted(puzzle):
    Checker("contra", compiled=False).check(puzzle)
