"""Lessons: a few positions of a game with a task each, for pages and terminal.

Positions and answers are in files beside this one; the texts of each language lie in
`words/*/lessons`.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ...base.errors import EcksteinError
from ...base.sentence import Sentence
from ...games import check_game_name
from ...words import text_of

FOLDER = Path(__file__).parent


class LessonError(EcksteinError, ValueError):
    """A game has no lesson."""


class Task(msgspec.Struct, frozen=True):
    """A position in which one move is asked for.

    Attributes:
        position: as text.
        solve: what the move must be like, for pages (docs/formats/lessons.md).
        answers: the moves that are like that, all of them.
    """

    position: str
    solve: dict[str, Any]
    answers: list[str]


class Told(msgspec.Struct, frozen=True):
    """What is told of a task in a language.

    Attributes:
        title, text: what it is about, and what to do.
        wrong, notice: what is said after a wrong move, and after a right one.
    """

    title: str
    text: str
    wrong: str
    notice: str


class _Tasks(msgspec.Struct):
    tasks: list[Task]


class _Texts(msgspec.Struct):
    tasks: list[Told]
    rules: list[str]


class Lesson(msgspec.Struct, frozen=True):
    """The lesson of a game in a language.

    Attributes:
        tasks: the tasks with their texts.
        rules: the rules in a few sentences.
    """

    tasks: list[tuple[Task, Told]]
    rules: list[str]


def load(game: str, language: str | None = None) -> Lesson:
    """The lesson of a game, in the language that is spoken if none is named.

    Raises:
        UnknownGameError: if there is no such game.
        LessonError: if it has no lesson.
    """
    check_game_name(game)
    path = FOLDER / f"{game}.json"
    if not path.exists():
        raise LessonError(Sentence("{game} has no lesson", game=game))
    tasks = msgspec.json.decode(path.read_bytes(), type=_Tasks).tasks
    texts = msgspec.json.decode(text_of(f"lessons/{game}.json", language), type=_Texts)
    return Lesson(list(zip(tasks, texts.tasks, strict=True)), texts.rules)
