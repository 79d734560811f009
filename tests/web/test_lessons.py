"""The lessons hold what they claim, by the rules.

What solves a task is told here a second time, in Python, so that the app's reading of a lesson and
this one can be compared: the answers stand in the lesson files, and vitest looks at them too.
"""
import json
from pathlib import Path
from typing import Any

import pytest

from eckstein import Board, names
from eckstein.board.description import Description
from eckstein.board.view import view
from eckstein.session.lessons import FOLDER
from eckstein.words import LANGUAGES, text_of

FIRST = Path(__file__).parents[2] / "web" / "app" / "src" / "game" / "first.json"
LESSONS = {path.stem: json.loads(path.read_text()) for path in FOLDER.glob("*.json")}
TASKS = [pytest.param(game, task, id=f"{game}-{number}")
         for game, lesson in sorted(LESSONS.items())
         for number, task in enumerate(lesson["tasks"], 1)]
TEXTS = {language: {game: json.loads(text_of(f"lessons/{game}.json", language))
                    for game in LESSONS} for language in LANGUAGES}


def gone(told: Description, own: bool) -> int:
    """How many pieces of the mover, or of the other player, leave."""
    white = (told.steps[-1].piece or told.steps[0].piece).isupper()
    return sum((removal.piece.isupper() == white) == own for removal in told.removed)


def solves(told: Description, wanted: dict[str, Any]) -> bool:
    """Whether a move is what a task wants."""
    first, last = told.steps[0], told.steps[-1]
    mover = "white" if (last.piece or first.piece).isupper() else "black"
    tests = {
        "moves": lambda value: told.text in value,
        "wins": lambda value: (told.winner == mover) == value,
        "takes": lambda value: gone(told, own=False) == value,
        "loses": lambda value: gone(told, own=True) == value,
        "from": lambda value: first.origin in value,
        "to": lambda value: last.target in value,
        "top": lambda value: last.faces is not None and last.faces["top"] in value,
        "kind": lambda value: all(step.kind == value for step in told.steps),
        "steps": lambda value: len(told.steps) >= value,
        "check": lambda value: told.check == value,
    }
    return all(tests[name](value) for name, value in wanted.items())


def loses_next(board: Board) -> bool:
    """Whether the player who is to move now can win with one move, or has won already."""
    mover = board.turn
    end = board.outcome()
    if end is not None:
        return end.winner == mover
    for move in list(board.legal_moves):
        board.push(move)
        after = board.outcome()
        board.pop()
        if after is not None and after.winner == mover:
            return True
    return False


def test_every_game_has_a_lesson() -> None:
    assert set(LESSONS) == set(names())


@pytest.mark.parametrize("game", sorted(LESSONS))
def test_lesson_is_short_and_in_all_languages(game: str) -> None:
    lesson = LESSONS[game]
    assert lesson["game"] == game
    assert 4 <= len(lesson["tasks"]) <= 7
    assert len({len(texts[game]["rules"]) for texts in TEXTS.values()}) == 1
    assert len(TEXTS["en"][game]["rules"]) >= 4
    for texts in TEXTS.values():
        assert len(texts[game]["tasks"]) == len(lesson["tasks"])
        for task in texts[game]["tasks"]:
            assert set(task) == {"title", "text", "wrong", "notice"} and all(task.values())


@pytest.mark.parametrize(("game", "task"), TASKS)
def test_position_is_possible_and_canonical(game: str, task: dict[str, Any]) -> None:
    board = Board(game, task["position"])
    assert board.status() == []
    assert board.outcome() is None
    assert board.position() == task["position"]


@pytest.mark.parametrize(("game", "task"), TASKS)
def test_answers_are_just_the_moves_that_solve_the_task(game: str, task: dict[str, Any]) -> None:
    board = Board(game, task["position"])
    found = [board.text(move) for move in board.legal_moves
             if solves(board.describe(move), task["solve"])]
    assert sorted(found) == sorted(task["answers"]) != []
    assert len(found) < len(board.legal_moves), "a task that nobody can fail teaches nothing"


@pytest.mark.parametrize(("game", "task"), TASKS)
def test_claim_of_saving_is_true_of_the_answers_alone(game: str, task: dict[str, Any]) -> None:
    if task.get("claim") is None:
        return
    assert task["claim"] == "saves"
    board = Board(game, task["position"])
    saving = []
    for move in list(board.legal_moves):
        board.push(move)
        if not loses_next(board):
            saving.append(board.move_stack[-1])
        board.pop()
    assert sorted(board.text(move) for move in saving) == sorted(task["answers"])


def test_first_board_of_the_page_is_what_the_server_would_send() -> None:
    assert json.loads(FIRST.read_text()) == json.loads(
        json.dumps(view(Board("contra"))))
