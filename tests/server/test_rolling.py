"""Servers on one PostgreSQL database come, go and are killed while people play: nothing is lost.

With ECKSTEIN_BEFORE, the folder `src` of an earlier version, the first servers are of that version:

    git worktree add ../before VERSION
    ECKSTEIN_BEFORE=$PWD/../before/src python -m pytest --long tests/server/test_rolling.py
"""
import asyncio
import operator
import os
import random

import httpx
import pytest

from .helpers import LINE, board_of
from .postgres import needs_postgres
from .test_kill import PATIENCE, Server

pytestmark = [needs_postgres, pytest.mark.long]
PLAYED = 6                  # games at once
FURTHER = 4                 # moves of each player, after all that happens to the servers
AGAIN = 0.05                # seconds, before a server is asked again


class Play:
    """People who play, each move at any of the servers.

    Attributes:
        servers: that run.
        told: by game the moves that were acknowledged.
        moves: how many each player has made.
    """

    def __init__(self, *servers):
        self.servers, self.told, self.chance = list(servers), {}, random.Random(1)
        self.moves, self.more = [0] * PLAYED, asyncio.Condition()

    async def ask(self, http, method, path, body=None):
        """What one of the servers answers; where there is none, or it is busy, another is asked."""
        async with asyncio.timeout(PATIENCE):
            while True:
                base = self.chance.choice(self.servers).base
                try:
                    answer = await http.request(method, f"{base}/api/v1/games{path}", json=body)
                except httpx.TransportError:
                    answer = None
                if answer is not None and answer.status_code != 503:
                    assert answer.is_success, answer.text
                    return answer.json()
                await asyncio.sleep(AGAIN)

    async def create(self, http, **wish):
        return await self.ask(http, "POST", "", {"rules": "contra"} | wish)

    async def do(self, http, made, colour, seq, text):
        """Make a move; it is the same command, however often it is sent."""
        wish = {"id": f"{seq}", "what": "move", "seat": made["seats"][colour], "seq": seq,
                "move": text}
        return (await self.ask(http, "POST", f"/{made['game']}/commands", wish))["seq"]

    async def play(self, http, player):
        """Play at random, one game after the other, for ever."""
        while True:
            made = await self.create(http)
            board = board_of(await self.facts(http, made["game"]))
            told = self.told[made["game"]] = []
            while board.outcome() is None:
                text = self.chance.choice(board.legal_texts())
                seq = await self.do(http, made, str(board.turn), len(told) + 1, text)
                assert seq == len(told) + 2
                board.push_text(text)
                told.append(text)
                async with self.more:
                    self.moves[player] += 1
                    self.more.notify_all()

    async def go_on(self):
        """Return when all games have gone on."""
        wanted = [count + FURTHER for count in self.moves]
        async with asyncio.timeout(PATIENCE), self.more:
            await self.more.wait_for(lambda: all(map(operator.ge, self.moves, wanted)))

    async def facts(self, http, game):
        return await self.ask(http, "GET", f"/{game}")

    async def becomes(self, http, made, fits):
        """Wait until something has happened in a game that nobody asks for."""
        async with asyncio.timeout(PATIENCE):
            while not fits(await self.facts(http, made["game"])):
                await asyncio.sleep(AGAIN)


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


def test_servers_are_replaced_one_after_the_other(url):
    old = [Server(url, os.environ.get("ECKSTEIN_BEFORE")) for _ in range(2)]
    new = [Server(url) for _ in range(2)]
    try:
        asyncio.run(changed(old, new))
    finally:
        for server in old + new:
            if server.process is not None and server.process.poll() is None:
                server.kill()
