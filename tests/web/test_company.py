"""People who know each other's names, in two browsers at once: they challenge each other."""
import pytest

from .conftest import OVERFLOW, need_browser, until
from .test_accounts import address, asked, enter, sign_up  # noqa: F401
from .test_lobby import GAME, SAYS, button

pytestmark = need_browser


@pytest.fixture
def two(enter):  # noqa: F811
    """Anna at a desk and Bruno with a phone, who sign up once."""
    anna, bruno = enter("/account"), enter("/account", "phone")
    for page, name in ((anna, "Anna"), (bruno, "Bruno")):
        sign_up(page, name)
    return anna, bruno


def to(page, path):
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + path)


def challenge(page, name, **more):
    """Challenge somebody from his profile."""
    to(page, f"/people/{name}")
    button(page, "Challenge").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("select").first.select_option("3d")
    dialog.get_by_text("White", exact=True).click()
    button(page, "Send the challenge").click()
    dialog.wait_for(state="detached")


def test_two_challenge_each_other_and_play(two):
    anna, bruno = two
    to(bruno, "/puzzles")
    challenge(anna, "Bruno")
    until(anna, SAYS, "You have challenged Bruno:")
    for words in ("Anna challenges you:", "Cublino Contra", "3 days a move", "you play Black"):
        until(bruno, SAYS, words)
    assert bruno.evaluate(OVERFLOW) == 0
    button(bruno, "Decline").click()
    button(bruno, "Rather another clock").click()
    until(anna, SAYS, "Bruno declines: Rather another clock")
    button(anna, "All right").click()
    until(anna, "() => !document.querySelector('.call')")
    challenge(anna, "Bruno")
    until(bruno, SAYS, "Anna challenges you:")
    bruno.reload()                              # a list when he comes back
    until(bruno, SAYS, "Anna challenges you:")
    button(bruno, "Accept").click()
    game = until(bruno, GAME)
    assert until(anna, GAME) == game
    until(anna, "() => !document.querySelector('.call')")
    assert asked(anna, "/challenges") == asked(bruno, "/challenges") == {"challenges": []}
    to(bruno, "/people/Anna")
    button(bruno, "Block").click()
    until(bruno, SAYS, "You block Anna")
    assert bruno.evaluate(OVERFLOW) == 0
    refused = asked(anna, "/challenges", {"id": "x" * 16, "to": "Bruno", "rules": "pur"})
    assert refused["why"] == "no-challenge"
    to(bruno, "/account")
    button(bruno, "Unblock: Anna").click()
    until(bruno, SAYS, "None. To block a player, open the player's page.")
    facts = asked(anna, f"/games{game[5:]}")
    assert facts["players"]["white"]["name"] == "Anna"
