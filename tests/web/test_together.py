"""Two people, each at a page of their own, play by a link; and a server that comes back."""
import json
import urllib.parse
import urllib.request

import pytest

from .conftest import PLY, SIZES, expect, free_port, need_browser, post, press, running, until

ELSEWHERE = "old => location.pathname !== old && location.pathname"
ARROWS = "() => document.querySelector('eckstein-board').arrows.length"
SAYS = "text => document.body.innerText.includes(text)"


def shows(page, ply):
    until(page, f"ply => ({PLY})() === ply", ply)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


@need_browser
def test_a_game_by_link_with_a_rematch(visit):
    ann = visit("/")
    button(ann, "New game").first.click()
    ann.get_by_text("A friend by link").click()
    button(ann, "Start").click()
    link = ann.get_by_role("textbox", name="Invite your friend", exact=True)
    invitation = urllib.parse.urlsplit(link.input_value())
    assert not invitation.fragment, "an invitation must not give away the seat of who invites"
    ann.keyboard.press("Escape")

    expect(ann.get_by_text("No opponent has joined yet")).to_have_count(1)
    ben = visit(invitation.path)
    until(ben, "() => document.querySelector('dialog').innerText.includes("
          "'invites you to play Cublino Contra')")
    button(ben, "Play Black").click()
    until(ann, "() => !document.body.innerText.includes('No opponent has joined yet')")
    press(ann, "d1")
    press(ann, "d2")
    shows(ben, 1)
    press(ben, "d7")
    press(ben, "d6")
    shows(ann, 2)

    button(ben, "Resign").first.click()
    ben.locator("dialog").get_by_role("button", name="Resign").click()
    until(ann, SAYS, "You win!")
    button(ann, "Rematch").click()
    until(ben, SAYS, "wants a rematch")
    button(ben, "Decline").click()
    until(ann, SAYS, "Declined.")
    button(ann, "Rematch").click()
    until(ben, SAYS, "wants a rematch")
    button(ben, "Rematch").click()
    assert until(ann, ELSEWHERE, invitation.path) == until(ben, ELSEWHERE, invitation.path)
    shows(ann, 0)
    shows(ben, 0)


@need_browser
def test_who_would_rather_watch_can_still_sit_down(visit, address):
    made = post(address, "games", {"rules": "pur", "white": {"kind": "human", "open": True}})
    page = visit(f"/game/{made['game']}")
    button(page, "Only watch").click()
    assert page.locator("dialog").count() == 0
    button(page, "Play White").click()
    until(page, SAYS, "Your move")


@need_browser
@pytest.mark.parametrize("size", SIZES)
def test_who_only_watches_sees_nothing_that_cannot_work(visit, address, size):
    page = visit(f"/game/{post(address, 'games', {'rules': 'pur'})['game']}", size)
    until(page, SAYS, "You are watching")
    assert page.locator("[data-type-move]").count() == 0
    for name in ("Take back", "Hint", "Offer a draw", "Resign", "Cancel the game"):
        assert button(page, name).count() == 0


@need_browser
@pytest.mark.parametrize("size", SIZES)
def test_a_game_that_does_not_exist_has_a_way_on_and_nothing_else(visit, size):
    page = visit("/game/nosuchgame", size)
    page.get_by_role("heading", name="This game does not exist any more.").wait_for()
    assert page.locator("main :is(input, button, eckstein-board)").count() == 0
    page.get_by_role("link", name="To the board").click()
    shows(page, 0)


@need_browser
def test_a_move_without_a_server_is_sent_once_when_it_is_back(browser, tmp_path):
    port = free_port()
    context = browser.new_context(viewport=SIZES["desk"], reduced_motion="reduce", locale="en")
    page = context.new_page()
    with running(tmp_path, port) as address:
        made = post(address, "games", {"rules": "contra"})
        page.goto(f"{address}/game/{made['game']}#{made['seats']['white']}")
        until(page, "!!document.querySelector('eckstein-board')?.view")
        until(page, SAYS, "Your move")
    until(page, SAYS, "No connection to the server")
    press(page, "d1")
    press(page, "d2")
    until(page, SAYS, "Your move is saved")
    until(page, f"() => ({ARROWS})() === 1")
    with running(tmp_path, port) as address:
        until(page, f"() => ({PLY})() === 1")
        with urllib.request.urlopen(f"{address}/api/v1/games/{made['game']}") as answer:
            moves = json.load(answer)["moves"]
        assert [move["text"] for move in moves] == ["d1d2"]
        until(page, "() => !document.body.innerText.includes('Your move is saved')")
        until(page, f"() => ({ARROWS})() === 0")
    context.close()


@need_browser
@pytest.mark.parametrize("size", SIZES)
def test_a_page_says_when_the_opponent_has_left(visit, address, size):
    made = post(address, "games", {"rules": "contra", "clock": {
        "kind": "fischer", "initial": 3600, "increment": 0}})
    for number, move in enumerate(("d1d2", "d7d6", "d2d3")):
        colour = ("white", "black")[number % 2]
        post(address, f"games/{made['game']}/commands", {
            "id": move, "what": "move", "seat": made["seats"][colour], "seq": number + 1,
            "move": move})
    ann = visit(f"/game/{made['game']}#{made['seats']['white']}", size)
    until(ann, SAYS, "has left the game. In ")
    ben = visit(f"/game/{made['game']}#{made['seats']['black']}")
    until(ann, "text => !document.body.innerText.includes(text)", "has left the game")
    ben.close()
    until(ann, SAYS, "has left the game. In ")
