"""An engine as a child process, which reads standard input and writes standard output.

Whatever it has started ends with it, and it with us, though it may not even read its input.
"""
from __future__ import annotations

import asyncio
import contextlib
import shlex
from collections.abc import Sequence

from ..base import guard
from ..base.sentence import Sentence
from .last_words import LastWords
from .messages import EngineError

LINE_BYTES = 1 << 20


class EngineProcess:
    """The transport to a child process; see `Transport`."""

    def __init__(self, process: asyncio.subprocess.Process, name: str) -> None:
        assert process.stdin and process.stdout and process.stderr
        self._process = process
        self._input, self._output = process.stdin, process.stdout
        self._words = LastWords(process.stderr, name)
        self._is_gone = False

    async def write(self, line: str) -> None:
        try:
            self._input.write(line.encode() + b"\n")
            await self._input.drain()
        except RuntimeError as error:
            raise ConnectionError(str(error)) from None

    async def read(self) -> str | None:
        try:
            line = await self._output.readline()
        except RuntimeError:        # `gone` has begun to read
            return None
        return line.decode(errors="replace").strip() if line else None

    def kill(self) -> None:
        if not self._is_gone:       # if it has ended, what it has started may still be there
            guard.kill_group(self._process.pid)

    async def gone(self) -> None:
        try:
            # asyncio does not see that a process has ended before its output is read.
            with contextlib.suppress(RuntimeError):     # a reader waits for a line already
                while await self._output.read(LINE_BYTES):
                    pass
            await self._process.wait()
            self.kill()
            self._is_gone = True
            guard.forget(self._process.pid)
        finally:        # its children may hold its output open for ever
            await self._words.end()

    @property
    def last_words(self) -> str:
        return str(self._words)


async def start_process(command: Sequence[str]) -> EngineProcess:
    """Start an engine as a child process.

    Raises:
        EngineError: if there is no such program, or it may not be run.
    """
    name = shlex.join(command)
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE, limit=LINE_BYTES, start_new_session=True)
    except OSError as error:
        raise EngineError(Sentence("cannot start {name}: {strerror}", name=name,
                                   strerror=Sentence(error.strerror or ""))) from None
    guard.watch(process.pid)
    return EngineProcess(process, name)
