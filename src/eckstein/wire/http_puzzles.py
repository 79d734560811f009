"""Answers of the HTTP API about puzzles."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .words import Colour, MoveText, Options

GRADES = 11                 # ten levels, and one for puzzles that none of them solves
MOVES = 20                  # more than a puzzle takes


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
    rating: Annotated[int, Meta(
        description="how hard it is: a player with the same rating solves half of such puzzles")]


class PuzzleList(Struct, frozen=True):
    """All puzzles of a game."""

    puzzles: list[Puzzle]


class PuzzleRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle, and what is played in it."""

    id: Annotated[str, Meta(max_length=40, description="of the puzzle")]
    moves: Annotated[list[MoveText], Meta(
        max_length=MOVES, description="the plain texts of moves of both players, from its position "
                                      "on; they need not be those of its solution")] = []


class PuzzleMove(Struct, frozen=True):
    """A legal move, and what it leads to."""

    text: Annotated[str, Meta(description="the plain text of the move")]
    notation: Annotated[str, Meta(description="the text for people")]
    plies: Annotated[int | None, Meta(
        description="from this move on until the attacker has won; null if he does not win in "
                    "time")]


class PuzzleMoves(Struct, frozen=True):
    """What the moves of a position in a puzzle lead to."""

    attacker: Annotated[Colour, Meta(
        description="the side that tries to win: the solver if the task is to win, otherwise the "
                    "opponent")]
    moves: Annotated[list[PuzzleMove], Meta(
        description="all legal ones, the best first: quick wins of the attacker, or those after "
                    "which he does not win, or not for long")]


class PuzzleOfDayQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which day."""

    date: Annotated[Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")] | None, Meta(
        description="as 2026-11-26, in UTC; today if it is left out")] = None


class PuzzleOfDay(Struct, frozen=True):
    """The puzzle of a day, the same for all visitors; the games take turns."""

    date: Annotated[str, Meta(description="as 2026-11-26")]
    game: Annotated[str, Meta(description="the name of its rules")]
    id: Annotated[str, Meta(description="its name among the puzzles of its game")]
    position: Annotated[str, Meta(description="with which it begins")]


class PuzzleRating(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's rating at puzzles, by Glicko-2."""

    points: Annotated[float, Meta(
        ge=-10_000, le=10_000, description="the estimate, on Elo's scale")]
    deviation: Annotated[float, Meta(
        ge=1, le=350, description="its standard deviation in points")]
    volatility: Annotated[float, Meta(
        ge=0.0001, le=1, description="how much the strength changes")]


class PuzzleTried(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's first attempt at a puzzle."""

    id: Annotated[str, Meta(max_length=40, description="of the puzzle")]
    solved: Annotated[bool, Meta(description="whether without a wrong move and without help")]
    before: Annotated[PuzzleRating, Meta(
        description="the rating before it; pages begin with 1200, a deviation of 300, and 0.06")]
    days: Annotated[float, Meta(
        ge=0, le=100_000, description="since the last puzzle of this game")] = 0.0
