"""The leaderboard in the browser: the best, one's own place, how ratings are spread; and profiles
of others with their course and their games by filters."""
import random
import sqlite3
import time
from contextlib import closing

import pytest

from eckstein.server.game.likeness import likeness

from ..ports import free_port
from .conftest import OVERFLOW, expect, need_browser, running, until
from .test_accounts import enter, sign_up  # noqa: F401
from .test_lobby import SAYS

pytestmark = need_browser
PLAYERS, DAY = 250, 86_400_000
SHOWN = "count => document.querySelectorAll('li.panel').length === count"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("leaderboard")


@pytest.fixture(scope="module")
def address(folder):
    """The address of a server of our own, with a few hundred accounts that play Contra."""
    with running(folder, free_port()) as where:
        fill(folder, random.Random(5))
        yield where.replace("127.0.0.1", "localhost")


def fill(folder, chance):
    now = int(1000 * time.time())
    with closing(sqlite3.connect(folder / "games.sqlite", timeout=60)) as database, database:
        for number in range(PLAYERS):
            account, points = f"a{number:04}", round(chance.gauss(1500, 200), 1)
            name = f"Player {number}"
            database.execute("INSERT INTO account (id, name, likeness, created) VALUES "
                             "(?, ?, ?, ?)", (account, name, likeness(name), now))
            database.execute("INSERT INTO pseudonym VALUES (?, ?)", (f"c{account}", account))
            stand(database, account, points, 60 + number % 2, now)
        for number in range(40):
            when = now - (40 - number) * DAY
            database.execute("INSERT INTO standing_change VALUES ('ca0000', ?, 'contra', 'rapid', "
                             "'ca0001', ?, 60, 0.06, 0, 1, ?, ?)",
                             (number, 1400 + 5 * number % 70, when, when))
            for colour, who, outcome in (("white", "account:a0000", "won"),
                                         ("black", f"account:a{1 + number % 2:04}", "lost")):
                database.execute(
                    "INSERT INTO player (game, colour, who, rules, began, ended, outcome, speed, "
                    "rated) VALUES (?, ?, ?, 'contra', ?, ?, ?, ?, ?)",
                    (f"g{number}", colour, who, when - DAY, when, outcome,
                     ("rapid", "days")[number % 3 == 0], number % 2))


def stand(database, account, points, deviation, now):
    """Give an account a rating that leaderboards have for a day."""
    database.execute(
        "INSERT INTO standing (code, rules, speed, account, points, deviation, volatility, at, "
        "games, first, links, met, known, listed) VALUES (?, 'contra', 'rapid', ?, ?, ?, 0.06, ?, "
        "30, ?, 5, '', '', ?)", (f"c{account}", account, points, deviation, now, now, now + DAY))


def place_of(folder, name, points):
    """Give somebody so many points, in a rating that is no guess."""
    with closing(sqlite3.connect(folder / "games.sqlite", timeout=60)) as database, database:
        (account,), = database.execute("SELECT id FROM account WHERE name = ?", (name,))
        stand(database, account, points, 60, int(1000 * time.time()))


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_best_and_ones_own_place(enter, folder, size):  # noqa: F811
    page = enter("/account", size)
    name = f"Anna {size}"
    sign_up(page, name)
    page.goto(page.url.replace("/account", "/lobby"))
    page.get_by_role("link", name="Leaderboard").click()
    page.get_by_role("button", name="Contra").click()
    page.get_by_text("Rapid", exact=True).click()
    until(page, SAYS, "You have played no rated game of this kind yet.")
    expect(page.get_by_role("table", name="Leaderboard").get_by_role("row")).to_have_count(26)
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("table", name="Leaderboard").get_by_role("row")).to_have_count(101)
    place_of(folder, name, 1502.25)
    page.reload()
    own = page.get_by_role("table", name="Around you").locator("tr[aria-current]")
    own.wait_for()
    assert name in own.inner_text() and "1502" in own.inner_text()
    assert f"You are number {own.locator('td').first.inner_text()} " in page.content()
    expect(page.get_by_role("img", name="You: 1502")).to_have_count(1)
    page.get_by_text("As a table").click()
    until(page, SAYS, "1500–1549")
    assert page.evaluate(OVERFLOW) == 0
    page.get_by_text("Classical", exact=True).click()
    until(page, SAYS, "No player has enough rated games")
    assert "game=contra&speed=classical" in page.url


def test_the_profile_of_somebody_else(enter):  # noqa: F811
    page = enter("/people/Player%200", "phone")
    page.get_by_role("img", name="in 40 games").wait_for()
    assert page.evaluate(OVERFLOW) == 0
    shown = page.locator("li.panel")
    page.get_by_label("Speed").select_option("days")
    until(page, SHOWN, 14)
    page.get_by_label("Does it count?").select_option("true")
    until(page, SHOWN, 7)
    page.get_by_label("Against").fill("player 1")
    page.get_by_label("Against").press("Tab")
    until(page, SAYS, "There is no such game.")
    page.get_by_label("Against").fill("Player 2")
    page.get_by_label("Against").press("Tab")
    until(page, SHOWN, 7)
    assert "Days · Rated" in shown.first.inner_text()
