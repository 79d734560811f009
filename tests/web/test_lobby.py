"""Strangers meet in the lobby, each at a page of his own, while others look on."""
import os
from pathlib import Path

import pytest

from .conftest import SIZES, need_browser, press, until

SAYS = "text => document.body.innerText.includes(text)"
GAME = "() => location.pathname.startsWith('/game/') && location.pathname"
ONE_WIDTH = "() => document.documentElement.scrollWidth <= innerWidth"
# Whether the list of games to watch begins below the board.
NOTHING_ABOVE = """() => {
  const [board, list] = ['eckstein-board', 'section[aria-labelledby=watch] ul'].map(
    (name) => document.querySelector(name).getBoundingClientRect());
  return board.height > 200 && list.top >= board.bottom;
}"""


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def picture(page, name):
    """Keep a picture of the page, if somebody wants to see it."""
    if folder := os.environ.get("ECKSTEIN_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@need_browser
@pytest.mark.parametrize("size", SIZES)
def test_two_strangers_meet_within_three_presses_and_a_third_watches(visit, size):
    eye, ann = visit("/lobby", size), visit("/lobby", size)
    picture(eye, f"lobby-empty-{size}")
    button(ann, "Cublino Pur" if button(ann, "Cublino Pur").count() else "Pur").click()
    button(ann, "5 min + 5 s").click()
    until(ann, SAYS, "Waiting for an opponent: Pur, 5 min + 5 s")
    until(eye, SAYS, "Guest")
    assert until(eye, ONE_WIDTH)
    picture(eye, f"lobby-seek-{size}")
    # While she waits, she goes elsewhere.
    ann.get_by_role("link", name="Puzzles", exact=True).click()
    until(ann, "() => location.pathname === '/puzzles'")
    until(ann, SAYS, "Waiting for an opponent")
    picture(ann, f"lobby-waiting-{size}")
    ben = visit("/lobby", size)
    button(ben, "Pur").click()
    button(ben, "5 min + 5 s").click()
    assert until(ann, GAME) == until(ben, GAME)
    until(ann, "() => !document.body.innerText.includes('Waiting for an opponent')")
    until(eye, SAYS, "Pur: Guest")
    until(eye, "() => document.querySelector('eckstein-board')")
    until(eye, SAYS, "1 person is in the lobby, 2 play")
    assert until(eye, ONE_WIDTH)
    until(eye, NOTHING_ABOVE)
    picture(eye, f"lobby-watch-{size}")


@need_browser
def test_who_plays_any_game_is_told_of_who_waits_for_one(visit):
    ann, ben = visit("/lobby"), visit("/lobby", "phone")
    until(ann, SAYS, "The computer")
    ann.get_by_label("Any game").check()
    button(ann, "5 min + 5 s").click()
    until(ann, SAYS, "Waiting for an opponent: Any game, 5 min + 5 s")
    button(ben, "Ecke").click()
    button(ben, "3 min + 2 s").click()
    ben.get_by_role("link", name="Puzzles", exact=True).click()
    # Their clocks differ, so each is told of the other; and a level is offered.
    until(ben, SAYS, "Play a level meanwhile")
    assert until(ben, ONE_WIDTH)
    picture(ben, "lobby-meanwhile")
    ben.get_by_role("button", name="Play Contra against").click()
    assert until(ann, GAME) == until(ben, GAME)


@need_browser
def test_somebodys_seek_is_taken_and_one_is_withdrawn(visit):
    ann, ben = visit("/lobby"), visit("/lobby")
    ann.get_by_text("A challenge of your own").click()
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_text("White", exact=True).click()
    button(ann, "Look for an opponent in Contra").click()
    until(ann, SAYS, "Your open challenge")
    until(ben, SAYS, "You play Black")
    button(ann, "Cancel").click()
    until(ben, SAYS, "No player is looking for a game just now")
    button(ann, "Look for an opponent in Contra").click()
    ann.reload()
    until(ann, SAYS, "Your open challenge")           # it outlives a reload
    button(ben, "Play Contra against Ann, 10 min + 5 s").click()
    assert until(ann, GAME) == until(ben, GAME)
    press(ann, "d1")
    press(ann, "d2")
    until(ben, SAYS, "Your move")


@need_browser
def test_a_guest_is_challenged_to_another_game_unless_he_wants_none(visit):
    ann, ben = visit("/lobby", "phone"), visit("/lobby")
    other = ben.get_by_role("button", name="to another game")
    ann.get_by_label("While I wait, others may challenge me").uncheck()
    button(ann, "5 min + 5 s").click()
    until(ben, SAYS, "Guest")
    assert other.count() == 0
    button(ann, "Cancel").click()
    ann.get_by_label("While I wait, others may challenge me").check()
    button(ann, "5 min + 5 s").click()
    other.click()
    until(ben, SAYS, "It stays open for ten minutes.")
    dialog = ben.get_by_role("dialog")
    dialog.get_by_role("button", name="Duell").click()
    assert dialog.locator("select").first.input_value() == "10+5"
    button(ben, "Send the challenge").click()
    until(ann, SAYS, "challenges you:")
    until(ann, SAYS, "10 min + 5 s")
    assert until(ann, ONE_WIDTH)
    picture(ann, "lobby-challenged")
    picture(ben, "lobby-challenges")
    button(ann, "Accept").click()
    assert until(ann, GAME) == until(ben, GAME)


@need_browser
def test_whoever_plays_another_game_is_asked_first(visit):
    ann, ben = visit("/"), visit("/lobby")
    button(ann, "New game").first.click()
    ann.get_by_text("An opponent in the lobby").click()
    button(ann, "Start").click()
    until(ann, SAYS, "Waiting for an opponent: Contra")
    until(ben, SAYS, "Guest")
    # Meanwhile she plays a level.
    press(ann, "d1")
    press(ann, "d2")
    playing = until(ann, GAME)
    ben.get_by_role("button", name="Play Contra against").click()
    until(ben, GAME)
    until(ann, SAYS, "An opponent is here, and your game begins.")
    assert ann.evaluate("location.pathname") == playing
    button(ann, "To the game").click()
    assert until(ann, "old => location.pathname !== old && location.pathname",
                 playing) == ben.evaluate("location.pathname")
