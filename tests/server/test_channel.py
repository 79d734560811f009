"""Through a channel that loses, doubles, delays and reorders: each command takes effect once."""
import asyncio
import collections
import json
import random

import pytest
import websockets

from .channel import Proxy
from .helpers import PATIENCE, board_of, serving


class Stubborn:
    """A client that repeats each command, on new connections where needed, until it is answered."""

    def __init__(self, port, made, colour, seed):
        self.port, self.made, self.colour = port, made, colour
        self.chance, self.answers = random.Random(seed), collections.defaultdict(list)
        self.socket, self.seq, self.moves, self.result = None, 0, [], None

    async def connect(self):
        while True:
            try:
                self.socket = await websockets.connect(f"ws://127.0.0.1:{self.port}",
                                                       close_timeout=0.1)
                await self._join()
                return
            except (OSError, websockets.WebSocketException):
                await asyncio.sleep(0.01)

    async def _join(self):
        await self.socket.send(json.dumps({"t": "join", "game": self.made["game"],
                                           "seats": [self.made["seats"][self.colour]]}))

    async def listen(self, seconds):
        """Take in what comes for a while; connect anew when the connection is gone."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    self._hear(json.loads(await self.socket.recv()))
        except TimeoutError:
            pass
        except websockets.ConnectionClosed:
            await self.connect()

    def _hear(self, message):
        if message["t"] in ("done", "refused") and message.get("id"):
            self.answers[message["id"]].append(
                (message["t"], message.get("code"), message.get("reason"),
                 message["seq"] if message["t"] == "done" else None))
        if message["t"] == "game" and message["seq"] >= self.seq:
            self.seq, self.result = message["seq"], message["result"]
            self.moves = [move["text"] for move in message["moves"]]

    async def command(self, id, what, **fields):
        """One answer, however often it has to be asked for."""
        body = {"t": "do", "game": self.made["game"], "id": id, "what": what, "seq": self.seq,
                "seat": self.made["seats"][self.colour], **fields}
        async with asyncio.timeout(PATIENCE):
            while id not in self.answers:
                try:
                    await self.socket.send(json.dumps(body))
                    if self.chance.random() < 0.3:
                        await self._join()
                except websockets.ConnectionClosed:
                    await self.connect()
                await self.listen(0.05)
        return self.answers[id][0]

    async def know(self, seq):
        """Ask for the game until at least so many events are known."""
        async with asyncio.timeout(PATIENCE):
            while self.seq < seq:
                try:
                    await self._join()
                except websockets.ConnectionClosed:
                    await self.connect()
                await self.listen(0.05)


async def play_through(server, seed, moves):
    """Two clients play through bad channels; returns them, the game, and accepted commands."""
    chance = random.Random(seed)
    made = await server.create()
    proxy = Proxy(server.port, seed, drop=0.15, double=0.2, delay=0.3, cut=0.02)
    accepted = []
    async with proxy.open() as port:
        players = [Stubborn(port, made, colour, f"{seed} {colour}")
                   for colour in ("white", "black")]
        for player in players:
            await player.connect()
            await player.know(1)
        for number in range(moves):
            facts = await server.facts(made["game"])
            if facts["result"]:
                break
            board = board_of(facts)
            player = players[board.state.side]
            await player.know(facts["seq"])
            text = chance.choice(board.legal_texts())
            kind, code, _, seq = await player.command(f"{seed} {number}", "move", move=text)
            assert kind == "done", code
            accepted.append((seq, text))
        proxy.quiet = True
        for player in players:
            await player.know((await server.facts(made["game"]))["seq"])
            await player.listen(0.1)
    return players, made, accepted


def check(players, facts, accepted):
    """Each command took effect once, got one final answer, and all see the same."""
    assert [move["text"] for move in facts["moves"]] == [text for _, text in accepted]
    assert [seq for seq, _ in accepted] == list(range(2, len(accepted) + 2))
    for player in players:
        assert player.moves == [text for _, text in accepted]
        for id, answers in player.answers.items():
            assert len(set(answers)) == 1, (id, answers)


def seeds(count, test_path, moves):
    async def test():
        async with serving(test_path, requests=1e6, burst=1e6) as server:
            for seed in range(count):
                players, made, accepted = await play_through(server, seed, moves)
                check(players, await server.facts(made["game"]), accepted)
    asyncio.run(test())


def test_a_bad_channel(tmp_path):
    seeds(2, tmp_path, 8)


@pytest.mark.long
def test_many_bad_channels(tmp_path):
    seeds(15, tmp_path, 30)


async def test_the_channel_is_bad(tmp_path):
    """The test would prove nothing if the proxy let everything pass."""
    async with serving(tmp_path) as server:
        proxy = Proxy(server.port, 1, drop=0.3, double=0.3, delay=0.3, cut=0)
        async with proxy.open() as port, websockets.connect(
                f"ws://127.0.0.1:{port}") as socket:
            for number in range(60):
                await socket.send(json.dumps({"t": "stop", "id": number}))
            heard = []
            try:
                async with asyncio.timeout(1):
                    while True:
                        heard.append(json.loads(await socket.recv())["id"])
            except TimeoutError:
                pass
            assert set(heard) < set(range(60))              # some were lost
            assert len(heard) > len(set(heard))             # some came twice
            assert heard != sorted(heard)                   # some overtook others
