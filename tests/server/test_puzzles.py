"""The HTTP API of puzzles."""
from collections import Counter

import pytest

from eckstein import Board, puzzles

from .test_api import ask


def test_it_tells_which_puzzles_there_are(tmp_path):
    told = ask(tmp_path, "GET", "/api/v1/puzzles").json()["games"]
    some = puzzles.load("contra")
    grades = Counter(puzzle.grade for puzzle in some)
    assert told["contra"]["count"] == len(some) == sum(told["contra"]["grades"])
    assert told["contra"]["grades"] == [grades[grade] for grade in range(1, 12)]
    assert told["contra"]["themes"]["race"] == sum("race" in puzzle.themes for puzzle in some)


def test_it_tells_all_puzzles_of_a_game_with_their_solutions(tmp_path):
    answer = ask(tmp_path, "GET", "/api/v1/puzzles/contra")
    assert "max-age" in answer.headers["cache-control"]
    told, some = answer.json()["puzzles"], puzzles.load("contra")
    assert [one["id"] for one in told] == [one.id for one in some]
    for one, own in zip(told, some, strict=True):
        board = own.board("contra")
        assert Board("contra", one["position"], **one["options"]) == board
        assert walked(one["solution"], board) == own.solution[0]


def walked(move, board):
    """A move of the wire as files have it, if it can be made and so can what follows."""
    board.push_text(move["text"])
    found = [move["text"], [walked(further, board.copy()) for further in move["next"]]]
    board.pop()
    return found


@pytest.mark.parametrize("game", ["nothing", "%00"])
def test_a_game_that_is_none_is_refused(tmp_path, game):
    answer = ask(tmp_path, "GET", f"/api/v1/puzzles/{game}", 400)
    assert "no game" in answer.json()["reason"]
