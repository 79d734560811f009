"""What was declined twice is not asked for again before the position changes."""
import pytest

from .actors import two
from .helpers import LINE
from .journeys import give_command


class Table:
    """A game of Anna, with White, and Bruno; each command knows all that has happened."""

    def __init__(self, server, players, game, seats):
        self.server, self.players, self.game, self.seats = server, players, game, seats

    async def do(self, colour, what, status=200, **more):
        seq = (await self.server.facts(self.game))["seq"]
        return await give_command(self.players[colour], self.game, self.seats, colour, seq, what,
                                  status, **more)


async def table_of(server, anna, bruno, moves=LINE[:2]):
    made = await anna.post_json("/games", 201, rules="contra", black={"open": True})
    joined = await bruno.post_json(f"/games/{made['game']}/join", id="x" * 20)
    table = Table(server, {"white": anna, "black": bruno}, made["game"],
                  {"white": made["seats"]["white"], "black": joined["token"]})
    for number, move in enumerate(moves):
        await table.do(("white", "black")[number % 2], "move", move=move)
    return table


@pytest.mark.parametrize(("ask", "decline"), [("offer-draw", "decline-draw"),
                                              ("ask-takeback", "decline-takeback")])
async def test_a_position_has_two_offers_of_each_player(tmp_path, ask, decline):
    async with two(tmp_path) as (server, anna, bruno):
        table = await table_of(server, anna, bruno)
        for asker, other in (("white", "black"), ("black", "white")):
            for _ in range(2):
                await table.do(asker, ask)
                await table.do(other, decline)
            assert (await table.do(asker, ask, 409))["why"] == "asked-twice"
        server.service.rooms._cache.drop(server.service.rooms._cache.get(table.game))
        assert (await table.do("white", ask, 409))["why"] == "asked-twice"     # read again, too
        await table.do("white", "move", move=LINE[2])
        await table.do("white", ask)


async def test_one_kind_leaves_the_other_free_and_an_answer_is_no_offer(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        table = await table_of(server, anna, bruno)
        for _ in range(2):
            await table.do("white", "offer-draw")
            await table.do("black", "decline-draw")
        await table.do("white", "ask-takeback")
        await table.do("black", "offer-draw")
        await table.do("white", "offer-draw")               # which accepts
        assert (await server.facts(table.game))["result"]["reason"] == "agreement"


async def test_a_rematch_is_asked_for_twice(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        table = await table_of(server, anna, bruno)
        await table.do("black", "resign")
        for _ in range(2):
            await table.do("white", "rematch")
            await table.do("black", "decline-rematch")
        assert (await table.do("white", "rematch", 409))["why"] == "asked-twice"
        await table.do("black", "rematch")
        await table.do("white", "rematch")                  # as an answer
        assert (await server.facts(table.game))["next"]
