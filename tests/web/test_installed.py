"""A page of a server whose line breaks: before its worker is ready, in a thought, in a move."""
import pytest

from .conftest import PLY, POSITION, SIZES, free_port, need_browser, post, press, running, until

SAYS = "text => document.body.innerText.includes(text)"
KEPT = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture
def page(browser):
    context = browser.new_context(
        whole=True, viewport=SIZES["desk"], reduced_motion="reduce", locale="en")
    yield context.new_page()
    context.close()


def opened(page, address, path="/"):
    page.goto(address + path)
    until(page, POSITION)
    return page


def says(page, text):
    until(page, SAYS, text)


@need_browser
@pytest.mark.long
def test_without_a_server_a_game_begins_on_this_device(page, tmp_path):
    with running(tmp_path, free_port()) as address:
        opened(page, address)
        until(page, KEPT)
    says(page, "You can go on playing on this device.")
    press(page, "d1")
    press(page, "d2")
    until(page, f"() => ({PLY})() === 2")
    says(page, "This game is saved on this device.")
    before = page.evaluate(POSITION)
    page.reload()
    assert until(page, POSITION) == before
    assert "/here/" in page.url


@pytest.mark.long
@need_browser
def test_a_server_that_goes_before_the_worker_is_ready(page, tmp_path):
    with running(tmp_path, free_port()) as address:
        opened(page, address)
        until(page, KEPT)
        page.add_init_script("window.requestIdleCallback = () => 0")
        page.goto(f"{address}/analysis?game=contra")
    page.get_by_role("button", name="Think").click()
    says(page, "on this device")


@pytest.mark.long
@need_browser
def test_a_thought_goes_on_when_the_server_goes(page, tmp_path):
    with running(tmp_path, free_port()) as address:
        opened(page, address)
        until(page, KEPT)
        # The page never finds the time to get the worker ready before it is asked.
        page.add_init_script("window.requestIdleCallback = () => 0")
        page.goto(f"{address}/analysis?game=contra")
        until(page, POSITION)
        page.get_by_role("button", name="Think").click()
        says(page, "on the server")
    says(page, "on this device")


@pytest.mark.long
@need_browser
def test_a_move_in_a_game_of_the_server_waits_for_it_beside_games_on_this_device(page, tmp_path):
    port = free_port()
    with running(tmp_path, port) as address:
        made = post(address, "games", {"rules": "contra"})
        opened(page, address, f"/game/{made['game']}#{made['seats']['white']}")
        until(page, SAYS, "Your move")
        until(page, KEPT)
    says(page, "No connection to the server")
    press(page, "d1")
    press(page, "d2")
    says(page, "Your move is saved")
    opened(page, address)
    press(page, "c1")
    press(page, "c2")
    until(page, f"() => ({PLY})() === 2")
    with running(tmp_path, port) as address:
        opened(page, address, f"/game/{made['game']}")
        until(page, f"() => ({PLY})() === 1")


@pytest.mark.long
@need_browser
def test_a_worker_that_does_not_belong_to_the_page_is_left_alone(page, tmp_path):
    with running(tmp_path, free_port()) as address:
        page.context.add_init_script(
            "new MutationObserver((_, seen) => { const root = document.documentElement;"
            " if (root?.dataset.worker) { root.dataset.worker = 'another'; seen.disconnect(); } })"
            ".observe(document, { childList: true, attributes: true, subtree: true })")
        opened(page, address, "/analysis?game=contra")
        says(page, "This page is older than the program behind it.")
        page.get_by_role("button", name="Think").click()
        says(page, "on the server")
