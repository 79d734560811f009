"""Public games in the browser: an account agrees to them, and anybody sees what was played."""
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from eckstein.server.game.identity import of_account
from eckstein.server.serving.serving import database_url

from ..ports import free_port
from ..server.helpers import opened, run
from ..server.test_public_games import NAMES, explore, people_in, play, random_moves
from .conftest import OVERFLOW, PLY, need_browser, running, until
from .test_accounts import asked, enter, sign_up  # noqa: F401
from .test_lobby import SAYS
from .test_studies import tool

pytestmark = need_browser
GAMES = 60


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a server of our own, with some public games of Contra."""
    folder = tmp_path_factory.mktemp("public")
    with ThreadPoolExecutor(1) as apart:        # Playwright has the loop of this thread
        place = database_url(str(folder / "games.sqlite"))
        apart.submit(run, fill(place, random.Random(7))).result()
    with running(folder, free_port()) as where:
        yield where.replace("127.0.0.1", "localhost")


async def fill(place, chance):
    async with opened(place) as store:
        await people_in(store)
        for number in range(GAMES):
            white, black = map(of_account, chance.sample(NAMES, 2))
            await play(store, f"game{number}", white, black, random_moves(chance, 8),
                       1_790_000_000_000 + number * 86_400_000,
                       chance.choice(("white", "black", "drawn")),
                       (1400.0 + 10 * number, 1500.0) if number % 3 else (None, None))
        await explore(store)


def test_an_account_agrees_and_takes_it_back(enter):  # noqa: F811
    page = enter("/account", "phone")
    sign_up(page, "Paula")
    box = page.get_by_label("Make my games public")
    assert not box.is_checked()
    box.check()
    until(page, SAYS, "Games that end from now on are public.")
    assert asked(page, "/account")["account"]["public"]
    page.reload()
    box.wait_for()
    assert box.is_checked() and page.evaluate(OVERFLOW) == 0
    box.uncheck()
    until(page, SAYS, "None of your games is public any more.")
    assert not asked(page, "/account")["account"]["public"]


def test_what_was_played_in_public_games_is_told_and_leads_to_them(enter):  # noqa: F811
    page = enter("/analysis?game=contra", "phone")
    tool(page, "Explore")
    page.get_by_role("button", name="Opening tree").click()
    page.get_by_role("button", name="Public games").click()
    until(page, SAYS, f"{GAMES} public games, of each the first 16 plies.")
    until(page, SAYS, "Anna")
    assert page.evaluate(OVERFLOW) == 0
    page.get_by_label("Rating").select_option("1800 to 2000")
    until(page, SAYS, "No public game has reached this position.")
    page.get_by_label("Rating").select_option("1400 to 1600")
    until(page, SAYS, "public games, of each")
    assert f"{GAMES} public" not in page.inner_text("body")
    page.get_by_label("Rating").select_option("Any")
    until(page, SAYS, f"{GAMES} public games")
    page.locator("tbody tr").first.get_by_role("button").click()
    until(page, f"() => ({PLY})() === 1")
    page.get_by_role("link", name="The game of").first.wait_for()
    with page.expect_navigation(url="**/game/game*"):
        page.get_by_role("link", name="The game of").first.click()
