"""Opponents: one plays at random, one looks one move ahead, and the ten levels of the engine."""
import random
import re
from collections.abc import Callable, Iterable

from ..base.sentence import Sentence
from ..board import Board
from ..contract import Knowledge
from ..kernel.codes import DRAW
from ..kernel.options import COUNTS
from ..kernel.specialise import specialise

Player = Callable[[Board], int]
WON = 1_000_000
HUMAN = "human"
USUAL = (HUMAN, "level:3")   # who plays White and Black if nobody says otherwise
LEVELS = 10
FULL_SECONDS = 1.0          # how long full strength thinks in a game without clocks


def random_player(seed: int | None = None) -> Player:
    """A player that plays any legal move; the same seed gives the same moves, None any."""
    chance = random.Random(seed)
    return lambda board: chance.choice(list(board.legal_moves))


def greedy_player(seed: int | None = None) -> Player:
    """A player that plays the move with the best result, or any of several.

    Moves are judged one ply deep. The same seed gives the same choices, None any.
    """
    chance = random.Random(seed)

    def choose(board: Board) -> int:
        own = {name: value for name, value in board.options.items() if name not in COUNTS}
        knowledge: Knowledge = specialise("kernel", board.game, compiled=False, **own).knowledge
        values = {move: _value_after(board, knowledge, move) for move in board.legal_moves}
        best = max(values.values())
        return chance.choice([move for move, value in values.items() if value == best])
    return choose


def _value_after(board: Board, knowledge: Knowledge, move: int) -> int:
    """What a move is worth to the player who makes it."""
    p = board._p
    q = board.rules.apply(p, move)
    result = board.rules.outcome(q)
    if result == DRAW:
        return 0
    if result:
        return WON if result == 1 + p.side else -WON
    # Fitted values serve a search; who looks no further goes by plain ones, or gets nowhere in Pur.
    worth = knowledge.plain(q)
    return -worth if q.side != p.side else worth


def level_player(level: int, board: Board, seed: int) -> Player:
    """A player of one of the ten levels; at full strength it thinks for a second.

    Args:
        level: 1 to 10.
        board: a board of the game and options to be played.
        seed: of its mistakes and its openings; the same seed gives the same moves.
    """
    from .booked import BookRoot
    from .levels import FULL, LevelPlayer
    from .limits import Limits
    from .searcher import Searcher
    if level == FULL:
        searcher = Searcher(board.game, board.options, megabytes=64, tables=True)
        searcher.warm()
        book = BookRoot()
        return lambda now: (book.choose(now, seed)
                            or searcher.best(now, Limits(time=FULL_SECONDS))).pv[0]
    player = LevelPlayer(board.game, board.options, level, seed)
    player.warm()
    return lambda now: player.choose(now).pv[0]


def check_players(names: Iterable[str]) -> None:
    """Raise ValueError, with a sentence, unless all these are names of players."""
    for name in names:
        if name not in (HUMAN, *SIMPLE) and _level(name) is None:
            raise ValueError(Sentence("there is no player {name!r}; players are {human}, "
                                      "{known}, and level:1 to level:{levels}", name=name,
                                      human=HUMAN, known=", ".join(SIMPLE), levels=LEVELS))


def make_player(name: str, board: Board, seed: int) -> Player:
    """A player by name.

    Args:
        name: "random", "greedy", or "level:1" to "level:10".
        board: a board of the game and options to be played.
        seed: the same seed gives the same moves.

    Raises:
        ValueError: if there is no such player.
    """
    check_players([name])
    level = _level(name)
    return SIMPLE[name](seed) if level is None else level_player(level, board, seed)


def _level(name: str) -> int | None:
    found = re.fullmatch(r"(?:level:?\s*)?(\d{1,2})", name)
    return int(found[1]) if found and 1 <= int(found[1]) <= LEVELS else None


SIMPLE: dict[str, Callable[[int | None], Player]] = {
    "random": random_player, "greedy": greedy_player}
