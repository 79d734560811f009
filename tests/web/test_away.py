"""Play by days in two browsers: vacation, and the calendar of one's turns."""
import httpx

from .conftest import OVERFLOW, need_browser, until
from .test_accounts import address, asked, enter, sign_up  # noqa: F401
from .test_company import to, two  # noqa: F401
from .test_lobby import SAYS, button

pytestmark = need_browser
DAYS = {"kind": "days", "initial": 259_200}
MOVE = """async ([game, seat, seq, move]) => (await fetch(`/api/v1/games/${game}/commands`, {
  method: 'POST', headers: {'Content-Type': 'application/json'},
  body: JSON.stringify({id: `move ${seq}`, seat, seq, what: 'move', move})})).status"""


def begun(anna, bruno):
    """A game by days in which both have moved, with the tokens of their seats."""
    made = asked(anna, "/games", {"rules": "contra", "clock": DAYS, "white": {},
                                  "black": {"open": True}})
    game, white = made["game"], made["seats"]["white"]
    black = asked(bruno, f"/games/{game}/join", {"id": "x" * 20})["token"]
    assert anna.evaluate(MOVE, [game, white, 2, "d1d2"]) == 200
    assert bruno.evaluate(MOVE, [game, black, 3, "d7d6"]) == 200
    return game, white, black


def test_who_is_on_vacation_is_told_to_his_opponent(two):  # noqa: F811
    anna, bruno = two
    game, _, black = begun(anna, bruno)
    to(bruno, f"/game/{game}#{black}")
    until(anna, SAYS, "You have 24 days left this year.")
    anna.get_by_label("For how many days").fill("7")
    button(anna, "Go on vacation").click()
    until(anna, SAYS, "You are on vacation until")
    until(bruno, SAYS, "is on vacation until")
    assert bruno.evaluate(OVERFLOW) == 0 == anna.evaluate(OVERFLOW)
    button(anna, "I am back").click()
    until(anna, SAYS, "days left this year.")
    until(bruno, "() => !document.body.innerText.includes('on vacation')")

    # A calendar program reads the address.
    button(anna, "Make an address").click()
    link = anna.get_by_label("Address of the calendar", exact=True).input_value()
    text = httpx.get(link, timeout=60).text
    assert text.startswith("BEGIN:VCALENDAR\r\n") and text.count("BEGIN:VEVENT") == 1
    button(anna, "Stop the calendar").click()
    until(anna, SAYS, "The address no longer works.")
    assert httpx.get(link, timeout=60).status_code == 404
