"""Notices by mail: an address is confirmed, mail goes there, and ends when it is to end."""
import asyncio
import contextlib
import datetime
import email
import email.policy
import re
import ssl
from dataclasses import replace
from unittest import mock

import pytest
import sqlalchemy as sa
from aiosmtpd.controller import UnthreadedController
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from eckstein.server.game.rulings import TooFastError
from eckstein.server.http import api_mail
from eckstein.server.machine import mail, tables
from eckstein.server.notices import notices
from eckstein.server.ops.limits import Hits
from eckstein.server.people import accounts
from eckstein.server.people import mail as people_mail
from eckstein.server.people.contract import Account
from eckstein.server.people.mail import Contact, Sender
from eckstein.server.people.notices import Facts, Notice
from eckstein.server.store.contract import StoreError

from .helpers import PATIENCE, opened, run, serving
from .test_accounts import Browser, cheap  # noqa: F401
from .test_challenges import DAYS, challenge, people_at

ADDRESS = "anna@example.org"


class Mailbox:
    """A mail server's, which may refuse what it gets."""

    def __init__(self):
        self.mails, self.refusals, self.more = [], [], asyncio.Event()
        self.encrypted = False

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.refusals:
            self.more.set()
            return self.refusals.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.encrypted = session.ssl is not None
        self.mails.append(email.message_from_bytes(envelope.content,
                                                   policy=email.policy.default))
        self.more.set()
        return "250 OK"

    async def next(self, count=1):
        """The last mail, once there are so many."""
        async with asyncio.timeout(PATIENCE):
            while len(self.mails) < count:
                self.more.clear()
                await self.more.wait()
        return self.mails[-1]


@contextlib.asynccontextmanager
async def posting(folder, tls_context=None, **settings):
    """A server that sends mail, whoever has signed up as Anna, and where her mail goes."""
    box = Mailbox()
    controller = UnthreadedController(box, hostname="127.0.0.1", port=0, tls_context=tls_context,
                                      loop=asyncio.get_running_loop())
    listening = await asyncio.get_running_loop().create_server(controller.factory, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    sender = Sender("Eckstein", "noreply@example.org", "https://play.example.org", "127.0.0.1",
                    port)
    try:
        async with serving(folder, mail=sender, **settings) as server:
            anna, = await people_at(server, "Anna")
            yield server, anna, box
            await anna.aclose()
    finally:
        listening.close()
        await listening.wait_closed()


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(notices, "GATHER_SECONDS", 0.05)


def link(told, name="mail"):
    """The path of a link in a mail."""
    return re.search(rf"https://play\.example\.org(/api/v1/{name}/\S+)", told.get_content())[1]


async def confirmed(anna, box, language="en"):
    """Give an address, and follow the link."""
    before = len(box.mails)
    await anna.post_json("/account/mail", address=ADDRESS, language=language)
    told = await box.next(before + 1)
    assert (await anna.post(link(told))).status_code == 200
    return told


def test_an_address_is_confirmed_by_a_link_and_then_mail_goes_there(tmp_path):
    async def test():
        async with posting(tmp_path) as (server, anna, box):
            assert await anna.get_json("/account/mail") == {"sends": True, "address": None}
            given = await anna.post_json("/account/mail", address=ADDRESS, language="de")
            assert not given["address"]["confirmed"]
            told = await box.next()
            assert told["To"] == ADDRESS and told["From"] == "Eckstein <noreply@example.org>"
            assert "Anna" in told.get_content() and told["List-Unsubscribe"] is None
            page = await anna.get(link(told))           # whoever only looks changes nothing
            assert page.status_code == 200 and "<form" in page.text and ADDRESS in page.text
            assert page.headers["Content-Security-Policy"] == api_mail.POLICY
            assert not (await anna.get_json("/account/mail"))["address"]["confirmed"]
            assert (await anna.post(link(told))).status_code == 200
            assert (await anna.get_json("/account/mail"))["address"]["confirmed"]
            bruno, = await people_at(server, "Bruno")
            made = await challenge(bruno, "Anna", clock=DAYS)
            await bruno.aclose()
            told = await box.next(2)
            assert told["Subject"] == "Du wirst herausgefordert: Bruno (Cublino Contra)"
            assert made["id"] not in told.get_content()
            assert told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            assert told["Auto-Submitted"] == "auto-generated"
            # One press of a mail program, without cookies (RFC 8058).
            async with Browser(server) as program:
                stop = told["List-Unsubscribe"].strip("<>").removeprefix("https://play.example.org")
                assert stop == link(told)
                answer = await program.post(stop, data={"List-Unsubscribe": "One-Click"})
                assert answer.status_code == 200
            assert (await anna.get_json("/account/mail"))["address"]["kinds"] == []
            exported = (await anna.get("/api/v1/account/export")).json()
            assert exported["mail"]["address"] == ADDRESS
    run(test())


def test_a_link_is_for_one_address_and_ends(tmp_path, monkeypatch):
    async def test():
        async with posting(tmp_path) as (server, anna, box):
            await anna.post_json("/account/mail", address=ADDRESS)
            old = link(await box.next())
            await anna.post_json("/account/mail", address="other@example.org")
            new = link(await box.next(2))
            assert (await anna.post(old)).status_code == 410
            for broken in (new[:-1], new[:-4] + "AAAA", new.replace("confirm", "stop")):
                assert (await anna.post(broken)).status_code == 410
            monkeypatch.setattr(people_mail, "CONFIRMED_WITHIN", -1)
            answer = await anna.post(new, headers={"Accept-Language": "fr-FR, en"})
            assert answer.status_code == 410 and "plus valable" in answer.text
            mails = server.service.mails            # the link that ends all mail works for ever
            contact = await mails.of((await server.service.accounts.find("Anna")).id)
            assert (await anna.get(f"/api/v1/mail/{mails.stopping(contact)}")).status_code == 200
            assert not (await anna.get_json("/account/mail"))["address"]["confirmed"]
    run(test())


def test_what_is_refused_for_good_is_sent_no_more_and_else_tried_again(tmp_path):
    async def test():
        async with posting(tmp_path) as (server, anna, box):
            await confirmed(anna, box)
            service = server.service
            id = (await service.accounts.find("Anna")).id
            channel = service.notices._channels["mail"]
            over = Notice("k", id, "mail", "over", Facts(rules="contra", outcome="won"), 1, 1)
            box.refusals = ["451 Later"]
            assert await channel.deliver(over) == "later"
            assert not (await anna.get_json("/account/mail"))["address"]["bounced"]
            box.refusals = ["550 No such mailbox"]
            assert await channel.deliver(over) == "gone"
            assert (await anna.get_json("/account/mail"))["address"]["bounced"]
            assert await channel.deliver(over) == "gone" and len(box.mails) == 1
            assert await service.store.people.notices.wanted(id, "over") == []
            await confirmed(anna, box)
            assert await channel.deliver(over) == "delivered"
            asked = over._replace(kind="confirm", facts=Facts(to=ADDRESS))
            assert await channel.deliver(asked) == "gone"       # that has happened
            forgot = over._replace(kind="recover", facts=Facts(to="before@example.org"))
            assert await channel.deliver(forgot) == "gone"      # at another address
            # What waits when it is no longer wanted is not sent, nor a link for another address.
            await anna.post_json("/account/mail/kinds", kinds=["turn"])
            assert await channel.deliver(over) == "gone"
            before = len(box.mails)
            await anna.post_json("/account/mail", address="other@example.org")
            await box.next(before + 1)
            assert await channel.deliver(asked) == "gone"
            assert await channel.deliver(over._replace(kind="turn")) == "gone"  # unconfirmed
    run(test())


def test_what_is_written_late_brings_no_address_back(place):
    async def test():
        async with opened(place) as store:
            contacts = store.people.contacts
            await store.people.add(Account("anna", "Anna", 1), "anna", None, [])
            first = Contact("anna", ADDRESS, "en", ("turn",), 1)
            await contacts.set(first)
            wanted = store.people.notices.wanted
            assert await wanted("anna", "turn") == []               # it is not confirmed
            # Each changes what it means to change, and no more.
            assert await contacts.change(first, replace(first, confirmed=5))
            assert await contacts.change(first, replace(first, kinds=["over"]))
            assert await contacts.of("anna") == replace(first, confirmed=5, kinds=["over"])
            assert await wanted("anna", "over") == ["mail"] and await wanted("anna", "turn") == []
            assert await contacts.change(first, first)
            for other in (replace(first, added=2), replace(first, address="x@example.org")):
                await contacts.set(other)
                assert not await contacts.change(first, replace(first, bounced=6))
                assert await contacts.of("anna") == replace(other, kinds=["turn"])
            kept = store.people.notices
            for key, channel, kind in (("a", "mail", "turn"), ("b", "mail", "moved"),
                                       ("c", "push", "turn")):
                await kept.add(Notice(key, "anna", channel, kind, Facts(), 1, 1), 9)
            await contacts.drop("anna")
            assert [one.key for one in await kept.take("mail", 9, 10, 9)] == ["b"]
            assert [one.key for one in await kept.take("push", 9, 10, 9)] == ["c"]
            assert not await contacts.change(first, replace(first, bounced=6))
            assert await contacts.of("anna") is None
            # Several at once get in each other's way nowhere.
            await asyncio.gather(*(contacts.set(replace(first, added=at)) for at in range(8)))
    run(test())


def test_an_address_that_cannot_be_replaced_is_told_nevertheless(tmp_path, monkeypatch):
    monkeypatch.setattr(notices, "LOOK_SECONDS", 0.1)       # nobody says that there is a mail

    async def test():
        async with posting(tmp_path) as (server, anna, box):
            await confirmed(anna, box)
            contacts = server.service.store.people.contacts
            with mock.patch.object(contacts, "set", side_effect=StoreError("full")):
                answer = await anna.post("/api/v1/account/mail",
                                         json={"address": "other@example.org"})
            assert answer.status_code == 503 and (await box.next(2))["To"] == ADDRESS
            with mock.patch.object(contacts, "drop", side_effect=StoreError("full")):
                assert (await anna.post("/api/v1/account/mail/drop")).status_code == 503
            assert (await box.next(3))["To"] == ADDRESS
    run(test())


def test_a_mail_server_on_this_machine_needs_no_certificate_that_others_trust(tmp_path):
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = datetime.datetime.now(datetime.UTC)
    signed = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + datetime.timedelta(
        1)).sign(key, hashes.SHA256())
    pem = tmp_path / "pem"
    pem.write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption()) + signed.public_bytes(serialization.Encoding.PEM))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(pem)

    async def test():
        async with posting(tmp_path, tls_context=context) as (_, anna, box):
            await confirmed(anna, box)
            assert box.encrypted
    run(test())


def test_who_goes_gets_no_more_mail(tmp_path):
    async def test():
        async with posting(tmp_path) as (server, anna, box):
            told = await confirmed(anna, box)
            people = server.service.store.people
            id = (await server.service.accounts.find("Anna")).id
            assert (await anna.post_json("/account/mail/drop"))["address"] is None
            assert (await anna.post(link(told))).status_code == 410
            await box.next(2)
            await confirmed(anna, box)
            await anna.post_json("/account/delete")
            assert await people.contacts.of(id) is None
    run(test())


def test_an_address_is_told_that_it_is_the_accounts_no_more(place):
    async def test():
        async with posting(place) as (server, anna, box):
            store = server.service.store.people.notices
            await anna.post_json("/account/mail", address="typo@example.org")
            await box.next()
            await confirmed(anna, box, "de")
            # An address that was never confirmed is told nothing.
            assert {one["To"] for one in box.mails} == {"typo@example.org", ADDRESS}
            assert len(box.mails) == 2
            # To give the same again takes nothing back, so it does not hide what follows.
            again = await anna.post_json("/account/mail", address=ADDRESS, language="fr")
            assert again["address"]["confirmed"]
            await anna.post_json("/account/mail/drop")
            told = await box.next(3)
            assert told["To"] == ADDRESS and told["List-Unsubscribe"] is None
            assert "a été modifiée" in told["Subject"] and "Anna" in told.get_content()
            assert "api/v1" not in told.get_content()           # nothing to press
            # What was told is not kept.
            async with asyncio.timeout(PATIENCE):
                while ADDRESS in await facts_in(store):
                    await asyncio.sleep(0.01)
    run(test())


async def facts_in(store):
    """What is kept of notices."""
    async with store._engine.connect() as connection:
        return str((await connection.execute(sa.select(tables.notices.c.facts))).all())


def test_to_change_an_address_and_remove_it_at_once_hides_nothing(tmp_path):
    async def test():
        async with posting(tmp_path) as (server, anna, box):
            await confirmed(anna, box)
            box.refusals = ["451 Later"] * 20                    # nothing is delivered meanwhile
            await anna.post_json("/account/mail", address="other@example.org")
            await anna.post_json("/account/mail/drop")
            assert ADDRESS in await facts_in(server.service.store.people.notices)
    run(test())


def test_nobody_has_many_mails_sent(tmp_path):
    async def test():
        async with posting(tmp_path) as (server, anna, _):
            answers = [(await anna.post("/api/v1/account/mail", json={"address": ADDRESS}))
                       .status_code for _ in range(5)]
            assert answers == [200, 200, 200, 429, 429]
            bruno, = await people_at(server, "Bruno")
            answer = await bruno.post("/api/v1/account/mail", json={"address": ADDRESS.upper()})
            assert answer.status_code == 429    # nor to somebody else's address
            await bruno.aclose()
    run(test())


class Nowhere:
    """Where neither addresses nor notices are kept."""

    async def of(self, account):
        return None

    async def set(self, contact, session=None):
        pass

    async def add(self, notice, most):
        return True


@pytest.mark.parametrize("account, address, payer, most", [
    ("anna", "{}@example.org", "payer {}", 3), ("account {}", ADDRESS, "payer {}", 3),
    ("account {}", "{}@example.org", "payer", 10),
    ("account {}", "{}@example.org", "payer {}", 12)])
def test_each_account_address_and_payer_has_few_links_sent(account, address, payer, most):
    async def test():
        hits = Hits(str, lambda kind: None)
        mails, sent = people_mail.Mails(Nowhere(), Nowhere(), None, lambda: 0, hits), 0
        for one in range(12):
            with contextlib.suppress(TooFastError):
                await mails.set(account.format(one), address.format(one), "en", payer.format(one))
                sent += 1
        assert sent == most
    run(test())


@pytest.mark.parametrize("address", ["", "anna", "anna@", "anna@host", "a b@example.org",
                                     "anna@example.org\r\nBcc: x@example.org", "a,b@example.org",
                                     "<anna@example.org>", "anna@exämple.org", "@example.org"])
def test_what_is_no_address_is_refused(address):
    assert people_mail._ADDRESS.fullmatch(address) is None


def written(account, key, now=0):
    """A mail as it is sent, by the key of its notice."""
    channel = mail.MailChannel(Sender("E", "e@example.org", "https://example.org", "h", 25), None,
                               type("Rooms", (), {"now": staticmethod(lambda: now)}))
    contact = Contact(account, ADDRESS, "en", (), 0)
    return email.message_from_bytes(bytes(channel._message(contact, key, key, "text", "s")))


def test_a_mailbox_knows_a_mail_that_comes_twice():
    first, again, *others = (written(*one)["Message-ID"] for one in (
        ("a", "k"), ("a", "k", 60_000), ("a", "l"), ("a", "m")))
    assert first == again and len({first, *others}) == 3


@given(st.text())
def test_no_name_makes_a_header(name):
    line = mail._line(name)
    assert len(line.splitlines()) <= 1 and len(mail._line(name + "x" * 99)) <= mail.NAME
    assert sorted(written("a", name).keys()) == sorted((
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "List-Unsubscribe",
        "List-Unsubscribe-Post", "Content-Type", "Content-Transfer-Encoding", "MIME-Version"))


def test_nothing_on_the_page_of_a_link_is_markup(monkeypatch):
    words = dict.fromkeys(("account", "stopAsk", "stopDo"), "<i>{address}")
    monkeypatch.setattr(api_mail, "catalogue", lambda *_: {"links": words})
    page = api_mail._page("en", "stopAsk", "<b>@example.org", "stopDo").body.decode()
    assert page.count("&lt;i&gt;") == 3 and "&lt;b&gt;@" in page
    assert "<i>" not in page and "<b>" not in page


def test_an_address_is_given_only_soon_after_signing_in(tmp_path, monkeypatch):
    async def test():
        async with posting(tmp_path) as (server, anna, box):
            await confirmed(anna, box)
            monkeypatch.setattr(accounts, "FRESH", -1)
            for address in ("other@example.org", ADDRESS):
                answer = await anna.post("/api/v1/account/mail", json={"address": address})
                assert answer.status_code == 403 and answer.json()["why"] == "sign-in-again"
            told = await anna.get_json("/account/mail")
            assert told["address"]["address"] == ADDRESS and len(box.mails) == 1
            async with Browser(server) as stranger:
                answer = await stranger.post("/api/v1/account/mail", json={"address": ADDRESS})
                assert answer.status_code == 403 and answer.json()["why"] == "signed-out"
    run(test())


def test_without_mail_there_is_none(tmp_path):
    async def test():
        async with serving(tmp_path) as server:
            anna, = await people_at(server, "Anna")
            assert await anna.get_json("/account/mail") == {"sends": False, "address": None}
            answer = await anna.post("/api/v1/account/mail", json={"address": ADDRESS})
            assert answer.status_code == 409
            await anna.aclose()
    run(test())
