"""Files that are dropped on any page are opened, or are called what they are."""
import base64

import pytest

from .conftest import need_browser, until
from .test_static import SAYS

pytestmark = need_browser
# Drops files on the page; tells whether the browser would have left it, as it does with files.
DROP = """(files) => {
  const data = new DataTransfer();
  for (const [name, text] of files)
    data.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name));
  return ["dragover", "drop"].map((type) => document.querySelector("main").dispatchEvent(
    new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true, composed: true })));
}"""
OPENED = "() => location.pathname === '/analysis' && document.body.innerText.includes('d2-d3')"
RECORD = b'[Game "contra"]\n\n1. d1-d2 d7-d6 2. d2-d3 *\n'
PLACES = ["/", "/analysis?game=duell", "/learn/pur", "/learn/pur/lesson", "/puzzles", "/lobby",
          "/account", "/about"]


def drop(page, *files):
    left = page.evaluate(DROP, [[name, base64.b64encode(content).decode()]
                                for name, content in files])
    assert left == [False, False]


@pytest.mark.parametrize("path", PLACES)
def test_a_game_that_is_dropped_anywhere_is_opened(visit, path):
    page = visit(path)
    drop(page, ("game.pgn", RECORD))
    until(page, OPENED)
    assert page.locator("dialog").count() == 0


@pytest.mark.parametrize("name, content, told", [
    ("i.png", b"\x89PNG\r\n\x1a\n" + bytes(100), "i.png is a file of the kind PNG."),
    ("a.pdf", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj", "a.pdf is a file of the kind PDF."),
    ("a.zip", b"PK\x03\x04\x14" + bytes(50), "a.zip is a file of the kind ZIP."),
    ("noise", bytes(number * 7919 % 251 for number in range(5000)), "noise is not text"),
    ("none.txt", b"", "none.txt is empty.")])
def test_a_file_that_is_something_else_says_what_it_is(visit, name, content, told):
    page = visit("/")
    drop(page, (name, content))
    until(page, SAYS, told)
    assert page.evaluate("location.pathname") == "/"


def test_of_several_files_all_that_can_be_read_is_listed(visit):
    page = visit("/")
    drop(page, ("one.pgn", RECORD), ("i.png", b"\x89PNG\r\n\x1a\n"), ("two.txt", RECORD * 2))
    until(page, SAYS, "i.png is a file of the kind PNG.")
    until(page, "() => document.querySelectorAll('dialog ol li').length === 3")
    page.get_by_role("button", name="Open all 3 games as one study").click()
    until(page, OPENED)


def test_games_of_a_large_file_are_listed_while_it_is_read(visit):
    """The answers to later pieces do not come until the test has looked."""
    page = visit("/")
    pieces, held = [], []

    def answer(route):
        pieces.append(route)
        if len(pieces) == 1:
            route.continue_()
        else:
            held.append(route)
    page.route("**/api/v1/read", answer)
    drop(page, ("many.pgn", RECORD * 5000))
    until(page, "() => document.querySelectorAll('dialog ol li').length === 100")
    until(page, SAYS, "% read: 200 games")
    until(page, SAYS, "… and 100 more.")
    assert held and page.locator("dialog progress").count() == 1
    page.locator("dialog ol button").first.click()
    until(page, OPENED)
    for route in held:
        route.continue_()
