"""Answers of the HTTP API about puzzles."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .words import Options

GRADES = 11                 # ten levels, and one for puzzles that none of them solves


class PuzzlesOfGame(Struct, frozen=True):
    """Which puzzles there are of a game."""

    count: int
    grades: Annotated[list[int], Meta(
        description="how many there are of each grade, from 1 to 11")]
    themes: Annotated[dict[str, int], Meta(description="how many there are of each theme")]


class PuzzlesKnown(Struct, frozen=True):
    """Which puzzles there are."""

    games: Annotated[dict[str, PuzzlesOfGame], Meta(
        description="by the name of the rules; only games that have puzzles")]


class SolutionMove(Struct, frozen=True):
    """A move of a solution, and what follows."""

    text: Annotated[str, Meta(description="the plain text of the move")]
    next: Annotated[list[SolutionMove], Meta(
        description="after a move of the solver the replies, those that resist longest first; "
                    "after a reply all moves that still solve it, the best first")]


class Puzzle(Struct, frozen=True):
    """A position with a task for the player to move."""

    id: Annotated[str, Meta(description="its name among the puzzles of its game")]
    position: Annotated[str, Meta(description="as text")]
    options: Annotated[Options, Meta(description="rule options that are not the usual ones")]
    task: Annotated[Literal["win", "save"], Meta(
        description="exactly one move wins within `plies`; or exactly one does not lose, and all "
                    "others lose within `plies`")]
    plies: Annotated[int, Meta(description="counted from the first move, which is one of them")]
    solution: Annotated[SolutionMove, Meta(description="the first move")]
    themes: list[str]
    grade: Annotated[int, Meta(
        description="the weakest level of the computer that finds the first move; 11 if none does")]


class PuzzleList(Struct, frozen=True):
    """All puzzles of a game."""

    puzzles: list[Puzzle]
