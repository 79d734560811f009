"""What is on its way to one client: a bounded queue.

A client that reads too slowly loses no answer to its questions.  Of topics it gets, once it reads
again, a snapshot in place of everything that has happened meanwhile.  A snapshot is made when it is
its turn to be sent, so that none waits here, and however often it is asked for, it is one.
"""
import asyncio
from collections import deque

from .events import Topic

LIMIT = 128                 # messages


class Outbox:
    """Messages for one client, in order; `None` in place of a text asks for a snapshot."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self._queue: deque[tuple[Topic | None, str | None]] = deque()
        self._behind: set[Topic] = set()
        self._filled, self._space = asyncio.Event(), asyncio.Event()
        self._space.set()
        self.closed = False

    def __len__(self) -> int:
        return len(self._queue)

    def tell(self, topic: Topic, text: str) -> None:
        """Put what happened to a topic; too much of it becomes a wish for a snapshot."""
        if topic in self._behind or self.closed:
            return
        if len(self._queue) >= self.limit:
            self._fall_behind(topic)
            return
        self._put(topic, text)

    def want(self, topic: Topic) -> None:
        """Ask for a snapshot of a topic, which tells all that happens to it until it is made."""
        if topic not in self._behind and not self.closed:
            self._behind.add(topic)
            self._put(topic, None)

    def answer(self, text: str) -> None:
        """Put an answer; the caller awaits `wait_for_space` first, so answers are bounded, too."""
        if not self.closed:
            self._put(None, text)

    async def wait_for_space(self) -> None:
        """Wait until there is space for an answer."""
        await self._space.wait()

    async def take(self) -> tuple[Topic | None, str | None] | None:
        """The next message with its topic, or a topic with None; None when it is closed."""
        while not self._queue:
            if self.closed:
                return None
            self._filled.clear()
            await self._filled.wait()
        topic, text = self._queue.popleft()
        if topic is not None and text is None:
            self._behind.discard(topic)
        if len(self._queue) < self.limit:
            self._space.set()
        return topic, text

    def close(self) -> None:
        """Nothing is put any more; what is there can still be taken."""
        self.closed = True
        self._filled.set()
        self._space.set()

    def _put(self, topic: Topic | None, text: str | None) -> None:
        self._queue.append((topic, text))
        self._filled.set()
        if len(self._queue) >= self.limit:
            self._space.clear()

    def _fall_behind(self, topic: Topic) -> None:
        """Forget what has happened to all topics, and note that snapshots are wanted."""
        behind = {name for name, _ in self._queue if name is not None} | {topic}
        self._queue = deque(item for item in self._queue if item[0] is None)
        self._behind |= behind
        if len(self._queue) < self.limit:
            self._space.set()
        for name in sorted(behind):
            self._put(name, None)
