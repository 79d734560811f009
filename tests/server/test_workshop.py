"""Processes that make views, where one of them dies."""
import asyncio
import os

import pytest

from eckstein.server.machine.workshop import Workshop
from eckstein.server.work.contract import OverloadedError

from .helpers import run


def die():
    os._exit(1)


@pytest.fixture
def workshop():
    made = Workshop()
    yield made
    made.close()


def test_a_call_that_kills_its_process_takes_no_other_along(workshop):
    async def test():
        calls = [workshop.do(die), *(workshop.do(abs, -number) for number in range(4)),
                 workshop.do(die)]
        first, *others, last = await asyncio.gather(*calls, return_exceptions=True)
        assert others == [0, 1, 2, 3]
        assert [type(one) for one in (first, last)] == [OverloadedError] * 2
        assert await workshop.do(abs, -5) == 5
        assert workshop._waiting == 0
    run(test())


def test_a_process_that_dies_between_two_calls_is_not_noticed(workshop):
    async def test():
        assert await workshop.do(abs, -1) == 1
        for process in list(workshop._pool.executor._processes.values()):
            process.kill()
            process.join()
        assert await workshop.do(abs, -2) == 2
        with pytest.raises(ValueError, match="is not in list"):
            await workshop.do([].index, 3)
    run(test())
