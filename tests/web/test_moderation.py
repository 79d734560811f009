"""A player is reported, a moderator acts, and the player reads what he is told."""
import subprocess
import sys

import pytest

from ..ports import free_port
from .conftest import OVERFLOW, need_browser, running, until
from .test_accounts import asked, enter, sign_up  # noqa: F401
from .test_company import to
from .test_lobby import SAYS, button, picture

pytestmark = need_browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the server keeps its data."""
    return tmp_path_factory.mktemp("moderation")


@pytest.fixture(scope="module")
def address(folder):
    """The address of a server of our own."""
    with running(folder, free_port()) as where:
        yield where.replace("127.0.0.1", "localhost")


def appoint(folder, name):
    subprocess.run([sys.executable, "-m", "eckstein", "db", "moderator", name,
                    "-d", str(folder / "games.sqlite")], check=True)


def test_a_report_is_judged_and_the_player_reads_the_warning(enter, folder):  # noqa: F811
    anna, bruno, carla = enter("/account"), enter("/account", "phone"), enter("/account")
    for page, name in ((anna, "Anna"), (bruno, "Bruno"), (carla, "Carla")):
        sign_up(page, name)
    assert not carla.get_by_role("link", name="Moderation").count()
    guest = enter("/moderation")
    guest.locator("main").get_by_role("link", name="Sign in").wait_for()
    appoint(folder, "Carla")
    # From the menu of a game, on a phone, and from the profile.
    made = asked(anna, "/games", {"rules": "contra", "white": {}, "black": {"open": True}})
    to(bruno, f"/game/{made['game']}")
    button(bruno, "Only watch").click()
    button(bruno, "More").click()
    button(bruno, "Report Anna").click()
    bruno.get_by_label("Insults").check()
    bruno.get_by_label("What happened? (at most 500 letters)").fill("Calls me names, move by move.")
    assert bruno.evaluate(OVERFLOW) == 0
    picture(bruno, "report-phone")
    button(bruno, "Send the report").click()
    until(bruno, SAYS, "Thank you. A moderator will look at it.")
    to(carla, "/people/Anna")
    button(carla, "Report").click()
    carla.get_by_label("The name").check()
    picture(carla, "report-desk")
    button(carla, "Send the report").click()
    until(carla, SAYS, "Thank you. A moderator will look at it.")

    to(anna, "/moderation")
    until(anna, SAYS, "Only moderators can do this.")
    assert not anna.get_by_role("button", name="Try again").count()     # it would not help
    to(carla, "/account")
    carla.get_by_role("link", name="Moderation").click()
    until(carla, SAYS, "Calls me names, move by move.")
    picture(carla, "moderation-desk")
    carla.locator("li").filter(has_text="The name").get_by_role("button", name="Dismiss").click()
    carla.get_by_label("Why? (for other moderators)").fill("A fine name.")
    carla.locator("form.stack").get_by_role("button", name="Dismiss").click()
    until(carla, SAYS, "dismissed")
    carla.get_by_text("Warn", exact=True).click()
    carla.get_by_label("What the player reads").fill("Please be kind to those you play.")
    carla.get_by_label("Why? (for other moderators)").fill("See the game.")
    carla.locator("form.stack").get_by_role("button", name="Warn").click()
    until(carla, SAYS, "Nothing is open.")
    to(carla, "/moderation?name=Anna")
    until(carla, SAYS, "What was done")
    carla.set_viewport_size({"width": 390, "height": 844})
    assert carla.evaluate(OVERFLOW) == 0
    picture(carla, "moderation-phone")

    anna.set_viewport_size({"width": 390, "height": 844})
    to(anna, "/")
    until(anna, SAYS, "Please be kind to those you play.")
    assert anna.evaluate(OVERFLOW) == 0
    picture(anna, "warning-phone")
    button(anna, "I have read it").click()
    until(anna, "() => !document.querySelector('.warning')")
    anna.reload()
    until(anna, "() => document.querySelector('.who span')?.textContent === 'Anna'")
    assert asked(anna, "/account")["account"]["conduct"]["warnings"] == []

    button(carla, "Take back: Warned #3").click()
    carla.get_by_label("Why? (for other moderators)").fill("Too hard.")
    carla.locator("form.stack").get_by_role("button", name="Take back").click()
    until(carla, SAYS, "Taken back")
    to(carla, "/moderation")
    until(carla, SAYS, "Calls me names, move by move.")

    asked(carla, "/moderation", {"name": "Anna", "what": "rename", "why": "Not her name."})
    to(anna, "/account")
    until(anna, SAYS, "A moderator has reset your name.")
    assert anna.evaluate(OVERFLOW) == 0
    anna.get_by_label("Name", exact=True).first.fill("Annika")
    button(anna, "Change your name").click()
    until(anna, SAYS, "You are called Annika now.")
    anna.get_by_text("A moderator has reset your name.").wait_for(state="detached")
