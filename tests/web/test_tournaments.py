"""Tournaments in the browser: made, entered by link, called to the game, and watched on a wall."""
import pytest

from ..ports import free_port
from .conftest import OVERFLOW, SIZES, expect, need_browser, running, until
from .test_accounts import asked, enter  # noqa: F401
from .test_lobby import GAME, SAYS, button, picture

pytestmark = need_browser


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a server of our own."""
    with running(tmp_path_factory.mktemp("tournaments"), free_port()) as where:
        yield where


def make(page, name, kind):
    """Make a tournament; gives its path."""
    page.get_by_text("New tournament").click()
    page.get_by_label("Name of the tournament").fill(name)
    page.get_by_text(kind, exact=True).click()
    button(page, "Make the tournament").click()
    until(page, "() => location.hash.length > 1")
    return page.evaluate("location.pathname")


def take_part(page, name):
    page.get_by_label("Your name").fill(name)
    button(page, "Take part").click()
    until(page, SAYS, f"You take part as {name}.")


def give_up(page, path):
    """Lose the game that goes on in a tournament."""
    you = asked(page, path)["you"]
    asked(page, f"/games/{you['game']}/commands", {"seat": you["seat"], "id": "resign",
                                                   "what": "resign", "seq": 1})


def test_three_meet_in_a_round_robin_and_are_called_to_their_games(enter):  # noqa: F811
    anna, ben = enter("/tournaments"), enter("/tournaments", "phone")
    assert anna.evaluate(OVERFLOW) == ben.evaluate(OVERFLOW) == 0
    path = make(anna, "Evening cup", "Round robin")
    read = []
    anna.on("request", lambda request: read.append(request.url))
    anna.wait_for_timeout(1500)                 # in which nothing happens
    assert len(read) < 5
    button(anna, "Start").click()
    until(anna, SAYS, "A tournament needs at least two players.")
    ben.reload()
    ben.get_by_role("link", name="Evening cup").click()
    take_part(anna, "Anna")
    take_part(ben, "Ben")
    carl = enter(path)
    take_part(carl, "Carl")
    picture(anna, "tournament-open-desk")
    picture(ben, "tournament-open-phone")
    for page in (anna, ben, carl):
        assert page.evaluate(OVERFLOW) == 0
    # What was wrong before they came is wrong no more.
    until(anna, "() => !document.body.innerText.includes('A tournament needs at least')")
    button(anna, "Start").click()
    # Of three, the one who meets nobody in the first round stays.
    until(ben, GAME)
    until(carl, GAME)
    assert anna.evaluate("location.pathname") == path
    until(anna, SAYS, "Round 1 of 3")
    carl.goto(anna.url.split("#")[0])           # who was called once may look at other pages
    until(carl, SAYS, "Round 1 of 3")
    carl.get_by_role("link", name="To your game").wait_for()
    assert carl.evaluate("location.pathname") == path
    give_up(ben, path)
    until(anna, SAYS, "forfeit")
    ben.get_by_role("link", name="To the tournament").click()
    until(ben, SAYS, "forfeit")
    anna.get_by_role("button", name="Crosstable").click()
    until(anna, SAYS, "7w1 is a win with White against player 7")
    picture(anna, "tournament-running-desk")
    picture(ben, "tournament-running-phone")
    assert anna.evaluate(OVERFLOW) == ben.evaluate(OVERFLOW) == 0


def test_a_teacher_pairs_pupils_by_a_click_and_shows_the_wall(enter):  # noqa: F811
    teacher = enter("/tournaments")
    path = make(teacher, "Dice club", "Club")
    pupils = [enter(path, "phone"), enter(path)]
    for page, name in zip(pupils, ("Zoe", "Yan"), strict=True):
        take_part(page, name)
    for name in ("Zoe", "Yan"):
        button(teacher, name).click()
    picture(teacher, "club-teacher-desk")
    button(teacher, "Pair these two").click()
    assert until(pupils[0], GAME) == until(pupils[1], GAME)
    wall = enter(f"{path}/wall")
    until(wall, "() => document.querySelector('eckstein-board')?.view")
    until(wall, SAYS, "Zoe")
    wall.set_viewport_size({"width": 1920, "height": 1080})
    picture(wall, "club-wall")
    assert teacher.evaluate(OVERFLOW) == 0
    teacher.get_by_role("button", name="Result:").click()
    button(teacher, "Zoe wins").click()
    until(wall, SAYS, "No game goes on just now.")


def test_a_pupil_who_sits_out_is_told_so_and_offered_a_puzzle(enter):  # noqa: F811
    teacher = enter("/tournaments")
    path = make(teacher, "Dice club", "Club")
    pupils = [enter(path, "phone"), enter(path), enter(path, "phone")]
    for page, name in zip(pupils, ("Zoe", "Yan", "Xi"), strict=True):
        take_part(page, name)
    button(teacher, "Pair all free players").click()
    until(teacher, SAYS, "sits out")
    number, = asked(teacher, path)["tournament"]["paired"][-1]["out"]
    alone = pupils[number - 1]
    until(alone, SAYS, "You sit out this round")
    picture(alone, "club-sits-out-phone")
    assert alone.evaluate(OVERFLOW) == 0
    alone.get_by_role("link", name="Solve a puzzle meanwhile").click()
    until(alone, "() => location.pathname === '/puzzles'")


LANDSCAPE = {"width": 844, "height": 390}
WINDOWS = {"desk": SIZES["desk"], "phone": SIZES["phone"], "landscape": LANDSCAPE}


def look(page, name):
    """Keep pictures of a page in windows of all sizes, in none of which it is too wide."""
    before = page.viewport_size
    for size, window in WINDOWS.items():
        page.set_viewport_size(window)
        assert page.evaluate(OVERFLOW) == 0, (name, size)
        picture(page, f"{name}-{size}")
    page.set_viewport_size(before)


def test_an_organiser_runs_a_swiss_over_the_board(enter):  # noqa: F811
    pytest.importorskip("py4swiss")
    ola = enter("/tournaments")
    ola.get_by_text("New tournament").click()
    ola.get_by_label("Name of the tournament").fill("Club evening")
    ola.get_by_text("Swiss", exact=True).click()
    ola.get_by_label("Rounds").fill("3")
    ola.get_by_text("I begin each round myself").click()
    button(ola, "Make the tournament").click()
    until(ola, "() => location.hash.length > 1")
    for name in ("Zoe", "Yan", "Xi", "Will", "Valentina of the long name", "Ute"):
        ola.get_by_label("Name of a player without a device").fill(name)
        ola.locator("details form button", has_text="Add").first.click()
        until(ola, "name => [...document.querySelectorAll('.who')].some("
                   "one => one.innerText === name)", name)
    ben = enter(ola.evaluate("location.pathname"), "phone")
    take_part(ben, "Ben")
    until(ola, SAYS, "Ben")
    ola.get_by_role("button", name="Change: Xi").click()
    look(ola, "desk-player")
    button(ola, "Bye: ½").click()
    until(ola, SAYS, "bye in the next round: ½")
    ola.get_by_role("button", name="Change: Ute").click()
    button(ola, "Absent").click()
    until(ola, SAYS, "absent in the next round")
    look(ola, "desk-open")
    button(ola, "Start").click()
    until(ola, SAYS, "result awaited")
    ola.get_by_role("button", name="Result:").first.click()
    look(ola, "desk-result")
    button(ola, "Zoe wins").click()
    until(ola, SAYS, "Undo: result")
    ola.get_by_role("button", name="Undo: result").click()
    until(ola, "() => !document.body.innerText.includes('Undo: result')")
    for _ in range(2):
        waits = ola.locator("li", has_text="result awaited").get_by_role("button").or_(
            ola.locator("li", has_text="goes on").get_by_role("button", name="Result:"))
        before = waits.count()
        waits.first.click()
        button(ola, "Draw").click()
        until(ola, "count => [...document.querySelectorAll('li')].filter(one => /result awaited"
                   "|goes on/.test(one.innerText) && one.querySelector('button')).length < count",
              before)
    look(ola, "desk-between")
    button(ola, "Look at the pairings first").click()
    until(ola, SAYS, "Pairings of the next round")
    first = ola.locator("section[aria-labelledby=proposal] li").first.get_by_role("button")
    names = first.all_inner_texts()
    first.nth(0).click()
    look(ola, "desk-proposal")
    first.nth(1).click()
    until(ola, "name => document.querySelector('[aria-labelledby=proposal] li button')"
               ".innerText === name", names[1])
    assert first.all_inner_texts() == names[::-1]
    button(ola, "Begin this round").click()
    until(ola, SAYS, "Round 2 of 3")
    ola.get_by_text("Other organisers", exact=True).click()
    ola.get_by_label("Name of an account").fill("Nobody at all")
    ola.locator("details form button", has_text="Add").last.click()
    until(ola, SAYS, "There is no account of this name")
    ola.get_by_text("Results as files").click()
    expect(ola.get_by_role("link", name="Report file (TRF)")).to_have_count(1)
    ola.get_by_role("button", name="Crosstable").click()
    row = ola.get_by_role("row").filter(has_text="Ute").first.inner_text().split()
    assert row[1:] == ["Ute", "(6)", "·", "1", "1"]
    look(ola, "desk-crosstable")
    look(ben, "desk-of-a-player")


def test_people_play_for_teams(enter):  # noqa: F811
    anna = enter("/tournaments")
    anna.get_by_text("New tournament").click()
    anna.get_by_label("Name of the tournament").fill("Battle")
    anna.get_by_text("Arena", exact=True).click()
    anna.get_by_label("People play for teams").check()
    anna.get_by_label("Players of each team that count").fill("2")
    picture(anna, "tournament-teams-new")
    button(anna, "Make the tournament").click()
    until(anna, "() => location.hash.length > 1")
    path = anna.evaluate("location.pathname")
    anna.get_by_label("Your team").fill("The Reds of the long river")
    anna.get_by_label("Your name").fill("Anna")
    button(anna, "Take part").click()
    until(anna, SAYS, "You take part as Anna, for The Reds of the long river.")
    ben = enter(f"{path}?team=Blues", "phone")
    ben.get_by_label("Your name").fill("Ben")
    button(ben, "Take part").click()
    until(ben, SAYS, "You take part as Ben, for Blues.")
    until(anna, SAYS, "Of each team the 2 with most points count.")
    picture(ben, "tournament-teams-phone")
    wall = enter(f"{path}/wall")
    until(wall, SAYS, "Blues")
    picture(wall, "tournament-teams-wall")
    button(anna, "Start").click()
    until(anna, GAME)
    give_up(ben, path)
    anna.get_by_role("link", name="To the tournament").click()
    until(anna, SAYS, "forfeit")
    picture(anna, "tournament-teams-desk")
    assert anna.evaluate(OVERFLOW) == ben.evaluate(OVERFLOW) == 0
