"""Whatever a session or a token has opened ends with it, wherever and however it ends."""
import asyncio
import contextlib
import itertools

import pytest

from eckstein.server import opened
from eckstein.server.api import ENDPOINTS
from eckstein.server.game.clocks import DAY
from eckstein.server.net.endpoints import PREFIX
from eckstein.server.net.streams import STREAMS, Stream
from eckstein.server.opened import Opened
from eckstein.server.parts.accounts import remembered
from eckstein.server.parts.accounts.events import FindAccount, Session
from eckstein.server.store.contract import StoreError

from .actors import SCOPES, Browser, listening, program, token_of
from .helpers import PATIENCE, part, serving

KEYS = (f"the key of a seek {number:03}" for number in itertools.count())
NEW_PASSWORD = "tilting dice at noon"


# All that stays open.

async def seek(browser):
    return {"id": next(KEYS), "rules": "contra", "clocks": [None], "colour": "white"}


async def nothing(browser):
    return None


async def no_seat(browser):
    return {"seats": []}

STAYS_OPEN = {"GET /games/{game}/stream": nothing, "POST /games/{game}/stream": no_seat,
              "GET /shared-studies/{study}/stream": nothing, "GET /events": nothing,
              "POST /lobby/seeks": seek}


def test_each_answer_that_never_ends_is_tried():
    assert STAYS_OPEN.keys() == {
        f"{one.method} {one.path.removeprefix(PREFIX)}" for one in ENDPOINTS
        if any(set(STREAMS.values()) & set(answer) for answer in one.answers.values()
               if isinstance(answer, tuple))}


async def listen(browser, what, paths, began):
    """Hear a stream until it ends."""
    method, _, path = what.partition(" ")
    body = await STAYS_OPEN[what](browser)
    async with browser.stream(method, PREFIX + path.format(**paths), json=body) as answer:
        assert answer.status_code == 200, (what, await answer.aread())
        async for line in answer.aiter_lines():
            if line:
                began.set()


async def sit(server, browser, began):
    """Have a socket open until it ends."""
    async with listening(server, browser) as client:
        await client.say("lobby")
        await client.hear("lobby")
        began.set()
        await client.socket.wait_closed()


async def open_all(server, browser, paths, but=()):
    """Open all that stays open; returns the tasks that hear it, by what it is."""
    found, waits = {}, []
    for what in ["socket", *STAYS_OPEN]:
        if what not in but:
            waits.append(asyncio.Event())
            found[what] = asyncio.create_task(
                sit(server, browser, waits[-1]) if what == "socket" else
                listen(browser, what, paths, waits[-1]))
    beginning = asyncio.gather(*(one.wait() for one in waits))
    await asyncio.wait([beginning, *found.values()], return_when=asyncio.FIRST_COMPLETED)
    assert beginning.done(), [task for task in found.values() if task.done()]
    return found


# How sessions and tokens end.

class Login:
    """A session or a token of an account of its own.

    Attributes:
        browser: shows it, at the one server.
        there: shows it at the other.
        page: is signed in to the account at the other server, too.
        code: replaces the password.
    """

    def __init__(self, browser, there, page, code):
        self.browser, self.there, self.page, self.code = browser, there, page, code


async def revoked(login):
    for token in (await login.page.me())["account"]["tokens"]:
        await login.page.post_json("/account/tokens/drop", id=token["id"])


async def signed_out(login):
    await login.there.post_json("/account/sign-out", device=None)


async def signed_in_again(login):
    await login.there.sign_in((await login.page.me())["name"])


async def out_by_name(login):
    for device in (await login.page.me())["account"]["devices"]:
        if not device["this"]:
            await login.page.post_json("/account/sign-out", device=device["name"])


async def out_everywhere(login):
    await login.page.post_json("/account/sign-out", everywhere=True)


async def new_password(login):
    await login.page.post_json("/account/password", password=NEW_PASSWORD)


async def recovered(login):
    name = (await login.page.me())["name"]
    await login.page.post_json("/account/recover", name=name, code=login.code,
                               password=NEW_PASSWORD)


async def account_gone(login):
    await login.page.post_json("/account/delete")


async def expired(login):
    """By itself, when the clock goes on."""


ENDS = {"session": (signed_out, signed_in_again, out_by_name, out_everywhere,
                    new_password, recovered, account_gone),
        "token": (revoked, new_password, recovered, account_gone, expired)}


async def log_in(here, there, kind, name, stack):
    """A new account with a session, or a token, at one server."""
    enter = stack.enter_async_context
    page = await enter(Browser(there))
    code = (await page.sign_up(name))["codes"][0]
    if kind == "token":
        token = await token_of(page, *SCOPES, days=1)
        return Login(await enter(program(here, token)), await enter(program(there, token)), page,
                     code)
    browser = await enter(Browser(here))
    await browser.sign_in(name)
    again = await enter(Browser(there))
    again.cookies.update(browser.cookies)
    return Login(browser, again, page, code)


@pytest.mark.parametrize("kind", ENDS)
async def test_all_that_was_opened_ends_with_what_it_was_opened_by(place, kind):
    async with (serving(place, requests=1e6, burst=1e6, connections=1000) as here,
                serving(place, requests=1e6, burst=1e6) as there,
                contextlib.AsyncExitStack() as stack):
        logins = {end: await log_in(here, there, kind, end.__name__.replace("_", " "), stack)
                  for end in ENDS[kind]}
        bystander = await log_in(here, there, "session", "Anna", stack)
        guest = await stack.enter_async_context(Browser(here))
        made = await guest.post_json("/games", 201, rules="contra")
        study = await guest.post_json("/shared-studies", 201, content={
            "name": "Ours", "chapters": [{"key": "first", "game": "contra", "nodes": []}]})
        paths = {"game": made["game"], "study": study["study"]}
        heard = {end: await open_all(here, login.browser, paths) for end, login in logins.items()}
        others = [*(await open_all(here, bystander.browser, paths)).values(),
                  *(await open_all(here, guest, paths, but=["GET /events"])).values()]
        for end, login in logins.items():
            await end(login)
        now = part(here.service, "Opened")._now
        part(here.service, "Opened")._now = lambda: now() + 2 * DAY
        everything = {(end.__name__, what): task for end, found in heard.items()
                      for what, task in found.items()}
        await asyncio.wait(everything.values(), timeout=PATIENCE)
        assert [name for name, task in everything.items() if not task.done()] == []
        await asyncio.gather(*everything.values())
        assert not any(task.done() for task in others)
        # Those of the bystander and of the guest.
        assert part(here.service, "Lobby").listed().count == 2
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


# What a token has put up.

async def challenge(browser):
    return await browser.post_json("/challenges", 201, id=next(KEYS), to="Anna", rules="contra")


async def test_challenges_end_with_the_token_by_which_they_were_made(place):
    async with serving(place) as here, serving(place) as there, \
            contextlib.AsyncExitStack() as stack:
        anna = await stack.enter_async_context(Browser(here))
        await anna.sign_up()
        stay, go = set(), set()
        for end in ENDS["token"]:
            login = await log_in(here, there, "token", end.__name__.replace("_", " "), stack)
            by_token, by_page = await challenge(login.browser), await challenge(login.page)
            assert by_token["until"] - by_token["created"] <= 24 * 3600 < (
                by_page["until"] - by_page["created"])
            open_ = [one["id"] for one in (await anna.get_json("/challenges"))["challenges"]]
            assert {by_token["id"], by_page["id"]} <= {*open_}
            await end(login)
            stay |= {by_page["id"]} - ({by_page["id"]} if end is account_gone else set())
            stay |= {by_token["id"]} if end is expired else set()
            go.add(by_token["id"])
        open_ = (await anna.get_json("/challenges"))["challenges"]
        assert {one["id"] for one in open_} == stay
        for id in go - stay:
            answer = await anna.post(f"/api/v1/challenges/{id}/accept")
            assert answer.json()["why"] == "challenge-gone"


async def test_a_challenge_made_while_its_token_is_revoked_is_closed(tmp_path, monkeypatch):
    async with serving(tmp_path) as server, contextlib.AsyncExitStack() as stack:
        anna = await stack.enter_async_context(Browser(server))
        await anna.sign_up()
        login = await log_in(server, server, "token", "Bruno", stack)
        answers = server.service.hub._answers
        find = answers[FindAccount]

        async def found(question):
            answers[FindAccount] = find
            await revoked(login)
            return await find(question)
        monkeypatch.setitem(answers, FindAccount, found)
        assert (await challenge(login.browser))["state"] == "over"
        assert (await anna.get_json("/challenges"))["challenges"] == []


# What nobody reads ends, too.

SESSION = Session("digest", "account", "Firefox", 0, 0)


class Asleep:
    """A client that reads nothing: whoever sends it something waits for ever."""

    def __init__(self):
        self.sent, self.waits = [], asyncio.Event()

    async def send(self, message):
        self.sent.append(message)
        if len(self.sent) > 1:
            self.waits.set()
            await asyncio.Event().wait()

    async def receive(self):
        await asyncio.Event().wait()


async def test_a_stream_that_nobody_reads_ends_with_what_it_was_opened_by(monkeypatch):
    closed = []

    async def lines():
        try:
            while True:
                yield "line\n"
        finally:
            closed.append(True)
    ends = []

    @contextlib.contextmanager
    def open_by(end):
        ends.append(end)
        yield
        ends.clear()
    client = Asleep()
    answering = asyncio.create_task(Stream(lines(), "text/plain", open_by)(
        {"type": "http", "asgi": {}}, client.receive, client.send))
    await client.waits.wait()
    assert not closed
    ends[0]()
    await answering
    assert closed and not ends


class People:
    """Knows which sessions have ended; fails as often as it is told to."""

    def __init__(self, *alive, failures=0):
        self.ended, self.failures, self.asked = set(), failures, []

    async def alive(self, digests, now):
        self.asked.append(list(digests))
        if self.failures:
            self.failures -= 1
            raise StoreError("it does not respond")
        return set(digests) - self.ended


async def test_each_is_ended_once_it_is_known_and_however_many_there_are(monkeypatch):
    monkeypatch.setattr(opened, "AT_ONCE", 2)
    people, ended = People(), []
    held = Opened(people.alive, lambda: 0)
    with contextlib.ExitStack() as stack:
        for number in range(5):
            for thing in ("socket", "stream"):
                login = Session(f"{number}", "account", "", 0, 0)
                stack.enter_context(held.by(login, lambda what=(number, thing): ended.append(what)))
        people.ended = {"1", "4"}
        await held.look()
        assert sorted(ended) == [(1, "socket"), (1, "stream"), (4, "socket"), (4, "stream")]
        assert sorted(map(len, people.asked)) == [1, 2, 2]
    ended.clear()
    await held.look()
    assert ended == [] and len(people.asked) == 3       # nothing is open, nothing is asked


async def test_a_database_that_does_not_respond_is_asked_again(monkeypatch):
    monkeypatch.setattr(opened, "LOOK_SECONDS", 0)
    people, ended = People(failures=2), asyncio.Event()
    people.ended = {SESSION.digest}
    held = Opened(people.alive, lambda: 0)
    with held.by(SESSION, ended.set):
        tending = asyncio.create_task(held.tend())
        await ended.wait()
        tending.cancel()


def test_it_takes_two_seconds_at_most_beside_the_answers_of_the_database():
    assert opened.LOOK_SECONDS + remembered.KEPT_FOR / 1000 <= 2
