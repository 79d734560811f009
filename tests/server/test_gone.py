"""Clients that go away in the middle of something."""
import asyncio
import contextlib
import math

import websockets

from .helpers import run, serving


class Gate:
    """In place of `Store.write`: waits until it is opened."""

    def __init__(self, store):
        self.reached, self.opened = asyncio.Event(), asyncio.Event()
        self._write, store.write = store.write, self

    async def __call__(self, transaction):
        self.reached.set()
        await self.opened.wait()
        await self._write(transaction)


def test_a_move_of_somebody_who_is_gone_is_told_to_the_others(tmp_path):
    async def test():
        async with serving(tmp_path) as server, server.client() as black:
            made = await server.create()
            await black.join(made, "black")
            gate = Gate(server.service.store)
            async with server.client() as white:
                await white.join(made, "white")
                connection = next(one for one in server.service.connections
                                  if "white" in one.holds(made["game"]))
                await white.say("do", game=made["game"], id="last", seat=made["seats"]["white"],
                                seq=1, what="move", move="d1d2")
                await gate.reached.wait()
                connection.sending_since = 0.0          # as if nothing had been read since
                connection.give_up_if_stuck(math.inf)
                with contextlib.suppress(websockets.ConnectionClosed):
                    await white.hear("never")
            gate.opened.set()
            assert (await black.hear("event", kind="move"))["move"] == "d1d2"
            assert (await black.do(made, "black", "move", 2, "d7d6"))["seq"] == 3
    run(test())


def test_a_server_that_stops_finishes_what_it_has_begun(tmp_path):
    async def test():
        async with contextlib.AsyncExitStack() as later:
            async with serving(tmp_path) as server:
                made = await server.create()
                gate = Gate(server.service.store)
                white = await later.enter_async_context(server.client())
                await white.join(made, "white")
                await white.say("do", game=made["game"], id="last", seat=made["seats"]["white"],
                                seq=1, what="move", move="d1d2")
                await gate.reached.wait()

                async def open_late():
                    await white.hear("bye")
                    gate.opened.set()
                opening = asyncio.create_task(open_late())
            await opening
        async with serving(tmp_path) as server:
            moves = (await server.facts(made["game"]))["moves"]
            assert [move["text"] for move in moves] == ["d1d2"]
    run(test())


def test_no_computer_begins_to_think_once_its_server_has_stopped(tmp_path):
    async def test():
        async with contextlib.AsyncExitStack() as later:
            async with serving(tmp_path) as server:
                made = await server.create(black={"kind": "computer", "level": 2})
                service, gate = server.service, Gate(server.service.store)
                white = await later.enter_async_context(server.client())
                await white.join(made, "white")
                await white.say("do", game=made["game"], id="last", seat=made["seats"]["white"],
                                seq=1, what="move", move="d1d2")
                await gate.reached.wait()
                close = service.computers.close

                async def close_and_go_on():
                    await close()
                    gate.opened.set()
                service.computers.close = close_and_go_on
            assert service.rooms.seq(made["game"]) == 2
            assert not service.computers._thinking
    run(test())
