"""People who know each other's names, in two browsers at once: they challenge each other."""
import pytest

from .conftest import OVERFLOW, need_browser, until
from .test_accounts import address, asked, enter, sign_up  # noqa: F401
from .test_lobby import GAME, SAYS, button, picture

pytestmark = need_browser
LISTED = ("async (n) => (await (await fetch('/api/v1/challenges')).json()).challenges.length"
          " === n")


def signed_up(open_page, *names):
    """One person at a desk and one with a phone, who sign up."""
    pages = open_page("/account"), open_page("/account", "phone")
    for page, name in zip(pages, names, strict=True):
        sign_up(page, name)
    return pages


@pytest.fixture
def two(enter):  # noqa: F811
    """Anna at a desk and Bruno with a phone, who sign up once."""
    return signed_up(enter, "Anna", "Bruno")


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
    for page in (anna, bruno):
        until(page, LISTED, 0)
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


def test_a_rematch_is_offered_in_the_game_or_above_every_other_page_but_never_twice(enter):  # noqa: F811
    carla, dirk = signed_up(enter, "Carla", "Dirk")
    made = asked(carla, "/games", {"rules": "contra", "black": {"open": True}})
    path = f"/games/{made['game']}"
    black = asked(dirk, f"{path}/join", {"id": "x" * 16})["token"]
    asked(dirk, f"{path}/commands", {"id": "end", "what": "resign", "seq": 2, "seat": black})
    for page, seat in ((carla, made["seats"]["white"]), (dirk, black)):
        to(page, f"/game/{made['game']}#{seat}")
    button(carla, "Rematch").click()
    until(dirk, SAYS, "Carla wants a rematch.")
    until(dirk, LISTED, 1)
    until(carla, SAYS, "Rematch asked for.")
    for page in (carla, dirk):
        assert page.locator(".call").count() == 0
    # On every other page it is a challenge, which leads to the game after it.
    to(dirk, "/puzzles")
    for words in ("Carla wants a rematch.", "Cublino Contra", "no clock", "you play White"):
        until(dirk, SAYS, words)
    assert dirk.evaluate(OVERFLOW) == 0
    picture(dirk, "rematch-elsewhere")
    button(dirk, "Accept").click()
    game = until(dirk, GAME)
    assert until(carla, f"() => location.pathname === '{game}' && location.pathname") == game
    for page in (carla, dirk):
        until(page, "() => !document.querySelector('.call')")
    until(carla, LISTED, 0)
