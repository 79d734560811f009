"""Chat with bots: who may, what the bot hears in its stream, and what it says."""
import asyncio
import contextlib

import pytest
import sqlalchemy as sa

from eckstein.client.bot import Bot
from eckstein.client.bridge import Bridge
from eckstein.client.remote import RemoteError
from eckstein.server.database.tables import bot_policies
from eckstein.server.parts.moderation.conduct import Entry
from eckstein.wire.http_bots import Chatted, GameEnded

from .actors import listening, moderator_at, people_at, program
from .bots import against, challenged, events_of
from .helpers import PATIENCE, limited, opened, serving, stores_of
from .journeys import allow, block, heard, say, sit


async def tell(bot, game, status=200, **line):
    """The answer to what a bot says."""
    answer = await bot.post(f"/api/v1/games/{game}/say", json={"id": "line"} | line)
    assert answer.status_code == status, answer.text
    return answer.json()


async def test_a_bot_without_the_field_does_not_chat(tmp_path):
    async with against(tmp_path, chats=False) as (server, _, bot, _, anna, seat), \
            listening(server, anna) as hers:
        await hers.join({"game": seat["game"], "seats": {"me": seat["token"]}}, "me")
        await hers.say("chat", game=seat["game"])
        assert (await hers.hear("refused", id=None))["why"] == "no-chat"
        assert (await say(hers, seat["game"], preset="hello"))["why"] == "no-chat"
        refused = await tell(bot, seat["game"], 409, preset="hello")
        assert refused["why"] == "no-chat" and "policy" in refused["reason"]
        await bot.post_json("/bot/policy", chats=True)
        await sit(hers, seat)
        assert (await say(hers, seat["game"], preset="hello"))["number"] == 1
        await bot.post_json("/bot/policy", chats=False)
        assert (await say(hers, seat["game"], preset="hello"))["why"] == "no-chat"
        assert not (await anna.get_json("/people/Robota"))["bot"]["policy"]["chats"]


async def test_what_both_say_is_heard_once_across_restarts_and_after_the_end(place):
    async with against(place) as (server, _, bot, token, anna, seat), \
            listening(server, anna) as hers:
        game = seat["game"]
        await sit(hers, seat)
        async with events_of(server, token) as stream:
            await stream.next("game")
            await say(hers, game, preset="hello")
            first = await stream.next("chat")
            assert first["game"] == game and first["line"].items() >= {
                "number": 1, "by": "white", "preset": "hello"}.items()
            for _ in range(2):
                assert (await tell(bot, game, preset="good-luck"))["number"] == 2
            assert [one["by"] for one in (await heard(hers, 2))["lines"]] == ["white", "black"]
        await say(hers, game, preset="thanks")
    async with serving(place) as server, server.client() as hers, \
            program(server, token) as bot:
        await sit(hers, seat)
        async with events_of(server, token, first["id"]) as stream:
            assert (await stream.next())["resumed"]
            assert (await stream.next())["line"]["number"] == 3     # not what it said itself
            await bot.post_json(f"/games/{game}/commands", id="end", what="resign", seq=2,
                                seat=seat["token"])
            ended = await stream.next()
            assert ended["t"] == "end"
            await say(hers, game, preset="good-game")
            assert (await stream.next())["line"]["number"] == 4
            assert (await tell(bot, game, id="last", preset="good-game"))["number"] == 5
        async with events_of(server, token, ended["id"]) as stream:
            await stream.next("hello")
            assert (await stream.next())["line"]["number"] == 4
        async with events_of(server, token) as stream:      # anew: only what comes
            assert not (await stream.next())["resumed"]
            await say(hers, game, preset="must-go")
            assert (await stream.next())["line"]["number"] == 6


async def test_free_text_mutes_and_blocks_are_as_between_people(tmp_path):
    async with against(tmp_path) as (server, owner, bot, token, anna, seat), \
            listening(server, anna) as hers, events_of(server, token) as stream:
        game = seat["game"]
        assert (await sit(hers, seat))["text"] == "you"
        await allow(anna)
        await heard(hers, text="other")
        assert (await tell(bot, game, 409, text="Hi"))["why"] == "no-text"
        await allow(owner)
        await heard(hers, text="yes")
        await say(hers, game, text="Hi,\nRobota\u202e!")
        assert (await stream.next("chat"))["line"]["text"] == "Hi, Robota!"
        await tell(bot, game, text="Hi, Anna!")
        assert (await heard(hers, 2))["lines"][1]["text"] == "Hi, Anna!"
        for wish in ({}, {"text": "Hi", "preset": "hello"}, {"text": " \u200b "},
                     {"text": "long " * 41}):
            assert (await tell(bot, game, 400, id="bad", **wish))["code"] == "bad"
        for wish in ({"preset": "you-stink"}, {"text": "x" * 1001}, {"seat": "x"}):
            await tell(bot, game, 422, id="bad", **wish)
        await tell(bot, "nothing", 404, preset="hello")
        assert (await tell(owner, game, id="by hand", preset="hello"))["number"] == 3
        carla = await moderator_at(server)
        assert (await tell(carla, game, 403, preset="hello"))["why"] == "no-chat"
        made = await owner.post_json("/account/tokens", 201, name="Reader", scopes=["bot", "read"])
        async with program(server, made["token"]) as reader:
            assert "play" in (await tell(reader, game, 403, preset="hello"))["reason"]

        await anna.post_json("/reports", to="Robota", reason="insult", game=game)
        [case] = (await carla.get_json("/moderation"))["cases"]
        assert [one["said"] for one in case["reports"]] == [["Hi, Anna!"]]
        await carla.aclose()
        people = stores_of(server.service)
        await people.moderation.act(Entry(at=1, by="", what="mute",
                                          account=(await people.named("robota")).id))
        assert (await tell(bot, game, 409, id="muted", text="Hi"))["why"] == "no-text"
        await block(anna, "Robota")
        assert (await tell(bot, game, 409, id="blocked", preset="hello"))["why"] == "no-chat"
        assert (await say(hers, game, preset="hello"))["why"] == "no-chat"


async def test_a_bot_pays_for_what_it_says_as_people_do(tmp_path, monkeypatch):
    limited(monkeypatch, "chat", 2)
    async with against(tmp_path) as (_, _, bot, _, _, seat):
        path = f"/api/v1/games/{seat['game']}/say"
        answers = [await bot.post(path, json={"id": f"n{number}", "preset": "hello"})
                   for number in range(4)]
        assert answers[0].status_code == 200 and answers[-1].status_code == 429
        assert int(answers[-1].headers["Retry-After"]) > 0


async def test_what_is_gone_with_its_author_is_not_told(tmp_path):
    async with against(tmp_path) as (server, owner, _bot, token, anna, seat), \
            listening(server, anna) as hers:
        await allow(owner, anna)
        await sit(hers, seat)
        async with events_of(server, token) as stream:
            begun = await stream.next("game")
            await say(hers, seat["game"], text="Secret")
            assert (await stream.next("chat"))["line"]["text"] == "Secret"
        await anna.post_json("/account/delete")
        async with events_of(server, token, begun["id"]) as stream:
            await stream.next("hello")
            assert (await stream.next())["t"] == "end"      # of the game, and no line before it


@pytest.mark.parametrize("both", [False, True])
async def test_two_bots_chat_if_both_do(tmp_path, both):
    async with against(tmp_path) as (server, _, bot, *_):
        other, = await people_at(server, "Machine")
        async with contextlib.aclosing(other):
            await other.post_json("/bot", name="Machine")
            await other.post_json("/bot/policy", chats=both)
            made = await challenged(bot, clock=None, to="Machine")
            seat = await other.post_json(f"/challenges/{made['id']}/accept")
            await tell(other, seat["game"], 200 if both else 409, preset="hello")


async def test_a_policy_that_was_stored_without_the_field_opens(place):
    async with opened(place) as store:
        async with store.engine.begin() as connection:
            await connection.execute(sa.insert(bot_policies).values(
                account="robota", text='{"games":["duell"],"most":2}'))
        policy = await stores_of(store).bots.policy("robota")
        assert (policy.games, policy.most, policy.chats) == (["duell"], 2, False)


async def test_the_bridge_greets_once_in_each_game(tmp_path):
    async with against(tmp_path) as (server, _, _, token, anna, seat), \
            listening(server, anna) as hers:
        await sit(hers, seat)
        told = []

        def play():
            bot = Bot(server.base, token)
            with pytest.raises(RemoteError, match="either"):
                bot.say(seat["game"])
            bridge = Bridge(bot, "plain:depth=1", 0.1, told.append, greet=True)
            for event in bot.events():
                bridge.hear(event)
                if isinstance(event, Chatted):
                    bridge.hear(bot.begun[seat["game"]])        # as after a lost connection
                if isinstance(event, GameEnded):
                    return
        playing = asyncio.create_task(asyncio.to_thread(play))
        await heard(hers, 1)
        await say(hers, seat["game"], preset="thanks")
        async with asyncio.timeout(PATIENCE):
            while not any("white says: thanks" in one for one in told):
                await asyncio.sleep(0.02)
        await anna.post_json(f"/games/{seat['game']}/commands", id="end", what="resign",
                             seat=seat["token"], seq=2)
        assert [(one["by"], one["preset"]) for one in (await heard(hers, 3))["lines"]] == [
            ("black", "hello"), ("white", "thanks"), ("black", "good-game")]
        await playing
