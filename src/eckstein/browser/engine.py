"""The engine in a worker of its own: the same protocol, its lines as messages.

`web/worker/thinking.ts` calls `begin` once, `obey` with each line that comes, and `step` as long as
it returns True, letting new messages in between two steps.
"""
from __future__ import annotations

from collections.abc import Callable
from io import StringIO

from ..engine.protocol import Protocol


def begin(say: Callable[[str], None]) -> Protocol:
    """An engine that has heard nothing yet.

    Args:
        say: is called with each line of an answer, without an end of line.
    """
    return Protocol(Lines(say))


class Lines(StringIO):
    """An output that hands on what is written, line by line.

    Args:
        say: is called with each line.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__()
        self._say = say

    def write(self, text: str) -> int:
        for line in text.splitlines():
            self._say(line)
        return len(text)
