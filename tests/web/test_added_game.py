"""A game from a folder of its own runs in the browser without another line anywhere."""
import pytest

from .conftest import PLY, ROOT, SIZES, free_port, need_browser, press, running, until


@pytest.mark.long
@need_browser
def test_a_game_that_was_added_is_played_against_the_computer(browser, tmp_path):
    with running(tmp_path, free_port(), ECKSTEIN_GAMES=str(ROOT / "examples")) as address:
        context = browser.new_context(whole=True, viewport=SIZES["desk"], reduced_motion="reduce",
                                      locale="en")
        page, problems = context.new_page(), []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(address)
        page.get_by_role("button", name="Ferry").click()
        until(page, "() => document.querySelector('eckstein-board').view?.game === 'ferry'")
        assert page.get_by_text("New here?").count() == 0, "there is no lesson for it"
        press(page, "b1")
        press(page, "b2")
        until(page, f"() => ({PLY})() === 2")
        page.get_by_role("button", name="New game").first.click()
        assert page.locator("dialog").get_by_role("radio", name="Ferry").is_checked()
        assert problems == []
        context.close()
