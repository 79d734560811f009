"""The coach beside a game against the computer: a line above the board, and what a press shows."""
import json

import pytest

from .conftest import need_browser, post, press, until

pytestmark = need_browser

# White's e5-d5 puts a die where d7-d6 takes it.
START = {"rules": "contra", "position": "CWg1Pd2uf3Ic4We5vd7fg7",
         "black": {"kind": "computer", "level": 1}}
SAID = "() => document.querySelector('.coach')?.textContent.trim()"
FALLS = "Now d7-d6xd5 beats your die on d5, 3 against 2; c4-c5 keeps all your dice."
DRAWN = """() => JSON.stringify(document.querySelector('eckstein-board').arrows
           .map(({ from, to, colour }) => [from, to, colour]))"""


@pytest.fixture
def played(visit, address):
    """A function that opens a game against the computer and makes a bad move in it."""
    def play(size="desk", coach=True, locale="en", **more):
        made = post(address, "games", START | more)
        page = visit("/about", size, fresh=True, locale=locale)
        page.evaluate("coach => localStorage.setItem('eckstein.settings', "
                      "JSON.stringify({ coach, confirm: false, speed: 0 }))", coach)
        page.goto(f"{address}/game/{made['game']}#{made['seats']['white']}")
        until(page, "() => document.querySelector('eckstein-board')?.view")
        press(page, "e5")
        press(page, "d5")
        until(page, "() => document.querySelector('eckstein-board').view.ply === 2")
        return page
    return play


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_after_the_answer_a_line_says_what_the_move_did_and_a_press_what_was_better(played, size):
    page = played(size)
    until(page, f"() => ({SAID})()?.startsWith({json.dumps(FALLS)})")
    assert json.loads(page.evaluate(DRAWN)) == [["d7", "d6", "#c4382a"]]
    line = page.locator(".coach").bounding_box()
    board = page.locator("eckstein-board").bounding_box()
    assert line["y"] + line["height"] <= board["y"] + 1
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Show the moves").click()
    until(page, f"() => ({SAID})()?.startsWith('Better: c4-c5')")
    assert ["c4", "c5", "#2f6fb3"] in json.loads(page.evaluate(DRAWN))


def test_it_speaks_the_language_of_the_page(played):
    page = played(locale="de")
    until(page, f"() => ({SAID})()?.startsWith('Jetzt schlägt d7-d6xd5 deinen Würfel auf d5')")


def test_it_is_silent_unless_it_is_wanted(played):
    page = played(coach=False)
    assert page.locator(".coach").count() == 0
    assert not [name for name in page.evaluate(
        "() => performance.getEntriesByType('resource').map(({ name }) => name)")
        if "/Coach-" in name or name.endswith("/coach")]


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_it_is_turned_off_and_on_in_the_game(played, size):
    page = played(size)
    until(page, f"() => ({SAID})()?.startsWith({json.dumps(FALLS)})")
    for on in (False, True):
        if size == "phone":
            page.get_by_role("button", name="More", exact=True).click()
        switch = page.get_by_role("button", name="Coach", exact=True)
        assert switch.get_attribute("aria-pressed") == str(not on).lower()
        switch.click()
        until(page, "count => document.querySelectorAll('.coach').length === count", int(on))
