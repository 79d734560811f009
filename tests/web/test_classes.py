"""A class in the browser: its pupils enter by their cards, on a device that they share."""
import pytest

from ..ports import free_port
from .conftest import OVERFLOW, expect, need_browser, running, until, visiting

pytestmark = need_browser
PASSWORD = "tilting dice at dawn"


@pytest.fixture
def address(tmp_path):
    with running(tmp_path, free_port()) as where:
        yield where


@pytest.fixture
def enter(windows, address):
    """A function that opens a page in a browser of its own, which is somebody else."""
    with visiting(windows, address, refused=True) as open_page:
        yield open_page


@pytest.fixture
def teacher(enter):
    """A teacher at the page of a class of Anna and Ben, with their cards."""
    page = enter("/account")
    page.on("dialog", lambda dialog: dialog.accept("Anja" if dialog.default_value else None))
    page.get_by_label("Name", exact=True).fill("Jo Teacher")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("button", name="I have saved them").click()
    page.get_by_role("link", name="Classes").click()
    send(page, "Make a class", "5b")
    page.get_by_role("heading", name="5b").wait_for()
    send(page, "Add pupils", "Anna\nBen")
    page.get_by_text("These codes are shown only now.").wait_for()
    return page


def send(page, title, text="", number=None):
    """Send one of the forms."""
    page.locator("summary", has_text=title).click()
    field = page.get_by_label(title, exact=True)
    if number is None:
        field.fill(text)
    else:
        field.select_option(index=number)
    page.get_by_role("button", name=title, exact=True).click()


def card(page, name):
    """The code of a pupil's card."""
    return page.locator("li", has_text=name).locator("b").last.inner_text()


def sign_in(page, address, code):
    page.goto(f"{address}/account#card={code}")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/classes")
    page.get_by_text("5b: your teacher gave you").wait_for()


def test_pupils_share_a_device_and_their_teacher_sees_who_learned_what(teacher, enter, address):
    codes = {name: card(teacher, name) for name in ("Anna", "Ben")}
    expect(teacher.locator("li svg")).to_have_count(2)
    send(teacher, "Give to all", number=0)
    teacher.get_by_role("button", name="Take back: Lesson: Pur").wait_for()

    here = enter("/account", "phone")
    here.set_viewport_size({"width": 844, "height": 390})
    sign_in(here, address, codes["Anna"].upper())
    here.get_by_role("link", name="Lesson: Pur").wait_for()
    assert here.evaluate(OVERFLOW) == 0
    here.evaluate("localStorage.setItem('eckstein.learned', JSON.stringify(['pur']))")
    here.reload()
    until(here, "async () => (await (await fetch('/api/v1/account/document')).json())"
                ".text.includes('pur')")
    sign_in(here, address, codes["Ben"])            # without signing out
    assert here.evaluate("localStorage.getItem('eckstein.learned')") is None

    teacher.reload()
    rows = teacher.locator("tbody tr")
    rows.first.wait_for()
    assert [row.locator("td").all_inner_texts()[1:3] for row in rows.all()] == [
        ["1", "Pur"], ["0", ""]]
    sign_in(here, address, codes["Anna"])
    until(here, "() => localStorage.getItem('eckstein.learned')?.includes('pur')")

    # A card is replaced, a pupil is renamed, and one is removed.
    rows.first.locator("summary").click()
    teacher.get_by_role("button", name="New card", exact=True).first.click()
    until(teacher, "() => document.querySelectorAll('li svg').length === 1")
    here.goto(f"{address}/account#card={codes['Anna']}")
    here.get_by_role("button", name="Sign in", exact=True).click()
    here.get_by_text("There is no card with this code").wait_for()
    sign_in(here, address, card(teacher, "Anna"))
    teacher.get_by_role("button", name="Rename").first.click()
    teacher.locator("tbody summary", has_text="Anja").wait_for()
    teacher.locator("tbody summary", has_text="Ben").click()
    teacher.get_by_role("button", name="Remove").last.click()
    until(teacher, "() => document.querySelectorAll('tbody tr').length === 1")
    assert teacher.evaluate(OVERFLOW) == 0


def test_a_class_plays_a_tournament(teacher, enter, address):
    code = card(teacher, "Anna")
    send(teacher, "Tournament of the class", number=0)
    teacher.wait_for_url("**/tournaments/*")
    teacher.get_by_role("button", name="Pair all free players").click()
    here = enter("/account")
    sign_in(here, address, code)
    here.get_by_role("link", name="Tournament: 5b").click()
    here.wait_for_url("**/game/*")            # it opens by itself
