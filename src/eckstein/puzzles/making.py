"""Making puzzles: from games to a file, in rounds, on several processes.

What a game brings depends on its number, the seed and the kinds of which there are enough before
its round, and so not on how many processes there are.
"""
from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from .. import options as option_values
from ..board import WHITE, Board
from ..processes import worker_processes
from .candidates import Endings, Games
from .exact import Exact, UnsettledError
from .finding import Found, find
from .grading import Grader
from .puzzle import Puzzle, Task
from .solutions import solution
from .themes import themes_of

ROUND = 16                  # games
LOOK_NODES, PROOF_NODES = 60_000, 500_000
A_GAME = 2                  # puzzles that one game may bring
FROM_TABLES = 8             # instead of every eighth game, positions of tables are looked at
EASY = 2                    # the highest grade of a win in one that is kept

Kind = tuple[Task, int]
# At most this part of all puzzles is of a kind.
SHARES: dict[Kind, float] = {("win", 1): 0.04, ("win", 3): 0.4, ("win", 5): 0.4, ("win", 7): 0.4,
          ("save", 2): 0.06, ("save", 4): 0.12, ("save", 6): 0.12}

Report = Callable[[int, int], None]     # puzzles and games so far


class Maker:
    """Makes puzzles of single games.

    Args:
        game, options: as for `Board`.
        seed: of all games.
    """

    def __init__(self, game: str, options: dict[str, Any], seed: int) -> None:
        start = Board(game, compiled=True, **options)
        self._own = {name: value for name, value in options.items()
                     if value != option_values.defaults(game)[name]}
        self._games, self._endings = Games(start, seed), Endings(start, seed)
        self._grader = Grader(start)
        self._look, self._proof = Exact(start, LOOK_NODES), Exact(start, PROOF_NODES)

    def puzzles(self, number: int, full: frozenset[Kind]) -> list[Puzzle]:
        """The puzzles that a game brings, at most one of each task, without their ids.

        Args:
            number: of the game.
            full: kinds of which there are enough.
        """
        made: list[Puzzle] = []
        source = self._endings if self._endings and number % FROM_TABLES == 0 else self._games
        for board in source.positions(number):
            with contextlib.suppress(UnsettledError):
                found = find(self._look, self._proof, board)
                if found and (found.task, found.plies) not in full and all(
                        found.task != puzzle.task for puzzle in made):
                    made += self._puzzle(board, found)
            if len(made) == A_GAME:
                break
        return made

    def _puzzle(self, board: Board, found: Found) -> list[Puzzle]:
        """The puzzle that was found, or none if its solution is too large or it is too dull."""
        tree = ([[board.text(found.move), []]] if found.task == "save"
                else solution(self._proof, board, found.move, found.plies))
        if tree is None:
            return []
        grade, nodes = self._grader.grade(board, found.move)
        if found.plies == 1 and grade > EASY:
            return []
        return [Puzzle("?", board.position(), found.task, found.plies, tree,
                       themes_of(board, found.task, tree), grade, nodes, self._own)]

    def close(self) -> None:
        """Give the threads back."""
        self._games.close()
        self._grader.close()


class Collection:
    """Puzzles of one game, no two of them alike.

    Args:
        game: its name.
        count: how many there are to be.
        puzzles: those that are there.
    """

    def __init__(self, game: str, count: int, puzzles: Sequence[Puzzle] = ()) -> None:
        self._game, self._count = game, count
        self.puzzles: list[Puzzle] = list(puzzles)
        self._looks = [self._look(puzzle) for puzzle in puzzles]

    def is_full(self) -> bool:
        """Whether there are as many as there are to be."""
        return len(self.puzzles) >= self._count

    def full(self) -> frozenset[Kind]:
        """The kinds of which there are enough."""
        counts = Counter((puzzle.task, puzzle.plies) for puzzle in self.puzzles)
        return frozenset(kind for kind, share in SHARES.items()
                         if counts[kind] >= share * self._count)

    def add(self, puzzle: Puzzle) -> None:
        """Take a puzzle and give it an id, unless there is one like it or there are enough."""
        look = self._look(puzzle)
        if self.is_full() or (puzzle.task, puzzle.plies) in self.full() or any(
                _alike(look, other) for other in self._looks):
            return
        letter = Board(self._game).rules.LETTER.lower()
        self._looks.append(look)
        self.puzzles.append(msgspec.structs.replace(
            puzzle, id=f"{letter}{len(self.puzzles) + 1:04}"))

    def _look(self, puzzle: Puzzle) -> frozenset[Any]:
        """What lies where, and in hand, as seen by the player to move."""
        board = puzzle.board(self._game)
        seen = (board if board.turn is WHITE else board.turned()).contents()
        hand = [(colour, letter) for colour in (0, 1) for letter in seen.reserves[colour]]
        return frozenset([*seen.pieces.items(), *hand])


def _alike(one: frozenset[Any], other: frozenset[Any]) -> bool:
    """Whether two positions have as many pieces, and nearly all of them in the same places."""
    return len(one) == len(other) and len(one ^ other) <= 2 * max(1, len(one) // 6)


def make(collection: Collection, game: str, options: dict[str, Any], seed: int, games: int,
         jobs: int, keep: Callable[[int], None], report: Report) -> None:
    """Make puzzles until the collection is full.

    Args:
        collection: is added to.
        game, options: as for `Board`.
        seed: of all games.
        games: how many were looked at before.
        jobs: processes.
        keep: told after each round how many games were looked at, to save the collection.
        report: told after each game.
    """
    with worker_processes(jobs, _begin, game, options, seed) as pool:
        while not collection.is_full():
            full = collection.full()
            tasks = [pool.submit(_work, number, full) for number in range(games, games + ROUND)]
            found: list[Puzzle] = []
            for task in tasks:
                found += task.result()
                games += 1
                report(len(collection.puzzles), games)
            # A round counts as a whole, so that what is interrupted goes on as if it had not been.
            for puzzle in found:
                collection.add(puzzle)
            keep(games)


_maker: list[Maker] = []        # of this process


def _begin(game: str, options: dict[str, Any], seed: int) -> None:
    _maker[:] = [Maker(game, options, seed)]


def _work(number: int, full: frozenset[Kind]) -> list[Puzzle]:
    return _maker[0].puzzles(number, full)
