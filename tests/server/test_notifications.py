"""Listening to other servers goes on whatever happens to the connection."""
import asyncio
import contextlib

from eckstein.server.machine import notifications
from eckstein.server.machine.notifications import CHANNEL, Notifications, notifications_about

from .helpers import run


class DriverError(Exception):
    """As drivers raise them, below SQLAlchemy."""


class Connection:
    """In place of SQLAlchemy's connection, and of the driver's below it.

    Args:
        error: is raised by LISTEN.
        answers: whether it answers questions; if not, its other end is gone.
    """

    def __init__(self, error=None, answers=True):
        self.error, self.heard, self.given_up = error, None, False
        self.answers, self.asked = answers, 0
        self.driver_connection = self

    async def get_raw_connection(self):
        return self

    def add_termination_listener(self, lost):
        self.lose = lambda: lost(self)

    async def add_listener(self, channel, heard):
        if self.error is not None:
            raise self.error
        assert channel == CHANNEL
        self.heard = heard

    async def execute(self, question):
        self.asked += 1
        if not self.answers:
            await asyncio.Event().wait()

    async def invalidate(self):
        self.given_up = True


class Engine:
    """Gives out connections, one after the other."""

    def __init__(self, *connections):
        self.connections = iter(connections)

    @contextlib.asynccontextmanager
    async def connect(self):
        yield next(self.connections)


def listening(monkeypatch, *connections):
    """Begin to listen on these connections; what is heard comes by the queue."""
    monkeypatch.setattr(notifications, "PAUSE", 0)
    heard = asyncio.Queue()
    return heard, Notifications(Engine(*connections), "own", heard.put_nowait)


def test_what_others_write_is_heard(monkeypatch):
    async def test():
        connection = Connection()
        heard, listener = listening(monkeypatch, connection)
        assert await heard.get() is None
        for sender in ("own", "other"):
            for notification in notifications_about(["b", "a", "b"], sender):
                connection.heard(connection, 1, CHANNEL, notification)
        assert heard.get_nowait() == ["a", "b"] and heard.empty()
        await listener.close()
        assert connection.given_up
    run(test())


def test_a_connection_that_goes_before_it_listens_is_replaced(monkeypatch):
    async def test():
        broken, sound = Connection(DriverError("the connection is closed")), Connection()
        heard, listener = listening(monkeypatch, broken, sound)
        assert await heard.get() is None and sound.heard
        assert broken.given_up and not sound.given_up
        await listener.close()
    run(test())


def test_after_a_lost_connection_all_games_are_looked_at(monkeypatch):
    async def test():
        first, second = Connection(), Connection()
        heard, listener = listening(monkeypatch, first, second)
        assert await heard.get() is None
        first.lose()
        assert await heard.get() is None and second.heard
        await listener.close()
    run(test())


def test_a_connection_without_another_end_is_replaced(monkeypatch):
    monkeypatch.setattr(notifications, "WATCH_SECONDS", 0)
    monkeypatch.setattr(notifications, "ANSWER_SECONDS", 0.01)

    async def test():
        gone, sound = Connection(answers=False), Connection()
        heard, listener = listening(monkeypatch, gone, sound)
        assert await heard.get() is None and await heard.get() is None
        assert gone.given_up and sound.heard
        while sound.asked < 3:                  # it answers, and stays
            await asyncio.sleep(0)
        assert heard.empty() and not sound.given_up
        await listener.close()
    run(test())
