"""White and Black at pages of their own: warnings, the computer, and the address of it all."""
import json
import urllib.request

import pytest

from eckstein import Board

from .conftest import PATIENCE, PLY, POSITION, need_browser, post, press, tool, until

SAYS = "text => document.body.innerText.includes(text)"
# Moves that lose at once: a die that falls in its own attack, and a king that surrounds itself.
LOSING = {
    "contra-white": ("contra", "Cse2Ha3rd3dg3wa5wb5ed5", "a3a4"),
    "contra-black": ("contra", "cWb1Cc1Pc2Tg3nf4Wb5We5", "f4f3"),
    "echek-white": ("echek", "rn1/P1k/1QK w RBNqbp Ss k13", "m13l14"),
    "pur-black": ("pur", "pca1bb1tc1fd1ff1rg1qe2Fd5Ug5Ib6Oc7Ne7Vf7Wg7", "e2e1"),
}
OTHER = {"white": "black", "black": "white"}
WINNER = "() => document.querySelector('eckstein-board').view.outcome?.winner"


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def moves_of(address, game):
    with urllib.request.urlopen(f"{address}/api/v1/games/{game}", timeout=PATIENCE) as answer:
        return [move["text"] for move in json.load(answer)["moves"]]


def seated(visit, address, colour, **wanted):
    """A page of somebody who holds a seat of a new game, and the game's name."""
    made = post(address, "games", wanted)
    return visit(f"/game/{made['game']}#{made['seats'][colour]}"), made["game"]


@need_browser
@pytest.mark.parametrize(("name", "how"), [
    pytest.param(name, how, marks=[] if number == 0 or number % 2 == way else pytest.mark.long)
    for number, name in enumerate(LOSING) for way, how in enumerate(("pressed", "typed"))])
def test_a_move_that_loses_at_once_is_warned_of(visit, address, name, how):
    game, position, text = LOSING[name]
    board = Board(game, position)
    page, made = seated(visit, address, board.turn, rules=game, position=position)
    until(page, SAYS, "Your move")
    shown = page.evaluate(POSITION)
    field = page.get_by_placeholder("Type a move")
    if how == "pressed":
        press(page, text[:-len(text) // 2])
        press(page, text[-len(text) // 2:])
        warning = page.locator("eckstein-board .title")
    else:
        field.fill(text)
        field.press("Enter")
        warning = page.get_by_role("alert").filter(has_text="loses at once")
    warning.wait_for()
    assert board.notation(board.parse(text)) + " loses at once: " in warning.inner_text()
    assert page.evaluate(POSITION) == shown
    assert moves_of(address, made) == []
    if how == "pressed":
        page.locator("eckstein-board").get_by_role("button", name="Play it anyway").click()
    else:
        field.press("Enter")
    assert until(page, WINNER) == OTHER[board.turn]
    assert moves_of(address, made) == [text]


@need_browser
@pytest.mark.parametrize("colour", ["white", "black"])
def test_against_the_computer(visit, address, colour):
    """Its moves, a hint, taking back, turning the board and giving up, at either side."""
    other = OTHER[colour]
    page, game = seated(visit, address, colour, rules="contra",
                        **{other: {"kind": "computer", "level": 1}})
    before = 0 if colour == "white" else 1          # moves until it is our turn
    until(page, f"ply => ({PLY})() === ply", before)
    assert page.evaluate("() => document.querySelector('eckstein-board').orientation") == colour
    until(page, SAYS, "Your move")

    for count in range(2):                          # where to look, then with what, then the move
        button(page, "Hint").click()
        page.get_by_text("Look at ").nth(count).wait_for()
        assert page.evaluate("() => { const board = document.querySelector('eckstein-board');"
                             " return [board.arrows.length, board.marks.length]; }") == [0, 1]
    button(page, "Hint").click()
    until(page, "() => document.querySelector('eckstein-board').arrows.length === 1")
    page.get_by_text("Try ").wait_for()

    field = page.get_by_placeholder("Type a move")
    begin, move = page.evaluate(POSITION), {"white": "d1d2", "black": "d7d6"}[colour]
    field.fill(move)
    field.press("Enter")
    until(page, f"ply => ({PLY})() === ply", before + 2)
    assert page.evaluate("() => document.querySelector('eckstein-board').arrows.length") == 0
    button(page, "Take back").click()
    until(page, f"position => ({POSITION})() === position", begin)
    assert button(page, "Take back").is_disabled()

    button(page, "Flip the board").click()
    until(page, "colour => document.querySelector('eckstein-board').orientation === colour", other)
    field.fill(move)
    field.press("Enter")
    until(page, f"ply => ({PLY})() === ply", before + 2)
    button(page, "Resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    assert until(page, WINNER) == other
    with urllib.request.urlopen(f"{address}/api/v1/games/{game}", timeout=PATIENCE) as answer:
        assert json.load(answer)["result"] == {"winner": other, "reason": "resignation",
                                               "score": None}


@need_browser
def test_the_address_is_that_of_what_is_shown(visit):
    page = visit("/")
    press(page, "d1")
    press(page, "d2")
    first = until(page, "() => location.pathname !== '/' && location.pathname")
    until(page, f"() => ({PLY})() >= 1")
    page.get_by_role("button", name="Pur", exact=False).first.click()
    until(page, "() => document.querySelector('eckstein-board')?.view?.game === 'pur'")
    assert page.evaluate("location.pathname") == "/"
    page.reload()
    until(page, "() => document.querySelector('eckstein-board')?.view?.game === 'pur'")
    page.go_back()
    until(page, "() => document.querySelector('eckstein-board')?.view?.game === 'contra'")
    until(page, f"() => ({PLY})() >= 1")
    assert page.evaluate("location.pathname") == first
    page.go_forward()
    until(page, "() => document.querySelector('eckstein-board')?.view?.game === 'pur'")
    assert page.evaluate("location.pathname") == "/"


@need_browser
def test_a_missed_win_is_marked_in_the_analysis(visit):
    page = visit("/analysis?game=contra&position=CWd6Wa1Wb1Wc1Wf1Wg1va7vb7vg7&moves=d6c6+g7g6")
    until(page, f"() => ({PLY})() === 2")
    tool(page, "Review")
    button(page, "Analyse the whole game").click()
    until(page, "() => [...document.querySelectorAll('.move')]"
          ".some(move => move.textContent.startsWith('d6-c6??'))")


@need_browser
def test_what_is_wrong_with_a_typed_line_has_its_place_in_it(browser, address):
    page = browser.new_page(locale="en")
    page.goto(address + "/analysis?game=contra")
    tool(page, "Study")
    button(page, "Open text or file").click()
    page.locator("dialog textarea").fill("d1d2 d7d9")
    page.locator("dialog").get_by_role("button", name="Open", exact=True).click()
    alert = page.locator("dialog").get_by_role("alert").filter(has_text="d7d9")
    alert.wait_for()
    assert alert.inner_text().startswith("Character 6: move 1... d7d9: ")
    page.close()


# A square that cannot be reached from another, with the rules' own sentence in two languages.
BEYOND = {
    "contra": ("c1", "c4", "c4 is farther away", "c4 ist weiter weg"),
    "pur": ("c1", "e3", "diagonal", "schräg"),
    "duell": ("c1", "c8", "must roll exactly", "rollt deshalb genau"),
}


@need_browser
@pytest.mark.parametrize(("game", "language", "number", "how"), [
    pytest.param(game, language, number, how,
                 marks=[] if game == "contra" or number == way else pytest.mark.long)
    for game in BEYOND for number, language in enumerate(("en", "de"))
    for way, how in enumerate(("pressed", "pointed at"))])
def test_a_square_that_cannot_be_reached_says_why(visit, address, game, language, number, how):
    origin, square, *told = BEYOND[game]
    made = post(address, "games", {"rules": game})
    page = visit(f"/game/{made['game']}#{made['seats']['white']}", locale=language)
    until(page, "() => document.querySelector('eckstein-board').playable === 'white'")
    press(page, origin)
    if how == "pressed":
        press(page, square)
    else:
        page.locator(f"eckstein-board [data-square='{square}']").hover(force=True)
    for place in (".more", ".live"):
        line = page.locator(f"eckstein-board {place}").filter(has_text=told[number])
        line.wait_for(state="attached")


@need_browser
def test_a_die_of_either_side_with_the_focus_of_the_keys_is_unfolded(visit, address):
    made = post(address, "games", {"rules": "contra"})
    page = visit(f"/game/{made['game']}#{made['seats']['white']}")
    cell = page.locator("eckstein-board [data-square='d6']")
    cell.focus()
    page.keyboard.press("ArrowUp")
    net = page.locator("eckstein-board .net")
    net.wait_for()
    assert net.get_attribute("aria-label") == "All six faces of the black die on d7"
