"""Heads and bodies that do not end, or that never come."""
import asyncio

import pytest
from bench.attacks import (
    Player,
    Stranger,
    endless_body,
    endless_head,
    endless_url,
    extended_chunks,
    short_body,
    silence,
)

from eckstein.server.ops.allowances import CAPS
from eckstein.server.serving import protocols
from eckstein.server.serving.protocols import BODY_RAW_BYTES, HEAD_BYTES, LINGER_BYTES

from ..server.helpers import figures, serving

pytestmark = pytest.mark.long

SYSTEM_BYTES = 8 * 1024 * 1024      # that the system takes before a server has read anything


@pytest.fixture
def soon(monkeypatch):
    """Nobody waits long for what does not come."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "LINGER_SECONDS"):
        monkeypatch.setattr(protocols, name, 0.2)


async def test_what_does_not_end_is_refused(tmp_path):
    async with serving(tmp_path) as server:
        attacks = {endless_url: (414, HEAD_BYTES), endless_head: (431, HEAD_BYTES),
                   endless_body: (413, BODY_RAW_BYTES), extended_chunks: (413, BODY_RAW_BYTES)}
        *strangers, _ = await asyncio.gather(*(attack(server.port) for attack in attacks),
                                             Player(server.port).play(1))
        for stranger, (status, most) in zip(strangers, attacks.values(), strict=True):
            # What was sent before the answer came is not kept.
            assert stranger.sent < most + LINGER_BYTES + SYSTEM_BYTES
            assert stranger.heard.startswith(b"HTTP/1.1 %d " % status)
            assert b'"reason":' in stranger.heard
            assert f'eckstein_limits_hit_total{{kind="status-{status}"}}' in figures(server)


TOO_LARGE = [
    (b"GET /%b HTTP/1.1\r\nHost: x\r\n\r\n" % (b"a" * 9000), b"", 414),
    (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: %b\r\n\r\n" % (b"a" * 17000), b"", 431),
    (b"GET / HTTP/1.1\r\nHost: x\r\n%b\r\n" % (b"X-Many: many\r\n" * 1300), b"", 431),
    (b"POST /api/v1/read HTTP/1.1\r\nHost: x\r\nContent-Length: 1200000\r\n\r\n", b" " * 1200000,
     413),
    (b"POST /api/v1/read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
     b"1\r\n \r\n" * 5000, 413),
    (b"nonsense\r\n\r\n", b"", 400),
    # Just small enough.
    (b"GET /%b HTTP/1.1\r\nHost: x\r\nX-Long: %b\r\nConnection: close\r\n\r\n"
     % (b"a" * 8000, b"a" * 8000), b"", 404)]


async def test_a_request_that_is_too_large_is_told_so(tmp_path):
    async with serving(tmp_path) as server:
        for head, body, status in TOO_LARGE:
            async with Stranger.connected(server.port) as stranger:
                listening = asyncio.create_task(stranger.hear_all())
                await stranger.send(head + body)
                assert (await listening).startswith(b"HTTP/1.1 %d " % status), head[:99]


INCOMPLETE = [
    b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-",
    b"POST /api/v1/read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: 9\r\n\r\n1",
    b"POST /api/v1/read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n1\r\n \r\n",
    b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1",     # answered before
    b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\nGET "]


async def test_what_never_comes_is_not_waited_for(tmp_path, soon):
    async with serving(tmp_path) as server:
        async def wait(sent):
            async with Stranger.connected(server.port) as stranger:
                await stranger.send(sent)
                return await stranger.hear_all()

        async def drip():
            """One byte after the other is no way to stay."""
            async with Stranger.connected(server.port) as stranger:
                await stranger.send(b"GET / HTTP/1.1\r\nHost: x\r\n")
                while await stranger.send(b"X"):
                    await asyncio.sleep(0.05)
        *heard, _, _ = await asyncio.gather(*map(wait, INCOMPLETE), drip(),
                                            Player(server.port).play(1))
        assert [answer[9:12] for answer in heard] == [b""] * 5 + [b"200"] * 2
        for kind in ("slow-head", "slow-body"):
            assert kind in figures(server)


async def test_connections_of_one_address_do_not_fill_the_house(tmp_path, soon):
    async with serving(tmp_path, connections=2) as server:
        strangers = [asyncio.create_task(attack(server.port))
                     for attack in (silence, short_body) * 30]
        await Player(server.port).play(1)
        await asyncio.gather(*strangers, return_exceptions=True)
        hits = next(line for line in figures(server).splitlines()
                    if 'hit_total{kind="connections"}' in line)
        assert float(hits.split()[1]) == 60 - (2 + CAPS["connections-beside"].most)
        await Player(server.port, "127.0.0.1").play(1)


async def test_a_request_that_was_refused_ends_its_connection(tmp_path):
    """Or a thousand of them might come at once."""
    async with serving(tmp_path, requests=0.001, burst=3) as server, \
            Stranger.connected(server.port) as stranger:
        listening = asyncio.create_task(stranger.hear_all())
        await stranger.send(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 1000)
        heard = await listening
        assert heard.count(b"HTTP/1.1 200 ") == 2 and heard.count(b"HTTP/1.1 429 ") == 1


async def test_a_client_that_does_not_read_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(protocols, "WRITE_SECONDS", 0.2)
    async with serving(tmp_path) as server, Stranger.connected(server.port) as stranger:
        for _ in range(500):
            if not await stranger.send(
                    b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"):
                break
        await Player(server.port).play(1)
        while 'kind="slow-read"' not in figures(server):
            await asyncio.sleep(0.05)
