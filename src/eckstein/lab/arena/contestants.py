"""Those who play in the arena, each made from a short text.

    random                          any legal move
    greedy                          looks one move ahead
    plain:depth=3,quiesce=0         plain alpha-beta, with or without captures played out
    flat:playouts=1000              so many random games a move in all, shared by the moves
    level:5                         our engine at a level
    level:9,book=0                  level 9 or 10 without its opening book
    engine:time=0.1,threads=1,hash=16,nodes=20000,depth=8
                                    our engine under limits; without any, under those of the match
    cmd:PROGRAM ARGUMENTS...        another engine that speaks our protocol
"""
from __future__ import annotations

import random
import shlex
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from ...base.errors import EcksteinError
from ...base.sentence import Sentence, message_of
from ...base.setting_values import MOST_MEGABYTES, MOST_THREADS, Reader, duration, read_value, whole
from ...board import WHITE, Board
from ...board.score import Score
from ...engine.levels import FULL
from ...engine.messages import RESTARTED, SILENT, SINCE
from ...engine.players import SIMPLE, Player
from ...kernel.options import COUNTS
from ...kernel.specialise import specialise
from .pace import MOST_NODES, Clock, Pace

if TYPE_CHECKING:
    from ...engine.client import Engine

CALM_PLIES = 8              # how far `plain` plays captures out
LONGEST_PLAYOUT = 1000      # plies; what is not decided by then counts as a draw
USUAL_TIME = 0.1              # seconds a move for an engine that is told no limit
MATE_SCORE = 30000
PATIENCE = 10.0             # seconds that an engine may be late before it is given up
LONGEST_MOVE = 600.0        # seconds for a move that nodes or depth alone limit
MAX_SEED = 2**31 - 1        # of a level
KINDS = "random, greedy, plain, flat, level, engine, cmd"


class RulesInfractionError(EcksteinError):
    """A contestant that answers with something that is no legal move."""


class Contestant(Protocol):
    """Who can be asked for moves.

    Attributes:
        name: the text that it was made from.
        score: what it thought of the position when it last moved, in hundredths of a die and from
            its own point of view; None if it does not tell.
        note: what went wrong between the last game and this one, and has cost neither; or "".
    """

    name: str
    score: int | None
    note: str

    @property
    def time(self) -> float | None:
        """Seconds that each of its moves may take; None if nothing but a clock limits them."""

    def open(self, game: str, options: Mapping[str, Any]) -> None:
        """Get ready: compile, start a process; ValueError if that cannot be.

        Args:
            game: the name of a game.
            options: all rule options, as `Board.options` has them.
        """

    def new_game(self, seed: int) -> None:
        """Forget the last game; the seed makes this one the same again."""

    def choose(self, board: Board, clock: Clock | None) -> int:
        """A move on a board whose game is not over; whatever is raised loses the game.

        Raises:
            RulesInfractionError: if what was answered is no legal move.
        """

    def close(self) -> None:
        """Give back what `open` took."""


def contestant(spec: str, pace: Pace | None = None) -> Contestant:
    """A contestant from its text (see the head of this file).

    Args:
        spec: the text.
        pace: limits for engines that have none of their own.

    Raises:
        ValueError: if the text is none of a contestant.
    """
    kind, _, rest = spec.strip().partition(":")
    pace = pace or Pace()
    if kind in SIMPLE and not rest:
        return Simple(kind)
    if kind == "plain":
        chosen = _settings(spec, rest, {"depth": whole(1, 30), "quiesce": whole(0, 1)})
        return Plain(spec, chosen.get("depth", 3), CALM_PLIES * chosen.get("quiesce", 0))
    if kind == "flat":
        chosen = _settings(spec, rest, {"playouts": whole(1, 10**9)})
        return Flat(spec, chosen.get("playouts", 1000))
    number, _, more = rest.partition(",")
    if kind == "level" and number.isdecimal() and 1 <= int(number) <= 10:
        from ...engine.levels import settings_of
        settings = settings_of(int(number))
        if _settings(spec, more, {"book": whole(0, 1)}).get("book") == 0:
            settings.pop("OwnBook", None)
        return Outside(spec, None, settings, _bounds({}, pace))
    if kind == "engine":
        chosen = _settings(spec, rest, {
            "time": duration, "depth": whole(1, 1000), "nodes": whole(1, MOST_NODES),
            "threads": whole(1, MOST_THREADS), "hash": whole(1, MOST_MEGABYTES)})
        settings = {"Threads": chosen.pop("threads", 1), "Hash": chosen.pop("hash", 16)}
        return Outside(spec, None, settings, _bounds(chosen, pace))
    if kind == "cmd" and rest.strip():
        return Outside(spec, _words(rest), {}, _bounds({}, pace))
    raise ValueError(Sentence("{spec!r} is not a contestant; there are {kinds}, such as "
                              "plain:depth=3, flat:playouts=1000, level:5, engine:time=0.1 "
                              "or cmd:PROGRAM", spec=spec, kinds=KINDS))


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ValueError(Sentence("the command {command!r} cannot be read: {error}",
                                  command=command, error=error)) from None


def _settings(spec: str, text: str, known: Mapping[str, Reader]) -> dict[str, Any]:
    """The settings `name=value,...` of a contestant's text."""
    found: dict[str, Any] = {}
    for pair in text.split(",") if text else []:
        name, _, value = (part.strip() for part in pair.partition("="))
        if name not in known or name in found:
            raise ValueError(Sentence("{spec!r}: expected some of {known}, each once and with a "
                                      "value, not {part!r}", spec=spec, known=', '.join(known),
                                      part=pair.strip()))
        found[name] = read_value(spec, name, value, known[name])
    return found


def _own_options(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in COUNTS}


class Simple:
    """One of the players that every game has."""

    score: int | None = None
    time: float | None = None
    note = ""
    _player: Player

    def __init__(self, name: str) -> None:
        self.name = name

    def open(self, game: str, options: Mapping[str, Any]) -> None:
        self.new_game(0)

    def new_game(self, seed: int) -> None:
        self._player = SIMPLE[self.name](seed)

    def choose(self, board: Board, clock: Clock | None) -> int:
        return self._player(board)

    def close(self) -> None:
        pass


class Plain:
    """Plain alpha-beta to a fixed depth; among equally good moves chance decides."""

    score: int | None = None
    time: float | None = None
    note = ""

    def __init__(self, name: str, depth: int, calm: int) -> None:
        self.name, self._depth, self._calm = name, depth, calm

    def open(self, game: str, options: Mapping[str, Any]) -> None:
        self._search = specialise("search.play.plain", game, **_own_options(options))
        self._search.warm()
        self._memory = self._search.new_memory(self._calm)
        self.new_game(0)

    def new_game(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def choose(self, board: Board, clock: Clock | None) -> int:
        best, choice = -self._search.INFINITE, -1
        moves = list(board.legal_moves)
        self._chance.shuffle(moves)
        for move in moves:
            value = self._value_after(board, move, best)
            if value > best:
                best, choice = value, move
        self.score = best
        return choice

    def _value_after(self, board: Board, move: int, best: int) -> int:
        """What a move is worth, if it is worth more than `best`."""
        board.push(move)
        end, p = board.outcome(), self._search.game.Position(*board._p)
        board.pop()
        if end and end.winner is None:
            return 0
        return -int(self._search.search(p, self._memory, 0, self._depth - 1,
                                        -self._search.INFINITE, -best, 1))

    def close(self) -> None:
        pass


class Flat:
    """Flat Monte Carlo: random games after every move, and the move that does best in them."""

    score: int | None = None
    time: float | None = None
    note = ""

    def __init__(self, name: str, playouts: int) -> None:
        self.name, self._playouts = name, playouts

    def open(self, game: str, options: Mapping[str, Any]) -> None:
        self._search = specialise("search.play.playout", game, **_own_options(options))
        self._search.warm()
        self.new_game(0)

    def new_game(self, seed: int) -> None:
        self._chance, self._memory = random.Random(seed), self._search.new_memory(seed)

    def choose(self, board: Board, clock: Clock | None) -> int:
        moves = list(board.legal_moves)
        self._chance.shuffle(moves)
        share = max(1, self._playouts // len(moves))
        return max(moves, key=lambda move: self._points_after(board, move, share))

    def _points_after(self, board: Board, move: int, count: int) -> int:
        """The mover's half points in so many random games after a move."""
        white = board.turn is WHITE
        board.push(move)
        end, p = board.outcome(), self._search.game.Position(*board._p)
        board.pop()
        if end and end.winner is None:
            return count
        points = int(self._search.playouts(p, self._memory, count, LONGEST_PLAYOUT))
        return points if white else 2 * count - points

    def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of an engine's moves: its own, or those of the match."""

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clocked: bool = False               # whether the match's clock is what limits it


def _bounds(own: Mapping[str, Any], pace: Pace) -> Bounds:
    """An engine's own limits, else those of the match, else a short time."""
    if own:
        return Bounds(**own)
    if pace == Pace():
        return Bounds(time=USUAL_TIME)
    return Bounds(pace.time, pace.nodes, None, pace.clock is not None)


@dataclass
class Outside:
    """An engine in a process of its own: ours, or any that speaks the same protocol."""

    name: str
    command: list[str] | None
    settings: dict[str, int]
    bounds: Bounds
    score: int | None = None
    note: str = ""
    _engine: Engine | None = None

    @property
    def time(self) -> float | None:
        """See `Contestant`; levels below the highest are limited by what they look at."""
        return None if self.settings.get("Level", FULL) < FULL else self.bounds.time

    def open(self, game: str, options: Mapping[str, Any]) -> None:
        from ...engine.client import Engine
        from ...engine.messages import EngineError
        try:
            self._engine = Engine.launch(self.command, game=game, options=dict(options),
                                         settings=self.settings)
        except EngineError as error:
            raise ValueError(Sentence("{name}: {error}", name=self.name,
                                      error=message_of(error))) from None

    def new_game(self, seed: int) -> None:
        engine = self._engine
        assert engine
        restarts = engine.restarts
        if "Level" in self.settings:        # a level errs otherwise in each game
            engine.set_option("Seed", seed & MAX_SEED)
        engine.new_game()
        self.note = SINCE.format(words=engine.last_words) if engine.restarts > restarts else ""

    def choose(self, board: Board, clock: Clock | None) -> int:
        from ...engine.limits import Limits
        from ...engine.messages import IllegalAnswerError
        engine = self._engine
        assert engine
        limits = Limits(self.bounds.depth, self.bounds.nodes, self.bounds.time)
        patience = self.bounds.time or LONGEST_MOVE
        if clock and self.bounds.clocked:
            gain = clock.pace.increment
            limits = replace(limits, white_time=clock.white, black_time=clock.black,
                             white_increment=gain, black_increment=gain,
                             moves_to_go=clock.to_go(board.turn))
            patience = clock.left(board.turn)
        restarts = engine.restarts
        try:
            played = _within(patience, lambda: engine.play(board, limits))
        except IllegalAnswerError as error:
            raise RulesInfractionError(str(error)) from None
        if engine.restarts > restarts:
            raise RuntimeError(RESTARTED.format(words=engine.last_words))
        self.score = _score(played.info)
        return played.move

    def close(self) -> None:
        engine, self._engine = self._engine, None
        if engine:
            engine.close()


def _within(seconds: float, play: Callable[[], Any]) -> Any:
    """An engine's answer, for which the client would wait without end.

    Raises:
        RuntimeError: if it is far too late.
    """
    answer: Future[Any] = Future()

    def work() -> None:
        try:
            answer.set_result(play())
        except BaseException as error:
            answer.set_exception(error)
    threading.Thread(target=work, daemon=True).start()
    try:
        return answer.result(seconds + PATIENCE)
    except TimeoutError:
        raise RuntimeError(SILENT) from None


def _score(info: Any) -> int | None:
    if info is None:
        return None
    score: Score = info.score
    if score.mate is not None:
        return MATE_SCORE if score.mate > 0 else -MATE_SCORE
    return score.value
