"""The path of a newcomer: an opponent that grows with the player, and the lesson."""
from .conftest import PLY, expect, need_browser, until
from .test_sides import button

SAYS = "text => document.body.innerText.includes(text)"


def lose(page):
    """Two moves, and the game is resigned."""
    for number, move in enumerate(("d1d2", "a1a2"), 1):
        field = page.get_by_placeholder("Type a move")
        field.fill(move)
        field.press("Enter")
        until(page, f"count => ({PLY})() === count", 2 * number)
    button(page, "Resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    until(page, SAYS, "Newcomer wins")


@need_browser
def test_after_a_loss_the_next_opponent_is_gentler_on_all_pages(visit):
    page = visit("/")
    until(page, SAYS, "Takes 6 of 10 moves at random")
    lose(page)
    assert button(page, "Rematch").count() == 0
    page.get_by_role("link", name="New here?").wait_for()
    # What decided the game comes first, and then the next one.
    main = page.locator(".over .main")
    expect(main).to_have_text(["Find the turning point"])
    main.click()
    page.locator(".over .main").get_by_text("Next: a gentler opponent").or_(
        page.locator(".over .main").get_by_text("Puzzles of this kind")).wait_for()
    expect(main).to_have_count(1)
    button(page, "Next: a gentler opponent").click()
    until(page, SAYS, "Takes 8 of 10 moves at random")
    page.reload()
    until(page, SAYS, "Takes 8 of 10 moves at random")
    button(page, "New game").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Takes 8 of 10 moves at random").wait_for()
    dialog.get_by_label("Duell").check()
    dialog.get_by_text("Takes 8 of 10 moves at random").wait_for()      # in its first game
    dialog.get_by_label("Pur").check()
    dialog.get_by_text("Level 1: knows the rules").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Learn", exact=True).first.click()
    page.get_by_role("progressbar").wait_for()
    expect(page.get_by_role("progressbar")).to_have_count(1)   # of Contra alone


@need_browser
def test_a_chosen_level_stays_and_moves_nobody_on_the_path(visit):
    page = visit("/")
    page.get_by_label("Grows with you").uncheck()
    until(page, SAYS, "1. Newcomer")
    lose(page)
    button(page, "Rematch").first.wait_for()
    page.goto(page.url.partition("/game")[0] + "/")
    until(page, SAYS, "1. Newcomer")
    page.get_by_label("Grows with you").check()
    until(page, SAYS, "Takes 6 of 10 moves at random")


@need_browser
def test_the_lesson_is_offered_until_it_is_done(visit):
    page = visit("/")
    link = page.get_by_role("link", name="New here?")
    link.wait_for()
    page.evaluate("localStorage.setItem('eckstein.learned', '[\"contra\"]')")
    page.reload()
    until(page, SAYS, "Takes 6 of 10 moves at random")
    assert link.count() == 0


@need_browser
def test_a_first_game_is_a_step_of_the_path_and_leads_back_to_it(visit):
    page = visit("/learn/contra")
    steps = page.get_by_role("listitem").filter(has_text="First game: 5 × 5")
    steps.get_by_role("button", name="Begin").click()
    page.get_by_text("Takes 6 of 10 moves at random", exact=False).first.wait_for()
    lose(page)
    assert button(page, "Next: a gentler opponent").count() == 0
    page.get_by_role("link", name="Go on").click()
    steps.get_by_role("button", name="Once more").wait_for()
    page.reload()
    steps.get_by_text("done").wait_for()
    assert page.locator("[aria-current=step]").inner_text().split()[:2] == ["1", "Lesson"]
