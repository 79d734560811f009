"""Players who hold all seats of a page and make the moves they are told, by pointer or by keys."""
import pytest

from eckstein.board.view import view

from .conftest import until


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
