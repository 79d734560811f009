"""How many there may be of something is counted by the transaction that adds one more, so that many
at once are not too many: on SQLite and on PostgreSQL."""
import asyncio
import contextlib

import pytest

from eckstein.server.game.identity import of_account, of_guest
from eckstein.server.parts.accounts.events import Account, Session, Token
from eckstein.server.parts.accounts.store import Passkey
from eckstein.server.parts.challenges.events import FullError, Stored, Wish
from eckstein.server.parts.chat.events import Said
from eckstein.server.parts.classes.store import FullError as ClassFullError
from eckstein.server.parts.classes.store import New
from eckstein.server.parts.moderation.records import Report
from eckstein.server.parts.notices.notice import Facts, Notice
from eckstein.server.parts.push.events import Keys
from eckstein.server.parts.push.push import Subscribed
from eckstein.server.store.transactions import Transaction
from eckstein.wire.http_classes import Given

from .helpers import capped, opened, stores_of

MOST, TRIED, ENOUGH = 3, 12, 99
TEACHER = Session("other0", "anna", "", 1, 1)
OTHERS = [f"other{number}" for number in range(TRIED)]
GAME = {"id": "game", "rules": "contra", "created": 1, "over": False, "tended": False}


def challenge(number, sender, receiver):
    return Stored(f"c{number}", sender, receiver, "", "", Wish("contra", {}, None, None), 1,
                  9)


async def sent(adding):
    """Send a challenge, unless there are too many."""
    with contextlib.suppress(FullError):
        await adding


async def full(adding):
    """Add to a class, unless there are too many."""
    with contextlib.suppress(ClassFullError):
        await adding


async def given(classes):
    return (await classes.of_teacher("class", "anna")).given


async def ids(found):
    return [one.id for one in await found]


# By what there are at most so many of: how one more of them is added, and how they are told.
LIMITS = {
    "tokens": (
        lambda people, number: people.add_token(
            Token(f"t{number}", "anna", "t", frozenset(), 1, None), MOST),
        lambda people: ids(people.tokens("anna"))),
    "passkeys": (
        lambda people, number: people.add_passkey(
            Passkey(f"k{number}", "anna", b"", 0, "k", 1), MOST),
        lambda people: ids(people.passkeys("anna"))),
    "challenges by an account": (
        lambda people, number: sent(people.challenges.add(
            challenge(number, of_account("anna"), of_account(OTHERS[number])), MOST, ENOUGH)),
        lambda people: ids(people.challenges.of(of_account("anna"), 1))),
    "challenges by a guest": (
        lambda people, number: sent(people.challenges.add(
            challenge(number, of_guest("g"), of_account(OTHERS[number])), MOST, ENOUGH)),
        lambda people: ids(people.challenges.of(of_guest("g"), 1))),
    "challenges to somebody": (
        lambda people, number: sent(people.challenges.add(
            challenge(number, of_account(OTHERS[number]), of_guest("g")), ENOUGH, MOST)),
        lambda people: ids(people.challenges.of(of_guest("g"), 1))),
    "reports by somebody in a day": (
        lambda people, number: people.moderation.report(
            Report(f"r{number}", of_guest("g"), OTHERS[number], "name", "", None, 5), MOST, ENOUGH),
        lambda people: ids(people.moderation.made_by(of_guest("g")))),
    "open reports on somebody": (
        lambda people, number: people.moderation.report(
            Report(f"r{number}", of_guest(f"g{number}"), "anna", "name", "", None, 5), ENOUGH,
            MOST),
        lambda people: ids(people.moderation.reports_on("anna", ENOUGH))),
    "blocks": (
        lambda people, number: people.blocks.block("anna", OTHERS[number], 1, MOST),
        lambda people: people.blocks.of("anna")),
    "follows": (
        lambda people, number: people.follows.follow("anna", OTHERS[number], 1, MOST),
        lambda people: people.follows.of("anna")),
    "notices in a day": (
        lambda people, number: people.notices.add(
            Notice(f"n{number}", "anna", "mail", "turn", Facts(), 1, 1), MOST),
        lambda people: people.notices.take("mail", 9, 10, ENOUGH)),
    "devices with Web Push": (
        lambda people, number: people.push.set(
            Subscribed(OTHERS[number], "anna", Keys(f"https://example.org/{number}", "", ""), "",
                       "en", (), number), MOST),
        lambda people: people.push.of("anna")),
    "sessions": (
        lambda people, number: people.open(Session(f"s{number}", "anna", "", 1, number)),
        lambda people: people.sessions("anna")),
    "classes of a teacher": (
        lambda people, number: full(people.classes.make(TEACHER, f"c{number}", "5b", 1)),
        lambda people: people.classes.taught_by("anna")),
    "pupils of a class": (
        lambda people, number: full(people.classes.add(TEACHER, "class", [New(
            Account(f"p{number}", f"p{number}", 1), f"p{number}", f"d{number}")])),
        lambda people: people.classes.pupils("class")),
    "teachers of a class": (
        lambda people, number: full(people.classes.add_teacher(TEACHER, "class", OTHERS[number])),
        lambda people: people.classes.teachers("class")),
    "tasks of a class": (
        lambda people, number: people.classes.give(
            TEACHER, "class", lambda now: [Given(number, "lesson", "pur"), *now]),
        lambda people: given(people.classes)),
    "lines of a player in a game": (
        lambda people, number: people.chat.add(
            Said("game", "white", of_account("anna"), f"l{number}", "hello", None, 1), MOST),
        lambda people: people.chat.of("game")),
}


@pytest.mark.parametrize("limit", LIMITS)
async def test_of_many_at_once_there_are_as_many_as_there_may_be(place, limit, monkeypatch):
    add, told = LIMITS[limit]
    async with opened(place) as store:
        people = stores_of(store)
        for name in ("anna", *OTHERS):
            await people.add(Account(name, name, 1), name, None, [])
        for name in OTHERS:                 # what devices get belongs to their sessions
            await people.open(Session(name, "anna", "", 1, 1))
        await store.write(Transaction([], [GAME]))
        if limit in ("teachers of a class", "pupils of a class", "tasks of a class"):
            await people.classes.make(TEACHER, "class", "5b", 1)
        for cap in ("sessions", "classes", "class-teachers", "pupils", "class-tasks"):
            capped(monkeypatch, cap, MOST)
        await asyncio.gather(*(add(people, number) for number in range(TRIED)))
        assert len(await told(people)) == MOST
