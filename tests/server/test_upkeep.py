"""What a server does by itself goes on after a fault, and the log tells of the fault."""
import asyncio

from structlog.testing import capture_logs

from eckstein.server import service as module
from eckstein.server.rooms.rooms import Rooms

from .helpers import serving


async def until(happened):
    """Let the loop turn until something has happened."""
    while not happened():
        await asyncio.sleep(0.01)


async def test_a_sweep_that_fails_is_told_and_comes_again(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "SWEEP_SECONDS", 0.01)
    swept = []

    def sweep(rooms):
        swept.append(rooms)
        raise RuntimeError("a fault of the first sweeps")
    monkeypatch.setattr(Rooms, "sweep", sweep)
    with capture_logs() as logs:
        async with serving(tmp_path):
            await until(lambda: len(swept) > 2)
    told = [entry for entry in logs if entry["event"] == "sweep"]
    assert len(told) >= 2
    assert "a fault of the first sweeps" in repr(told[0]["exc_info"])


async def test_a_task_of_the_server_that_ends_in_an_error_is_told(tmp_path, monkeypatch):
    async def tend(rooms):
        raise RuntimeError("a fault at the start")
    monkeypatch.setattr(Rooms, "tend", tend)
    with capture_logs() as logs:
        async with serving(tmp_path):
            await until(lambda: any(entry["event"] == "service" for entry in logs))
    assert "a fault at the start" in repr(logs[0]["exc_info"])


async def test_a_server_that_stops_tells_of_no_fault(tmp_path):
    with capture_logs() as logs:
        async with serving(tmp_path):
            await asyncio.sleep(0)
    assert not [entry for entry in logs if entry["log_level"] == "error"]
