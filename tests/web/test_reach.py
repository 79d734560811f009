"""Every page of the one table opens while no server answers, by its address and by a reload."""
import contextlib
import json
import re
from pathlib import Path

import pytest

from eckstein import wire

from ..ports import free_port
from .conftest import (
    LITTLE_MEMORY,
    PLY,
    POSITION,
    SIZES,
    need_browser,
    post,
    press,
    running,
    until,
)
from .test_static import PLACE, SAYS, hosting, written

pytestmark = need_browser
KEPT = "() => navigator.serviceWorker.controller !== null"
SAYS_SOMETHING = "() => document.querySelector('main')?.innerText.trim()"
NOT_FOUND = "There is no such page."
PAGES = json.loads((Path(wire.__file__).parent / "pages.json").read_bytes())


# An address for each path of the table, and some with a question, as links from elsewhere have it.
ADDRESSES = [*(re.sub(r"\{\w+\}", "anna", path.replace("{game}", "contra").replace(
    "{step}", "lesson").replace("{id}", "c0415"))
               for path in PAGES),
             "/?utm_source=x", "/puzzles?utm_source=x", "/leaderboard?game=contra"]


@contextlib.contextmanager
def visited(browser, host, begun=lambda page, where: None):
    """A page whose host is gone again, its address, and what was begun there meanwhile."""
    context = browser.new_context(whole=True, viewport=SIZES["desk"], reduced_motion="reduce",
                                  locale="en")
    page = context.new_page()
    with host as where:
        page.goto(where)
        until(page, KEPT)
        made = begun(page, where)
    context.add_init_script(LITTLE_MEMORY)      # a page now begins its worker only if it needs one
    yield page, where, made
    context.close()


@pytest.fixture(scope="module")
def served(browser, tmp_path_factory):
    """A page whose server is gone, its address, a game that was begun there, and that server."""
    folder, port = tmp_path_factory.mktemp("away"), free_port()
    with visited(browser, running(folder, port), begin) as (page, where, game):
        yield page, where, game, running(folder, port)


@pytest.fixture(scope="module")
def hosted(browser, tmp_path_factory):
    """A page whose folder is gone, and its address."""
    host = hosting(written(tmp_path_factory.mktemp("away")), free_port())
    with visited(browser, host) as (page, where, _):
        yield page, where


def begin(page, where):
    """Begin a game and make a move; gives its path and the position."""
    made = post(where, "games", {"rules": "contra"})
    page.goto(f"{where}/game/{made['game']}#{made['seats']['white']}")
    until(page, SAYS, "Your move")
    press(page, "d1")
    press(page, "d2")
    until(page, f"() => ({PLY})() === 1 && !document.body.innerText.includes('Sending')")
    return f"/game/{made['game']}", page.evaluate(POSITION)


def opens(page, address):
    """See that an address opens, by itself and by a reload."""
    for arrive in (lambda: page.goto(address), page.reload):
        arrive()
        assert NOT_FOUND not in until(page, SAYS_SOMETHING)


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_page_opens_while_no_server_answers(served, path):
    page, where, *_ = served
    opens(page, where + path)


# A folder has one page for all of them, so that every fourth tells enough.
@pytest.mark.parametrize("path", [path if number % 4 == 0 else pytest.param(
    path, marks=pytest.mark.long) for number, path in enumerate(ADDRESSES)])
def test_a_page_of_a_folder_opens_while_no_server_answers(hosted, path):
    page, where = hosted
    page.goto("about:blank")            # what comes after a # alone would load nothing
    opens(page, f"{where}#{path}")


@pytest.mark.parametrize("path", ["index.html", "?utm_source=x", "index.html?utm_source=x#/about"])
def test_the_page_of_a_folder_opens_by_each_of_its_addresses(hosted, path):
    page, where = hosted
    for arrive in (lambda: page.goto(where + path), page.reload):
        arrive()
        until(page, SAYS_SOMETHING)
    # What lies beside the app is the host's, and stays so.
    beside = page.context.new_page()
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        beside.goto(f"{where}game/abc")
    beside.close()
    assert PLACE in where


def test_a_game_that_is_reloaded_without_its_server_shows_how_it_last_stood(served):
    """The server comes back, so that this is the last of its tests."""
    page, where, (path, before), server = served
    for arrive in (lambda: page.goto(where + path), page.reload):
        arrive()
        until(page, SAYS, "this may be out of date")
        assert until(page, POSITION) == before
        assert page.get_by_role("button", name="Resign").count() == 0
    with server:
        until(page, f"() => !({SAYS})('this may be out of date') && ({SAYS})('to move')")
        assert until(page, POSITION) == before
