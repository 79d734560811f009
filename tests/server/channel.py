"""A channel between client and server that loses, doubles, delays and reorders messages.

It stands between two sockets of its own: `Proxy` speaks to the client as a server, and to the
server as a client, and does its mischief message by message in both directions.
"""
import asyncio
import contextlib
import random

import websockets


class Proxy:
    """A lossy channel.

    Args:
        port: of the server.
        seed: of its mischief.
        drop, double, delay: how likely each is for each message.
        cut: how likely a message is to be followed by the end of the connection.
    """

    def __init__(self, port, seed, drop=0.1, double=0.1, delay=0.2, cut=0.01):
        self._port, self._chance = port, random.Random(seed)
        self._drop, self._double, self._delay, self._cut = drop, double, delay, cut
        self.quiet = False

    @contextlib.asynccontextmanager
    async def open(self):
        """Listen; yields the port."""
        async with websockets.serve(self._connected, "127.0.0.1", 0) as server:
            yield server.sockets[0].getsockname()[1]

    async def _connected(self, client):
        async with websockets.connect(f"ws://127.0.0.1:{self._port}/socket") as server:
            pumps = [asyncio.create_task(self._pump(client, server)),
                     asyncio.create_task(self._pump(server, client))]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(self, source, target):
        late = set()
        try:
            async for message in source:
                if self.quiet:
                    await target.send(message)
                    continue
                if self._chance.random() < self._drop:
                    continue
                for _ in range(1 + (self._chance.random() < self._double)):
                    if self._chance.random() < self._delay:
                        task = asyncio.create_task(self._later(target, message))
                        late.add(task)
                        task.add_done_callback(late.discard)
                    else:
                        await target.send(message)
                if self._chance.random() < self._cut:
                    return
        except websockets.ConnectionClosed:
            pass
        finally:
            for task in late:
                task.cancel()

    async def _later(self, target, message):
        await asyncio.sleep(self._chance.random() * 0.03)
        with contextlib.suppress(websockets.ConnectionClosed):
            await target.send(message)
