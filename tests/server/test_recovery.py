"""Forgotten passwords: a link by mail replaces one, and nobody else gets in or learns anything."""
import asyncio
import itertools
import re
from dataclasses import replace

import pytest
import sqlalchemy as sa

from eckstein.server.database import tables
from eckstein.server.parts.accounts import freed_names
from eckstein.server.parts.accounts.accounts import Visitor
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.mail import recovery
from eckstein.server.parts.mail.store import Contact
from eckstein.server.parts.notices import notices
from eckstein.server.parts.notices.events import NoticeDue

from .actors import PASSWORD, Browser, people_at
from .helpers import capped, limited, part, stores_of
from .mailbox import ADDRESS, confirmed, posting

NEW, OTHER = "rolling dice at dusk", "counting pips at noon"
CHANGED = "A new password for your Eckstein account"


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(notices, "GATHER_SECONDS", 0.05)


async def ask(browser, name="Anna", status=200):
    """Say that the password of a name is forgotten."""
    told = await browser.post_json("/account/recover/ask", status, name=name)
    assert status != 200 or told == {"minutes": 60}


async def asked(server):
    """How many links wait to be sent, or were."""
    await part(server.service, "Recovery").finish()
    async with stores_of(server.service).notices._engine.connect() as connection:
        return (await connection.execute(sa.select(sa.func.count()).where(
            tables.notices.c.kind == "recover"))).scalar()


async def key_for(browser, box, name="Anna"):
    """The key in the mail that somebody asks for."""
    before = len(box.mails)
    await ask(browser, name)
    told = await box.next(before + 1)
    return re.search(r"https://play\.example\.org/account#recover=(\S+)", told.get_content())[1]


async def follow(browser, key, password=NEW):
    return await browser.post("/api/v1/account/recover/link",
                              json={"key": key, "password": password})


async def test_a_link_replaces_the_password_once_and_ends_all_that_was_open(place):
    async with posting(place) as (server, anna, box), Browser(server) as there:
        await confirmed(anna, box, "en")
        assert (await there.me())["recovers"] is True
        token = (await anna.post_json("/account/tokens", 201, name="x", scopes=["read"]))["token"]
        older, key = await key_for(there, box, "anna"), await key_for(there, box)
        told = box.mails[-1]
        assert told["To"] == ADDRESS and told["List-Unsubscribe"] is None
        # Whoever only looks, at the page or the API, changes nothing.
        assert (await there.get("/account")).status_code == 200
        assert (await there.get("/api/v1/account/recover/link")).status_code == 404
        # That may be asked, and uses the link up as little as what will not do.
        assert await there.post_json("/account/recover/look", key=key) == {"name": "Anna"}
        assert (await follow(there, key, "short")).status_code == 400
        assert (await anna.me())["account"] is not None
        answer = await follow(there, key)
        assert answer.status_code == 200 and answer.json()["name"] == "Anna"
        assert (await there.me())["name"] == "Anna"
        assert (await box.next(4))["Subject"] == CHANGED
        assert (await anna.me())["account"] is None
        async with Browser(server, Authorization=f"Bearer {token}") as program:
            assert (await program.get("/api/v1/account")).status_code == 401
        for used in (key, older):
            answer = await anna.post("/api/v1/account/recover/look", json={"key": used})
            assert answer.status_code == 409 and "works no more" in answer.text
            answer = await follow(anna, used, OTHER)
            assert answer.status_code == 409 and "works no more" in answer.text
        await anna.sign_in(password=PASSWORD, status=403)
        await anna.sign_in(password=NEW)
        assert (await anna.me())["account"]["codes"] == 8       # these go on working


async def test_of_two_at_once_one_wins(place):
    async with posting(place) as (server, anna, box), Browser(server) as there, \
            Browser(server) as elsewhere:
        await confirmed(anna, box)
        key = await key_for(there, box)
        answers = await asyncio.gather(follow(there, key, NEW), follow(elsewhere, key, OTHER))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        won = NEW if answers[0].status_code == 200 else OTHER
        await anna.sign_in(password=won)
        assert len((await anna.me())["account"]["devices"]) == 2


async def test_the_password_is_replaced_only_where_it_is_still_what_it_was(place):
    async with posting(place) as (server, _, _):
        people = stores_of(server.service)
        account = await part(server.service, "Accounts").find("Anna")
        assert not await people.set_password(account.id, "x", before="another")
        assert not await people.set_password("nobody", "x", before=account.password)
        assert (await people.account(account.id)).password == account.password
        assert await people.set_password(account.id, "x", before=account.password)
        await people.add(Account("b", "Bruno", 1), "bruno", None, [])
        assert not await people.set_password("b", "x", before="")   # it has none


async def test_the_answer_tells_nothing_and_comes_before_anything_is_looked_up(
        tmp_path, monkeypatch):
    async with posting(tmp_path) as (server, anna, box), Browser(server) as there:
        await confirmed(anna, box)
        bruno, = await people_at(server, "Bruno")           # without an address
        people, opened, looked = stores_of(server.service).accounts, asyncio.Event(), []
        contacts = stores_of(server.service).contacts
        named, of = people.named, contacts.of

        async def wait_for_name(like):
            await opened.wait()
            looked.append(like)
            return await named(like)

        async def wait_for_contact(account):
            await opened.wait()
            return await of(account)
        monkeypatch.setattr(people, "named", wait_for_name)
        monkeypatch.setattr(contacts, "of", wait_for_contact)
        # Letters of one millisecond are one, and here they are written as fast as can be.
        later = itertools.count(server.service.rooms.now())
        monkeypatch.setattr(part(server.service, "Mails"), "_now", lambda: next(later))
        told = []
        for name in ("Anna", "Bruno", "Nobody", "Anna", "Anna", "Nobody", "Nobody", "Anna",
                     "Nobody"):
            answer = await there.post("/api/v1/account/recover/ask", json={"name": name})
            told.append((answer.status_code, answer.text, sorted(answer.headers)))
        assert looked == []
        assert told[:7] == [told[0]] * 7 and told[0][0] == 200
        assert told[7] == told[8] and told[7][0] == 429
        opened.set()
        assert await asked(server) == 3 and len(looked) == 7
        await box.next(4)
        assert {one["To"] for one in box.mails} == {ADDRESS}
        await bruno.aclose()


async def test_a_payer_has_few_links_sent(tmp_path, monkeypatch):
    limited(monkeypatch, "recoveries", 2)
    async with posting(tmp_path) as (server, _, _), Browser(server) as there:
        for name, status in (("Anna", 200), ("Bruno", 200), ("Clara", 429), ("Anna", 429)):
            await ask(there, name, status)
        # Strangers of one network share a wider limit.
        service = part(server.service, "Recovery")
        refused = 0
        for number in range(12):
            try:
                service.ask(f"Name {number}", f"203.0.113.{number}")
            except recovery.TooFastError:
                refused += 1
        assert refused == 4
        await service.finish()


async def test_nothing_is_sent_to_who_has_no_confirmed_address_or_no_password(place):
    async with posting(place) as (server, anna, box), Browser(server) as there:
        people = stores_of(server.service)
        account = await part(server.service, "Accounts").find("Anna")
        await ask(there)                                    # no address
        assert await asked(server) == 0
        await anna.post_json("/account/mail", address="other@example.org")
        await box.next()
        await ask(there)                                    # not confirmed
        assert await asked(server) == 0
        await anna.post_json("/account/password", password=NEW)
        assert await people_kept(server) == ["confirm"]
        await confirmed(anna, box)
        key = await key_for(there, box)
        await part(server.service, "Mails").bounced(await people.contacts.of(account.id))
        await ask(there, "Anna", 429)
        part(server.service, "Recovery")._of_name._buckets.clear()
        await ask(there)                                    # bounced
        assert await asked(server) == 1
        assert (await follow(there, key)).status_code == 409
        await people.add(Account("key", "Kim", 1), "kim", None, [])     # by passkey alone
        await people.contacts.set(Contact("key", "kim@example.org", "en", (), 1, confirmed=1))
        await ask(there, "Kim")
        assert await asked(server) == 1


async def test_a_link_is_for_one_account_one_address_and_one_password(place, monkeypatch):
    async with posting(place) as (server, anna, box), Browser(server) as there:
        told = await confirmed(anna, box)
        service, people = server.service, stores_of(server.service)
        bruno, = await people_at(server, "Bruno")
        mine = (await part(service, "Accounts").find("Anna")).id
        his = (await part(service, "Accounts").find("Bruno")).id
        key = await key_for(there, box)
        text = service.tokens.signed_in_mail(key)
        contact = await people.contacts.of(mine)
        confirming = re.search(r"/api/v1/mail/(\S+)", told.get_content())[1]
        for wrong in ("", "x", "\u00e4.b.c", "x" * 200, confirming,
                      part(service, "Mails").confirming(contact),
                      part(service, "Mails").stopping(contact), key[:-4] + "AAAA",
                      service.tokens.mail_key(text.replace(mine, his)),
                      service.tokens.mail_key(text.replace(mine, "nobody")),
                      service.tokens.mail_key(text.replace("recover", "stop")),
                      service.tokens.mail_key(text.rpartition(".")[0]),
                      service.tokens.mail_key(text.rpartition(".")[0] + ".")):
            assert (await follow(there, wrong)).status_code == 409
        # Nor is it one of the other links.
        for link in (key, service.tokens.mail_key(text.rpartition(".")[0])):
            for method in (there.get, there.post):
                assert (await method(f"/api/v1/mail/{link}")).status_code == 410
        with monkeypatch.context() as late:
            late.setattr(recovery, "RECOVERED_WITHIN", -1)
            assert (await follow(there, key)).status_code == 409
        # For another address, though that is confirmed, too.
        await people.contacts.set(replace(contact, address="other@example.org"))
        assert (await follow(there, key)).status_code == 409
        await people.contacts.set(contact)
        # After another address, also if the first comes back without being confirmed.
        await anna.post_json("/account/mail", address="other@example.org")
        assert (await follow(there, key)).status_code == 409
        await anna.post_json("/account/mail/drop")
        assert (await follow(there, key)).status_code == 409
        await people.contacts.set(contact)
        assert (await part(service, "Recovery")._meant(key))[0].id == mine
        # After another password.
        await anna.post_json("/account/password", password=OTHER)
        assert (await follow(there, key)).status_code == 409
        # After the end of the account, also if its name is another's.
        fresh = part(service, "Mails").recovering(contact, recovery.proof_of(
            (await people.account(mine)).password))
        assert (await part(service, "Recovery")._meant(fresh))[0].id == mine
        await anna.post_json("/account/delete")
        assert (await follow(there, fresh)).status_code == 409
        monkeypatch.setattr(freed_names, "REST", -1)
        await bruno.post_json("/account/name", name="Anna")
        assert (await follow(there, fresh)).status_code == 409
        await bruno.sign_in("Anna", PASSWORD)
        await bruno.aclose()


async def test_a_link_that_is_delivered_after_a_change_works_not(tmp_path):
    async with posting(tmp_path) as (server, anna, box), Browser(server) as there:
        await confirmed(anna, box)
        deliverer = part(server.service, "Notices").deliverer
        look, deliverer.look = deliverer.look, lambda: asyncio.sleep(0)
        await ask(there)
        assert await asked(server) == 1
        await anna.post_json("/account/password", password=OTHER)
        deliverer.look = look
        server.service.hub.publish(NoticeDue())
        await box.next(3)
        sent = "".join(one.get_content() for one in box.mails)
        key = re.search(r"#recover=(\S+)", sent)[1]
        assert (await follow(there, key)).status_code == 409


async def test_the_owner_is_told_of_each_new_password_at_the_address_of_then(place):
    async with posting(place) as (server, anna, box):
        await confirmed(anna, box)
        codes = (await anna.post_json("/account/codes"))["codes"]
        await anna.post_json("/account/password", password=NEW)
        told = await box.next(2)
        assert told["Subject"] == CHANGED and told["To"] == ADDRESS
        assert "https://play.example.org/account" in told.get_content()
        await anna.post_json("/account/recover", name="Anna", code=codes[0], password=OTHER)
        await box.next(3)
        # Whoever removes the address at once hides nothing.
        box.refusals = ["451 Later"]
        await anna.post_json("/account/password", password=PASSWORD)
        await anna.post_json("/account/mail/drop")
        kept = await people_kept(server)
        assert "password" in kept and kept[-1] == "moved"


async def people_kept(server):
    """The kinds of mails that are kept, in order."""
    async with stores_of(server.service).notices._engine.connect() as connection:
        return [row.kind for row in await connection.execute(
            sa.select(tables.notices.c.kind).order_by(tables.notices.c.at))]


async def test_without_mail_nothing_is_recovered_by_it(tmp_path):
    async with posting(tmp_path) as (server, anna, _):
        server.service.sends_mail = False
        server.service._running.pop(recovery.Recovery)
        assert (await anna.me())["recovers"] is False
        await ask(anna, status=409)
        assert (await follow(anna, "k" * 30)).status_code == 409


async def test_what_is_being_looked_up_is_bounded(tmp_path, monkeypatch):
    capped(monkeypatch, "recoveries-waiting", 0)
    async with posting(tmp_path) as (server, anna, _):
        await ask(anna, status=503)
        assert await asked(server) == 0
        with pytest.raises(recovery.RefusedError):
            nobody = Visitor("p", (), None, "", None)
            await part(server.service, "Recovery").follow("x", NEW, nobody)
