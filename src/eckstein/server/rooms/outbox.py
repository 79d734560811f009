"""What is on its way to one client: a bounded queue.

A client that reads too slowly loses no answer to its questions.  Of games it gets, once it reads
again, a snapshot in place of everything that has happened meanwhile.  A snapshot is made when it is
its turn to be sent, so that none waits here, and however often it is asked for, it is one.
"""
import asyncio
from collections import deque

LIMIT = 128                 # messages


class Outbox:
    """Messages for one client, in order; `None` in place of a text asks for a snapshot."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self._queue: deque[tuple[str, str | None]] = deque()
        self._behind: set[str] = set()
        self._filled, self._space = asyncio.Event(), asyncio.Event()
        self._space.set()
        self.closed = False

    def __len__(self) -> int:
        return len(self._queue)

    def tell(self, game: str, text: str) -> None:
        """Put what happened in a game; too much of it becomes a wish for a snapshot."""
        if game in self._behind or self.closed:
            return
        if len(self._queue) >= self.limit:
            self._fall_behind(game)
            return
        self._put(game, text)

    def want(self, game: str) -> None:
        """Ask for a snapshot of a game, which tells all that happens there until it is made."""
        if game not in self._behind and not self.closed:
            self._behind.add(game)
            self._put(game, None)

    def answer(self, text: str) -> None:
        """Put an answer; who asks awaits `wait_for_space` first, so answers are bounded, too."""
        if not self.closed:
            self._put("", text)

    async def wait_for_space(self) -> None:
        """Wait until there is space for an answer."""
        await self._space.wait()

    async def take(self) -> tuple[str, str | None] | None:
        """The next message with its game, or a game with None; None when it is closed."""
        while not self._queue:
            if self.closed:
                return None
            self._filled.clear()
            await self._filled.wait()
        game, text = self._queue.popleft()
        if text is None:
            self._behind.discard(game)
        if len(self._queue) < self.limit:
            self._space.set()
        return game, text

    def close(self) -> None:
        """Nothing is put any more; what is there can still be taken."""
        self.closed = True
        self._filled.set()
        self._space.set()

    def _put(self, game: str, text: str | None) -> None:
        self._queue.append((game, text))
        self._filled.set()
        if len(self._queue) >= self.limit:
            self._space.clear()

    def _fall_behind(self, game: str) -> None:
        """Forget what has happened in all games, and note that snapshots are wanted."""
        behind = {name for name, text in self._queue if name} | {game}
        self._queue = deque(item for item in self._queue if not item[0])
        self._behind |= behind
        if len(self._queue) < self.limit:
            self._space.set()
        for name in sorted(behind):
            self._put(name, None)
