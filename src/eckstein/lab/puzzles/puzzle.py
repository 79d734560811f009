"""What a puzzle is."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from ...base.errors import EcksteinError
from ...base.sentence import Sentence, reason_of
from ...board import Board

MOST_PLIES = 99
MARGIN, HOLDS = 2, 4        # plies beyond those of a puzzle: no other move wins, the one saves
BEYOND = 11                 # the grade of a puzzle that no level solves

THEMES = ("race", "corner", "mate", "surround", "elimination", "battle", "support", "double",
          "block", "capture", "check", "sacrifice", "jump", "chain", "diagonal", "points",
          "placing", "swap", "quiet", "defence")

Task = Literal["win", "save"]


class PuzzleError(EcksteinError, ValueError):
    """A puzzle, or a file of puzzles, that is not as it should be."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A position with a task for the player to move; in files a list of these values, in order.

    Attributes:
        id: its name among the puzzles of its game.
        position: as text.
        task: "win": exactly one move wins within `plies`; or "save": exactly one move does not
            lose, and all others lose within `plies`.
        plies: counted from the first move, which is the first of them.
        solution: a list of pairs, a move and what follows, which is such a list again.
        themes: some of THEMES.
        grade: 1 to 10, the weakest level that finds the first move; BEYOND if none does.
        nodes: positions that full strength looked at before it kept to the first move.
        options: rule options that are not at their defaults.
    """

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    position: str
    task: Task
    plies: Annotated[int, msgspec.Meta(ge=1, le=MOST_PLIES)]
    solution: list[Any]
    themes: list[str]
    grade: Annotated[int, msgspec.Meta(ge=1, le=BEYOND)]
    nodes: Annotated[int, msgspec.Meta(ge=0)]
    options: dict[str, bool | int | str] = {}

    @property
    def first(self) -> str:
        """The text of the one right first move."""
        return str(self.solution[0][0])

    def board(self, game: str) -> Board:
        """A board with the position.

        Raises:
            PuzzleError: if it is not a possible position of this game, or the game is over.
        """
        options: Mapping[str, Any] = self.options
        try:
            board = Board(game, self.position, **options)
            board.check_status()
        except ValueError as error:
            raise PuzzleError(Sentence("puzzle {id}: {reason}", id=self.id,
                                       reason=reason_of(error))) from None
        if board.is_game_over():
            raise PuzzleError(Sentence("puzzle {id}: {reason}", id=self.id,
                                       reason=Sentence("the game is over")))
        return board
