"""What engines with different settings think of one position, and where they differ."""
from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..base.sentence import Sentence
from ..base.setting_values import MOST_MEGABYTES, MOST_THREADS, Reader, duration, read_value, whole
from ..board import Board
from ..kernel import options as option_values
from ..kernel.warming import is_compiled
from .analysis import CAP, spoken_line, value_text, white_value
from .info import Info
from .levels import FULL, LevelPlayer, level_of, templates_of
from .limits import MAX_DEPTH, MOST, Limits
from .searcher import Searcher
from .tree_search import TreeLine, TreeSearcher

DECIDED = 400               # hundredths of a die that are worth half a win, as in the tree search
KNOWN = Sentence("level:1 to level:10, mcts, alphabeta, threads, hash, time, nodes, depth and "
                 "tables")


@dataclass(frozen=True, slots=True)
class Settings:
    """An engine that can be asked.

    Attributes:
        limits: where it ends; levels below 10 have limits of their own.
        level: 1 to 10.
        tree: whether it is the tree search, instead of alpha-beta.
        threads: how many search at once.
        megabytes: of the table, or of the tree.
        tables: whether it asks tables of endings.
    """

    limits: Limits
    level: int = FULL
    tree: bool = False
    threads: int = 1
    megabytes: int = 64
    tables: bool = True

    def __str__(self) -> str:
        if self.level < FULL:
            return f"level:{self.level}" + ("" if self.tables else ",tables=off")
        words = ["mcts" if self.tree else f"alphabeta,threads={self.threads}",
                 f"hash={self.megabytes}"]
        words += [f"{name}={limit:g}" for name, limit in (
            ("time", self.limits.time), ("nodes", self.limits.nodes),
            ("depth", None if self.tree else self.limits.depth)) if limit is not None]
        return ",".join(words + ([] if self.tables else ["tables=off"]))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an engine; values are White's.

    Attributes:
        value: hundredths of a die, at most `analysis.CAP`.
        mate: moves to a forced end, positive if White wins; None if none is known.
        winner: who wins by force, where that is proved without the number of moves; or None.
        moves: the moves as texts for people.
    """

    value: int
    mate: int | None
    winner: str | None
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return self.told

    @property
    def told(self) -> str:
        """The value as a text: a sentence, where somebody wins by force."""
        return (Sentence("{side} wins", side=Sentence(self.winner.capitalize())) if self.winner
                else value_text(self.value, self.mate))

    @property
    def decided(self) -> bool:
        """Whether somebody wins by force."""
        return self.mate is not None or self.winner is not None


@dataclass(frozen=True, slots=True)
class Opinion:
    """What an engine thinks of a position.

    Attributes:
        lines: the best first.
        depth: plies searched; None for the tree search.
        nodes: positions looked at; simulations of the tree search.
        seconds: for how long.
        is_full: whether a tree search ended because its tree had no more room.
    """

    lines: tuple[Line, ...]
    depth: int | None
    nodes: int
    seconds: float
    is_full: bool = False


def read_settings(text: str, usual: Settings) -> Settings:
    """The engine that a text tells, such as `level:5`, `mcts,hash=256` or `threads=4`.

    Args:
        text: words with commas between them: one of KNOWN for each setting that is not as usual.
        usual: the settings of which the text says nothing.

    Raises:
        ValueError: if the text tells no engine, with a sentence on what is wrong.
    """
    kind, given = None, dict[str, Any]()
    for word in (part.strip() for part in text.split(",")):
        name, is_pair, value = (part.strip() for part in word.partition("="))
        if is_pair and name in _READERS and name not in given:
            given[name] = read_value(text, name, value, _READERS[name])
        elif kind is None and not is_pair and re.fullmatch(r"mcts|alphabeta|level:\d{1,2}", name):
            kind = name
        else:
            raise ValueError(Sentence("{spec!r} is no engine to compare with: {part!r} is none of "
                                      "{known}, each once, as in mcts or threads=4,hash=256",
                                      spec=text, part=word, known=KNOWN))
    level = level_of(int(kind.removeprefix("level:"))).number if (
        kind and kind.startswith("level:")) else FULL
    _check(text, kind, given, () if level < FULL else
           ("hash", "time", "nodes", "tables") if kind == "mcts" else tuple(_READERS))
    limited = {name: given[name] for name in _LIMITS if name in given}
    return Settings(
        replace(usual.limits, **limited), level, kind == "mcts",
        given.get("threads", usual.threads), given.get("hash", usual.megabytes),
        given.get("tables", usual.tables))


def _check(text: str, kind: str | None, given: Mapping[str, Any], own: tuple[str, ...]) -> None:
    """Refuse settings that an engine of a kind has not."""
    allowed = own or ("tables",)
    for name in given:
        if name in allowed:
            continue
        raise ValueError(
            Sentence("{spec!r}: the tree search has one thread and no depth; leave out {name}",
                     spec=text, name=name) if kind == "mcts" else
            Sentence("{spec!r}: a level below {full} has limits of its own; leave out {name}",
                     spec=text, full=FULL, name=name))


def _switch(text: str) -> bool:
    try:
        return option_values.switch("tables", text)
    except ValueError:
        raise ValueError(Sentence("on or off")) from None


_READERS: dict[str, Reader] = {
    "threads": whole(1, MOST_THREADS), "hash": whole(1, MOST_MEGABYTES), "time": duration,
    "nodes": whole(1, MOST), "depth": whole(1, MAX_DEPTH), "tables": _switch}
_LIMITS = ("time", "nodes", "depth")


class Engine:
    """An engine with certain settings, for one game under some options.

    Args:
        board: of the game, with its options.
        settings: those of the engine.
    """

    def __init__(self, board: Board, settings: Settings) -> None:
        self.settings, self._game = settings, board.game
        self._own = {name: value for name, value in board.options.items()
                     if name not in option_values.COUNTS}
        self._engine: Searcher | LevelPlayer | TreeSearcher
        if settings.tree:
            self._engine = TreeSearcher(board.game, board.options, settings.megabytes,
                                        tables=settings.tables)
        elif settings.level < FULL:
            self._engine = LevelPlayer(board.game, board.options, settings.level,
                                       tables=settings.tables, book=False)
        else:
            self._engine = Searcher(board.game, board.options, settings.threads,
                                    settings.megabytes, tables=settings.tables)

    def is_compiled(self) -> bool:
        """Whether `warm` needs only to load what was compiled before."""
        if isinstance(self._engine, LevelPlayer):
            return is_compiled(self._game, self._own, templates_of(self.settings.level))
        return self._engine.is_compiled()

    def warm(self) -> None:
        """Load or compile all that it needs; the time to think begins afterwards."""
        self._engine.warm()

    def ask(self, board: Board, lines: int = 1) -> Opinion:
        """What it thinks of a position in which the game goes on; it ends then.

        Args:
            board: the position with its history.
            lines: how many lines, where the engine can tell more than one.
        """
        begin, limits = time.perf_counter(), self.settings.limits
        if isinstance(self._engine, TreeSearcher):
            done = self._engine.grow(board, limits)
            found = tuple(_grown(board, line) for line in self._engine.lines(lines))
            return Opinion(found, None, done, time.perf_counter() - begin, self._engine.is_full)
        infos: list[Info] = []
        try:
            if isinstance(self._engine, LevelPlayer):
                infos = [self._engine.choose(board)]
            else:
                infos = deque(self._engine.analyse(board, limits, lines), maxlen=1)[0]
        finally:
            self._engine.close()
        return Opinion(tuple(_searched(board, info) for info in infos), infos[0].depth,
                       infos[0].nodes, time.perf_counter() - begin)


def _searched(board: Board, info: Info) -> Line:
    sign = 1 if board.turn == "white" else -1
    return Line(white_value(board, info.score), None if info.mate is None else sign * info.mate,
                None, spoken_line(board, info.pv))


def _grown(board: Board, line: TreeLine) -> Line:
    """A line of the tree search; its value is that of an evaluation that is worth as much."""
    sign = 1 if board.turn == "white" else -1
    share = min(abs(line.value), 1 - 1e-9)
    score = min(CAP, round(DECIDED * share / (1 - share)))
    winner = {"won": sign, "lost": -sign}.get(line.result or "")
    return Line(white_value(board, score if line.value > 0 else -score), None,
                None if winner is None else "white" if winner > 0 else "black",
                spoken_line(board, line.pv))


def parting(one: Opinion, other: Opinion) -> int | None:
    """From which move on the best lines differ, from 1; None as far as both look they do not."""
    moves = zip(one.lines[0].moves, other.lines[0].moves, strict=False)
    return next((number for number, (first, second) in enumerate(moves, 1) if first != second),
                None)


def difference(one: Opinion, other: Opinion) -> Sentence:
    """Where two opinions differ, in one sentence."""
    first, second, number = one.lines[0], other.lines[0], parting(one, other)
    dice = abs(first.value - second.value) / 100
    if number is None:
        if first.decided or second.decided:
            return Sentence("The same moves, as far as both look.")
        return Sentence("The same moves, as far as both look; the values are {dice:.2f} dice "
                        "apart.", dice=dice)
    facts = {"number": number, "one": first.moves[number - 1], "other": second.moves[number - 1]}
    if first.decided or second.decided:
        return Sentence("They differ from move {number} of the line on: {one} or {other}.",
                        **facts)
    return Sentence("They differ from move {number} of the line on: {one} or {other}; the values "
                    "are {dice:.2f} dice apart.", **facts, dice=dice)
