"""Notices by Web Push from a server: which devices get them, and how they come."""
import asyncio
import contextlib
import json
from dataclasses import replace
from unittest import mock

import pytest
import sqlalchemy as sa

from eckstein.server.database import tables
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.notices import notices as notices_module
from eckstein.server.parts.notices.notice import Facts, Notice
from eckstein.server.parts.push import channel as push_module
from eckstein.server.parts.push.events import Keys
from eckstein.server.parts.push.push import Subscribed
from eckstein.server.store.contract import StoreError
from eckstein.words import LANGUAGES

pytest.importorskip("http_ece")
from . import push_service
from .actors import PASSWORD, Browser, listening, people_at
from .helpers import LINE, opened, part, serving, stores_of
from .journeys import DAYS, challenge, challenges_of, respond

CONTACT = "mailto:me@example.org"


@pytest.fixture(scope="module")
def service():
    with push_service.running() as service:
        yield service


@contextlib.asynccontextmanager
async def pushing(place, service, *names):
    """A server that sends notices at once, and people at it."""
    with mock.patch.object(notices_module, "TURN", 0), \
            mock.patch.object(notices_module, "GATHER_SECONDS", 0.01):
        async with serving(place, push=CONTACT, push_services=(service.base,)) as server:
            people = await people_at(server, *names)
            yield server, *people
            await asyncio.gather(*(one.aclose() for one in people))


async def subscribe(browser, device, status=200, **more):
    return await browser.post_json("/account/push", status, **{
        "endpoint": device.endpoint, **device.keys} | more)


async def devices_of(browser):
    return (await browser.get_json("/account/push"))["devices"]


async def next_of(device):
    text, headers = await asyncio.to_thread(device.next)
    return json.loads(text), headers


def told_to(anna, **facts):
    """A notice to an account."""
    return Notice(f"push {anna} x", anna, "push", "turn", Facts(**facts), 1000, 1000, 5000, 1)


async def test_a_device_is_subscribed_chooses_and_is_forgotten(place, service):
    async with pushing(place, service, "Anna") as (server, anna):
        told = await anna.get_json("/account/push")
        assert told == {"key": part(server.service, "Pushing").pusher.public_key, "devices": []}
        first = service.device()
        one, = (await subscribe(anna, first, language="de"))["devices"]
        assert one["this"] and one["language"] == "de" and len(one["kinds"]) == 6
        chosen = await anna.post_json("/account/push/kinds", device=one["name"],
                                      kinds=["challenge", "turn", "turn"])
        assert chosen["devices"][0]["kinds"] == ["turn", "challenge"]
        # The browser has another address, and says no more than that.
        push = stores_of(server.service).push
        kept, = await push.of((await part(server.service, "Accounts").find("Anna")).id)
        await push.set(replace(kept, added=5000), 9)
        again, = (await subscribe(anna, service.device()))["devices"]
        assert again == one | {"kinds": ["turn", "challenge"], "added": 5}
        exported = (await anna.get("/api/v1/account/export")).json()["push"]
        assert [entry["kinds"] for entry in exported] == [["turn", "challenge"]]
        await anna.post_json("/account/push/drop", device="0" * 16)
        assert len(await devices_of(anna)) == 1
        await anna.post_json("/account/push/drop", device=one["name"])
        assert await devices_of(anna) == []


async def test_two_accounts_on_one_device_at_once_are_answered_and_one_of_them_has_it(
        place, service):
    async with pushing(place, service, "Anna", "Bruno") as (_, *people):
        device = service.device()
        wish = {"endpoint": device.endpoint, **device.keys}
        for _ in range(10):
            answers = await asyncio.gather(*(one.post("/api/v1/account/push", json=wish)
                                             for one in people for _ in range(3)))
            assert {answer.status_code for answer in answers} <= {200, 503}
            assert all("try again" in answer.json()["reason"] for answer in answers
                       if answer.status_code == 503)
            assert sum([len(await devices_of(one)) for one in people]) == 1


async def test_what_is_wrong_has_a_sentence_and_changes_nothing(tmp_path, service):
    async with pushing(tmp_path, service, "Anna") as (server, anna):
        device = service.device()
        guest = Browser(server)
        assert "sign in" in (await subscribe(guest, device, 403))["reason"]
        await guest.get("/")
        await guest.aclose()
        for endpoint in ("https://example.org/x", "http://127.0.0.1:1/x", "x",
                         "https://169.254.169.254/x"):
            told = await subscribe(anna, device, 400, endpoint=endpoint)
            assert "sends nothing to the push service" in told["reason"]
        await subscribe(anna, device, 400, p256dh="AAAA")
        for wrong in ({"p256dh": "!"}, {"auth": "A" * 41}, {"kinds": ["lunch"]},
                      {"endpoint": "x" * 1001}, {"kinds": ["turn"] * 7}):
            await subscribe(anna, device, 422, **wrong)
        foreign = await anna.post("/api/v1/account/push", headers={
            "Origin": "https://example.org"}, json={"endpoint": device.endpoint, **device.keys})
        assert foreign.status_code == 403
        assert await devices_of(anna) == []
        # A language that there is not is English.
        told = await subscribe(anna, device, language="xx")
        assert told["devices"][0]["language"] == "en"


async def test_a_server_without_web_push_says_so(service, server):
    anna, = await people_at(server, "Anna")
    assert await anna.get_json("/account/push") == {"key": None, "devices": []}
    told = await subscribe(anna, service.device(), 409)
    assert "sends no notices by Web Push" in told["reason"]
    await anna.aclose()


async def test_whoever_signs_out_gets_no_more_notices(place, service):
    async with pushing(place, service, "Anna", "Bruno") as (server, anna, bruno):
        phone, old = Browser(server), Browser(server)
        for one in (phone, old):
            await one.get("/")
            await one.sign_in("Anna")
            await subscribe(one, service.device())
        shared = service.device()
        await subscribe(anna, shared)
        assert len(await devices_of(anna)) == 3
        await old.post_json("/account/sign-out", everywhere=False)
        assert len(await devices_of(anna)) == 2
        # Who signs in once more on the same device goes on getting them.
        await phone.sign_in("Anna")
        assert [one["this"] for one in await devices_of(phone)].count(True) == 1
        await anna.post_json("/account/sign-out", everywhere=True)
        assert [one["this"] for one in await devices_of(anna)] == [True]
        # Nobody chooses for a device of somebody else, or drops it.
        theirs = await devices_of(anna)
        for what, more in (("kinds", {"kinds": []}), ("drop", {})):
            await bruno.post_json(f"/account/push/{what}", device=theirs[0]["name"], **more)
        assert await devices_of(anna) == theirs
        # A device belongs to whoever has subscribed it last.
        await subscribe(bruno, shared)
        assert await devices_of(anna) == [] and len(await devices_of(bruno)) == 1
        await bruno.post_json("/account/password", password=f"{PASSWORD} again")
        assert len(await devices_of(bruno)) == 1
        store = stores_of(server.service).push
        account = (await part(server.service, "Accounts").find("Bruno")).id
        await bruno.post_json("/account/delete")
        assert await store.of(account) == []
        await phone.aclose()
        await old.aclose()


def device(id, account, at=1):
    keys = Keys(f"https://example.org/{id}", "", "")
    return Subscribed(id, account, keys, "", "en", ["turn"], at)


async def test_what_is_chosen_dropped_or_carried_is_ones_own_device(place):
    async with opened(place) as store:
        push, mine, other = stores_of(store).push, device("m", "anna", 2), device("o", "anna")
        his = device("h", "bruno", 9)
        for name in ("anna", "bruno"):
            await stores_of(store).add(Account(name, name, 1), name, None, [])
        for one in (mine, other, his):
            async with store.engine.begin() as connection:
                await connection.execute(sa.insert(tables.sessions).values(
                    digest=one.id, account=one.account, device="", created=1, used=1))
            await push.set(one, 9)
        for account, id in (("anna", "h"), ("bruno", "m"), ("anna", "x")):
            await push.choose(account, id, ["over"])
            await push.carry(account, id, "c")
            await push.drop(account, id)
        await push.drop("anna", "m", "https://example.org/before")      # it has another
        assert await push.of("anna") == [mine, other] and await push.of("bruno") == [his]
        await push.choose("anna", "m", ["over"])
        assert await push.of("anna") == [replace(mine, kinds=["over"]), other]
        await push.carry("anna", "m", "c")
        await push.drop("anna", "c", mine.keys.endpoint)
        assert await push.of("anna") == [other]
        # Too many of one account leave the others theirs.
        await push.set(replace(other, id="m", added=3, keys=mine.keys), 1)
        assert [one.id for one in await push.of("anna")] == ["m"]
        assert await push.of("bruno") == [his]


async def test_what_some_devices_have_got_is_remembered_of_so_many_notices(monkeypatch):
    monkeypatch.setattr(push_module, "HALF_DONE", 2)
    channel = push_module.PushChannel(
        mock.Mock(send=mock.AsyncMock(return_value="later")),
        mock.Mock(of=mock.AsyncMock(return_value=[device("m", "anna")])), mock.Mock())
    for key in "abc":
        assert await channel.deliver(told_to("anna")._replace(key=key)) == "later"
    assert list(channel._done) == ["b", "c"]


async def test_ten_devices_of_an_account_get_notices(tmp_path, service):
    async with pushing(tmp_path, service, "Anna") as (server, anna):
        for _ in range(11):
            browser = Browser(server)
            await browser.get("/")
            await browser.sign_in("Anna")
            await subscribe(browser, service.device(), kinds=["turn"])
            await browser.aclose()
        assert len(await devices_of(anna)) == 10


async def test_a_challenge_and_a_turn_come_to_each_device_in_its_language(place, service):
    async with pushing(place, service, "Anna", "Bruno") as (server, anna, bruno):
        phone, desk = service.device(), service.device()
        await subscribe(bruno, phone, language="de")
        at_desk = Browser(server)
        await at_desk.get("/")
        await at_desk.sign_in("Bruno")
        await subscribe(at_desk, desk, kinds=["challenge"])
        made = await challenge(anna, clock=DAYS, colour="white")
        told, headers = await next_of(phone)
        assert told == {"title": "Anna fordert dich heraus", "body": "Cublino Contra",
                        "tag": "challenge /games", "path": "/games", "language": "de"}
        assert (await next_of(desk))[0]["title"] == "Anna challenges you"
        assert headers["TTL"] == "86400"
        seat = await respond(bruno, made, "accept")
        hers = (await challenges_of(anna))[0]["seat"]
        async with listening(server, anna) as client:
            await client.say("join", game=seat["game"], seats=[hers["token"]])
            await client.hear("game")
            done = await client.do({"game": seat["game"], "seats": {"white": hers["token"]}},
                                   "white", "move", 1, LINE[0])
            assert done["t"] == "done", done
        told, _ = await next_of(phone)
        assert told["title"] == "Du bist am Zug"
        assert told["body"] == "Cublino Contra gegen Anna"
        assert told["path"] == f"/game/{seat['game']}#{seat['token']}"
        assert told["tag"] == f"game /game/{seat['game']}"
        assert desk.got.empty()
        await at_desk.aclose()


async def test_a_device_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(
        tmp_path, service):
    async with pushing(tmp_path, service, "Anna") as (server, anna):
        phone, desk = service.device(), service.device()
        await subscribe(anna, phone)
        at_desk = Browser(server)
        await at_desk.get("/")
        await at_desk.sign_in("Anna")
        await subscribe(at_desk, desk)
        account = (await part(server.service, "Accounts").find("Anna")).id
        channel = part(server.service, "Notices").deliverer._channels["push"]
        phone.answers += [500]
        assert await channel.deliver(told_to(account)) == "later"
        assert [(await next_of(one))[0]["body"] for one in (phone, desk)] == ["", ""]
        assert await channel.deliver(told_to(account)) == "delivered"
        await next_of(phone)
        assert desk.got.empty()             # it has it already
        phone.answers += [410]
        with mock.patch.object(channel._store, "drop", side_effect=StoreError("full")) as drop:
            assert await channel.deliver(told_to(account)) == "delivered"
        drop.assert_called_once_with(account, mock.ANY, phone.endpoint)     # not a newer one
        await next_of(phone)
        await next_of(desk)
        phone.answers += [410]
        desk.answers += [413]
        assert await channel.deliver(told_to(account)) == "gone"
        assert [one["this"] for one in await devices_of(anna)] == [False]
        desk.answers += [201]
        await next_of(desk)
        assert await channel.deliver(told_to(account)) == "delivered"
        await at_desk.post_json("/account/push/drop", device=(await devices_of(at_desk))[0]["name"])
        assert await channel.deliver(told_to(account)) == "gone"
        await at_desk.aclose()


async def test_two_servers_send_a_notice_once(place, service):
    async with pushing(place, service, "Anna", "Bruno") as (_, anna, bruno), \
            pushing(place, service):
        phone = service.device()
        await subscribe(bruno, phone)
        for _ in range(3):
            await challenge(anna)
            assert (await next_of(phone))[0]["title"] == "Anna challenges you"
        await anna.get_json("/account")
        assert phone.got.empty()


async def test_the_key_of_the_server_stays_when_it_starts_again(tmp_path, service):
    keys = set()
    for _ in range(2):
        async with pushing(tmp_path, service) as (server,):
            keys.add(part(server.service, "Pushing").pusher.public_key)
    assert len(keys) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notice_has_words_in_every_language(language):
    from eckstein.server.parts.notices.texts import told
    for kind in ("turn", "clock", "challenge", "begun", "tournament"):
        title, body = told(told_to("anna", rules="contra")._replace(kind=kind), language, "Bruno")
        assert title and "{" not in title + body and ("Bruno" in title + body)
    for outcome in ("won", "lost", "drawn", "none"):
        title, body = told(told_to("anna", rules="ferry", outcome=outcome)._replace(kind="over"),
                           language, "")
        assert title and body == "Ferry"


@pytest.mark.parametrize("settings, reason", [
    ({"push": "me@example.org"}, "takes where push services reach you"),
    ({"push": "mailto:me"}, "takes where push services reach you"),
    ({"push": CONTACT, "push_services": ("http://example.org",)}, "by https"),
    ({"push": CONTACT, "push_services": ("example.org",)}, "is no push service")])
async def test_what_an_operator_wishes_wrongly(tmp_path, settings, reason):
    with pytest.raises(ValueError, match=reason):
        async with serving(tmp_path, **settings):
            pass
