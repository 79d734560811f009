"""Accounts in the browser: getting a name, signing in elsewhere, passkeys, and the end of it."""
import json
import re

import httpx
import pytest

from ..ports import free_port
from .conftest import OVERFLOW, PATIENCE, expect, need_browser, post, running, until, visiting

pytestmark = need_browser
PASSWORD, OTHER = "tilting dice at dawn", "rolling dice at dusk"
SEEN = "name => document.getElementById(name).getBoundingClientRect().top < innerHeight / 2"
CODE = re.compile(r"[a-z0-9]{5}(-[a-z0-9]{5}){3}")
AUTHENTICATOR = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
                 "hasUserVerification": True, "isUserVerified": True,
                 "automaticPresenceSimulation": True}


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a server of our own by name, since browsers keep passkeys for names; from one
    address it allows five new accounts."""
    with running(tmp_path_factory.mktemp("accounts"), free_port(), "--hostname",
                 "eckstein.example") as where:
        yield where.replace("127.0.0.1", "localhost")


@pytest.fixture
def enter(windows, address):
    """A function that opens a page in a browser of its own, which is somebody else."""
    with visiting(windows, address, refused=True) as open_page:
        yield open_page


def sign_up(page, name, password=PASSWORD):
    """Get an account with a password; gives its recovery codes."""
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("heading", name="Your recovery codes").wait_for()
    codes = page.locator("ol code").all_inner_texts()
    page.get_by_role("button", name="I have saved them").click()
    page.get_by_role("heading", name=name, exact=True).wait_for()
    return codes


def sign_in(page, name, password=PASSWORD):
    page.locator(".choices").get_by_text("Sign in").click()
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.locator("form").first.get_by_role("button", name="Sign in", exact=True).click()


def head(page):
    """What the head says of who is there."""
    return page.locator("header.head a[href='/account']")


def asked(page, path, body=None):
    """What the HTTP API answers to the page."""
    return page.evaluate(
        "async ([path, body]) => (await fetch('/api/v1' + path, body && {method: 'POST', body:"
        " JSON.stringify(body), headers: {'Content-Type': 'application/json'}})).json()",
        [path, body])


def test_a_token_is_made_shown_once_and_revoked(enter):
    here = enter("/account", "phone")
    sign_up(here, "Otto Token")
    here.get_by_text("New token").click()
    here.get_by_label("What it is for").fill("At home")
    here.get_by_role("button", name="Make the token").click()
    token = here.get_by_label("Token", exact=True).input_value()
    assert here.evaluate(OVERFLOW) == 0
    told = httpx.get(f"{here.url.removesuffix('/account')}/api/v1/account",
                     headers={"Authorization": f"Bearer {token}"}).json()
    assert told["name"] == "Otto Token"
    here.get_by_role("button", name="I have saved it").click()
    assert token not in here.content()
    here.get_by_role("button", name="Revoke the token At home").click()
    here.get_by_text("This token no longer works.").wait_for()
    assert asked(here, "/account")["account"]["tokens"] == []

    # Its parts are reached from its head, and from elsewhere.
    here.get_by_role("link", name="People", exact=True).click()
    until(here, SEEN, "people")
    assert here.evaluate("document.activeElement.id") == "people"
    here.goto(here.url.split("/account")[0] + "/games")
    here.get_by_role("link", name="Vacation and calendar").click()
    here.get_by_role("heading", name="Vacation").wait_for()
    until(here, SEEN, "vacation")


def test_a_name_by_password_on_two_devices_until_it_is_deleted(enter):
    here = enter("/account")
    here.evaluate("localStorage.setItem('eckstein.learned', JSON.stringify(['pur']))")
    here.reload()
    here.get_by_text("You are a guest called Guest").wait_for()
    here.get_by_label("Name", exact=True).fill("Admin")
    here.get_by_label("Password", exact=True).fill(PASSWORD)
    here.get_by_role("button", name="Create account").click()
    here.get_by_text("The name Admin is reserved.").wait_for()
    codes = sign_up(here, "Anna Berg")
    assert len(set(codes)) == 8 and all(map(CODE.fullmatch, codes))
    assert head(here).inner_text() == "Anna Berg"

    there = enter("/account", "phone")
    assert there.evaluate(OVERFLOW) == 0
    sign_in(there, "Anna Berg", OTHER)
    there.get_by_text("There is no account of this name and password.").wait_for()
    there.get_by_label("Password", exact=True).fill(PASSWORD)
    there.locator("form").first.get_by_role("button", name="Sign in", exact=True).click()
    there.get_by_text("8 codes are left.").wait_for()
    # What was learned on one device is known on the other.
    until(there, "() => localStorage.getItem('eckstein.learned')?.includes('pur')")
    assert there.evaluate(OVERFLOW) == 0

    # The other device is signed out from here, which it learns when it asks.
    here.reload()
    here.get_by_role("button", name="Sign out Chrome").click()
    until(here, "() => !document.querySelector('button[aria-label^=\"Sign out Chrome\"]')")
    there.reload()
    there.get_by_text("Get a name").wait_for()

    # A code lets in, and is used up; the password is another one now.
    there.locator(".choices").get_by_text("Sign in").click()
    there.get_by_text("With a recovery code").click()
    form = there.locator("details form")
    form.get_by_label("Name", exact=True).fill("Anna Berg")
    form.get_by_label("Recovery code").fill(codes[3])
    form.get_by_label("New password", exact=True).fill(OTHER)
    form.get_by_role("button", name="Sign in", exact=True).click()
    there.get_by_text("7 codes are left.").wait_for()
    here.reload()
    sign_in(here, "Anna Berg", OTHER)
    here.get_by_text("7 codes are left.").wait_for()

    with here.expect_download() as told:
        here.get_by_role("link", name="Download everything").click()
    assert json.loads(told.value.path().read_text(encoding="utf-8"))["name"] == "Anna Berg"
    here.get_by_text("Delete the account").click()
    sure = here.get_by_role("button", name="Delete for good")
    assert sure.is_disabled()
    here.locator("details").get_by_label("Name", exact=True).fill("Anna Berg")
    sure.click()
    here.get_by_text("You are a guest called Guest").wait_for()
    assert head(here).inner_text() == "Sign in"
    gone = enter("/people/Anna%20Berg")
    gone.get_by_text("There is no player called Anna Berg.").wait_for()


def authenticator(page, **choices):
    """A device with passkeys for a page: the session that tells it what to do, and its id."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator",
                        {"options": AUTHENTICATOR | choices})
    return session, made["authenticatorId"]


def test_a_name_by_passkey_which_may_be_cancelled_and_belongs_to_one_host(enter, address):
    page = enter("/account", fresh=True)
    session, device = authenticator(page)
    refuses = {"authenticatorId": device, "isUserVerified": False}
    session.send("WebAuthn.setUserVerified", refuses)
    page.get_by_label("Name", exact=True).fill("Émile")
    page.get_by_role("button", name="Create passkey").click()
    page.get_by_text("No passkey was used.").wait_for()
    session.send("WebAuthn.setUserVerified", refuses | {"isUserVerified": True})
    page.get_by_role("button", name="Create passkey").click()
    page.get_by_role("heading", name="Your recovery codes").wait_for()
    page.get_by_role("button", name="I have saved them").click()
    page.get_by_text("You have none. Your first one ends the card").wait_for()
    # The last way to sign in stays.
    page.get_by_role("button", name="Forget the passkey").click()
    page.get_by_text("This is your only way to sign in").wait_for()

    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_text("You are a guest called Guest").wait_for()
    page.locator(".choices").get_by_text("Sign in").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("heading", name="Émile", exact=True).wait_for()

    # What the passkey answers here is worth nothing at another host.
    question = asked(page, "/account/sign-in/ask", {})
    credential = page.evaluate(
        "async (options) => (await navigator.credentials.get({publicKey:"
        " PublicKeyCredential.parseRequestOptionsFromJSON(options)})).toJSON()",
        question["options"])
    answer = {"ticket": question["ticket"], "credential": credential}
    url = f"{address}/api/v1/account/sign-in/passkey"
    other = httpx.post(url, json=answer, headers={"Host": "eckstein.example"}, timeout=PATIENCE)
    assert other.status_code == 403 and not other.cookies, other.text
    assert "not accepted" in other.json()["reason"]


def test_without_the_name_of_a_host_there_are_no_passkeys(enter, address):
    page = enter("/account")
    page.goto(address.replace("localhost", "127.0.0.1") + "/account")
    page.get_by_text("Passkeys do not work here").wait_for()
    assert page.get_by_role("button", name="Create passkey").count() == 0
    expect(page.get_by_role("button", name="Create account")).to_have_count(1)


def test_a_guests_name_is_text_whatever_is_in_it(enter, address):
    name = "<b id=x>\"'&"
    made = post(address, "games", {"rules": "contra", "white": {"name": name},
                                   "black": {"open": True}})
    page = enter(f"/game/{made['game']}")
    page.locator(".bar b", has_text=name).wait_for()
    assert page.locator("#x").count() == 0


def test_games_where_it_is_my_turn_and_what_others_see_of_me(enter):
    here, there = enter("/account"), enter("/account", "phone")
    mine = asked(here, "/games", {"rules": "echek", "black": {"kind": "computer", "level": 1},
                                  "clock": {"kind": "days", "initial": 259200}})
    sign_up(here, "Bruno")              # what he began as a guest comes along
    made = asked(here, "/games", {"rules": "contra", "black": {"open": True}})
    sign_up(there, "Chloé")
    asked(there, f"/games/{made['game']}/join", {"id": "x" * 16})
    here.goto(here.url.replace("/account", "/games"))
    here.get_by_text("Cublino Contra against Chloé").wait_for()
    expect(here.locator("li.mine")).to_have_count(2)
    here.get_by_text("3 d left").wait_for()
    here.get_by_text("Cublino Contra against Chloé").click()
    until(here, f"() => location.pathname === '/game/{made['game']}'")
    seat = made["seats"]["white"]
    asked(here, f"/games/{made['game']}/commands",
          {"seat": seat, "id": "a", "what": "move", "move": "d1d2", "seq": 2})
    here.locator(".running a").first.click()
    until(here, f"() => location.pathname === '/game/{mine['game']}'")
    there.goto(there.url.replace("/account", "/games"))
    there.get_by_role("heading", name="Your turn").wait_for()
    assert there.locator("li.mine").count() == 1 and there.evaluate(OVERFLOW) == 0

    # A name beside the board leads to what everybody may know.
    there.get_by_text("Cublino Contra against Bruno").click()
    there.get_by_role("link", name="Bruno", exact=True).click()
    there.get_by_text("No game has ended yet.").wait_for()
    asked(here, f"/games/{made['game']}/commands",
          {"seat": seat, "id": "b", "what": "resign", "seq": 3})
    there.reload()
    there.get_by_role("row", name="Contra 1 0 0 1 0").wait_for()
    there.get_by_role("link", name="Chloé", exact=True).wait_for()
    there.get_by_label("How it ended").select_option("won")
    there.get_by_text("There is no such game.").wait_for()
    assert there.evaluate(OVERFLOW) == 0
