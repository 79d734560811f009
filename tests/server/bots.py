"""A bot at a server: its stream of events, challenges to it, and a game against it."""
import asyncio
import contextlib
import itertools
import json

from .actors import browsing, program, signed_up
from .helpers import PATIENCE

CLOCK = {"kind": "fischer", "initial": 300, "increment": 0}
NUMBERS = itertools.count()


class Stream:
    """The stream of events of an account."""

    def __init__(self, lines):
        self._lines = lines

    async def next(self, t=None):
        """The next event, or the next of a kind."""
        async with asyncio.timeout(PATIENCE):
            async for line in self._lines:
                if line.strip():
                    event = json.loads(line)
                    if t is None or event["t"] == t:
                        return event
        raise AssertionError("the stream has ended")


@contextlib.asynccontextmanager
async def events_of(server, token, since=None):
    """The stream of events of the account with a token."""
    async with server.http() as http, http.stream(
            "GET", "/api/v1/events", params={} if since is None else {"since": since},
            headers={"Authorization": f"Bearer {token}"}) as answer:
        assert answer.status_code == 200, await answer.aread()
        yield Stream(answer.aiter_lines())


async def challenged(challenger, status=201, **more):
    """What comes of a challenge to the bot."""
    wish = {"id": f"{next(NUMBERS):020}", "to": "Robota", "rules": "contra", "clock": CLOCK} | more
    answer = await challenger.post("/api/v1/challenges", json=wish)
    assert answer.status_code == status, answer.text
    return answer.json()


@contextlib.asynccontextmanager
async def against(folder, **policy):
    """A server, the owner of a bot, the bot, its token, Anna, and a game of the two."""
    async with browsing(folder, 2) as (server, owner, anna):
        token = await signed_up(owner)
        await anna.sign_up("Anna")
        async with program(server, token) as bot:
            await bot.post_json("/bot", name="Robota")
            await bot.post_json("/bot/policy", **{"chats": True} | policy)
            made = await challenged(anna, clock=None, colour="white")
            await bot.post_json(f"/challenges/{made['id']}/accept")
            mine, = (await anna.get_json("/challenges"))["challenges"]
            yield server, owner, bot, token, anna, mine["seat"]
