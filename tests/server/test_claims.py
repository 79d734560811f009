"""A player whose opponent has left a running game claims a win or a draw after some time."""
from dataclasses import replace

import pytest

from eckstein.server.game.clocks import Control
from eckstein.server.game.events import Event
from eckstein.server.game.records import game_record
from eckstein.server.game.results import how_of
from eckstein.server.game.rulings import Command, RefusedError, rule
from eckstein.server.game.snapshot import Snapshot
from eckstein.server.game.speeds import patience_of
from eckstein.server.game.state import begin
from eckstein.server.store.presence import NO_ONE, Presence

from .helpers import LINE, serving
from .journeys import BLITZ
from .matches import MINUTE, Match, by_days, timed

CLAIMS = ["claim-win", "claim-draw"]
WAIT = 10_000               # milliseconds, for a game of a minute


def claimed(match, what="claim-win", colour="white", gone=None, seq=None, **changes):
    """What comes of a claim of a player, WAIT after the opponent has left."""
    snapshot = Snapshot(replace(match.state, **changes), match.board, match.now,
                        gone={"black": match.now - WAIT} if gone is None else gone)
    return rule(snapshot, Command(colour, "claim", what, colour,
                                  match.state.seq if seq is None else seq))


def why(*given, **more):
    with pytest.raises(RefusedError) as refused:
        claimed(*given, **more)
    return refused.value.why


def played():
    """A game of a minute in which it is Black's turn."""
    return timed().play(LINE[0], LINE[1], LINE[2])


@pytest.mark.parametrize(("initial", "increment", "seconds"), [
    (60, 0, 10), (180, 2, 13), (300, 3, 21), (600, 5, 40), (900, 10, 65), (1800, 20, 120),
    (7200, 30, 120)])
def test_the_patience_depends_on_the_clock(initial, increment, seconds):
    assert patience_of(Control("fischer", 1000 * initial, 1000 * increment)) // 1000 == seconds


@pytest.mark.parametrize(("what", "winner"), [("claim-win", "white"), ("claim-draw", None)])
def test_who_stays_chooses_how_the_game_ends(what, winner):
    match = played()
    match.now += 3000
    draft = claimed(match, what)
    assert draft.kind == "end" and draft.clock == {"white": MINUTE, "black": MINUTE - 3000}
    assert draft.data["by"] == "white"
    assert draft.data["result"] == {"winner": winner, "reason": "left", "score": None}


def test_a_claim_needs_an_opponent_that_has_been_away_for_long_enough():
    match = played()
    assert why(match, gone={}) == "not-left"
    assert why(match, gone={"white": match.now - MINUTE}) == "not-left"
    assert why(match, gone={"black": match.now - WAIT + 1}) == "not-left"
    with pytest.raises(RefusedError, match="you can claim this game in 7 seconds"):
        claimed(match, gone={"black": match.now - WAIT + 6001})


def test_who_is_to_move_moves_first():
    match = played().play(LINE[3])
    assert why(match) == "your-turn"
    assert why(match, seq=match.state.seq - 1) == "stale"


def test_only_a_player_claims():
    with pytest.raises(RefusedError) as refused:
        claimed(played(), colour=None)
    assert refused.value.why == "no-seat"


def against_a_computer():
    match = played()
    match.state.seats["black"].kind = "computer"
    return match


@pytest.mark.parametrize("match", [
    Match().play(*LINE[:3]), by_days().play(*LINE[:3]), timed().play(LINE[0]),
    against_a_computer()], ids=["no clock", "days", "first moves", "computer"])
def test_games_that_are_not_claimed(match):
    assert why(match) == "not-left"


def test_a_bot_is_connected_to_no_single_game():
    match = played()
    match.state.seats["black"].bot = True
    assert why(match) == "not-left"


@pytest.mark.parametrize(("stored", "claims"), [
    ({}, True), ({"tournament": "t"}, False), ({"tournament": "t", "claims": True}, True)])
def test_in_tournaments_only_games_of_arenas_are_claimed(stored, claims):
    event = {"rules": "contra", "options": {}, "start": "", "turn": "white", "control": None,
             "seats": {}, **stored}
    assert begin(Event("g", 1, "server", "create", "created", event, None, 0)).claims is claims
    if not claims:
        assert why(played(), claims=False) == "not-left"


def test_such_a_game_counts_as_lost_on_time_and_its_record_says_how_it_ended():
    state = replace(played().state, result={"winner": "white", "reason": "left", "score": None})
    assert how_of("left") == "time"
    assert '[Termination "abandoned"]' in game_record(state)


# On a server.

async def left(client, colour, claim):
    """Wait until a client is told so of a player."""
    while True:
        event = await client.hear("event", kind="presence")
        player = event["players"][colour]
        if ("claim" in player) == claim:
            return player.get("claim")


@pytest.fixture
def hurried(monkeypatch):
    """A server's time, which tests put forward."""
    def hurry(server, milliseconds):
        rooms = server.service.rooms
        then = rooms.now
        monkeypatch.setattr(rooms, "now", lambda: then() + milliseconds)
    return hurry


@pytest.mark.parametrize("what", CLAIMS)
async def test_a_game_is_claimed_when_the_opponent_has_left(tmp_path, hurried, what):
    async with serving(tmp_path) as server, server.client() as white:
        made = await server.create(clock=BLITZ)
        async with server.client() as black:
            await white.join(made, "white")
            await black.join(made, "black")
            seq = 1
            for number, move in enumerate(LINE[:3]):
                mover, colour = ((white, "white"), (black, "black"))[number % 2]
                seq = (await mover.do(made, colour, "move", seq, move))["seq"]
            refused = await white.do(made, "white", what, seq)
            assert (refused["code"], refused["why"]) == ("not-now", "not-left")
        assert 20 < await left(white, "black", True) <= 21
        refused = await white.do(made, "white", what, seq)
        assert refused["template"]["text"].startswith("you can claim this game in {seconds}")
        async with server.client() as black:                # who comes back plays on
            await black.join(made, "black")
            await left(white, "black", False)
            hurried(server, 100_000)
            assert (await white.do(made, "white", what, seq))["why"] == "not-left"
        await left(white, "black", True)
        hurried(server, 21_000)
        assert (await server.facts(made["game"]))["players"]["black"]["claim"] == 0
        assert (await white.do(made, "white", what, seq))["t"] == "done"
        result = (await server.facts(made["game"]))["result"]
        assert (result["reason"], result["winner"]) == (
            "left", "white" if what == "claim-win" else None)


async def test_commands_of_a_program_without_a_connection_show_that_it_is_there(tmp_path, hurried):
    async with serving(tmp_path) as server, server.client() as white, server.http() as http:
        made = await server.create(clock=BLITZ)
        await white.join(made, "white")
        seq = (await white.do(made, "white", "move", 1, LINE[0]))["seq"]
        for colour, move in (("black", LINE[1]), ("white", LINE[2])):
            hurried(server, 25_000)
            answer = await http.post(f"/api/v1/games/{made['game']}/commands", json={
                "id": move, "what": "move", "seq": seq, "seat": made["seats"][colour],
                "move": move})
            seq = answer.json()["seq"]
        assert (await white.do(made, "white", "claim-win", seq))["t"] == "done"
        async with server.client() as black:
            again = await server.create(clock=BLITZ)
            await black.join(again, "white")
            await black.play(again, LINE[:2])
            hurried(server, 25_000)
            await http.post(f"/api/v1/games/{again['game']}/commands", json={
                "id": "offer", "what": "offer-draw", "seq": 3, "seat": again["seats"]["black"]})
            await black.do(again, "white", "move", 4, LINE[2])
            assert (await black.do(again, "white", "claim-win", 5))["why"] == "not-left"


async def test_a_player_at_another_server_has_not_left(tmp_path, hurried):
    async with serving(tmp_path) as server, server.client() as white:
        made = await server.create(clock=BLITZ)
        there, game = server.service.rooms.elsewhere, made["game"]
        await white.join(made, "white")
        await white.play(made, LINE[:3])
        there.hear("a", {game: Presence(("black",))})
        hurried(server, 100_000)
        assert (await white.do(made, "white", "claim-win", 4))["why"] == "not-left"
        there.hear("a", {game: NO_ONE})
        assert "claim" in (await server.facts(game))["players"]["black"]
        assert (await white.do(made, "white", "claim-win", 4))["why"] == "not-left"
        hurried(server, 21_000)
        assert (await white.do(made, "white", "claim-win", 4))["t"] == "done"
