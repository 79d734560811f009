"""Making puzzles: from games to a file, in rounds, on several processes.

What a game brings depends on its number, the seed and the kinds of which there are enough before
its round, and so not on how many processes there are.
"""
from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ....base.processes import worker_processes
from ....base.setting_values import number_in
from ....board import WHITE, Board
from ....engine.exact import Exact, UnsettledError
from ....kernel import options as option_values
from ..order import ordered
from ..puzzle import Puzzle
from ..puzzle_file import Header
from .candidates import Endings, Games
from .finding import Found, find
from .grading import Grader
from .mix import Mix, Trait, of_grade, of_idea, of_length, traits_of
from .solutions import solution
from .themes import themes_of

ROUND = 16                  # games
LOOK_NODES, PROOF_NODES = 60_000, 500_000
A_GAME = 2                  # puzzles that one game may bring
FROM_TABLES = 8             # instead of every eighth game, positions of tables are looked at
EASY = 2                    # the highest grade of a win in one that is kept
NEW = "?"                   # the id of a puzzle that has none yet

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

    def puzzles(self, number: int, full: frozenset[Trait]) -> list[Puzzle]:
        """The puzzles that a game brings, at most one of each task, without their ids.

        Args:
            number: of the game.
            full: what there is enough of.
        """
        made: list[Puzzle] = []
        source = self._endings if self._endings and number % FROM_TABLES == 0 else self._games
        for board in source.positions(number):
            with contextlib.suppress(UnsettledError):
                found = find(self._look, self._proof, board)
                if found and of_length(found.task, found.plies) not in full and all(
                        found.task != puzzle.task for puzzle in made):
                    made += self._puzzle(board, found, full)
            if len(made) == A_GAME:
                break
        return made

    def _puzzle(self, board: Board, found: Found, full: frozenset[Trait]) -> list[Puzzle]:
        """The puzzle that was found, or none if its solution is too large or it is not wanted."""
        tree = ([[board.text(found.move), []]] if found.task == "save"
                else solution(self._proof, board, found.move, found.plies))
        if tree is None:
            return []
        themes = themes_of(board, found.task, tree, self._look)
        if of_idea(themes) in full:
            return []
        grade, nodes = self._grader.grade(board, found.move)
        if of_grade(grade) in full or found.plies == 1 and grade > EASY:
            return []
        return [Puzzle(NEW, board.position(), found.task, found.plies, tree, themes, grade, nodes,
                       self._own)]

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
        last: the highest number of an id that was ever given.

    Attributes:
        puzzles: in the order in which they came.
        last: likewise; no id is given twice, since people keep which ones they have solved.
    """

    def __init__(self, game: str, count: int, puzzles: Sequence[Puzzle] = (),
                 last: int = 0) -> None:
        self._game, self._count = game, count
        self._letter = Board(game).rules.LETTER.lower()
        self.puzzles: list[Puzzle] = []
        self._mix, self._looks = Mix(count), list[frozenset[Any]]()
        self.last = last
        self.reserve(last, puzzles)
        for puzzle in puzzles:
            self._take(puzzle, self._look(puzzle))

    def is_full(self) -> bool:
        """Whether there are as many as there are to be."""
        return len(self.puzzles) >= self._count

    def full(self) -> frozenset[Trait]:
        """What there is enough of."""
        return self._mix.full()

    def add(self, puzzle: Puzzle) -> None:
        """Take a puzzle, unless there is one like it or there are enough; a new one gets an id."""
        look = self._look(puzzle)
        if self.is_full() or not self.full().isdisjoint(traits_of(puzzle)) or any(
                _alike(look, other) for other in self._looks):
            return
        if puzzle.id == NEW:
            self.last += 1
            puzzle = msgspec.structs.replace(puzzle, id=f"{self._letter}{self.last:04}")
        self._take(puzzle, look)

    def reserve(self, last: int, puzzles: Sequence[Puzzle]) -> None:
        """Give no new puzzle an id up to a number, nor any of these puzzles'."""
        self.last = max([self.last, last, *map(self._number_of, puzzles)])

    def _take(self, puzzle: Puzzle, look: frozenset[Any]) -> None:
        self.puzzles.append(puzzle)
        self._looks.append(look)
        self._mix.count(puzzle)

    def _number_of(self, puzzle: Puzzle) -> int:
        number = puzzle.id.removeprefix(self._letter)
        return number_in(number, 1, sys.maxsize) or 0

    def _look(self, puzzle: Puzzle) -> frozenset[Any]:
        """What lies where, and in hand, as seen by the player to move."""
        board = puzzle.board(self._game)
        seen = (board if board.turn is WHITE else board.turned()).contents()
        hand = [(colour, letter) for colour in (0, 1) for letter in seen.reserves[colour]]
        return frozenset([*seen.pieces.items(), *hand])


def _alike(one: frozenset[Any], other: frozenset[Any]) -> bool:
    """Whether two positions have as many pieces, and nearly all of them in the same places."""
    return len(one) == len(other) and len(one ^ other) <= 2 * max(1, len(one) // 6)


def take_over(collection: Collection, header: Header, puzzles: Sequence[Puzzle]) -> None:
    """Add what fits of earlier puzzles, the easy ones first, with their ids.

    Their themes are found again; all else of them has been proved.  No id is given again, not even
    one of a puzzle that does not fit.
    """
    exact, retold = dict[str, Exact](), list[Puzzle]()
    for puzzle in puzzles:
        board = puzzle.board(header.game)
        answers = exact.setdefault(repr(puzzle.options), Exact(board, LOOK_NODES))
        retold.append(msgspec.structs.replace(puzzle, themes=themes_of(
            board, puzzle.task, puzzle.solution, answers)))
    for puzzle in ordered(retold):
        collection.add(puzzle)
    collection.reserve(header.last, puzzles)


def make(collection: Collection, game: str, options: dict[str, Any], seed: int, games: int,
         jobs: int, keep: Callable[[int], None], report: Report) -> None:
    """Make puzzles until the collection is full.

    Args:
        collection: is added to.
        game, options: as for `Board`.
        seed: of all games.
        games: how many were looked at before.
        jobs: processes.
        keep: called after each round how many games were looked at, to save the collection.
        report: called after each game.
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


def _work(number: int, full: frozenset[Trait]) -> list[Puzzle]:
    return _maker[0].puzzles(number, full)
