"""A reader that stops reading costs a bounded queue, and disturbs nobody."""
import asyncio
import json

from eckstein.server.game import rulings
from eckstein.server.hub.outbox import LIMIT
from eckstein.server.ops.allowances import CAPS

from .helpers import all_gone, serving

SHUFFLE = ["a1a2", "a7a6", "a2a1", "a6a7"]


async def shuffle(client, made, rounds, seq):
    """Many events: offers that are declined."""
    for _ in range(rounds):
        seq = (await client.do(made, "white", "offer-draw", seq))["seq"]
        seq = (await client.do(made, "black", "decline-draw", seq))["seq"]
    return seq


async def test_a_reader_that_stops_costs_a_bounded_queue_and_catches_up(tmp_path, monkeypatch):
    monkeypatch.setattr(rulings, "MOST_ASKED", LIMIT)
    async with serving(tmp_path, requests=1e6, burst=1e6) as server:
        made = await server.create()
        async with server.client() as eye:
            await eye.join(made)
            connection = next(iter(server.service.connections))
            gate, real = asyncio.Event(), connection._send

            async def stuck(message):       # what a full socket does
                await gate.wait()
                await real(message)
            connection._send = stuck
            async with server.client() as first, server.client() as second:
                await first.join(made, "white")
                await second.join(made, "black")
                seq = 1
                for _ in range(LIMIT):
                    seq = (await first.do(made, "white", "offer-draw", seq))["seq"]
                    seq = (await second.do(made, "black", "decline-draw", seq))["seq"]
                    assert len(connection.outbox) <= LIMIT
                assert seq == 1 + 2 * LIMIT
                gate.set()
                snapshot = await eye.hear("game")
                assert snapshot["seq"] == seq
                await first.do(made, "white", "move", seq, "d1d2")
                assert (await eye.hear("event", kind="move"))["seq"] == seq + 1


async def test_a_socket_that_is_really_not_read_disturbs_nobody(tmp_path):
    async with serving(tmp_path, requests=1e6, burst=1e6) as server:
        made = await server.create()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
        writer.write((f"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: "
                      f"Upgrade\r\nSec-WebSocket-Key: {'A' * 22}==\r\n"
                      "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        await reader.readuntil(b"\r\n\r\n")
        ask = json.dumps({"t": "look", "id": 1, "of": {"game": "duell"}}).encode()
        frame = b"\x81" + bytes([0x80 | len(ask)]) + b"\0\0\0\0" + ask
        writer.write(frame * 3000)          # answers of 20 kB each, which are never read
        async with server.client() as client:
            await client.join(made, "white", "black")
            await shuffle(client, made, 20, 1)
            assert all(len(one.outbox) <= LIMIT + CAPS["views"].most
                       for one in server.service.connections)
        writer.transport.abort()
        await all_gone(server.service)
