"""Where things stand on the page: the board fills it, a phone shows the game, an end is told."""
import pytest

from eckstein.words import LANGUAGES

from .conftest import AXE, OVERFLOW, PLY, need_browser, post, press, until
from .test_pages import VIOLATIONS

BOARD = """() => {
  const root = document.querySelector('eckstein-board').shadowRoot;
  const box = root.querySelector('svg.board').getBoundingClientRect();
  return [box.left, box.top, box.width, box.height];
}"""
FOCUSED = "() => document.activeElement?.shadowRoot?.activeElement?.dataset.square"
SAYS = "text => document.body.innerText.includes(text)"


@need_browser
@pytest.mark.parametrize("game", ["contra", "duell"])
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (3440, 1440)])
def test_the_board_is_as_high_as_the_window_or_as_wide_as_it_leaves_room(visit, size, game):
    page = visit("/")
    page.evaluate("game => localStorage.setItem('eckstein.game', JSON.stringify(game))", game)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.reload()
    until(page, "game => document.querySelector('eckstein-board')?.view?.game === game", game)
    left, top, wide, high = page.evaluate(BOARD)
    side = page.locator(".side").bounding_box()
    games = page.locator(".games").bounding_box()
    assert top < 70 and top + high <= size[1]
    assert high >= size[1] - 160 or wide >= side["x"] - games["x"] - games["width"] - 60
    assert games["x"] + games["width"] <= left and left + wide <= side["x"]


@need_browser
def test_one_tab_from_the_top_reaches_the_board(visit):
    page = visit("/")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "a1"


@need_browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_board_and_buttons_of_a_game_at_once(visit, address, language):
    made = post(address, "games", {"rules": "contra"})
    page = visit(f"/game/{made['game']}#{made['seats']['white']}", "phone", locale=language)
    until(page, f"() => ({PLY})() === 0")
    head, controls = (page.locator(name).bounding_box() for name in (".head", ".controls .bar"))
    _, top, _, high = page.evaluate(BOARD)
    assert not page.locator(".games").is_visible()
    assert top < 70, "one line stands above the board"
    assert top + high <= controls["y"] and controls["y"] + controls["height"] <= head["y"]
    assert head["y"] + head["height"] == pytest.approx(844, abs=1)
    assert page.evaluate(OVERFLOW) <= 0


@need_browser
def test_a_window_before_a_game_offers_all_games_on_a_phone(visit):
    page = visit("/", "phone")
    assert page.locator(".games button").count() == 5
    assert page.locator(".games button").first.is_visible()


def won(visit, address):
    """The page of a game that its White player has just won by his only move."""
    made = post(address, "games", {"rules": "contra", "position": "CWd6va5"})
    page = visit(f"/game/{made['game']}#{made['seats']['white']}")
    until(page, SAYS, "Your move")
    press(page, "d6")
    press(page, "d7")
    return page


@need_browser
def test_an_end_is_told_with_its_reason_and_nothing_more_can_be_typed(visit, address):
    page = won(visit, address)
    until(page, SAYS, "You win!")
    assert page.get_by_placeholder("Type a move").count() == 0
    for name in ("Rematch", "Analyse", "The last move again", "Find the turning point"):
        assert page.get_by_role("button", name=name, exact=True).first.is_visible(), name
    assert page.locator(".field.won").count() == 1
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(VIOLATIONS) == []


@need_browser
def test_the_move_that_decided_is_shown_once_more(visit, address):
    page = won(visit, address)
    page.get_by_role("button", name="The last move again").click()
    until(page, f"() => ({PLY})() === 0")
    until(page, f"() => ({PLY})() === 1")


@need_browser
def test_the_eye_is_moved_by_keys_and_stays_where_it_is(visit):
    page = visit("/")
    page.keyboard.press("Tab")
    for _ in range(2):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    seen = "() => ['tilt', 'turn'].map(name => document.querySelector('eckstein-board')[name])"
    assert page.evaluate(seen) == [28, 21]
    page.reload()
    until(page, "() => document.querySelector('eckstein-board')?.view")
    assert page.evaluate(seen) == [28, 21]


@need_browser
def test_the_eye_is_moved_by_dragging_the_frame_within_limits(visit):
    page = visit("/")
    left, top, wide, high = page.evaluate(BOARD)
    page.mouse.move(left + wide - 4, top + high - 4)
    page.mouse.down()
    page.mouse.move(left - 1000, top + high - 4, steps=4)
    page.mouse.up()
    assert page.evaluate("() => document.querySelector('eckstein-board').turn") == -28
    assert page.evaluate(PLY) == 0


@need_browser
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_badge_points_out_its_squares_and_can_be_switched_off(visit, size):
    page = visit("/", size)
    badge = page.get_by_role("button", name="tilts to go: 6").last
    badge.focus()
    marks = "() => document.querySelector('eckstein-board').marks.map((mark) => mark.square).join()"
    until(page, f"() => ({marks})() === 'a1,b1,c1,d1,e1,f1,g1'")
    lines = page.get_by_role("list", name="How White stands").evaluate(
        "(list) => new Set([...list.children].map((item) => item.offsetTop)).size")
    assert lines == 1
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("How it stands, in badges").uncheck()
    until(page, f"() => ({marks})() === '' && !document.querySelector('main ul button')")
