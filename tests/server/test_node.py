"""A server among others renews its lease and listens, whatever happens to the connection."""
import asyncio
import contextlib
import dataclasses

import pytest

from eckstein.base.sentence import Sentence
from eckstein.server.database.cluster import attendance, leases, node
from eckstein.server.database.cluster.node import CHANNEL, Node
from eckstein.server.game.rulings import Command, RefusedError
from eckstein.server.hub.hub import Hub
from eckstein.server.rooms import computers
from eckstein.server.store.contract import ANYTHING, NotOwnedError
from eckstein.server.store.lobbies import Lobbies
from eckstein.server.store.presence import NO_ONE, Elsewhere, Presence

WHITE, BLACK = Presence(("white",)), Presence(("black",), 2)
BUSY = Presence(("black", "white"), 10**6, str(computers.UNCOMPILED))
COMMAND = Command("white", "id", "move", "white", 3, "d1d2", lines=[])


class DriverError(Exception):
    """As drivers raise them, below SQLAlchemy."""


class Connection:
    """In place of SQLAlchemy's connection, and of the driver's below it.

    Args:
        error: is raised by LISTEN.
        answers: how many statements it answers; then its other end is gone.
        hears: the nodes that hear what it is told.

    Attributes:
        ended: the terms of leases that have ended.
    """

    def __init__(self, error=None, answers=1000, hears=()):
        self.error, self.heard, self.given_up = error, None, False
        self.answers, self.asked, self.hears = answers, [], hears
        self.driver_connection = self
        self.lease, self.ended, self.told = True, set(), []

    async def get_raw_connection(self):
        return self

    def add_termination_listener(self, lost):
        self.lose = lambda: lost(self)

    async def add_listener(self, channel, heard):
        if self.error is not None:
            raise self.error
        assert channel == CHANNEL
        self.heard = heard

    async def fetchval(self, statement, *arguments):
        if len(self.asked) == self.answers:
            await asyncio.Event().wait()
        self.asked.append(statement)
        if statement == node.TELL:
            assert all(len(told.encode()) < 8000 for told in arguments[1])     # as PostgreSQL does
            self.told += arguments[1]
            for connection in self.hears:
                for told in arguments[1] if connection.heard else ():
                    connection.heard(connection, 1, CHANNEL, told)
        if statement == leases.TAKE:
            self.lease = True
        if statement == leases.RUNNING:
            return [term for term in arguments[0] if term not in self.ended]
        return arguments[0] if statement == leases.RENEW and self.lease else None

    async def invalidate(self):
        self.given_up = True


class Engine:
    """Gives out connections, one after the other."""

    def __init__(self, *connections):
        self.connections = iter(connections)

    @contextlib.asynccontextmanager
    async def connect(self):
        yield next(self.connections)


class Others:
    """In place of `Rooms`; `answers` is the number of an event, or an error."""

    def __init__(self, answers=7):
        self.heard, self.gone, self.answers, self.passed = asyncio.Queue(), 0, answers, []
        self.hear_of = self.heard.put_nowait
        self.changed = []
        self.elsewhere = Elsewhere("name", self.changed.append)
        self.hub = Hub()
        self.lobbies = Lobbies(self.hub)

    def who(self, game):
        """Who is in a game at other servers."""
        return list(self.elsewhere.of(game))

    def let_go(self):
        self.gone += 1

    async def carry_out(self, game, command):
        self.passed.append((game, command))
        if isinstance(self.answers, Exception):
            raise self.answers
        return self.answers


@pytest.fixture(autouse=True)
def quickly(monkeypatch):
    monkeypatch.setattr(node, "PAUSE", 0)
    monkeypatch.setattr(leases, "RENEWED", 0.01)


async def started(*connections, name="own", **answers):
    others = Others(**answers)
    started = Node(Engine(*connections), name, others)
    await started.open()
    assert await others.heard.get() is None         # all games are looked at first
    return started, others


async def test_what_others_write_is_heard_and_what_one_writes_is_told():
    there = Connection()
    here = Connection(hears=[there])
    here.hears.append(here)
    (one, own), (other, others) = await started(here), await started(there, name="other")
    one.tell({"b": 3, "a": 7, "c": ANYTHING})
    one.tell({"b": 4, "a": 6, "c": 9})
    assert await others.heard.get() == {"a": 7, "b": 4, "c": ANYTHING}
    assert own.heard.empty()                    # nobody hears himself
    await one.close()
    await other.close()
    assert here.given_up and here.asked[-1] == leases.RETURN


async def test_many_games_are_told_in_several_notifications_of_one_statement():
    there = Connection()
    here = Connection(hears=[there])
    (one, _), (other, others) = await started(here), await started(there, name="other")
    games = {f"game-{number:010}": 10**6 + number for number in range(node.TOGETHER + 1)}
    await turns()
    here.asked.clear()
    one.tell(games)
    heard = [await others.heard.get() for _ in range(2)]
    assert [len(one) for one in heard] == [node.TOGETHER, 1] and heard[0] | heard[1] == games
    assert here.asked.count(node.TELL) == 1
    await one.close()
    await other.close()


@pytest.mark.parametrize("lost", ["error", "silent", "told"])
async def test_a_lost_connection_is_replaced_and_all_games_are_looked_at(monkeypatch, lost):
    monkeypatch.setattr(node, "ANSWER_SECONDS", 0.05)
    first = Connection(DriverError("the connection is closed") if lost == "error" else None,
                       2 if lost == "silent" else 1000)
    second = Connection()
    others = Others()
    one = Node(Engine(first, second), "own", others)
    await one.open()
    if lost == "told":
        async def gone(statement, *arguments):
            raise DriverError("the connection is closed")
        first.fetchval = gone
        first.lose()
    while second.heard is None:
        await asyncio.sleep(0)
    assert await others.heard.get() is None
    if lost != "error":
        assert await others.heard.get() is None
    assert first.given_up and not second.given_up
    await one.close()


async def test_a_lease_that_ran_out_is_replaced_by_a_new_term_and_all_games_are_let_go():
    connection = Connection()
    one, others = await started(connection)
    before = one.term
    assert before and others.gone == 0
    connection.lease = False
    while one.term in (before, node.NOBODY):
        await asyncio.sleep(0)
    assert others.gone == 1
    await one.close()


async def passed_on(answers, command=COMMAND):
    """What comes of a command that is passed on to its owner."""
    there, here = Connection(), Connection()
    here.hears, there.hears = [there], [here]
    (one, _), (owner, others) = await started(here), await started(there, name="other",
                                                                   answers=answers)
    try:
        return await one.way_to(owner.term, "g")(command), others.passed
    finally:
        await one.close()
        await owner.close()


async def test_a_command_is_passed_on_to_the_owner():
    assert await passed_on(7) == (7, [("g", COMMAND)])


async def test_what_a_stranger_adds_to_a_command_does_not_make_it_too_long_to_be_told():
    long = dataclasses.replace(COMMAND, lines=[["d1d2" * 50] * 100] * 100)
    assert await passed_on(7, long) == (7, [("g", COMMAND)])


async def test_who_owns_the_game_no_more_says_so():
    assert await passed_on(NotOwnedError()) == (None, [("g", COMMAND)])


@pytest.mark.parametrize("reason", [
    "the game is over", Sentence("{move}: {reason}", move="d1d9",
                                 reason=Sentence("there is no {square}", square="d9"))])
async def test_a_refusal_of_the_owner_is_told_in_any_language(reason):
    refused = RefusedError("illegal", reason, "over")
    with pytest.raises(RefusedError) as told:
        await passed_on(refused)
    assert told.value.answer() == refused.answer()


async def test_an_owner_that_does_not_answer_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(node, "PASSED_SECONDS", 0.01)
    one, _ = await started(Connection())
    assert await one.way_to(99, "g")(COMMAND) is None
    await one.close()


# Who is in which games.


@contextlib.asynccontextmanager
async def two():
    """Two nodes that hear each other, with their connections and what they hear."""
    here, there = Connection(), Connection()
    here.hears, there.hears = [there], [here]
    (one, own), (other, others) = await started(here), await started(there, name="other")
    try:
        await turns()
        yield (one, here, own), (other, there, others)
    finally:
        await one.close()
        await other.close()


async def turns():
    """Let all that waits be told and heard."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_who_comes_and_goes_is_told_once():
    async with two() as ((one, here, own), (_, _, others)):
        before = len(here.told)
        one.tell_presence("a", WHITE)
        one.tell_presence("b", BLACK)
        await turns()
        assert (others.who("a"), others.who("b")) == ([WHITE], [BLACK])
        one.tell_presence("a", WHITE)
        await turns()
        assert len(here.told) == before + 1 and own.who("a") == []
        one.tell_presence("a", NO_ONE)
        await turns()
        assert others.who("a") == [] and others.changed == ["a", "b", "a"]


async def test_who_is_there_already_is_told_to_a_server_that_comes():
    here, there = Connection(), Connection()
    here.hears, there.hears = [there], [here]
    one, _ = await started(here)
    for number in range(2 * attendance.TOGETHER + 1):
        one.tell_presence(f"game-{number:05}", BUSY)
    await turns()
    other, others = await started(there, name="other")
    await turns()
    assert len(others.changed) == 2 * attendance.TOGETHER + 1
    assert others.who("game-00000") == [BUSY]
    await one.close()
    await other.close()


async def test_what_was_not_told_is_made_good_on_the_next_connection():
    there, second = Connection(), Connection()
    first = Connection(hears=[there])
    second.hears = there.hears = [there]
    others = Others()
    one = Node(Engine(first, second), "own", Others())
    await one.open()
    other = Node(Engine(there), "other", others)
    await other.open()
    one.tell_presence("a", WHITE)
    await turns()

    async def gone(statement, *arguments):
        raise DriverError("the connection is closed")
    first.fetchval = gone
    one.tell_presence("a", NO_ONE)
    one.tell_presence("b", BLACK)
    await turns()
    assert (others.who("a"), others.who("b")) == ([], [BLACK])
    assert others.changed == ["a", "a", "b"]
    await one.close()
    await other.close()


async def test_who_was_at_a_server_whose_lease_has_ended_is_gone():
    async with two() as ((one, here, _), (_, there, others)):
        one.tell_presence("a", WHITE)
        await turns()
        there.ended.add(one.term)
        while others.who("a"):
            await asyncio.sleep(0)
        here.lease = False                      # it goes on with a new one
        while others.who("a") != [WHITE]:
            await asyncio.sleep(0)


def test_a_lease_that_is_new_when_the_last_one_is_found_ended_counts():
    told = attendance.Attendance(elsewhere := Elsewhere(), Lobbies(Hub()), Hub())
    told.hear("other", '{"term":1,"games":{"a":[["white"],0,null]}}')
    asked = told.terms
    told.hear("other", '{"term":2,"games":{}}')
    told.see(asked, [])
    assert list(elsewhere.of("a")) == [WHITE]
    told.see(told.terms, [])
    assert list(elsewhere.of("a")) == []


async def test_who_was_at_a_server_that_says_goodbye_is_gone():
    async with two() as ((one, _, _), (_, _, others)):
        one.tell_presence("a", WHITE)
        await turns()
        await one.close()
        assert others.who("a") == []


async def test_earlier_versions_find_no_game_in_what_is_told_of_presence():
    async with two() as ((one, here, _), _):
        one.tell_presence("a", BUSY)
        await turns()
        told = here.told[-1].removeprefix("own ")
        assert '"a"' in told and told.startswith(node.SEQ)
        assert "a" not in told.split() and "a" not in node._told(told)
