"""Slow work: it holds up nothing else, ends in time, and ends when nobody waits for it."""
import asyncio
import colorsys
import contextlib
import functools
import multiprocessing
import os
import signal
import sys
import time
from importlib.util import find_spec

import pytest

from eckstein.base.processes import NICE
from eckstein.server.ops.allowances import CAPS
from eckstein.server.serving import processes
from eckstein.server.serving.processes import Processes
from eckstein.server.work import pictures
from eckstein.server.work.contract import OverloadedError, TooSlowError

from .helpers import as_json, serving
from .slow_work import LONG, die, die_once, draw_for_ever, note_and_sleep

ME = "strangers", "me", ""


async def number_in(path):
    """The process that works, as soon as it does."""
    while not os.path.exists(f"{path}.begun"):
        await asyncio.sleep(0.01)
    with open(f"{path}.begun") as file:
        return int(file.read())


async def ended(number):
    """Wait until a process is gone."""
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.kill(number, 0)
            await asyncio.sleep(0.01)


@pytest.fixture(autouse=True)
def expire(monkeypatch):
    """Lets the time of the last piece of work be over; by itself it never is."""
    made = []

    def timeout(seconds):
        made.append(asyncio.timeout(None))
        return made[-1]
    monkeypatch.setattr(processes, "timeout", timeout)
    return lambda: made[-1].reschedule(asyncio.get_running_loop().time())


async def test_what_takes_too_long_is_killed(tmp_path, expire):
    workers = Processes()
    assert await workers.do(ME, LONG, os.path.basename, "a/b") == "b"
    doing = asyncio.create_task(workers.do(ME, LONG, note_and_sleep, str(tmp_path / "x")))
    number = await number_in(tmp_path / "x")
    expire()
    with pytest.raises(TooSlowError, match="longer than 1000 seconds"):
        await doing
    await ended(number)
    assert await workers.do(ME, LONG, os.path.basename, "a/c") == "c"


async def test_a_call_that_kills_its_process_takes_no_other_along():
    workers = Processes()
    calls = [workers.do(ME, None, die),
             *(workers.do(ME, None, abs, -number) for number in range(4))]
    first, *others = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(first, OverloadedError) and others == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="is not in list"):
        await workers.do(ME, None, [].index, 3)
    workers.close()


async def test_a_process_that_dies_at_work_is_not_noticed(tmp_path):
    workers = Processes()
    assert await workers.do(ME, LONG, die_once, str(tmp_path / "once")) == "done"
    workers.close()


async def test_what_nobody_waits_for_is_killed(tmp_path):
    workers = Processes()
    doing = asyncio.create_task(workers.do(ME, LONG, note_and_sleep, str(tmp_path / "x")))
    number = await number_in(tmp_path / "x")
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)
    await ended(number)
    assert await workers.do(ME, LONG, os.path.basename, "a/c") == "c"


async def test_whoever_waits_when_nothing_more_is_done_is_told_so(tmp_path):
    workers = Processes()
    asked = [asyncio.create_task(workers.do((*ME, str(number)), LONG, note_and_sleep,
                                            str(tmp_path / str(number))))
             for number in range(CAPS["works-in-all"].most)]
    number = await number_in(tmp_path / "0")
    asked[-1].cancel()                  # he has gone before
    workers.refuse()
    told = await asyncio.gather(*asked, return_exceptions=True)
    assert {type(one) for one in told[:-1]} == {OverloadedError}
    assert isinstance(told[-1], asyncio.CancelledError)
    await ended(number)
    with pytest.raises(OverloadedError):
        await workers.do(ME, LONG, os.getpid)
    workers.close()


async def test_a_process_that_dies_is_replaced():
    workers = Processes()
    with pytest.raises(OverloadedError):
        await workers.do(ME, LONG, die)
    assert await workers.do(ME, LONG, os.path.basename, "a/b") == "b"
    number = await workers.do(ME, LONG, os.getpid)
    os.kill(number, signal.SIGKILL)             # while it does nothing
    await ended(number)
    assert await workers.do(ME, LONG, os.path.basename, "a/c") == "c"
    workers.close()


async def test_when_all_wait_the_heaviest_gives_way(tmp_path):
    workers = Processes(waiting=3)
    asked = [asyncio.create_task(workers.do(("strangers", payer, ""), LONG, note_and_sleep,
                                            str(tmp_path / payer))) for payer in "ab"]
    numbers = [await number_in(tmp_path / payer) for payer in "ab"]
    for payer in ("crowd", "crowd", "crowd", "crowd", "honest"):
        asked.append(asyncio.create_task(workers.do(("strangers", payer, ""), LONG, die)))
    while sum(task.done() for task in asked) < 2:
        await asyncio.sleep(0)
    assert [task.done() for task in asked[2:]] == [False, False, True, True, False]
    assert isinstance(asked[4].exception(), OverloadedError)
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    for number in numbers:
        await ended(number)
    workers.close()


@contextlib.asynccontextmanager
async def drawing(folder, monkeypatch):
    """A server at which somebody waits for a picture that takes for ever."""
    monkeypatch.setattr(pictures, "draw", draw_for_ever)
    monkeypatch.setenv("ECKSTEIN_NOTE", str(folder / "x"))
    async with serving(folder) as server, server.http() as http:
        asking = asyncio.create_task(http.get("/api/v1/picture.gif?game=contra"))
        yield server, http, asking, await number_in(folder / "x")


async def test_a_slow_picture_holds_up_no_text(tmp_path, monkeypatch):
    async with drawing(tmp_path, monkeypatch) as (server, http, asking, number):
        made = await server.create()
        assert (await http.get(f"/api/v1/games/{made['game']}/record")).status_code == 200
        answer = await http.post("/api/v1/read", json={"text": "d1d2", "game": "contra"})
        assert answer.status_code == 200
        assert not asking.done()
        asking.cancel()
        await ended(number)


@as_json
async def test_a_server_that_stops_refuses_the_work_that_waits(tmp_path, monkeypatch, logged):
    monkeypatch.setattr(pictures, "draw", draw_for_ever)
    monkeypatch.setenv("ECKSTEIN_NOTE", str(tmp_path / "x"))
    async with contextlib.AsyncExitStack() as stack:
        async with serving(tmp_path, proxies=["127.0.0.1"]) as server:
            http = await stack.enter_async_context(server.http())
            asked = [asyncio.create_task(http.get(
                "/api/v1/picture.gif?game=contra", headers={"X-Forwarded-For": f"10.0.{number}.1"}))
                for number in range(CAPS["works-in-all"].most)]
            await number_in(tmp_path / "x")
            while len(server.service.pictures._asked) < CAPS["works-in-all"].most:
                await asyncio.sleep(0.01)
        told = await asyncio.gather(*asked)
        assert {one.status_code for one in told} == {503}
    assert [line for line in logged() if line["level"] == "error"] == []


async def test_a_picture_ends_with_its_client(tmp_path, monkeypatch):
    async with drawing(tmp_path, monkeypatch) as (_, http, asking, number):
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await http.aclose()
        await ended(number)


async def test_a_picture_that_takes_too_long_is_refused(tmp_path, monkeypatch, expire):
    async with drawing(tmp_path, monkeypatch) as (_, _, asking, number):
        expire()
        answer = await asking
        assert (answer.status_code, answer.json()["why"]) == (400, "too-slow")
        await ended(number)


@pytest.mark.parametrize("module", ["eckstein", "eckstein.cli"])
async def test_work_is_done_where_python_runs_the_package_as_a_module(monkeypatch, module):
    """A worker process loads the main module of its parent by its path, under another name."""
    path = find_spec(f"{module}.__main__").origin
    monkeypatch.setattr(sys.modules["__main__"], "__file__", path, raising=False)
    assert await Processes().do(ME, 60, abs, -7) == 7


async def test_a_process_that_starts_is_kept_where_nobody_waits_for_it_any_more():
    before, started = set(multiprocessing.active_children()), set[int]()
    workers = Processes()
    for turns in range(40):
        doing = asyncio.create_task(workers.do(ME, LONG, os.getpid))
        for _ in range(turns % 8):
            await asyncio.sleep(0)
        doing.cancel()
        await asyncio.gather(doing, return_exceptions=True)
        started |= {one.pid for one in set(multiprocessing.active_children()) - before}
    number = await workers.do(ME, LONG, os.getpid)
    assert started == {number}
    workers.close()
    await ended(number)


async def test_in_whatever_moment_work_is_cancelled_what_comes_next_is_done():
    workers = Processes()
    for turns in range(4):
        await workers.do(ME, LONG, os.getpid)              # the process is there
        doing = asyncio.create_task(workers.do(ME, LONG, time.sleep, LONG))
        for _ in range(turns):
            await asyncio.sleep(0)
        doing.cancel()
        await asyncio.gather(doing, return_exceptions=True)
    assert await workers.do(ME, LONG, os.path.basename, "a/c") == "c"
    workers.close()


async def test_long_work_leaves_the_processor_to_short_work():
    workers, here = Processes(), os.nice(0)
    assert await workers.do(ME, LONG, os.nice, 0, cost=0.1) == here
    assert await workers.do(ME, LONG, os.nice, 0, cost=LONG) == min(here + NICE, 19)
    workers.close()


async def test_the_time_of_work_begins_when_its_process_has_imported_what_it_needs():
    """The first picture is drawn by a process that has loaded all that draws pictures."""
    worker = processes.Worker()
    await worker.begin(functools.partial(colorsys.rgb_to_hls, 0, 0, 0))
    assert await worker.do(functools.partial(eval, "'colorsys' in __import__('sys').modules"),
                           None, 0.0)
    worker.end(wait=True)
