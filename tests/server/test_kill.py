"""kill -9 under load, at any moment: every acknowledged move is there after the restart."""
import asyncio
import json
import random
import sqlite3
import subprocess
import sys

import httpx
import pytest
import websockets

from .helpers import PATIENCE, board_of
from .processes import Server

GAMES = 8


async def play(server, made, seed, acknowledged):
    """Play at random, until the server is gone; notes each move that was acknowledged."""
    chance = random.Random(seed)
    try:
        async with websockets.connect(f"ws://127.0.0.1:{server.port}/socket") as client:
            await client.send(json.dumps({"t": "join", "game": made["game"],
                                          "seats": list(made["seats"].values())}))
            facts = json.loads(await client.recv())
            board, seq = board_of(facts), facts["seq"]
            for text in [move["text"] for move in facts["moves"]][len(acknowledged):]:
                acknowledged.append(text)           # written, but the answer was lost
            while board.legal_moves:
                text, colour = chance.choice(board.legal_texts()), str(board.turn)
                await client.send(json.dumps({
                    "t": "do", "game": made["game"], "id": f"{seed} {seq}", "what": "move",
                    "seat": made["seats"][colour], "seq": seq, "move": text}))
                while True:
                    answer = json.loads(await client.recv())
                    assert answer["t"] != "refused", answer
                    if answer["t"] == "done":
                        break
                acknowledged.append(text)
                board.push_text(text)
                seq = answer["seq"]
    except (OSError, websockets.WebSocketException):
        pass


async def rounds(folder, count, seed):
    """Kill the server so many times; after each restart, all that was acknowledged is there."""
    chance, server = random.Random(seed), Server(folder / "games.sqlite")
    await server.start()
    games = {}
    try:
        for number in range(count):
            async with server.http() as http:
                while len(games) < GAMES:
                    wish = {"rules": chance.choice(["contra", "pur", "ecke"]),
                            "options": {"repetition": 0, "no_progress": 0}}
                    made = (await http.post("/api/v1/games", json=wish)).json()
                    games[made["game"]] = made, []
            players = [asyncio.create_task(play(server, made, f"{seed} {number}", told))
                       for made, told in games.values()]
            await asyncio.sleep(chance.random() * 0.3)
            server.kill()
            await asyncio.gather(*players)
            await server.start()
            async with server.http() as http:
                for game, (_, told) in list(games.items()):
                    facts = (await http.get(f"/api/v1/games/{game}")).json()
                    there = [move["text"] for move in facts["moves"]]
                    assert there[:len(told)] == told, (game, number)
                    assert len(there) <= len(told) + 1
                    board_of(facts)
                    if facts["result"]:
                        del games[game]
        return server
    finally:
        server.kill()


async def look_for_each_other(server, keys, told):
    """Some people seek, until the server is gone; notes which game each was told."""
    async def one(key):
        try:
            async with websockets.connect(f"ws://127.0.0.1:{server.port}/socket") as client:
                await client.send(json.dumps({"t": "seek", "id": key, "rules": "contra",
                                              "clocks": [None]}))
                while True:
                    answer = json.loads(await client.recv())
                    if answer["t"] == "paired":
                        told.setdefault(key, set()).add((answer["game"], answer["colour"]))
        except (OSError, websockets.WebSocketException):
            pass
    await asyncio.gather(*map(one, keys))


async def rounds_of_seeks(folder, count, seed):
    """Kill the server while people find each other; whoever asks again is told the same game."""
    chance, server, told = random.Random(seed), Server(folder / "games.sqlite"), {}
    keys = [f"somebody who seeks {number:03}" for number in range(30)]
    await server.start()
    try:
        for _ in range(count):
            seeking = asyncio.create_task(look_for_each_other(server, keys, told))
            await asyncio.sleep(chance.random() * 0.2)
            server.kill()
            await seeking
            await server.start()
        seeking = asyncio.create_task(look_for_each_other(server, keys, told))
        async with asyncio.timeout(PATIENCE):
            while len(told) < len(keys):
                await asyncio.sleep(0.01)
        server.kill()
        await seeking
    finally:
        server.kill()
    with sqlite3.connect(folder / "games.sqlite") as database:
        assert database.execute("SELECT count(*) FROM game").fetchone() == (len(keys) // 2,)
    assert all(len(games) == 1 for games in told.values())
    seats = [seat for games in told.values() for seat in games]
    assert len(set(seats)) == len(keys)         # each seat has one player


def check_database(folder):
    done = subprocess.run([sys.executable, "-m", "eckstein", "db", "check", "--database",
                           str(folder / "games.sqlite")], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    with sqlite3.connect(folder / "games.sqlite") as database:
        assert not database.execute("SELECT id FROM game WHERE head IS NOT (SELECT max(seq) FROM "
                                    "game_event WHERE game = id)").fetchall()


async def test_killed(tmp_path):
    await rounds(tmp_path, 1, 1)
    check_database(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
async def test_killed_many_times(tmp_path, seed):
    await rounds(tmp_path, 10, 100 + seed)
    check_database(tmp_path)


async def test_killed_while_people_find_each_other(tmp_path):
    await rounds_of_seeks(tmp_path, 3, 1)
    check_database(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
async def test_killed_many_times_while_people_find_each_other(tmp_path, seed):
    await rounds_of_seeks(tmp_path, 15, 100 + seed)
    check_database(tmp_path)


async def test_no_worker_is_left_when_the_server_is_killed(tmp_path):
    server = Server(tmp_path / "games.sqlite")
    await server.start()
    made = httpx.post(f"{server.base}/api/v1/games", json={"rules": "contra"}, timeout=PATIENCE)
    assert made.status_code == 201
    server.process.kill()       # and not its whole group
    # The workers hold standard output, too, so that it ends when all of them have.
    assert server.process.communicate(timeout=PATIENCE) == (b"", None)
