"""Who may do what: all requests and all messages of the socket, as everybody who may ask.

What a token needs is stated by the endpoint or the message itself; the tables here say what becomes
of it beyond that.  A request or message that has no row fails, and so does any answer in which a
token is told a capability that it cannot use.
"""
import asyncio
import contextlib
import itertools
import json
import re
from dataclasses import dataclass
from typing import Annotated, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Struct, UnsetType

from eckstein.server import connection
from eckstein.server.api import ENDPOINTS
from eckstein.server.net.endpoints import PREFIX, endpoint
from eckstein.server.net.streams import STREAMS
from eckstein.server.part import Heard
from eckstein.server.parts.mail.store import Contact
from eckstein.server.parts.moderation import overseeing
from eckstein.server.parts.push.events import Keys
from eckstein.server.parts.push.push import Subscribed
from eckstein.wire import http_bots, socket
from eckstein.wire.capabilities import capabilities, capability, usable
from eckstein.wire.http_mail import ExportedMail
from eckstein.wire.http_push import ExportedDevice

from .actors import NEEDS, SCOPES, Browser, listening, token_of
from .helpers import limited, part, serving, stores_of

PEOPLE = ("nobody", "guest", "stranger", "moderator", "owner")
TOKENS = {**{scope: (scope,) for scope in SCOPES}, "all": SCOPES}
EVERYBODY = [*PEOPLE[:-1], *TOKENS, "owner"]
ADDRESS, PUSH = "anna@example.org", "https://push.example.org/anna"
SEAT = re.compile(r"(\w+)\.[wb](?:\.\d+)?\.[\w-]+")
START = {"game": "contra"}


# What is asked.

@dataclass
class Case:
    """A request.

    Attributes:
        body: or parameters of the query; a function of the world and of who asks gives others.
        people: what becomes of it for people, by who they are, unless it is "yes"; a token fares
            as its owner if its scope is enough.  None: anything, as long as no scope is at fault.
        lines: how many lines of a stream are read, by who reads them, unless it is one.
        last: whether nobody can go on after it as before.
    """

    body: object = None
    people: dict | None = None
    lines: int = 1
    last: bool = False

    def expected(self, who, needs):
        """What is to become of it; None for anything but a fault of the scope."""
        if who in TOKENS and needs != "anybody" and needs not in TOKENS[who]:
            return "not-in-scope"
        if self.people is None:
            return None
        return self.people.get("owner" if who in TOKENS else who, "yes")


YES = {}
SIGNED_IN = {"nobody": "signed-out", "guest": "signed-out"}
MODERATORS = SIGNED_IN | dict.fromkeys(("stranger", "owner"), "no-moderator")
NO_TEACHERS = SIGNED_IN | dict.fromkeys(("stranger", "moderator"), "not-yours")
STRANGERS_NOT = dict.fromkeys(("nobody", "guest", "stranger", "moderator"), "challenge-gone")


def named(world, who, **more):
    """A body with an id that is long enough, and new for each who asks."""
    return {"id": f"asked by {who} of this".ljust(24, "-")} | more


def case(body=None, people=YES, **more):
    return Case(body, people, **more)


def asked(**more):
    """A body with an id of its own."""
    return lambda world, who: named(world, who, **more)


SEEK = {"rules": "contra", "clocks": [None]}
NODES = {"game": "contra", "nodes": []}
BOTH_SEATS = lambda world, who: {"seats": [world.seat]}     # noqa: E731
CASES = {
    "GET /games-known": case(),
    "POST /games": case({"rules": "contra"}),
    "GET /games/{game}": case(),
    "POST /games/{game}/join": case(asked(), dict.fromkeys(PEOPLE, "no-seat-free")),
    "POST /games/{game}/commands": case(
        asked(what="move", seq=0, seat="", move="d1d2"), dict.fromkeys(PEOPLE, "no-seat")),
    "POST /games/{game}/prepared": case(lambda world, who: {"seat": world.seat}),
    "GET /games/{game}/stream": case(),
    "POST /games/{game}/stream": case(BOTH_SEATS),
    "POST /games/{game}/say": case(asked(preset="hello"), SIGNED_IN | dict.fromkeys(
        ("stranger", "moderator"), "no-chat")),
    "GET /games/{game}/record": case(),
    "POST /look": case(START),
    "POST /premoves": case(START),
    "POST /read": case({"text": "d1d2", "game": "contra"}),
    "POST /write": case(NODES),
    "POST /position": case({"game": "contra", "pieces": {}}),
    "POST /tables": case(START),
    "GET /endings/{rules}": case(people=None),
    "GET /proofs/{rules}": case(),
    "POST /book": case(START),
    "POST /coach": case(START | {"moves": ["d1d2"]}),
    "POST /mistake": case(START | {"moves": ["d1d2"]}),
    "POST /review": case({"solved": False, "at": 0}),
    "GET /picture.{form}": case({"game": "contra"}),
    "POST /explore": case(START),
    "POST /judge": case({"moves": []}),
    "POST /openings": case({"text": "d1d2", "game": "contra"}, None),
    "POST /studies": case({"text": "d1d2"}, None),
    "GET /studies/{study}": case(people=None),
    "POST /shared-studies": case({"content": {"name": "Ours", "chapters": [
        NODES | {"key": "first"}]}}),
    "GET /shared-studies/{study}": case(),
    "POST /shared-studies/{study}": case({"key": "none", "version": 1},
                                         dict.fromkeys(PEOPLE, "wrong-token")),
    "GET /shared-studies/{study}/earlier": case(),
    "GET /shared-studies/{study}/stream": case(),
    "GET /puzzles": case(),
    "GET /puzzles/{rules}": case(),
    "POST /puzzles/{rules}": case({"id": "none"}, None),
    "POST /puzzles/{rules}/rating": case({"rating": 1500, "deviation": 100, "puzzle": "none",
                                          "solved": True}, None),
    "GET /puzzle-of-the-day": case(),
    "GET /account": case(),
    "POST /account": case({"name": "Anna", "password": "not the right one"}, None),
    "POST /account/passkey/ask": case({"name": "Zoe"}, None),
    "POST /account/passkey": case({"ticket": "none", "credential": {}}, None),
    "POST /account/sign-in": case({"name": "Anna", "password": "not the right one"}, None),
    "POST /account/sign-in/card": case({"code": "none"}, None),
    "POST /account/sign-in/ask": case(people=None),
    "POST /account/sign-in/passkey": case({"ticket": "none", "credential": {}}, None),
    "POST /account/recover": case({"name": "Anna", "code": "none",
                                   "password": "not the right one"}, None),
    "POST /account/recover/ask": case({"name": "Anna"}, None),
    "POST /account/recover/look": case({"key": "none"}, None),
    "POST /account/recover/link": case({"key": "none", "password": "not the right one"}, None),
    "POST /account/sign-out": case({"device": "none"}),
    "POST /account/name": case({"name": "x"}, SIGNED_IN | dict.fromkeys(PEOPLE[2:], "bad")),
    "POST /account/privacy": case({"seen": True, "chats": False}, SIGNED_IN),
    "POST /account/password": case({"password": "tilting dice at noon"}, SIGNED_IN, last=True),
    "POST /account/codes": case(people=SIGNED_IN),
    "POST /account/tokens": case({"name": "One more", "scopes": ["read"]}, SIGNED_IN),
    "POST /account/tokens/drop": case({"id": "none"}, SIGNED_IN),
    "POST /account/passkeys/ask": case(people=None),
    "POST /account/passkeys": case({"ticket": "none", "credential": {}}, None),
    "POST /account/passkeys/drop": case({"id": "none"}, SIGNED_IN),
    "POST /account/delete": case(people=SIGNED_IN, last=True),
    "GET /account/export": case(people=SIGNED_IN),
    "POST /account/public": case({"public": False}, SIGNED_IN),
    "GET /account/document": case(people=SIGNED_IN),
    "POST /account/document": case({"version": 9, "text": "x"},
                                   SIGNED_IN | dict.fromkeys(PEOPLE[2:], "stale")),
    "GET /account/games": case(),
    "POST /account/vacation": case({"days": None}, SIGNED_IN),
    "POST /account/calendar": case(people=SIGNED_IN),
    "POST /account/calendar/drop": case(people=SIGNED_IN),
    "GET /calendar/{key}": case(people=None),
    "GET /account/mail": case(people=SIGNED_IN),
    "POST /account/mail": case({"address": ADDRESS}, None),
    "POST /account/mail/kinds": case({"kinds": []}, None),
    "POST /account/mail/drop": case(people=SIGNED_IN, last=True),
    "GET /mail/{mail}": case(people=None),
    "POST /mail/{mail}": case(people=None),
    "GET /account/push": case(people=SIGNED_IN),
    "POST /account/push": case({"endpoint": PUSH, "p256dh": "x", "auth": "x"}, None),
    "POST /account/push/kinds": case({"device": "none", "kinds": []}, SIGNED_IN),
    "POST /account/push/drop": case({"device": "none"}, SIGNED_IN),
    "GET /people/{name}": case(),
    "GET /people/{name}/games": case(),
    "GET /people/{name}/rating": case({"rules": "contra", "speed": "blitz"}),
    "GET /leaderboard": case({"rules": "contra", "speed": "blitz"}),
    "GET /leaderboard/own": case({"rules": "contra", "speed": "blitz"}, SIGNED_IN),
    "POST /bot": case({"name": "nobody"}, SIGNED_IN | dict.fromkeys(PEOPLE[2:], "bad")),
    "POST /bot/policy": case({}, SIGNED_IN | dict.fromkeys(PEOPLE[2:], "not-yours")),
    "GET /bots": case(),
    "GET /events": case(people=SIGNED_IN, lines=4),
    "GET /lobby/seeks": case(),
    "POST /lobby/seeks": case(asked(**SEEK)),
    "GET /challenges": case(),
    "POST /challenges": case(asked(to="Bruno", rules="contra"), {"nobody": "signed-out"}),
    "POST /challenges/{challenge}/accept": case(people=STRANGERS_NOT | {"owner": "yes"}),
    "POST /challenges/{challenge}/decline": case(
        {}, STRANGERS_NOT | {"owner": "challenge-gone"}),
    "POST /challenges/{challenge}/withdraw": case(
        people=STRANGERS_NOT | {"owner": "not-yours"}),
    "GET /blocks": case(people=SIGNED_IN),
    "POST /people/{name}/block": case(people=SIGNED_IN, last=True),
    "POST /people/{name}/unblock": case(people=SIGNED_IN),
    "GET /follows": case(people=SIGNED_IN),
    "POST /people/{name}/follow": case(people=SIGNED_IN),
    "POST /people/{name}/unfollow": case(people=SIGNED_IN),
    "POST /reports": case({"to": "Bruno", "reason": "other"}, None),
    "POST /account/warnings/read": case({"id": 1}, SIGNED_IN),
    "GET /moderation": case(people=MODERATORS),
    "POST /moderation": case({"name": "Bruno", "what": "dismiss", "why": "nothing"}, MODERATORS),
    "GET /moderation/trail": case(people=MODERATORS),
    "GET /tournaments": case(),
    "POST /tournaments": case(asked(name="Cup", kind="club", rules="contra", clock=None),
                              {"nobody": "not-yours"}),
    "GET /tournaments/{tournament}": case(),
    "POST /tournaments/{tournament}/orders": case(
        {"what": "start"}, dict.fromkeys(PEOPLE, "not-yours") | {"owner": None}),
    "GET /tournaments/{tournament}/{file}": case(),
    "GET /classes": case(people=SIGNED_IN),
    "POST /classes": case({"name": "5c"}, SIGNED_IN),
    "GET /classes/{class}": case(people=NO_TEACHERS),
    "POST /classes/{class}/orders": case({"what": "add", "names": []}, NO_TEACHERS),
    "POST /classes/{class}/tournament": case(
        asked(name="Cup", kind="club", rules="contra", clock=None), NO_TEACHERS),
    "POST /classes/leave": case(people=SIGNED_IN | dict.fromkeys(PEOPLE[2:], "not-now")),
    "GET /health": case(),
}
SAID = {
    "join": ({}, "game"),
    "leave": ({}, None),
    "do": ({"id": "c", "what": "move", "seq": 0, "move": "d1d2"}, "done"),
    "look": ({"id": 1, "of": START}, "look"),
    "analyse": ({"id": 1, "of": START, "seconds": 0.1}, "analysed"),
    "stop": ({"id": 2}, "analysed"),
    "ping": ({}, "pong"),
    "lobby": ({}, "lobby"),
    "leave-lobby": ({}, None),
    "follow": ({}, "tournament"),
    "unfollow": ({}, None),
    "seek": ({"id": "k" * 16} | SEEK, "seeking"),
    "withdraw": ({"id": "k" * 16}, "withdrawn"),
    "take": ({"id": "t" * 16, "seek": "none"}, "paired"),
    "challenges": ({}, "challenges"),
    "followed": ({}, "followed"),
    "chat": ({}, "chat"),
    "say": ({"id": "s", "preset": "hello"}, "said"),
}
TELLS_SEATS = {"GET /account/games", "GET /challenges", "GET /events",
               "GET /tournaments/{tournament}", "POST /tournaments/{tournament}/orders",
               "POST /challenges/{challenge}/accept"}
HEARS_SEATS = {"called", "challenges"}


# Who asks, at what.

class World:
    """A server at which Anna has all that there is, and everybody asks.

    Attributes:
        browsers: by who asks, with what he shows.
        seat: Anna's, in a game against Bruno.
        paths: what stands for the names in paths.
        games: all in which Anna plays.
        secrets: her tokens.
    """

    def __init__(self, server, browsers, seat, paths, games, secrets):
        self.server, self.browsers, self.seat, self.paths = server, browsers, seat, paths
        self.games, self.secrets = games, secrets

    def socket(self, who):
        """A socket, opened by whoever it is."""
        return listening(self.server, self.browsers[who])

    def seats_in(self, text):
        """The games of which a text holds the token of a seat."""
        colour = self.server.service.tokens.colour
        return {found[1] for found in SEAT.finditer(text) if colour(found[1], found[0])}


@contextlib.asynccontextmanager
async def everybody(folder):
    """A world."""
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(folder, requests=1e6, burst=1e6))
        browsers = {who: await stack.enter_async_context(Browser(server))
                    for who in (*PEOPLE, "Bruno")}
        for who, name in (("guest", ""), ("stranger", "Carl"), ("moderator", "Mona"),
                          ("owner", "Anna"), ("Bruno", "Bruno")):
            await browsers[who].get("/")
            if name:
                await browsers[who].sign_up(name)
        anna, bruno = browsers["owner"], browsers.pop("Bruno")
        await overseeing.appoint(server.service.settings.database, "Mona", moderator=True)
        made = await anna.post_json("/games", 201, rules="contra", black={"open": True})
        await bruno.post_json(f"/games/{made['game']}/join", id="x" * 16)
        own = await anna.post_json("/challenges", 201, id="c" * 16, to="Bruno", rules="contra")
        await bruno.post_json(f"/challenges/{own['id']}/accept")
        his = await bruno.post_json("/challenges", 201, id="d" * 16, to="Anna", rules="contra")
        await anna.post_json(f"/challenges/{his['id']}/accept")
        cup = await anna.post_json("/tournaments", 201, id="t" * 16, name="Cup", pause=0,
                                   kind="round-robin", rules="contra",
                                   clock={"kind": "fischer", "initial": 300, "increment": 3})
        for one in (anna, bruno):
            await one.post_json(f"/tournaments/{cup['id']}/orders", what="enter")
        await anna.post_json(f"/tournaments/{cup['id']}/orders", what="start")
        while not (await anna.get_json(f"/tournaments/{cup['id']}"))["you"]["game"]:
            await asyncio.sleep(0.02)
        study = await anna.post_json("/shared-studies", 201, content={
            "name": "Ours", "chapters": [NODES | {"key": "first"}]})
        taught = await anna.post_json("/classes", 201, name="5b")
        people = stores_of(server.service)
        account = (await part(server.service, "Accounts").find("Anna")).id
        await people.contacts.set(Contact(account, ADDRESS, "en", ["turn"], 0, 0))
        games = {one["game"] for one in (await anna.get_json("/account/games"))["games"]}
        assert len(games) == 4
        secrets = {who: await token_of(anna, *scopes) for who, scopes in TOKENS.items()}
        for who, secret in secrets.items():
            browsers[who] = await stack.enter_async_context(
                Browser(server, Authorization=f"Bearer {secret}"))
        session, = await people.sessions(account)
        await people.push.set(Subscribed(session.name, account, Keys(PUSH, "p", "a"), "Firefox",
                                         "en", ["turn"], 0), 10)
        yield World(server, browsers, made["seats"]["white"], {
            "game": made["game"], "challenge": his["id"], "study": study["study"],
            "tournament": cup["id"], "rules": "contra", "name": "Bruno", "key": "k" * 24,
            "mail": "m" * 24, "file": "csv", "form": "svg", "class": taught["id"]},
            games, {*secrets.values()})


async def ask(world, who, one, case):
    """Ask for something; returns what became of it, and the text of the answer."""
    body = case.body(world, who) if callable(case.body) else case.body
    paths = world.paths
    if "/studies/" in one.path:
        paths = paths | {"study": "none"}
    path, browser = one.path.format(**paths), world.browsers[who]
    sent = {"params": body} if one.method == "GET" else {} if body is None else {"json": body}
    async with browser.stream(one.method, path, **sent) as answer:
        if answer.status_code >= 400:
            text = (await answer.aread()).decode()
            told = json.loads(text) if text.startswith("{") else {}
            return told.get("why") or told.get("code"), text
        if set(STREAMS.values()) & {answer.headers["Content-Type"].partition(";")[0]}:
            wanted, text = case.lines if who in ("owner", *TOKENS) else 1, ""
            async for line in answer.aiter_lines():
                text += line
                wanted -= bool(line)
                if not wanted:
                    break
            return "yes", text
        return "yes", (await answer.aread()).decode("latin-1")


def key_of(one):
    return f"{one.method} {one.path.removeprefix(PREFIX)}"


def cells():
    """Who asks for what, in this order: at the end what nobody goes on after as before."""
    first = [one for one in ENDPOINTS if not CASES[key_of(one)].last]
    last = sorted((one for one in ENDPOINTS if CASES[key_of(one)].last),
                  key=lambda one: one.path.endswith("/delete"))
    return [*itertools.product(first, EVERYBODY),
            *((one, who) for who, one in itertools.product(EVERYBODY, last))]


def told_too_much(world, who, text):
    """What an answer should not tell whoever asks."""
    if who in TOKENS:
        yield from (secret for secret in (ADDRESS, PUSH, *world.secrets) if secret in text)
    if who in TOKENS and "play" not in TOKENS[who]:
        yield from world.seats_in(text)
    if who in PEOPLE[:-1]:
        yield from (secret for secret in (ADDRESS, PUSH) if secret in text)
        yield from world.games & world.seats_in(text)


def test_each_request_and_each_message_has_a_case():
    assert CASES.keys() == {key_of(one) for one in ENDPOINTS}
    assert SAID.keys() == {one.__struct_config__.tag for one in get_args(socket.ClientMessage)}


async def test_everybody_asks_for_everything(tmp_path, monkeypatch):
    for name in ("studies", "study-writes"):
        limited(monkeypatch, name, 1000)

    wrong, seen = [], {who: set() for who in EVERYBODY}
    async with everybody(tmp_path) as world:
        for one, who in cells():
            became, text = await ask(world, who, one, CASES[key_of(one)])
            wanted = CASES[key_of(one)].expected(who, one.needs)
            if became != wanted and (wanted is not None or became == "not-in-scope"):
                wrong.append((key_of(one), who, became, wanted))
            wrong += [(key_of(one), who, "told", told) for told in told_too_much(world, who, text)]
            if world.games & world.seats_in(text):
                seen[who].add(key_of(one))
    assert wrong == []
    assert seen["owner"] == seen["all"] == TELLS_SEATS


async def say(world, who, client, kind):
    """Say something; returns what became of it, and all that was told."""
    fields, answer = SAID[kind.__struct_config__.tag]
    given = {name: world.paths[name] for name in ("game", "tournament")
             if name in kind.__struct_fields__}
    await client.say(kind.__struct_config__.tag, **given, **fields)
    awaited = ["refused"] if answer is None else [answer, "refused"]
    if answer is None and Case(people=YES).expected(who, kind.needs) == "yes":
        await client.say("ping")
        awaited.append("pong")
    told = await client.hear(*awaited)
    return told.get("why", "yes"), told


async def test_everybody_says_everything(tmp_path):
    wrong, seen = [], {who: set() for who in EVERYBODY}
    async with everybody(tmp_path) as world:
        for who in EVERYBODY:
            async with world.socket(who) as client:
                told = []
                for kind in get_args(socket.ClientMessage):
                    became, answer = await say(world, who, client, kind)
                    told.append(answer)
                    wanted = Case(people=YES).expected(who, kind.needs)
                    if (became == "not-in-scope") != (wanted == "not-in-scope"):
                        wrong.append((kind, who, became))
                for one in [*told, *client.kept]:
                    wrong += [(one["t"], who, "told", secret)
                              for secret in told_too_much(world, who, json.dumps(one))]
                    if world.games & world.seats_in(json.dumps(one)):
                        seen[who].add(one["t"])
    assert wrong == []
    assert seen["owner"] == seen["all"] == HEARS_SEATS and seen["play"] == {"called"}


# What is not stated is refused.

class Unstated(Struct, tag="unstated", tag_field="t", frozen=True):
    """A message that does not say what it needs."""


@pytest.mark.parametrize("who", ["nobody", "owner", "all"])
async def test_a_message_that_does_not_state_what_it_needs_is_refused(tmp_path, monkeypatch, who):
    decoder = msgspec.json.Decoder(socket.ClientMessage | Unstated)
    heard = []

    async def hear(self, message):
        heard.append(message)
    monkeypatch.setattr(connection, "client_decoder", decoder)
    monkeypatch.setitem(connection._HANDLED, Unstated, Heard(hear, 1.0))

    async with everybody(tmp_path) as world, world.socket(who) as client:
        await client.say("unstated")
        assert (await client.hear("refused"))["why"] == "not-in-scope" and heard == []


def test_an_endpoint_that_does_not_state_what_it_needs_is_none():
    with pytest.raises(TypeError, match="needs"):
        endpoint("GET", "/api/v1/unstated", "server", answers=Struct)


def test_all_messages_state_what_they_need():
    assert all(one.needs in NEEDS for one in get_args(socket.ClientMessage))


# What answers hold.

ANSWERS = [(one.needs, kind) for one in ENDPOINTS for kind in one.answers.values()
           if isinstance(kind, type)]
TOLD = [*(("anybody", kind) for kind in get_args(socket.ServerMessage)),
        *(("bot", kind) for kind in get_args(http_bots.BotEvent)),
        ("read", ExportedMail), ("read", ExportedDevice)]
SECRETS = re.compile(r"token|seats?|keys?|links?|codes|address|endpoint|path|secret|url|ticket")
# Fields of such names by which nobody can do anything.
HARMLESS = {("Challenge", "seat"), ("OwnAccount", "codes"), ("OwnMail", "address"),
            ("PushDevices", "key"), ("KeptStudy", "link"), ("TournamentMade", "link"),
            ("StudyChapter", "key"), ("PasskeyQuestion", "ticket")}


def structures(kind, seen=None):
    """All structures that a type leads to."""
    seen = set() if seen is None else seen
    if isinstance(kind, type) and issubclass(kind, Struct):
        if kind in seen:
            return seen
        seen.add(kind)
        for hint in get_type_hints(kind, include_extras=True).values():
            structures(hint, seen)
    for inner in get_args(kind):
        structures(inner, seen)
    return seen


def test_whatever_is_called_like_a_capability_is_declared_to_be_one():
    undeclared = {(kind.__name__, name) for _, told in ANSWERS + TOLD
                  for kind in structures(told) for name in kind.__struct_fields__
                  if SECRETS.fullmatch(name) and name not in capabilities(kind)}
    assert undeclared == HARMLESS


def test_what_can_be_left_out_need_not_be_there():
    for needs, told in ANSWERS + TOLD:
        reached = {"anybody", needs} | ({"page"} if needs == "fresh" else set())
        for kind in structures(told) - {socket.PairedMessage}:      # `seek` and `take` need `play`
            hints = get_type_hints(kind)
            lacking = [hints[name] for name, wanted in capabilities(kind).items()
                       if wanted not in reached]
            assert all(UnsetType in get_args(hint) or get_origin(hint) is dict
                       for hint in lacking), kind


class Inner(Struct):
    open: str
    seat: Annotated[str | UnsetType, capability("play", "of the seat")] = UNSET
    links: Annotated[dict, capability("play", "of the seats")] = {}


class Outer(Struct):
    inner: Inner | None
    many: list[Inner]
    named: dict[str, Inner]
    pair: tuple[int, Inner | None]
    key: Annotated[str | UnsetType, capability("page", "of all")] = UNSET


inners = st.builds(Inner, st.text(), st.just("SECRET") | st.just(UNSET),
                   st.dictionaries(st.text(), st.just("SECRET")))
outers = st.builds(Outer, inners | st.none(), st.lists(inners), st.dictionaries(st.text(), inners),
                   st.tuples(st.integers(), inners | st.none()), st.just("KEY"))


@given(outers, st.sets(st.sampled_from(["play", "page"])))
def test_a_capability_is_left_out_wherever_it_lies_and_all_else_stays(outer, reached):
    told = usable(outer, lambda needs: needs == "anybody" or needs in reached)
    text, whole = msgspec.json.encode(told).decode(), msgspec.to_builtins(outer)
    assert ("KEY" in text) == ("page" in reached)
    assert "SECRET" not in text or "play" in reached
    if len(reached) == 2:
        assert told is outer
    if "play" not in reached:
        for inner in structs_in(whole):
            inner.pop("seat", None)
            inner["links"] = {}
    if "page" not in reached:
        del whole["key"]
    assert msgspec.json.decode(text) == msgspec.json.decode(msgspec.json.encode(whole))


def structs_in(outer):
    """The inner ones, as plain objects."""
    return [one for one in (outer["inner"], *outer["many"], *outer["named"].values(),
                            outer["pair"][1]) if one is not None]
