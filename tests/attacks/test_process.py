"""A server under attack, in a process of its own: it serves others, keeps small, and stops."""
import asyncio
import contextlib
import json
import sys
from pathlib import Path

import pytest
from bench.attacks import (
    ATTACKS,
    Player,
    Stranger,
    attacked,
    endless_head,
    fragments,
    memory,
    nonsense,
    pings,
    pongs,
    server,
    short_body,
    silence,
)

pytestmark = [pytest.mark.long, pytest.mark.skipif(
    sys.platform != "linux", reason="needs addresses of the loopback")]
MOST_MEGABYTES = 200                # more than before; each attack took several hundred, or all


async def silent(port, address, gone):
    """A connection that says nothing, until it is closed or all are to go."""
    with contextlib.suppress(OSError):
        async with Stranger.connected(port, address) as stranger:
            hearing = asyncio.create_task(stranger.hear_all())
            going = asyncio.create_task(gone.wait())
            await asyncio.wait([hearing, going], return_when=asyncio.FIRST_COMPLETED)
            hearing.cancel()
            going.cancel()


def kinds(log):
    """Of which limits a log tells."""
    return {line["kind"] for line in map(json.loads, log.read_text().splitlines())
            if line["event"] == "limit"}


async def shut_out(port, log, kind):
    """Silent connections until a limit is met; when they are gone, others are let in."""
    gone = asyncio.Event()
    strangers = [asyncio.create_task(silent(port, f"127.{number % 4}.1.1", gone))
                 for number in range(230)]
    while kind not in kinds(log):
        await asyncio.sleep(0.1)
    gone.set()
    await asyncio.gather(*strangers)
    while True:
        with contextlib.suppress(OSError, ValueError):      # as long as they are not all gone
            return await Player(port, "127.9.1.1").play(1)
        await asyncio.sleep(0.1)


async def stopped_under_attack(port, process):
    """All attacks at once; somebody plays, and the server is told to stop."""
    async def does_not_read():
        async with Stranger.connected(port) as stranger:
            await stranger._send_on(
                b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
            await asyncio.Event().wait()
    strangers = [asyncio.create_task(attack) for attack in (
        silence(port), endless_head(port), short_body(port), short_body(port, 9),
        pings(port), pongs(port), nonsense(port), fragments(port), does_not_read())]
    await Player(port).play(1)
    process.terminate()
    await asyncio.to_thread(process.wait, 60)
    for stranger in strangers:
        stranger.cancel()
    await asyncio.gather(*strangers, return_exceptions=True)


@pytest.mark.parametrize(("options", "kind"), [
    ((), "all-connections"),
    (("--all-connections", "9999"), "files")])
async def test_the_door_is_not_shut_for_good_and_the_server_stops_when_told(
        tmp_path, options, kind):
    log = tmp_path / "log"
    with log.open("w") as written, server(tmp_path, "--log-json", *options, files=(80, 200),
                                          log=written) as (port, process):
        limits = Path(f"/proc/{process.pid}/limits").read_text()
        assert next(line for line in limits.splitlines()
                    if line.startswith("Max open files")).split()[3:5] == ["200", "200"]
        await shut_out(port, log, kind)
        await stopped_under_attack(port, process)
    assert process.returncode == 130


@pytest.mark.long
@pytest.mark.parametrize("name", ATTACKS)
async def test_an_attack_of_full_size(tmp_path, name):
    with server(tmp_path) as (port, process):
        player = Player(port)
        await player.play(1)
        before = memory(process.pid)
        with attacked(name, port):
            for _ in range(10):
                await player.play(1, 0.05)
                assert memory(process.pid) - before < MOST_MEGABYTES
            process.terminate()
            await asyncio.to_thread(process.wait, 60)
    assert process.returncode == 130
