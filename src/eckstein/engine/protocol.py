"""The engine as a program: a dialect of UCI over standard input and output (docs/protocol.md).

The reader never waits for a search: searches run beside it (beside.py), so that `stop` is obeyed
at once.  Whatever is not understood gets an `info string error` line and changes nothing.
"""
import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from io import TextIOWrapper
from itertools import takewhile
from typing import Any, NamedTuple, TextIO

from .. import __version__
from ..base.errors import EcksteinError
from ..base.threads import has_threads
from ..board import Board, push_texts
from ..games import names
from ..kernel import options as option_values
from ..kernel.specialise import NoCompilerError
from ..kernel.warming import load
from .answers import declared, info_line, move_line, one_line
from .beside import Beside, InThread, StepByStep
from .booked import BookRoot
from .go import ProtocolError, read_go, read_number
from .info import Info
from .levels import FULL, LEVELS, LevelPlayer
from .limits import Limits
from .messages import ERROR, UNCOMPILED
from .nets import Net, NetError, check_net_setting, net_for
from .searcher import Searcher

# More only wait for each other; in a browser, others need processors too.
MOST_THREADS = min(256, max(16, 4 * (os.cpu_count() or 1))) if has_threads() else 2
SPINS = {"Threads": (1, 1, MOST_THREADS), "Hash": (16, 1, 65536), "MultiPV": (1, 1, 64),
         "Level": (FULL, 1, len(LEVELS)), "Seed": (0, 0, 2**31 - 1)}
VARIANT = "UCI_Variant"
TABLES, BOOK, PONDER, NET = "Tables", "OwnBook", "Ponder", "EvalFile"
CHECKS = {TABLES: True, BOOK: False, PONDER: False}
MAX_LINE = 1 << 20
LAST_SECONDS = 60.0         # for the search that runs when input ends
BYTE_ORDER_MARK = "\ufeff"  # as some programs begin what they write


class OutputClosedError(EcksteinError):
    """An answer could not be written, for which `error` is the reason."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


class _Search(NamedTuple):
    """A search as `go` asks for it."""

    board: Board
    limits: Limits
    without: Sequence[int]


class Protocol:
    """One engine that reads commands and writes answers.

    Args:
        output: where answers go.
    """

    def __init__(self, output: TextIO) -> None:
        self._output, self._lock = output, threading.Lock()
        self._settings: dict[str, Any] = {name: spin[0] for name, spin in SPINS.items()}
        self._settings |= CHECKS | {NET: "on"}
        self._complaints = set[str]()       # each of which is told once
        self._book = BookRoot()
        self._rules: dict[str, str] = {}
        self._game = "contra"
        self._set_board(Board(self._game))
        self._fast = False      # whether compiled boards of this game are at hand
        self._searcher: Searcher | None = None
        self._level: LevelPlayer | None = None
        self._work: Beside | None = None
        self._stopping = threading.Event()
        self._endless = self._owes_move = self._quiet = False
        self._expecting: _Search | None = None      # what follows a `ponderhit`
        self._unheard: OutputClosedError | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci, "isready": self._isready, "ucinewgame": self._newgame,
            "setoption": self._setoption, "position": self._position, "go": self._go,
            "stop": self._stop, "ponderhit": self._ponderhit, "d": self._display,
            "selftest": self._selftest}

    def run(self, lines: TextIO) -> None:
        """Obey commands until `quit` or the end of input.

        Raises:
            OutputClosedError: if an answer could not be written.
        """
        try:
            with contextlib.suppress(OutputClosedError):
                self._read(lines)
        finally:
            self.end()
        if self._unheard:
            raise self._unheard

    def _read(self, lines: TextIO) -> None:
        while line := lines.readline(MAX_LINE):
            if self._unheard or line.split(maxsplit=1)[:1] == ["quit"]:
                return
            self.obey(line)
        # Whoever sends commands from a file wants their answers; but an engine whose user has died
        # must not go on for long.
        if self._work and not self._endless:
            self._work.finish(LAST_SECONDS)

    def step(self) -> bool:
        """Let a search go on for some hundredths of a second, where it has no thread of its own.

        Returns:
            Whether to call it again, once other commands that have come meanwhile are obeyed.

        Raises:
            OutputClosedError: if an answer could not be written.
        """
        return self._work is not None and self._work.step()

    def end(self) -> None:
        """End what runs, and give back what it holds."""
        self._stop([])
        self._forget()

    def obey(self, line: str) -> None:
        """Carry out one command; whatever it is, no exception but `OutputClosedError`."""
        line = line.replace(BYTE_ORDER_MARK, "")
        words = line.split()
        if not words:
            return
        try:
            command = self._commands.get(words[0])
            if command is None:
                raise ProtocolError(f"there is no command {words[0][:40]!r}")
            command(words[1:] if words[0] != "position" else [line.strip()[len("position"):]])
        except NoCompilerError as error:
            self._say(f"{ERROR}{UNCOMPILED}{one_line(error)}")
        except (ValueError, OSError, MemoryError) as error:
            self._say(f"{ERROR}{one_line(error) or 'out of memory'}")
        if self._owes_move:         # whoever has said `go` waits for one
            self._owes_move = False
            self._say(move_line(self._board, ()))

    def _say(self, line: str) -> None:
        with self._lock:
            try:
                self._output.write(line + "\n")
                self._output.flush()
            except OSError as error:
                self._unheard = OutputClosedError(error)
                raise self._unheard from None

    # Commands.

    def _uci(self, words: list[str]) -> None:
        self._say(f"id name Eckstein {__version__}")
        self._say("id author the Eckstein authors")
        games = " ".join(f"var {name}" for name in names())
        self._say(f"option name {VARIANT} type combo default {self._game} {games}")
        for name, (default, low, high) in SPINS.items():
            self._say(f"option name {name} type spin default {default} min {low} max {high}")
        for name, switched_on in CHECKS.items():
            self._say(f"option name {name} type check default {str(switched_on).lower()}")
        self._say(f"option name {NET} type string default on")
        told = set()
        for game in names():
            for option in option_values.own_options(game):
                if option.name not in told:
                    told.add(option.name)
                    self._say(f"option name {option.name} {declared(option.values)}")
        for name, (default, _) in option_values.COUNTS.items():
            self._say(f"option name {name} type spin default {default} min 0 max 999999999")
        self._say("uciok")

    def _isready(self, words: list[str]) -> None:
        if self._work is None or not self._work.is_running():
            self._prepare()
        self._say("readyok")

    def _newgame(self, words: list[str]) -> None:
        self._halt()
        if self._searcher:
            self._searcher.clear()

    def _setoption(self, words: list[str]) -> None:
        if len(words) < 4 or words[0] != "name" or "value" not in words:
            raise ProtocolError("expected setoption name NAME value VALUE")
        split = words.index("value")
        name, value = " ".join(words[1:split]), " ".join(words[split + 1:])
        known = {known.lower(): known for known in (VARIANT, *SPINS, *CHECKS, NET)}
        name = known.get(name.lower(), name)
        if name == VARIANT:
            self._set_game(value)
        elif name == NET:
            self._forget()
            self._settings[NET] = check_net_setting(value)
        elif name in CHECKS:
            asked = option_values.switch(name, value)
            self._halt()
            if asked != self._settings[name] and name != PONDER:
                self._forget()
            self._settings[name] = asked
        elif name in SPINS:
            _, low, high = SPINS[name]
            number = read_number(name, value, low, high)
            self._halt()
            if number != self._settings[name] and name not in ("MultiPV", "Seed"):
                self._forget()
            self._settings[name] = number
            if self._level:
                self._level.seed = self._settings["Seed"]
        else:
            has = option_values.defaults(self._game)
            name = {known.lower(): known for known in has}.get(name.lower(), name)
            if name not in has:
                raise ProtocolError(
                    f"{self._game} has no option {name[:40]}; it has {', '.join(has)}, "
                    f"and the engine has {', '.join((VARIANT, *SPINS, *CHECKS, NET))}")
            rules = {**self._rules, name: value}
            board = Board(self._game, None, compiled=False,
                          **option_values.complete(self._game, rules))
            self._forget()
            self._set_board(board)
            self._rules = rules

    def _set_game(self, game: str) -> None:
        """Change the game; rule options that it has too stay."""
        game = {name.lower(): name for name in names()}.get(game.lower(), game)
        if game not in names():
            raise ProtocolError(f"there is no game {game!r}; the games are {', '.join(names())}")
        has = option_values.defaults(game)
        self._forget()
        self._rules = {name: value for name, value in self._rules.items() if name in has}
        self._set_board(Board(game, None, compiled=False, **self._rules))
        self._game = game

    def _position(self, words: list[str]) -> None:
        text, rest = _position_words(words[0])
        if rest and rest[0] != "moves":
            raise ProtocolError(f"expected moves, not {rest[0]!r}")
        board = self._after(text, rest[1:])
        self._halt()
        self._set_board(board, text, rest[1:])

    def _set_board(self, board: Board, text: str | None = None, moves: Sequence[str] = ()) -> None:
        """Take a board, and keep in mind from which text and by which moves it has come."""
        self._board, self._text, self._moves = board, text, moves

    def _after(self, text: str | None, moves: Sequence[str]) -> Board:
        """The board after these moves; those that it shares with the last one are not read again.

        An interpreted board is given up once there are compiled ones.
        """
        shared = 0
        if text == self._text and (self._board.compiled or not self._fast):
            shared = sum(1 for _ in takewhile(lambda both: both[0] == both[1],
                                              zip(moves, self._moves, strict=False)))
            board = self._board.copy()
            for _ in range(len(self._moves) - shared):
                board.pop()
        else:
            board = Board(self._game, text, compiled=self._fast, **self._rules)
            board.check_status()
        push_texts(board, moves[shared:], shared + 1)
        return board

    def _go(self, words: list[str]) -> None:
        self._halt()
        self._owes_move = "perft" not in words
        go = read_go(words)
        board = self._board.copy()
        search = _Search(board, go.limits(), go.without(board))
        if go.skipped:
            said = one_line(" ".join(go.skipped))
            self._say(f"info string go skips what it does not know here: {said}")
        if "perft" in go.numbers:
            self._endless = False
            self._begin(self._count(board, go.numbers["perft"]))
            return
        self._prepare()
        self._owes_move = False                     # the search will say it
        if "ponder" in go.numbers:
            self._expecting, search = search, search._replace(limits=Limits(infinite=True))
        self._search(search)

    def _ponderhit(self, words: list[str]) -> None:
        """The expected move was made: search within the limits of `go`, from now on.

        The search begins anew, but with the transposition table of the one before.
        """
        expected = self._expecting
        if expected is None or self._work is None or not self._work.is_running():
            return
        self._quiet = True
        self._halt()
        self._quiet = False
        self._search(expected)

    def _search(self, search: _Search) -> None:
        self._endless = search.limits.infinite
        self._begin(self._think(*search, waits=search.limits.infinite and (
            self._expecting is not None or bool(search.board.legal_moves))))

    def _begin(self, steps: Iterator[bool]) -> None:
        """Let work go on beside the reader."""
        self._stopping.clear()

        def until_unheard() -> Iterator[bool]:
            with contextlib.suppress(OutputClosedError):      # the reader tells of it
                yield from steps
        kind = InThread if has_threads() else StepByStep
        self._work = kind(until_unheard(), self._stopping)

    def _stop(self, words: list[str]) -> None:
        """End the search; its `bestmove` follows at once."""
        self._stopping.set()
        self._expecting = None
        for one in (self._searcher, self._level):
            if one:
                one.stop()

    def _display(self, words: list[str]) -> None:
        for line in [*str(self._board).splitlines(), self._board.position()]:
            self._say(f"info string {line}")

    def _selftest(self, words: list[str]) -> None:
        """Check the game's rules, interpreted against compiled, on a few random games."""
        from ..board.game_check import ContractError, check_game
        try:
            for sentence in check_game(self._game, count=2, options=self._own_options()):
                self._say(f"info string ok {sentence}")
            self._say("selftest passed")
        except ContractError as fault:
            self._say(f"{ERROR}{fault}")
            self._say("selftest failed")

    # Behind the commands.

    def _halt(self) -> None:
        """End the search that runs, and wait until it has said its move."""
        if self._work and self._work.is_running():
            self._stop([])
            self._work.finish()
        self._work = self._expecting = None

    def _forget(self) -> None:
        """Give up what was made for other settings."""
        self._halt()
        for one in (self._searcher, self._level):
            if one:
                one.close()
        self._searcher = self._level = None
        self._fast = False

    def _prepare(self) -> None:
        """Load or compile what the next search needs."""
        level = self._settings["Level"]
        if level < FULL:
            if self._level is None:
                self._level = LevelPlayer(self._game, self._board.options, level,
                                          self._settings["Seed"], self._settings[TABLES],
                                          self._settings[BOOK])
                self._level.warm()
        elif self._searcher is None:
            megabytes = self._settings["Hash"]
            try:
                self._searcher = Searcher(self._game, self._board.options,
                                          self._settings["Threads"], megabytes, net=self._net())
            except MemoryError:
                raise ProtocolError(f"there is not enough memory for a table of {megabytes} "
                                    "megabytes; set Hash to less") from None
            self._searcher.tables = self._settings[TABLES]
            self._searcher.warm()
        if not self._fast:
            load(self._game, self._own_options(), ["search.play.playing"])
            self._fast = True

    def _net(self) -> Net | None:
        """The net that is set; where it cannot be used, that is told, and there is none."""
        try:
            return net_for(self._settings[NET], self._game, self._board.options)
        except NetError as error:
            self._complain("no net is used", str(error))
            return None

    def _own_options(self) -> dict[str, Any]:
        """The game's own options."""
        return option_values.own_values(self._board.options)

    def _think(self, board: Board, limits: Limits, without: Sequence[int],
               waits: bool) -> Iterator[bool]:
        """Search, tell what is found, and end with the move; see `Beside` for what is yielded.

        Args:
            board, limits, without: as for the searcher.
            waits: whether to say the move only after `stop`.
        """
        best = None
        try:
            if self._level and board.legal_moves:
                best = self._level.choose(board, without)
                self._complain("no table is used", self._level.complaint)
                self._complain("no book is used", self._level.book_complaint)
                self._tell(board, best)
            elif booked := self._from_book(board, limits, without):
                best = booked
                self._tell(board, best)
            elif self._searcher:
                for lines in self._searcher.steps(board, limits, self._settings["MultiPV"],
                                                  without):
                    self._complain("no table is used", self._searcher.complaint)
                    self._complain("one thread searches", self._searcher.alone)
                    for info in lines:
                        self._tell(board, info)
                    best = lines[0] if lines else best
                    if self._stopping.is_set():
                        break
                    yield True
                if best and best.no_win and not 0 < (best.mate or 0) <= (limits.mate or 0):
                    self._say(f"info string no win within {best.no_win} plies")
            while waits and not self._stopping.is_set():
                yield False
            if not self._quiet:
                self._say(move_line(board, best.pv if best else (), self._settings[PONDER]))
        except OutputClosedError:
            raise
        except Exception as error:
            # Whoever drives the engine waits for a move, and must not wait for ever.
            self._say(f"{ERROR}{type(error).__name__} {one_line(error)}")
            fallback = next(iter(board.legal_moves), None)
            self._say(move_line(board, () if fallback is None else (fallback,)))

    def _from_book(self, board: Board, limits: Limits, without: Sequence[int]) -> Info | None:
        """A move from the book at full strength, where one is wanted and no analysis."""
        if not self._settings[BOOK] or self._settings["MultiPV"] > 1 or (
                limits.infinite or limits.mate is not None or without):
            return None
        found = self._book.choose(board, self._settings["Seed"])
        self._complain("no book is used", self._book.complaint)
        return found

    def _complain(self, what: str, complaint: str) -> None:
        """Tell once why something is not as it was asked for."""
        if complaint and complaint not in self._complaints:
            self._complaints.add(complaint)
            self._say(f"info string {what}: {' '.join(complaint.split())}")

    def _count(self, board: Board, depth: int) -> Iterator[bool]:
        """Count move sequences, and tell how many there are."""
        yield True
        from ..board.counting import StoppedError, count
        try:
            self._say(f"nodes {count(board, depth, stopped=self._stopping.is_set).total}")
        except StoppedError:
            self._say(ERROR + "the count was stopped")

    def _tell(self, board: Board, info: Info) -> None:
        """One line of a search, or of a book."""
        if info.booked:
            self._say("info string from the book")
        self._say(info_line(board, info))


def _position_words(said: str) -> tuple[str | None, list[str]]:
    """The text of a position, None for the first one of the game, and the words after it."""
    kind, *others = said.split(maxsplit=1) or [""]
    after = "".join(others)
    if kind == "startpos":
        return None, after.split()
    if kind != "text":
        raise ProtocolError(
            'expected position startpos or position text "...", and perhaps moves ...')
    if after[:1] == '"':
        text, closed, after = after[1:].partition('"')
        if not closed:
            raise ProtocolError("a quotation mark is not closed")
        return text, after.split()
    words = after.split()
    return "".join(words[:1]), words[1:]


def main() -> None:
    """Run the engine over standard input and output.

    Raises:
        ValueError: if standard output is closed.
        OSError: if an answer could not be written, though its reader has not gone away.
    """
    if sys.stdout is None:
        raise ValueError("the engine answers on standard output, which is closed; open it")
    if sys.stdin is None:       # closed, which is as good as its end
        return
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            # Whatever the locale; and bad bytes are a bad command, and no more.
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        Protocol(sys.stdout).run(sys.stdin)
    except OutputClosedError as unheard:
        # What is left of the answer would be written, and fail, once more when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(unheard.error, BrokenPipeError):
            raise OSError(unheard.error.errno, unheard.error.strerror,
                          "standard output") from None
