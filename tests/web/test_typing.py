"""Typing: no part of a page folds, and no field loses the focus, while somebody uses it."""
import pytest

from .conftest import PLY, expect, need_browser, until

FOCUS = "() => document.activeElement.value ?? document.activeElement.tagName"


@need_browser
@pytest.mark.parametrize("field", ["Name of the study", "Name of the chapter"])
def test_a_study_of_one_chapter_is_named_letter_by_letter(visit, field):
    page = visit("/analysis?game=contra&moves=d1d2")
    until(page, f"() => ({PLY})() === 1")
    page.get_by_role("tab", name="Study").click()
    for summary in page.locator("details:not([open]) > summary", has_text="Chapters").all():
        summary.click()
    page.get_by_label(field).press_sequentially("Openings")
    assert page.evaluate(FOCUS) == "Openings"
    expect(page.get_by_label(field)).to_be_visible()


@need_browser
def test_puzzles_are_chosen_without_the_choice_going_away(visit):
    page = visit("/puzzles/contra")
    page.locator("details.choice > summary").click()
    for least in ("9", "1"):
        page.locator("details.choice select").first.select_option(least)
        page.locator("details.choice select").last.select_option(index=1)
        assert page.locator("details.choice").evaluate("details => details.open")
