"""Tournaments at a server: made, given orders, and asked how they stand."""
import asyncio
import itertools

from .helpers import PATIENCE

CLOCK = {"kind": "fischer", "initial": 300, "increment": 3}
KEYS = (f"key of a tournament {number:04}" for number in itertools.count())


async def make(browser, kind="round-robin", **wish):
    """A new tournament, as its organiser sees it."""
    wish = {"id": next(KEYS), "name": "Cup", "kind": kind, "rules": "contra", "clock": CLOCK,
            "pause": 0} | wish
    answer = await browser.post("/api/v1/tournaments", json=wish)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def order(browser, made, what, status=200, **more):
    """What comes of an order of an organiser, or of a player about himself."""
    answer = await browser.post(f"/api/v1/tournaments/{made['id']}/orders",
                                json={"what": what} | more)
    assert answer.status_code == status, answer.text
    return answer.json()


async def standing(browser, made):
    """How a tournament stands."""
    return (await browser.get(f"/api/v1/tournaments/{made['id']}")).json()


async def until(browser, made, condition):
    """How a tournament stands once a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition((found := await standing(browser, made))["tournament"]):
            await asyncio.sleep(0.05)
        return found
