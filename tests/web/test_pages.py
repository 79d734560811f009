"""The pages: nobody is shut out of them, nothing overflows, and a game goes on whatever happens."""
import itertools

import pytest

from eckstein.words import LANGUAGES, OTHERS

from .conftest import AXE, OVERFLOW, PLY, POSITION, SIZES, expect, need_browser, press, tool, until

# Small pieces of JavaScript; `eval` in the pages is not allowed, but what tests say is.
VIOLATIONS = ("async () => (await axe.run(document)).violations"
              ".map(one => `${one.id}: ${one.nodes.map(node => node.target).join(' ')}`)")


@need_browser
@pytest.mark.parametrize("width", [360, 390, 768, 1280])
def test_nothing_is_wider_than_the_screen(each_page, width):
    each_page.set_viewport_size({"width": width, "height": 800})
    until(each_page, f"() => ({OVERFLOW})() <= 0")      # a board follows its frame a moment later


@need_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out(each_page, scheme):
    each_page.set_viewport_size(SIZES["desk"])
    each_page.emulate_media(color_scheme=scheme)
    until(each_page, "scheme => document.documentElement.dataset.appearance === scheme", scheme)
    if each_page.evaluate("() => !('axe' in window)"):
        each_page.evaluate(AXE.read_text(encoding="utf-8"))
    assert each_page.evaluate(VIOLATIONS) == []


INSIDE = """() => {
  const root = document.querySelector('eckstein-board').shadowRoot;
  return ['svg.board', '.reserve[data-colour=white]', '.reserve[data-colour=black]']
    .map(part => root.querySelector(part).getBoundingClientRect())
    .every(box => box.top >= 0 && box.bottom <= innerHeight && box.width > 0);
}"""


@need_browser
@pytest.mark.parametrize("path", ["/", "/learn/echek/lesson", "/analysis?game=echek"])
def test_board_and_reserves_fit_a_phone_held_sideways(visit, path):
    page = visit("/")
    page.set_viewport_size({"width": 844, "height": 390})
    page.evaluate("() => localStorage.setItem('eckstein.game', '\"echek\"')")
    page.goto(page.url.rstrip("/") + path)
    until(page, "() => document.querySelector('eckstein-board')?.view?.game === 'echek'")
    until(page, INSIDE)


@need_browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_head_fits_the_narrowest_phone(visit, language):
    page = visit("/", locale=language)
    page.set_viewport_size({"width": 320, "height": 640})
    parts = page.locator("header .brand:visible, header nav a, header .tools")
    from playwright.sync_api import expect
    expect(parts).to_have_count(6)
    boxes = parts.evaluate_all("parts => parts.map(part => part.getBoundingClientRect().toJSON())")
    assert boxes[0]["left"] >= 0
    for left, right in itertools.pairwise(boxes):
        assert left["right"] <= right["left"] + 0.5
    assert page.evaluate(OVERFLOW) <= 0


@need_browser
@pytest.mark.parametrize("language", OTHERS)
def test_labels_of_other_languages_stand_on_one_line(visit, language):
    page = visit("/analysis", locale=language)
    for width in (390, 1200, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        heights = []
        for tab in ("Explore", "Study"):
            tool(page, tab, language)
            heights += page.evaluate("() => [...document.querySelectorAll('.acts .button')]"
                                     ".map(button => button.offsetHeight).filter(Boolean)")
        assert len(heights) == 6 and max(heights) <= 46


@need_browser
def test_a_page_that_is_not_there_says_so(browser, address):
    page = browser.new_page()
    answer = page.goto(address + "/nowhere")
    assert answer.status == 404
    page.get_by_text("There is no such page").wait_for()
    page.close()


@need_browser
def test_a_board_to_play_on_at_once(visit):
    page = visit("/")
    until(page, POSITION)
    press(page, "d1")
    press(page, "d2")
    until(page, f"() => ({PLY})() === 2")     # the computer has answered
    before = page.evaluate(POSITION)
    page.reload()
    assert until(page, POSITION) == before
    assert "/game/" in page.url and "#" not in page.url


@need_browser
def test_what_the_words_are_in_german(visit):
    page = visit("/", locale="de")
    assert page.evaluate("document.documentElement.lang") == "de"
    expect(page.get_by_role("link", name="Lernen")).to_have_count(1)
    until(page, "() => document.querySelector('eckstein-board').shadowRoot"
          ".querySelector('.told').textContent === 'Weiß am Zug'")
    page.get_by_role("button", name="Neue Partie").first.click()
    dialog = page.locator("dialog")
    dialog.wait_for()
    for words in ("Neue Partie", "Der Computer", "Ohne Uhr"):
        assert dialog.get_by_text(words).count() >= 1, words
    assert "White" not in page.inner_text("body")


@need_browser
def test_a_move_can_be_typed_and_a_bad_one_is_explained(visit):
    page = visit("/")
    until(page, POSITION)
    field = page.get_by_placeholder("Type a move")
    field.fill("d1d5")
    field.press("Enter")
    until(page, "() => document.body.innerText.includes('d5')")
    assert page.evaluate(PLY) == 0
    field.fill("d1-d2")
    field.press("Enter")
    until(page, f"() => ({PLY})() >= 1")


@need_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_whites_dice_are_the_lighter_ones_in_forced_colours(visit, scheme):
    page = visit("/", forced_colors="active", color_scheme=scheme)
    white, black = page.evaluate("""() => {
      const top = die => die.getBoundingClientRect().top;
      const { shadowRoot } = document.querySelector("eckstein-board");
      const dice = [...shadowRoot.querySelectorAll(".die")].sort((a, b) => top(b) - top(a));
      return [dice[0], dice.at(-1)].map(die => die.querySelector(":scope > g path"))
        .map(face => getComputedStyle(face).fill.match(/[0-9]+/g).reduce((sum, n) => sum + +n, 0));
    }""")
    assert white > black


@need_browser
def test_what_is_chosen_is_framed_in_forced_colours(visit):
    page = visit("/learn/pur/lesson", forced_colors="active")
    frames = ("names => names.map(name => document.querySelector(name))"
              ".map(one => getComputedStyle(one).outlineStyle)")
    assert page.evaluate(frames, ["nav [aria-current]", ".dots [aria-current]"]) == ["solid"] * 2
    page.goto(page.url.replace("/learn/pur/lesson", "/"))
    until(page, POSITION)
    page.get_by_role("button", name="New game").first.click()
    until(page, "() => !!document.querySelector('dialog [value=contra]:checked')")
    assert page.evaluate(frames, ["dialog label:has([value=contra])"]) == ["solid"]
