"""Tournaments on a server: made, entered, paired, played, paused, ended, and told as files."""
import asyncio
import contextlib
import json

import pytest

from eckstein.server.database.store import Store
from eckstein.server.game.events import other
from eckstein.server.game.tokens import Tokens
from eckstein.server.hub.hub import Hub
from eckstein.server.hub.subscriber import Subscriber
from eckstein.server.parts.tournaments import news
from eckstein.server.parts.tournaments.arbiter import Arbiter
from eckstein.server.parts.tournaments.events import tournament_topic
from eckstein.server.parts.tournaments.rules.folding import after, begin, folded
from eckstein.server.store.contract import ConflictError, StoreError
from eckstein.server.store.tournaments import TournamentEvent

from .actors import browsing, listening
from .helpers import at_a_page, limited, serving, stores_of
from .tournaments import CLOCK, KEYS, make, order, standing, until

GAMES = "SELECT id FROM game"


async def do(browser, place, what, seq, move=""):
    answer = await browser.post(f"/api/v1/games/{place['game']}/commands", json={
        "seat": place["seat"], "id": f"{what} {seq}", "what": what, "seq": seq, "move": move})
    assert answer.status_code == 200, answer.text


async def play(browsers, made, loses=max):
    """Play what goes on: both move once, and then one of them gives up."""
    going = {}
    for browser in browsers:
        you = (await standing(browser, made))["you"]
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
async def test_a_tournament_runs_from_its_making_to_its_files(place, kind, rounds, paired):
    if kind == "swiss":
        pytest.importorskip("py4swiss")
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
        # Who comes again without a name keeps his.
        again = await order(ben, made, "enter")
        assert "Ben" in [one["name"] for one in again["tournament"]["players"]]
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
        assert report.status_code == 200 and report.text.count("\n001 ") == 4
        assert (await order(ben, made, "enter", 409))["code"] == "over"


async def test_who_does_not_appear_loses_and_is_set_aside(tmp_path):
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
        assert not (await standing(ben, made))["tournament"]["players"][game["white"] - 1]["away"]


async def test_the_organiser_ends_a_game_and_pauses_and_others_cannot(tmp_path):
    async with browsing(tmp_path, 4) as (_, *browsers, dora):
        anna, ben, carl = browsers
        made = await make(anna, pause=None)
        for browser in browsers:
            await order(browser, made, "enter")
        await order(anna, made, "start")
        found = (await until(ben, made, lambda one: one["paired"]))["tournament"]
        game = found["paired"][0]["games"][0]
        assert (await order(ben, made, "rule", 403, game=game["game"]))["code"] == "not-yours"
        # With the key anybody may, but for the two who play.
        refused = await order(carl, made, "rule", 403, key=made["key"], game=game["game"],
                              outcome="black")
        assert "your own game" in refused["reason"]
        await order(dora, made, "rule", key=made["key"], game=game["game"], outcome="white")
        await until(ben, made, lambda one: one["paired"][0]["games"][0]["outcome"] == "white")
        result = (await ben.get(f"/api/v1/games/{game['game']}")).json()["result"]
        assert result["reason"] == "adjudication"
        await order(anna, made, "pause")
        assert "paused" in (await order(anna, made, "pair", 409))["reason"]
        await order(anna, made, "resume")
        assert len((await order(anna, made, "pair"))["tournament"]) > 0
        assert len((await standing(ben, made))["tournament"]["paired"]) == 2
        # Nothing is taken back or aborted in a tournament.
        places = [(await standing(browser, made))["you"] for browser in browsers]
        you = next(one for one in places if one["game"])
        answer = await ben.post(f"/api/v1/games/{you['game']}/commands", json={
            "seat": you["seat"], "id": "abort", "what": "abort", "seq": 1})
        assert answer.status_code == 409 and "tournament" in answer.json()["reason"]
        await order(anna, made, "end")
        assert (await standing(ben, made))["tournament"]["phase"] == "ended"


async def test_players_are_called_by_socket_and_followers_hear(tmp_path):
    async with browsing(tmp_path, 2) as (server, anna, ben):
        made = await make(anna)
        for browser in (anna, ben):
            await order(browser, made, "enter")
        async with listening(server, anna) as one, listening(server, ben) as two:
            for client in (one, two):
                await client.say("follow", tournament=made["id"])
                await client.hear("tournament")
            await order(anna, made, "start")
            calls = [await client.hear("called") for client in (one, two)]
            assert calls[0]["game"] == calls[1]["game"]
            assert calls[0]["colour"] == other(calls[1]["colour"])
            assert calls[0]["link"].endswith(calls[0]["token"])
        async with listening(server, ben) as again:           # who comes back is called again
            await again.say("follow", tournament=made["id"])
            assert (await again.hear("called"))["game"] == calls[0]["game"]
            await again.say("follow", tournament="nothing")
            assert (await again.hear("refused"))["code"] == "unknown-game"


async def test_a_guest_that_signs_up_keeps_the_place_and_the_game(tmp_path):
    async with browsing(tmp_path, 3) as (server, anna, ben, carla):
        made = await make(anna)
        for name, browser in (("Zoe", anna), ("Yan", ben)):
            await order(browser, made, "enter", name=name)
        await order(anna, made, "start")
        await anna.sign_up("Anna")
        you = (await standing(anna, made))["you"]
        assert (you["player"], you["organises"], bool(you["seat"])) == (1, True, True)
        assert await play([anna, ben], made) == 1
        second = await make(carla)
        await order(carla, second, "enter", name="Zoe")
        await order(anna, second, "enter")
        await carla.sign_in("Anna", take_along=True)    # the account has a place already
        found = await standing(carla, second)
        assert [one["account"] for one in found["tournament"]["players"]] == [False, True]
        assert (found["you"]["player"], found["you"]["organises"]) == (2, True)
        await server.service.get(Arbiter).ledger.refresh(second["id"])
        assert (await standing(carla, second)) == found


async def test_a_club_pairs_by_a_click_with_names_and_levels(tmp_path):
    async with browsing(tmp_path, 4) as (_, teacher, *pupils):
        made = await make(teacher, "club", clock=None)
        for number, pupil in enumerate(pupils):
            await order(pupil, made, "enter", name=f"Pupil {number}")
        await order(teacher, made, "computer", level=2)
        await order(teacher, made, "pair", player=1, against=2)
        assert "not free" in (await order(teacher, made, "pair", 409, player=1,
                                          against=3))["reason"]
        await order(teacher, made, "pair")          # the third plays the level
        found = (await standing(pupils[2], made))["tournament"]
        assert [{game["white"], game["black"]} for one in found["paired"]
                for game in one["games"]] == [{1, 2}, {3, 4}]
        assert "not two" in (await order(teacher, made, "pair", 409))["reason"]
        await order(teacher, made, "rename", player=1, name="Zoe")
        await order(teacher, made, "remove", player=2)
        found = (await standing(pupils[2], made))["tournament"]
        assert found["players"][0]["name"] == "Zoe" and found["players"][1]["away"]


async def test_who_sits_out_in_a_club_is_named_has_no_point_and_is_paired_next(tmp_path):
    async with browsing(tmp_path, 4) as (_, teacher, *pupils):
        made = await make(teacher, "club", clock=None)
        for number, pupil in enumerate(pupils):
            await order(pupil, made, "enter", name=f"Pupil {number}")
        sat_out = []
        for _ in pupils:
            await order(teacher, made, "pair")
            found = (await standing(pupils[0], made))["tournament"]
            one, = found["paired"][-1]["out"]
            sat_out.append(one)
            assert {row["player"]: row["games"] for row in found["standings"]}[one] == 0 + sum(
                one in (game["white"], game["black"]) for past in found["paired"][:-1]
                for game in past["games"])
            game, = found["paired"][-1]["games"]
            await order(teacher, made, "rule", game=game["game"], outcome="drawn")
            await until(teacher, made, lambda told: told["paired"][-1]["games"][0]["outcome"])
        assert sorted(sat_out) == [1, 2, 3]


@pytest.mark.parametrize("wish, sentence", [
    ({"clock": None}, "needs a clock"), ({"name": " \u200b"}, "needs a name"),
    ({"rounds": 3}, "once or twice"), ({"rated": True}, "account"),
    ({"kind": "arena", "clock": {"kind": "days", "initial": 86400}}, "not by days"),
    ({"rules": "chess"}, "chess"), ({"options": {"wings": 1}}, "wings")])
async def test_what_cannot_be_is_refused_in_a_sentence(tmp_path, wish, sentence):
    async with browsing(tmp_path) as (_, anna):
        wished = {"id": next(KEYS), "name": "Cup", "kind": "round-robin", "rules": "contra",
                  "clock": CLOCK} | wish
        answer = await anna.post("/api/v1/tournaments", json=wished)
        assert answer.status_code in (400, 403, 409, 422)
        assert sentence in answer.json()["reason"]
        assert (await anna.get("/api/v1/tournaments")).json() == {"tournaments": []}


async def sums(store):
    """Games of a tournament by its events, by its rows, and all there are."""
    row, = await stores_of(store).tournaments.listed(10)
    events = await stores_of(store).tournaments.events(row.id)
    state = folded(events)
    games = [game.id for one in state.rounds for game in one.games if game.id]
    return state, games, await store.all_games()


@pytest.mark.parametrize("step", range(4))
async def test_a_server_killed_while_it_pairs_doubles_and_loses_nothing(place, monkeypatch, step):
    """It is killed before it writes, or after it has written but before it knows; or another one
    was quicker; or the database fails."""
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
            await until(browsers[1], made, lambda one, number=number: len(one["paired"]) == number)
            await play(browsers, made)
        await until(browsers[1], made, lambda one: one["phase"] == "ended")
        state, games, rows = await sums(server.service.store)
        assert failed and len(games) == len(set(games)) == 2
        assert sorted(games) == sorted(rows)
        assert all(game.outcome is not None for one in state.rounds for game in one.games)


async def test_two_servers_on_one_database_pair_each_round_once(url):
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


async def test_a_tournament_goes_on_after_a_restart(tmp_path, monkeypatch):
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


async def test_limits_are_told(tmp_path, monkeypatch):
    limited(monkeypatch, "tournaments", 2)
    async with browsing(tmp_path) as (_, anna):
        for _ in range(2):
            await make(anna)
        answer = await anna.post("/api/v1/tournaments", json={
            "id": next(KEYS), "name": "Cup", "kind": "club", "rules": "contra"})
        assert answer.status_code == 503 and "too many tournaments" in answer.text
        with contextlib.suppress(AssertionError):
            await order(anna, {"id": "nothing"}, "enter", 404)


async def test_rounds_that_are_known_are_left_out(tmp_path):
    async with browsing(tmp_path, 4) as (_, *browsers):
        made = await make(browsers[0], rounds=1)
        for browser in browsers:
            await order(browser, made, "enter")
        await order(browsers[0], made, "start")
        for number in (1, 2):
            await until(browsers[1], made, lambda one, n=number: len(one["paired"]) == n)
            await play(browsers, made)
        whole = (await until(browsers[1], made, lambda one: len(one["paired"]) == 3))["tournament"]
        path = f"/api/v1/tournaments/{made['id']}"
        for known in (0, 1, 3, 9):
            found = (await browsers[1].get(path, params={"left_out": known})).json()["tournament"]
            assert found["left_out"] == min(known, 3)
            assert found == whole | {"paired": whole["paired"][known:],
                                     "left_out": found["left_out"]}
        assert (await browsers[1].get(path, params={"left_out": -1})).status_code == 422


async def test_news_of_a_tournament_are_the_rarer_the_more_follow_it_and_calls_are_not(monkeypatch):
    settings = {"name": "Cup", "kind": "arena", "rules": "contra", "options": {}, "clock": CLOCK,
                "minutes": 5}
    monkeypatch.setattr(news, "FOR_EACH", 3600.0)
    states = [begin(TournamentEvent("t", 1, "created", {
        "settings": settings, "who": "guest:o", "name": ""}, 1))]

    async def read(tournament):
        return states[-1]
    hub, heard = Hub(), []
    told = news.News(hub, Tokens("secret"), read)
    subscriber = Subscriber(at_a_page, "guest:1")

    async def hear():
        """All that is sent by now."""
        for _ in range(3):
            await asyncio.sleep(0)
        while len(subscriber.outbox):
            topic, text = await subscriber.outbox.take()
            message = json.loads(text or await hub.snapshot(topic, subscriber))
            heard.append(message.get("seq") or message["game"])
        return heard

    def happens(kind, **data):
        before = states[-1]
        states.append(after(before, TournamentEvent("t", before.seq + 1, kind, data, 2)))
        told.tell(before, states[-1])
    await hub.subscribe(tournament_topic("t"), subscriber)
    assert await hear() == [1]
    for who in ("guest:1", "guest:2"):
        happens("entered", who=who, name=who, rating=0)
        assert await hear() == [1, 2]           # the second waits
    happens("started")
    happens("round", games=[("game", 1, 2, None)], byes=[])
    assert await hear() == [1, 2, "game"]
    hub._timers[tournament_topic("t")][1]._run()   # an hour later
    assert await hear() == [1, 2, "game", 5]


async def test_teams_in_an_arena_through_a_restart_and_in_files(place):
    made = {}
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
    async with browsing(place, 1) as (_, browser):
        found = (await standing(browser, made))["tournament"]
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
        assert (await browser.get(f"/api/v1/tournaments/{plain['id']}/teams")).status_code == 400
