"""The pool of engines: they are started ahead, shared, and ended."""
import asyncio

import pytest

from eckstein.engine.messages import EngineError
from eckstein.server.work.engines import Engines

from .helpers import FakeEngine

ME = "strangers", "me", ""
LEVELS = [{"Level": level} for level in range(1, 6)]


class Starter:
    """Starts engines when it is let."""

    def __init__(self, error=None):
        self.started, self.cancelled, self.engines = [], 0, []
        self.gate, self.error = asyncio.Event(), error

    async def __call__(self, game, options, settings):
        self.started.append(settings["Level"])
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.error:
            raise self.error
        self.engines.append(FakeEngine(game, options, settings))
        return self.engines[-1]


async def turns(count=10):
    """Let the others go on."""
    for _ in range(count):
        await asyncio.sleep(0)


async def take(engines, settings):
    async with engines.borrow("contra", {}, settings, ME, 1.0) as engine:
        return engine


@pytest.mark.parametrize("most", [1, 2])
async def test_who_wants_an_engine_that_is_started_already_waits_for_it(most):
    starter = Starter()
    engines = Engines(most, starter)
    for _ in range(3):
        engines.prepare("contra", {}, LEVELS[0], ME)
    taking = asyncio.create_task(take(engines, LEVELS[0]))
    await turns()
    starter.gate.set()
    assert await taking is starter.engines[0]
    engines.prepare("contra", {}, LEVELS[0], ME)
    await turns()
    assert starter.started == [1] and engines.is_idle("contra", {}, LEVELS[0])
    await engines.close()
    assert starter.engines[0].closed


async def test_one_place_is_left_for_those_who_want_an_engine_now():
    starter = Starter()
    engines = Engines(3, starter)
    for settings in LEVELS[:4]:
        engines.prepare("contra", {}, settings, ME)
    await turns()
    assert starter.started == [1, 2]
    taking = asyncio.create_task(take(engines, LEVELS[4]))
    await turns()
    assert starter.started == [1, 2, 5]
    starter.gate.set()
    await taking
    await engines.close()


async def test_an_engine_that_does_not_start_ahead_is_started_again():
    starter = Starter(EngineError("it has stopped"))
    starter.gate.set()
    engines = Engines(2, starter)
    engines.prepare("contra", {}, LEVELS[0], ME)
    await turns()
    starter.error = None
    assert await take(engines, LEVELS[0]) is starter.engines[0]
    assert starter.started == [1, 1]
    await engines.close()


async def test_engines_that_start_are_ended_with_the_rest():
    starter = Starter()
    engines = Engines(2, starter)
    engines.prepare("contra", {}, LEVELS[0], ME)
    taking = asyncio.create_task(take(engines, LEVELS[1]))
    await turns()
    taking.cancel()
    await asyncio.gather(taking, return_exceptions=True)
    await engines.close()
    assert starter.started == [1, 2] and starter.cancelled == 2
    engines.prepare("contra", {}, LEVELS[2], ME)
    await turns()
    assert starter.started == [1, 2]


async def test_whoever_goes_on_has_the_engine_that_he_had():
    starter = Starter()
    starter.gate.set()
    engines = Engines(2, starter)
    async with engines.borrow("contra", {}, LEVELS[0], ME, 1.0) as first, \
            engines.borrow("contra", {}, LEVELS[0], ME, 1.0) as second:
        assert first is not second
    for again in (first, second, first):
        async with engines.borrow("contra", {}, LEVELS[0], ME, 1.0, again) as had:
            assert had is again


async def test_engines_are_lent_by_turns():
    starter, lent = Starter(), []
    starter.gate.set()
    engines = Engines(1, starter)

    async def think(payer, game, cost):
        async with engines.borrow("contra", {}, LEVELS[0], (payer, game), cost):
            await turns()
            lent.append(payer)
    await asyncio.gather(*(think(*one) for one in (
        [("stranger", str(number), 1.0) for number in range(5)] + [("honest", "mine", 0.1)])))
    assert lent == ["stranger", "honest", *["stranger"] * 4]
    await engines.close()


async def test_who_waits_for_an_engine_while_all_are_closed_starts_none():
    starter = Starter()
    starter.gate.set()
    engines, go_on = Engines(1, starter), asyncio.Event()

    async def hold():
        async with engines.borrow("contra", {}, LEVELS[0], ME, 1.0):
            await go_on.wait()
    holding = asyncio.create_task(hold())
    await turns()
    waiting = asyncio.create_task(take(engines, LEVELS[1]))
    await turns()
    await engines.close()
    go_on.set()
    await holding
    with pytest.raises(EngineError, match="closed"):
        await waiting
    with pytest.raises(EngineError, match="closed"):
        await take(engines, LEVELS[1])
    assert starter.started == [1] and starter.engines[0].closed


async def test_an_engine_that_has_started_too_late_is_ended():
    """Its borrower goes in the same moment as all engines are closed."""
    for pause in range(4):
        starter = Starter()
        engines = Engines(1, starter)
        taking = asyncio.create_task(take(engines, LEVELS[0]))
        await turns()
        starter.gate.set()
        await turns(pause)
        taking.cancel()
        await engines.close()
        await turns()
        assert all(engine.closed for engine in starter.engines)
