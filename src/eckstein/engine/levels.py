"""Ten levels, from a friendly beginner to full strength, the same on every machine.

A level is bounded by the plies and the nodes it may look at, never by time.  The weak ones err as
people do: they look less far, and misjudge what a move is worth, each move by an error of its own.
So a small mistake is likely, and a large one is not.  The errors follow Gumbel's distribution,
which makes the probability of a move proportional to exp(value / misjudges): a softmax of the
values that the search has found.  How far, and how much, is set for each game (ladders.py).  The
table is wiped before each move, so that a level plays alike whatever it has played before.
"""
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..base.sentence import Sentence
from ..board import Board
from ..board.score import moves_in, plies_within
from ..kernel.options import own_values
from ..kernel.specialise import specialise
from ..kernel.warming import is_compiled, load
from .booked import BookRoot
from .info import Info
from .judging import Judge
from .ladders import LADDERS, USUAL
from .limits import Limits
from .messages import Analysis, Played
from .player import Player

FULL = 10
AWARE = 3                   # the first level that never misses a win in one
SEEING = 5                  # the first level that never misses a short win
EXACT = 9                   # the first level that asks tables of endings
BOOKED = 9                  # the first level that plays from an opening book
MATE_NODES = 3_000_000      # for the short wins that no level from 5 up may miss
MATE_PLIES = plies_within(3)
TINY = 1e-9                 # away from 0 and 1: their logarithms are no use
SMALL = 20_000              # so few nodes need no more than a megabyte
LOOKING = ("search.play.alphabeta",)    # what every level looks at moves with
QUICK = 2_000               # so few nodes take some tenths of a second without a compiler


@dataclass(frozen=True, slots=True)
class Level:
    """One level.

    Attributes:
        number: 1 to 10.
        name: how it is called.
        depth: how many plies it looks ahead, before captures and the like are played out; None if
            the nodes alone are its limit, and at full strength.
        nodes: how many positions it looks at for a move, once it has looked at each move one ply
            deep; None at full strength.
        misjudges: how far it errs about the worth of a move, in hundredths of a die.
        aware: whether it never misses a win in one.
        sees_wins: whether it never misses a forced win in three moves.
        exact: whether it plays by tables of endings where there are any.
        says: an honest description.
        booked: whether it plays from an opening book where there is one.
    """

    number: int
    name: str
    depth: int | None
    nodes: int | None
    misjudges: int
    aware: bool
    sees_wins: bool
    exact: bool
    says: str
    booked: bool = False

    @property
    def is_quick(self) -> bool:
        """Whether it looks at so little that it can play before the game is compiled."""
        return not self.sees_wins and self.nodes is not None and self.nodes <= QUICK


NAMES = (
    ("Newcomer", "knows the rules, but plays mostly by chance"),
    ("Beginner", "sees what a move does, but judges it badly"),
    ("Casual", "never misses a win in one, but makes many mistakes"),
    ("Learner", "judges roughly right, but falls for traps"),
    ("Regular", "sees replies, and every win in three moves"),
    ("Club player", "sees replies, and makes fewer mistakes"),
    ("Strong club player", "looks ahead, and rarely makes big mistakes"),
    ("Expert", "looks some moves ahead, and makes few mistakes"),
    ("Master", "makes no mistakes in what it sees"),
    ("Full strength", "uses all the time and threads it is given"),
)


def levels_of(game: str | None = None) -> tuple[Level, ...]:
    """The ten levels of a game; without one, or for an unmeasured game, the usual ones."""
    steps = (*LADDERS.get(game or "", USUAL), (None, None, 0))
    return tuple(Level(number, name, *step, number >= AWARE, number >= SEEING,
                       number >= EXACT, says, number >= BOOKED)
                 for number, ((name, says), step) in enumerate(zip(NAMES, steps, strict=True), 1))


LEVELS = levels_of()


def level_of(number: int, game: str | None = None) -> Level:
    """The level with a number.

    Raises:
        ValueError: if there is no such level.
    """
    if not 1 <= number <= FULL:
        raise ValueError(Sentence("levels are 1 to {full}, not {number}", full=FULL,
                                  number=number))
    return levels_of(game)[number - 1]


def settings_of(number: int) -> dict[str, int]:
    """The options of the engine (docs/protocol/options.md) with which it plays at a level."""
    return {"Level": number, **({"OwnBook": True} if number >= BOOKED else {})}


def templates_of(number: int) -> tuple[str, ...]:
    """The searches that a level needs, which have to be compiled once."""
    if number == FULL:
        return *LOOKING, "search.play.proof"
    return (*LOOKING, "search.play.mate") if number >= SEEING else LOOKING


def plays_plainly(level: Level, game: str, own: dict[str, Any]) -> bool:
    """Whether a level plays without compiled code, since it is quick and that is not at hand.

    Args:
        level: which.
        game: the name of a game.
        own: the game's own options.
    """
    return level.is_quick and not is_compiled(game, own, LOOKING)


class LevelPlayer(Player):
    """Plays one game at a level.

    Args:
        game: the name of a game.
        options: the game's options as `Board.options` has them.
        level: 1 to 9, or a level of your own; level 10 is a `Searcher` under the limits of the
            player.
        seed: of its errors, and of its choices between moves of the book.
        tables: whether it may ask tables of endings, if its level does.
        book: whether it may play from an opening book, if its level does.
        random: how many of a hundred moves it takes at random, for players who are new to a game.

    Attributes:
        seed, random: as above; may be changed between moves.
    """

    def __init__(self, game: str, options: dict[str, Any], level: int | Level, seed: int = 0,
                 tables: bool = True, book: bool = True, random: int = 0) -> None:
        self.level = level if isinstance(level, Level) else level_of(level, game)
        megabytes = 1 if (self.level.nodes or SMALL) < SMALL else 4
        self._own = own_values(options)
        self._judge = Judge(game, options, megabytes=megabytes,
                            compiled=not plays_plainly(self.level, game, self._own),
                            proofs=False, tables=tables and self.level.exact)
        self._book = BookRoot() if book and self.level.booked else None
        self._options = options
        self._mate: Any = None
        if self.level.sees_wins:
            self._mate = specialise("search.play.mate", game, **self._own)
        self._memory: Any = self._mate.new_memory() if self._mate else None
        self.seed, self.random = seed, random

    def new_game(self, seed: int) -> None:
        """Err by another seed; nothing is learnt in a game that would have to be forgotten."""
        self.seed = seed

    def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        """As any player; a level has limits of its own, and tells one line."""
        return Played.by([Analysis.of(self.choose(board))])

    def choose(self, board: Board, without: Sequence[int] = ()) -> Info:
        """The line that this level would play.

        Args:
            board: a position with its history.
            without: moves that it must not make; then it plays the best of the others that it
                sees, without a mistake.

        Raises:
            ValueError: if the game is over.
        """
        if not board.legal_moves:
            raise ValueError(Sentence("the game is over, so there is no move to search for"))
        limits = Limits(nodes=self.level.nodes, depth=self.level.depth)
        if without:
            self._judge.clear()
            *_, last = self._judge.analyse(board, limits, without=without)
            return last[0]
        if self.random and (taken := self._taken_at_random(board)) is not None:
            return Info(0, 0, 1, 0, None, 0, 0.0, 0, (taken,))
        if exact := self._judge.from_tables(board, limits):
            return exact[0]
        found = self._short_win(board)
        if found is not None:
            return found
        if self._book and (from_book := self._book.choose(board, self.seed)):
            return from_book
        self._judge.clear()
        return self._judge.judge(board, limits,
                                 self._errors(board), blurred=not self.level.aware)

    @property
    def complaint(self) -> str:
        """Why a table could not be used for the last move, as a sentence; or ""."""
        return self._judge.complaint

    @property
    def book_complaint(self) -> str:
        """Why the book could not be used for the last move, as a sentence; or ""."""
        return self._book.complaint if self._book else ""

    @property
    def is_plain(self) -> bool:
        """Whether it plays without compiled code, since that is not at hand."""
        return not self._judge.compiled

    def warm(self) -> None:
        if not self.is_plain:
            more = ("search.play.mate",) if self._mate else ()
            load(self._judge.game, self._own, (*self._judge.templates, *more))
        self._judge.warm()
        if self._book:
            self._book.warm(self._judge.game, self._options)

    def stop(self) -> None:
        self._judge.stop()
        if self._memory is not None:
            self._memory.signals[self._mate.STOP] = 1

    def close(self) -> None:
        self._judge.close()

    def _taken_at_random(self, board: Board) -> int | None:
        """A move, or None where it takes one that it chooses; the same in the same position."""
        chance = random.Random(f"random/{self.seed}/{board.key}/{board.ply}")
        return chance.choice(board.legal_moves) if chance.randrange(100) < self.random else None

    def _errors(self, board: Board) -> dict[int, int]:
        """The error about each move, the same whenever this position comes up in a game."""
        if not self.level.misjudges:
            return {}
        chance = random.Random(f"{self.seed}/{board.key}/{board.ply}")
        parts = [chance.uniform(TINY, 1 - TINY) for _ in board.legal_moves]
        return {move: round(-self.level.misjudges * math.log(-math.log(part)))
                for move, part in zip(board.legal_moves, parts, strict=True)}

    def _short_win(self, board: Board) -> Info | None:
        """A win by force within three moves, the shortest there is.

        None, too, where more positions are barred than the search can remember.
        """
        if self._mate is None:
            return None
        search, memory = self._mate, self._memory
        memory.limit, memory.signals[search.STOP] = MATE_NODES, 0
        try:
            search.set_history(memory, board.options, board.idle_moves, board.keys()[:-1])
        except ValueError:
            return None
        p, nodes = search.game.Position(*board.state), 0
        for plies in range(1, MATE_PLIES + 1):
            move = int(search.mate_in(p, memory, 0, plies))
            nodes += int(memory.nodes)
            if move >= 0:
                return Info(plies, plies, 1, self._judge.search.MATE - plies, moves_in(plies),
                            nodes, 0.0, 0, (move,))
        return None
