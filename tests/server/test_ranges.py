"""Whom a seek is paired with by ratings: near ones first, others when both have waited."""
import itertools

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein.server.game.rulings import RefusedError
from eckstein.server.hub.subscriber import Subscriber
from eckstein.server.parts.ratings.events import PointsOf
from eckstein.server.store import ranges
from eckstein.server.store.lobbies import Seek
from eckstein.server.store.ranges import WIDENING, wait_for
from eckstein.wire.http_games import NewClock
from eckstein.wire.socket import PairedMessage, SeekingMessage, SeekMessage, Take

from .helpers import at_a_page
from .lobbies import TOKENS, World

BLITZ, RAPID = NewClock("fischer", 300, 3), NewClock("fischer", 900, 5)
points = st.integers(800, 2400)
among = st.none() | st.tuples(points, points).map(lambda pair: tuple(sorted(pair)))


@st.composite
def seeks(draw, name="a"):
    clocks = draw(st.sampled_from([(BLITZ,), (RAPID, BLITZ), (BLITZ, None), (None,)]))
    known = draw(st.booleans())
    rated = tuple(None if clock is None else draw(points) for clock in clocks) if known else ()
    return Seek(name, f"account:{name}", name, "contra", {}, clocks, None,
                draw(st.integers(0, 90_000)), ratings=rated,
                among=draw(among) if known and None not in clocks else None)


# After how many seconds somebody meets one who is so many points away.
WAITS = [(0, 0), (100, 0), (101, 10), (200, 10), (201, 20), (350, 20), (351, 40), (600, 40),
         (601, 60), (5000, 60)]


@pytest.mark.parametrize(("away", "seconds"), WAITS)
def test_a_range_widens_as_the_pages_promise(away, seconds):
    assert wait_for(away) == 1000 * seconds
    assert ranges.meets(1500, None, 7, 1500 + away) == 7 + 1000 * seconds
    assert ranges.meets(1500, None, 7, 1500 - away) == 7 + 1000 * seconds


@pytest.mark.parametrize(("rating", "among", "other", "when"), [
    (None, None, 1500, 7), (1500, None, None, 7), (None, None, None, 7),
    (1500, (1400, 1600), 1400, 7), (1500, (1400, 1600), 1600, 7), (1500, (1400, 1600), 1399, None),
    (1500, (1400, 1600), 1601, None), (1500, (1400, 1600), None, None),
    (None, (1400, 1600), 1500, 7), (900, (1400, 1600), 1500, 7)])
def test_whom_a_set_range_or_none_lets_one_meet(rating, among, other, when):
    assert ranges.meets(rating, among, 7, other) == when


SEEK = Seek("a", "account:a", "A", "contra", {"size": "5"}, (BLITZ, RAPID), "white", 1000)
OTHER = Seek("b", "account:b", "B", "contra", {"size": "5"}, (RAPID,), "black", 4000)


@pytest.mark.parametrize(("change", "moment"), [
    ({}, 4000), ({"who": "account:a"}, None), ({"rules": "pur"}, None), ({"rated": True}, None),
    ({"colour": "white"}, None), ({"colour": None}, 4000), ({"options": {}}, None),
    ({"options": {"size": "4"}}, None), ({"options": {"size": "5", "no_progress": 60}}, None),
    ({"clocks": (BLITZ, None)}, 4000), ({"clocks": (None,)}, None), ({"since": 500}, 1000)])
def test_each_wish_of_a_seek_is_compared(change, moment):
    other = msgspec.structs.replace(OTHER, **change)
    assert SEEK.fits_from(other) == other.fits_from(SEEK) == moment


@given(points, points)
def test_a_range_only_widens_and_then_holds_everybody(one, other):
    near, far = sorted((one, other))
    assert 0 <= wait_for(near) <= wait_for(far) <= wait_for(10_000) == 1000 * WIDENING[-1][0]
    assert wait_for(WIDENING[0][1]) == 0
    assert [seconds for seconds, _ in WIDENING] == sorted({seconds for seconds, _ in WIDENING})


@settings(max_examples=300)
@given(seeks("a"), seeks("b"))
def test_who_fits_does_so_both_ways_from_one_moment_on(one, other):
    moment = one.fits_from(other)
    assert moment == other.fits_from(one) and one.fits(other) == (moment is not None)
    if moment is None:
        return
    assert moment >= max(one.since, other.since)
    clock = one.clock_with(other, moment)
    assert clock in other.clocks
    for seek, rival in ((one, other), (other, one)):
        mine, theirs = ((each.ratings or (None,) * 2)[each.clocks.index(clock)]
                        for each in (seek, rival))
        if seek.among is not None:
            assert seek.among[0] <= theirs <= seek.among[1]
        elif mine is not None and theirs is not None:
            most = [most for seconds, most in WIDENING
                    if moment - seek.since >= 1000 * seconds][-1]
            assert most is None or abs(mine - theirs) <= most


def message(number, clocks, among):
    return SeekMessage(id=f"a key of length {number:04}", rules="contra", clocks=clocks,
                       among=among)


def visitor(who, answer=lambda text: None):
    found = Subscriber(at_a_page, who, payer="payer")
    found.outbox.answer = answer
    return found


def lobby_with(world, points):
    """A lobby in which accounts have these points in blitz."""
    async def points_of(asked):
        return {"blitz": points[asked.account]}
    world.servers[0].hub.answer(PointsOf, points_of)
    return world.servers[0].lobby


def pairs(waiting):
    """All two that may play each other at some time, with that time."""
    for one, other in itertools.combinations([one for one in waiting if one.is_open()], 2):
        if (moment := one.seek.fits_from(other.seek)) is not None:
            yield moment, one, other


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(points, among, st.integers(0, 20_000)), min_size=2, max_size=9))
async def test_whoever_waits_longest_is_paired_first_with_whom_he_fits(wanted):
    world, rating, time = World((), ()), {}, 0
    lobby = lobby_with(world, rating)
    world.servers[0].now = lambda: time

    def check_pairing(seek, before):
        """Of those who fit now, a seek has got the oldest."""
        if row := world.database.rows.get(seek.id):
            other, = (each for each in world.database.games[row.game].values()
                      if each.id != seek.id)
            assert other.age == min(each.age for each in before if (
                moment := each.fits_from(seek)) is not None and moment <= time)

    async def pass_to(later):
        """Let time pass; whoever has a timer looks for an opponent when it is due."""
        nonlocal time
        while due := [found for found in pairs(lobby._waiting.values()) if found[0] <= later]:
            time = max(time, min(moment for moment, _, _ in due))
            _, one, other = min(due, key=lambda found: found[0])
            assert one.widens or other.widens       # somebody looks at this moment
            looks = one if one.widens else other
            before = [each.seek for each in lobby._waiting.values()]
            lobby._pair_again(looks)
            await world.settle()
            check_pairing(looks.seek, before)
            assert looks.seek.id in world.database.rows
        time = later

    for number, (mine, among, pause) in enumerate(wanted):
        await pass_to(time + pause)
        rating[str(number)] = mine
        before = [each.seek for each in lobby._waiting.values()]
        sent = message(number, [BLITZ], among)
        await lobby.seek(visitor(f"account:{number}"), sent)
        await world.settle()
        id = TOKENS.seek_of(sent.id)
        for seek in [seek for game in world.database.games.values()
                     for seek in game.values() if seek.id == id]:
            check_pairing(seek, before)
        assert all(moment > time for moment, _, _ in pairs(lobby._waiting.values()))
    await pass_to(time + 60_000)
    assert not list(pairs(lobby._waiting.values()))
    assert sum(one.seek.among is None for one in lobby._waiting.values()) <= 1


@pytest.mark.parametrize(("who", "clocks", "wanted", "why"), [
    ("guest:g", [BLITZ], (1400, 1600), "signed-out"), ("account:a", [None], (1400, 1600), "bad"),
    ("account:a", [BLITZ], (1600, 1400), "bad")])
async def test_a_range_that_cannot_be_is_refused(who, clocks, wanted, why):
    lobby = lobby_with(World((), ()), {"a": 1500})
    with pytest.raises(RefusedError) as refused:
        await lobby.seek(visitor(who), message(1, clocks, wanted))
    assert refused.value.why == why and not len(lobby)


async def test_a_seek_for_certain_ratings_is_not_taken_by_others():
    lobby, told = lobby_with(World((), ()), {"a": 1500.2, "b": 1700.0, "c": 1650}), []
    anna = visitor("account:a", told.append)
    await lobby.seek(anna, message(1, [BLITZ], (1600, 1650)))
    seeking = msgspec.json.decode(told[0], type=SeekingMessage)
    assert seeking.widening == []
    shown, = lobby._all_shown()
    assert (shown.rating, shown.among) == (1500, (1600, 1650))
    for who in ("account:b", "guest:g"):
        with pytest.raises(RefusedError, match="rated from 1600 to 1650"):
            await lobby.take(visitor(who), Take(id="the key of a taker", seek=seeking.seek))
    await lobby.take(visitor("account:c"), Take(id="the key of a taker", seek=seeking.seek))
    assert msgspec.json.decode(told[1], type=PairedMessage).colour
    await lobby.seek(anna, message(2, [BLITZ, None], None))
    assert msgspec.json.decode(told[2], type=SeekingMessage).widening == list(WIDENING)
