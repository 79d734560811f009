"""Chat: what the two players of a game say to each other, how much of it, and who hears it."""
import asyncio
import contextlib
import unicodedata
from typing import get_args

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from eckstein.server.database.tables import games
from eckstein.server.game.names import FILLERS
from eckstein.server.game.rulings import RefusedError
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.chat import lines
from eckstein.server.parts.chat import store as stored
from eckstein.server.parts.chat.events import Said, chat_topic
from eckstein.server.parts.moderation.conduct import Entry
from eckstein.wire.words import Preset

from .actors import browsing, listening, moderator_at, people_at, program, signed_up, two
from .helpers import PATIENCE, capped, limited, opened, serving, stores_of
from .journeys import LINES, allow, block, challenge, heard, respond, say, sit
from .postgres import needs_postgres

FRIENDS = {"white": {"kind": "human"}, "black": {"kind": "human"}}
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"


@contextlib.asynccontextmanager
async def playing(folder):
    """A server, Anna with White and Bruno with Black in a game, and their sockets."""
    async with two(folder) as (server, anna, bruno), listening(server, anna) as hers, \
            listening(server, bruno) as his:
        made = await challenge(anna, colour="white")
        black = await respond(bruno, made, "accept")
        white, = (await anna.get_json("/challenges"))["challenges"]
        await sit(hers, white["seat"])
        await sit(his, black)
        yield server, anna, bruno, hers, his, black["game"]


async def test_guests_say_presets_which_stay(tmp_path):
    async with browsing(tmp_path) as (server, _), server.client() as anna, \
            server.client() as ben, server.client() as eve:
        made = await server.create(**FRIENDS)
        game = made["game"]
        for client, colour in ((anna, "white"), (ben, "black")):
            told = await sit(client, {"token": made["seats"][colour]}, game)
            assert (told["lines"], told["text"]) == ([], "accounts")
        for number, preset in enumerate(get_args(Preset)[:4], 1):
            assert (await say(anna, game, preset=preset))["number"] == number
        assert [one["preset"] for one in (await heard(ben, 4))["lines"]] == [*get_args(Preset)[:4]]
        again = next(LINES)
        first = await say(ben, game, preset="thanks", id=again)
        assert await say(ben, game, preset="thanks", id=again) == first
        assert [one["by"] for one in (await heard(anna, 5))["lines"]] == ["white"] * 4 + ["black"]
        assert (await say(ben, game, text="Hello"))["why"] == "no-text"
        # Who looks on neither hears nor says anything.
        await eve.join(made)
        await eve.say("chat", game=game)
        assert (await eve.hear("refused", id=None))["why"] == "no-chat"
        assert (await say(eve, game, preset="hello"))["why"] == "no-chat"
        assert not any(one["t"] == "chat" for one in eve.kept)
    async with serving(tmp_path) as server, server.client() as anna:    # after a restart
        told = await sit(anna, {"token": made["seats"]["white"]}, game)
        assert len(told["lines"]) == 5


async def test_where_there_is_nobody_to_talk_to_there_is_no_chat(tmp_path):
    async with browsing(tmp_path) as (server, browser), server.client() as client:
        async with program(server, await signed_up(browser)) as bot:
            await bot.post_json("/bot", name="Robota")
            bots = await bot.post_json("/games", 201, rules="contra", **FRIENDS)
        against = await server.create(black={"kind": "computer", "level": 1})
        alone = await server.create(black={"kind": "human", "open": True})
        both = await server.create(**FRIENDS)
        for made, colours in ((against, ["white"]), (alone, ["white"]), (bots, ["black"]),
                              (both, ["white", "black"])):
            await client.join(made, *colours)
            await client.say("chat", game=made["game"])
            assert (await client.hear("refused", id=None))["why"] == "no-chat"
            assert (await say(client, made["game"], preset="hello"))["why"] == "no-chat"
        refused = await say(client, "nothing", preset="hello")
        assert refused["code"] == "unknown-game"


async def test_free_text_needs_both(tmp_path):
    async with playing(tmp_path) as (_, anna, bruno, hers, his, game):
        assert (await say(hers, game, text="Hello"))["why"] == "no-text"
        await allow(anna)
        await heard(hers, text="other")
        await heard(his, text="you")
        assert (await say(hers, game, text="Hello"))["why"] == "no-text"
        await allow(bruno)
        await heard(hers, text="yes")
        said = await say(hers, game, text=f"  Hi,\n\u202eBruno\u200b! {SCRIPT} ")
        assert said["number"] == 1
        line, = (await heard(his, 1))["lines"]
        assert (line["by"], line["text"]) == ("white", f"Hi, Bruno! {SCRIPT}")
        await allow(bruno, chats=False)
        await heard(hers, text="other")
        assert (await say(hers, game, text="Still there?"))["why"] == "no-text"
        assert (await say(hers, game, preset="good-game"))["number"] == 2
        told = await heard(his, 2)
        assert told["lines"][0] == line and told["text"] == "you"
        for wish in ({}, {"text": "Hi", "preset": "hello"}, {"text": " \u200b\u3164 "},
                     {"text": "long " * 41}):
            assert (await say(his, game, **wish))["code"] == "bad"
        for wish in ({"preset": "you-stink"}, {"text": "x" * 1001}):
            await his.say("say", id=next(LINES), game=game, **wish)
            await his.hear("error")


async def test_whoever_is_blocked_says_nothing(tmp_path):
    async with playing(tmp_path) as (_, anna, bruno, hers, his, game):
        await allow(anna, bruno)
        await heard(hers, text="yes")
        await block(bruno, "Anna")
        await heard(hers, text="other")
        for client in (hers, his):
            for wish in ({"preset": "hello"}, {"text": "Hello"}):
                assert (await say(client, game, **wish))["why"] == "no-chat"
        await block(bruno, "Anna", "unblock")
        await heard(hers, text="yes")
        assert (await say(hers, game, preset="sorry"))["t"] == "said"


async def test_whom_moderators_mute_writes_no_free_text(tmp_path):
    async with playing(tmp_path) as (server, anna, bruno, hers, his, game):
        await allow(anna, bruno)
        people = stores_of(server.service)
        muted = (await people.named("anna")).id
        await people.moderation.act(Entry(at=1, by="", what="mute", account=muted))
        for client, text in ((hers, "muted"), (his, "other")):
            assert (await say(client, game, text="Hello"))["why"] == "no-text"
            await client.say("chat", game=game)
            await heard(client, text=text)
            assert (await say(client, game, preset="hello"))["t"] == "said"


async def test_a_seat_alone_does_not_write_in_the_name_of_its_account(tmp_path):
    async with playing(tmp_path) as (server, anna, bruno, hers, _, game), server.client() as thief:
        await allow(anna, bruno)
        seat = (await anna.get_json("/account/games"))["games"][0]["seat"]
        await sit(thief, {"token": seat}, game)
        assert (await say(thief, game, text="I am Anna"))["why"] == "no-text"
        assert (await say(hers, game, text="Now I am"))["t"] == "said"


async def test_chat_is_bounded_by_minute_and_game(tmp_path, monkeypatch):
    limited(monkeypatch, "chat", 4)
    async with playing(tmp_path) as (*_, hers, his, game):
        answers = [await say(hers, game, preset="hello") for _ in range(4 + 2)]
        assert answers[0]["t"] == "said" and answers[-1]["code"] == "too-fast"
        assert (await say(his, game, preset="hello"))["t"] == "said"
        capped(monkeypatch, "chat-lines", 1)
        assert (await say(his, game, preset="hello"))["why"] == "chat-full"


async def test_lines_go_with_an_account_and_are_in_its_export(tmp_path):
    async with playing(tmp_path) as (_, anna, bruno, hers, his, game):
        await allow(anna, bruno)
        await say(hers, game, text="Mine")
        await say(his, game, preset="hello")
        exported = (await anna.get("/api/v1/account/export")).json()
        assert [(one["game"], one["said"]) for one in exported["chat"]] == [(game, "Mine")]
        await anna.post_json("/account/delete")
        await his.say("chat", game=game)
        told = await heard(his, 1, "accounts")
        assert told["lines"][0]["by"] == "black"


def line(key, colour="white", who="guest:a", game="game", **more):
    return Said(game, colour, who, key, **{"preset": "hello", "text": None, "at": 1} | more)


async def test_lines_are_stored_in_order_and_once(place, monkeypatch):
    monkeypatch.setattr(stored, "PAGE", 4)
    async with opened(place) as store:
        async with store.engine.begin() as connection:
            await connection.execute(sa.insert(games).values(
                id="game", rules="pur", created=1, over=False, tended=False))
        kept = stores_of(store).chat
        numbers = await asyncio.gather(*(
            kept.add(line(f"key {number % 4}", colour), 4)
            for number in range(8) for colour in ("white", "black")))
        assert sorted(set(numbers)) == [*range(1, 9)]
        found = await kept.of("game")
        assert [one.number for one in found] == [*range(1, 9)]
        assert {(one.colour, one.key) for one in found} == {
            (colour, f"key {number}") for colour in ("white", "black") for number in range(4)}
        assert await kept.add(line("another"), 4) is None
        assert await kept.add(line("key", game="gone"), 4) is None
        assert await kept.add(line("text", text="'; --", preset=None), 5) == 9
        assert (await kept.of("game"))[-1].text == "'; --"
        await stores_of(store).add(Account("anna", "Anna", 1), "anna", None, [])
        await stores_of(store).claim("guest:a", "account:anna")
        assert [one.number async for one in kept.said_by("account:anna")] == [*range(1, 10)]
        await stores_of(store).delete("anna", "account:anna", 1)
        assert await kept.of("game") == []


@needs_postgres
async def test_two_at_two_servers_chat(url):
    async with serving(url) as first, serving(url) as second, first.client() as anna, \
            second.client() as ben:
        made = await first.create(**FRIENDS)
        await sit(anna, {"token": made["seats"]["white"]}, made["game"])
        await sit(ben, {"token": made["seats"]["black"]}, made["game"])
        await say(anna, made["game"], preset="hello")
        await heard(ben, 1)
        await say(ben, made["game"], preset="good-luck")
        assert [one["by"] for one in (await heard(anna, 2))["lines"]] == ["white", "black"]


@pytest.mark.parametrize(("written", "kept"), [
    ("  Good \t game\r\n!", "Good game !"), ("a\u202eb\u200bc\ufeffd", "abcd"),
    (PERSIAN, PERSIAN),
    ("❤\ufe0f a\ufe0f", "❤\ufe0f a"), ("e" + "\u0301" * 9, "é" + "\u0301" * 3),
    ("\u3164x\u2800\U000e0041", "x"), (SCRIPT, SCRIPT), ("\u0301a", "a"),
    ("e\u3164\u0301", "\u00e9"), ("x" * lines.LETTERS, "x" * lines.LETTERS)])
def test_a_line_is_what_can_be_seen(written, kept):
    assert lines.cleaned(written) == kept


@given(st.text(max_size=300) | st.text("ab \u200d\u0301\ufe0f\u3164\u202e❤", max_size=40))
def test_a_line_is_short_and_stays_as_it_is(written):
    try:
        kept = lines.cleaned(written)
    except RefusedError as refused:
        assert refused.code == "bad"
        return
    assert 0 < len(kept) <= lines.LETTERS and kept == kept.strip()
    assert lines.cleaned(kept) == kept == unicodedata.normalize("NFC", kept)
    assert "  " not in kept and not FILLERS.search(kept)
    assert not any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in kept)


async def test_people_at_one_server_only_hear_their_own_chat(tmp_path):
    async with playing(tmp_path) as (server, anna, _, hers, his, game):
        carla, = await people_at(server, "Carla")
        other = await respond(carla, await challenge(anna, "Carla", colour="white"), "accept")
        async with listening(server, carla) as theirs:
            await sit(theirs, other)
            await say(hers, game, preset="thanks")
            await heard(his, 1)
            assert not any(one["t"] == "chat" for one in theirs.kept)
            await theirs.say("chat", game=other["game"])
            assert (await heard(theirs))["lines"] == []
        async with asyncio.timeout(PATIENCE):       # nothing is kept of whoever is gone
            while server.service.hub.audience(chat_topic(other["game"])):
                await asyncio.sleep(0.02)
        await carla.aclose()


async def test_moderators_read_what_a_reported_player_wrote_in_that_game(tmp_path):
    async with playing(tmp_path) as (server, anna, bruno, hers, his, game):
        await allow(anna, bruno)
        await say(hers, game, text="Please move.")
        await say(his, game, text=SCRIPT)
        await say(his, game, preset="hello")
        carla = await moderator_at(server)
        for reason, where in (("insult", {"game": game}), ("other", {})):
            await anna.post_json("/reports", to="Bruno", reason=reason, **where)
        [case] = (await carla.get_json("/moderation"))["cases"]
        assert {one["reason"]: one["said"] for one in case["reports"]} == {
            "insult": [SCRIPT], "other": []}
        await carla.aclose()
