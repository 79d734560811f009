"""Every page of the one table opens while no server answers, by its address and by a reload."""
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


@pytest.fixture(scope="module", params=["server", "folder"])
def stopped(request, browser, tmp_path_factory):
    """A page whose server is gone again, its address, and what comes before a path in one."""
    context = browser.new_context(whole=True, viewport=SIZES["desk"], reduced_motion="reduce",
                                  locale="en")
    page = context.new_page()
    folder = tmp_path_factory.mktemp("away")
    by_path = request.param == "server"
    with (running(folder, free_port()) if by_path
          else hosting(written(folder), free_port())) as where:
        page.goto(where)
        until(page, KEPT)
    context.add_init_script(LITTLE_MEMORY)      # a page now begins its worker only if it needs one
    yield page, where, "" if by_path else "#"
    context.close()


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_page_opens_while_no_server_answers(stopped, path):
    page, where, before = stopped
    if before:
        page.goto("about:blank")        # what comes after a # alone would load nothing
    for arrive in (lambda: page.goto(where + before + path), page.reload):
        arrive()
        assert NOT_FOUND not in until(page, SAYS_SOMETHING)


@pytest.mark.parametrize("stopped", ["folder"], indirect=True)
@pytest.mark.parametrize("path", ["index.html", "?utm_source=x", "index.html?utm_source=x#/about"])
def test_the_page_of_a_folder_opens_by_each_of_its_addresses(stopped, path):
    page, where, _ = stopped
    for arrive in (lambda: page.goto(where + path), page.reload):
        arrive()
        until(page, SAYS_SOMETHING)
    # What lies beside the app is the host's, and stays so.
    beside = page.context.new_page()
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        beside.goto(f"{where}game/abc")
    beside.close()
    assert PLACE in where


def test_a_game_that_is_reloaded_without_its_server_shows_how_it_last_stood(browser, tmp_path):
    context = browser.new_context(whole=True, viewport=SIZES["desk"], reduced_motion="reduce",
                                  locale="en")
    page, port = context.new_page(), free_port()
    with running(tmp_path, port) as where:
        made = post(where, "games", {"rules": "contra"})
        page.goto(f"{where}/game/{made['game']}#{made['seats']['white']}")
        until(page, SAYS, "Your move")
        press(page, "d1")
        press(page, "d2")
        until(page, f"() => ({PLY})() === 1 && !document.body.innerText.includes('Sending')")
        before = page.evaluate(POSITION)
        until(page, KEPT)
    for arrive in (page.reload, lambda: page.goto(f"{where}/game/{made['game']}")):
        arrive()
        until(page, SAYS, "this may be out of date")
        assert until(page, POSITION) == before
        assert page.get_by_role("button", name="Resign").count() == 0
    with running(tmp_path, port):
        until(page, f"() => !({SAYS})('this may be out of date') && ({SAYS})('to move')")
        assert until(page, POSITION) == before
    context.close()
