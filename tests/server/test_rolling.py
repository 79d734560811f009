"""Servers on one PostgreSQL database come, go and are killed while people play: nothing is lost.

With ECKSTEIN_BEFORE, the folder `src` of an earlier version, the first servers are of that version:

    git worktree add ../before VERSION
    ECKSTEIN_BEFORE=$PWD/../before/src python -m pytest --long tests/server/test_rolling.py
"""
import asyncio
import os

import httpx
import pytest

from .helpers import LINE, PATIENCE
from .postgres import needs_postgres
from .processes import PLAYED, Play, Server

pytestmark = [needs_postgres, pytest.mark.long]


async def changed(old, new):
    """Two old servers are replaced by two new ones, and one of these dies."""
    for server in old:
        await server.start()
    play = Play(*old)
    async with httpx.AsyncClient(timeout=PATIENCE) as http, asyncio.TaskGroup() as group:
        playing = [group.create_task(play.play(http, player)) for player in range(PLAYED)]
        await play.go_on()
        await new[0].start()                    # which changes the tables
        play.servers.append(new[0])
        await play.go_on()
        # What only a server of the version before knows of: a clock that runs, and a computer
        # that is to move.
        alone = Play(old[0])
        timed = await alone.create(http, clock={"kind": "fischer", "initial": 2})
        played = await alone.create(http, black={"kind": "computer", "level": 1})
        for seq, text in enumerate(LINE[:2], 1):
            await alone.do(http, timed, ("black", "white")[seq % 2], seq, text)
        await alone.do(http, played, "white", 1, LINE[0])
        play.servers.remove(old[0])
        old[0].kill()
        await play.go_on()
        play.servers.remove(old[1])
        await old[1].stop()
        await new[1].start()
        play.servers.append(new[1])
        await play.becomes(http, timed, lambda facts: facts["result"] is not None)
        await play.becomes(http, played, lambda facts: len(facts["moves"]) >= 2)
        await play.go_on()
        play.servers.remove(new[0])
        new[0].kill()
        await play.go_on()
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        for game, told in play.told.items():
            there = [move["text"] for move in (await play.facts(http, game))["moves"]]
            assert there[:len(told)] == told and len(there) <= len(told) + 1
    await new[1].stop()


async def test_servers_are_replaced_one_after_the_other(url):
    old = [Server(url, os.environ.get("ECKSTEIN_BEFORE")) for _ in range(2)]
    new = [Server(url) for _ in range(2)]
    try:
        await changed(old, new)
    finally:
        for server in old + new:
            if server.process is not None and server.process.poll() is None:
                server.kill()
