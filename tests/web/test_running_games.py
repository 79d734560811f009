"""Running games are in sight on every page, for guests and for accounts."""
import pytest

from ..ports import free_port
from .conftest import OVERFLOW, READY, SIZES, expect, need_browser, running, until
from .test_accounts import asked, enter, sign_in, sign_up  # noqa: F401
from .test_lobby import GAME, SAYS, button, picture
from .test_tournaments import make, take_part

pytestmark = need_browser
CLOCK = {"kind": "fischer", "initial": 300, "increment": 5}
DAYS = {"kind": "days", "initial": 259_200, "increment": 0}
BAR = "text => document.querySelector('.running')?.innerText.includes(text)"
NO_BAR = "() => !document.querySelector('.running')"
TITLE = "start => document.title.startsWith(start)"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a server of our own."""
    with running(tmp_path_factory.mktemp("running"), free_port()) as where:
        yield where


def begin(white, black, *moves, clock=CLOCK):
    """A game between the visitors of two pages, after some moves; gives its path and the seats."""
    made = asked(white, "/games", {"rules": "contra", "black": {"open": True}, "clock": clock})
    path = f"/games/{made['game']}"
    seats = made["seats"]["white"], asked(black, f"{path}/join", {"id": "x" * 16})["token"]
    for number, move in enumerate(moves):
        do((white, black)[number % 2], path, seats[number % 2], number + 2, "move", move)
    for page, seat in zip((white, black), seats, strict=True):
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2]
                  + f"/game/{made['game']}#{seat}")
        # Its clock runs as soon as the page tells whose turn it is.
        until(page, SAYS, "Your move" if page is (white, black)[len(moves) % 2] else "to move")
    return path, seats


def do(page, path, seat, seq, what, move=None):
    told = asked(page, f"{path}/commands", {"id": f"{what}{seq}", "seat": seat, "seq": seq,
                                            "what": what, **({"move": move} if move else {})})
    assert "code" not in told, told


def leave(page, name):
    page.get_by_role("link", name=name, exact=True).click()
    button(page.get_by_role("dialog"), "Leave").click()
    until(page, "() => !location.pathname.startsWith('/game/')")


def back(page):
    page.get_by_role("navigation", name="My games").get_by_role("link").first.click()
    return until(page, GAME)


@pytest.mark.parametrize("size", SIZES)
def test_a_game_with_a_clock_is_left_knowingly_and_is_one_press_away(enter, size):  # noqa: F811
    ann, ben = enter("/about", size), enter("/about")
    path, seats = begin(ann, ben, "d1d2", "d7d6")
    ann.get_by_role("link", name="Puzzles", exact=True).click()
    until(ann, SAYS, "Leave this game? Your clock goes on.")
    picture(ann, f"running-leaves-{size}")
    button(ann.get_by_role("dialog"), "Cancel").click()
    assert ann.evaluate("location.pathname") == path.replace("games", "game")
    leave(ann, "Puzzles")
    until(ann, BAR, "Your move")
    until(ann, BAR, ":")
    until(ann, TITLE, "(1) ")
    assert ann.evaluate(OVERFLOW) == 0
    picture(ann, f"running-elsewhere-{size}")
    assert back(ann) == path.replace("games", "game")
    until(ann, NO_BAR)
    do(ann, path, seats[0], 4, "move", "d2d3")
    leave(ann, "Learn")
    until(ann, BAR, "to move")
    assert not ann.evaluate(TITLE, "(")
    do(ben, path, seats[1], 5, "move", "d6d5")
    until(ann, BAR, "Your move")
    # A second tab, and the page where visitors arrive after they closed the browser.
    other = ann.context.new_page()
    other.goto(ann.url.split("/learn")[0])
    until(other, READY)
    until(other, BAR, "Your move")
    do(ben, path, seats[1], 6, "resign")
    for page in (ann, other):
        until(page, BAR, "You win!")
    back(ann)
    until(ann, SAYS, "You win!")
    for name in ("Rematch", "Analyse"):
        expect(button(ann, name).first).to_be_visible()
    # Nothing runs any more: nothing is asked.
    button(ann, "Another opponent").click()
    until(ann, SAYS, "Waiting for an opponent: Contra, 5 min + 5 s")
    ann.get_by_role("link", name="Puzzles", exact=True).click()
    until(ann, "() => location.pathname === '/puzzles'")
    until(ann, NO_BAR)
    button(ann, "Cancel").click()


def test_a_game_that_ends_while_its_player_is_asked_holds_nobody(enter):  # noqa: F811
    ann, ben = enter("/about"), enter("/about")
    path, seats = begin(ann, ben, "d1d2", "d7d6")
    ann.get_by_role("link", name="Puzzles", exact=True).click()
    until(ann, SAYS, "Leave this game? Your clock goes on.")
    do(ben, path, seats[1], 4, "resign")
    until(ann, "() => location.pathname === '/puzzles' && !document.querySelector('dialog')")


def test_games_of_an_account_are_found_on_another_device(enter):  # noqa: F811
    anna, ben = enter("/account"), enter("/about")
    sign_up(anna, "Anna Runs")
    path, seats = begin(anna, ben, "d1d2", "d7d6", clock=DAYS)
    anna.get_by_role("link", name="Puzzles", exact=True).click()      # by days: nothing is asked
    until(anna, BAR, "Your move")
    phone = enter("/account", "phone")
    sign_in(phone, "Anna Runs")
    phone.get_by_role("heading", name="Anna Runs", exact=True).wait_for()
    phone.goto(phone.url.replace("/account", "/"))
    until(phone, BAR, "Your move")
    until(phone, TITLE, "(1) ")
    assert phone.evaluate(OVERFLOW) == 0
    picture(phone, "running-by-days-phone")
    # It waits for the other player now, and is in nobody's way.
    back(phone)
    until(phone, SAYS, "Your move")
    do(phone, path, seats[0], 4, "move", "d2d3")
    phone.get_by_role("link", name="Puzzles", exact=True).click()
    until(phone, "() => location.pathname === '/puzzles'")
    until(phone, NO_BAR)


def test_a_game_that_is_cancelled_elsewhere_says_so(enter):  # noqa: F811
    ann, ben = enter("/about"), enter("/about")
    path, seats = begin(ann, ben)
    leave(ann, "Learn")
    until(ann, BAR, "Your move")
    do(ben, path, seats[1], 2, "abort")
    until(ann, BAR, "The game was cancelled.")
    back(ann)
    until(ann, SAYS, "The game was cancelled.")


def test_a_game_is_in_sight_after_a_restart_of_the_server(browser, tmp_path):
    port = free_port()
    context, other = (browser.new_context(locale="en", viewport=SIZES["desk"]) for _ in range(2))
    ann, ben = context.new_page(), other.new_page()
    with running(tmp_path, port) as where:
        for page in (ann, ben):
            page.goto(f"{where}/about")
        path, seats = begin(ann, ben, "d1d2", "d7d6", "d2d3")
        leave(ann, "Learn")
        until(ann, BAR, "to move")
    until(ann, SAYS, "No connection to the server")
    with running(tmp_path, port):
        until(ben, SAYS, "Your move")
        until(ann, BAR, "to move")
        until(ben, "async () => (await fetch('/api/v1/health')).ok")
        do(ben, path, seats[1], 5, "move", "d6d5")
        until(ann, BAR, "Your move")
        back(ann)
    for one in (context, other):
        one.close()


def test_a_game_of_a_tournament_is_in_sight_on_other_pages(enter):  # noqa: F811
    ann, ben = enter("/tournaments"), enter("/tournaments", "phone")
    path = make(ann, "Bar cup", "Round robin")
    ben.goto(ann.url.split("#")[0])
    take_part(ann, "Ann")
    take_part(ben, "Ben")
    button(ann, "Start").click()
    games = [until(page, GAME) for page in (ann, ben)]
    for page in (ann, ben):
        page.get_by_role("link", name="To the tournament").click()
        button(page.get_by_role("dialog"), "Leave").click()
        until(page, f"() => location.pathname === '{path}'")
        until(page, "() => document.querySelector('.running')")
        assert page.evaluate(OVERFLOW) == 0
    assert [back(page) for page in (ann, ben)] == games
