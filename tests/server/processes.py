"""Servers in processes of their own, and people who play at any of them."""
import asyncio
import operator
import os
import random
import signal
import subprocess
import sys

import httpx

from ..ports import free_port
from .helpers import PATIENCE, Served, board_of

PLAYED = 6                  # games at once
FURTHER = 4                 # moves of each player, after all that happens to the servers
AGAIN = 0.05                # seconds, before a server is asked again


class Server(Served):
    """A server in a process of its own.

    Args:
        database: a file or a URL.
        source: where the program lies, if not where this one does.
        words: further options.
    """

    def __init__(self, database, source=None, words=()):
        self.database, self.words = str(database), words
        self.surroundings = os.environ | ({"PYTHONPATH": source} if source else {})
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process = None

    async def start(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "eckstein", "serve", "--port", str(self.port), "--no-open",
             "--database", self.database, "--requests", "100000", "--first-move", "3600",
             *self.words],
            stdout=subprocess.PIPE, start_new_session=True, env=self.surroundings)
        line = await asyncio.to_thread(self.process.stdout.readline)
        assert b"Eckstein is at" in line, "the server has ended"
        async with self.http() as http:
            assert (await http.get("/api/v1/health")).status_code == 200

    async def stop(self):
        """Ask it to end, and wait until it has."""
        self.process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(self.process.wait, PATIENCE) == 130
        self.process.stdout.close()

    def kill(self):
        if self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


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
