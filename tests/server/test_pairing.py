"""Whatever happens, no seek leads to two games, nobody meets himself, and the oldest comes first.

Here two servers share a database that may fail before or after it has written, and lose what they
tell each other."""
import asyncio
import contextlib
import itertools
from unittest import mock

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eckstein.server.game.rulings import RefusedError
from eckstein.server.parts.lobby import lobby as lobby_module
from eckstein.wire.socket import SeekMessage, Take, client_decoder

from .helpers import run
from .lobbies import TOKENS, Server, World

CLOCKS = [None, {"kind": "fischer", "initial": 60, "increment": 0},
          {"kind": "delay", "initial": 60, "increment": 0}]


person, server, number = st.integers(0, 4), st.integers(0, 1), st.integers(0, 11)
terms = st.tuples(st.sampled_from(["contra", "pur"]),
                  st.lists(st.sampled_from(CLOCKS), min_size=1, max_size=3),
                  st.sampled_from([None, "white", "black"]))
steps = st.lists(st.one_of(
    st.tuples(st.just("seek"), person, server, terms),
    st.tuples(st.just("take"), person, server, number),
    st.tuples(st.just("again"), number, server),
    st.tuples(st.just("withdraw"), number),
    st.tuples(st.just("lose"), person, server),
    st.tuples(st.just("settle"))), max_size=30)


async def play(world, plan):
    """Do all of it, without waiting in between unless a step says so."""
    doing = []

    def begin(coroutine):
        async def quietly():
            with contextlib.suppress(RefusedError, asyncio.CancelledError):
                await coroutine
        doing.append(asyncio.ensure_future(quietly()))
    for step in plan:
        match step:
            case "seek", who, where, (rules, clocks, colour):
                message = msgspec.convert({
                    "t": "seek", "id": f"a key of length {len(world.opened):04}", "rules": rules,
                    "clocks": clocks, "colour": colour}, SeekMessage)
                world.opened.append((who, where, message))
                begin(world.servers[where].lobby.seek(world.visitor(who, where), message))
            case "take", who, where, which if world.opened:
                sought = world.opened[which % len(world.opened)][2]
                message = Take(id=f"a key to take it {len(doing):04}",
                               seek=TOKENS.seek_of(sought.id))
                begin(world.servers[where].lobby.take(world.visitor(who, where), message))
            case "again", which, where if world.opened:
                who, _, message = world.opened[which % len(world.opened)]
                begin(world.servers[where].lobby.seek(world.visitor(who, where), message))
            case "withdraw", which if world.opened:
                who, where, message = world.opened[which % len(world.opened)]
                world.servers[where].lobby.withdraw(world.visitor(who, where), message.id)
            case "lose", who, where:
                world.servers[where].lobby.gone(world.visitor(who, where))
            case ("settle",):
                await world.settle()
        await asyncio.sleep(0)
    await world.settle()
    await asyncio.gather(*doing)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps, st.lists(st.sampled_from([None, None, "before", "after", "killed", "unread"]),
                       max_size=6), st.lists(st.booleans(), max_size=10))
def test_no_seek_leads_to_two_games_whatever_happens(plan, faults, losses):
    async def test():
        world = World(faults, losses)
        with mock.patch.multiple(lobby_module, RETRY_SECONDS=0.0, GRACE_SECONDS=3600.0):
            await play(world, plan)
        for seeks in world.database.games.values():
            white, black = seeks["white"], seeks["black"]
            assert white.who != black.who and white.rules == black.rules
            assert white.colour in (None, "white") and black.colour in (None, "black")
        in_games = [seek.id for seeks in world.database.games.values()
                    for seek in seeks.values()]
        assert len(in_games) == len(set(in_games))
        for key, told in world.told.items():        # and nobody was told another one
            row = world.database.rows[TOKENS.seek_of(key)]
            assert told == {(row.game, row.colour)}
        # Whoever asks again is told the game that came of his seek.
        world.database.faults.clear()
        for who, where, message in world.opened:
            row = world.database.rows.get(TOKENS.seek_of(message.id))
            if row is not None:
                try:
                    await world.servers[where].lobby.seek(world.visitor(who, where), message)
                except RefusedError as refused:
                    assert refused.why == "many-seeks"
                await world.servers[where].lobby._learn(list(world.servers[where].lobby._waiting))
                await world.settle()
                assert world.told[message.id] == {(row.game, row.colour)}
        await world.settle()
        for one in world.servers:           # nothing is left hanging
            assert not one.lobby._engaged and not len(one.lobby._tasks)
            waiting = list(one.lobby._waiting.values())
            assert not any(found.takes or found.withdrawn for found in waiting)
            for first, second in itertools.combinations(waiting, 2):
                assert not (first.is_open() and second.is_open()
                            and first.seek.fits(second.seek))
    run(test())


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(person, terms), min_size=1, max_size=12))
def test_each_new_seek_is_paired_with_the_oldest_that_fits(wanted):
    async def test():
        world = World((), ())
        (one, _), opened = world.servers, []
        for place, (who, (rules, clocks, colour)) in enumerate(wanted):
            message = client_decoder.decode(msgspec.json.encode({
                "t": "seek", "id": f"a key of length {place:04}", "rules": rules,
                "clocks": clocks, "colour": colour}))
            before = dict(one.lobby._waiting)
            await one.lobby.seek(world.visitor(who, 0), message)
            await world.settle()
            id = TOKENS.seek_of(message.id)
            mine = one.lobby._waiting.get(id)
            opened.append(message)
            if mine is not None:            # nobody fits
                assert not any(other.seek.fits(mine.seek) for other in before.values())
                continue
            row = world.database.rows[id]
            pair = world.database.games[row.game].values()
            seek, = (seek for seek in pair if seek.id == id)
            other, = (seek for seek in pair if seek.id != id)
            assert other.age == min(found.seek.age for found in before.values()
                                    if found.seek.fits(seek))
    run(test())


@pytest.mark.parametrize("fault", ["before", "after", "killed"])
async def test_a_server_that_ends_at_any_step_leaves_one_game_or_none(fault):
    world = World([fault], ())
    first, message = world.servers[0], SeekMessage(
        id="the key of the first one", rules="contra", clocks=[None])
    other = SeekMessage(id="the key of the other one", rules="contra", clocks=[None])
    with mock.patch.object(lobby_module, "RETRY_SECONDS", 3600.0):
        await first.lobby.seek(world.visitor(0, 0), message)
        await first.lobby.seek(world.visitor(1, 0), other)
        await world.settle()
    written = len(world.database.games)
    assert written == (fault != "before") and not world.told        # nobody was told
    # Another server takes its place; the second one to seek comes back first, and a third one
    # seeks as well.
    again = Server(world.database, "c", world)
    world.servers = [again]
    again.now = world.tick
    third = SeekMessage(id="the key of the third one", rules="contra", clocks=[None])
    for who, one in ((1, other), (2, third), (0, message)):
        await again.lobby.seek(world.visitor(who, 0), one)
        await world.settle()
    games = {key: {game for game, _ in told} for key, told in world.told.items()}
    assert all(len(told) == 1 for told in games.values())
    if written:
        assert games[message.id] == games[other.id] and third.id not in games
    else:
        assert games[third.id] == games[other.id] and message.id not in games
    assert len(world.database.games) == 1
