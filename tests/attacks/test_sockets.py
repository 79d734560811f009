"""Floods on sockets: of pings, pongs, parts of messages, and messages that nobody understands."""
import asyncio
import tracemalloc
from unittest import mock

import pytest
from bench.attacks import (
    MOST_BYTES,
    PART,
    PING,
    PONG,
    TEXT,
    Player,
    Stranger,
    close_code,
    frame,
    handshake,
    nonsense,
)

from eckstein.server.ops.limits import payer_at
from eckstein.server.serving import protocols

from ..server.helpers import all_gone, as_json, figures, run, serving

pytestmark = pytest.mark.long

FLOODS = [
    frame(PING, b"x" * 100), frame(PING), frame(PONG),
    frame(TEXT, last=False) + frame(PART, last=False) * 50 + frame(PART),
    frame(TEXT, b'{"t": "ping"' + b" " * 100, last=False) + frame(PART, b"}")]


def test_a_flood_is_paid_for_and_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(protocols, "FLOOD_SECONDS", 0.3)

    async def test():
        async with serving(tmp_path) as server:
            async def flood(frames):
                async with Stranger.connected(server.port) as stranger:
                    assert await stranger.open_socket()
                    await stranger.send_on(frames * 500)
                    return close_code(stranger.heard)
            owed, spend = [], server.service.requests.spend

            def noted(payer, cost=1.0):
                debt = spend(payer, cost)
                if payer == payer_at("127.0.0.1"):
                    owed.append(debt)
                return debt
            monkeypatch.setattr(server.service.requests, "spend", noted)
            before = memory()
            *codes, _ = await asyncio.gather(*map(flood, FLOODS), Player(server.port).play(1))
            assert codes == [1008] * len(FLOODS)
            assert memory() - before < 20e6
            assert max(owed) > 0
            assert 'kind="flood"' in figures(server)
    tracemalloc.start()
    try:
        run(test())
    finally:
        tracemalloc.stop()


async def test_who_is_ended_reads_why_though_he_sends_on(tmp_path, monkeypatch):
    monkeypatch.setattr(protocols, "FLOOD_SECONDS", 0.3)
    async with serving(tmp_path) as server, Stranger.connected(server.port) as stranger:
        assert await stranger.open_socket()
        sending = asyncio.create_task(stranger._send_on(frame(PING, b"x" * 100) * 500))
        heard = b""
        while close_code(heard) is None:            # a reset before that would raise an error
            heard += await stranger._reader.read(1 << 16)
        sending.cancel()
        assert close_code(heard) == 1008


def memory():
    """Bytes of all that Python holds."""
    return tracemalloc.get_traced_memory()[0]


async def test_bytes_are_read_no_faster_than_they_may_be_sent(tmp_path, monkeypatch):
    for name, value in (("SOCKET_RATE", 1000.0), ("SOCKET_BURST", 20_000.0)):
        monkeypatch.setattr(protocols, name, value)
    async with serving(tmp_path) as server, server.client() as client:
        sockets, pay = set(), protocols.GatedSocket._pay

        def noted(self, size):
            sockets.add(self)
            pay(self, size)
        monkeypatch.setattr(protocols.GatedSocket, "_pay", noted)
        sending = asyncio.create_task(client.socket.send('{"t": "ping"}' + " " * 60_000))
        while not any(socket._unread for socket in sockets):
            await Player(server.port).play(1)
        socket, = (one for one in sockets if one._unread)
        assert not socket.transport.is_reading()
        await sending
        client.socket.transport.abort()


async def test_a_message_of_endless_parts_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(protocols, "FRAGMENTS", 100)
    async with serving(tmp_path) as server, Stranger.connected(server.port) as stranger:
        assert await stranger.open_socket()
        await stranger.send_on(frame(TEXT, last=False) + frame(PART, last=False) * 200)
        assert close_code(stranger.heard) == 1008
        assert 'kind="fragments"' in figures(server)


async def test_nonsense_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(protocols, "LINGER_SECONDS", 0.2)
    async with serving(tmp_path) as server:
        stranger, _ = await asyncio.gather(nonsense(server.port), Player(server.port).play(1))
        assert close_code(stranger.heard) == 1008


async def test_honest_messages_of_any_size_are_heard(tmp_path):
    async with serving(tmp_path) as server, server.client() as client:
        for size in (0, 1, 125, 126, 5000, 65_000):
            await client.socket.send('{"t": "ping"}' + " " * size)
            await client.hear("pong")
            await (await client.socket.ping())


async def test_who_does_not_read_his_pongs_is_not_read_either(tmp_path, monkeypatch):
    for name, value in (("WRITE_SECONDS", 0.2), ("SOCKET_RATE", 1e9), ("SOCKET_BURST", 1e9)):
        monkeypatch.setattr(protocols, name, value)
    async with serving(tmp_path, requests=1e9, burst=1e9) as server, \
            Stranger.connected(server.port) as stranger:
        assert await stranger.open_socket()
        sending = asyncio.create_task(stranger._send_on(frame(PING, b"x" * 100) * 500))
        await Player(server.port).play(1)
        await sending
        assert stranger.sent < MOST_BYTES
        while 'kind="slow-read"' not in figures(server):
            await asyncio.sleep(0.05)


@as_json
async def test_whoever_answers_no_pings_is_gone_without_an_error(tmp_path, logged):
    async with serving(tmp_path) as server, server.client() as client:
        await client.say("lobby")
        await client.hear("lobby")
        connection, = server.service.connections
        protocol = connection._send.__self__
        transport = protocol.transport      # which does not close before all was read
        protocol.transport = mock.Mock(wraps=transport, close=lambda: None)
        protocol.keepalive_timeout()
        for number in range(3):             # he is told more before it is noticed
            connection.outbox.answer(f"{number}")
        await all_gone(server.service)
        with pytest.raises(OSError):
            await protocol.send({"type": "websocket.send", "text": "more"})
        protocol.transport = transport
        transport.abort()
    assert [line for line in logged() if line["level"] == "error"] == []


async def test_neighbours_share_handshakes(tmp_path):
    async with serving(tmp_path, requests=0.001, burst=12) as server:
        opened = [await handshake(server.port, f"127.0.0.{number}") for number in range(1, 21)]
        assert sum(opened) == 8         # 6 each, and 48 for all
        await Player(server.port, "127.1.0.1")._create()
