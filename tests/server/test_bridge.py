"""Bots as programs of their own: the bridge and the example, while server and bridge are killed."""
import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .actors import Browser
from .helpers import PATIENCE, board_of
from .processes import Server

ROOT = Path(__file__).parents[2]
BRIDGE = ["-m", "eckstein", "bot", "{server}", "--player", "plain:depth=1", "--seconds", "0.1"]
EXAMPLE = [str(ROOT / "examples" / "bots" / "bot.py"), "{server}"]


class Program:
    """A bot in a process of its own."""

    def __init__(self, server, token, words, log):
        self._command = [sys.executable, *(word.format(server=server.base) for word in words)]
        self._surroundings = os.environ | {"ECKSTEIN_TOKEN": token}
        self._log = log
        self.process = None

    def start(self):
        with open(self._log, "ab") as log:
            self.process = subprocess.Popen(self._command, env=self._surroundings, stdout=log,
                                            stderr=log, start_new_session=True, cwd=ROOT)

    def kill(self):
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


async def account(server, name):
    """A token of a new bot."""
    async with Browser(server) as browser:
        await browser.get("/")
        await browser.sign_up(name)
        made = await browser.post_json("/account/tokens", 201, name="Bridge",
                                       scopes=["bot", "play", "challenge", "read"])
    async with Browser(server, Authorization=f"Bearer {made['token']}") as bot:
        await bot.post_json("/bot", name=name)
    return made["token"]


async def against(server, name, rules):
    """A game against a bot, in which a guest has White, of a challenge that it has accepted."""
    async with Browser(server) as guest:
        await guest.get("/")
        made = await guest.post_json("/challenges", 201, id=f"{name} {rules} challenge", to=name,
                                     rules=rules, clock=None, colour="white")
        async with asyncio.timeout(PATIENCE):
            while True:
                one, = (await guest.get_json("/challenges"))["challenges"]
                if one["seat"] is not None:
                    assert one["id"] == made["id"]
                    return {"game": one["seat"]["game"], "seats": {"white": one["seat"]["token"]}}
                await asyncio.sleep(0.05)


async def turn(server, made, ply):
    """The game once it is White's turn, after at least so many moves, or over."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(Exception):
                async with Browser(server) as guest:
                    facts = await guest.get_json(f"/games/{made['game']}")
                    if facts["result"] or facts["turn"] == "white" and len(
                            facts["moves"]) >= ply:
                        return facts
            await asyncio.sleep(0.05)


async def move(server, made, facts, chance):
    """Let White make any move that does not end the game; False if the game is over."""
    if facts["result"]:
        return False
    board = board_of(facts)
    texts = board.legal_texts()
    async with Browser(server) as guest:
        await guest.post_json(f"/games/{made['game']}/commands", id=f"w{facts['seq']}",
                              what="move", seat=made["seats"]["white"], seq=facts["seq"],
                              move=chance.choice(texts))
    return True


@pytest.mark.long
async def test_bots_go_on_when_the_server_or_they_themselves_are_killed(tmp_path):
    chance = random.Random(7)
    server = Server(tmp_path / "games.sqlite")
    await server.start()
    programs = []
    try:
        games = []
        for name, words in (("Bridge", BRIDGE), ("Example", EXAMPLE)):
            token = await account(server, name)
            programs.append(Program(server, token, words, tmp_path / name))
            programs[-1].start()
            games += [await against(server, name, rules) for rules in ("contra", "pur")]
        plies = dict.fromkeys((made["game"] for made in games), 0)
        for number in range(6):
            for made in games:
                facts = await turn(server, made, plies[made["game"]])
                if await move(server, made, facts, chance):
                    plies[made["game"]] = len(facts["moves"]) + 2
            match number:
                case 1:
                    server.kill()
                    await server.start()
                case 3:
                    for program in programs:
                        program.kill()
                        program.start()
        for made in games:
            facts = await turn(server, made, plies[made["game"]])
            assert facts["result"] or len(facts["moves"]) >= 12, programs
            assert facts["players"]["black"]["bot"]
    finally:
        for program in programs:
            program.kill()
        server.kill()
