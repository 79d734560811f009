"""Trainers: endings against perfect play, proofs to be guessed, and puzzles against the clock."""
import json

import pytest

from eckstein.lab import guessing, puzzles

from .conftest import AXE, OVERFLOW, PLY, POSITION, SIZES, need_browser, post, press, until
from .test_sides import button

pytestmark = need_browser

SAYS = "text => document.querySelector('main').innerText.includes(text)"
NEW = {"at": 0, "position": None, "held": 0, "kept": 0, "of": 0, "tried": False}
YOURS = "() => document.querySelector('[data-type-move]')?.readOnly === false"


def table(address, page, game="contra"):
    """What the moves of the position on the board lead to, the best first."""
    found = post(address, "tables", {"game": game, "position": page.evaluate(POSITION)})
    return [(one["text"], one["result"]) for one in found["moves"]]


def play(page, move):
    """Type a move; a warning that it loses at once is passed over."""
    until(page, YOURS)
    field = page.locator("[data-type-move]")
    field.fill(move)
    field.press("Enter")
    if page.locator("[data-type-move]").count() and page.get_by_role("alert").filter(
            has_text="loses at once").count():
        field.press("Enter")


@pytest.fixture
def practise(visit, address):
    """A function that opens certain endings of Contra."""
    def begin(size="desk", seed=7, **more):
        page = visit("/about", size, **more)
        page.evaluate("run => localStorage.setItem('eckstein.endings contra', run)",
                      json.dumps({"level": 1, "seed": seed, "standing": NEW}))
        page.goto(f"{address}/learn/contra/endings")
        until(page, YOURS)
        return page
    return begin


def test_a_run_is_played_by_keyboard_and_its_score_stands_on_the_path(practise, address):
    page, made = practise(), 0
    for number in range(1, 6):
        until(page, SAYS, f"Position {number} of 5")
        while True:
            until(page, f"() => ({YOURS})() || document.querySelector('.acts-now .main')")
            if page.locator(".acts-now .main").count():
                break
            before = page.evaluate(POSITION)
            play(page, table(address, page)[0][0])
            until(page, f"before => ({POSITION})() !== before", before)
            made += 1
        page.keyboard.press("Enter")        # the button for what comes next has the focus
    page.goto(f"{address}/learn/contra")
    until(page, SAYS, f"{made} of {made} moves kept")
    page.reload()
    until(page, SAYS, f"{made} of {made} moves kept")


@pytest.mark.parametrize("size", SIZES)
def test_a_move_that_throws_the_win_away_is_answered_and_taken_back(practise, address, size):
    page = practise(size, seed=11)
    # Not the first position, whose end is so near that a mistake ends the game.
    page.evaluate("run => localStorage.setItem('eckstein.endings contra', run)",
                  json.dumps({"level": 3, "seed": 11, "standing": NEW | {"at": 2}}))
    page.reload()
    until(page, YOURS)
    before = page.evaluate(POSITION)
    wrong = next(text for text, result in table(address, page) if result != "won")
    press(page, wrong[:2])
    press(page, wrong[2:])
    until(page, SAYS, "Thrown away")
    until(page, SAYS, "0 of 1 move kept")
    button(page, "Show the answer").click()
    until(page, f"() => !({YOURS})() && !document.querySelector('eckstein-board').arrows.length")
    board = page.locator("eckstein-board").bounding_box()
    assert board["y"] >= 0 and board["y"] + 200 < SIZES[size]["height"]
    button(page, "Take back").click()
    until(page, f"before => ({POSITION})() === before", before)
    until(page, YOURS)
    page.reload()
    until(page, YOURS)
    assert page.evaluate(POSITION) == before
    until(page, SAYS, "0 of 1 move kept")


def test_it_speaks_other_languages_and_a_game_without_tables_has_no_endings(practise, address):
    page = practise(locale="de")
    until(page, SAYS, "Stellung 1 von 5")
    page.goto(f"{address}/learn/pur")
    until(page, SAYS, "Cublino Pur")
    assert page.get_by_text("Endspiele").count() == 0
    page.goto(f"{address}/learn/pur/endings")
    until(page, SAYS, "Diese Seite gibt es nicht")


@pytest.mark.parametrize("size", SIZES)
def test_a_proof_is_guessed_and_a_move_that_is_too_slow_is_refuted(visit, address, size):
    page = visit("/about", size)
    page.goto(f"{address}/learn/contra/proof")
    until(page, YOURS)
    first = guessing.load("contra")[0]
    moves = first.moves[first.position]
    assert page.evaluate(POSITION) == first.position
    late = next(text for text, plies in moves.items() if plies is None)
    slower = next(text for text, plies in moves.items() if plies and plies > first.plies)
    for text, says in ((late, "does not win within 6 moves"), (slower, "1 move slower")):
        play(page, text)
        until(page, SAYS, says)
        button(page, "Take back").click()
        until(page, YOURS)
    while page.locator("[data-type-move]").count():
        before = page.evaluate(POSITION)
        moves = first.moves[before]
        play(page, min(filter(moves.get, moves), key=moves.get))
        until(page, f"before => ({POSITION})() !== before", before)
        until(page, f"() => ({YOURS})() || document.querySelector('.acts-now .main')")
    until(page, SAYS, "3 of 4 moves kept.")
    page.keyboard.press("Enter")
    until(page, SAYS, "won in 4 moves")


def no_fault(page):
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate("async () => (await axe.run(document)).violations"
                         ".map(one => `${one.id}: ${one.nodes[0].html}`)") == []


def follow(page, puzzle):
    """Type the solver's moves of a puzzle, each as soon as it can be made."""
    solution, ply = puzzle.solution, 0
    while solution:
        until(page, f"ply => ({PLY})() === ply", ply)
        [text, replies] = solution[0]
        play(page, text)
        solution, ply = replies and replies[0][1], ply + 2


def next_of(page, known, last):
    """The puzzle that has come after the one of a position."""
    until(page, f"([known, last]) => known.includes(({POSITION})()) && ({POSITION})() !== last",
          [list(known), last])
    until(page, YOURS)
    return known[page.evaluate(POSITION)]


def wrong_move(puzzle):
    """A move that does not solve a puzzle, but does not lose at once either."""
    def goes_on(text):
        board = puzzle.board("contra")
        board.push_text(text)
        return not board.is_game_over()
    return next(text for text in puzzle.board("contra").legal_texts()
                if text != puzzle.first and goes_on(text))


@pytest.mark.parametrize(("window", "locale", "begin", "score", "record"), [
    (SIZES["desk"], "en", "Begin", "2 solved · 1 missed", "Your record: 2 solved"),
    (SIZES["phone"], "de", "Anfangen", "2 gelöst · 1 verfehlt", "Dein Rekord: 2 gelöst"),
    ({"width": 844, "height": 390}, "fr", "Commencer", "2 résolus · 1 manqué",
     "Votre record\u202f: 2 résolus")])
def test_a_storm_counts_puzzles_until_its_time_is_over(
        visit, address, window, locale, begin, score, record):
    known = {one.board("contra").position(): one for one in puzzles.load("contra")}
    page = visit("/about", locale=locale, fresh=True)
    page.set_viewport_size(window)
    page.clock.install()
    page.goto(f"{address}/learn/contra/storm")
    button(page, begin).press("Enter")
    first = next_of(page, known, None)
    assert page.evaluate("() => document.activeElement.matches('[data-type-move]')")
    assert not page.locator(".acts-now").count()                # neither help nor a way to pass
    no_fault(page)
    follow(page, first)
    missed = next_of(page, known, first.board("contra").position())
    play(page, wrong_move(missed))
    last = next_of(page, known, missed.board("contra").position())
    follow(page, last)
    next_of(page, known, last.board("contra").position())
    assert page.evaluate("() => document.activeElement.matches('[data-type-move]')")
    page.clock.fast_forward(180_000)
    until(page, "score => document.activeElement.innerText === score", score)
    no_fault(page)
    assert page.evaluate("localStorage.getItem('eckstein.puzzles')") is None    # nothing is rated
    page.get_by_role("listitem").get_by_role("link").click()
    page.wait_for_url(f"**/puzzles/contra/{missed.id}")
    page.go_back()
    until(page, SAYS, record)
    page.goto(f"{address}/learn/contra")
    until(page, SAYS, record)
