"""What is left of an account that was deleted: in the database, in its file, and in a backup."""
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from eckstein.server.database.maintenance import backup
from eckstein.server.database.tables import tables
from eckstein.server.serving.serving import database_url

from .actors import people_at, token_of
from .helpers import serving
from .journeys import allow, block, challenge, rated_game
from .tournaments import make, order

PAGE = Path(__file__).parents[2] / "docs/personal-data.md"
NAME, MAIL, LABEL, LINE = "Zaphodora", "zaphodora@example.org", "Zaphs phone", "zarte Zeilen"


def left(data):
    """Which of the secrets are somewhere in bytes."""
    data = data.lower()
    return [one for one in (NAME, MAIL, LABEL, LINE) if one.lower().encode() in data]


def files(folder):
    return {one.name: left(one.read_bytes()) for one in folder.iterdir()}


async def live(server):
    """Much of what an account can leave at a server."""
    zaph, bruno = await people_at(server, NAME, "Bruno")
    await bruno.post_json(f"/people/{NAME}/follow")
    await block(zaph, "Bruno")
    await block(zaph, "Bruno", "unblock")
    await challenge(zaph)
    await allow(zaph, bruno)
    game, seats = await rated_game(zaph, bruno)
    await order(zaph, await make(zaph), "enter")
    await zaph.post_json("/account/tokens", 201, name=LABEL, scopes=["play"])
    async with server.client() as client:
        await client.join({"game": game, "seats": seats}, "white")
        await client.say("say", id="x", game=game, text=LINE)
        await client.hear("said", "refused")
    await token_of(zaph, "read")
    return zaph, bruno


async def test_nothing_is_left_of_an_account_that_was_deleted(tmp_path):
    async with serving(tmp_path) as server:
        zaph, bruno = await live(server)
        cookies = dict(zaph.cookies)
    assert files(tmp_path)["games.sqlite"][:1] == [NAME]        # it is in the file, not beside it
    async with serving(tmp_path) as server:
        zaph.base_url = bruno.base_url = server.base
        zaph.cookies.update(cookies)
        await zaph.post_json("/account/delete")
        await bruno.post_json("/account/privacy", seen=True, chats=False)
        await zaph.aclose()
        await bruno.aclose()
    saved = tmp_path / "saved"
    backup(database_url(str(tmp_path / "games.sqlite")), saved)
    assert not any(files(tmp_path).values())
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database:
        rows = [row for table in tables.sorted_tables
                for row in database.execute(f'SELECT * FROM "{table.name}"')]
    assert not left(repr(rows).encode())


def test_the_page_names_all_tables_that_hold_something_of_a_person():
    page = PAGE.read_text(encoding="utf-8")
    [section] = re.findall(r"^## What is stored of a person\n(.*?)(?=^## )", page,
                           re.MULTILINE | re.DOTALL)
    named = {name for row in section.splitlines() if row.startswith("|")
             for name in re.findall(r"`(\w+)`", row.split("|")[2])}
    held = {table.name for table in tables.sorted_tables
            if any(column.info.get("ends") for column in table.columns)}
    assert held < named <= {table.name for table in tables.sorted_tables}
