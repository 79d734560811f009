"""The app from a folder of files: under a path, without headers, and then without a network."""
import contextlib
import re
import subprocess
import sys

import pytest

from eckstein.base.web_files import browser_files
from eckstein.browser.site import write_site

from ..ports import free_port
from .conftest import (
    AXE,
    OVERFLOW,
    PATIENCE,
    PLY,
    POSITION,
    READY,
    SIZES,
    need_browser,
    press,
    tool,
    until,
    wait_for,
)

PLACE = "some/where"
GAME = "game => document.querySelector('eckstein-board')?.view?.game === game"
KEPT = "() => navigator.serviceWorker.controller !== null"
TITLED = "text => document.querySelector('h1')?.textContent.startsWith(text)"
SAYS = "text => document.body.innerText.includes(text)"
VIOLATIONS = ("async () => (await axe.run(document)).violations"
              ".map(one => `${one.id}: ${one.nodes.map(node => node.target).join(' ')}`)")


@contextlib.contextmanager
def hosting(folder, port):
    """Python's plain file server; gives the address of what lies in PLACE."""
    process = subprocess.Popen(
        [sys.executable, "-m", "http.server", str(port), "-d", str(folder), "--bind", "127.0.0.1"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/", process)
        yield f"http://127.0.0.1:{port}/{PLACE}/"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def written(folder):
    """The folder of a host with the app below it."""
    if not browser_files():
        pytest.fail("the pages are not built: run make web")
    (folder / PLACE).parent.mkdir(parents=True)
    write_site(folder / PLACE)
    return folder


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    return written(tmp_path_factory.mktemp("host"))


class Visitor:
    """Somebody with a browser of his own."""

    def __init__(self, browser, size="desk", **choices):
        self._browser = browser
        self._choices = {"viewport": SIZES[size], **choices}
        self.problems = []

    def __enter__(self):
        self.context = self._browser.new_context(whole=True, reduced_motion="reduce", locale="en",
                                                 **self._choices)
        return self

    def __exit__(self, *_):
        self.context.close()

    def open(self, address):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda told: told.type == "error" and self.problems.append(told.text))
        page.goto(address)
        until(page, READY)
        return page


@pytest.fixture
def visitor(browser):
    with Visitor(browser) as somebody:
        yield somebody
        assert somebody.problems == []


@pytest.fixture(scope="module")
def offline(browser, host):
    """The page of somebody whose network has gone when all was kept, and its address."""
    with Visitor(browser) as somebody:
        with hosting(host, free_port()) as address:
            page = somebody.open(address)
            until(page, KEPT)
        yield page, address
        assert somebody.problems == []


def begin_at_one_screen(page):
    """A game of which both sides are played here; returns its path."""
    page.get_by_role("button", name="New game").first.click()
    page.get_by_text("A friend at this screen").click()
    page.get_by_role("button", name="Start", exact=True).click()
    until(page, "() => location.hash.startsWith('#/here/')")
    until(page, SAYS, "White to move")
    return page.evaluate("location.hash")


def make(page, origin, target, ply):
    press(page, origin)
    press(page, target)
    until(page, f"ply => ({PLY})() === ply && !document.body.innerText.includes('Sending')", ply)


@need_browser
def test_a_game_under_a_path_is_the_same_in_two_tabs_and_goes_on_without_a_network(visitor, host):
    with hosting(host, free_port()) as address:
        page = visitor.open(address)
        until(page, KEPT)
        path = begin_at_one_screen(page)
        other = visitor.open(address + path)
        make(other, "d1", "d2", 1)
        until(page, f"() => ({PLY})() === 1")
        make(page, "d7", "d6", 2)
        until(other, f"() => ({PLY})() === 2")
        other.close()
    before = page.evaluate(POSITION)
    page.reload()
    assert until(page, POSITION) == before
    make(page, "d2", "d3", 3)
    page.reload()
    until(page, f"() => ({PLY})() === 3")


@need_browser
def test_all_games_and_lessons_are_there_without_a_network(offline):
    page, address = offline
    page.goto(f"{address}#/")
    for game, name in (("pur", "Pur"), ("ecke", "Ecke"), ("duell", "Duell"), ("echek", "Echek")):
        page.get_by_role("button", name=re.compile(f"^{name}")).click()
        until(page, GAME, game)
        page.goto(f"{address}#/learn/{game}/lesson")
        until(page, "() => document.querySelector('.dots')"
                    " && document.querySelector('eckstein-board')?.view")
        page.goto(f"{address}#/")
        until(page, POSITION)


@need_browser
def test_each_step_of_a_path_is_there_without_a_network(offline):
    page, address = offline
    for step, sees in (("", "First game: 5 × 5"), ("/endings", "Position 1 of 5"),
                       ("/proof", "A proof of"), ("/storm", "Three minutes"),
                       ("/mistakes", "There are none yet")):
        page.goto(f"{address}#/learn/contra{step}")
        until(page, SAYS, sees)
    page.goto(f"{address}#/learn/contra")
    page.get_by_role("button", name="Begin: First game").click()
    until(page, SAYS, "5 dice")
    make(page, "a1", "a2", 2)


@need_browser
def test_a_text_becomes_an_analysis_without_a_network(offline):
    page, address = offline
    page.goto(f"{address}#/analysis?game=contra")
    tool(page, "Study")
    page.get_by_role("button", name="Open text or file").click()
    page.get_by_role("textbox", name=re.compile("^A position, a record")).fill("d1d2 d7d6 d2d3")
    page.get_by_role("button", name="Open", exact=True).click()
    until(page, "() => document.querySelectorAll('dialog').length === 0")
    until(page, SAYS, "d2-d3")


@need_browser
def test_a_picture_is_drawn_without_a_network(offline):
    page, address = offline
    page.goto(f"{address}#/analysis?game=contra&moves=d1d2+d7d6")
    until(page, f"() => ({PLY})() === 2")
    page.get_by_role("button", name="Share").click()
    for kind, begins in (("Picture (SVG)", b"<svg"), ("Picture (PNG)", b"\x89PNG"),
                         ("Film (GIF)", b"GIF89a")):
        with page.expect_download() as loading:
            page.get_by_role("button", name=kind).click()
        with open(loading.value.path(), "rb") as file:
            assert file.read().startswith(begins)


STORED = """() => new Promise((done) => {
  indexedDB.open("eckstein").onsuccess = ({target: {result: database}}) => {
    const reading = database.transaction(["games", "events"]);
    const counts = ["games", "events"].map((name) => reading.objectStore(name).count());
    reading.oncomplete = () => { database.close(); done(counts.map(({result}) => result)); };
  };
})"""


@need_browser
@pytest.mark.long
def test_a_game_that_is_forgotten_is_gone_in_all_tabs(visitor, host):
    with hosting(host, free_port()) as address:
        one = visitor.open(address)
        path = begin_at_one_screen(one)
        make(one, "d1", "d2", 1)
        two = visitor.open(address + path)
        until(two, f"() => ({PLY})() === 1")
        one.goto(f"{address}#/learn")
        one.get_by_role("button", name="My games").click()
        one.get_by_role("button", name=re.compile("^Forget: ")).click()
        one.get_by_role("button", name="Forget", exact=True).click()
        until(one, f"async () => String(await ({STORED})()) === '0,0'")
        press(two, "d7")
        press(two, "d6")
        until(two, SAYS, "There is no such game.")
        assert two.evaluate(STORED) == [0, 0]
        two.get_by_role("button", name="My games").click()
        until(two, SAYS, "You have not played yet.")


@pytest.mark.long
@need_browser
def test_everything_comes_over_to_another_browser(browser, visitor, host, tmp_path):
    with hosting(host, free_port()) as address:
        page = visitor.open(address)
        path = begin_at_one_screen(page)
        make(page, "d1", "d2", 1)
        page.get_by_role("button", name="My games").click()
        with page.expect_download() as loading:
            page.get_by_role("button", name="Save", exact=True).click()
        loading.value.save_as(tmp_path / "kept.json")
        with Visitor(browser) as other:
            there = other.open(address)
            begin_at_one_screen(there)
            there.get_by_role("button", name="My games").click()
            there.locator("label.file input").last.set_input_files(tmp_path / "kept.json")
            until(there, SAYS, "New here: 1 game, 0 analyses.")
            there.goto(address + path)
            until(there, f"() => ({PLY})() === 1")
            make(there, "d7", "d6", 2)
            assert other.problems == []


@need_browser
def test_a_file_of_something_else_is_refused_in_words(visitor, host, tmp_path):
    (tmp_path / "other.json").write_text("{}")
    with hosting(host, free_port()) as address:
        page = visitor.open(address)
        page.get_by_role("button", name="My games").click()
        page.locator("label.file input").last.set_input_files(tmp_path / "other.json")
        until(page, SAYS, "other.json is not such a file")


def renewed(host):
    """Make the app of a host a new version of itself."""
    for name in ("index.html", "sw.js"):
        path = host / PLACE / name
        text = path.read_text(encoding="utf-8")
        old = re.search(r'data-version="(\w+)"|url:[`"]\./[`"],revision:[`"](\w+)', text)
        path.write_text(text.replace(old.group(1) or old.group(2), "0123456789abcdef"),
                        encoding="utf-8")


VERSION = "() => document.documentElement.dataset.version"
LOOK_FOR_NEWS = "async () => { await (await navigator.serviceWorker.ready).update(); }"


@need_browser
@pytest.mark.long
def test_a_new_version_waits_for_consent_and_for_games_in_other_tabs(visitor, tmp_path):
    host = written(tmp_path / "host")
    with hosting(host, free_port()) as address:
        playing, looking = visitor.open(address), visitor.open(f"{address}#/analysis?game=pur")
        until(looking, KEPT)
        until(playing, KEPT)
        begin_at_one_screen(playing)
        make(playing, "d1", "d2", 1)
        old = looking.evaluate(VERSION)
        renewed(host)
        looking.evaluate(LOOK_FOR_NEWS)
        until(looking, SAYS, "A new version is here.")
        until(playing, SAYS, "A new version is here.")
        looking.get_by_role("button", name="Load it now").click()
        until(looking, SAYS, "as soon as no other window is playing a game")
        assert playing.evaluate(VERSION) == looking.evaluate(VERSION) == old
        with looking.expect_navigation(), playing.expect_navigation():
            playing.get_by_role("button", name="Load it now").click()
        until(looking, f"() => ({VERSION})() === '0123456789abcdef'")
        until(playing, f"() => ({VERSION})() === '0123456789abcdef'")
        until(playing, f"() => ({PLY})() === 1")


@pytest.fixture(scope="module")
def examined(browser, host):
    """A page that can be asked for what shuts people out, and its address."""
    # The policy of the page itself lets no test into it.
    with Visitor(browser, bypass_csp=True) as somebody, hosting(host, free_port()) as address:
        yield somebody.open(f"{address}#/"), address


@need_browser
@pytest.mark.parametrize(("path", "title"), [
    ("#/", "Cublino"), ("#/analysis?game=duell", "Analysis"), ("#/learn", "Learn"),
    ("#/about", "About")])
@pytest.mark.parametrize("size", SIZES)
def test_nobody_is_shut_out_of_the_folder(examined, path, title, size):
    page, address = examined
    page.set_viewport_size(SIZES[size])
    page.goto(address + path)
    until(page, TITLED, title)
    until(page, READY)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(VIOLATIONS) == []
    assert page.evaluate(OVERFLOW) <= 0


@need_browser
def test_the_computer_answers_in_every_game_without_a_network(offline):
    page, address = offline
    for game in ("pur", "contra", "ecke", "duell", "echek"):
        page.goto(f"{address}#/")
        page.get_by_role("button", name=re.compile(f"^{game}", re.IGNORECASE)).click()
        until(page, GAME, game)
        move = page.evaluate("() => document.querySelector('eckstein-board').view.legal[0].text")
        page.locator("[data-type-move]").fill(move)
        page.keyboard.press("Enter")
        until(page, f"() => ({PLY})() === 2")


@need_browser
def test_several_lines_are_analysed_without_a_network(offline):
    page, address = offline
    page.goto(f"{address}#/analysis?game=duell")
    until(page, GAME, "duell")
    page.get_by_role("button", name="Think").click()
    until(page, "() => document.querySelectorAll('.engine li').length === 3")


@pytest.mark.long
@need_browser
def test_a_worker_that_dies_is_replaced_and_the_game_goes_on(visitor, host):
    with hosting(host, free_port()) as address:
        page = visitor.open(address)
        begin_at_one_screen(page)
        make(page, "d1", "d2", 1)
        [house] = [worker for worker in page.workers if worker.url.endswith("house.js")]
        with page.expect_worker(lambda worker: worker.url.endswith("house.js")):
            house.evaluate("setTimeout(() => { throw new Error('out of memory'); })")
        press(page, "d7")
        press(page, "d6")
        until(page, f"() => ({PLY})() === 2")
        page.reload()
        until(page, f"() => ({PLY})() === 2")
    assert [one for one in visitor.problems if "out of memory" not in one] == []
    visitor.problems.clear()


@need_browser
@pytest.mark.long
def test_a_worker_that_hangs_is_replaced_and_the_game_goes_on(visitor, host):
    with hosting(host, free_port()) as address:
        page = visitor.context.new_page()
        page.clock.install()
        page.goto(address)
        until(page, READY)
        begin_at_one_screen(page)
        make(page, "d1", "d2", 1)
        [house] = [worker for worker in page.workers if worker.url.endswith("house.js")]
        house.evaluate("setTimeout(() => { for (;;); })")
        for _ in range(20):             # the page's time, which passes at once
            page.clock.run_for(2000)
            if page.evaluate(SAYS, "was restarted"):
                break
        else:
            pytest.fail("the page has not noticed that its worker hangs")
        press(page, "d7")
        press(page, "d6")
        until(page, f"() => ({PLY})() === 2")


@need_browser
@pytest.mark.long
def test_full_storage_is_told_and_the_game_goes_on(visitor, host):
    with hosting(host, free_port()) as address:
        page = visitor.open(address)
        begin_at_one_screen(page)
        storage = visitor.context.new_cdp_session(page)
        storage.send("Storage.overrideQuotaForOrigin",
                     {"origin": page.evaluate("location.origin"), "quotaSize": 1})
        make(page, "d1", "d2", 1)
        until(page, SAYS, "This browser cannot save games")
        make(page, "d7", "d6", 2)
        storage.send("Storage.overrideQuotaForOrigin",
                     {"origin": page.evaluate("location.origin")})
        make(page, "c1", "c2", 3)
        until(page, SAYS, "Games are saved in this browser again.")
        page.reload()
        until(page, f"() => ({PLY})() === 3")
