"""A part that an operator closes is closed to clients; what holds for others holds without it.

Each case begins at a server with all parts, goes on at one without some of them, on the same
database, and is looked at where all are open again.
"""
import contextlib

import httpx
import pytest

from .actors import Browser, moderator_at, people_at
from .helpers import serving
from .journeys import BLITZ, challenge, challenges_of, moderate
from .tournaments import make, order, standing

RATED = {"rules": "contra", "rated": True, "clock": BLITZ, "black": {"open": True}}


class Case:
    """A database, at which Anna, Bruno and Carla, a moderator, are signed in."""

    def __init__(self, folder):
        self.folder, self.jars = folder, {}

    @contextlib.asynccontextmanager
    async def at(self, *without):
        """The three at a server without some parts."""
        async with serving(self.folder, without=frozenset(without)) as server, \
                contextlib.AsyncExitStack() as stack:
            if not self.jars:
                people = [*await people_at(server, "Anna", "Bruno"), await moderator_at(server)]
            else:
                people = [Browser(server) for _ in range(3)]
                for browser, jar in zip(people, self.jars, strict=True):
                    browser.cookies = jar
            for browser in people:
                stack.push_async_callback(browser.aclose)
            yield server, *people
            self.jars = [httpx.Cookies(browser.cookies) for browser in people]


@pytest.fixture
def case(tmp_path):
    return Case(tmp_path)


async def test_a_bar_holds_where_moderation_is_closed(case):
    async with case.at() as (_, _, _, carla):
        await moderate(carla, "bar")
    async with case.at("moderation") as (_, anna, bruno, carla):
        assert (await bruno.post_json("/games", 403, **RATED))["why"] == "barred"
        await anna.post_json("/games", 201, **RATED)
        await carla.post_json("/moderation", 404, what="mute", name="Bruno", why="looked at")


async def test_without_ratings_no_game_is_rated(case):
    async with case.at("ratings") as (_, anna, *_):
        refused = await anna.post_json("/games", 409, **RATED)
        assert refused["reason"] == "games are not rated here"
        await anna.post_json("/games", 201, **RATED | {"rated": False})


async def test_an_account_that_is_deleted_leaves_no_challenge_where_they_are_closed(case):
    async with case.at() as (_, anna, bruno, _):
        await challenge(anna)
        assert len(await challenges_of(bruno)) == 1
    async with case.at("challenges") as (_, anna, *_):
        await anna.post_json("/account/delete")
    async with case.at() as (_, _, bruno, _):
        assert await challenges_of(bruno) == []


async def test_a_token_that_is_revoked_leaves_no_challenge_where_they_are_closed(case):
    async with case.at() as (server, anna, bruno, _):
        made = await anna.post_json("/account/tokens", 201, name="p", scopes=["challenge"])
        async with server.http(headers={"Authorization": f"Bearer {made['token']}"}) as program:
            answer = await program.post("/api/v1/challenges", json={
                "id": "a key of this test", "to": "Bruno", "rules": "contra"})
            assert answer.status_code == 201, answer.text
        assert len(await challenges_of(bruno)) == 1
    async with case.at("challenges") as (_, anna, *_):
        token, = (await anna.me())["account"]["tokens"]
        await anna.post_json("/account/tokens/drop", id=token["id"])
    async with case.at() as (_, _, bruno, _):
        assert await challenges_of(bruno) == []


async def test_an_account_that_is_deleted_plays_no_tournament_where_they_are_closed(case):
    async with case.at() as (_, anna, bruno, _):
        cup = await make(anna)
        await order(bruno, cup, "enter")
    async with case.at("tournaments") as (_, _, bruno, _):
        await bruno.post_json("/account/delete")
    async with case.at() as (_, anna, *_):
        assert [one["name"] for one in (await standing(anna, cup))["tournament"]["players"]
                if not one["away"]] == []


async def test_without_accounts_all_are_guests_and_no_token_works(case):
    async with case.at() as (_, anna, *_):
        made = await anna.post_json("/account/tokens", 201, name="p", scopes=["read"])
    async with case.at("accounts") as (server, anna, *_):
        assert (await anna.me())["account"] is None
        async with server.http(headers={"Authorization": f"Bearer {made['token']}"}) as program:
            answer = await program.get("/api/v1/account")
            assert (answer.status_code, answer.json()["why"]) == (401, "unknown-token")
    async with case.at() as (_, anna, *_):
        assert (await anna.me())["account"]["name"] == "Anna"
