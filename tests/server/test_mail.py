"""Notices by mail: an address is confirmed, mail goes there, and ends when it is to end."""
import asyncio
import contextlib
import datetime
import email
import email.policy
import ssl
from dataclasses import replace
from unittest import mock

import pytest
import sqlalchemy as sa
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from eckstein.server.database import tables
from eckstein.server.game.rulings import TooFastError
from eckstein.server.hub.hub import Hub
from eckstein.server.ops.limits import Hits
from eckstein.server.parts.accounts import accounts
from eckstein.server.parts.accounts.events import Account, Session
from eckstein.server.parts.challenges.events import Wish
from eckstein.server.parts.mail import api as api_mail
from eckstein.server.parts.mail import mail as people_mail
from eckstein.server.parts.mail import sender as mail
from eckstein.server.parts.mail.events import MailSettings
from eckstein.server.parts.mail.store import Contact
from eckstein.server.parts.notices import notices
from eckstein.server.parts.notices.notice import Facts, Notice
from eckstein.server.parts.notices.texts import conditions_told
from eckstein.server.store.contract import StoreError
from eckstein.wire.http_games import NewClock

from .actors import Browser, people_at
from .helpers import PATIENCE, opened, part, stores_of
from .journeys import DAYS, challenge
from .mailbox import ADDRESS, confirmed, link, posting


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(notices, "GATHER_SECONDS", 0.05)


async def test_an_address_is_confirmed_by_a_link_and_then_mail_goes_there(tmp_path):
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
        body = told.get_content()
        assert made["id"] not in body and "an deiner Stelle" not in body
        assert "https://play.example.org/games\r\n" in body
        until = datetime.datetime.fromtimestamp(made["until"], datetime.UTC)
        for line in ("Bedenkzeit: 3 Tage pro Zug", "Deine Farbe: zufällig",
                     "Gewertet: nein", f"Gilt bis: {until:%Y-%m-%d %H:%M} UTC"):
            assert line in body.splitlines(), body
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


async def test_a_link_is_for_one_address_and_ends(tmp_path, monkeypatch):
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
        mails = part(server.service, "Mails")       # the link that ends all mail works for ever
        contact = await mails.of((await part(server.service, "Accounts").find("Anna")).id)
        assert (await anna.get(f"/api/v1/mail/{mails.stopping(contact)}")).status_code == 200
        assert not (await anna.get_json("/account/mail"))["address"]["confirmed"]


async def test_what_is_refused_for_good_is_sent_no_more_and_else_tried_again(tmp_path):
    async with posting(tmp_path) as (server, anna, box):
        await confirmed(anna, box)
        service = server.service
        id = (await part(service, "Accounts").find("Anna")).id
        channel = part(service, "Notices").channels["mail"]
        over = Notice("k", id, "mail", "over", Facts(rules="contra", outcome="won"), 1, 1)
        box.refusals = ["451 Later"]
        assert await channel.deliver(over) == "later"
        assert not (await anna.get_json("/account/mail"))["address"]["bounced"]
        box.refusals = ["550 No such mailbox"]
        assert await channel.deliver(over) == "gone"
        assert (await anna.get_json("/account/mail"))["address"]["bounced"]
        assert await channel.deliver(over) == "gone" and len(box.mails) == 1
        assert await stores_of(service).notices.wanted(id, "over") == []
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


async def test_what_is_written_late_brings_no_address_back(place):
    async with opened(place) as store:
        contacts = stores_of(store).contacts
        await stores_of(store).add(Account("anna", "Anna", 1), "anna", None, [])
        first = Contact("anna", ADDRESS, "en", ("turn",), 1)
        await contacts.set(first)
        wanted = stores_of(store).notices.wanted
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
        kept = stores_of(store).notices
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


async def test_an_address_that_cannot_be_replaced_is_told_nevertheless(tmp_path, monkeypatch):
    monkeypatch.setattr(notices, "LOOK_SECONDS", 0.1)       # nobody says that there is a mail
    async with posting(tmp_path) as (server, anna, box):
        await confirmed(anna, box)
        contacts = stores_of(server.service).contacts
        with mock.patch.object(contacts, "set", side_effect=StoreError("full")):
            answer = await anna.post("/api/v1/account/mail", json={"address": "other@example.org"})
        assert answer.status_code == 503 and (await box.next(2))["To"] == ADDRESS
        with mock.patch.object(contacts, "drop", side_effect=StoreError("full")):
            assert (await anna.post("/api/v1/account/mail/drop")).status_code == 503
        assert (await box.next(3))["To"] == ADDRESS


async def test_a_mail_server_on_this_machine_needs_no_certificate_that_others_trust(tmp_path):
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
    async with posting(tmp_path, tls_context=context) as (_, anna, box):
        await confirmed(anna, box)
        assert box.encrypted


async def test_who_goes_gets_no_more_mail(tmp_path):
    async with posting(tmp_path) as (server, anna, box):
        told = await confirmed(anna, box)
        people = stores_of(server.service)
        id = (await part(server.service, "Accounts").find("Anna")).id
        assert (await anna.post_json("/account/mail/drop"))["address"] is None
        assert (await anna.post(link(told))).status_code == 410
        await box.next(2)
        await confirmed(anna, box)
        await anna.post_json("/account/delete")
        assert await people.contacts.of(id) is None


async def test_an_address_is_told_that_it_is_the_accounts_no_more(place):
    async with posting(place) as (server, anna, box):
        store = server.service.store
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


async def facts_in(store):
    """What is kept of notices."""
    async with store.engine.connect() as connection:
        return str((await connection.execute(sa.select(tables.notices.c.facts))).all())


async def test_to_change_an_address_and_remove_it_at_once_hides_nothing(tmp_path):
    async with posting(tmp_path) as (server, anna, box):
        await confirmed(anna, box)
        box.refusals = ["451 Later"] * 20                    # nothing is delivered meanwhile
        await anna.post_json("/account/mail", address="other@example.org")
        await anna.post_json("/account/mail/drop")
        assert ADDRESS in await facts_in(server.service.store)


async def test_nobody_has_many_mails_sent(tmp_path):
    async with posting(tmp_path) as (server, anna, _):
        answers = [(await anna.post("/api/v1/account/mail", json={"address": ADDRESS}))
                   .status_code for _ in range(5)]
        assert answers == [200, 200, 200, 429, 429]
        bruno, = await people_at(server, "Bruno")
        answer = await bruno.post("/api/v1/account/mail", json={"address": ADDRESS.upper()})
        assert answer.status_code == 429    # nor to somebody else's address
        await bruno.aclose()


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
async def test_each_account_address_and_payer_has_few_links_sent(account, address, payer, most):
    hits = Hits(str, lambda kind: None)
    mails, sent = people_mail.Mails(Nowhere(), Nowhere(), None, lambda: 0, Hub(), hits), 0
    for one in range(12):
        with contextlib.suppress(TooFastError):
            await mails.set(Session("", account.format(one), "", 1, 1), address.format(one),
                            "en", payer.format(one))
            sent += 1
    assert sent == most


@pytest.mark.parametrize(("wish", "language", "lines"), [
    (Wish("contra", {}, None, "white"), "en",
     ["Time: No clock", "Your colour: Black", "Rated: no"]),
    (Wish("contra", {"arrival_wins": True}, NewClock("fischer", 300, 2.5), "black", rated=True),
     "en",
     ["Time: 5 min + 2.5 s", "Your colour: White", "Rated: yes",
      "A die that arrives wins at once, before its battles: yes"]),
    (Wish("duell", {}, NewClock("delay", 5400, 30), None, rated=True), "de",
     ["Bedenkzeit: 1 h 30 min + 30 s Aufschub", "Deine Farbe: zufällig", "Gewertet: ja"]),
    (Wish("echek", {"bishop": "final"}, NewClock("days", 86_400), "white", rated=True), "fr",
     ["Temps\u202f: 1 jour par coup", "Votre couleur\u202f: Noir", "Classée\u202f: oui",
      "Fous\u202f: règles publiées"]),
])
def test_what_a_challenge_is_to_is_told_line_by_line(wish, language, lines):
    told = conditions_told(Facts(wish=wish, until=1_800_000_000_000), language).splitlines()
    assert told[:len(lines)] == lines and len(told) == len(lines) + 1
    assert told[-1].endswith("2027-01-15 08:00 UTC")


def test_a_notice_of_before_tells_no_conditions():
    assert conditions_told(Facts(rules="contra", challenge="x"), "en") == ""


@pytest.mark.parametrize("address", [
    "", "anna", "anna@", "anna@host", "a b@example.org", "anna@example.org\r\nBcc: x@example.org",
    "a,b@example.org", "<anna@example.org>", "@example.org", ".a@example.org", "a.@example.org",
    "a..b@example.org", ".@example.org", "a@b@example.org", "a@-x.example.org", "a@x..example.org",
    "anna@.example.org", "anna@example.org.", "änna@example.org", "a@bü cher.de", "a@-bü.de",
    "a@bü..de", "a@bücher", f"{'a' * 65}@example.org", f"a@{'b' * 64}.org", "a@b\u0301\u0301-.de"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(ValueError):
        people_mail.read_address(address)


@pytest.mark.parametrize("address, read", [
    ("anna@example.org", "anna@example.org"), (" Anna.B+x@Example.org ", "Anna.B+x@Example.org"),
    (f"{'a' * 64}@example.org", f"{'a' * 64}@example.org"), ("a@bücher.de", "a@xn--bcher-kva.de"),
    ("a@BÜCHER.DE", "a@xn--bcher-kva.de"), ("a@例え.テスト", "a@xn--r8jz45g.xn--zckzah"),
    ("a@xn--bcher-kva.de", "a@xn--bcher-kva.de"), ("a@faß.de", "a@xn--fa-hia.de")])
def test_an_address_is_read_as_mail_servers_know_it(address, read):
    assert people_mail.read_address(address) == read == people_mail.read_address(read)
    shown = people_mail.shown_address(read)
    assert people_mail.read_address(shown) == read and "xn--" not in shown


async def test_whoever_writes_his_domain_in_his_own_letters_gets_mail_and_reads_them(tmp_path):
    async with posting(tmp_path) as (_, anna, box):
        given = await anna.post_json("/account/mail", address="anna@bücher.de")
        assert given["address"]["address"] == "anna@bücher.de"
        told = await box.next()
        assert told["To"] == "anna@xn--bcher-kva.de"
        await anna.post(link(told))
        told = await anna.get_json("/account/mail")
        assert told["address"] == given["address"] | {"confirmed": True}
        again = await anna.post_json("/account/mail", address="anna@xn--bcher-kva.de")
        assert again == told                # it is the same one


def written(account, key, now=0):
    """A mail as it is sent, by the key of its notice."""
    channel = mail.MailChannel(MailSettings("E", "e@example.org", "https://example.org", "h", 25),
                               None, type("Rooms", (), {"now": staticmethod(lambda: now)}))
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


async def test_an_address_is_given_only_soon_after_signing_in(tmp_path, monkeypatch):
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


async def test_without_mail_there_is_none(server):
    anna, = await people_at(server, "Anna")
    assert await anna.get_json("/account/mail") == {"sends": False, "address": None}
    answer = await anna.post("/api/v1/account/mail", json={"address": ADDRESS})
    assert answer.status_code == 409
    await anna.aclose()
