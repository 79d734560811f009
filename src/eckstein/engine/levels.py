"""Ten levels, from a friendly beginner to full strength, the same on every machine.

A level is bounded by the nodes it may look at, never by time.  The weak ones err as people do:
they overlook moves, and look less far; what they do see they weigh rightly.  How far, and how much,
is set for each game (ladders.py).  The table is wiped before each move, so that a level plays alike
whatever it has played before.
"""
import random
from dataclasses import dataclass
from typing import Any

from ..board import Board
from ..kernel import specialise
from ..options import COUNTS
from ..warming import load
from .ladders import LADDERS, USUAL
from .limits import Limits
from .searcher import Info, Searcher

FULL = 10
SEEING = 5                  # the first level that never misses a short win
MATE_NODES = 3_000_000      # for the short wins that no level from 5 up may miss
MATE_PLIES = 5
SMALL = 20_000              # so few nodes need no more than a megabyte


@dataclass(frozen=True, slots=True)
class Level:
    """One level.

    Attributes:
        number: 1 to 10.
        name: how it is called.
        nodes: how many positions it looks at for a move; None at full strength.
        overlooks: how many of a hundred moves it does not see at all.
        sees_wins: whether it never misses a forced win in three moves.
        says: an honest description.
    """

    number: int
    name: str
    nodes: int | None
    overlooks: int
    sees_wins: bool
    says: str


NAMES = (
    ("Newcomer", "knows the rules, and overlooks most moves"),
    ("Beginner", "overlooks many moves, and hardly looks ahead"),
    ("Casual", "overlooks some moves, and looks a move ahead"),
    ("Learner", "overlooks a move now and then, and sees most replies"),
    ("Regular", "never misses a win in three moves"),
    ("Club player", "looks some moves ahead everywhere"),
    ("Strong club player", "punishes mistakes at once"),
    ("Expert", "plans beyond what most people see over the board"),
    ("Master", "hard to beat for anybody"),
    ("Full strength", "uses all the time and threads it is given"),
)


def levels_of(game: str | None = None) -> tuple[Level, ...]:
    """The ten levels of a game; without one, or for a game nobody has measured, the usual ones."""
    steps = (*LADDERS.get(game or "", USUAL), (None, 0))
    return tuple(Level(number, name, nodes, overlooks, number >= SEEING, says)
                 for number, ((name, says), (nodes, overlooks))
                 in enumerate(zip(NAMES, steps, strict=True), 1))


LEVELS = levels_of()


def level_of(number: int, game: str | None = None) -> Level:
    """The level with a number.

    Raises:
        ValueError: if there is no such level.
    """
    if not 1 <= number <= FULL:
        raise ValueError(f"levels are 1 to {FULL}, not {number}")
    return levels_of(game)[number - 1]


def templates_of(number: int) -> tuple[str, ...]:
    """The searches that a level needs, which have to be compiled once."""
    if number == FULL:
        return "search.alphabeta", "search.proof"
    return ("search.alphabeta", "search.mate") if number >= SEEING else ("search.alphabeta",)


class LevelPlayer:
    """Plays one game at a level.

    Args:
        game: the name of a game.
        options: the game's options as `Board.options` has them.
        level: 1 to 9, or a level of your own; level 10 is a `Searcher` under the limits of the
            player.
        seed: of what it overlooks.
    """

    def __init__(self, game: str, options: dict[str, Any], level: int | Level,
                 seed: int = 0) -> None:
        self.level = level if isinstance(level, Level) else level_of(level, game)
        megabytes = 1 if (self.level.nodes or SMALL) < SMALL else 4
        self.searcher = Searcher(game, options, megabytes=megabytes, proofs=False)
        self._own = {name: value for name, value in options.items() if name not in COUNTS}
        self._mate: Any = None
        if self.level.sees_wins:
            self._mate = specialise("search.mate", game, **self._own)
        self._memory: Any = self._mate.new_memory() if self._mate else None
        self.seed = seed

    def choose(self, board: Board) -> Info:
        """The line that this level would play.

        Raises:
            ValueError: if the game is over.
        """
        if not board.legal_moves:
            raise ValueError("the game is over, and there is no move to look for")
        self.searcher.clear()
        found = self._short_win(board)
        if found is not None:
            return found
        limits = Limits(nodes=self.level.nodes, depth=40)
        for lines in self.searcher.analyse(board, limits, without=self._overlooked(board)):
            found = lines[0]
        assert found is not None
        return found

    def warm(self) -> None:
        """Load or compile all that a move needs."""
        more = ("search.mate",) if self._mate else ()
        load(self.searcher.game, self._own, (*self.searcher.templates, *more))

    def stop(self) -> None:
        """End the search that runs now."""
        self.searcher.stop()
        if self._memory is not None:
            self._memory.signals[self._mate.STOP] = 1

    def close(self) -> None:
        """Give the threads back."""
        self.searcher.close()

    def _overlooked(self, board: Board) -> list[int]:
        """Moves that are not seen, the same ones whenever this position comes up in a game."""
        if not self.level.overlooks:
            return []
        moves = list(board.legal_moves)
        chance = random.Random(f"{self.seed}/{board.key}/{board.ply}")
        missed = [move for move in moves if chance.randrange(100) < self.level.overlooks]
        if len(missed) == len(moves):
            missed.remove(chance.choice(missed))
        return missed

    def _short_win(self, board: Board) -> Info | None:
        """A win by force within three moves, the shortest there is."""
        if self._mate is None:
            return None
        search, memory = self._mate, self._memory
        memory.limit, memory.signals[search.STOP] = MATE_NODES, 0
        search.remember(memory, board.options, board.idle_moves, board.keys()[:-1])
        p, nodes = search.game.Position(*board._p), 0
        for plies in range(1, MATE_PLIES + 1, 2):
            move = int(search.mate_in(p, memory, 0, plies))
            nodes += int(memory.nodes)
            if move >= 0:
                return Info(plies, plies, 1, self.searcher.search.MATE - plies, (plies + 1) // 2,
                            nodes, 0.0, 0, (move,))
        return None
