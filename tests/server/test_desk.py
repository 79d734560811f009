"""The arbiter's desk at a server: results by hand, byes, other organisers, proposals, undo."""
import contextlib

import pytest
from msgspec.structs import replace

from eckstein.server.parts.tournaments.begun import written
from eckstein.server.parts.tournaments.rules.folding import folded
from eckstein.server.store.tournaments import TournamentEvent

from .actors import browsing, people_at
from .helpers import part, serving, stores_of
from .journeys import block
from .tournaments import make, order, standing, until


async def ruled_round(anna, made):
    """All games that go on are decided for White by the organiser."""
    told = (await standing(anna, made))["tournament"]
    number = len(told["paired"])
    for game in told["paired"][-1]["games"]:
        if game["outcome"] is None:
            await order(anna, made, "rule", outcome="white", **(
                {"game": game["game"]} if game["game"] else
                {"round": number, "player": game["white"]}))
    return (await standing(anna, made))["tournament"]


async def test_a_swiss_of_five_goes_on_when_the_organiser_enters_results_before_a_move(place):
    pytest.importorskip("py4swiss")
    async with browsing(place, 4) as (server, anna, *players):
        made = await make(anna, "swiss", rounds=3, pause=None)
        for browser in players:
            await order(browser, made, "enter")
        for name in ("Zoe", "Yan"):
            await order(anna, made, "add", name=name, rating=1500)
        await order(anna, made, "start")
        await until(anna, made, lambda one: one["paired"])
        for number in (1, 2, 3):
            told = await ruled_round(anna, made)
            assert len(told["paired"][-1]["games"]) == 2
            assert all(game["by_hand"] and game["played"] and game["outcome"] == "white"
                       for game in told["paired"][-1]["games"])
            assert not any(one["away"] for one in told["players"])
            if number < 3:
                await order(anna, made, "pair")
        await until(anna, made, lambda one: one["phase"] == "ended")
        events = await stores_of(server.service.store).tournaments.events(made["id"])
        state = folded(events)
        for game in (game for one in state.rounds for game in one.games):
            named = any(state.players[number - 1].by_name for number in (game.white, game.black))
            assert bool(game.id) != named       # who has no device plays no game of the server
        lines = (await anna.get(f"/api/v1/tournaments/{made['id']}/trf")).text
        assert lines.count(" w 1") == 6 and lines.count(" - U") == 3
        csv = (await anna.get(f"/api/v1/tournaments/{made['id']}/csv")).text
        assert csv.count("w1") == 6


async def test_a_forfeit_ends_the_game_and_sets_nobody_aside(place):
    pytest.importorskip("py4swiss")
    async with browsing(place, 3) as (_, anna, *players):
        made = await make(anna, "swiss", rounds=1, pause=None)
        for browser in players:
            await order(browser, made, "enter")
        await order(anna, made, "start")
        told = (await until(anna, made, lambda one: one["paired"]))["tournament"]
        game, = told["paired"][0]["games"]
        refused = await order(anna, made, "forfeit", 400, game=game["game"])
        assert "a forfeit a win" in refused["reason"]
        await order(anna, made, "forfeit", game=game["game"], outcome="none")
        result = (await anna.get(f"/api/v1/games/{game['game']}")).json()["result"]
        assert (result["winner"], result["reason"]) == (None, "forfeit")
        told = (await standing(anna, made))["tournament"]
        game, = told["paired"][0]["games"]
        assert (game["outcome"], game["played"]) == ("none", False)
        assert not any(one["away"] for one in told["players"])


async def test_a_game_ended_by_mistake_is_undone_and_its_result_entered(place):
    async with browsing(place, 3) as (_, anna, *players):
        made = await make(anna, "club", clock=None)
        for browser in players:
            await order(browser, made, "enter")
        await order(anna, made, "pair")
        game, = (await standing(anna, made))["tournament"]["paired"][0]["games"]
        await order(anna, made, "rule", game=game["game"], outcome="white")
        told = await order(anna, made, "undo")
        assert told["tournament"]["undo"] == "pair"
        assert (await standing(players[0], made))["you"]["game"] is None
        told = await order(anna, made, "rule", game=game["game"], outcome="drawn")
        game, = told["tournament"]["paired"][0]["games"]
        assert (game["outcome"], game["by_hand"]) == ("drawn", True)


async def test_a_pairing_is_undone_until_a_move_is_made(place):
    async with browsing(place, 3) as (_, anna, *players):
        made = await make(anna, "club", clock=None)
        for browser in players:
            await order(browser, made, "enter")
        told = (await order(anna, made, "pair"))["tournament"]
        game, = told["paired"][0]["games"]
        assert (await order(players[0], made, "undo", 403))["code"] == "not-yours"
        told = (await order(anna, made, "undo"))["tournament"]
        assert told["paired"] == [] and told["undo"] is None
        result = (await anna.get(f"/api/v1/games/{game['game']}")).json()["result"]
        assert result["reason"] == "aborted"
        assert "nothing to undo" in (await order(anna, made, "undo", 409))["reason"]
        await order(anna, made, "pair", player=1, against=2)
        places = [(await standing(browser, made))["you"] for browser in players]
        you = next(one for one in places if one["colour"] == "white")
        answer = await anna.post(f"/api/v1/games/{you['game']}/commands", json={
            "seat": you["seat"], "id": "first", "what": "move", "seq": 1, "move": "d1d2"})
        assert answer.status_code == 200
        assert "gone on" in (await order(anna, made, "undo", 409))["reason"]


async def test_a_client_reads_rounds_again_that_have_changed(tmp_path):
    async with browsing(tmp_path, 1) as (_, anna):
        made = await make(anna, "club", clock=None)
        for name in ("Zoe", "Yan"):
            await order(anna, made, "add", name=name)
        await order(anna, made, "pair")
        before = (await order(anna, made, "rule", round=1, player=1, outcome="white"))["tournament"]
        path = f"/api/v1/tournaments/{made['id']}"

        async def left_out(seq):
            answer = await anna.get(path, params={"left_out": 1, "seq": seq})
            return answer.json()["tournament"]["left_out"]
        assert await left_out(before["seq"]) == await left_out(0) == 1
        await order(anna, made, "rule", round=1, player=2, outcome="black")
        after = (await standing(anna, made))["tournament"]
        assert await left_out(before["seq"]) == 0 and await left_out(after["seq"]) == 1


async def test_pairings_are_proposed_changed_and_begun_at_a_server(place):
    pytest.importorskip("py4swiss")
    async with browsing(place, 3) as (_, anna, ben, carl):
        made = await make(anna, "swiss", rounds=2, pause=0)
        for browser in (ben, carl):
            await order(browser, made, "enter", name={ben: "Ben", carl: "Carl"}[browser])
        for name in ("Zoe", "Yan"):
            await order(anna, made, "add", name=name)
        await order(anna, made, "start")
        told = (await until(anna, made, lambda one: one["paired"]))["tournament"]
        assert len(told["paired"][0]["games"]) == 2
        assert "goes on" in (await order(anna, made, "propose", 409))["reason"]
        await order(anna, made, "pause")
        await ruled_round(anna, made)
        assert "paused" in (await order(anna, made, "pair", 409))["reason"]
        told = (await order(anna, made, "propose"))["tournament"]
        assert (await standing(ben, made))["tournament"]["proposal"] is None
        game = told["proposal"]["games"][0]
        told = (await order(anna, made, "swap", player=game["white"],
                            against=game["black"]))["tournament"]
        assert told["proposal"]["games"][0] | {"white": 0, "black": 0} == game | {
            "white": 0, "black": 0}
        assert told["proposal"]["games"][0]["white"] == game["black"]
        told = (await order(anna, made, "resume"))["tournament"]
        assert told["next"] is None and len(told["paired"]) == 1    # it waits for the organiser
        told = (await order(anna, made, "pair"))["tournament"]
        assert told["proposal"] is None
        assert told["paired"][1]["games"][0]["white"] == game["black"]


async def test_other_organisers_organise_and_do_not_name_others(place):
    async with serving(place) as server, contextlib.AsyncExitStack() as stack:
        anna, bruno, carla, dora = await people_at(server, "Anna", "Bruno", "Carla", "Dora")
        for one in (anna, bruno, carla, dora):
            stack.push_async_callback(one.aclose)
        made = await make(anna)
        for name in ("Zoe", "Yan"):
            await order(anna, made, "add", name=name)
        assert (await order(bruno, made, "start", 403))["code"] == "not-yours"
        told = (await order(anna, made, "organiser", name="bruno"))["tournament"]
        assert (told["organiser"], told["organisers"]) == ("Anna", ["Bruno"])
        you = (await standing(bruno, made))["you"]
        assert you["organises"] and not you["owns"]
        assert "the creator" in (await order(bruno, made, "organiser", 403, name="Carla"))["reason"]
        assert "no account" in (await order(anna, made, "organiser", 400, name="Nobody"))["reason"]
        await block(dora, "Anna")
        refused = await order(anna, made, "organiser", 409, name="Dora")
        assert "cannot become" in refused["reason"]
        assert "the creator" in (await order(bruno, made, "undo", 403))["reason"]
        await order(anna, made, "organiser", name="Carla")
        await order(bruno, made, "start")
        await until(bruno, made, lambda one: one["paired"])
        await anna.post_json("/account/delete")
        told = await until(bruno, made, lambda one: one["organiser"] == "Bruno")
        assert told["tournament"]["organisers"] == ["Carla"] and told["you"]["owns"]
        assert told["tournament"]["undo"] != "organiser"
        await order(carla, made, "dismiss", name="Carla")
        assert not (await standing(carla, made))["you"]["organises"]


async def test_a_guest_names_an_account_as_organiser(place):
    async with browsing(place, 1) as (server, guest):
        bruno, = await people_at(server, "Bruno")
        made = await make(guest)
        for name in ("Admin", "Nobody"):
            refused = await order(guest, made, "organiser", 400, name=name)
            assert "no account" in refused["reason"]
        await order(guest, made, "organiser", name="Bruno")
        assert (await standing(bruno, made))["you"]["organises"]
        await bruno.aclose()


async def test_an_organiser_cannot_rule_the_own_game_and_another_can(place):
    async with serving(place) as server, contextlib.AsyncExitStack() as stack:
        anna, bruno = await people_at(server, "Anna", "Bruno")
        for one in (anna, bruno):
            stack.push_async_callback(one.aclose)
        made = await make(anna, "club", clock=None)
        await order(anna, made, "enter")
        await order(anna, made, "add", name="Zoe")
        await order(anna, made, "organiser", name="Bruno")
        told = await order(anna, made, "pair")
        assert told["you"]["game"] is None
        assert told["tournament"]["paired"][0]["games"][0]["by_hand"]
        for what in ("rule", "forfeit"):
            refused = await order(anna, made, what, 403, round=1, player=1, outcome="white")
            assert "your own game" in refused["reason"]
        await order(bruno, made, "rule", round=1, player=1, outcome="white")
        assert "your own game" in (await order(anna, made, "undo", 403))["reason"]
        await order(bruno, made, "undo")


@pytest.mark.parametrize(("what", "status", "more", "sentence"), [
    ("add", 400, {}, "a player needs a name"), ("add", 400, {"name": "zoé"}, "already"),
    ("add", 400, {"name": "Robert", "points": 0.5}, "only late entries"),
    ("back", 400, {"player": 9}, "no player 9"), ("bye", 422, {"player": 1, "points": 2}, "points"),
    ("bye", 400, {"player": 1, "points": 0.2}, "0, 0.5 or 1"),
    ("rule", 409, {}, "not begun"), ("swap", 409, {}, "not begun"),
    ("organiser", 400, {}, "no account of this name"), ("undo", 200, {}, ""),
    ("dance", 422, {}, "what")])
async def test_what_cannot_be_ordered_gets_a_sentence(tmp_path, what, status, more, sentence):
    async with browsing(tmp_path, 1) as (_, anna):
        made = await make(anna, "swiss" if what != "late" else "club")
        await order(anna, made, "add", name="Zoé")
        answer = await order(anna, made, what, status, **more)
        assert sentence in answer.get("reason", "")


async def test_what_a_newer_version_wrote_is_refused_in_a_sentence(tmp_path):
    async with browsing(tmp_path, 1) as (server, anna):
        made, other = await make(anna), await make(anna)
        state = await part(server.service, "Arbiter").ledger.state(made["id"])
        event = TournamentEvent(made["id"], 2, "juggled", {}, 1)
        await server.service.store.write(written(replace(state, seq=2), [event], {}))
        answer = await anna.get(f"/api/v1/tournaments/{made['id']}")
        assert answer.status_code == 200            # it is in memory
        part(server.service, "Arbiter").ledger._known.clear()
        answer = await anna.get(f"/api/v1/tournaments/{made['id']}")
        assert "a newer version of Eckstein" in answer.json()["reason"]
        refused = await anna.post(f"/api/v1/tournaments/{made['id']}/orders", json={"what": "undo"})
        assert refused.json()["code"] == "broken"
        await order(anna, other, "enter", name="Anna")


async def test_two_servers_see_what_is_undone(url):
    async with browsing(url, 1) as (_, anna), serving(url) as second:
        made = await make(anna, "club", clock=None)
        for name in ("Zoe", "Yan"):
            await order(anna, made, "add", name=name)
        await order(anna, made, "pair")
        async with second.http("/api/v1") as http:
            path = f"/tournaments/{made['id']}"
            before = (await http.get(path)).json()["tournament"]
            assert len(before["paired"]) == 1
            await order(anna, made, "undo")
            told = (await http.get(path)).json()["tournament"]
            assert told["paired"] == [] and told["undo"] == "add"
            answer = await http.post(f"{path}/orders", json={"what": "undo", "key": made["key"]})
            assert len(answer.json()["tournament"]["players"]) == 1
        told = (await standing(anna, made))["tournament"]
        assert [one["name"] for one in told["players"]] == ["Zoe"]
