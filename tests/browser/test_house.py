"""The server as it is put together in a browser."""
import asyncio

import pytest

from eckstein import Board
from eckstein.browser import house
from eckstein.engine.messages import EngineError
from eckstein.server.settings import Settings
from eckstein.server.work.analyses import analyse
from eckstein.server.work.engines import Engines
from eckstein.wire.positions import PositionRef
from eckstein.wire.socket import Analyse

from .test_store import FakeDatabase


class FakePage:
    """Who asks, and hears nothing but that a socket is open."""

    def __init__(self):
        self.open = asyncio.Event()

    def opened(self, socket):
        self.open.set()

    def answer(self, *told):
        """Nothing is asked."""

    text = closed = kept = answer


def test_an_analysis_in_a_browser_has_a_small_table():
    async def test():
        wanted = asyncio.get_running_loop().create_future()

        async def start(game, options, settings):
            wanted.set_result((game, settings))
            raise EngineError("there is none")

        page = FakePage()
        carrier = await house.start(page, FakeDatabase(), start)
        carrier.open(1)
        await page.open.wait()
        carrier.send(1, '{"t": "analyse", "id": 1, "of": {"game": "duell"}, "lines": 1, '
                        '"seconds": 1}')
        async with asyncio.timeout(60):
            assert await wanted == ("duell", {"Hash": 16, "Threads": 2})
        await carrier.end()
    asyncio.run(test())


@pytest.mark.parametrize(("settings", "megabytes", "threads"), [
    (Settings(""), 64, 1), (house.SETTINGS, 16, 2)])
def test_an_analysis_has_the_table_and_threads_that_its_server_gives(settings, megabytes, threads):
    async def test():
        wanted = []

        async def start(game, options, given):
            wanted.append(given)
            raise EngineError("there is none")

        engines = Engines(settings.engines, start, settings.table, settings.threads)
        with pytest.raises(EngineError):
            asked = Analyse(1, PositionRef("contra"), seconds=1.0)
            async for _ in analyse(engines, Board("contra"), asked, ""):
                pass
        assert wanted == [{"Hash": megabytes, "Threads": threads}]
    asyncio.run(test())
