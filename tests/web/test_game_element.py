"""The element `eckstein-game` on a page of somebody else: one script, and no server."""
import shutil

import pytest

from eckstein.base.web_files import browser_files

from ..ports import free_port
from .conftest import PAGES, expect, need_browser, until
from .test_static import Visitor, hosting

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A club's page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<script type="module" src="eckstein/game.js"></script>
<eckstein-game {attributes}><p>A picture</p></eckstein-game></html>"""
ELEMENT = "document.querySelector('eckstein-game')"
BOARD = f"{ELEMENT}.shadowRoot.querySelector('eckstein-board')"
PLAYS = f"() => {BOARD}?.view?.legal?.length > 0"
PLY = f"() => {BOARD}?.view?.ply"
POSITION = f"() => {BOARD}?.view?.position"
SAYS = f"() => {ELEMENT}.shadowRoot.querySelector('.status').textContent"


@pytest.fixture(scope="module")
def club(tmp_path_factory, browser):
    """What opens a page with such an element, in a folder beside the files that it needs."""
    folder = tmp_path_factory.mktemp("club")
    place = folder / "some" / "where"
    (place / "eckstein").mkdir(parents=True)
    shutil.copy(PAGES / "game.js", place / "eckstein")
    shutil.copytree(browser_files() / "worker", place / "eckstein" / "worker")
    with hosting(folder, free_port()) as address, Visitor(browser) as visitor:
        def opened(attributes):
            (place / "index.html").write_text(PAGE.format(attributes=attributes))
            page = visitor.context.new_page()
            page.on("pageerror", lambda error: visitor.problems.append(str(error)))
            page.goto(address)
            return page
        yield opened
        assert visitor.problems == []


@pytest.fixture(scope="module")
def page(club):
    """A page whose worker has begun; its elements come and go."""
    return begun(club('game="contra" level="2"'))


def put(page, attributes):
    """Put another element in place of the one on the page."""
    page.evaluate("made => { document.querySelector('eckstein-game').outerHTML = made; }",
                  f"<eckstein-game {attributes}><p>A picture</p></eckstein-game>")
    return page


def begun(page):
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, PLAYS)
    return page


def make(page, text, ply):
    """Make a move by the keyboard."""
    page.evaluate(f"text => {{ const board = {BOARD}; board.dispatchEvent(new CustomEvent('move', "
                  "{ detail: { text, notation: text } })); }", text)
    until(page, f"ply => ({PLY})() >= ply", ply)


@need_browser
def test_it_shows_a_picture_until_somebody_plays_and_then_a_level_answers(page):
    put(page, 'game="contra" level="2"')
    expect(page.get_by_text("A picture")).to_be_visible()
    begun(page)
    assert not page.get_by_text("A picture").is_visible()
    make(page, "d1d2", 2)
    page.get_by_role("button", name="Take back").click()
    until(page, f"() => ({PLY})() === 0")
    assert page.evaluate("async () => (await indexedDB.databases()).length") == 0
    assert page.evaluate("localStorage.length") == 0


@need_browser
def test_it_begins_where_the_page_says_and_both_sides_are_played_here(page):
    position = "CWc3Wd3vc5vd5"
    begun(put(page, f'game="contra" level="0" position="{position}"'))
    assert page.evaluate(POSITION) == position
    make(page, "c3c4", 1)
    make(page, "d5d4", 2)
    page.get_by_role("button", name="Take back").click()
    until(page, f"() => ({PLY})() === 1")
    page.get_by_role("button", name="Start again").click()
    until(page, f"() => ({PLY})() === 0 && ({POSITION})() === '{position}'")


@need_browser
def test_what_cannot_be_played_is_said(page):
    put(page, 'game="chess"')
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, f"() => ({SAYS})().startsWith('This board cannot be played on')")
    assert "chess" in page.evaluate(SAYS)
    expect(page.get_by_text("A picture")).to_be_visible()


@need_browser
def test_all_boards_of_a_page_tell_how_much_is_loaded(club):
    page = club('level="0"')
    page.evaluate("""() => {
      window.told = [[], []];
      document.body.append(document.createElement("eckstein-game"));
      [...document.querySelectorAll("eckstein-game")].forEach((game, number) => {
        const status = game.shadowRoot.querySelector(".status");
        new MutationObserver(() => told[number].push(status.textContent))
          .observe(status, {childList: true});
        game.shadowRoot.querySelector(".start").click();
      });
    }""")
    until(page, "() => [...document.querySelectorAll('eckstein-game')].every(game =>"
                " game.shadowRoot.querySelector('eckstein-board')?.view)")
    one, two = page.evaluate("told.map((all) => all.filter((text) => /[1-9]/.test(text)))")
    assert one == two != []


@need_browser
@pytest.mark.parametrize("game", ["contra", "echek"])
def test_all_of_it_is_in_sight_at_once(page, game):
    put(page, f'game="{game}" level="1"')
    page.set_viewport_size({"width": 1366, "height": 768})
    begun(page)
    board, element = page.evaluate(f"""() => [
        {BOARD}.shadowRoot.querySelector('svg.board'), {ELEMENT}]
        .map(part => part.getBoundingClientRect())
        .map(box => [box.left, box.top, box.width, box.height])""")
    for left, top, wide, high in (board, element):
        assert left >= 0 and top >= 0 and left + wide <= 1366 and top + high <= 768
    assert board[3] > 0.55 * 768
