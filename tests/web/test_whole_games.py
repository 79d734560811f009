"""A whole game of each of the five in the browser: by mouse, by touch, and by keys alone."""
import json
import urllib.request

import pytest

from eckstein import Board
from eckstein.view import view

from .conftest import SIZES, need_browser, until

GAMES = {
    "contra": "b1b2 b7b6 f1f2 f7f6 f2f3 g7g6 f3f4 e7f7 f4f5 f7g7 f5g5 b6c6 g5g6 a7b7 g6g7",
    "ecke": "c1b2 c7b6 a1c3 f7g6 b2d4 g7f6 c3e5 e7d6 d4c5 b7b6 e5f5 d7c6",
    "duell": "A1-d3 D8-i7 F1-c4",
    "echek": "P@n13n14 m14n13 Q@l13 n13o13 B@m15 Q@o14 R@m16 B@p12 RK R@n13",
    "pur": "d1d2 g7g6 f1d1d3 e7g7g5 d2d4 g6g4 d3d5 g5g3 d4d6 g4g2 e1e2 c7c6e6 d5e5e7g7 d7e7e5 d6d7 "
           "e6e4 d7e7 e5e3e1 e2e3e5 e1d1 c1c2 a7a6 a1c1c3 b7a7a5 c2c4 a6a4 c3c5 a5a3 c4c6 a4a2 "
           "c5c7 a3a1c1e1 b1a1a3 a2a1 a3a4 f7f6 e5f5f7 e4e3 a4a5 f6f5 a5a6 f5f4 a6a7 f4e4e2 a7b7 "
           "e1f1 g1e1 g3g1 c7a7 a1b1 c6c7 b1c1 c7d7 d1b1 a7c7 g2f2 c7a7 e3d3 e1e3c3 e2e1 c3c4 "
           "d3d2 c4c5 d2d1 c5c6 f2g2 c6c7",
}
ENDS = {"contra": "goal", "ecke": "elimination", "duell": "duel-mate", "echek": "surrounded",
        "pur": "goal"}
SETTINGS = {"speed": 0, "sound": False, "language": "en"}


def post(address, path, body):
    """What the HTTP API answers."""
    request = urllib.request.Request(f"{address}/api/v1/{path}", json.dumps(body).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


class Player:
    """Somebody at a page who holds both seats of a game."""

    def __init__(self, page, board):
        self.page, self.board = page, board
        self.element = page.locator("eckstein-board")

    def cell(self, square):
        return self.element.locator(f"[data-square='{square}']")

    def find(self, text):
        """The move of a text as the browser is told of it, with the ways that look alike."""
        legal = view(self.board)["legal"]
        move = next(one for one in legal if one["text"] == text)
        alike = [one for one in legal if ends(one) == ends(move)]
        return move, alike

    def number_of(self, move):
        """Which of the ways to choose from is this move, from 0."""
        texts = self.element.evaluate(
            "board => [...board.shadowRoot.querySelectorAll('.choices .way')]"
            ".map(button => button.textContent)")
        found = [number for number, text in enumerate(texts) if move["notation"] in text]
        assert len(found) == 1, (move["notation"], texts)
        return found[0]

    def play(self, text):
        """Make a move, choosing its way where there are several."""
        move, alike = self.find(text)
        origin, target = ends(move)
        self.choose(origin)
        self.choose(target)
        if len(alike) > 1:
            self.choose_way(move)
        if text == "RK" or move["winner"] not in (None, self.board.turn):
            self.insist()
        self.board.push_text(text)
        position = self.board.position()
        until(self.page, "position => "
              "document.querySelector('eckstein-board').view.position === position", position)


class Pointer(Player):
    """By mouse, or by touch, where a square can be seen behind the dice in front of it."""

    def __init__(self, page, board, press):
        super().__init__(page, board)
        self.press = press

    def choose(self, place):
        if place.startswith("@"):
            colour = "white" if self.board.turn == "white" else "black"
            self.press(self.element.locator(
                f".reserve[data-colour={colour}] [data-reserve={place[1:]}]"))
        else:
            cell = self.cell(place)
            box = cell.bounding_box()
            self.press(cell, position={"x": box["width"] / 2, "y": box["height"] / 4})

    def choose_way(self, move):
        self.press(self.element.locator(".choices .way").nth(self.number_of(move)))

    def insist(self):
        self.press(self.element.locator(".choices .yes"))


class Typist(Player):
    """By keys alone: arrows from square to square, Enter, numbers for ways."""

    def choose(self, place):
        if place.startswith("@"):
            colour = "white" if self.board.turn == "white" else "black"
            button = self.element.locator(
                f".reserve[data-colour={colour}] [data-reserve={place[1:]}]")
            button.focus()
            self.page.keyboard.press("Enter")
            return
        self.walk_to(place)
        self.page.keyboard.press("Enter")

    def walk_to(self, place):
        for _ in range(40):
            here = self.focused()
            if here == place:
                return
            if here is None:
                self.element.locator("[data-square][tabindex='0']").focus()
                continue
            self.page.keyboard.press(self.arrow(here, place))
        pytest.fail(f"the arrows do not lead to {place}")

    def focused(self):
        return self.element.evaluate(
            "board => board.shadowRoot.activeElement?.dataset.square ?? null")

    def arrow(self, here, there):
        columns = (ord(there[0]) - ord(here[0]) + 13) % 26 - 13
        rows = (int(there[1:]) - int(here[1:]) + 13) % 26 - 13
        if columns:
            return "ArrowRight" if columns > 0 else "ArrowLeft"
        return "ArrowUp" if rows > 0 else "ArrowDown"

    def choose_way(self, move):
        self.page.keyboard.press(str(self.number_of(move) + 1))

    def insist(self):
        self.page.keyboard.press("Enter")


def ends(move):
    """Where a move begins and ends: a square, or `@` and the letter of a piece in hand."""
    first, last = move["steps"][0], move["steps"][-1]
    if move["text"] == "RK":
        last = first
    return first["origin"] or f"@{first['piece'].upper()}", last["target"]


def by_mouse(page, board):
    return Pointer(page, board, lambda place, **where: place.click(force=True, **where))


def by_touch(page, board):
    return Pointer(page, board, lambda place, **where: place.tap(force=True, **where))


def by_keys(page, board):
    return Typist(page, board)


@need_browser
@pytest.mark.parametrize("how", [by_mouse, by_touch, by_keys], ids=["mouse", "touch", "keys"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(browser, address, game, how):
    made = post(address, "games", {"rules": game})
    touch = how is by_touch
    context = browser.new_context(viewport=SIZES["phone" if touch else "desk"], has_touch=touch)
    context.add_init_script(
        f"localStorage.setItem('eckstein.settings', JSON.stringify({json.dumps(SETTINGS)}))")
    page, problems = context.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda told: told.type == "error" and problems.append(told.text))
    for token in made["seats"].values():
        page.goto(f"{address}/game/{made['game']}#{token}")
        until(page, "!!document.querySelector('eckstein-board')?.view")
    player = how(page, Board(game))
    for text in GAMES[game].split():
        player.play(text)
    outcome = page.evaluate("document.querySelector('eckstein-board').view.outcome")
    assert outcome["reason"] == ENDS[game]
    assert problems == []
    context.close()
