"""Deciding upon moves before one's turn has come."""
from .conftest import need_browser, post, press, until
from .test_sides import moves_of

AHEAD = "() => document.querySelector('eckstein-board')?.ahead !== null"
LAST = "text => document.querySelector('eckstein-board')?.view?.last?.text === text"
DECIDED = "() => document.querySelector('eckstein-board')?.premove"


def does(address, made, seat, **wanted):
    """A command of somebody without a page."""
    return post(address, f"games/{made}/commands", {"id": f"{wanted}", "seat": seat, **wanted})


@need_browser
def test_a_move_in_advance_is_made_as_soon_as_the_turn_comes(visit, address):
    made = post(address, "games", {"rules": "contra"})
    page = visit(f"/game/{made['game']}#{made['seats']['black']}")
    until(page, AHEAD)
    press(page, "d7")
    press(page, "d6")
    assert page.evaluate(DECIDED) == "d7d6" and moves_of(address, made["game"]) == []
    assert "In advance: d7-d6." in page.locator("eckstein-board .tray").inner_text()
    page.keyboard.press("Escape")
    assert page.evaluate(DECIDED) is None
    field = page.get_by_placeholder("Type a move")
    field.fill("a7a6")
    field.press("Enter")
    assert page.evaluate(DECIDED) == "a7a6"
    does(address, made["game"], made["seats"]["white"], what="move", move="d1d2", seq=1)
    until(page, "() => document.querySelector('eckstein-board').view.ply === 2")
    assert moves_of(address, made["game"]) == ["d1d2", "a7a6"]


@need_browser
def test_conditional_replies_are_entered_on_the_board_and_made_by_the_server(visit, address):
    made = post(address, "games", {"rules": "contra"})
    page = visit(f"/game/{made['game']}#{made['seats']['black']}")
    page.get_by_role("tab", name="Conditional replies").click()
    panel = page.get_by_role("region", name="Conditional replies")
    panel.get_by_role("button", name="Add a line").click()
    panel.get_by_role("button", name="Keep this line").wait_for()
    for text in ("d1d2", "d7d6", "d2d3", "a7a6"):
        press(page, text[:2])
        press(page, text[2:])
        until(page, LAST, text)
    panel.get_by_role("button", name="Keep this line").click()
    panel.get_by_text("if d1-d2: d7-d6; if d2-d3: a7-a6", exact=True).wait_for()
    page.reload()
    page.get_by_role("tab", name="Conditional replies").click()
    panel.get_by_text("if d1-d2: d7-d6; if d2-d3: a7-a6", exact=True).wait_for()
    does(address, made["game"], made["seats"]["white"], what="move", move="d1d2", seq=1)
    until(page, LAST, "d7d6")
    panel.get_by_text("if d2-d3: a7-a6", exact=True).wait_for()
    panel.get_by_role("button", name="Delete: if d2-d3: a7-a6").click()
    panel.get_by_text("Set up your replies while you wait").wait_for()
    does(address, made["game"], made["seats"]["white"], what="move", move="d2d3", seq=3)
    until(page, LAST, "d2d3")
    assert moves_of(address, made["game"]) == ["d1d2", "d7d6", "d2d3"]
