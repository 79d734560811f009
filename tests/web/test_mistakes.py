"""One's own mistakes in the browser: tasks that come back."""
import json

import pytest

from .conftest import AXE, OVERFLOW, POSITION, need_browser, post, until

pytestmark = need_browser

NOW = 1_790_000_000_000
CARD = {"due": NOW, "reviewed": NOW, "stability": 0.212, "difficulty": 6.4133}
WIN = {"position": "Cja2Tb3Vg3Rf5Jg6", "task": "win", "count": 1, "right": ["g6g7"],
       "played": "b3b4", "theme": "race"}
TAKE = {"position": "CCd1Wg1Tg2Bc3Bd3Be3na4de5qb6eg6fb7ve7vg7", "task": "take", "count": 0,
        "right": ["e3e4"], "played": "g1f1", "theme": "capture"}
KEEP = {"position": "cSb1We1Gf1cc2la4Ud4Ig5ig6va7vc7", "task": "keep", "count": 0,
        "right": ["c2b2", "a4a3", "a4b4"], "played": "c7d7", "theme": "capture"}
ROWS = {"position": "PWf1Hb2kc2Lg2ab3ce3Sf3kb4Kc4Ke4ce5Mc6if6vf7", "task": "take", "count": 3,
        "right": ["f1f2f4d4", "f1f2f4", "c4c5c7"], "played": "b2d2", "theme": "chain",
        "game": "pur"}
KEPT = "() => JSON.parse(localStorage.getItem('eckstein.mistakes') ?? 'null')"


def tasks_of(*some):
    """What the page keeps of tasks that are due."""
    return {"judged": [], "tasks": [
        {"game": "contra", "options": {}, "from": "g", "tries": 0, "card": CARD | {"due": NOW + at},
         **one} for at, one in enumerate(some)]}


@pytest.fixture
def opened(visit, address):
    """A function that opens the page of one's own mistakes with some tasks."""
    def open_page(*some, size="phone", locale="en", game="contra", settings=None):
        page = visit("/about", size, fresh=True, locale=locale)
        page.evaluate("([kept, chosen]) => { localStorage.setItem('eckstein.mistakes', kept);"
                      " localStorage.setItem('eckstein.settings', chosen) }",
                      [json.dumps(tasks_of(*some)), json.dumps(settings or {})])
        page.goto(f"{address}/learn/{game}/mistakes")
        return page
    return open_page


def make(page, position, text):
    """Type a move, as soon as it can be made."""
    until(page, f"position => ({POSITION})() === position", position)
    page.locator("[data-type-move]").fill(text)
    page.locator("[data-type-move]").press("Enter")


def says(page, *texts):
    for text in texts:
        until(page, "text => document.querySelector('main').innerText.includes(text)", text)


def no_fault(page):
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate("async () => (await axe.run(document)).violations"
                         ".map(one => `${one.id}: ${one.nodes[0].html}`)") == []


def onward(page):
    until(page, "() => document.querySelector('.acts-now .main')")
    page.locator(".acts-now .main").click()


def test_tasks_come_one_after_the_other_and_then_on_other_days(opened):
    page = opened(TAKE, WIN, KEEP)
    says(page, "3 due today", "White to move: win a piece.")
    no_fault(page)
    make(page, TAKE["position"], TAKE["played"])
    says(page, "g1-f1 does not do that.")
    make(page, TAKE["position"], TAKE["right"][0])
    says(page, "In your game you played g1-f1. Your die on e3 was attacked")
    no_fault(page)
    onward(page)
    says(page, "White to move and win at once.")
    make(page, WIN["position"], WIN["right"][0])
    says(page, "Solved!", "You could have won at once by g6-g7")
    onward(page)
    says(page, "Black to move: lose no piece.")
    make(page, KEEP["position"], KEEP["right"][2])
    says(page, "Solved!")
    onward(page)
    says(page, "None is due today", "You overlook pieces that can be taken: 2 of 3.")
    no_fault(page)
    kept = {one["position"]: one for one in page.evaluate(KEPT)["tasks"]}
    days = {at: (one["card"]["due"] - one["card"]["reviewed"]) / 86_400_000
            for at, one in kept.items()}
    assert all(one["tries"] == 1 for one in kept.values())
    assert days[TAKE["position"]] == 1 < days[WIN["position"]] == days[KEEP["position"]]


@pytest.mark.parametrize(("locale", "task", "coach"), [
    ("de", "Weiß zieht: Geh 3 Reihen vorwärts.", "hast du b2:d2 gespielt."),
    ("fr", "avancez de 3 rangées.", "vous avez joué b2:d2.")])
def test_it_speaks_the_language_of_the_page(opened, locale, task, coach):
    page = opened(ROWS, locale=locale, game="pur", size="desk")
    says(page, task)
    make(page, ROWS["position"], ROWS["right"][1])
    says(page, coach)


def test_whatever_is_tried_a_task_stands_until_it_is_done_or_passed(opened):
    page = opened(TAKE, KEEP)
    until(page, f"position => ({POSITION})() === position", TAKE["position"])
    page.get_by_role("button", name="Another").click()
    until(page, f"position => ({POSITION})() === position", KEEP["position"])
    page.get_by_role("button", name="Solution").click()
    says(page, "That was the solution.")
    onward(page)
    until(page, f"position => ({POSITION})() === position", TAKE["position"])
    assert [one["tries"] for one in page.evaluate(KEPT)["tasks"]] == [0, 1]


@pytest.mark.parametrize(("settings", "text"), [
    ({}, "There are none yet."), ({"mistakes": False}, "switch puzzles from your mistakes off")])
def test_without_tasks_it_says_where_they_come_from(opened, settings, text):
    page = opened(settings=settings)
    says(page, text)
    no_fault(page)


def test_the_page_of_a_game_says_how_many_are_due(opened, address):
    page = opened(TAKE, KEEP)
    page.goto(f"{address}/learn/contra")
    step = page.get_by_role("listitem").filter(has_text="2 of your own mistakes are due")
    step.get_by_role("link", name="Begin: Your own mistakes").click()
    says(page, "2 due today")


def test_a_game_that_has_ended_is_looked_through_on_this_device(browser, address):
    """With the worker of the page; the server is asked for nothing of it."""
    made = post(address, "games", {"rules": "contra", "position": TAKE["position"],
                                   "black": {"kind": "computer", "level": 1}})
    context = browser.new_context(whole=True, locale="en", reduced_motion="reduce")
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/game/{made['game']}#{made['seats']['white']}")
    make(page, TAKE["position"], TAKE["played"])
    until(page, "() => document.querySelector('eckstein-board').view.ply === 2")
    seq = page.evaluate("async game => (await (await fetch(`/api/v1/games/${game}`)).json()).seq",
                        made["game"])
    post(address, f"games/{made['game']}/commands",
         {"id": "the end", "what": "resign", "seat": made["seats"]["white"], "seq": seq})
    until(page, f"() => ({KEPT})()?.tasks.length")
    [task] = page.evaluate(KEPT)["tasks"]
    assert {name: task[name] for name in TAKE} == TAKE
    assert task["card"]["due"] - task["card"]["reviewed"] == 86_400_000
    assert task["from"] == made["game"]
    assert not [url for url in asked if url.endswith(("/mistake", "/review"))]
    context.close()
