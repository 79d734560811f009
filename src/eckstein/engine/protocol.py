"""The engine as a program: a dialect of UCI over standard input and output (docs/protocol.md).

Nothing waits for a search: searches run beside (beside.py), so that `stop` is obeyed at once.
Commands are read beside, too (listening.py), so that `quit` is heard even while a game is being
compiled.  Whatever is not understood gets an `info string error` line and changes nothing.
"""
import contextlib
import errno
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
from ..board.counting import PLAIN_DEPTH
from ..games import names
from ..kernel import options as option_values
from ..kernel.specialise import NoCompilerError, life_of
from ..kernel.warming import load, must_compile
from .answers import declared, info_line, move_line, one_line
from .beside import Beside, InThread, StepByStep
from .booked import BookRoot
from .go import ProtocolError, read_go, read_number
from .info import Info
from .levels import FULL, LEVELS, LevelPlayer, level_of, plays_plainly, templates_of
from .limits import Limits
from .listening import Listener
from .messages import ERROR, UNCOMPILED
from .nets import Net, NetError, check_net_setting, net_for
from .proving import WIDE
from .searcher import Searcher

# More only wait for each other; in a browser, others need processors too.
MOST_THREADS = min(256, max(16, 4 * (os.cpu_count() or 1))) if has_threads() else 2
SPINS = {"Threads": (1, 1, MOST_THREADS), "Hash": (16, 1, 65536), "MultiPV": (1, 1, 64),
         "Level": (FULL, 1, len(LEVELS)), "Seed": (0, 0, 2**31 - 1), "Random": (0, 0, 100)}
VARIANT = "UCI_Variant"
HASH, CLEAR = "Hash", "Clear Hash"
TABLES, BOOK, PONDER, NET = "Tables", "OwnBook", "Ponder", "EvalFile"
CHECKS = {TABLES: True, BOOK: False, PONDER: False}
EMPTY = "", "<empty>"       # how a text without any characters is set
LAST_SECONDS = 60.0         # for the search that runs when input ends
BYTE_ORDER_MARK = "\ufeff"  # as some programs begin what they write
PLAYING = "search.play.playing"
FAULTS = (NoCompilerError, ValueError, OSError, MemoryError)    # that a command may come to
HAS_ENDED = ("the input ended while the game was being compiled; leave it open until the answer "
             "has come, or compile first with: eckstein warm")


class OutputClosedError(EcksteinError):
    """An answer could not be written, for which `error` is the reason."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


class _Search(NamedTuple):
    """A search as `go` asks for it; `waits` says whether its limits alone do not end it."""

    board: Board
    limits: Limits
    without: Sequence[int]

    @property
    def waits(self) -> bool:
        """Whether its move is to be said only after `stop`."""
        return self.limits.infinite and bool(self.board.legal_moves)


class Protocol:
    """One engine that reads commands and writes answers.

    Args:
        output: where answers go.
    """

    def __init__(self, output: TextIO) -> None:
        self._output, self._lock = output, threading.Lock()
        self._settings: dict[str, Any] = {name: spin[0] for name, spin in SPINS.items()}
        self._settings |= CHECKS | {NET: "on"}
        self._hash = self._settings[HASH]   # the last size that could be had
        self._debugs = False
        self._listener: Listener | None = None
        self._complaints = set[str]()       # each of which is reported once
        self._book = BookRoot()
        self._rules: dict[str, str] = {}
        self._game = "contra"
        self._set_board(Board(self._game))
        self._fast = False      # whether compiled boards of this game are at hand
        self._searcher: Searcher | None = None
        self._level: LevelPlayer | None = None
        self._work: Beside | None = None
        self._stopping, self._may_end = threading.Event(), threading.Event()
        self._endless = self._owes_move = False
        self._pondered: _Search | None = None       # what `ponderhit` is about
        self._turning = threading.Lock()            # while a search begins, or is told of the hit
        self._unheard: OutputClosedError | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci, "isready": self._isready, "ucinewgame": self._newgame,
            "setoption": self._setoption, "position": self._position, "go": self._go,
            "stop": self._stop, "ponderhit": self._ponderhit, "debug": self._debug,
            "d": self._display, "selftest": self._selftest}

    def run(self, lines: TextIO, leave: Callable[[], None] | None = None) -> None:
        """Obey commands until `quit` or the end of input.

        Args:
            lines: the commands.
            leave: ends the program, where these come while something is done that hears nothing;
                without it, that is done first.

        Raises:
            OutputClosedError: if an answer could not be written.
        """
        def left(has_quit: bool) -> None:
            if leave:
                with contextlib.suppress(OutputClosedError):
                    if not has_quit:
                        self._say(f"{ERROR}{HAS_ENDED}")
                leave()
        self._listener = Listener(lines, left)
        try:
            with contextlib.suppress(OutputClosedError):
                self._read(self._listener)
        finally:
            self.end()
        if self._unheard:
            raise self._unheard

    def _read(self, listener: Listener) -> None:
        for line in listener:
            if self._unheard:
                return
            self.obey(line)
        # Commands from a file need their answers; but without its user an engine must not go on
        # for long.
        if self._work and not self._endless and not listener.has_quit:
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
            command(words[1:] if words[0] not in ("position", "setoption")
                    else [line.strip()[len(words[0]):]])
        except FAULTS as error:
            self._refuse(error)
        if self._owes_move:         # a move must follow each `go`
            self._owes_move = False
            self._say(move_line(self._board, ()))

    def _refuse(self, error: Exception) -> None:
        """Tell why something cannot be done, or is not as it was asked for."""
        reason = UNCOMPILED if isinstance(error, NoCompilerError) else ""
        self._say(f"{ERROR}{reason}{one_line(error) or 'out of memory'}")

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
        self._say(f"option name {CLEAR} type button")
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
            try:
                self._prepare()
            except FAULTS as error:
                self._refuse(error)
        self._say("readyok")

    def _newgame(self, words: list[str]) -> None:
        self._halt()
        if self._searcher:
            self._searcher.clear()

    def _setoption(self, words: list[str]) -> None:
        name, value = _option_words(words[0])
        known = {known.lower(): known for known in (VARIANT, *SPINS, CLEAR, *CHECKS, NET)}
        name = known.get(name.lower(), name)
        if name == CLEAR:
            self._newgame([])
            return
        if value is None:
            raise ProtocolError(f"expected setoption name {name[:40]} value VALUE")
        if name == VARIANT:
            self._set_game(value)
        elif name == NET:
            setting = check_net_setting("on" if value in EMPTY else value)
            self._forget()
            self._settings[NET] = setting
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
            if number != self._settings[name] and name not in ("MultiPV", "Seed", "Random"):
                self._forget()
            self._settings[name] = number
            if self._level:
                self._level.seed = self._settings["Seed"]
                self._level.random = self._settings["Random"]
        else:
            has = option_values.defaults(self._game)
            name = {known.lower(): known for known in has}.get(name.lower(), name)
            if name not in has:
                raise ProtocolError(
                    f"{self._game} has no option {name[:40]}; it has {', '.join(has)}, "
                    f"and the engine has {', '.join((VARIANT, *SPINS, CLEAR, *CHECKS, NET))}")
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
        ponders = "ponder" in go.numbers
        if go.skipped:
            said = one_line(" ".join(go.skipped))
            self._say(f"info string go skips what it does not know here: {said}")
        if "perft" in go.numbers:
            self._endless = False
            if go.numbers["perft"] > PLAIN_DEPTH:
                self._load("search.play.perft")
            self._begin(self._count(board, go.numbers["perft"]))
            return
        self._prepare()
        if search.limits.mate is not None:
            self._load(WIDE)
        self._owes_move = False                     # the search will say it
        if self._debugs:
            self._say(f"info string {self._means()}")
        self._endless = ponders or search.limits.infinite
        self._pondered = search if ponders else None
        self._begin(self._think(search), waits=ponders or search.waits)

    def _ponderhit(self, words: list[str]) -> None:
        """The expected move was made: the search goes on within the limits of `go`, from now on."""
        search = self._pondered
        if search is None or self._work is None or not self._work.is_running():
            return
        self._endless = search.limits.infinite
        with self._turning:
            self._pondered = None
            if self._searcher:
                self._searcher.ponderhit()
        if not search.waits:
            self._may_end.set()

    def _begin(self, steps: Iterator[bool], waits: bool = False) -> None:
        """Let work go on beside the reader.

        Args:
            steps: the work.
            waits: whether it is not to end by itself.
        """
        self._stopping.clear()
        self._may_end.clear()
        if not waits:
            self._may_end.set()

        def until_unheard() -> Iterator[bool]:
            with contextlib.suppress(OutputClosedError):      # the reader tells of it
                yield from steps
        kind = InThread if has_threads() else StepByStep
        self._work = kind(until_unheard(), self._may_end)

    def _stop(self, words: list[str]) -> None:
        """End the search; its `bestmove` follows at once."""
        self._stopping.set()
        self._may_end.set()
        self._pondered = None
        for one in (self._searcher, self._level):
            if one:
                one.stop()

    def _display(self, words: list[str]) -> None:
        for line in [*str(self._board).splitlines(), self._board.position()]:
            self._say(f"info string {line}")

    def _debug(self, words: list[str]) -> None:
        """Tell before each search by what it is done, or no more."""
        if words not in (["on"], ["off"]):
            raise ProtocolError("expected debug on or debug off")
        self._debugs = words == ["on"]

    def _selftest(self, words: list[str]) -> None:
        self._halt()
        self._load(PLAYING)
        self._endless = False
        self._begin(self._test())

    # Behind the commands.

    def _halt(self) -> None:
        """End the search that runs, and wait until it has said its move."""
        if self._work and self._work.is_running():
            self._stop([])
            self._work.finish()
        self._work = self._pondered = None

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
        plain = plays_plainly(level_of(level, self._game), self._game, self._own_options())
        if not plain:
            self._load(*templates_of(level))
        if not plain and not self._fast:
            self._load(PLAYING)
            self._fast = True
            # What reads and writes texts is loaded when it is first used, which is now.
            board = Board(self._game, self._board.position(), compiled=True, **self._rules)
            for move in board.legal_moves[:1]:
                board.parse(board.text(move))
        if level < FULL:
            if self._level is None:
                self._level = LevelPlayer(self._game, self._board.options, level,
                                          self._settings["Seed"], self._settings[TABLES],
                                          self._settings[BOOK], self._settings["Random"])
                self._level.warm()
            return
        if self._searcher is None:
            self._searcher = self._new_searcher(self._net())
            self._searcher.tables = self._settings[TABLES]
            self._searcher.warm()
        if self._settings[BOOK]:
            self._book.warm(self._game, self._board.options)

    def _new_searcher(self, net: Net | None) -> Searcher:
        """A searcher with a table of the size that is set, or of the last that could be had."""
        wanted = self._settings[HASH]
        reason = f"there is not enough memory for a table of {wanted} megabytes"
        for megabytes in dict.fromkeys((wanted, self._hash)):
            try:
                made = Searcher(self._game, self._board.options, self._settings["Threads"],
                                megabytes, net=net)
            except MemoryError:
                continue
            except OSError as error:
                if error.errno != errno.ENOMEM:
                    raise
                continue
            if megabytes != wanted:
                self._say(f"info string {HASH} stays at {megabytes}: {reason}")
            self._hash = self._settings[HASH] = megabytes
            return made
        raise ProtocolError(f"{reason}; set {HASH} to less")

    def _load(self, *templates: str) -> None:
        """Load searches, or compile them, which hears nothing before it is done."""
        options = self._own_options()
        with contextlib.ExitStack() as during:
            if self._listener and must_compile(self._game, options, templates):
                during.enter_context(self._listener.deaf())
            load(self._game, options, templates)

    def _net(self) -> Net | None:
        """The net that is set; None, with a message, if it cannot be used.

        It is an error if the user has named a file.
        """
        try:
            return net_for(self._settings[NET], self._game, self._board.options)
        except NetError as error:
            if self._settings[NET] != "on":
                self._say(f"{ERROR}no net is used: {one_line(error)}")
            else:
                self._complain("no net is used", str(error))
            return None

    def _means(self) -> str:
        """The means of the next search, for debugging."""
        life = "plain" if self._level and self._level.is_plain else life_of(
            self._game, templates_of(self._settings["Level"]), **self._own_options())
        net = self._searcher.net if self._searcher else None
        settings = " ".join(f"{name} {self._settings[name]}" for name in SPINS)
        return f"searches by {life}, {settings}, net {net.name if net else '(none)'}"

    def _own_options(self) -> dict[str, Any]:
        """The game's own options."""
        return option_values.own_values(self._board.options)

    def _think(self, search: _Search) -> Iterator[bool]:
        """Search, tell what is found, and end with the move; see `Beside` for what is yielded."""
        board, limits, without = search
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
                with self._turning:
                    steps = self._searcher.steps(board, limits, self._settings["MultiPV"], without,
                                                 self._pondered is not None)
                for lines in steps:
                    self._complain("no table is used", self._searcher.complaint)
                    self._complain("one thread searches", self._searcher.alone)
                    self._complain("the search is slow", self._searcher.slow)
                    for info in lines:
                        self._tell(board, info)
                    best = lines[0] if lines else best
                    if self._stopping.is_set():
                        break
                    yield True
                if best and best.no_win and not 0 < (best.mate or 0) <= (limits.mate or 0):
                    self._say(f"info string no win within {best.no_win} plies")
            while not self._may_end.is_set():
                yield False
            self._say(move_line(board, best.pv if best else (), self._settings[PONDER]))
        except OutputClosedError:
            raise
        except Exception as error:
            # The program that drives the engine waits for a move, and must not wait for ever.
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

    def _test(self) -> Iterator[bool]:
        """Check the game's rules, interpreted against compiled, on a few random games."""
        from ..board.game_check import ContractError, check_game
        try:
            for sentence in check_game(self._game, count=2, options=self._own_options()):
                self._say(f"info string ok {sentence}")
                if self._stopping.is_set():
                    self._say(ERROR + "the selftest was stopped")
                    return
                yield True
            self._say("selftest passed")
        except ContractError as fault:
            self._say(f"{ERROR}{fault}")
            self._say("selftest failed")

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
    if kind == "fen" and after[:1] != '"':          # up to the moves, as in UCI
        words = after.split()
        cut = words.index("moves") if "moves" in words else len(words)
        return " ".join(words[:cut]), words[cut:]
    if kind not in ("text", "fen"):
        raise ProtocolError('expected position startpos, position text "..." or position fen ..., '
                            "and perhaps moves ...")
    if after[:1] == '"':
        text, closed, after = after[1:].partition('"')
        if not closed:
            raise ProtocolError("a quotation mark is not closed")
        return text, after.split()
    words = after.split()
    return "".join(words[:1]), words[1:]


def _option_words(said: str) -> tuple[str, str | None]:
    """The name and the value of an option; None where no value is said."""
    words = said.split()
    split = words.index("value") if "value" in words else len(words)
    if words[:1] != ["name"] or split < 2:
        raise ProtocolError("expected setoption name NAME value VALUE")
    name, value = " ".join(words[1:split]), None
    if split < len(words):
        value = "".join(said.split(maxsplit=split + 1)[split + 1:])     # with its blanks
    return name, value


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
        Protocol(sys.stdout).run(sys.stdin, lambda: os._exit(0))
    except OutputClosedError as unheard:
        # What is left of the answer would be written, and fail, once more when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(unheard.error, BrokenPipeError):
            raise OSError(unheard.error.errno, unheard.error.strerror,
                          "standard output") from None
