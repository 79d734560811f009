"""Tournaments that begin by themselves: who has checked in plays; and bots that take part."""
import asyncio
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from eckstein.client.entry import Entry
from eckstein.server.game.identity import of_level
from eckstein.server.game.rulings import RefusedError
from eckstein.server.parts.tournaments.rules.entering import CHECK_IN, Orderer, begin_by_time
from eckstein.server.parts.tournaments.rules.folding import after as taken_in
from eckstein.server.parts.tournaments.rules.folding import begin
from eckstein.server.parts.tournaments.rules.orders import drafts
from eckstein.server.store.tournaments import TournamentEvent
from eckstein.wire.http_tournaments import TournamentOrder

from .actors import browsing
from .helpers import PATIENCE
from .tournaments import make, order, standing, until

START = 10_000_000_000
EARLY = 2 * CHECK_IN, CHECK_IN + 1, CHECK_IN, CHECK_IN - 1, 2, 1, 0     # before the start


def opened(start=START, kind="swiss"):
    return begin(TournamentEvent("t", 1, "created", {
        "settings": {"name": "Cup", "kind": kind, "rules": "contra", "options": {}, "clock": None,
                     "start": start}, "who": "o", "name": "Ola"}, 0))


def after(state, found, at):
    for kind, data in found:
        state = taken_in(state, TournamentEvent("t", state.seq + 1, kind, data, at))
    return state


def ordered(state, what, who, at):
    return after(state, drafts(state, TournamentOrder(what), Orderer(who, who, now=at)), at)


@example([(0, "enter", 2 * CHECK_IN), (0, "enter", 1), (1, "enter", 1), (2, "enter", 1)])
@example([(0, "enter", 2), (0, "leave", 1), (0, "check-in", 0)])
@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["enter", "leave", "check-in"]),
                          st.sampled_from(EARLY)), max_size=40))
def test_those_who_are_there_play_and_nobody_else_and_numbers_follow(happened):
    state, there = opened(), set()
    for who, what, early in sorted(happened, key=lambda one: -one[2]):
        try:
            state = ordered(state, what, f"p{who}", START - early)
        except RefusedError:
            continue
        if what == "leave":
            there.discard(f"p{who}")
        elif early <= CHECK_IN:
            there.add(f"p{who}")
    assert not any(one.checked_in for one in state.players if one.away)
    assert not begin_by_time(state, START - 1)
    state = after(state, begin_by_time(state, START), START)
    if len(there) < 2:
        assert state.phase == "ended"
    else:
        assert {one.who for one in state.players} == there
        assert [one.number for one in state.players] == [*range(1, len(there) + 1)]
        assert state.phase == "running" and not any(one.away for one in state.players)


def test_levels_are_always_there_unless_they_are_set_aside():
    state = opened()
    for level in (3, 4, 5):
        state = after(state, drafts(state, TournamentOrder("computer", level=level),
                                    Orderer("o", "Ola", True)), 0)
    state = after(state, drafts(state, TournamentOrder("remove", player=2),
                                Orderer("o", "Ola", True)), 0)
    state = after(state, begin_by_time(state, START), START)
    assert [one.who for one in state.players] == [of_level(3), of_level(5)]


@pytest.mark.parametrize("start, kind, complaint", [
    (0, "swiss", "a time to come"), (29 * 86_400, "swiss", "within four weeks"),
    (600, "club", "a club begins at once")])
async def test_times_at_which_no_tournament_can_begin(tmp_path, start, kind, complaint):
    async with browsing(tmp_path, 1) as (_, anna):
        answer = await anna.post("/api/v1/tournaments", json={
            "id": "a tournament of a time", "name": "Cup", "kind": kind, "rules": "contra",
            "clock": {"kind": "fischer", "initial": 60}, "start": int(time.time()) + start})
        assert answer.status_code == 400 and complaint in answer.json()["reason"]
        assert not (await anna.get("/api/v1/tournaments")).json()["tournaments"]


async def test_a_tournament_begins_by_itself_also_after_a_restart(place):
    start = int(time.time()) + 600
    async with browsing(place, 3) as (_, *browsers):
        made = await make(browsers[0], start=start)
        for browser in browsers:
            await order(browser, made, "enter")
        await order(browsers[2], made, "leave")
        found = (await standing(browsers[0], made))["tournament"]
        assert found["start"] == start
        assert [one["checked_in"] for one in found["players"]] == [True, True, False]
    async with browsing(place, 1) as (server, browser):
        rooms = server.service.rooms
        now = rooms.now
        rooms.now = lambda: now() + 700_000
        found = (await until(browser, made, lambda one: one["paired"]))["tournament"]
        assert found["phase"] == "running" and len(found["players"]) == 2


async def test_a_bot_enters_checks_in_and_is_marked(tmp_path):
    async with browsing(tmp_path, 2) as (server, anna, other):
        await other.sign_up("Robot")
        token = (await other.post("/api/v1/account/tokens", json={
            "name": "x", "scopes": ["read", "play", "bot"]})).json()["token"]
        bearer = {"Authorization": f"Bearer {token}"}
        await anna.post("/api/v1/bot", json={"name": "Robot"}, headers=bearer)
        made = await make(anna, start=int(time.time()) + 3600)
        said = []
        entry = await server_thread(Entry, server.base, token,
                                    f"{server.base}/tournaments/{made['id']}", said.append)
        assert said == ["tournament Cup: entered"]
        player, = (await standing(anna, made))["tournament"]["players"]
        assert player["bot"] and player["name"] == "Robot" and not player["checked_in"]
        with pytest.raises(ValueError, match="quarter of an hour"):
            await server_thread(entry._look)
        await anna.sign_up("Anna")
        rated = await make(anna, rated=True)
        with pytest.raises(ValueError, match="bots enter tournaments that are not rated"):
            await server_thread(Entry, server.base, token, rated["id"], said.append)
        teams = await make(anna, kind="arena", best=1)
        await server_thread(Entry, server.base, token, teams["id"], [].append, 0.05, "Reds")
        assert (await standing(anna, teams))["tournament"]["players"][0]["team"] == "Reds"
        made = await make(anna, kind="arena")
        entry = await server_thread(Entry, server.base, token, made["id"], said.append, 0.05)
        await order(anna, made, "enter")
        await order(anna, made, "remove", player=1)
        entry.start()                       # it says so once, and stays away
        async with asyncio.timeout(PATIENCE):
            while len(said) < 3:
                await asyncio.sleep(0.05)
        assert said[2].startswith("tournament Cup: this bot was set aside")
        await order(other, made, "enter")
        await order(anna, made, "start")
        await order(anna, made, "remove", player=1)     # from an arena that runs it comes back
        await until(anna, made, lambda one: one["phase"] == "running"
                    and not one["players"][0]["away"])
        entry.close()
        assert len(said) == 3


async def server_thread(function, *arguments):
    """Call something that asks the server, beside it."""
    return await asyncio.to_thread(function, *arguments)
