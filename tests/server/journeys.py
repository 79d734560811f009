"""What people do at a server: seek, challenge, play, chat, block, moderate, and go on vacation."""
import contextlib
import itertools

from .actors import listening, two
from .helpers import LINE

BLITZ = {"kind": "fischer", "initial": 300.0, "increment": 3.0}
SEEKS = (f"key of a seek {number:06}" for number in itertools.count())
CHALLENGES = (f"key of a challenge {number:06}" for number in itertools.count())
DAYS = {"kind": "days", "initial": 86400 * 3, "increment": 0}
LINES = (f"line {number}" for number in itertools.count())


# Seeks in the lobby, on sockets.

async def seek(client, key=None, rules="contra", clocks=(None,), **fields):
    """Seek an opponent; the key of the seek."""
    key = key or next(SEEKS)
    await client.say("seek", id=key, rules=rules, clocks=list(clocks), **fields)
    return key


async def sought(client, *arguments, **fields):
    """The key and the public name of a new seek."""
    key = await seek(client, *arguments, **fields)
    return key, (await client.hear("seeking", id=key))["seek"]


async def take(client, seek, key=None, **fields):
    """What comes of an answer to a seek."""
    key = key or next(SEEKS)
    await client.say("take", id=key, seek=seek, **fields)
    return await client.hear("paired", "refused", id=key)


async def lobby_of(client):
    """The lobby as it is shown to a client, which subscribes to it."""
    await client.say("lobby")
    return await client.hear("lobby")


# Challenges, and who wants none.

async def challenge(browser, to="Bruno", status=201, key=None, **wish):
    """A new challenge, as its maker sees it."""
    return await browser.post_json("/challenges", status, id=key or next(CHALLENGES), to=to,
                                   **{"rules": "contra"} | wish)


async def respond(browser, made, what, status=200, **body):
    """Accept, decline or withdraw a challenge."""
    return await browser.post_json(f"/challenges/{made['id']}/{what}", status, **body)


async def challenges_of(browser):
    """The challenges that a page shows."""
    return (await browser.get_json("/challenges"))["challenges"]


async def challenges_told(client, fits):
    """What a client is told of its challenges, once it fits."""
    while True:
        found = (await client.hear("challenges"))["challenges"]
        if fits(found):
            return found


async def block(browser, name, what="block"):
    """Block or unblock a player; the names that are blocked."""
    return (await browser.post_json(f"/people/{name}/{what}"))["names"]


# Chat.

async def say(client, game, **what):
    """What comes of a line of chat."""
    id = what.pop("id", None) or next(LINES)
    await client.say("say", id=id, game=game, **what)
    return await client.hear("said", "refused", id=id)


async def heard(client, count=None, text=None):
    """The chat, once it has so many lines, or says this of free text."""
    while True:
        told = await client.hear("chat")
        if count in (None, len(told["lines"])) and text in (None, told["text"]):
            return told


async def sit(client, seat, game=None):
    """A player joins and hears the chat."""
    game = game or seat["game"]
    await client.join({"game": game, "seats": {"me": seat["token"]}}, "me")
    await client.say("chat", game=game)
    return await heard(client)


async def allow(*browsers, chats=True):
    """Accounts allow free text, or no longer."""
    for browser in browsers:
        await browser.post_json("/account/privacy", seen=True, chats=chats)


# Games.

async def rated_game(browser, other, **more):
    """A rated game of two accounts, with the tokens of both seats."""
    made = await browser.post_json("/games", 201, **{
        "rules": "contra", "rated": True, "black": {"open": True},
        "clock": {"kind": "fischer", "initial": 180, "increment": 2}} | more)
    joined = await other.post_json(f"/games/{made['game']}/join", id="x" * 20)
    return made["game"], {"white": made["seats"]["white"], "black": joined["token"]}


async def give_command(browser, game, seats, colour, seq, what="move", status=200, **more):
    """What comes of a command in a game."""
    return await browser.post_json(f"/games/{game}/commands", status, id=f"{what} {seq} {more}",
                                   seq=seq, seat=seats[colour], what=what, **more)


@contextlib.asynccontextmanager
async def playing_by_days(folder, **wish):
    """A server where Anna has White against Bruno, and both have moved once."""
    async with two(folder) as (server, anna, bruno):
        made = await anna.post_json("/games", 201, **{
            "rules": "contra", "clock": DAYS, "white": {}, "black": {"open": True}} | wish)
        joined = await bruno.post_json(f"/games/{made['game']}/join", id="x" * 20)
        made["seats"][joined["colour"]] = joined["token"]
        async with listening(server, anna) as hers, listening(server, bruno) as his:
            await hers.join(made, "white")
            await his.join(made, "black")
            seq = (await server.facts(made["game"]))["seq"]
            await hers.do(made, "white", "move", seq, LINE[0])
            await his.do(made, "black", "move", seq + 1, LINE[1])
            yield server, anna, bruno, hers, his, made


async def take_vacation(browser, days, status=200):
    """Be away for so many days from now on."""
    return await browser.post_json("/account/vacation", status, days=days)


# Moderation.

async def moderate(browser, what, name="Bruno", status=200, **more):
    """What comes of a moderator's act against a player."""
    return await browser.post_json("/moderation", status, what=what, name=name,
                                   **{"why": "looked at"} | more)


async def case_of(browser, name="Bruno"):
    """What moderators see of a player."""
    found, = (await browser.get_json("/moderation", name=name))["cases"]
    return found
