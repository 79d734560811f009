"""Lists that are cut are cut by what they are for, and tell where the rest is."""
import asyncio

import pytest

from eckstein.server.parts.accounts import api as api_accounts
from eckstein.server.parts.away import api as api_away
from eckstein.server.parts.bots import bots_here
from eckstein.server.parts.challenges import store as challenges

from .actors import browsing, program, signed_up
from .bots import challenged, events_of
from .helpers import LINE

DAY = 86400


async def games_by_days(browser, days, own="white"):
    """New games of somebody, each with so many days for a move; the other seat is open."""
    other = "black" if own == "white" else "white"
    made = []
    for number in days:
        clock = number and {"kind": "days", "initial": number * DAY, "increment": 0}
        made.append((await browser.post_json(
            "/games", 201, rules="contra", clock=clock, **{other: {"open": True}}))["game"])
    return made


async def all_pages(browser):
    """The games of somebody that go on, page by page."""
    after, pages = None, []
    while True:
        told = await browser.get_json("/account/games", **({} if after is None
                                                           else {"after": after}))
        pages.append([game["game"] for game in told["games"]])
        after = told["next"]
        assert told["more"] == (after is not None)
        if after is None:
            return pages


async def test_own_games_come_by_what_is_due_soonest_and_page_by_page(place, monkeypatch):
    monkeypatch.setattr(api_accounts, "RUNNING", 3)
    async with browsing(place, 1) as (_, browser):
        await browser.sign_up()
        one, none, five, three, two, four = await games_by_days(browser, [1, None, 5, 3, 2, 4])
        theirs = await games_by_days(browser, [3, 1], own="black")
        pages = await all_pages(browser)
        assert pages == [[one, two, three], [four, five, none], theirs[::-1]]
        # A move between two pages hides no other game.
        first = await browser.get_json("/account/games")
        await browser.post_json(f"/games/{one}/commands", id="m", what="resign", seq=1,
                                seat=first["games"][0]["seat"])
        second = await browser.get_json("/account/games", after=first["next"])
        assert [game["game"] for game in second["games"]] == [four, five, none]


@pytest.mark.parametrize("after", ["", "x", "0.1.2", "2.1.2.a", "0.1.2.a.b", "0.-1.2.a"])
async def test_a_place_that_is_none_is_refused(tmp_path, after):
    async with browsing(tmp_path, 1) as (_, browser):
        answer = await browser.get("/api/v1/account/games", params={"after": after})
        assert answer.status_code == 422


async def test_a_calendar_has_what_is_due_soonest(place, monkeypatch):
    monkeypatch.setattr(api_away, "GAMES", 2)
    async with browsing(place, 2) as (_, browser, other):
        await browser.sign_up()
        made = await games_by_days(browser, [3, 1, 5, 2])
        seats = {game["game"]: game["seat"] for game in
                 (await browser.get_json("/account/games"))["games"]}
        for game in made:
            joined = await other.post_json(f"/games/{game}/join", id="x" * 16)
            for seq, seat in ((2, seats[game]), (3, joined["token"])):
                await other.post_json(f"/games/{game}/commands", id=f"move{seq}", what="move",
                                      seat=seat, seq=seq, move=LINE[seq - 2])
        address = (await browser.post_json("/account/calendar", 201))["path"]
        told = (await browser.get(address)).text
        assert [game in told for game in made] == [False, True, False, True]


async def test_open_challenges_are_told_before_those_that_are_over(place, monkeypatch):
    monkeypatch.setattr(challenges, "MOST", 2)
    async with browsing(place, 2) as (_, browser, anna):
        token = await signed_up(browser)
        await anna.sign_up("Anna")
        async with program(_, token) as bot:
            await bot.post_json("/bot", name="Robota")
            for number in range(3):
                made = await challenged(anna, clock=None, id=f"challenge number {number}")
                await bot.post_json(f"/challenges/{made['id']}/decline", reason="clock")
            last = await challenged(anna, clock=None, id="the last challenge")
            found = (await bot.get_json("/challenges"))["challenges"]
            assert [one["id"] for one in found if one["state"] == "open"] == [last["id"]]


async def test_bots_that_have_room_are_told_first_however_they_are_called(tmp_path, monkeypatch):
    monkeypatch.setattr(bots_here, "MOST", 1)
    monkeypatch.setattr(bots_here, "FRESH_SECONDS", 0.0)
    async with browsing(tmp_path, 2) as (server, one, two):
        tokens = [await signed_up(one, "Aaron"), await signed_up(two, "Zelda")]
        async with program(server, tokens[0]) as full, program(server, tokens[1]) as free:
            for bot, name in ((full, "Aaron"), (free, "Zelda")):
                await bot.post_json("/bot", name=name)
            await full.post_json("/bot/policy", most=0)
            async with events_of(server, tokens[0]) as a, events_of(server, tokens[1]) as z:
                await a.next("hello")
                await z.next("hello")
                found = (await full.get_json("/bots"))["bots"]
                while len(found) < 1 or found[0]["name"] != "Zelda":
                    assert all(bot["name"] != "Aaron" for bot in found)
                    await asyncio.sleep(0.05)       # between two questions
                    found = (await full.get_json("/bots"))["bots"]
