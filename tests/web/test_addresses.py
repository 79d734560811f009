"""Addresses of the analysis: kept studies have their own, and what cannot be read is named."""
import pytest

from .conftest import PLY, POSITION, READY, need_browser, tool, until
from .test_static import SAYS

pytestmark = need_browser
FAULT = "() => document.querySelector('main [role=alert]')?.innerText"


@pytest.fixture
def tabs(windows, address):
    """What opens a path in a tab of one browser; the server may refuse what it is asked."""
    choices = {"reduced_motion": "reduce", "locale": "en"}
    first = windows.take("desk", choices)
    idle = [first]

    def tab(path, shown=POSITION):
        page = idle.pop() if idle else first.context.new_page()
        page.goto(path if "://" in path else address + path)
        until(page, shown)
        return page
    yield tab
    windows.give_back(first, address, choices)


def test_the_address_of_a_kept_study_opens_it_with_its_comments(tabs):
    page = tabs("/analysis?game=contra&moves=d1d2+d7d6")
    until(page, f"() => ({PLY})() === 2")
    assert "kept=" not in page.url
    tool(page, "Comment")
    page.get_by_role("textbox", name="Comment").first.fill("a quiet reply")
    until(page, "() => location.search.includes('&kept=')")
    until(page, """() => new Promise((done) => {
      indexedDB.open("eckstein-page").onsuccess = ({ target: { result } }) => {
        const all = result.transaction("analyses").objectStore("analyses").getAll();
        all.onsuccess = () => { result.close();
          done(JSON.stringify(all.result).includes("a quiet reply")); };
      };
    })""")
    other = tabs(page.url)
    until(other, f"() => ({PLY})() === 2")
    tool(other, "Comment")
    until(other, "() => [...document.querySelectorAll('textarea')]"
                 ".some((one) => one.value === 'a quiet reply')")


@pytest.mark.parametrize("query, ply, told", [
    ("game=contra&moves=d1d2+zzz", 1, "zzz"), ("game=contra&moves=d1d2+d7d6+d2d9+d6d5", 2, "d2d9"),
    ("game=contra&moves=zzz", 0, "zzz"), ("moves=d1d2", 1, "names no game"),
    ("game=contra&option=foo&moves=d1d2", 1, "option that cannot be read: foo"),
    ("game=contra&option=foo=1", 0, "foo"), ("game=contra&position=zzz", 0, "position"),
    ("game=nothing", 0, "nothing"), ("kept=nosuch", 0, "is not in this browser"),
    ("game=contra&moves=d1d2&kept=nosuch", 1, "is not in this browser"),
    ("game=contra&moves=d1d2", 1, None), ("utm_source=x", 0, None)])
def test_what_can_be_read_of_an_address_is_shown_and_the_rest_is_named(tabs, query, ply, told):
    page = tabs(f"/analysis?{query}")
    until(page, f"ply => ({PLY})() === ply", ply)
    if told:
        until(page, SAYS, told)
    else:
        assert not page.evaluate(FAULT)


def test_a_leaderboard_of_no_game_says_so(tabs):
    page = tabs("/leaderboard?game=foo&speed=rapid", READY)
    until(page, SAYS, "asks for foo")


@pytest.mark.parametrize("path", ["/puzzles/foo", "/puzzles/foo/c0415", "/learn/foo", "/foo"])
def test_pages_of_games_that_do_not_exist_say_so(tabs, path):
    page = tabs(path, READY)
    until(page, "() => document.querySelector('main h1')?.innerText === 'There is no such page.'")
