"""Several tabs of one browser: what one writes is there in the others, and nothing is written over.

What a browser held in earlier formats opens as well; `kept/` has an example of each.
"""
import contextlib
import json
from pathlib import Path

import pytest

from .conftest import PLY, READY, SIZES, need_browser, press, until

KEPT = Path(__file__).parent / "kept"
COMMENT = "() => document.querySelector('textarea')?.value"
# A tab that hears nothing of others, as one that the browser has frozen.
DEAF = "window.BroadcastChannel = class extends EventTarget { postMessage() {} close() {} };"
ROWS = """() => new Promise((found, failed) => {
  const opening = indexedDB.open('eckstein-page');
  opening.onerror = () => failed(opening.error);
  opening.onsuccess = () => {
    const all = opening.result.transaction('analyses').objectStore('analyses').getAll();
    all.onsuccess = () => { opening.result.close(); found(all.result); };
  };
})"""
PUT = """rows => new Promise((done, failed) => {
  const opening = indexedDB.open('eckstein-page', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('analyses', { keyPath: 'id' });
  opening.onerror = () => failed(opening.error);
  opening.onsuccess = () => {
    const writing = opening.result.transaction('analyses', 'readwrite');
    for (const row of rows) writing.objectStore('analyses').put(row);
    writing.oncomplete = () => { opening.result.close(); done(true); };
  };
})"""


@pytest.fixture
def tabs(browser, address):
    """A function that opens a page in another tab of one browser."""
    with contextlib.closing(browser.new_context(viewport=SIZES["desk"], reduced_motion="reduce",
                                                locale="en")) as context:
        problems = []

        def open_tab(path, before=""):
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            if before:
                page.add_init_script(before)
            page.goto(address + path)
            until(page, READY)
            return page
        yield open_tab
    assert problems == []


def comment(page, text):
    page.get_by_label("Comment on").fill(text)


def begun(tabs, before=""):
    """A study of one move with a comment on it, open in two tabs."""
    one = tabs("/analysis?game=contra&moves=d1d2")
    until(one, f"() => ({PLY})() === 1")
    comment(one, "First.")
    [row] = until(one, f"async () => {{ const rows = await ({ROWS})();"
                       " return rows.length === 1 && rows[0].opening.tree[0]?.[3] && rows; }")
    two = tabs(f"/analysis?kept={row['id']}", before)
    two.get_by_role("button", name="To the last move").click()
    until(two, f"() => ({COMMENT})() === 'First.'")
    return one, two


def kept(page):
    """What is kept of the one study, once the page has written what it has to."""
    [row] = page.evaluate(ROWS)
    return row


@need_browser
def test_what_two_tabs_write_in_a_study_is_all_there(tabs):
    one, two = begun(tabs)
    comment(two, "Second.")
    until(one, f"() => ({COMMENT})() === 'Second.'")
    for square in ("d7", "d6"):
        press(two, square)
    until(one, "() => document.querySelector('.list').innerText.includes('d7-d6')")
    one.get_by_role("button", name="good move", exact=True).click()
    until(two, "() => document.querySelector('.list').innerText.includes('d1-d2!')")
    until(one, f"async () => (await ({ROWS})())[0].opening.tree[0][3].glyphs")
    text, _, [reply], notes = kept(one)["opening"]["tree"][0]
    assert (text, reply[0], notes) == ("d1d2", "d7d6", {"comments": ["Second."], "glyphs": [1]})
    for page in (one, two):
        page.reload()
        until(page, "() => document.querySelector('.list')?.innerText.includes('d7-d6')")


@need_browser
def test_two_texts_for_one_place_are_both_kept_and_told(tabs):
    one, two = begun(tabs, DEAF)
    comment(one, "Of the first tab.")
    until(one, f"async () => JSON.stringify(await ({ROWS})()).includes('Of the first tab.')")
    comment(two, "Of the second tab.")
    until(two, f"() => ({COMMENT})() === 'Of the first tab.\\nOf the second tab.'")
    until(two, "() => document.body.innerText.includes('both texts are kept: '"
               " + '“Of the second tab.” here, “Of the first tab.” there.')")
    until(one, f"async () => (await ({ROWS})())[0].opening.tree[0][3].comments.length === 2")


@need_browser
def test_a_study_deleted_in_another_tab_stays_in_this_one_and_says_so(tabs):
    one, two = begun(tabs)
    one.get_by_role("link", name="Learn").click()
    one.get_by_role("button", name="My games").click()
    one.get_by_role("button", name="Forget:").click()
    one.get_by_role("button", name="Forget", exact=True).click()
    until(two, "() => document.body.innerText.includes('was deleted in another tab')")
    assert two.evaluate(COMMENT) == "First."
    assert two.evaluate(ROWS) == []
    comment(two, "Kept after all.")
    until(two, f"async () => (await ({ROWS})()).length === 1")


@need_browser
def test_settings_of_two_tabs_go_together_and_are_seen_at_once(tabs):
    one, two = tabs("/"), tabs("/about")
    for page in (one, two):
        page.get_by_role("button", name="Settings").click()
    one.get_by_label("Numerals").check(force=True)
    until(two, "() => document.querySelector('[name=faces][value=numerals]').checked")
    two.get_by_label("Dark").check(force=True)
    until(one, "() => document.documentElement.dataset.appearance === 'dark'")
    one.get_by_label("Deutsch").check(force=True)
    until(two, "() => document.querySelector('nav').innerText.includes('Lernen')")
    later = tabs("/about")
    assert later.evaluate("JSON.parse(localStorage['eckstein.settings'])") == {
        "faces": "numerals", "appearance": "dark", "language": "de"}


@need_browser
@pytest.mark.parametrize("path", sorted(KEPT.glob("*.json")), ids=lambda path: path.stem)
def test_what_was_kept_in_an_earlier_format_opens(tabs, path):
    held = json.loads(path.read_text(encoding="utf-8"))
    blank = tabs("/about")
    blank.evaluate("held => { for (const [name, value] of Object.entries(held))"
                   " localStorage.setItem(name, JSON.stringify(value)); }", held["localStorage"])
    blank.evaluate(PUT, held["analyses"])
    page = tabs("/about")
    until(page, "() => document.documentElement.lang === 'de'")
    page.get_by_role("button", name="Meine Partien").click()
    games = page.locator("dialog a[href*='/game/']")
    games.first.wait_for()
    assert [one.get_attribute("href") for one in games.all()] == ["/game/firstgame",
                                                                  "/game/secondgame"]
    for study in held["analyses"]:
        page = tabs(f"/analysis?kept={study['id']}")
        said = study["opening"]["notes"].get("comments", [])
        until(page, f"text => ({COMMENT})() === text", "\n".join(said))
        page.get_by_role("tab", name="Studie").click()
        for summary in page.locator("details:not([open]) > summary", has_text="Kapitel").all():
            summary.click()
        page.get_by_label("Name der Studie").fill("Neu")
        until(page, f"async id => (await ({ROWS})()).find(row => row.id === id).title === 'Neu'",
              study["id"])
        row = next(row for row in page.evaluate(ROWS) if row["id"] == study["id"])
        assert row["version"] == 1
        chapters = [{key: value for key, value in one.items() if key != "key"}
                    for one in row["opening"].get("chapters", [row["opening"]])]
        for now, before in zip(chapters, study["opening"].get("chapters", [study["opening"]]),
                               strict=True):
            assert {name: now.get(name) for name in ("game", "options", "title", "tags", "notes",
                                                     "tree")} == {
                name: before.get(name) for name in ("game", "options", "title", "tags", "notes",
                                                    "tree")}
    assert page.evaluate("Object.keys(localStorage).includes('eckstein.games')") is False
