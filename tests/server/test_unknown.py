"""Whatever an address names has to be there: no endpoint says of a thing that is not that it is
empty, or that something was done with it."""
import re

import pytest

from eckstein.server.api import ENDPOINTS

from .actors import browsing

# What an address can name, each as there might be one.
UNKNOWN = {"game": "abcdefghjk", "study": "abcdefghjkabcdefghjk", "name": "Nobody",
           "challenge": "abcdefghjk", "tournament": "abcdefghjk",
           "class": "abcdefghjk", "key": "k" * 32,
           "mail": "stop.abcdefghjk.0123456789.abcdef"}
# What is chosen among things that are always there.
CHOSEN = {"rules": "contra", "file": "csv", "form": "svg"}
NAMING = [one for one in ENDPOINTS if set(re.findall(r"{(\w+)}", one.path)) - CHOSEN.keys()]
BODIES = {
    "commands": {"id": "1", "seat": "s", "seq": 1, "what": "resign"}, "join": {"id": "x" * 20},
    "prepared": {"seat": "s"}, "stream": {}, "decline": {"reason": "clock"},
    "{study}": {"version": 1, "key": "k" * 27}, "orders": {"what": "enter"},
    "say": {"id": "x" * 20, "preset": "hello"}, "{class}/orders": {"what": "end"},
    "{class}/tournament": {"id": "x" * 20, "name": "A", "kind": "swiss", "rules": "contra",
                           "clock": {"kind": "fischer", "initial": 300}}}
QUERIES = {"rating": {"rules": "contra", "speed": "blitz"}}


@pytest.mark.parametrize("one", NAMING, ids=lambda one: f"{one.method} {one.path}")
async def test_what_is_not_there_is_nothing(tmp_path, one):
    path = one.path.format(**UNKNOWN, **CHOSEN)
    last = one.path.split("/")[-2:]
    body = BODIES.get("/".join(last), BODIES.get(last[1]))
    async with browsing(tmp_path) as (_, browser):
        await browser.sign_up()
        answer = await browser.request(one.method, path, json=body, params=QUERIES.get(
            one.path.rpartition("/")[2]))
        assert answer.status_code in (403, 404, 409, 410), (answer.status_code, answer.text)


@pytest.mark.parametrize("path", [
    "/people/Anna/games?opponent=Nobody", "/people/Anna/games?rules=chess",
    "/people/Anna/rating?rules=chess&speed=blitz", "/leaderboard?rules=chess&speed=blitz",
    "/leaderboard/own?rules=chess&speed=blitz"])
async def test_nor_is_what_a_question_names(tmp_path, path):
    async with browsing(tmp_path) as (_, browser):
        await browser.sign_up()
        answer = await browser.get(f"/api/v1{path}")
        assert answer.status_code == 404 and answer.json()["reason"]
        there = path.replace("Nobody", "Anna").replace("chess", "contra")
        assert (await browser.get(f"/api/v1{there}")).status_code == 200
