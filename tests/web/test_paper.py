"""What is printed: the board, who plays, the moves with what is said about them, and the result."""
import pytest

from .conftest import OVERFLOW, SIZES, expect, need_browser, post, until

pytestmark = need_browser
COMMENT = "White wants the middle."
MOVES = "() => [...document.querySelectorAll('.move')].filter(one => one.checkVisibility()).length"
# What is of no use on paper, and is to be seen all the same.
USELESS = """() => [...document.querySelectorAll(
    'button, .button, input, select, textarea, header, nav')]
  .filter((one) => !one.matches('.move') && one.checkVisibility() && one.getClientRects().length)
  .map((one) => one.outerHTML.slice(0, 80))"""
# Whether some of what is longer than its place is cut off.
CUT = """() => [...document.querySelectorAll('.room, .side, .tools, .moves, .list, main')]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 && one.clientHeight)
  .map((one) => one.className || one.tagName)"""
BACKGROUND = "() => getComputedStyle(document.body).backgroundColor"
BOARD = """() => { const box = document.querySelector('eckstein-board').getBoundingClientRect();
  return box.height > 200 && box.height < 600 && box.left >= 0; }"""
SIDES = {**SIZES, "low": {"width": 844, "height": 390}}


def on_paper(page):
    """See that what is printed of a page is whole, and nothing else."""
    page.emulate_media(media="print")
    until(page, BOARD)
    assert page.evaluate(USELESS) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate(BACKGROUND) == "rgb(255, 255, 255)"
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate(OVERFLOW) <= 0


@pytest.mark.parametrize("size", SIDES)
def test_a_study_is_printed_with_all_its_moves_and_comments(visit, size):
    moves = [f"{file}{row}{file}{row + step}" for start in (1, 2) for file in "abcdefg"
             for row, step in ((start, 1), (8 - start, -1))]
    page = visit(f"/analysis?game=contra&moves={'+'.join(moves)}", color_scheme="dark")
    page.set_viewport_size(SIDES[size])
    until(page, "count => document.querySelectorAll('.move').length === count", len(moves))
    page.get_by_role("tab", name="Comment").click()
    page.get_by_label("Comment on this move").fill(COMMENT)
    on_paper(page)
    assert page.evaluate(MOVES) == len(moves)
    expect(page.get_by_text(COMMENT).last).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_game_is_printed_with_its_players_and_its_result(visit, address, size):
    made = post(address, "games", {"rules": "contra", "white": {"kind": "human", "name": "Anna"},
                                   "black": {"kind": "computer", "level": 1}})
    page = visit(f"/game/{made['game']}#{made['seats']['white']}", size, color_scheme="dark")
    post(address, f"games/{made['game']}/commands", {
        "id": "over", "what": "resign", "seat": made["seats"]["white"], "seq": 1})
    until(page, "() => document.body.innerText.includes('Resigned')")
    on_paper(page)
    for words in ("Newcomer wins", "Resigned", "You"):
        expect(page.get_by_text(words).first).to_be_visible()
