"""The command `lessons`: a lesson taken line by line."""
import io

import pytest

from eckstein import names
from eckstein.cli import run
from eckstein.session import lessons
from eckstein.words import LANGUAGES

FIRST = "That was the lesson. In short:"


@pytest.fixture
def take(capsys, monkeypatch):
    """What is printed when these lines are typed; boards are left out."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def answer(game, *lines, words=()):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert run(["lessons", game, *words]) == 0
        return [line for line in capsys.readouterr().out.splitlines() if line
                and "|" not in line and not line.startswith("   ")]
    return answer


@pytest.mark.parametrize("game", names())
def test_a_lesson_is_passed_with_its_answers(take, game):
    lesson = lessons.load(game, "en")
    typed = [line for task, _ in lesson.tasks for line in (task.answers[-1], "")]
    told = take(game, *typed)
    for number, (_, words) in enumerate(lesson.tasks, 1):
        assert f"Task {number} of {len(lesson.tasks)}: {words.title}" in told
        assert words.text in told and words.notice in told and words.wrong not in told
    assert told[told.index(FIRST) + 1:-1] == [f"- {rule}" for rule in lesson.rules]
    assert told[-1] == f"Now play: eckstein play {game}"


def test_a_wrong_move_is_answered_and_may_be_tried_again(take):
    words = lessons.load("contra", "en").tasks[0][1]
    told = take("contra", "d2d3", "d2e2", "quit")
    assert told.index(words.wrong) < told.index(words.notice)


def test_a_hint_and_a_solution_can_be_had(take):
    told = take("contra", "hint", "solution", "hint", "quit")
    assert "The piece on d2 moves." in told
    assert "Solution: d2-e2" in told
    assert "This task is over; press Enter for the next one." in told


def test_who_leaves_is_told_no_more(take):
    assert FIRST not in take("contra", "next", "quit")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_told_in_the_language_that_is_spoken(take, language):
    told = take("duell", words=("--language", language))
    assert lessons.load("duell", language).tasks[0][1].text in told


def test_a_game_of_ones_own_has_no_lesson(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(lessons, "FOLDER", tmp_path)
    assert run(["lessons", "contra"]) == 2
    assert capsys.readouterr().err == "eckstein: contra has no lesson.\n"
