"""Notices by mail in the browser: an address is given, confirmed by a link, and removed."""
import email
import email.policy
import re
import threading
import time

import pytest
from aiosmtpd.controller import Controller

from ..ports import free_port
from .conftest import OVERFLOW, PATIENCE, need_browser, running, until
from .test_accounts import OTHER, PASSWORD, enter, sign_up  # noqa: F401

pytestmark = need_browser
ADDRESS = "anna.with-a-rather-long-name@mail.example.org"


class Mailbox:
    """What a mail server gets, in a thread of its own."""

    def __init__(self):
        self.mails, self.came = [], threading.Event()

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(email.message_from_bytes(
            envelope.content, policy=email.policy.default).get_content())
        self.came.set()
        return "250 OK"


@pytest.fixture(scope="module")
def box():
    controller = Controller(Mailbox(), hostname="127.0.0.1", port=free_port())
    controller.start()
    yield controller
    controller.stop()


@pytest.fixture(scope="module")
def address(tmp_path_factory, box):
    """The address of a server of our own, which sends mail."""
    port = free_port()
    with running(tmp_path_factory.mktemp("mail"), port, "--mail-from", "Eckstein <e@example.org>",
                 "--mail-server", f"127.0.0.1:{box.port}", "--address",
                 f"http://127.0.0.1:{port}") as where:
        yield where


def long_ago(route):
    """Refuse a change as if the sign-in were too old for it."""
    if route.request.method != "POST":
        return route.fallback()
    return route.fulfill(status=403, json={"code": "not-yours", "why": "sign-in-again",
                                           "reason": "sign in once more"})


def sign_in_and_go_on(page, path, button):
    """Press something with a sign-in that is too old for it: it is asked for, and then all goes on.
    """
    page.route(f"**/api/v1/account/{path}", long_ago)
    button.click()
    dialog = page.get_by_role("dialog", name="Sign in once more")
    dialog.get_by_text("Forgot your password?").wait_for()
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    page.unroute(f"**/api/v1/account/{path}")
    dialog.get_by_role("button", name="Sign in", exact=True).click()


def test_an_address_is_given_confirmed_chosen_for_and_removed(enter, box):      # noqa: F811
    page = enter("/account", "phone")
    sign_up(page, "Anna")
    section = page.locator("#mail")
    section.get_by_label("Mail address").fill(ADDRESS)
    sign_in_and_go_on(page, "mail", section.get_by_role("button", name="Send me a link"))
    section.get_by_text("Open the link in the mail").wait_for()
    assert page.evaluate(OVERFLOW) <= 0
    assert box.handler.came.wait(PATIENCE)
    page.goto(re.search(r"http://127\.0\.0\.1\S+/mail/\S+", box.handler.mails[0])[0])
    page.get_by_role("button", name="Confirm the address").click()
    page.get_by_text(f"{ADDRESS} is confirmed.").wait_for()
    page.get_by_role("link", name="Your account").click()
    section.get_by_text(f"Mail goes to {ADDRESS}.").wait_for()
    box_of = section.get_by_label("I get a challenge")
    box_of.uncheck()
    until(page, "() => !document.querySelector('#mail input[type=checkbox]:disabled')")
    page.reload()
    box_of.wait_for()
    assert not box_of.is_checked()
    assert page.evaluate(OVERFLOW) <= 0
    sign_in_and_go_on(page, "mail/drop",
                      section.get_by_role("button", name="Remove the address"))
    section.get_by_text("Mail goes to").wait_for(state="detached")


def test_tokens_and_calendars_change_after_a_new_sign_in(enter):    # noqa: F811
    page = enter("/account", "phone")
    sign_up(page, "Carla")
    button = lambda name: page.get_by_role("button", name=name)     # noqa: E731
    sign_in_and_go_on(page, "calendar", button("Make an address"))
    page.get_by_label("Address of the calendar", exact=True).wait_for()
    sign_in_and_go_on(page, "calendar/drop", button("Stop the calendar"))
    page.get_by_text("The address no longer works.").wait_for()
    page.get_by_text("New token").click()
    page.get_by_label("What it is for").fill("robot")
    button("Make the token").click()
    button("I have saved it").click()
    sign_in_and_go_on(page, "tokens/drop", button("Revoke the token robot"))
    page.get_by_text("This token no longer works.").wait_for()


def mail_with(box, pattern, after):
    """What a pattern finds in the first mail after so many in which it is."""
    for _ in range(PATIENCE * 20):
        for text in box.handler.mails[after:]:
            if found := re.search(pattern, text):
                return found[0]
        time.sleep(0.05)
    raise AssertionError(box.handler.mails[after:])


def test_a_forgotten_password_is_replaced_by_a_link_in_a_mail(enter, box):     # noqa: F811
    there, before = enter("/account"), len(box.handler.mails)
    sign_up(there, "Berta")
    there.locator("#mail").get_by_label("Mail address").fill("berta@example.org")
    there.get_by_role("button", name="Send me a link").click()
    there.goto(mail_with(box, r"http://127\.0\.0\.1\S+/mail/\S+", before))
    there.get_by_role("button", name="Confirm the address").click()
    there.get_by_text("berta@example.org is confirmed.").wait_for()

    page, before = enter("/account", "phone"), len(box.handler.mails)
    page.locator(".choices").get_by_text("Sign in").click()
    page.get_by_text("Forgot your password?").click()
    forgotten = page.locator("details", has_text="Forgot your password?")
    forgotten.get_by_label("Name", exact=True).fill("berta")
    assert page.evaluate(OVERFLOW) <= 0
    forgotten.get_by_role("button", name="Send me a link").click()
    forgotten.get_by_text("If the account berta has a password").wait_for()
    assert page.evaluate(OVERFLOW) <= 0
    page.goto(mail_with(box, r"http://127\.0\.0\.1\S+/account#recover=\S+", before))
    page.get_by_role("heading", name="A new password").wait_for()
    assert page.url.endswith("/account")            # the key is in no history
    assert page.evaluate(OVERFLOW) <= 0
    page.get_by_label("New password", exact=True).fill(OTHER)
    page.get_by_role("button", name="Set the password and sign in").click()
    page.get_by_role("heading", name="Berta", exact=True).wait_for()
    page.get_by_text("The password is set, and you are signed in.").wait_for()
    mail_with(box, "a new password was set for your Eckstein account", before)

    # The link works once.
    there.goto(mail_with(box, r"http://127\.0\.0\.1\S+/account#recover=\S+", before))
    there.get_by_text("This link works no more; have another one sent.").wait_for()
    assert there.get_by_label("New password", exact=True).count() == 0
    there.get_by_role("button", name="To sign-in").click()
    there.get_by_text("Forgot your password?").wait_for()
