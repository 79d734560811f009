"""Rematches that are declined, and players between whom there are none."""
import pytest

from .actors import Browser, two
from .journeys import block, give_command


async def over(server, anna, bruno):
    """A game that Bruno has lost, its seats, and the number of its events."""
    made = await anna.post_json("/games", 201, rules="contra", black={"open": True})
    joined = await bruno.post_json(f"/games/{made['game']}/join", id="x" * 20)
    seats = {"white": made["seats"]["white"], "black": joined["token"]}
    done = await give_command(bruno, made["game"], seats, "black", 2, "resign")
    return made["game"], seats, done["seq"]


async def asked(server, game):
    facts = await server.facts(game)
    return facts["offers"]["rematch"], facts["next"]


async def test_a_rematch_is_declined_and_may_be_asked_for_again(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        game, seats, seq = await over(server, anna, bruno)
        refused = await give_command(bruno, game, seats, "black", seq, "decline-rematch", 409)
        assert refused["why"] == "no-rematch-asked"
        await give_command(anna, game, seats, "white", seq, "rematch")
        await give_command(anna, game, seats, "white", seq, "decline-rematch", 409)
        done = await give_command(bruno, game, seats, "black", seq + 1, "decline-rematch")
        assert await asked(server, game) == ([], None)
        server.service.rooms._cache.drop(server.service.rooms._cache.get(game))
        assert await asked(server, game) == ([], None)          # as it is read again, too
        await give_command(anna, game, seats, "white", done["seq"], "rematch")
        assert await asked(server, game) == (["white"], None)
        await give_command(bruno, game, seats, "black", done["seq"] + 1, "rematch")
        offers, following = await asked(server, game)
        assert offers == ["white", "black"] and following
        await give_command(bruno, game, seats, "black", done["seq"] + 2, "decline-rematch", 409)
        kinds = [(event.kind, event.data.get("what"))
                 for event in await server.service.store.events_of(game)]
        assert kinds[-4:] == [("rematch", None), ("decline", "rematch"), ("rematch", None),
                              ("rematch", None)]


async def test_nothing_else_is_declined_after_the_end(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        game, seats, seq = await over(server, anna, bruno)
        for what in ("decline-draw", "decline-takeback"):
            refused = await give_command(bruno, game, seats, "black", seq, what, 409)
            assert refused["code"] == "over"


@pytest.mark.parametrize("blocks", [True, False])
async def test_no_rematch_is_asked_for_between_players_who_are_apart(tmp_path, blocks):
    async with two(tmp_path) as (server, anna, bruno):
        game, seats, seq = await over(server, anna, bruno)
        if blocks:
            await block(bruno, "Anna")
        else:
            await bruno.post_json("/account/delete")
        for one, colour in ((anna, "white"), (bruno, "black")):
            refused = await give_command(one, game, seats, colour, seq, "rematch", 409)
            assert refused["template"]["text"] == "there can be no rematch of this game"
        assert await asked(server, game) == ([], None)
        if blocks:
            await block(bruno, "Anna", "unblock")
            await give_command(anna, game, seats, "white", seq, "rematch")
            assert await asked(server, game) == (["white"], None)


async def test_a_guest_asks_for_no_rematch_with_a_deleted_account(tmp_path):
    async with two(tmp_path) as (server, anna, _), Browser(server) as guest:
        await guest.get("/")
        game, seats, seq = await over(server, anna, guest)
        await anna.post_json("/account/delete")
        await give_command(guest, game, seats, "black", seq, "rematch", 409)
        assert await asked(server, game) == ([], None)


async def test_guests_agree_on_a_rematch_as_before(tmp_path):
    async with two(tmp_path) as (server, anna, _), Browser(server) as guest:
        await guest.get("/")
        game, seats, seq = await over(server, anna, guest)
        await give_command(guest, game, seats, "black", seq, "rematch")
        await give_command(anna, game, seats, "white", seq + 1, "rematch")
        assert (await asked(server, game))[1]


@pytest.mark.parametrize(("moves", "result"), [([], "aborted"), (
    ["d1d2", "d7d6", "d2d3", "d6d5"], "resignation")])
async def test_a_player_who_deletes_the_account_leaves_no_game_in_progress(
        tmp_path, moves, result):
    async with two(tmp_path) as (server, anna, bruno):
        made = await anna.post_json("/games", 201, rules="contra", black={"open": True})
        joined = await bruno.post_json(f"/games/{made['game']}/join", id="x" * 20)
        seats = {"white": made["seats"]["white"], "black": joined["token"]}
        for number, move in enumerate(moves):
            await give_command(anna, made["game"], seats, ("white", "black")[number % 2],
                               number + 2, move=move)
        await bruno.post_json("/account/delete")
        told = (await server.facts(made["game"]))["result"]
        assert (told["reason"], told["winner"]) == (result, "white" if moves else None)
