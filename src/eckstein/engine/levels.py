"""Ten levels, from a friendly beginner to full strength, the same on every machine.

A level is bounded by the nodes it may look at, never by time.  The weak ones err as people do:
they overlook moves, and look less far; what they do see they weigh rightly.  The table is wiped
before each move, so that a level plays alike whatever it has played before.
"""
import random
from dataclasses import dataclass
from typing import Any

from ..board import Board
from ..kernel import specialise
from ..options import COUNTS
from .limits import Limits
from .searcher import Info, Searcher

FULL = 10
MATE_NODES = 3_000_000      # for the short wins that no level from 5 up may miss
MATE_PLIES = 5


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


LEVELS = (
    Level(1, "Newcomer", 12, 55, False, "knows the rules, and overlooks more than half"),
    Level(2, "Beginner", 40, 35, False, "sees one move ahead, and overlooks a third"),
    Level(3, "Casual", 120, 18, False, "sees the reply, and overlooks something now and then"),
    Level(4, "Learner", 400, 7, False, "seldom overlooks a move, and looks two moves ahead"),
    Level(5, "Regular", 1_500, 0, True, "overlooks nothing, and never misses a short win"),
    Level(6, "Club player", 6_000, 0, True, "looks some plies ahead everywhere"),
    Level(7, "Strong club player", 25_000, 0, True, "punishes mistakes at once"),
    Level(8, "Expert", 100_000, 0, True, "plans well beyond what people see over the board"),
    Level(9, "Master", 450_000, 0, True, "hard to beat for anybody"),
    Level(10, "Full strength", None, 0, True, "uses all the time and threads it is given"),
)


def level_of(number: int) -> Level:
    """The level with a number.

    Raises:
        ValueError: if there is no such level.
    """
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"levels are 1 to {len(LEVELS)}, not {number}")
    return LEVELS[number - 1]


class LevelPlayer:
    """Plays one game at a level.

    Args:
        game: the name of a game.
        options: the game's options as `Board.options` has them.
        level: 1 to 9; level 10 is a `Searcher` under the limits of the player.
        seed: of what it overlooks.
    """

    def __init__(self, game: str, options: dict[str, Any], level: int, seed: int = 0) -> None:
        self.level = level_of(level)
        self.searcher = Searcher(game, options, megabytes=4)
        own = {name: value for name, value in options.items() if name not in COUNTS}
        self._mate: Any = None
        if self.level.sees_wins:
            self._mate = specialise("search.mate", game, **own)
        self._memory: Any = self._mate.new_memory() if self._mate else None
        self._seed = seed

    def choose(self, board: Board) -> Info:
        """The line that this level would play."""
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
        self.searcher.search.warm()
        if self._mate is not None:
            self._mate.warm()

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
        moves = list(board.legal_moves)
        chance = random.Random(f"{self._seed}/{board.key}/{board.ply}")
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
        p, nodes = search.game.Position(*board._p), 0
        for plies in range(1, MATE_PLIES + 1, 2):
            move = int(search.mate_in(p, memory, 0, plies))
            nodes += int(memory.nodes)
            if move >= 0:
                return Info(plies, plies, 1, self.searcher.search.MATE - plies, (plies + 1) // 2,
                            nodes, 0.0, 0, (move,))
        return None
