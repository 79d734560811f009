"""The puzzles' room in the browser: tries, help, the end, and what is remembered."""
import json
from datetime import UTC, date, datetime, time, timedelta

import pytest

from eckstein.lab import puzzles
from eckstein.lab.puzzles.daily import puzzle_of

from .conftest import AXE, OVERFLOW, PLY, POSITION, SIZES, expect, need_browser, until

DAY = date(2026, 11, 26)
RATING = ("() => document.querySelector('.task').innerText"
          ".match(/Your rating: (\\d+\\??)/)[1]")


def longest_defence(solution):
    """The moves of a solution when both sides follow its first moves."""
    moves = []
    while solution:
        [text, solution] = solution[0]
        moves.append(text)
    return moves


def make(page, text):
    """Type a move."""
    page.locator("[data-type-move]").fill(text)
    page.locator("[data-type-move]").press("Enter")


def no_fault(page):
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate("async () => (await axe.run(document)).violations"
                         ".map(one => `${one.id}: ${one.nodes[0].html}`)") == []


@need_browser
def test_a_puzzle_is_tried_and_solved_and_does_not_come_again(visit):
    puzzle = next(one for one in puzzles.load("contra") if one.task == "win" and one.plies == 5)
    moves, board = longest_defence(puzzle.solution), puzzle.board("contra")
    page = visit(f"/puzzles/contra/{puzzle.id}", "phone", locale="de")
    no_fault(page)
    until(page, f"position => ({POSITION})() === position", board.position())
    make(page, next(text for text in board.legal_texts() if text != moves[0]))
    until(page, "() => document.body.innerText.includes('gewinnt nicht rechtzeitig')")
    until(page, f"position => ({POSITION})() === position", board.position())
    page.get_by_role("button", name="Tipp").click()
    until(page, "text => document.body.innerText.includes(text)",
          f"Der Zug beginnt auf {moves[0][:2]}.")
    for text in moves[::2]:
        make(page, text)
    until(page, "() => document.body.innerText.includes('Gelöst, mit etwas Hilfe')")
    page.get_by_role("button", name="Nächste Aufgabe").click()
    until(page, "id => !location.pathname.endsWith(id)", puzzle.id)
    page.goto(page.url.rpartition("/puzzles")[0] + "/puzzles")
    until(page, "() => document.body.innerText.includes('1 gelöst')")
    no_fault(page)


@need_browser
def test_after_the_end_other_moves_are_tried_and_answered(visit):
    puzzle = next(one for one in puzzles.load("contra") if one.task == "win" and one.plies == 3)
    board = puzzle.board("contra")
    page = visit(f"/puzzles/contra/{puzzle.id}", "phone", locale="de")
    until(page, f"position => ({POSITION})() === position", board.position())
    for text in longest_defence(puzzle.solution)[::2]:
        make(page, text)
    until(page, "() => document.body.innerText.includes('Geh zurück und versuche andere')")
    solver = "Weiß" if board.turn == "white" else "Schwarz"
    page.keyboard.press("Home")
    until(page, "text => document.querySelector('.task [role=status]').innerText.endsWith(text)",
          f": {solver} gewinnt.")
    page.keyboard.press("ArrowRight")
    until(page, "text => document.querySelector('.task [role=status]').innerText === text",
          f"{solver} gewinnt.")
    no_fault(page)


def shown(page):
    """The puzzle of Contra that is shown."""
    until(page, "() => location.pathname.split('/')[3] && document.querySelector('.task')")
    return next(one for one in puzzles.load("contra") if page.url.endswith(f"/{one.id}"))


def solve(page, puzzle, game="contra"):
    """Make all moves of a puzzle, each as soon as it can be made."""
    until(page, f"position => ({POSITION})() === position", puzzle.board(game).position())
    for number, text in enumerate(longest_defence(puzzle.solution)[::2]):
        until(page, f"ply => ({PLY})() === ply", 2 * number)
        make(page, text)


@need_browser
def test_a_rating_goes_up_and_down_by_first_tries_and_is_kept(visit):
    """A win raises it, a wrong move lowers it, and a second try of that puzzle changes nothing."""
    page = visit("/puzzles/contra", "phone")
    for wrong in (False, True):
        puzzle = shown(page)
        if wrong:
            board = puzzle.board("contra")
            make(page, next(text for text in board.legal_texts() if text != puzzle.first))
            until(page, "() => document.querySelector('[data-change]')?.innerText.startsWith('−')")
            until(page, f"position => ({POSITION})() === position", board.position())
        solve(page, puzzle)
        until(page, "() => document.querySelector('.acts-now .main')")
        if not wrong:
            until(page, "() => document.querySelector('[data-change]')?.innerText.startsWith('+')")
        before = page.evaluate(RATING)
        assert before.endswith("?")
        no_fault(page)
        page.get_by_role("button", name="Next puzzle").click()
        until(page, "id => !location.pathname.endsWith(id)", puzzle.id)
    page.goto(page.url.rpartition("/")[0] + "/" + puzzle.id)
    solve(page, puzzle)
    until(page, "() => document.querySelector('.task.good')")
    assert page.evaluate(RATING) == before and not page.locator("[data-change]").count()
    page.goto(page.url.rpartition("/contra")[0])
    until(page, "text => document.body.innerText.includes(text)", before)
    expect(page.get_by_role("img", name="after each of 2 puzzles")).to_be_visible()
    no_fault(page)


@need_browser
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_puzzle_of_the_day_is_solved_and_makes_a_row(visit, size):
    page = visit("/puzzles", size, fresh=True)
    page.evaluate("days => localStorage.setItem('eckstein.puzzle-days', days)",
                  json.dumps([str(DAY - timedelta(1))]))
    page.clock.set_fixed_time(datetime.combine(DAY, time(12), UTC))
    page.reload()
    until(page, "() => document.querySelector('a.day[aria-busy=false]')")
    expect(page.get_by_role("link", name="The puzzle of the day waits")).to_be_visible()
    no_fault(page)
    page.locator("a.day").click()
    until(page, "() => document.querySelector('.task .day')")
    game, puzzle = puzzle_of(DAY)
    assert page.url.endswith(f"/puzzles/{game}/{puzzle.id}")
    solve(page, puzzle, game)
    until(page, "() => document.querySelector('.task .day').innerText.includes('2 days in a row')")
    no_fault(page)
    page.goto(page.url.rpartition(f"/{game}")[0])
    until(page, "() => document.querySelector('a.day.done')?.innerText.includes('Solved')")
    assert not page.get_by_role("link", name="The puzzle of the day waits").count()
    no_fault(page)


@need_browser
def test_back_leads_to_the_puzzle_before_and_the_board_is_never_empty(visit):
    page = visit("/puzzles/contra")
    first = until(page, "() => location.pathname.split('/')[3]")
    before = until(page, POSITION)
    page.evaluate("""() => {
      window.empty = 0;
      new MutationObserver(() => {
        const [board, task] = ["eckstein-board", ".task"].map(name => document.querySelector(name));
        if (!board?.view || !task) empty++;
      }).observe(document.body, { childList: true, subtree: true });
    }""")
    page.get_by_role("button", name="Another").click()
    until(page, f"before => ({POSITION})() !== before", before)
    second = page.url
    assert not second.endswith(first)
    page.go_back()
    until(page, f"before => ({POSITION})() === before", before)
    assert page.url.endswith(first)
    page.go_forward()
    until(page, f"before => ({POSITION})() !== before", before)
    assert page.url == second and page.evaluate("empty") == 0


@need_browser
@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("path", ["/puzzles/contra", "/analysis", "/learn/pur/lesson"])
def test_a_page_with_a_board_has_its_frame_before_its_code_is_there(browser, address, path, size):
    context = browser.new_context(viewport=SIZES[size], service_workers="block")
    page, held = context.new_page(), []
    page.route("**/assets/later-*.js", lambda route: held.append(route))
    with page.expect_request("**/assets/later-*.js"):
        page.goto(address + path)
    until(page, "() => document.querySelector('eckstein-board')?.offsetHeight > 200")
    assert held and not page.evaluate(POSITION)
    board, side = (page.locator(name).bounding_box() for name in ("eckstein-board", ".side .panel"))
    assert side["width"] > 200 and side["height"] > 200
    assert board["y"] + board["height"] <= SIZES[size]["height"]
    for route in held:
        route.continue_()
    until(page, POSITION)
    context.close()
