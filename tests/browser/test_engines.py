"""The client of engines over workers (browser/engines.py), which here live in the same loop."""
import asyncio
import contextlib

import pytest

from eckstein import Board
from eckstein.base import threads
from eckstein.browser.engine import begin
from eckstein.browser.engines import launcher
from eckstein.engine.limits import Limits
from eckstein.engine.messages import EngineError, Played

BOARD = Board("contra")
SETTINGS = {"Hash": 1}


class Worker:
    """A worker with our own engine; see web/worker/thinking.ts and engines.ts."""

    def __init__(self, heard, ended):
        self.told, self._ended = [], ended
        self._engine = begin(heard)
        self._task = None

    def send(self, line):
        self.told.append(line)
        if line == "quit":
            self.kill()
        elif self._ended:
            self._engine.obey(line)
            self._task = self._task or asyncio.get_running_loop().create_task(self._go())

    async def _go(self):
        while self._engine.step():
            await asyncio.sleep(0)
        self._task = None

    def kill(self, why=""):
        if self._ended:
            ended, self._ended = self._ended, None
            if self._task:
                self._task.cancel()
            ended(why)


class Workers:
    def __init__(self):
        self.all = []

    def start(self, heard, ended):
        self.all.append(Worker(heard, ended))
        return self.all[-1]


@pytest.fixture
def workers(monkeypatch):
    monkeypatch.setattr(threads, "has_threads", lambda: False)
    monkeypatch.setattr("eckstein.engine.protocol.has_threads", lambda: False)
    return Workers()


def engine(workers):
    return launcher(workers)("contra", BOARD.options, SETTINGS)


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 60))


def test_a_move_comes_from_a_worker(workers):
    async def played():
        async with await engine(workers) as one:
            return await one.play(BOARD, Limits(depth=3))
    assert run(played()).move in BOARD.legal_moves
    assert workers.all[0].told[-1] == "quit"


def test_leaving_a_search_stops_it_and_the_worker_lives_on(workers):
    async def left():
        async with await engine(workers) as one:
            async with contextlib.aclosing(one.stream(BOARD, Limits(infinite=True))) as stream:
                async for told in stream:
                    if told.depth == 4:
                        break
            return await one.play(BOARD, Limits(depth=2)), one.restarts
    played, restarts = run(left())
    assert (played.info.depth, restarts, len(workers.all)) == (2, 0, 1)


def test_an_engine_that_was_ended_is_replaced_by_another_worker(workers):
    async def ended():
        async with await engine(workers) as one:
            workers.all[0].kill("it did not stop within 80 ms")
            return await one.play(BOARD, Limits(depth=2))
    assert isinstance(run(ended()), Played)
    assert len(workers.all) == 2


def test_why_a_worker_ended_is_told(workers, monkeypatch):
    def failing(heard, ended):
        worker = Worker(heard, ended)
        worker.kill("no memory")
        return worker
    monkeypatch.setattr(workers, "start", failing)
    with pytest.raises(EngineError, match="has stopped: no memory"):
        run(engine(workers))
