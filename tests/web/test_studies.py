"""Studies in the browser: what is written on the analysis page, its chapters, links and tasks."""
import random

import pytest

from eckstein import Board
from eckstein.record import read_records
from eckstein.words import LANGUAGES

from .conftest import (
    AXE,
    OVERFLOW,
    PATIENCE,
    PLY,
    POSITION,
    SIZES,
    expect,
    need_browser,
    post,
    press,
    tool,
    until,
)

RECORD = '[Game "contra"]\n\n1. d1-d2 d7-d6 2. d2-d3 (2. c1-c2 {Quiet.}) 2... d6-d5 *'
# White wins with d6d7, and goes aside instead; Black wins.
MISSED = '[Game "contra"]\n[Position "CWd6va2"]\n\n1. d6-e6 *'

# White's share of the bar beside the board, of a hundred.
BAR = "() => Number(document.querySelector('[role=meter]').ariaValueNow)"


def paste(page, text):
    """Open a text as an analysis."""
    tool(page, "Study")
    page.get_by_role("button", name="Open text or file").click()
    page.get_by_placeholder("Paste text").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


@need_browser
def test_what_is_written_survives_a_reload_and_is_shared_whole(visit):
    page = visit("/analysis?game=contra&moves=d1d2")
    until(page, f"() => ({PLY})() === 1")
    page.get_by_label("Comment on this move").fill("Bold. {so}")
    page.get_by_role("button", name="interesting move").click()
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("button", name="red").click()
    press(page, "d4")
    page.get_by_label("Arrows and marks, as text").fill("Rd4 Bd2d3")
    page.get_by_label("Arrows and marks, as text").press("Enter")
    tool(page, "Study")
    page.get_by_text("Chapters", exact=False).first.click()
    page.get_by_label("Name of the study").fill("Openings")
    page.reload()
    until(page, f"() => ({PLY})() === 1")
    until(page, "() => document.querySelector('textarea').value === 'Bold. {so}'")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("textbox", name="Link to the whole study").input_value()
    assert "/analysis#study=1." in link
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    [record] = read_records(saved.value.path().read_text(encoding="utf-8"))
    [node] = record.mainline()
    assert (node.comments, node.glyphs) == (["Bold. {so}"], [5])
    assert (node.marks, node.arrows) == (["Rd4"], ["Bd2d3"])
    assert record.tags["Study"] == "Openings"

    other = visit(link[link.index("/analysis"):])
    other.get_by_role("button", name="To the last move").click()
    until(other, "() => document.querySelector('textarea').value === 'Bold. {so}'")
    until(other, "() => document.querySelector('eckstein-board').shadowRoot"
                 ".querySelectorAll('.arrow, .mark').length >= 2")


@need_browser
@pytest.mark.parametrize(("link", "told"), [
    ("study=1.eJxT", "This link is not whole"), ("study=2.eJxT", "later version")])
def test_a_link_that_cannot_be_read_says_why(visit, link, told):
    page = visit(f"/analysis#{link}")
    until(page, "text => document.querySelector('[role=alert]')?.innerText.includes(text)", told)


@need_browser
def test_a_press_with_the_pen_draws_and_makes_no_move(visit):
    page = visit("/analysis?game=contra", "phone", has_touch=True)
    tool(page, "Comment")
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("button", name="blue").click()
    press(page, "d1")
    until(page, "() => document.querySelector('[aria-describedby$=drawing]').value === 'Bd1'")
    assert page.evaluate(PLY) == 0


@need_browser
def test_edits_are_undone_and_redone_by_keys(visit):
    page = visit("/analysis?game=contra")
    for square in ("d1", "d2"):
        press(page, square)
    until(page, f"() => ({PLY})() === 1")
    page.keyboard.press("Control+z")
    until(page, f"() => ({PLY})() === 0")
    page.keyboard.press("Control+y")
    until(page, f"() => ({PLY})() === 1")
    page.keyboard.press("Delete")
    until(page, f"() => ({PLY})() === 0")
    expect(page.get_by_text("No moves yet.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    until(page, "() => document.querySelector('.list')?.innerText.includes('d1-d2')")


@need_browser
def test_variations_are_folded(visit):
    page = visit("/analysis?game=contra")
    paste(page, RECORD.replace("{Quiet.}", "{Quiet.} c7-c6"))
    until(page, "() => document.querySelector('.list')?.innerText.includes('c7-c6')")
    page.get_by_role("button", name="Fold the variation").click()
    until(page, "() => !document.querySelector('.list')?.innerText.includes('c7-c6')")
    expect(page.get_by_role("button", name="c1-c2", exact=True)).to_be_visible()


@need_browser
def test_chapters_are_kept_and_open_from_the_library(visit):
    page = visit("/analysis?game=contra")
    paste(page, RECORD + "\n\n" + RECORD.replace("contra", "pur"))
    page.get_by_role("button", name="Open all 2 games as one study").click()
    until(page, "() => document.querySelectorAll('li .open').length === 2")
    tool(page, "Study")
    until(page, "() => document.querySelectorAll('li .open').length === 2")
    page.get_by_role("button", name="2. Chapter 2").click()
    page.get_by_label("Name of the chapter").fill("Second")
    page.get_by_label("Name of the study").fill("Both")
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("button", name="My games").click()
    page.locator("dialog a[href*=kept]", has_text="Both").click()
    until(page, "() => [...document.querySelectorAll('li .open')].some("
                "one => one.innerText.includes('Second'))")


@need_browser
def test_a_missed_win_is_marked_and_learnt_from(visit):
    page = visit("/analysis?game=contra")
    paste(page, MISSED)
    until(page, "() => document.querySelector('.list')?.innerText.includes('d6-e6')")
    page.get_by_role("button", name="To the last move").click()
    tool(page, "Review")
    page.get_by_role("button", name="Learn from your mistakes").click()
    until(page, "() => document.body.innerText.includes('d6-e6 was played here')")
    board = Board("contra", "CWd6va2")
    until(page, f"position => ({POSITION})() === position", board.position())
    until(page, f"() => ({BAR})() > 90")                     # White's win, which was missed
    moment = page.locator("li", has=page.get_by_role("button", name="d6-e6"))
    moment.filter(has_text="You could have won at once by d6-d7#").wait_for()
    moment.get_by_role("button").click()
    until(page, "() => document.querySelector('eckstein-board').arrows.length === 1")
    page.get_by_role("radio", name="Black").check()
    page.get_by_role("radio", name="White").check()
    page.get_by_role("button", name="Hint").click()
    until(page, "() => document.body.innerText.includes('The move begins at d6')")
    press(page, "d6")
    press(page, "d7")
    until(page, "() => document.body.innerText.includes('Right')")
    page.get_by_role("button", name="End").click()
    until(page, "() => document.body.innerText.includes('Missed win.')")
    until(page, f"() => ({BAR})() < 10")                     # and what was played instead
    page.get_by_role("button", name="Set up a position").click()
    until(page, f"() => ({BAR})() === 50")                   # nobody knows yet what that is worth
    page.get_by_role("button", name="Cancel").click()
    until(page, f"() => ({BAR})() < 10")
    page.get_by_role("button", name="Add the line").click()
    until(page, f"() => ({PLY})() === 1 && document.querySelector('.asides')")


@need_browser
@pytest.mark.parametrize(("locale", "size"), [
    pytest.param(locale, size, marks=[] if size == "phone" or locale == "en" else pytest.mark.long)
    for locale in LANGUAGES for size in SIZES])
def test_the_page_of_a_study_is_for_everybody(visit, size, locale):
    page = visit("/analysis?game=contra&moves=d1d2", size, locale=locale)
    until(page, f"() => ({PLY})() === 1")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for name in ("Comment", "Explore", "Review", "Study"):
        tool(page, name, locale)
        for summary in page.locator("details:not([open]) > summary:visible").all():
            summary.click()
        assert page.evaluate(OVERFLOW) <= 0
        assert page.evaluate("async () => (await axe.run(document)).violations"
                             ".map(one => `${one.id}: ${one.nodes[0].html}`)") == []


@need_browser
def test_setting_up_begins_with_an_empty_board_or_the_usual_start(visit):
    page = visit("/analysis?game=duell")
    board = page.locator("eckstein-board")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("button", name="Empty board").click()
    until(page, "() => document.querySelector('textarea').value === 'D'")
    assert page.get_by_role("alert").first.inner_text()
    board.get_by_role("button", name="white king").click()
    press(page, "e1")
    until(page, "() => document.querySelector('textarea').value === 'DZe1'")
    page.get_by_role("button", name="Usual start").click()
    start = Board("duell").position()
    until(page, "text => document.querySelector('textarea').value === text", start)


@need_browser
def test_swap_rights_and_dead_queens_are_set_up(visit):
    page = visit("/analysis?game=echek")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_label("White", exact=True).last.uncheck(force=True)
    page.get_by_label("Black's queen is dead").check()
    until(page, "() => document.querySelector('textarea').value === 'k/K w QRBNPrbnp s m13'")


@need_browser
def test_the_opening_tree_counts_the_games_of_a_file(visit, tmp_path):
    file = tmp_path / "games.txt"
    file.write_text("\n".join(f'[Game "contra"]\n[Result "{result}"]\n\n{moves} {result}\n'
                              for moves, result in [("1. d1-d2 d7-d6 2. a1-a2 a7-a6", "1-0"),
                                                    ("1. a1-a2 d7-d6 2. d1-d2 b7-b6", "0-1"),
                                                    ("1. d1-d2 d7-d6 2. a1-a2 b7-b6", "*")]))
    page = visit("/analysis?game=contra&moves=d1d2+d7d6", "phone")
    tool(page, "Explore")
    page.get_by_role("button", name="Opening tree").click()
    until(page, "() => document.body.innerText.includes('keeps no games of Cublino Contra')")
    page.locator("input[type=file]").set_input_files(file)
    until(page, "() => document.body.innerText.includes('3 games counted.')")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate("async () => (await axe.run(document)).violations"
                         ".map(one => `${one.id}: ${one.nodes[0].html}`)") == []
    page.get_by_role("row").get_by_role("button", name="a1-a2").click()
    until(page, f"() => ({PLY})() === 3")
    rows = [row.inner_text().split() for row in page.locator("tbody tr").all()]
    assert [row[:2] for row in rows] == [["b7-b6", "2"], ["a7-a6", "1"]]
    expect(page.get_by_role("img", name="White won 0%, drawn 0%, Black won 100%")).to_be_visible()


@need_browser
def test_a_study_too_large_for_its_address_gets_a_short_link(visit, address):
    letters = random.Random(1)
    text = RECORD
    for place in (" d7-d6", " d6-d5", " (2.", " *"):        # so much that nothing makes it short
        comment = " ".join(f"{letters.getrandbits(256):x}" for _ in range(60))
        text = text.replace(place, f" {{{comment}}}{place}", 1)
    page = visit(f"/analysis?study={post(address, 'studies', {'text': text})['study']}")
    until(page, f"() => ({PLY})() === 0")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Make a short link").click()
    field = page.get_by_role("textbox", name="Short link")
    field.wait_for()
    other = visit(field.input_value().removeprefix(address))
    until(other, f"() => ({PLY})() === 0")
    assert "c1-c2" in other.locator(".moves").first.inner_text()


@need_browser
def test_a_link_too_long_for_a_code_that_phones_read_says_so(visit):
    from playwright.sync_api import expect
    chance = random.Random(2)
    board, moves = Board("duell"), []
    while len(" ".join(moves)) < 1000:
        moves.append(chance.choice(board.legal_texts()))
        board.push_text(moves[-1])
    for count, coded in ((8, True), (len(moves), False)):
        page = visit(f"/analysis?game=duell&moves={'+'.join(moves[:count])}")
        until(page, f"count => ({PLY})() === count", count)
        page.get_by_role("button", name="Share").click()
        assert page.get_by_role("textbox", name="Link to this position").input_value()
        page.get_by_text("The link as a QR code" if coded else "too long for a QR code").wait_for()
        expect(page.get_by_role("img", name="The link as a QR code")).to_have_count(
            int(coded), timeout=1000 * PATIENCE)
