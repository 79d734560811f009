"""Open pages learn at once when an account is renamed, muted or gone, or wants no more text."""
import contextlib

import pytest

from eckstein.server.parts.challenges.events import SLOW

from .actors import listening, moderator_at, two
from .journeys import (
    allow,
    block,
    case_of,
    challenge,
    challenges_of,
    challenges_told,
    heard,
    moderate,
    respond,
    say,
    sit,
)


@contextlib.asynccontextmanager
async def talking(folder):
    """A server with a moderator; Anna and Bruno, who both want free text, in a game."""
    async with two(folder) as (server, anna, bruno):
        carla = await moderator_at(server)
        await allow(anna, bruno)
        made = await challenge(anna, colour="white")
        black = await respond(bruno, made, "accept")
        white, = await challenges_of(anna)
        async with listening(server, anna) as hers, listening(server, bruno) as his:
            await sit(hers, white["seat"])
            await sit(his, black)
            yield anna, bruno, carla, hers, his, black
        await carla.aclose()


async def test_a_new_name_is_shown_in_challenges_and_to_followers(tmp_path):
    async with two(tmp_path) as (server, anna, bruno), listening(server, anna) as hers, \
            listening(server, bruno) as his:
        await challenge(anna)
        await anna.post_json("/people/Bruno/follow")
        await his.say("challenges")
        await hers.say("followed")
        await challenges_told(his, lambda found: found and found[0]["by"]["name"] == "Anna")
        await hers.hear("followed")
        await anna.post_json("/account/name", name="Zenobia")
        await challenges_told(his, lambda found: found[0]["by"]["name"] == "Zenobia")
        await bruno.post_json("/account/name", name="Ysolde")
        while [one["name"] for one in (await hers.hear("followed"))["people"]] != ["Ysolde"]:
            pass


@pytest.mark.parametrize("answer", ["accept", "decline"])
async def test_answered_challenges_of_an_account_that_is_gone_go_as_well(tmp_path, answer):
    async with two(tmp_path) as (server, anna, bruno), listening(server, anna) as hers:
        made = await challenge(anna)
        await respond(bruno, made, answer, **({"reason": "clock"} if answer == "decline" else {}))
        await hers.say("challenges")
        await challenges_told(hers, lambda found: len(found) == 1)
        await bruno.post_json("/account/delete")
        await challenges_told(hers, lambda found: found == [])
        assert await challenges_of(anna) == []


async def test_a_challenge_whose_time_is_over_cannot_be_declined(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        made = await challenge(anna)
        now = server.service.rooms.now
        server.service.rooms.now = lambda: now() + SLOW + 1
        refused = await respond(bruno, made, "decline", 409, reason="clock")
        assert refused["why"] == "challenge-gone"
        assert await challenges_of(anna) == []


async def test_a_mute_and_its_end_are_told_in_open_chats(tmp_path):
    async with talking(tmp_path) as (_, _, carla, hers, his, _):
        await moderate(carla, "mute", "Anna")
        await heard(hers, text="muted")
        await heard(his, text="other")
        await moderate(carla, "take-back", "Anna",
                       entry=(await case_of(carla, "Anna"))["entries"][0]["id"])
        await heard(hers, text="yes")
        await heard(his, text="yes")


async def test_the_lines_of_an_account_that_is_gone_go_from_open_chats(tmp_path):
    async with talking(tmp_path) as (anna, _, _, hers, his, black):
        await say(hers, black["game"], text="A line of hers")
        await heard(his, 1)
        await anna.post_json("/account/delete")
        await heard(his, 0)


@pytest.mark.parametrize("change", ["privacy", "block"])
async def test_chats_of_games_that_are_over_hear_of_blocks_and_privacy(tmp_path, change):
    async with talking(tmp_path) as (_, bruno, _, hers, his, black):
        made = {"game": black["game"], "seats": {"black": black["token"]}}
        await his.do(made, "black", "resign", 1)
        if change == "privacy":
            await allow(bruno, chats=False)
        else:
            await block(bruno, "Anna")
        await heard(hers, text="other")
