"""What the bridge does when a game ends, when the opponent offers something, and afterwards."""
import asyncio
import contextlib
import threading

import pytest

from eckstein.client import bridge
from eckstein.client.bot import Bot
from eckstein.client.bridge import Bridge
from eckstein.client.remote import RemoteError
from eckstein.engine.messages import Played
from eckstein.engine.player import Player
from eckstein.server.parts.bots import feed
from eckstein.wire.http_bots import GameEnded

from .bots import against, challenged, events_of
from .helpers import LINE, PATIENCE, board_of


class Watched(Player):
    """Takes the first legal move; the one after it only when it is stopped."""

    def __init__(self):
        self.thinks, self.stopped, self.closed = (threading.Event() for _ in range(3))
        self.moved = 0

    def play(self, board, limits, lines=1):
        if self.moved:
            self.thinks.set()
            assert self.stopped.wait(PATIENCE)
        self.moved += 1
        return Played(min(board.legal_moves), None)

    def stop(self):
        self.stopped.set()

    def close(self):
        self.closed.set()


@contextlib.asynccontextmanager
async def bridged(server, token, monkeypatch, player=None):
    """A bridge at work, and what it says; the games that end are forgotten before it hears so."""
    told, bot = [], Bot(server.base, token)
    if player is not None:
        monkeypatch.setattr(bridge, "make_player", lambda name, board: player)

    def play():
        plays = Bridge(bot, "plain:depth=1", 0.1, told.append)
        with contextlib.suppress(RemoteError):
            for event in bot.events():
                if isinstance(event, GameEnded):
                    bot.begun.pop(event.game)
                plays.hear(event)
    playing = threading.Thread(target=play, daemon=True)
    playing.start()
    try:
        yield told
    finally:
        bot.server = "nowhere"          # it gives up when it has to connect anew


async def result_of(server, game):
    return (await until(server, game, lambda facts: facts["result"]))["result"]


async def test_a_game_that_the_opponent_never_begins_is_aborted(tmp_path, monkeypatch):
    monkeypatch.setattr(bridge, "LOOK_SECONDS", 0.05)
    async with against(tmp_path) as (server, _, _, token, _, seat), \
            bridged(server, token, monkeypatch):
        await until(server, seat["game"], lambda facts: facts["result"] is None)
        monkeypatch.setattr(bridge, "PATIENCE", 0.0)
        assert (await result_of(server, seat["game"]))["reason"] == "aborted"


async def test_a_game_that_the_opponent_has_left_is_claimed(tmp_path, monkeypatch):
    monkeypatch.setattr(bridge, "LOOK_SECONDS", 0.05)
    async with against(tmp_path, most=2) as (server, _, _, token, anna, other), \
            bridged(server, token, monkeypatch):
        await challenged(anna, colour="white")
        while len(found := (await anna.get_json("/account/games"))["games"]) < 2:
            await asyncio.sleep(0.02)
        seat, = ({"game": one["game"], "token": one["seat"]} for one in found
                 if one["game"] != other["game"])
        await command(anna, seat, "move", 1, move=LINE[0])
        await until(server, seat["game"], lambda facts: len(facts["moves"]) == 2)
        rooms = server.service.rooms
        later = rooms.now() + 100_000
        monkeypatch.setattr(rooms, "now", lambda: later)
        result = await result_of(server, seat["game"])
        assert (result["reason"], result["winner"]) == ("left", "black")


async def command(browser, seat, what, seq, status=200, **more):
    answer = await browser.post(f"/api/v1/games/{seat['game']}/commands", json={
        "id": f"{what}{seq}", "what": what, "seat": seat["token"], "seq": seq, **more})
    assert answer.status_code == status, answer.text
    return answer.json()


async def until(server, game, right):
    """What the server says of a game, once it is so."""
    async with asyncio.timeout(PATIENCE):
        while not right(facts := await server.facts(game)):
            await asyncio.sleep(0.02)
    return facts


@pytest.mark.parametrize("thinking", [False, True])
async def test_a_game_that_ends_takes_its_player_along(tmp_path, monkeypatch, thinking):
    player, fallen = Watched(), []
    monkeypatch.setattr(threading, "excepthook", fallen.append)
    async with against(tmp_path) as (server, _, _, token, anna, seat), \
            bridged(server, token, monkeypatch, player) as told:
        await command(anna, seat, "move", 1, move=LINE[0])
        facts = await until(server, seat["game"], lambda facts: len(facts["moves"]) == 2)
        if thinking:
            await command(anna, seat, "move", facts["seq"], move=board_of(facts).legal_texts()[0])
            assert await asyncio.to_thread(player.thinks.wait, PATIENCE)
        facts = await server.facts(seat["game"])
        await command(anna, seat, "resign", facts["seq"])
        assert await asyncio.to_thread(player.closed.wait, PATIENCE)
        assert player.stopped.is_set()
        assert not any("fail" in one for one in told), told
    assert not fallen, fallen


async def test_a_rematch_is_played(tmp_path, monkeypatch):
    monkeypatch.setattr(feed, "KEEP_ALIVE_SECONDS", 10 * PATIENCE)      # nothing comes by waiting
    async with against(tmp_path) as (server, _, _, token, anna, seat), \
            bridged(server, token, monkeypatch):
        await until(server, seat["game"], lambda facts: facts["players"]["black"]["here"])
        await command(anna, seat, "resign", 1)
        await command(anna, seat, "rematch", 2)
        facts = await until(server, seat["game"], lambda facts: facts["next"] is not None)
        again = facts["next"]["game"]
        facts = await until(server, again, lambda facts: facts["moves"])
        assert facts["players"]["white"]["bot"] and facts["turn"] == "black"


async def test_who_asks_for_a_rematch_is_told_with_the_seat_that_answers(tmp_path, monkeypatch):
    monkeypatch.setattr(feed, "KEEP_ALIVE_SECONDS", 10 * PATIENCE)
    async with against(tmp_path) as (server, _, _, token, anna, seat):
        async with events_of(server, token) as stream:
            begun = await stream.next("game")
            await command(anna, seat, "resign", 1)
            ended = await stream.next("end")
            await command(anna, seat, "rematch", 2)
            asked = await stream.next("event")
            assert (asked["kind"], asked["by"], asked["seat"]) == (
                "rematch", "white", begun["seat"])
            bot = Bot(server.base, token)
            with pytest.raises(RemoteError, match="goes on"):
                bot.game(seat["game"])
            first = feed.msgspec.convert(asked, feed.GameChanged)
            await asyncio.to_thread(bot.rematch, first)
            await asyncio.to_thread(bot.rematch, first)         # as after a lost answer
            own = await stream.next("event")
            assert own["kind"] == "rematch" and "seat" not in own
            assert (await stream.next("game"))["colour"] == "white"
        async with events_of(server, token, ended["id"]) as stream:     # it is answered
            assert "seat" not in await stream.next("event")


@pytest.mark.parametrize("policy, reason", [
    ({"people": "nobody"}, "no challenges"), ({"games": ["duell"]}, "does not play this game"),
    ({"most": 0}, "as many games")])
async def test_a_rematch_that_a_bot_would_not_accept_is_refused_at_once(tmp_path, policy, reason):
    async with against(tmp_path) as (_, _, bot, _, anna, seat):
        await command(anna, seat, "resign", 1)
        await bot.post_json("/bot/policy", **policy)
        refused = await command(anna, seat, "rematch", 2, status=409)
        assert reason in refused["reason"]
        await bot.post_json("/bot/policy", most=4)
        await command(anna, seat, "rematch", 2, id="again")


async def test_a_bot_that_has_no_room_any_more_plays_no_rematch(tmp_path):
    async with against(tmp_path, most=1) as (server, _, bot, token, anna, seat), \
            events_of(server, token) as stream:
        await stream.next("game")       # the stream has begun
        await command(anna, seat, "resign", 1)
        await command(anna, seat, "rematch", 2)
        while (asked := await stream.next("event"))["kind"] != "rematch":
            pass
        mine = {"game": seat["game"], "token": asked["seat"]}
        made = await challenged(anna, clock=None)
        await bot.post_json(f"/challenges/{made['id']}/accept")
        assert "as many" in (await command(bot, mine, "rematch", 3, status=409))["reason"]
        await bot.post_json("/bot/policy", most=2)
        game = (await command(bot, mine, "rematch", 3, id="again"))["next"]["game"]
        # whoever asked first asks once more to be told his seat, though there is no room now
        assert (await command(anna, seat, "rematch", 2))["next"]["game"] == game


async def test_offers_are_declined(tmp_path, monkeypatch):
    async with against(tmp_path) as (server, _, _, token, anna, seat), \
            bridged(server, token, monkeypatch):
        await command(anna, seat, "move", 1, move=LINE[0])
        facts = await until(server, seat["game"], lambda facts: len(facts["moves"]) == 2)
        for what in ("offer-draw", "ask-takeback"):
            done = await command(anna, seat, what, facts["seq"])
            facts = await until(server, seat["game"],
                                lambda facts, done=done: facts["seq"] > done["seq"])
            assert (facts["offers"]["draw"], facts["offers"]["takeback"]) == (None, None)
            assert facts["result"] is None and len(facts["moves"]) == 2
