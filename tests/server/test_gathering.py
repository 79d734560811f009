"""What is asked for while a statement runs is read by the next one, for all at once."""
import asyncio
from types import SimpleNamespace

import pytest

from eckstein.server.database import gathering
from eckstein.server.database.gathering import Gathering


class Database:
    """Answers when it is told to; of each game that is asked for it has two events."""

    def __init__(self):
        self.asked, self.go_on, self.error = [], asyncio.Event(), None

    async def ask(self, statement, games, firsts):
        self.asked.append(list(zip(games, firsts, strict=True)))
        await self.go_on.wait()
        if self.error is not None:
            raise self.error
        return [SimpleNamespace(number=number, game=game, seq=first + more)
                for number, (game, first) in enumerate(zip(games, firsts, strict=True), 1)
                for more in (0, 1)]


async def asking(*wanted):
    """A database that is asked for the first alone, and for the others meanwhile."""
    database = Database()
    reading = Gathering(database.ask)
    waiting = []
    for game, first in wanted:
        waiting.append(asyncio.create_task(reading.rows(game, first)))
        while not database.asked:
            await asyncio.sleep(0)
    await asyncio.sleep(0)
    return database, waiting, reading


async def test_games_that_are_asked_for_meanwhile_are_read_together():
    database, waiting, _ = await asking(("a", 3), ("b", 5), ("a", 4))
    database.go_on.set()
    found = [[(row.game, row.seq) for row in rows] for rows in await asyncio.gather(*waiting)]
    assert found == [[("a", 3), ("a", 4)], [("b", 5), ("b", 6)], [("a", 4), ("a", 5)]]
    assert database.asked == [[("a", 3)], [("b", 5), ("a", 4)]]


async def test_one_statement_has_no_more_than_so_many_games(monkeypatch):
    monkeypatch.setattr(gathering, "TOGETHER", 2)
    database, waiting, _ = await asking(*[(f"{number}", 2) for number in range(6)])
    database.go_on.set()
    await asyncio.gather(*waiting)
    assert [len(asked) for asked in database.asked] == [1, 2, 2, 1]


async def test_all_who_ask_are_told_of_an_error_and_the_next_ones_are_read_again():
    database, waiting, reading = await asking(("a", 3), ("b", 5), ("c", 1))
    waiting[1].cancel()
    database.error = OSError("away")
    database.go_on.set()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert [task.cancelled() for task in waiting] == [False, True, False]
    for task in (waiting[0], waiting[2]):
        with pytest.raises(OSError, match="away"):
            task.result()
    database.error = None
    again = reading.rows("a", 3)
    assert len(await again) == 2


async def test_who_asks_again_at_once_is_answered():
    """Before the task that answered him has ended."""
    database = Database()
    database.go_on.set()
    reading = Gathering(database.ask)
    for _ in "123":
        assert len(await reading.rows("a", 3)) == 2
    assert database.asked == [[("a", 3)]] * 3
