"""Where things stand on the page: the board fills it, a phone shows the game, an end is told."""
import pytest

from eckstein.words import LANGUAGES

from .conftest import (
    AXE,
    OVERFLOW,
    PLY,
    READY,
    SIZES,
    expect,
    need_browser,
    post,
    press,
    tool,
    until,
    visiting,
)
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
def test_the_board_is_as_high_as_the_window_or_as_wide_as_it_leaves_room(visit, game):
    page = visit("/")
    page.evaluate("game => localStorage.setItem('eckstein.game', JSON.stringify(game))", game)
    for width, height in ((1366, 768), (1920, 1080), (3440, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        until(page, "game => document.querySelector('eckstein-board')?.view?.game === game", game)
        left, top, wide, high = page.evaluate(BOARD)
        side = page.locator(".side").bounding_box()
        games = page.locator(".games").bounding_box()
        assert top < 70 and top + high <= height
        assert high >= height - 160 or wide >= side["x"] - games["x"] - games["width"] - 60
        assert games["x"] + games["width"] <= left and left + wide <= side["x"]


# Width and height of windows, and the part of each that the board fills at least.
FILLED = {(390, 844): 0.34, (800, 600): 0.33, (1366, 768): 0.42, (1920, 1080): 0.5,
          (844, 390): 0.34, (667, 375): 0.26}
# A position of Echek with badges of the king and the queen of both.
BADGES = "pb1k/PB1n/1q1K/NRQ1 w r Ss k12"
# Whether each of these elements is in the window, and nothing covers its middle.
IN_SIGHT = """parts => parts.every(part => {
  const box = part.getBoundingClientRect();
  const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && (part.contains(seen) || seen?.contains(part));
})"""
WALK = ("To the start", "One move back", "One move on", "To the last move")


def sees(page, *names, role="button"):
    """Whether one can press each of these without scrolling."""
    found = [page.get_by_role(role, name=name, exact=True) for name in names]
    return all(one.evaluate_all(f"parts => parts.length === 1 && ({IN_SIGHT})(parts)")
               for one in found)


def fills(page, size):
    """The part of the window that the board fills; all of the board is in sight."""
    left, top, wide, high = page.evaluate(BOARD)
    assert top >= 0 and left >= 0 and left + wide <= size[0] and top + high <= size[1]
    return wide * high / (size[0] * size[1])


@pytest.fixture(scope="module", params=[
    pytest.param(size, id=f"{size[0]}x{size[1]}",       # two are larger than others of their shape
                 marks=pytest.mark.long if size in ((1920, 1080), (844, 390)) else [])
    for size in FILLED])
def window(request, windows, address):
    """A window for all tests that look at one of its size, and that size."""
    with visiting(windows, address) as open_page:
        page = open_page("/about")
        page.set_viewport_size(dict(zip(("width", "height"), request.param, strict=True)))
        yield page, request.param


@pytest.fixture
def sized(window, address):
    """What opens a page in a window, and gives it with the size of that."""
    page, size = window

    def opened(path):
        page.evaluate("() => localStorage.clear()")
        page.goto(address + path)
        until(page, "() => document.querySelector('eckstein-board')?.view")
        return page, size
    return opened


@need_browser
def test_all_tools_of_an_analysis_are_in_sight_while_the_engine_thinks(sized):
    page, size = sized("/analysis?game=contra&moves=d1d2+d7d6")
    page.get_by_role("button", name="Think").click()
    until(page, "() => document.querySelectorAll('.engine li').length === 3")
    assert fills(page, size) >= FILLED[size]
    assert sees(page, "Stop", *WALK[:2], "Flip the board", "Set up a position", "Share")
    assert sees(page, "Comment", "Explore", "Review", "Study", role="tab")
    parts = {"Comment": "textarea", "Study": "[role=tabpanel]:not([hidden]) .acts"}
    for name, part in parts.items():
        tool(page, name)
        assert page.locator(part).first.evaluate(f"part => ({IN_SIGHT})([part])"), name
    page.mouse.move(size[0] - 40, size[1] - 150)
    page.mouse.wheel(0, 5000)
    until(page, f"() => ({IN_SIGHT})([document.querySelector('eckstein-board')])")
    assert page.evaluate(OVERFLOW) <= 0


@need_browser
def test_a_board_to_play_on_and_its_buttons_are_in_sight(sized):
    page, size = sized("/")
    assert fills(page, size) >= FILLED[size]
    assert sees(page, "Hint", "New game")
    if sees(page, "More"):
        page.get_by_role("button", name="More").click()
        page = page.locator("dialog")
    assert page.get_by_role("button", name="Share").evaluate(f"part => ({IN_SIGHT})([part])")


@need_browser
def test_a_hosted_game_shows_its_board_players_and_buttons(sized, address):
    made = post(address, "games", {"rules": "contra"})
    page, size = sized(f"/game/{made['game']}#{made['seats']['white']}")
    assert fills(page, size) >= FILLED[size]
    assert sees(page, *WALK[1:3], "Take back")
    assert sees(page, "Moves", "Conditional replies", role="tab")
    assert page.locator(".bar .stone").evaluate_all(IN_SIGHT)


@need_browser
def test_a_puzzle_shows_its_task_and_buttons(sized):
    page, size = sized("/puzzles/contra")
    assert fills(page, size) >= FILLED[size]
    assert sees(page, "Hint", "Solution", "Another", *WALK, "Flip the board")
    assert page.locator(".task h2").evaluate_all(IN_SIGHT)


# Phones on their side, and upright; each with what it must show in every language.
LYING = ({"width": 844, "height": 390}, {"width": 667, "height": 375})


ROOM = "low => (document.documentElement.dataset.room === 'low') === low"
BESIDE = f"""() => {{ const [left, top, wide] = ({BOARD})();
  return top < 20 && left + wide <= document.querySelector('.side').getBoundingClientRect().x; }}"""


@need_browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_on_its_side_has_the_board_at_one_side_and_all_tools_at_the_other(
        visit, language):
    page = visit("/analysis?game=contra&moves=d1d2+d7d6", locale=language)
    for size in LYING:
        page.set_viewport_size(size)
        until(page, ROOM, True)
        until(page, BESIDE)         # a board follows its frame a moment later
        for part in (".head nav a", ".head .tools > *", "[role=tab]", ".thumb .button"):
            assert page.locator(part).count() and page.locator(part).evaluate_all(IN_SIGHT), part
        inside = page.locator(".head nav a, .head .tools > *, [role=tab]").evaluate_all(
            "parts => parts.every(part => part.getBoundingClientRect().right <= innerWidth"
            " && part.scrollWidth <= part.clientWidth + 1)")
        assert inside and page.evaluate(OVERFLOW) <= 0


@need_browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_badges_and_moves_of_a_game_are_whole_on_a_phone(visit, address, language):
    made = post(address, "games", {"rules": "echek", "position": BADGES, "clock": {
        "kind": "fischer", "initial": 600, "increment": 5}})
    page = visit(f"/game/{made['game']}#{made['seats']['white']}", "phone", locale=language)
    for size in (SIZES["phone"], *LYING):
        page.set_viewport_size(size)
        until(page, ROOM, size in LYING)
        until(page, "() => document.querySelectorAll('.bar ul li').length >= 3")
        until(page, f"() => ({IN_SIGHT})([...document.querySelectorAll('.bar li')])")
        cut = page.locator(".bar ul").evaluate_all(
            "lists => lists.filter(list => list.scrollWidth > list.clientWidth + 1"
            " || list.getBoundingClientRect().right > innerWidth).length")
        assert not cut
        moves = page.locator(".moves .list").bounding_box()
        thumb = page.locator(".controls .bar").bounding_box()
        assert moves["y"] + 40 < thumb["y"]


@need_browser
@pytest.mark.parametrize("game", ["contra", "echek"])
@pytest.mark.parametrize("size", [(390, 844), (375, 667), (844, 390)])
def test_the_end_is_seen_however_far_the_page_was_scrolled(visit, address, game, size):
    made = post(address, "games", {"rules": game})
    page = visit(f"/game/{made['game']}#{made['seats']['white']}", "phone")
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.evaluate("() => { scrollTo(0, 10000);"
                  " document.querySelector('.side').scrollTop = 10000; }")
    post(address, f"games/{made['game']}/commands",
         {"id": "the end of it", "what": "resign", "seat": made["seats"]["black"], "seq": 1})
    until(page, SAYS, "You win!")
    until(page, f"() => ({IN_SIGHT})([...document.querySelectorAll('.status h2')])")
    assert page.evaluate(OVERFLOW) <= 0


@need_browser
def test_a_running_game_on_a_laptop_shows_its_moves_and_all_that_can_be_done(visit, address):
    made = post(address, "games", {"rules": "contra"})
    page = visit(f"/game/{made['game']}#{made['seats']['white']}")
    page.set_viewport_size({"width": 1366, "height": 768})
    names = ("Cancel the game", "Flip the board", "Share", "Analyse", "New game", "Offer a draw")
    assert sees(page, *names)
    assert page.locator(".controls .button.main:visible").count() == 0
    assert page.locator(".moves .list").bounding_box()["height"] > 5 * 34


@need_browser
def test_tabs_are_walked_through_by_arrows(visit):
    page = visit("/analysis?game=contra")
    tabs = page.get_by_role("tab")
    names = [tab.inner_text() for tab in tabs.all()]
    tabs.first.focus()
    for key, name in (("ArrowLeft", names[-1]), ("ArrowRight", names[0]), ("End", names[-1]),
                      ("Home", names[0])):
        page.keyboard.press(key)
        selected = page.get_by_role("tab", selected=True)
        assert selected.inner_text() == name == page.evaluate("document.activeElement.innerText")
        assert page.get_by_role("tabpanel").get_attribute("aria-labelledby") == \
            selected.get_attribute("id")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.role") == "tabpanel"


@need_browser
def test_everything_can_be_reached_at_twice_the_size_of_a_small_window(visit):
    page = visit("/analysis?game=contra&moves=d1d2")
    page.set_viewport_size({"width": 683, "height": 384})
    for name in ("Share", "Set up a position"):
        page.get_by_role("button", name=name).scroll_into_view_if_needed()
        assert sees(page, name)
    assert fills(page, (683, 384)) > 0.25
    assert page.evaluate(OVERFLOW) <= 0


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
    head = page.locator("header.head").bounding_box()
    controls = page.locator(".controls .bar").bounding_box()
    _, top, _, high = page.evaluate(BOARD)
    assert not page.locator(".games").is_visible()
    assert top < 70, "one line stands above the board"
    assert top + high <= controls["y"] and controls["y"] + controls["height"] <= head["y"]
    assert head["y"] + head["height"] == pytest.approx(844, abs=1)
    assert page.evaluate(OVERFLOW) <= 0


@need_browser
def test_a_window_before_a_game_offers_all_games_on_a_phone(visit):
    page = visit("/", "phone")
    expect(page.locator(".games button")).to_have_count(5)
    expect(page.locator(".games button").first).to_be_visible()


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
        expect(page.get_by_role("button", name=name, exact=True).first).to_be_visible()
    expect(page.locator(".won")).to_have_count(1)
    assert page.evaluate(OVERFLOW) <= 0
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(VIOLATIONS) == []


@need_browser
def test_the_move_that_decided_is_shown_once_more(visit, address):
    page = won(visit, address)
    page.get_by_role("button", name="The last move again").click()
    until(page, f"() => ({PLY})() === 0")
    until(page, f"() => ({PLY})() === 1")


@need_browser
def test_a_board_that_is_seen_reacts_to_keys(browser, address):
    """Nothing that it is played with comes later than the board itself."""
    context = browser.new_context(viewport=SIZES["desk"])
    page = context.new_page()
    page.route("**/interaction*", lambda route: route.abort())
    page.goto(address, wait_until="commit")
    until(page, READY)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUSED) == "a2"
    context.close()


@need_browser
def test_the_focus_stays_on_its_square_when_the_board_is_turned(visit):
    page = visit("/")
    page.keyboard.press("Tab")
    page.keyboard.press("f")
    until(page, "() => document.querySelector('eckstein-board').orientation === 'black'")
    assert page.evaluate(FOCUSED) == "a1"


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
    badge = page.get_by_role("button", name="6 tilts to go").last
    badge.focus()
    marks = "() => document.querySelector('eckstein-board').marks.map((mark) => mark.square).join()"
    until(page, f"() => ({marks})() === 'a1,b1,c1,d1,e1,f1,g1'")
    lines = page.get_by_role("list", name="How White stands").evaluate(
        "(list) => new Set([...list.children].map((item) => item.offsetTop)).size")
    assert lines == 1
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("How it stands, in badges").uncheck()
    until(page, f"() => ({marks})() === '' && !document.querySelector('main ul button')")


@need_browser
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_an_invitation_and_its_game_tell_what_is_not_as_usual(visit, address, size):
    made = post(address, "games", {"rules": "contra", "options": {"arrival_wins": True},
                                   "clock": {"kind": "fischer", "initial": 180, "increment": 2},
                                   "black": {"kind": "human", "open": True}})
    page = visit(f"/game/{made['game']}", size)
    told = ("3 min + 2 s", "A die that arrives wins at once, before its battles", "Break through")
    for words in told:
        page.locator("dialog").get_by_text(words).wait_for()
    page.get_by_role("button", name="Only watch").click()
    for words in told:
        expect(page.locator(".conditions").get_by_text(words)).to_be_visible()


@need_browser
def test_a_usual_game_tells_its_aim_and_nothing_else(sized, address):
    made = post(address, "games", {"rules": "contra", "options": {"arrival_wins": False}})
    page, _ = sized(f"/game/{made['game']}#{made['seats']['white']}")
    until(page, "() => document.querySelector('.conditions').innerText.trim() ==="
                " 'Break through: one die on the far row wins.'")
    assert page.locator(".conditions").evaluate_all(IN_SIGHT)


@need_browser
def test_whoever_begins_a_game_is_told_what_is_not_as_usual(visit):
    page = visit("/")
    page.get_by_role("button", name="New game").click()
    told = page.locator("dialog .conditions")
    assert told.inner_text().strip() == "Break through: one die on the far row wins."
    page.get_by_role("combobox", name="Time").select_option("5+5")
    page.get_by_text("Rules and start").click()
    page.get_by_label("A die that arrives wins at once").check()
    assert told.inner_text().endswith("5 min + 5 s\nA die that arrives wins at once, "
                                      "before its battles")


def swipe(page, square, by):
    """Draw a finger over the board, from a square up by so many pixels."""
    box = page.locator(f"eckstein-board [data-square='{square}']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, way in (("Start", 0), *(("Move", part / 10) for part in range(1, 11)), ("End", None)):
        at = [] if way is None else [{"x": x, "y": y - way * by}]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})


@need_browser
def test_a_finger_scrolls_the_page_from_an_empty_square_and_not_from_a_die(visit):
    page = visit("/analysis?game=contra", "phone", has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 560})
    swipe(page, "d1", 100)
    assert page.evaluate("scrollY") == 0
    swipe(page, "d4", 100)
    until(page, "() => scrollY > 40")


@need_browser
def test_a_drag_ends_with_escape_and_the_die_rolls_back(visit):
    page = visit("/analysis?game=contra")
    here, there = (page.locator(f"eckstein-board [data-square='{square}']").bounding_box()
                   for square in ("d1", "d2"))
    page.mouse.move(here["x"] + 30, here["y"] + 20)
    page.mouse.down()
    page.mouse.move(there["x"] + 30, there["y"] + 20, steps=5)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.evaluate(PLY) == 0
    press(page, "d2")
    until(page, f"() => ({PLY})() === 1")


@need_browser
@pytest.mark.parametrize("turn", ["rotate(90deg)", "rotate(180deg)"])
def test_a_board_that_is_turned_by_its_page_is_pressed_where_it_is_seen(visit, turn):
    page = visit("/analysis?game=contra")
    page.evaluate("turn => { const board = document.querySelector('eckstein-board');"
                  " board.mode = 'flat'; board.style.transform = turn; }", turn)
    for square in ("d1", "d2"):
        box = page.locator(f"eckstein-board [data-square='{square}']").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until(page, f"() => ({PLY})() === 1")
