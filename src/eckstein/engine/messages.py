"""What a client says to an engine and hears from it: commands as lines, answers as objects."""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..base.errors import EcksteinError
from ..base.sentence import Sentence
from ..board import Board
from ..board.score import EVEN, Score
from .info import Info
from .limits import Limits

ERROR = "info string error "
MOST_OF_NAME = 40           # characters of a net's name
UNCOMPILED = "nothing compiled for these rules: "     # begins an error that says why not


ANSWERED = "the engine answered {line} in {position}"
DIED = "the engine {name} has stopped{words}"
LATE = "the engine {name} did not move, {longest} s and {late} s more after it was asked{words}"
MUTE = "the engine {name} did not say {word} within {seconds} s{words}"
RESTARTED = "the engine died and had to be started again{words}"
SINCE = "the engine died between two games, and was started again{words}"
SILENT = "the engine does not respond"
WROTE = "; it wrote last: {lines}"          # the end of a sentence, as `words` above


class EngineError(EcksteinError, RuntimeError):
    """An engine that died, does not answer, or answers nonsense."""


class UncompiledError(EngineError):
    """An engine that cannot search by the rules of the game: they are not compiled where it is."""


class EngineDiedError(EngineError):
    """The process of an engine has ended by itself; the next question starts another."""


class IllegalAnswerError(EngineError):
    """An engine that was asked for a move and named none that is legal."""


class GameOverError(EngineError, ValueError):
    """An engine that was asked about a game that is over."""


def complaint(line: str) -> EngineError | None:
    """What to raise for a line that an engine has said, if it is an error."""
    if not line.startswith(ERROR):
        return None
    why = line.removeprefix(ERROR)
    return UncompiledError(why) if why.startswith(UNCOMPILED) else EngineError(why)


@dataclass(frozen=True, slots=True)
class Analysis:
    """One line of thought, as the engine tells it.

    Attributes:
        depth, seldepth, line, nodes, nps, hashfull, seconds: as in the protocol.
        table_hits: positions found in tables of endings that answered instead of a search
            (`tbhits`); then all this is exact.
        score: what the position is worth to the player to move.
        pv: moves, each legal in its turn.
        result: "won", "drawn" or "lost" for the player to move, where that is proved without the
            number of moves; or None.
        net: the name of the net that evaluated positions; "" if none did.
    """

    depth: int = 0
    seldepth: int = 0
    line: int = 1
    score: Score = EVEN
    nodes: int = 0
    nps: int = 0
    hashfull: int = 0
    seconds: float = 0.0
    pv: tuple[int, ...] = ()
    table_hits: int = 0
    result: str | None = None
    net: str = ""

    @classmethod
    def of(cls, info: Info) -> Analysis:
        """What a search in this process tells, as an engine tells it."""
        speed = int(info.nodes / info.seconds) if info.seconds > 0 else 0
        return cls(info.depth, info.seldepth, info.line, info.worth, info.nodes, speed,
                   info.hashfull, info.seconds, info.pv, info.table_hits, net=info.net)


@dataclass(frozen=True, slots=True)
class Played:
    """A move, and what its player thought of it.

    Attributes:
        move: the move.
        info: the line that begins with it, in its latest form; None if there was none.
        others: the lines after it, the best first, where more than one was asked for.
    """

    move: int
    info: Analysis | None
    others: tuple[Analysis, ...] = ()

    @classmethod
    def by(cls, lines: Sequence[Analysis]) -> Played:
        """The move with which the first of these lines begins."""
        return cls(lines[0].pv[0], lines[0], tuple(lines[1:]))


def option_command(name: str, value: Any) -> str:
    """The `setoption` command for a setting or a rule option."""
    return f"setoption name {name} value {int(value) if isinstance(value, bool) else value}"


def value_text(value: Any) -> str:
    """A value of an option, so that equal ones have one text."""
    text = str(value).lower()
    return {"true": "1", "false": "0"}.get(text, text)


def read_option(line: str) -> tuple[str, str] | None:
    """The name of an option that an engine declares, in small letters, and its default; or None."""
    found = re.match(r"option name (.+?) type \S+ default (\S+)", line)
    return (found[1].lower(), value_text(found[2])) if found else None


def position_command(board: Board) -> str:
    """The `position` command for a board with its history."""
    start, moves = board.copy(), []
    while start.ply:
        move = start.pop()
        moves.append(start.text(move))
    tail = f" moves {' '.join(reversed(moves))}" if moves else ""
    return f'position text "{start.position()}"{tail}'


def go_command(limits: Limits) -> str:
    """The `go` command for limits."""
    words = ["go"]
    for name, number in (("depth", limits.depth), ("nodes", limits.nodes), ("mate", limits.mate)):
        if number is not None:
            words += [name, str(number)]
    for name, seconds in (("movetime", limits.time), ("wtime", limits.white_time),
                          ("btime", limits.black_time)):
        if seconds is not None:
            words += [name, str(max(0, round(seconds * 1000)))]
    if limits.white_time is not None or limits.black_time is not None:
        words += ["winc", str(round(limits.white_increment * 1000)),
                  "binc", str(round(limits.black_increment * 1000))]
        if limits.moves_to_go is not None:
            words += ["movestogo", str(limits.moves_to_go)]
    if limits.infinite or len(words) == 1:
        words.append("infinite")
    return " ".join(words)


def read_info(board: Board, line: str) -> Analysis:
    """An `info` line for a board; of its moves as many as are legal."""
    words = line.split()
    split = words.index("pv")
    fields = dict(pairwise(words[1:split]))

    def number(name: str) -> int:
        text = fields.get(name, "0")
        return int(text) if re.fullmatch("-?[0-9]{1,18}", text) else 0
    ahead, pv = board.copy(), []
    for text in words[split + 1:]:
        try:
            move = ahead.parse(text)
        except ValueError:
            break
        pv.append(move)
        ahead.push(move)
    mate = number("mate") if fields.get("score") == "mate" else 0
    return Analysis(
        number("depth"), number("seldepth"), max(1, number("multipv")),
        Score(mate=mate) if mate else Score(number("cp")), number("nodes"), number("nps"),
        number("hashfull"), number("time") / 1000, tuple(pv), number("tbhits"),
        net=fields.get("net", "")[:MOST_OF_NAME])


def read_best(board: Board, line: str) -> int:
    """The move of a `bestmove` line.

    Raises:
        IllegalAnswerError: if it names none that is legal.
    """
    words = line.split()
    try:
        return board.parse(words[1])
    except (ValueError, IndexError):
        raise IllegalAnswerError(Sentence(ANSWERED, line=repr(line[:80]),
                                          position=board.position())) from None
