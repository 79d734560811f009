"""Rated games in the browser: two accounts meet in the lobby, and what they are rated is told."""
from eckstein.engine.anchors import anchor_of

from .conftest import OVERFLOW, READY, need_browser, until
from .test_accounts import address, asked, enter, sign_up  # noqa: F401
from .test_lobby import GAME, SAYS, button

pytestmark = need_browser
MOVES = "d1d2", "d7d6", "d2d3", "d6d5", "a1a2", "a7a6"


def test_two_accounts_play_a_rated_game_and_guests_see_their_ratings(enter):  # noqa: F811
    anna, bruno, guest = enter("/account"), enter("/account", "phone"), enter("/lobby")
    assert guest.get_by_label("Rated, for both of you").count() == 0
    for page, name in ((anna, "Anna"), (bruno, "Bruno")):
        sign_up(page, name)
        page.goto(page.url.replace("/account", "/lobby"))
        page.get_by_label("Rated, for both of you").check()
        assert button(page, "No clock").is_disabled()
        button(page, "5 min + 5 s").click()
        if page is anna:
            until(guest, SAYS, "Rated")
            # No button that would only be refused.
            guest.get_by_role("link", name="Sign in to play Anna").wait_for()
            assert guest.get_by_role("button", name="Play Contra against Anna").count() == 0
            until(anna, SAYS, "Ratings within 100 points of yours")
    game = until(anna, GAME)
    assert until(bruno, GAME) == game
    for page in (anna, bruno):
        until(page, SAYS, "Rated")
        until(page, SAYS, "Each player makes the first move within 1 h, or the game is cancelled.")
        assert button(page, "Ask to take back").count() == 0
    seats = {}
    for page in (anna, bruno):
        own, = asked(page, "/account/games")["games"]
        seats[own["colour"]] = page, own["seat"]
    for number, move in enumerate(MOVES):
        page, seat = seats[("white", "black")[number % 2]]
        asked(page, f"/games{game[5:]}/commands", {"seat": seat, "id": f"{number}",
                                                   "what": "move", "move": move,
                                                   "seq": number + 1})
    page, seat = seats["white"]
    asked(page, f"/games{game[5:]}/commands", {"seat": seat, "id": "end", "what": "resign",
                                               "seq": len(MOVES) + 1})
    name = "Bruno" if page is anna else "Anna"
    until(guest, "async name => (await (await fetch(`/api/v1/people/${name}`)).json())"
                 ".ratings.length", name)
    guest.goto(guest.url.replace("/lobby", f"/people/{name}"))
    guest.get_by_role("button", name="Contra, Rapid").click()
    until(guest, SAYS, "From 1662 to 1662 in 1 game")
    assert guest.evaluate(OVERFLOW) == 0


def test_a_rated_game_against_a_level(enter):  # noqa: F811
    page = enter("/account", "phone")
    sign_up(page, "Carla")
    page.goto(page.url.replace("/account", "/"))
    until(page, READY)
    page.get_by_role("button", name="New game", exact=True).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Contra").check()
    dialog.get_by_label("Grows with you").uncheck()
    dialog.get_by_role("slider").fill("9")
    until(page, SAYS, f"This level has a rating of about {anchor_of('contra', 9)}.")
    dialog.get_by_label("Rated, for you").check()
    until(page, SAYS, "Levels 1 to 8 can be played for a rating.")
    dialog.get_by_role("slider").fill("5")
    until(page, SAYS, "Rated games need a clock")
    dialog.get_by_label("Time").first.select_option(index=2)
    until(page, SAYS, "This level has a rating of about 1500.")
    assert page.evaluate(OVERFLOW) == 0
    dialog.get_by_role("button", name="Start").click()
    game = until(page, GAME)
    until(page, SAYS, "Rated")
    facts = asked(page, f"/games{game[5:]}")
    assert facts["rated"] and facts["players"]["black"]["rating"] == 1500
    for gone in ("Ask to take back", "Take back", "Hint", "Analyse"):
        assert button(page, gone).count() == 0
