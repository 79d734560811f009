"""The club of a command: the same all day, until it is ended; its links are printed."""
import os
import subprocess
import sys
from urllib.parse import urlsplit

import httpx

from eckstein.server.game.tokens import Tokens
from eckstein.server.parts.tournaments.clubs import found_club, wish_of

from .helpers import PATIENCE, opened, serving, stores_of
from .tournaments import order

WISH = wish_of("Dice club", "contra", {}, ("fischer", 600.0, 5.0))
DAY = 86_400_000


async def test_a_club_is_the_same_all_day_and_another_one_once_it_is_ended(place):
    async with opened(place) as store:
        tokens = Tokens(await store.secret())

        async def found(now):
            return await found_club(WISH, tokens, stores_of(store).tournaments, store.write, now)
        noon = 20_000 * DAY + DAY // 2
        first, key = await found(noon)
        assert (await found(noon + 1000))[0] == first
        assert (await found(noon + 2 * DAY))[0] != first
    async with serving(place) as server, server.http() as http:
        await http.get("/")
        assert not (await http.get(f"/api/v1/tournaments/{first}")).json()["you"]["organises"]
        await order(http, {"id": first}, "enter", name="Zoe")
        await order(http, {"id": first}, "end", 403)
        await order(http, {"id": first}, "end", key=key)
    async with opened(place) as store:
        again = await found_club(WISH, tokens, stores_of(store).tournaments, store.write, noon)
        assert again[0] != first


def test_a_club_with_a_name_of_300_letters_gets_a_sentence(tmp_path):
    told = subprocess.run([sys.executable, "-m", "eckstein", "club", "x" * 300, "--port", "0"],
                          env=os.environ | {"ECKSTEIN_DATA": str(tmp_path)}, text=True,
                          capture_output=True, timeout=PATIENCE)
    assert told.returncode and "at most 80 letters, and this one has 300" in told.stderr
    assert "Traceback" not in told.stderr


def test_the_command_prints_links_that_work(tmp_path):
    surroundings = os.environ | {"ECKSTEIN_DATA": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "eckstein", "club", "Dice club", "--port", "0", "--no-open"],
        env=surroundings, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    try:
        lines = [process.stdout.readline().strip() for _ in range(4)]
        pupils, wall, teacher = (line.partition(": ")[2] for line in lines[1:])
        assert wall == f"{pupils}/wall" and teacher.startswith(f"{pupils}#")
        id, key = urlsplit(pupils).path.rpartition("/")[2], urlsplit(teacher).fragment
        with httpx.Client(timeout=PATIENCE, transport=httpx.HTTPTransport(retries=8)) as http:
            told = http.get(f"{pupils.partition('/tournaments')[0]}/api/v1/tournaments/{id}",
                            params={"key": key}).json()
        assert told["tournament"]["name"] == "Dice club" and told["you"]["organises"]
        assert told["tournament"]["phase"] == "running" and told["tournament"]["clock"] is None
    finally:
        process.terminate()
        process.wait(PATIENCE)
