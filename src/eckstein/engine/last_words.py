"""What an engine writes to standard error: logged as it comes, its end kept for when it fails."""
import asyncio
import logging
from collections import deque

from ..base.sentence import Sentence
from .messages import WROTE

LINES = 5                   # that are kept
LONGEST = 300               # letters of each
CHUNK = 1 << 16
LATE_SECONDS = 1.0          # a child of the engine may hold the stream open for ever

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())       # silent, unless the program sets up a log


class LastWords:
    """Reads all that comes, so that the engine never waits for a reader.

    Args:
        stream: the engine's standard error.
        speaker: what the engine is called in the log.
    """

    def __init__(self, stream: asyncio.StreamReader, speaker: str) -> None:
        self._speaker = speaker
        self._lines: deque[str] = deque(maxlen=LINES)
        self._reading = asyncio.get_running_loop().create_task(self._read(stream))

    async def _read(self, stream: asyncio.StreamReader) -> None:
        rest = b""
        while chunk := await stream.read(CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._take(line)
            rest = rest[-LONGEST:]
        self._take(rest)

    def _take(self, line: bytes) -> None:
        text = "".join(letter if letter.isprintable() else " "
                       for letter in line[-LONGEST:].decode(errors="replace")).strip()
        if text:
            self._lines.append(text)
            log.info("%s: %s", self._speaker, text)

    async def end(self) -> None:
        """Read what is still there; the process has ended."""
        await asyncio.wait({self._reading}, timeout=LATE_SECONDS)
        self._reading.cancel()

    def __str__(self) -> str:
        """The end of a sentence on the engine; empty if it wrote nothing."""
        return Sentence(WROTE, lines=" / ".join(self._lines)) if self._lines else ""
