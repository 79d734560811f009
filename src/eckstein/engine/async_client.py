"""Driving an engine by asyncio: ours, or any that speaks the same protocol.

A crash or a compile in the engine never stalls or kills the program that uses it.
"""
from __future__ import annotations

import asyncio
import contextlib
import shlex
import sys
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from typing import Any

from ..base.expect import expect
from ..base.sentence import Sentence
from ..board import Board
from ..games import names
from ..kernel import options as option_values
from .last_words import log
from .limits import Limits
from .messages import (
    DIED,
    LATE,
    MUTE,
    Analysis,
    EngineDiedError,
    EngineError,
    GameOverError,
    Played,
    complaint,
    go_command,
    option_command,
    position_command,
    read_best,
    read_info,
    read_option,
    value_text,
)
from .transport import Start, Transport

HELLO_SECONDS = 10.0        # a program that has not said by then that it is an engine is none
READY_SECONDS = 300.0       # a first start, or another setting, may have to compile
ANSWER_SECONDS = 30.0       # an engine that is ready says so at once, though a machine may be busy
STOP_SECONDS = 5.0          # an engine that does not stop within this is killed
MOST_LINES = 10_000         # of an answer that are kept
MULTIPV = "MultiPV"
LATE_SECONDS = 30.0         # a machine may be busy; an engine that is later than this is stopped


def own_command() -> list[str]:
    """The command that starts our own engine."""
    return [sys.executable, "-m", "eckstein", "engine"]


async def _as_process(command: Sequence[str]) -> Transport:
    from .process import start_process  # a browser has none
    return await start_process(command)


class AsyncEngine:
    """An engine for asyncio; make one with `await AsyncEngine.launch(...)`."""

    def __init__(self, command: Sequence[str], game: str, options: dict[str, Any],
                 settings: dict[str, Any], start: Start | None = None) -> None:
        self.command, self.game = list(command), game
        self._open = start or _as_process
        self.options, self.settings = dict(options), dict(settings)
        self._running: Transport | None = None
        self._latest: Transport | None = None       # that was started, whether or not it runs
        self._unready = 0       # how many answers to `isready` have yet to come
        self._lines = 1         # that it was asked for last
        self._declared: dict[str, str] = {}     # its options, in small letters, with their defaults
        self.last_words = ""    # of the engine that died last, to end a sentence with
        self._busy = asyncio.Lock()
        self._closed = False
        self.restarts = 0

    @classmethod
    async def launch(cls, command: Sequence[str] | None = None, *, game: str = "contra",
                     options: dict[str, Any] | None = None,
                     settings: dict[str, Any] | None = None,
                     start: Start | None = None) -> AsyncEngine:
        """Start an engine and wait until it can play.

        It answers for boards of this game and these options only.

        Args:
            command: the program and its arguments; our own engine if left out.
            game: which game.
            options: rule options, such as `board.options`; those left out have their defaults.
            settings: options of the engine, such as Threads, Hash, Level.
            start: what starts it, given the command: as a child process if left out.

        Raises:
            EngineError: if it does not start or does not know the game.
            ValueError: if one of these cannot be told in a line.
        """
        engine = cls(command or own_command(), game, options or {}, settings or {}, start)
        await engine._start()
        return engine

    async def _start(self) -> None:
        self._running = self._latest = await self._open(self.command)
        self._unready = 0
        try:
            await self._introduce()
        except BaseException:       # it cannot be used, or is not awaited any more
            await self._end()
            raise

    async def _introduce(self) -> None:
        """Tell a new engine what is to be played."""
        self._check_open()
        await self._send("uci")
        # That ours is an engine is known; on a busy machine it may be slow to start.
        ours = self.command == own_command()
        defaults: dict[str, set[str]] = {}
        self._declared.clear()
        for line in await self._until("uciok", READY_SECONDS if ours else HELLO_SECONDS):
            if declared := read_option(line):
                defaults[declared[0]] = {declared[1]}
                self._declared[declared[0]] = declared[1]
        await self._send(f"setoption name UCI_Variant value {self.game}")
        for name, usual in (option_values.defaults(self.game) if self.game in names()
                            else {}).items():
            defaults.setdefault(name.lower(), set()).add(value_text(usual))
        wanted = {**self.options, **self.settings}
        if self._lines > 1:
            wanted.setdefault(MULTIPV, self._lines)
        for name, value in wanted.items():
            # An engine need not know an option to play by what is usual.
            if defaults.get(name.lower()) != {value_text(value)}:
                await self._send(option_command(name, value))
        await self._ready(READY_SECONDS)

    async def _tell(self, *commands: str, seconds: float = 0.0) -> None:
        """Have commands carried out; an engine that is found dead is started again first.

        Args:
            commands: lines.
            seconds: how long that may take; usually ANSWER_SECONDS.

        Raises:
            EngineError: if it refuses one of them, or does not answer.
        """
        seconds = seconds or ANSWER_SECONDS
        try:
            await self._carry_out(commands, seconds)
        except EngineDiedError:      # it may have been dead for long
            await self._carry_out(commands, seconds)

    async def _carry_out(self, commands: Sequence[str], seconds: float) -> None:
        self._check_open()
        if self._running is None:
            await self._restart()
        for command in commands:
            await self._send(command)
        await self._ready(seconds)

    async def _ready(self, seconds: float) -> None:
        """Wait until all that was said has been carried out; raise what was refused.

        Earlier output of the engine, such as a late move, never answers a later question.
        """
        self._unready += 1
        await self._send("isready")
        said: list[str] = []
        while self._unready:        # first come answers that were given up
            said = await self._until("readyok", seconds)
        for line in said:
            if fault := complaint(line):
                raise fault

    async def _send(self, line: str) -> None:
        if len(line.splitlines()) > 1:
            raise ValueError(f"{line!r} is more than one line, which would be several commands")
        try:
            await self._alive().write(line)
        except ConnectionError:
            raise await self._death() from None

    async def _line(self, deadline: float | None = None) -> str:
        """The next line; TimeoutError after the deadline, which is a time of the loop."""
        engine = self._alive()
        try:
            async with asyncio.timeout_at(deadline):
                line = await engine.read()
        except ValueError:
            raise EngineError(Sentence("the engine wrote a line that is far too long")) from None
        if line is None:
            raise await self._death()
        if line == "readyok" and self._unready:
            self._unready -= 1
        return line

    @property
    def _words(self) -> str:
        return self._latest.last_words if self._latest else ""

    def _alive(self) -> Transport:
        self._check_open()
        if self._running is None:
            raise EngineDiedError(Sentence(DIED, name=str(self), words=self.last_words))
        return self._running

    async def _until(self, word: str, seconds: float) -> list[str]:
        """What was said up to a line that is just this word; of the last lines as many as fit."""
        said: deque[str] = deque(maxlen=MOST_LINES)
        first: EngineError | None = None
        clock = asyncio.get_running_loop().time
        deadline = clock() + seconds
        try:
            while (line := await self._line(deadline)) != word:
                said.append(line)
                if fault := complaint(line):
                    first = first or fault
                    # What was refused may be `isready` itself, and then nothing else comes.
                    deadline = min(deadline, clock() + STOP_SECONDS)
        except TimeoutError:
            await self._end()
            raise (first or EngineError(Sentence(
                MUTE, name=str(self), word=word, seconds=f"{seconds:.0f}",
                words=self._words))) from None
        return list(said)

    def __str__(self) -> str:
        return shlex.join(self.command)

    def _check_open(self) -> None:
        if self._closed:
            raise EngineError(Sentence("the engine {name} has been closed", name=str(self)))

    def _check_rules(self, board: Board) -> None:
        """Position texts do not tell the rules, so the engine would go by its own."""
        if board.game != self.game:
            raise ValueError(f"the engine was started for {self.game}, but this is {board.game}; "
                             f"start another with game={board.game!r}")
        if board.options != (own := option_values.complete(self.game, self.options)):
            told, ours = (option_values.write(self.game, options) or "no options"
                          for options in (board.options, own))
            raise ValueError(f"the engine was started with {ours}, but the board has {told}; start "
                             "another with options=board.options")

    async def _death(self) -> EngineError:
        """What to raise where the engine's output has ended; the next question starts it again."""
        await self._end()
        self._check_open()
        self.last_words = self._words
        log.warning("the engine %s has stopped%s", self, self.last_words)
        return EngineDiedError(Sentence(DIED, name=str(self), words=self.last_words))

    async def new_game(self) -> None:
        """Tell the engine that what follows has nothing to do with what was.

        Raises:
            EngineError: as `stream`.
        """
        async with self._busy:
            await self._tell("ucinewgame")

    async def set_option(self, name: str, value: int | str) -> None:
        """Change a setting, such as Seed, for the searches that follow, restarts included.

        Raises:
            EngineError: if the engine refuses it; then the setting is what it was.
        """
        async with self._busy:
            try:
                await self._tell(option_command(name, value), seconds=READY_SECONDS)
            except EngineError:
                before = self.settings.get(name, self._declared.get(name.lower()))
                if self._running and before is not None:    # it may be told only when it is used
                    await self._tell(option_command(name, before), seconds=READY_SECONDS)
                raise
            self.settings[name] = value

    async def stream(self, board: Board, limits: Limits, lines: int = 1
                     ) -> AsyncGenerator[Analysis | Played, None]:
        """Yield each line of thought as it comes, and last of all the move.

        Leaving the iteration early stops the search.  An engine that has died before is started
        again.

        Raises:
            EngineError: if the engine dies, does not move in time, or answers nonsense.
            ValueError: if the game is over, or the engine was started for other rules.
            TypeError: if one of the arguments is something else.
        """
        expect("a board", board, Board)
        expect("what limits a search", limits, Limits)
        expect("the number of lines", lines, int)
        self._check_rules(board)
        if not board.legal_moves:
            raise GameOverError(Sentence("the game is over, so there is no move to search for"))
        clock = asyncio.get_running_loop().time
        async with self._busy:
            told = ([] if MULTIPV in self.settings or lines == self._lines
                    else [option_command(MULTIPV, lines)])
            await self._tell(*told, position_command(board))
            self._lines = lines
            searching, found = True, dict[int, Analysis]()
            longest = limits.longest(board)
            deadline = None if longest is None else clock() + longest + LATE_SECONDS
            try:
                await self._send(go_command(limits))
                while True:
                    line = await self._line(deadline)
                    if fault := complaint(line):
                        searching = False
                        await self._send("stop")        # no move follows if it was `go`
                        await self._ready(ANSWER_SECONDS)
                        raise fault
                    if line.startswith("info ") and line.split()[1] != "string" and (
                            " pv " in line):
                        info = read_info(board, line)
                        found[info.line] = info
                        handed = clock()
                        yield info
                        if deadline is not None:        # a slow reader is not the engine's fault
                            deadline += clock() - handed
                    elif line.startswith("bestmove"):
                        searching = False
                        first = found.pop(1, None)
                        yield Played(read_best(board, line), first,
                                     tuple(found[number] for number in sorted(found)))
                        return
            except TimeoutError:
                raise EngineError(Sentence(
                    LATE, name=str(self), longest=f"{longest:g}", late=f"{LATE_SECONDS:g}",
                    words=self._words)) from None
            finally:
                if searching:
                    await self._interrupt()

    async def _interrupt(self) -> None:
        """End a search that was given up."""
        deadline = asyncio.get_running_loop().time() + STOP_SECONDS
        try:
            await self._send("stop")
            while not (await self._line(deadline)).startswith("bestmove"):
                pass
        except (EngineError, TimeoutError):
            await self._end()
        except BaseException:       # its move stays unread, and must not answer another question
            self.kill()
            raise

    async def play(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        """The engine's move; an engine that dies is started once more and asked again.

        Raises:
            EngineError: if it dies again, does not move in time, or answers nonsense.
            ValueError: as `stream`.
        """
        try:
            return await self._played(board, limits, lines)
        except EngineDiedError:
            return await self._played(board, limits, lines)

    async def _played(self, board: Board, limits: Limits, lines: int = 1) -> Played:
        async with contextlib.aclosing(self.stream(board, limits, lines)) as stream:
            async for told in stream:
                if isinstance(told, Played):
                    return told
        raise EngineError(Sentence("the engine gave no move"))

    async def analyse(self, board: Board, limits: Limits, lines: int = 1) -> list[Analysis]:
        """The engine's lines at the end of a search, the best first.

        Raises:
            EngineError: as `stream`.
            ValueError: as `stream`.
        """
        played = await self._played(board, limits, lines)
        return [told for told in (played.info, *played.others) if told]

    async def restart(self) -> None:
        """End the engine, if it still runs, and start another.

        Raises:
            EngineError: if it does not start, or has been closed.
        """
        self.kill()
        async with self._busy:
            await self._restart()

    async def _restart(self) -> None:
        self._check_open()
        self.restarts += 1
        await self._end()
        await self._start()

    async def close(self) -> None:
        """Let the engine end, and kill it if it will not; it is not started again."""
        try:
            if self._running and not self._closed:
                async with asyncio.timeout(STOP_SECONDS):
                    await self._send("quit")
                    self._closed = True
                    await self._running.gone()
        except (EngineError, TimeoutError):
            pass
        finally:
            self._closed = True
            await self._end()

    async def _end(self) -> None:
        """End the engine at once, and wait until it is gone."""
        self.kill()
        engine, self._running = self._running, None
        if engine:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STOP_SECONDS):
                    await engine.gone()

    def kill(self) -> None:
        """End the engine at once; whatever it is asked next starts another."""
        if self._running:
            self._running.kill()

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()
