"""Tournaments on a server: made, entered, paired, played, paused, ended, and told as files."""
import asyncio
import contextlib
import itertools

import pytest

from eckstein.server.arbiter import arbiter as arbiter_module
from eckstein.server.arbiter import followers as followers_module
from eckstein.server.game.events import other
from eckstein.server.game.tokens import Tokens
from eckstein.server.lobby.lobby import Visitor
from eckstein.server.machine.store import Store
from eckstein.server.store.contract import ConflictError, StoreError
from eckstein.server.tournaments.state import TournamentEvent, begin

from .helpers import PATIENCE, run, serving
from .test_accounts import browsing, cheap  # noqa: F401

CLOCK = {"kind": "fischer", "initial": 300, "increment": 3}
KEYS = (f"key of a tournament {number:04}" for number in itertools.count())
GAMES = "SELECT id FROM game"


async def make(browser, kind="round-robin", **wish):
    wish = {"id": next(KEYS), "name": "Cup", "kind": kind, "rules": "contra", "clock": CLOCK,
            "pause": 0} | wish
    answer = await browser.post("/api/v1/tournaments", json=wish)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def order(browser, made, what, status=200, **more):
    answer = await browser.post(f"/api/v1/tournaments/{made['id']}/orders",
                                json={"what": what} | more)
    assert answer.status_code == status, answer.text
    return answer.json()


async def told(browser, made):
    return (await browser.get(f"/api/v1/tournaments/{made['id']}")).json()


async def until(browser, made, condition):
    """How a tournament stands once something is so."""
    async with asyncio.timeout(PATIENCE):
        while not condition((found := await told(browser, made))["tournament"]):
            await asyncio.sleep(0.05)
        return found


def socket(server, browser):
    """A socket of a browser."""
    return server.client(additional_headers={
        "Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())})


async def do(browser, place, what, seq, move=""):
    answer = await browser.post(f"/api/v1/games/{place['game']}/commands", json={
        "seat": place["seat"], "id": f"{what} {seq}", "what": what, "seq": seq, "move": move})
    assert answer.status_code == 200, answer.text


async def play(browsers, made, loses=max):
    """Play what goes on: both move once, and then one of them gives up."""
    going = {}
    for browser in browsers:
        you = (await told(browser, made))["you"]
        if you["game"]:
            going.setdefault(you["game"], {})[you["colour"]] = browser, you
    for seats in going.values():
        assert len(seats) == 2
        for seq, (colour, move) in enumerate((("white", "d1d2"), ("black", "d7d6")), 1):
            await do(*seats[colour], "move", seq, move)
        loser, place = loses(seats.values(), key=lambda one: one[1]["player"])
        await do(loser, place, "resign", 3)
    return len(going)


@pytest.mark.parametrize("kind, rounds, paired", [("round-robin", 1, 3), ("swiss", 2, 2)])
def test_a_tournament_runs_from_its_making_to_its_files(place, kind, rounds, paired):
    if kind == "swiss":
        pytest.importorskip("py4swiss")

    async def test():
        async with browsing(place, 4) as (_, *browsers):
            anna, ben, carl, _ = browsers
            made = await make(anna, kind, rounds=rounds)
            listed = (await ben.get("/api/v1/tournaments")).json()["tournaments"]
            assert [(one["id"], one["phase"]) for one in listed] == [(made["id"], "open")]
            refused = await order(anna, made, "start", 409)
            assert refused["reason"] == "a tournament needs at least two players"
            for browser, name in zip(browsers, ("Anna", "Ben", "Carl", "Dora"), strict=True):
                await order(browser, made, "enter", name=name)
            assert "already" in (await order(ben, made, "enter", 400, name="anna"))["reason"]
            assert (await order(ben, made, "start", 403))["code"] == "not-yours"
            await order(anna, made, "start")
            for number in range(1, paired + 1):
                await until(ben, made, lambda one, number=number: len(one["paired"]) == number)
                assert await play(browsers, made) == 2
            found = await until(carl, made, lambda one: one["phase"] == "ended")
            found = found["tournament"]
            assert sum(one["points"] for one in found["standings"]) == 2 * paired
            assert found["standings"][0]["player"] == 1
            csv = (await ben.get(f"/api/v1/tournaments/{made['id']}/csv")).text.splitlines()
            assert len(csv) == 5 and csv[1].startswith("1,1,Anna,")
            records = (await ben.get(f"/api/v1/tournaments/{made['id']}/records")).text
            assert records.count("[Result ") == 2 * paired
            report = await ben.get(f"/api/v1/tournaments/{made['id']}/trf")
            assert report.status_code == (200 if kind == "swiss" else 400)
            assert (await order(ben, made, "enter", 409))["code"] == "over"
    run(test())


def test_who_does_not_appear_loses_and_is_set_aside(tmp_path):
    async def test():
        async with browsing(tmp_path, 3) as (_, *browsers):
            anna, ben, _ = browsers
            made = await make(anna, "arena", minutes=5, appear=10)
            for browser in browsers:
                await order(browser, made, "enter")
            await order(anna, made, "start")
            found = await until(ben, made, lambda one: one["paired"])
            game, = found["tournament"]["paired"][0]["games"]
            state = (await ben.get(f"/api/v1/games/{game['game']}")).json()
            assert state["tournament"] == made["id"] and state["appear"] == 10.0
            found = await until(ben, made, lambda one: one["paired"][0]["games"][0]["outcome"])
            game, = found["tournament"]["paired"][0]["games"]
            assert (game["outcome"], game["played"]) == ("black", False)
            players = {one["number"]: one for one in found["tournament"]["players"]}
            assert players[game["white"]]["away"] and not players[game["black"]]["away"]
            loser = browsers[game["white"] - 1]
            await order(loser, made, "enter")
            assert not (await told(ben, made))["tournament"]["players"][game["white"] - 1]["away"]
    run(test())


def test_the_organiser_ends_a_game_and_pauses_and_others_cannot(tmp_path):
    async def test():
        async with browsing(tmp_path, 3) as (_, *browsers):
            anna, ben, carl = browsers
            made = await make(anna, pause=None)
            for browser in browsers:
                await order(browser, made, "enter")
            await order(anna, made, "start")
            found = (await until(ben, made, lambda one: one["paired"]))["tournament"]
            game = found["paired"][0]["games"][0]
            assert (await order(ben, made, "rule", 403, game=game["game"]))["code"] == "not-yours"
            # With the key, whoever it is.
            await order(carl, made, "rule", key=made["key"], game=game["game"], outcome="white")
            await until(ben, made, lambda one: one["paired"][0]["games"][0]["outcome"] == "white")
            result = (await ben.get(f"/api/v1/games/{game['game']}")).json()["result"]
            assert result["reason"] == "adjudication"
            await order(anna, made, "pause")
            assert "paused" in (await order(anna, made, "pair", 409))["reason"]
            await order(anna, made, "resume")
            assert len((await order(anna, made, "pair"))["tournament"]) > 0
            assert len((await told(ben, made))["tournament"]["paired"]) == 2
            # Nothing is taken back or aborted in a tournament.
            places = [(await told(browser, made))["you"] for browser in browsers]
            you = next(one for one in places if one["game"])
            answer = await ben.post(f"/api/v1/games/{you['game']}/commands", json={
                "seat": you["seat"], "id": "abort", "what": "abort", "seq": 1})
            assert answer.status_code == 409 and "tournament" in answer.json()["reason"]
            await order(anna, made, "end")
            assert (await told(ben, made))["tournament"]["phase"] == "ended"
    run(test())


def test_players_are_called_by_socket_and_followers_hear(tmp_path):
    async def test():
        async with browsing(tmp_path, 2) as (server, anna, ben):
            made = await make(anna)
            for browser in (anna, ben):
                await order(browser, made, "enter")
            async with socket(server, anna) as one, socket(server, ben) as two:
                for client in (one, two):
                    await client.say("follow", tournament=made["id"])
                    await client.hear("tournament")
                await order(anna, made, "start")
                calls = [await client.hear("called") for client in (one, two)]
                assert calls[0]["game"] == calls[1]["game"]
                assert calls[0]["colour"] == other(calls[1]["colour"])
                assert calls[0]["link"].endswith(calls[0]["token"])
            async with socket(server, ben) as again:           # who comes back is called again
                await again.say("follow", tournament=made["id"])
                assert (await again.hear("called"))["game"] == calls[0]["game"]
                await again.say("follow", tournament="nothing")
                assert (await again.hear("refused"))["code"] == "unknown-game"
    run(test())


def test_a_club_pairs_by_a_click_with_names_and_levels(tmp_path):
    async def test():
        async with browsing(tmp_path, 4) as (_, teacher, *pupils):
            made = await make(teacher, "club", clock=None)
            for number, pupil in enumerate(pupils):
                await order(pupil, made, "enter", name=f"Pupil {number}")
            await order(teacher, made, "computer", level=2)
            await order(teacher, made, "pair", player=1, against=2)
            assert "not free" in (await order(teacher, made, "pair", 409, player=1,
                                              against=3))["reason"]
            await order(teacher, made, "pair")          # the third plays the level
            found = (await told(pupils[2], made))["tournament"]
            assert [{game["white"], game["black"]} for one in found["paired"]
                    for game in one["games"]] == [{1, 2}, {3, 4}]
            assert "not two" in (await order(teacher, made, "pair", 409))["reason"]
            await order(teacher, made, "rename", player=1, name="Zoe")
            await order(teacher, made, "remove", player=2)
            found = (await told(pupils[2], made))["tournament"]
            assert found["players"][0]["name"] == "Zoe" and found["players"][1]["away"]
    run(test())


@pytest.mark.parametrize("wish, sentence", [
    ({"clock": None}, "needs a clock"), ({"name": " \u200b"}, "needs a name"),
    ({"rounds": 3}, "once or twice"), ({"rated": True}, "account"),
    ({"kind": "arena", "clock": {"kind": "days", "initial": 86400}}, "not by days"),
    ({"rules": "chess"}, "chess"), ({"options": {"wings": 1}}, "wings")])
def test_what_cannot_be_is_refused_in_a_sentence(tmp_path, wish, sentence):
    async def test():
        async with browsing(tmp_path) as (_, anna):
            wished = {"id": next(KEYS), "name": "Cup", "kind": "round-robin", "rules": "contra",
                      "clock": CLOCK} | wish
            answer = await anna.post("/api/v1/tournaments", json=wished)
            assert answer.status_code in (400, 403, 409, 422)
            assert sentence in answer.json()["reason"]
            assert (await anna.get("/api/v1/tournaments")).json() == {"tournaments": []}
    run(test())


async def sums(store):
    """Games of a tournament by its events, by its rows, and all there are."""
    from eckstein.server.tournaments.state import begin
    row, = await store.tournaments.listed(10)
    events = await store.tournaments.events(row.id)
    state = begin(events[0])
    for event in events[1:]:
        state = state.after(event)
    games = [game.id for one in state.rounds for game in one.games if game.id]
    return state, games, await store.all_games()


@pytest.mark.parametrize("step", range(4))
def test_a_server_killed_while_it_pairs_doubles_and_loses_nothing(place, monkeypatch, step):
    """It is killed before it writes, or after it has written but before it knows; or another one
    was quicker; or the database fails."""
    async def test():
        write, failed = Store.write, []

        async def killed(store, transaction):
            change = transaction.tournament
            if change is None or not any(event.kind in ("round", "result")
                                         for event in change.events) or len(failed) > 3:
                return await write(store, transaction)
            failed.append(change)
            if step == 0:
                raise RuntimeError("killed")
            if step == 1:
                await write(store, transaction)
                raise RuntimeError("killed")
            if step == 2:
                await write(store, transaction)
                raise ConflictError("somebody was quicker")
            raise StoreError("the database is away")
        monkeypatch.setattr(Store, "write", killed)
        async with browsing(place, 2) as (server, *browsers):
            made = await make(browsers[0], rounds=2)
            for browser in browsers:
                await order(browser, made, "enter")
            await order(browsers[0], made, "start")
            for number in range(1, 3):
                await until(browsers[1], made,
                            lambda one, number=number: len(one["paired"]) == number)
                await play(browsers, made)
            await until(browsers[1], made, lambda one: one["phase"] == "ended")
            state, games, rows = await sums(server.service.store)
            assert failed and len(games) == len(set(games)) == 2
            assert sorted(games) == sorted(rows)
            assert all(game.outcome is not None for one in state.rounds for game in one.games)
    run(test())


def test_two_servers_on_one_database_pair_each_round_once(url):
    async def test():
        async with browsing(url, 4) as (first, *browsers), serving(url) as second:
            made = await make(browsers[0])
            for browser in browsers:
                await order(browser, made, "enter")
            async with second.client() as client:
                await client.say("follow", tournament=made["id"])
                seq = (await client.hear("tournament"))["seq"]
                await order(browsers[0], made, "start")
                assert (await client.hear("tournament"))["seq"] > seq
                for number in range(1, 4):
                    await until(browsers[1], made,
                                lambda one, number=number: len(one["paired"]) >= number)
                    await play(browsers, made)
                await until(browsers[1], made, lambda one: one["phase"] == "ended")
            _, games, rows = await sums(first.service.store)
            assert len(games) == 6 and sorted(games) == sorted(rows)
    run(test())


def test_a_tournament_goes_on_after_a_restart(tmp_path, monkeypatch):
    async def test():
        cookies = []
        async with browsing(tmp_path, 2) as (_, *browsers):
            made = await make(browsers[0], rounds=2)
            for browser in browsers:
                await order(browser, made, "enter")
                cookies.append(dict(browser.cookies))
            await order(browsers[0], made, "start")
            await until(browsers[1], made, lambda one: len(one["paired"]) == 1)
            await play(browsers, made)
        async with browsing(tmp_path, 2) as (_, *again):
            for browser, kept in zip(again, cookies, strict=True):
                browser.cookies.clear()
                browser.cookies.update(kept)
            await until(again[1], made, lambda one: len(one["paired"]) == 2)
            await play(again, made)
            found = await until(again[1], made, lambda one: one["phase"] == "ended")
            assert [one["points"] for one in found["tournament"]["standings"]] == [2.0, 0.0]
    run(test())


def test_limits_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(arbiter_module, "MADE_AT_ONCE", 2.0)

    async def test():
        async with browsing(tmp_path) as (_, anna):
            for _ in range(2):
                await make(anna)
            answer = await anna.post("/api/v1/tournaments", json={
                "id": next(KEYS), "name": "Cup", "kind": "club", "rules": "contra"})
            assert answer.status_code == 503 and "too many tournaments" in answer.text
            with contextlib.suppress(AssertionError):
                await order(anna, {"id": "nothing"}, "enter", 404)
    run(test())


def test_rounds_that_are_known_are_left_out(tmp_path):
    async def test():
        async with browsing(tmp_path, 4) as (_, *browsers):
            made = await make(browsers[0], rounds=1)
            for browser in browsers:
                await order(browser, made, "enter")
            await order(browsers[0], made, "start")
            for number in (1, 2):
                await until(browsers[1], made, lambda one, n=number: len(one["paired"]) == n)
                await play(browsers, made)
            whole = (await until(browsers[1], made, lambda one: len(one["paired"]) == 3))[
                "tournament"]
            path = f"/api/v1/tournaments/{made['id']}"
            for known in (0, 1, 3, 9):
                found = (await browsers[1].get(path, params={"left_out": known})).json()[
                    "tournament"]
                assert found["left_out"] == min(known, 3)
                assert found == whole | {"paired": whole["paired"][known:],
                                         "left_out": found["left_out"]}
            assert (await browsers[1].get(path, params={"left_out": -1})).status_code == 422
    run(test())


def test_news_of_a_tournament_are_the_rarer_the_more_follow_it_and_calls_are_not(monkeypatch):
    async def test():
        heard, settings = [], {"name": "Cup", "kind": "arena", "rules": "contra", "options": {},
                               "clock": CLOCK, "minutes": 5}
        monkeypatch.setattr(followers_module, "FOR_EACH", 3600.0)
        followers = followers_module.Followers(Tokens("secret"))
        visitor = Visitor(None, "guest:1", "", "")
        monkeypatch.setattr(Visitor, "tell", lambda self, message: heard.append(message))
        states = [begin(TournamentEvent("t", 1, "created", {
            "settings": settings, "who": "guest:o", "name": ""}, 1))]

        def happens(kind, **data):
            before = states[-1]
            states.append(before.after(TournamentEvent("t", before.seq + 1, kind, data, 2)))
            followers.tell(before, states[-1])
        followers.follow(visitor, states[0])
        for who in ("guest:1", "guest:2"):
            happens("entered", who=who, name=who, rating=0)
        happens("started")
        assert [one.seq for one in heard] == [1, 2]         # the others wait
        happens("round", games=[("game", 1, 2, None)], byes=[])
        assert heard[2].game == "game" and len(heard) == 3
        followers._tell("t")
        assert [one.seq for one in heard if one is not heard[2]] == [1, 2, 5]
    run(test())


def test_teams_in_an_arena_through_a_restart_and_in_files(place):
    made = {}

    async def before():
        async with browsing(place, 4) as (_, *browsers):
            refused = await browsers[0].post("/api/v1/tournaments", json={
                "id": next(KEYS), "name": "Cup", "kind": "arena", "rules": "contra",
                "clock": CLOCK, "teams": ["Reds"]})
            assert refused.json()["reason"] == "say how many players of each team count"
            made.update(await make(browsers[0], "arena", minutes=5, best=1))
            told_to = (await order(browsers[0], made, "enter", 400, name="A"))["reason"]
            assert told_to == "choose the team for which you play"
            for number, browser in enumerate(browsers):
                await order(browser, made, "enter", name=f"P{number}",
                            team=" =Reds" if number < 2 else "Blues\u200b")
            await order(browsers[0], made, "start")
            await until(browsers[0], made, lambda one: one["paired"])
            assert await play(browsers, made) == 2
            await until(browsers[0], made, lambda one: len(one["paired"]) > 1)
    run(before())

    async def afterwards():
        async with browsing(place, 1) as (_, browser):
            found = (await told(browser, made))["tournament"]
            assert [one["team"] for one in found["players"]] == ["=Reds"] * 2 + ["Blues"] * 2
            for game in (game for one in found["paired"] for game in one["games"]):
                assert (game["white"] < 3) != (game["black"] < 3)
            assert found["new_teams"] and found["best"] == 1
            assert [(one["name"], one["rank"], one["points"], one["players"])
                    for one in found["teams"]] == [("=Reds", 1, 1.0, 2), ("Blues", 2, 0.0, 2)]
            path = f"/api/v1/tournaments/{made['id']}"
            lines = (await browser.get(f"{path}/teams")).text.splitlines()
            assert lines[:2] == ["rank,team,points,wins,players,who counts", "1,'=Reds,1.0,1,2,P0"]
            lines = (await browser.get(f"{path}/csv")).text.splitlines()
            assert lines[0].startswith("rank,number,name,team,") and "P0,'=Reds," in lines[1]
            plain = await make(browser)
            assert (await browser.get(f"/api/v1/tournaments/{plain['id']}/teams")
                    ).status_code == 400
    run(afterwards())
