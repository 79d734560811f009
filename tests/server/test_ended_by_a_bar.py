"""What somebody has open ends when he is barred, his name is taken away, or his account goes or
becomes a bot."""

from eckstein.server.game.events import other
from eckstein.server.parts.lobby import lobby
from eckstein.server.rooms.events import RatedGame

from .actors import listening, moderated
from .helpers import serving
from .journeys import (
    BLITZ,
    case_of,
    challenge,
    challenges_of,
    challenges_told,
    give_command,
    lobby_of,
    moderate,
    respond,
    seek,
    sought,
    take,
)
from .postgres import needs_postgres
from .tournaments import make, order, standing


async def away(browser, made):
    """Who does not take part any more."""
    return {one["name"] for one in (await standing(browser, made))["tournament"]["players"]
            if one["away"]}


async def test_a_bar_ends_what_is_rated_and_open_and_nothing_else(place):
    async with moderated(place) as (server, anna, bruno, carla), \
            listening(server, anna) as hers, listening(server, bruno) as his:
        rated, friendly = await sought(his, clocks=[BLITZ], rated=True), await sought(his)
        kept = await challenge(bruno, "Anna", clock=BLITZ)
        for one, other in ((anna, "Bruno"), (bruno, "Anna")):
            await challenge(one, other, clock=BLITZ, rated=True)
        cups = [await make(anna, "swiss", rated=True, pause=None),
                await make(anna, "round-robin", rated=True),
                await make(anna, "arena", minutes=5)]
        for cup in cups:
            for one in (anna, bruno):
                await order(one, cup, "enter")
        await order(anna, cups[1], "start")
        await hers.say("challenges")
        await challenges_told(hers, lambda found: len(found) == 3)
        await moderate(carla, "bar", days=3)
        await his.hear("withdrawn", id=rated[0])
        found = await lobby_of(hers)
        assert [one["id"] for one in found["seeks"]] == [friendly[1]]
        assert [one["id"] for one in await challenges_told(hers, lambda found: len(found) < 3)] == [
            one["id"] for one in await challenges_of(bruno)] == [kept["id"]]
        assert [await away(anna, cup) for cup in cups] == [{"Bruno"}, {"Bruno"}, set()]
        assert (await order(bruno, cups[0], "enter", 403))["why"] == "barred"
        assert (await challenge(anna, "Bruno", 409, clock=BLITZ, rated=True))[
            "why"] == "no-challenge"
        await moderate(carla, "take-back", entry=(await case_of(carla))["entries"][0]["id"])
        assert await away(anna, cups[0]) == {"Bruno"}       # he may enter again, and has not
        await order(bruno, cups[0], "enter")
        assert not await away(anna, cups[0])


async def test_a_rated_seat_is_not_taken_beside_somebody_who_is_barred(place):
    async with moderated(place) as (_, anna, bruno, carla):
        made = await bruno.post_json("/games", 201, rules="contra", rated=True, clock=BLITZ,
                                     white={}, black={"open": True})
        await moderate(carla, "bar")
        refused = await anna.post_json(f"/games/{made['game']}/join", 409, id="k" * 20)
        assert refused["reason"] == "no more players can enter this game"


async def test_a_rated_game_with_somebody_who_is_barred_is_not_played_again(place):
    async with moderated(place) as (server, anna, bruno, carla):
        made = await challenge(anna, "Bruno", clock=BLITZ, rated=True)
        seat = await respond(bruno, made, "accept")
        game, hers = seat["game"], other(seat["colour"])
        seats = {hers: server.service.tokens.seat(game, hers)}
        await give_command(anna, game, seats, hers, 1, "abort")
        await moderate(carla, "bar")
        refused = await give_command(anna, game, seats, hers, 2, "rematch", 409)
        assert refused["reason"] == "there can be no rated rematch of this game now"


async def test_whoever_is_barred_while_he_enters_is_taken_out_again(place):
    async with moderated(place) as (server, anna, bruno, carla):
        cup = await make(anna, "swiss", rated=True)
        handlers, asked = server.service.hub._steps[RatedGame], []
        check, = handlers

        async def late(step):
            asked.append(step.who)
            if len(asked) == 1:
                return          # he was not barred yet
            await check(step)
        await moderate(carla, "bar")
        handlers[:] = [late]
        assert (await order(bruno, cup, "enter", 403))["why"] == "barred"
        assert await away(anna, cup) == {"Bruno"}


async def test_a_seek_that_outlives_a_bar_leads_to_no_rated_game(place, monkeypatch):
    async with moderated(place) as (server, anna, bruno, carla), \
            listening(server, anna) as hers, listening(server, bruno) as his:
        _, name = await sought(his, clocks=[BLITZ], rated=True)
        with monkeypatch.context() as patch:
            patch.setattr(lobby.Lobby, "_end", lambda self, who, rated: None)
            await moderate(carla, "bar")
        assert (await take(hers, name))["why"] == "seek-gone"
        assert (await lobby_of(hers))["seeks"] == []


async def test_open_seeks_do_not_show_a_name_that_was_taken_away(place):
    async with moderated(place) as (server, anna, bruno, carla), \
            listening(server, anna) as hers, listening(server, bruno) as his:
        key, _ = await sought(his)
        cup = await make(anna, "swiss")
        await order(bruno, cup, "enter")
        await moderate(carla, "rename")
        await his.hear("withdrawn", id=key)
        assert (await lobby_of(hers))["seeks"] == []
        player, = (await standing(anna, cup))["tournament"]["players"]
        assert player["name"].startswith("player-") and not player["away"]


async def test_a_deleted_account_leaves_nothing_open(place):
    async with moderated(place) as (server, anna, bruno, _), \
            listening(server, anna) as hers, listening(server, bruno) as his:
        key = await seek(his)
        await his.hear("seeking", id=key)
        await challenge(bruno, "Anna", clock=BLITZ)
        cup = await make(anna, "arena", minutes=5)
        await order(bruno, cup, "enter")
        await hers.say("challenges")
        await challenges_told(hers, len)
        await bruno.post_json("/account/delete", 200)
        await challenges_told(hers, lambda found: not found)
        assert (await lobby_of(hers))["seeks"] == []
        player, = (await standing(anna, cup))["tournament"]["players"]
        assert player["away"] and player["name"] == "Guest"


async def test_what_was_open_of_a_person_is_not_played_by_a_bot(place):
    async with moderated(place) as (server, anna, bruno, _), \
            listening(server, anna) as hers, listening(server, bruno) as his:
        seeks = [await seek(his, clocks=[BLITZ], rated=rated) for rated in (True, False)]
        for key in seeks:
            await his.hear("seeking", id=key)
        rated = await challenge(anna, "Bruno", clock=BLITZ, rated=True)
        kept = await challenge(anna, "Bruno", clock=BLITZ)
        cups = [await make(anna, "arena", minutes=5, rated=rated) for rated in (True, False)]
        for cup in cups:
            await order(bruno, cup, "enter")
        await bruno.post_json("/bot", name="Bruno")
        for key in seeks:
            await his.hear("withdrawn", id=key)
        assert (await lobby_of(hers))["seeks"] == []
        assert [one["id"] for one in await challenges_of(bruno)] == [kept["id"]]
        await bruno.post_json(f"/challenges/{rated['id']}/accept", 409)
        assert [await away(anna, cup) for cup in cups] == [{"Bruno"}, set()]


@needs_postgres
async def test_a_bar_at_one_server_ends_what_is_open_at_another(url):
    async with moderated(url) as (server, anna, bruno, carla), serving(url) as other, \
            listening(other, bruno) as his, listening(server, anna) as hers:
        key, name = await sought(his, clocks=[BLITZ], rated=True)
        cup = await make(anna, "swiss", rated=True)
        await order(bruno, cup, "enter")
        while [one["id"] for one in (await lobby_of(hers))["seeks"]] != [name]:
            pass
        await moderate(carla, "bar")
        await his.hear("withdrawn", id=key)
        while (await lobby_of(hers))["seeks"]:
            pass
        assert await away(anna, cup) == {"Bruno"}
