"""The clock of a game: chosen in the dialog, told to who comes by link, running by the board."""
import pytest

from .conftest import OVERFLOW, SIZES, expect, need_browser, post, until

SAYS = "text => document.querySelector('main').innerText.includes(text)"
DAY = 86_400


def choose(page, **fields):
    """Open the dialog, and say what the clock is to be."""
    page.get_by_role("button", name="New game").click()
    page.get_by_role("combobox", name="Time").select_option("other")
    for name, value in fields.items():
        label = name.replace("_", " ")
        if name in ("How_it_counts", "Unit_of_this_time"):
            page.get_by_role("combobox", name=label).select_option(label=value)
        else:
            page.get_by_role("spinbutton", name=label).fill(value)


@need_browser
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_usual_clock_is_chosen_with_a_press_and_proposed_the_next_time(visit, size):
    page = visit("/", size)
    page.get_by_role("button", name="New game").click()
    page.get_by_role("combobox", name="Time").select_option(label="3 days a move")
    page.get_by_role("radio", name="A friend by link").check()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".conditions").get_by_text("3 days a move").first.wait_for()
    until(page, "() => [...document.querySelectorAll('[role=timer]')].map(one => one.innerText)"
                ".join() === '3 d,3 d'")
    assert page.evaluate(OVERFLOW) <= 0
    page.reload()
    until(page, SAYS, "3 days a move")


@need_browser
def test_the_next_dialog_proposes_the_clock_of_the_last_game(visit):
    page = visit("/")
    choose(page, How_it_counts="Seconds free in each turn", For_each_player="1.5",
           Unit_of_this_time="hours", Seconds_free="20")
    page.get_by_role("button", name="Start", exact=True).click()
    until(page, SAYS, "1 h 30 min + 20 s delay")
    page.get_by_role("button", name="New game").click()
    assert page.get_by_role("spinbutton", name="For each player").input_value() == "1.5"
    assert page.get_by_role("spinbutton", name="Seconds free").input_value() == "20"
    assert page.locator("dialog .conditions").inner_text().endswith("1 h 30 min + 20 s delay")


@need_browser
def test_what_earlier_pages_kept_of_a_clock_does_no_harm(visit):
    page = visit("/")
    page.evaluate("""localStorage.setItem('eckstein.plan', JSON.stringify(
        { against: 'computer', colour: 'white', level: 4, clock: '5+5' }))""")
    page.reload()
    page.get_by_role("button", name="New game").click()
    assert page.get_by_role("combobox", name="Time").input_value() == ""
    page.get_by_text("4. ").first.wait_for()


# What is said of a clock that cannot be.
REFUSED = [
    ({"For_each_player": "0"}, "Each player has 15 seconds to 24 hours."),
    ({"For_each_player": "-3"}, "Each player has 15 seconds to 24 hours."),
    ({"Unit_of_this_time": "hours", "For_each_player": "999999"},
     "Each player has 15 seconds to 24 hours."),
    ({"Seconds_added": ""}, "The seconds are a number from 0 to 3600."),
    ({"How_it_counts": "Days for each move", "Days_for_each_move": "2.5"},
     "A move has 1 to 14 whole days.")]


@need_browser
@pytest.mark.parametrize("size", SIZES)
def test_a_clock_that_cannot_be_is_refused_in_a_sentence(visit, size):
    page = visit("/", size)
    for fields, told in REFUSED:
        choose(page, **fields)
        said = page.locator("dialog .clock [role=alert]")
        until(page, "told => document.querySelector('dialog .clock [role=alert]').innerText"
                    " === told", told)
        expect(said).to_be_visible()
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.locator("dialog")).to_be_visible()      # nothing has begun
        assert page.evaluate(OVERFLOW) <= 0
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")


@need_browser
@pytest.mark.parametrize(("clock", "told"), [
    ({"kind": "days", "initial": 3 * DAY}, "3 days a move"),
    ({"kind": "fischer", "initial": 7200, "increment": 30}, "2 h + 30 s"),
    ({"kind": "delay", "initial": 300, "increment": 3}, "5 min + 3 s delay")])
def test_who_comes_by_link_is_told_the_clock(visit, address, clock, told):
    made = post(address, "games", {"rules": "contra", "clock": clock,
                                   "black": {"kind": "human", "open": True}})
    page = visit(f"/game/{made['game']}", "phone")
    page.locator("dialog").get_by_text(told).wait_for()


@need_browser
def test_conditional_replies_are_offered_in_a_game_by_days(visit, address):
    made = post(address, "games", {"rules": "contra", "clock": {"kind": "days", "initial": DAY}})
    page = visit(f"/game/{made['game']}#{made['seats']['black']}")
    until(page, SAYS, "Conditional replies")
