"""Games of strangers that a player does not begin are aborted; those with a free seat wait."""
import asyncio

import pytest

from .actors import listening, two
from .helpers import LINE, PATIENCE
from .journeys import (
    BLITZ,
    DAYS,
    challenge,
    give_command,
    rated_game,
    respond,
    sought,
    take,
    take_vacation,
)

SHORT = 0.3                 # seconds


async def ended(server, game):
    """How a game has ended, once it has."""
    while (found := (await server.facts(game))["result"]) is None:
        await asyncio.sleep(0.02)
    return found["reason"], found["winner"]


async def by_lobby(server, anna, bruno):
    async with listening(server, anna) as hers, listening(server, bruno) as his:
        _, seek = await sought(hers, clocks=[BLITZ])
        paired = await take(his, seek)
        return paired["game"]


async def by_challenge(server, anna, bruno):
    made = await challenge(anna, clock=BLITZ)
    answer = await respond(bruno, made, "accept")
    return answer["game"]


async def rated(server, anna, bruno):
    return (await rated_game(anna, bruno))[0]


@pytest.mark.parametrize("begin", [by_lobby, by_challenge, rated])
async def test_a_game_without_a_first_move_is_aborted(tmp_path, begin):
    async with two(tmp_path, first_move=SHORT) as (server, anna, bruno):
        game = await begin(server, anna, bruno)
        assert (await server.facts(game))["appear"] == SHORT
        assert await ended(server, game) == ("aborted", None)
        assert (await anna.get_json("/people/Bruno"))["ratings"] == []


async def test_so_is_one_in_which_only_the_first_player_has_moved(tmp_path, monkeypatch):
    async with two(tmp_path) as (server, anna, bruno):
        game, seats = await rated_game(anna, bruno)
        await give_command(anna, game, seats, "white", 2, move=LINE[0])
        rooms = server.service.rooms
        later = rooms.now() + 3_600_000
        monkeypatch.setattr(rooms, "now", lambda: later)
        refused = await give_command(bruno, game, seats, "black", 3, move=LINE[1], status=409)
        assert refused["why"] == "time-over"
        assert await ended(server, game) == ("aborted", None)


async def test_a_game_waits_for_its_second_player_and_then_for_the_first_move(
        tmp_path, monkeypatch):
    now = 10 ** 12
    async with two(tmp_path) as (server, anna, bruno):
        rooms = server.service.rooms
        monkeypatch.setattr(rooms, "now", lambda: now)
        made = await anna.post_json("/games", 201, rules="contra", rated=True, clock=BLITZ,
                                    black={"open": True})
        assert (await rooms.snapshot(made["game"])).time_left() is None
        now += 10 ** 9
        await bruno.post_json(f"/games/{made['game']}/join", id="x" * 20)
        assert (await rooms.snapshot(made["game"])).time_left() == 3_600_000
        assert (await rooms.snapshot(made["game"])).due() is not None


async def test_games_by_days_have_the_time_of_a_move_and_friends_all_the_time(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        for wish, appear in (({"clock": DAYS}, DAYS["initial"]), ({"clock": BLITZ}, None),
                             ({}, None)):
            made = await anna.post_json("/games", 201, rules="contra", black={"open": True},
                                        **wish)
            await bruno.post_json(f"/games/{made['game']}/join", id="x" * 20)
            assert (await server.facts(made["game"]))["appear"] == appear


async def test_a_player_on_vacation_has_the_first_move_afterwards(tmp_path, monkeypatch):
    async with two(tmp_path) as (server, anna, bruno):
        rooms = server.service.rooms
        made = await challenge(anna, clock=DAYS, colour="white")
        await take_vacation(anna, 5)
        game = (await respond(bruno, made, "accept"))["game"]
        now = rooms.now() + 4 * 86_400_000
        monkeypatch.setattr(rooms, "now", lambda: now)
        snapshot = await rooms.snapshot(game)
        assert DAYS["initial"] * 1000 - 60_000 < snapshot.time_left() <= DAYS["initial"] * 1000
        assert snapshot.flag_falls() > now + DAYS["initial"] * 1000


async def test_a_rematch_has_the_same_limit_and_is_looked_at_by_itself(tmp_path, monkeypatch):
    async with two(tmp_path) as (server, anna, bruno):
        rooms, looked_at = server.service.rooms, asyncio.Queue()
        take_up = rooms._tender._take_up

        async def note(game, due):
            await take_up(game, due)
            looked_at.put_nowait(game)
        monkeypatch.setattr(rooms._tender, "_take_up", note)
        game, seats = await rated_game(anna, bruno)
        done = await give_command(bruno, game, seats, "black", 2, "resign")
        await give_command(anna, game, seats, "white", done["seq"], "rematch")
        await give_command(bruno, game, seats, "black", done["seq"] + 1, "rematch")
        following = (await server.service.store.events_of(game))[-1].data["next"]
        async with asyncio.timeout(PATIENCE):
            while await looked_at.get() != following:
                pass
        assert (await server.facts(following))["appear"] == 3600
