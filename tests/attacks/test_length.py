"""A game has a length at which it ends, so that positions can be named, and others do not wait."""
import pytest

from eckstein.server.game import rulings
from eckstein.wire.positions import MOVES

from ..server.helpers import LINE, serving


def test_a_game_ends_where_positions_cannot_be_named_any_more():
    assert rulings.LONGEST == MOVES and rulings.MOST_EVENTS >= 2 * MOVES


async def test_the_longest_game_is_a_draw_and_opens_again(tmp_path, monkeypatch):
    monkeypatch.setattr(rulings, "LONGEST", 4)
    async with serving(tmp_path) as server, server.client() as client:
        made = await server.create()
        assert (await client.join(made, "white", "black"))["longest"] == MOVES
        seq = await client.play(made, LINE[:4])
        result = (await client.hear("event", kind="move", seq=seq))["result"]
        assert result == {"winner": None, "reason": "length", "score": None}
        refused = await client.do(made, "white", "move", seq, LINE[4])
        assert refused["code"] == "over"
    async with serving(tmp_path) as server:
        facts = await server.facts(made["game"])
        assert facts["result"]["reason"] == "length" and len(facts["moves"]) == 4


async def test_a_longer_game_of_an_earlier_version_opens_and_ends_with_its_next_move(
        tmp_path, monkeypatch):
    async with serving(tmp_path) as server, server.client() as client:
        made = await server.create()
        seq = await client.play(made, LINE[:6])
    monkeypatch.setattr(rulings, "LONGEST", 4)
    async with serving(tmp_path) as server, server.client() as client:
        assert (await client.join(made, "white", "black"))["result"] is None
        await client.do(made, "white", "move", seq, LINE[6])
        assert (await client.hear("event", kind="move"))["result"]["reason"] == "length"


@pytest.mark.parametrize("what", ["offer-draw", "ask-takeback"])
async def test_nothing_is_offered_for_ever(tmp_path, monkeypatch, what):
    monkeypatch.setattr(rulings, "MOST_EVENTS", 3)
    async with serving(tmp_path) as server, server.client() as client:
        made = await server.create()
        seq = await client.play(made, LINE[:2])
        refused = await client.do(made, "white", what, seq)
        assert (refused["code"], refused["why"]) == ("not-now", "too-much-talk")
        assert (await client.do(made, "white", "move", seq, LINE[2]))["t"] == "done"
        assert (await client.do(made, "white", "resign", seq + 1))["t"] == "done"
