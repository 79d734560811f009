"""Learning and analysing in the browser: lessons, lines of the engine, setting up by hand."""
import json
import urllib.request

import pytest

from eckstein import Board
from eckstein.engine.books import find
from eckstein.words import BOARD_WORDS

from .conftest import (
    OVERFLOW,
    PAGES,
    PATIENCE,
    PLY,
    POSITION,
    ROOT,
    expect,
    need_browser,
    press,
    tool,
    until,
)
from .players import by_mouse

LESSONS = ROOT / "src" / "eckstein" / "session" / "lessons"
TEXTS = ROOT / "src" / "eckstein" / "words" / "en" / "lessons"


@need_browser
@pytest.mark.parametrize("game", ["contra", "echek"])
def test_a_lesson_by_mouse(visit, game):
    tasks = json.loads((LESSONS / f"{game}.json").read_text(encoding="utf-8"))["tasks"]
    texts = json.loads((TEXTS / f"{game}.json").read_text(encoding="utf-8"))["tasks"]
    page = visit(f"/learn/{game}/lesson")
    for task, told in zip(tasks, texts, strict=True):
        until(page, f"position => ({POSITION})() === position", task["position"])
        by_mouse(page, Board(game, task["position"])).play(task["answers"][0])
        until(page, "text => document.body.innerText.includes(text)", told["notice"])
        page.get_by_role("button", name="Next task").click()
    until(page, "() => document.body.innerText.includes('That is all you need.')")


@need_browser
def test_a_move_that_does_not_solve_the_task_is_told_so(visit):
    task = json.loads((LESSONS / "contra.json").read_text(encoding="utf-8"))["tasks"][0]
    told = json.loads((TEXTS / "contra.json").read_text(encoding="utf-8"))["tasks"][0]
    board = Board("contra", task["position"])
    wrong = next(text for text in map(board.text, board.legal_moves)
                 if text not in task["answers"])
    page = visit("/learn/contra/lesson")
    until(page, f"position => ({POSITION})() === position", task["position"])
    by_mouse(page, board).play(wrong)
    until(page, "text => document.body.innerText.includes(text)", told["wrong"])
    page.get_by_role("button", name="Try again").click()
    until(page, f"position => ({POSITION})() === position", task["position"])


@need_browser
@pytest.mark.parametrize("path", [
    pytest.param(path, id=path.stem, marks=[] if path.stem in ("contra", "echek")
                 else pytest.mark.long) for path in sorted(LESSONS.glob("*.json"))])
def test_the_move_field_never_gives_a_solution_away(visit, path):
    page = visit(f"/learn/{path.stem}/lesson")
    for number, task in enumerate(json.loads(path.read_text(encoding="utf-8"))["tasks"]):
        page.locator(".dots button").nth(number).click()
        until(page, f"position => ({POSITION})() === position", task["position"])
        board = Board(path.stem, task["position"])
        shown = page.locator("[data-type-move]").get_attribute("placeholder")
        assert shown.startswith("Type a move")
        for answer in task["answers"]:
            assert not shown.endswith(": " + board.notation(board.parse(answer)))


@need_browser
def test_the_address_keeps_step_with_the_position(visit):
    page = visit("/analysis?game=contra&moves=d1d2")
    until(page, f"() => ({PLY})() === 1")
    assert page.url.endswith("/analysis?game=contra&moves=d1d2")
    press(page, "d7")
    press(page, "d6")
    until(page, "() => location.search === '?game=contra&moves=d1d2+d7d6'")
    until(page, f"() => ({PLY})() === 2")
    before = page.evaluate(POSITION)
    page.reload()
    until(page, f"position => ({POSITION})() === position", before)
    page.get_by_role("button", name="One move back").click()
    until(page, "() => location.search === '?game=contra&moves=d1d2'")
    page.get_by_role("link", name="Learn").click()
    until(page, "() => location.pathname === '/learn'")
    page.go_back()
    until(page, f"() => ({PLY})() === 1")
    page.get_by_role("button", name="One move on").click()      # what came after is still known
    until(page, f"position => ({POSITION})() === position", before)


@need_browser
def test_analysis_shows_lines_that_can_be_walked_into(visit):
    page = visit("/analysis?game=contra")
    page.get_by_role("button", name="Think").click()
    lines = until(page, "() => { const found = [...document.querySelectorAll('.engine li')]"
                  ".map(line => line.querySelector('.way button')?.textContent);"
                  " return found.length === 3 && found; }")
    board = Board("contra")
    notations = [board.notation(move) for move in board.legal_moves]
    assert len(set(lines)) == 3 and set(lines) <= set(notations)
    page.get_by_role("button", name="Stop").click()
    first = page.locator(".engine li .way button").first
    chosen = first.inner_text()
    first.click()
    board.push(board.legal_moves[notations.index(chosen)])
    until(page, f"position => ({POSITION})() === position", board.position())


@need_browser
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_an_ending_is_explored_by_its_table(visit, size):
    page = visit("/analysis?game=duell&position=DZd7za2", size)
    tool(page, "Explore")
    moves = page.locator("section.exact li")
    until(page, "() => document.querySelectorAll('section.exact li').length === 4")
    assert "White to move: won in 2" in page.locator("section.exact").inner_text()
    assert moves.first.inner_text().split("\n") == ["d7-e7", "▲ won in 2"]
    marks = "() => document.querySelector('eckstein-board').marks.map(mark => mark.text).sort()"
    assert page.evaluate(marks) == ["▲2", "▲2", "▲4", "▲4"]
    page.get_by_label("Show on the board").uncheck()
    until(page, f"() => ({marks})().length === 0")
    moves.first.get_by_role("button").click()
    until(page, "() => document.body.innerText.includes('Black to move: lost in 1')")
    assert page.evaluate(OVERFLOW) <= 0


@need_browser
def test_a_move_of_the_opening_book_is_shown_and_played(visit, monkeypatch):
    monkeypatch.delenv("ECKSTEIN_BOOKS")
    board = Board("contra")
    known = find(board)
    page = visit("/analysis?game=contra")
    tool(page, "Explore")
    moves = page.locator("section.book li")
    until(page, f"() => document.querySelectorAll('section.book li').length === {len(known.moves)}")
    best = known.moves[0]
    value = f"{best.value / 100:+.2f}".replace("-", "−")
    assert moves.first.inner_text().split("\n") == [board.notation(best.move), value]
    moves.first.get_by_role("button").click()
    board.push(best.move)
    until(page, f"position => ({POSITION})() === position", board.position())


@need_browser
def test_a_position_set_up_by_hand(visit):
    page = visit("/analysis?game=contra")
    board = page.locator("eckstein-board")
    page.get_by_role("button", name="Set up a position").click()
    board.get_by_role("button", name="Remove").click()
    press(page, "g1")
    board.get_by_role("button", name="black die").click()
    press(page, "c4")
    until(page, "() => document.body.innerText.includes('Black has 8 dice')")
    assert page.evaluate(OVERFLOW) <= 0
    board.get_by_role("button", name="Remove").click()
    press(page, "a7")
    page.get_by_label("Black", exact=True).check(force=True)
    text = until(page, "() => { const text = document.querySelector('textarea').value;"
                 " return text.startsWith('c') && !text.includes('a7') && text; }")
    page.get_by_role("button", name="Use this position").click()
    position = until(page, f"text => ({POSITION})() === text && text", text)
    made = Board("contra", position)
    assert made.turn == "black"
    assert "c4" in position and "g1" not in position and "a7" not in position


@need_browser
def test_pieces_are_dragged_in_from_square_to_square_and_off_the_board(visit):
    page = visit("/analysis?game=contra")
    board = page.locator("eckstein-board")
    page.get_by_role("button", name="Set up a position").click()

    def drag(here, there):
        for box, act in ((here, page.mouse.down), (there, page.mouse.up)):
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            act()

    def square(name):
        return page.locator(f"eckstein-board [data-square='{name}']").bounding_box()

    beside = {"x": 3, "y": 300, "width": 2, "height": 2}
    new = board.get_by_role("button", name="black die").bounding_box()
    for here, there in ((square("a1"), square("a3")), (square("g1"), beside), (new, square("d4"))):
        drag(here, there)
    text = until(page, "() => { const { value } = document.querySelector('textarea');"
                       " return /[a-x]d4/.test(value) && value; }")
    assert "Wa3" in text and "a1" not in text and "g1" not in text


@pytest.mark.parametrize("name", ["board.js", "board-interaction.js", *BOARD_WORDS])
def test_the_server_has_the_board_for_other_pages(address, name):
    with urllib.request.urlopen(f"{address}/{name}", timeout=PATIENCE) as answer:
        assert "javascript" in answer.headers["Content-Type"]
        assert answer.read() == (PAGES / name).read_bytes()


@need_browser
def test_the_built_board_alone_with_its_german_words(browser):
    """The module for pages of others; what is pressed before its second part has come counts."""
    page, problems, waiting = browser.new_page(locale="en"), [], []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.route("http://board.invalid/*.js", lambda route: route.fulfill(
        path=PAGES / route.request.url.rsplit("/", 1)[1], content_type="text/javascript"))
    page.route("http://board.invalid/board-interaction.js", lambda route: waiting.append(route))
    page.route("http://board.invalid/", lambda route: route.fulfill(
        content_type="text/html", body='<script type="module" src="board.js"></script>'
        '<eckstein-board playable="both"></eckstein-board>'))
    page.goto("http://board.invalid/")
    page.evaluate("async () => { document.querySelector('eckstein-board').catalogue ="
                  " (await import('./board-de.js')).default; }")
    until(page, "() => !!customElements.get('eckstein-board')")
    first = ROOT / "web" / "app" / "src" / "game" / "first.json"
    view = json.loads(first.read_text(encoding="utf-8"))
    page.evaluate("view => { document.querySelector('eckstein-board').view = view; }", view)
    until(page, "() => document.querySelector('eckstein-board').shadowRoot"
          ".querySelector('.told').textContent === 'Weiß am Zug'")
    page.evaluate("() => document.querySelector('eckstein-board')"
                  ".addEventListener('move', event => { window.made = event.detail.text; })")
    press(page, "d1")
    press(page, "d2")
    waiting[0].fulfill(path=PAGES / "board-interaction.js", content_type="text/javascript")
    assert until(page, "() => window.made") == "d1d2"
    assert problems == []
    page.close()


@need_browser
def test_two_engines_are_compared_line_by_line(visit):
    page = visit("/analysis?game=contra&position=CWa3vg5")
    tool(page, "Explore")
    page.get_by_role("button", name="Compare", exact=True).click()
    panel = page.get_by_role("region", name="Compare engines")
    for number, level in ((1, "2"), (2, "1")):
        engine = panel.get_by_role("group", name=f"Engine {number}")
        engine.get_by_label("Level").select_option(level)
    panel.get_by_role("button", name="Compare", exact=True).click()
    until(page, "() => document.querySelectorAll('section[aria-labelledby=compare-title] .line')"
                ".length === 2")
    panel.get_by_text("The same moves").or_(
        panel.get_by_text("They differ from move")).wait_for()


@need_browser
def test_the_moves_of_an_address_are_read_at_once_however_many(browser, address):
    board, moves, asked = Board("duell"), [], []
    for turn in range(40):
        texts = board.legal_texts()
        moves.append(texts[turn * 7 % len(texts)])
        board.push_text(moves[-1])
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.on("websocket", lambda line: line.on("framesent", lambda text: asked.append(text)))
    page.goto(f"{address}/analysis?game=duell&moves={'+'.join(moves)}")
    until(page, f"position => ({POSITION})() === position", board.position())
    expect(page.locator(".list .move")).to_have_count(len(moves))
    assert len([text for text in asked if '"look"' in text]) <= 3
    context.close()


@need_browser
def test_an_address_with_a_wrong_move_says_which(browser, address):
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(f"{address}/analysis?game=contra&moves=d1d2+d7d5")
    until(page, "() => document.body.innerText.includes('d5 is farther away')")
    assert page.evaluate(PLY) == 1      # what can be made is shown
    context.close()
