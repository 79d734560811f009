"""Bots on the pages: an account becomes one, says what it accepts, and a guest plays it."""
import os
import subprocess
import sys

import pytest

from .conftest import OVERFLOW, PATIENCE, ROOT, expect, need_browser, until
from .test_accounts import address, asked, enter, sign_up  # noqa: F401
from .test_chat import LINES, open_chat
from .test_company import to
from .test_lobby import GAME, SAYS, button, picture

pytestmark = need_browser
SCOPES = ["bot", "play", "challenge", "read"]


@pytest.fixture
def start(tmp_path):
    """A function that starts the example with a token."""
    started = []

    def start(server, token):
        with open(tmp_path / "log", "wb") as log:
            started.append(subprocess.Popen(
                [sys.executable, "examples/bots/bot.py", server], cwd=ROOT, stdout=log, stderr=log,
                env=os.environ | {"ECKSTEIN_TOKEN": token}))
    yield start
    for process in started:
        process.kill()
        process.wait(PATIENCE)


def test_an_account_becomes_a_bot_and_a_guest_plays_it(enter, start):  # noqa: F811
    owner, guest = enter("/account"), enter("/lobby", "phone")
    sign_up(owner, "Robota")
    until(guest, "() => !document.getElementById('bots')")
    owner.locator("summary").get_by_text("Become a bot").click()
    for_good = button(owner, "Make Robota a bot for good")
    assert for_good.is_disabled()
    owner.get_by_label("To confirm, type the name of the account.").fill("Robota")
    for_good.click()
    owner.get_by_role("heading", name="Robota (Bot)").wait_for()
    for box in ("Contra", "no clock", "People may chat with it in its games"):
        owner.get_by_label(box, exact=True).check()
    button(owner, "Save").click()
    until(owner, SAYS, "The conditions are saved.")
    owner.reload()                              # the server has them
    until(owner, SAYS, "What this bot accepts")
    owner.get_by_label("Contra", exact=True).wait_for()
    assert owner.get_by_label("Contra", exact=True).is_checked()
    assert not owner.get_by_label("Duell", exact=True).is_checked()
    assert owner.get_by_label("People may chat with it in its games").is_checked()
    picture(owner, "bot-own-desk")

    made = asked(owner, "/account/tokens", {"name": "Example", "scopes": SCOPES})
    start(owner.url.removesuffix("/account"), made["token"])
    guest.reload()
    challenge = button(guest, "Challenge the bot Robota")
    for _ in range(5 * PATIENCE):               # it is looked for now and then
        if challenge.is_visible():
            break
        guest.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        guest.wait_for_timeout(200)
    until(guest, SAYS, "Contra · no clock")
    assert guest.evaluate(OVERFLOW) == 0
    challenge.click()
    dialog = guest.get_by_role("dialog")
    expect(dialog.locator(".game")).to_have_count(1)
    dialog.locator("select").first.select_option("3d")
    until(guest, SAYS, "Robota does not play at this speed. It plays: no clock.")
    assert button(guest, "Send the challenge").is_disabled()
    dialog.locator("select").first.select_option("")
    button(guest, "Send the challenge").click()
    game = until(guest, GAME)
    until(guest, SAYS, "Robota (Bot)")
    open_chat(guest)
    button(guest, "Hello!").click()
    until(guest, LINES, "Hello!")
    id = game.removeprefix("/game/")
    said = asked(owner, f"/games/{id}/say", {"id": "line", "preset": "good-luck"})
    assert said == {"number": 2}
    until(guest, LINES, "Hello!,Good luck!")
    until(guest, SAYS, "Free text needs an account on both sides.")
    assert guest.evaluate(OVERFLOW) == 0
    picture(guest, "bot-chat-phone")
    to(owner, "/leaderboard?game=contra&speed=rapid&bots=true")
    until(owner, SAYS, "No bot has played enough rated games of this kind yet.")
