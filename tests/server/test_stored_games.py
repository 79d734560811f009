"""Databases of earlier versions open whole, and their games are played on with their old tokens.

The files in `tests/stored/` are what servers of earlier versions wrote, named after the last step
of their tables; `clocks` has games by days, with delay, and with lag that was given back.  They
are never changed; each version that stores otherwise adds one.
"""
import asyncio
import json
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from eckstein.cli import run as command
from eckstein.record import read_records
from eckstein.server.database import migrations
from eckstein.server.database.private import key_file
from eckstein.server.database.store import Store
from eckstein.server.game.glicko import Rating, Result, rate
from eckstein.server.game.identity import of_account
from eckstein.server.game.tokens import Tokens
from eckstein.server.parts.challenges.events import Wish
from eckstein.server.parts.moderation.conduct import Conduct, conduct_of
from eckstein.server.serving.serving import database_url
from eckstein.wire.http_games import NewClock

from .helpers import STORED, board_of, opened, run, select, serving, stores_of

NAMES = ["server-0001", "server-0003", "server-0004", "server-0006", "server-0007",
         "server-0008", "server-0008-clocks",
         "server-0009", "server-0010", "server-0011", "server-0012", "server-0013", "server-0014",
         "server-0015", "server-0016", "server-0017",
         "server-0018", "server-0019", "server-0020", "server-0021", "server-0022",
         "server-0023", "server-0024", "server-0025", "server-0026",
         "server-0027"]
OLD = NAMES[:2]
# The first one, some whose games or keys were the first of their kind, and the last one; in the
# long tests, the games of all go on.
PLAYED = {NAMES[0], "server-0004", "server-0008-clocks", "server-0021", NAMES[-1]}
some_databases = pytest.mark.parametrize("database", [
    name if name in PLAYED else pytest.param(name, marks=pytest.mark.long) for name in NAMES],
    indirect=True)
TOKEN = "eck_-IuGPHkfzdYjBaWOM-MdAkmuctQaTIBVvn0vE9nBdoI"       # of a database of step 0011
CARD = "tpkmh-6g4x9"        # of a pupil in the database of step 0027
STARTS = "SELECT game, json_extract(data, '$.seats.white.kind') FROM game_event WHERE seq = 1"


@pytest.fixture(autouse=True)
def cheap():
    """Passwords are checked as servers check them, since they were stored by one."""


@pytest.fixture(params=NAMES)
def database(request, tmp_path):
    """A copy of a stored database, with its key."""
    return copied(request.param, tmp_path)


def copied(name, folder):
    """A stored database in a folder, with its key."""
    copy = shutil.copyfile(STORED / f"{name}.sqlite", folder / "games.sqlite")
    if (key := key_file(STORED / f"{name}.sqlite")).exists():
        shutil.copyfile(key, key_file(copy))
    return copy


def moves_in(database):
    """The texts of all stored moves that stand, by game."""
    found = {game: [] for game, in select(database, "SELECT id FROM game")}
    for game, kind, data in select(database, "SELECT game, kind, data FROM game_event "
                                          "ORDER BY game, seq"):
        if kind == "move":
            found[game].append(json.loads(data)["text"])
        elif kind == "takeback":
            del found[game][json.loads(data)["ply"]:]
    return found


def secret_of(database):
    """What its tokens are signed with."""
    if key_file(database).exists():
        return key_file(database).read_text().strip()
    return select(database, "SELECT value FROM setting WHERE name = 'secret'")[0][0]


def plain_texts(record):
    board, texts = record.start.copy(), []
    for node in record.mainline():
        texts.append(board.text(node.move))
        board.push(node.move)
    return texts


def test_a_stored_database_is_as_it_should_be(database, capsys):
    assert command(["db", "check", "-d", str(database)]) == 0
    count = len(select(database, "SELECT id FROM game"))
    assert capsys.readouterr().out == f"{count} games, all as they should be.\n"
    assert count >= 10


@some_databases
def test_all_games_of_a_stored_database_are_exported(database, capsys):
    assert command(["db", "export", "-d", str(database)]) == 0
    records = {record.tags["Site"].removeprefix("game "): record
               for record in read_records(capsys.readouterr().out)}
    assert {game: plain_texts(record) for game, record in records.items()} == moves_in(database)


@some_databases
async def test_all_games_go_on_with_their_old_tokens(database, tmp_path):
    moves = moves_in(database)
    tokens = Tokens(secret_of(database))
    over = {game for game, in select(database, "SELECT id FROM game WHERE over")}
    people = {game for game, kind in select(database, STARTS) if kind == "human"}

    async def play_on(http, game):
        facts = (await http.get(f"/games/{game}")).json()
        assert [move["text"] for move in facts["moves"]] == moves[game]
        answer = await http.post(f"/games/{game}/commands", json={
            "id": "on", "what": "move", "seq": facts["seq"],
            "seat": tokens.seat(game, facts["turn"]), "move": board_of(facts).legal_texts()[0]})
        assert answer.status_code == 200, answer.text
        assert (await http.get(f"/games/{game}")).json()["seq"] == facts["seq"] + 1

    async def see_computers_play_on(http, game):
        async with http.stream("GET", f"/games/{game}/stream") as stream:
            async for line in stream.aiter_lines():
                told = json.loads(line or "{}")
                if len(told.get("moves", ())) > len(moves[game]) or told.get("kind") == "move":
                    return
    async with serving(tmp_path) as server, server.http("/api/v1") as http:
        for game in moves:
            if game in over:
                facts = (await http.get(f"/games/{game}")).json()
                assert [move["text"] for move in facts["moves"]] == moves[game]
                assert facts["result"] is not None
            elif game in people:
                await play_on(http, game)
            else:
                await see_computers_play_on(http, game)
    assert await asyncio.to_thread(command, ["db", "check", "-d", str(database)]) == 0


@pytest.mark.parametrize("database", OLD, indirect=True)
async def test_an_upgrade_that_breaks_off_leaves_the_database_as_it_was(database, monkeypatch):
    before, note_step = database.read_bytes(), migrations._note_step

    def breaking_off(connection, step):
        note_step(connection, step)
        raise OSError("the machine is switched off")

    with monkeypatch.context() as now:
        now.setattr(migrations, "_note_step", breaking_off)
        with pytest.raises(OSError, match="switched off"):
            await Store(f"sqlite+aiosqlite:///{database}").open()
    tables = "SELECT sql FROM sqlite_master UNION SELECT version_num FROM alembic_version"
    (database.parent / "before.sqlite").write_bytes(before)
    assert select(database, tables) == select(database.parent / "before.sqlite", tables)
    await Store(f"sqlite+aiosqlite:///{database}").probe()
    assert await asyncio.to_thread(command, ["db", "check", "-d", str(database)]) == 0


@pytest.fixture(scope="module")
def new_shape(tmp_path_factory):
    """The tables of a new database."""
    return run(shape_in(tmp_path_factory.mktemp("new") / "new.sqlite"))


@some_databases
async def test_an_upgraded_database_has_the_tables_of_a_new_one(database, new_shape):
    assert await shape_in(database) == new_shape
    expressions = "SELECT name FROM sqlite_master WHERE name LIKE '%_age' ORDER BY name"
    assert select(database, expressions) == [("account_age",), ("game_age",)]


async def test_what_the_tables_of_the_first_step_lack_is_added(place):
    """Also on PostgreSQL, where a server of the version before may go on writing meanwhile."""
    first = {"alembic_version", "game", "game_event", "setting", "downtime"}
    async with opened(place) as store:
        new = await shape_of(store)
        await store.take_steps(migrations.downgrade)
        await execute(store, *(f"DROP TABLE IF EXISTS {name}" for name in new.keys() - first),
                      "ALTER TABLE game_event ADD COLUMN key BIGINT NOT NULL DEFAULT 0",
                      "UPDATE alembic_version SET version_num = '0001'",
                      *("INSERT INTO game (id, rules, created, over, tended) "
                        f"VALUES ('{over}{tended}', 'contra', 1, {over}, {tended})"
                        for over in ("true", "false") for tended in ("true", "false")))
    async with opened(place) as store:
        assert await shape_of(store) == new
        waiting = "SELECT id FROM game WHERE due = 0"
        assert await execute(store, waiting) == [("falsetrue",)]
        if store.shared:
            before = sa.ext.asyncio.create_async_engine(place)
            async with before.begin() as connection:
                await connection.execute(sa.text(
                    "INSERT INTO game_event (game, seq, actor, command_id, kind, data, at) "
                    "VALUES ('falsefalse', 1, '', '', 'move', '', 1)"))
            await before.dispose()
            assert len(await execute(store, waiting)) == 2


STEP = """
from alembic import op
import sqlalchemy as sa

revision, down_revision = "later", "FIRST"


def upgrade():
    op.add_column("game", sa.Column("later", sa.Integer, server_default="7"))
"""


async def test_a_step_after_the_first_version_is_taken_by_alembic(place, tmp_path, monkeypatch):
    folder = tmp_path / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, folder,
                    ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions/later.py").write_text(STEP.replace("FIRST", migrations.STEPS[-1]))
    async with opened(place) as store:
        await execute(store, "INSERT INTO game (id, rules, created, over, tended) "
                             "VALUES ('a', 'contra', 1, false, false)")
    monkeypatch.setattr(migrations, "VERSIONS", folder)
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, "later"))
    async with opened(place) as store:
        assert await execute(store, "SELECT later FROM game") == [(7,)]
        assert await execute(store, "SELECT version_num FROM alembic_version") == [("later",)]


async def execute(store, *statements):
    """Execute statements; return the rows of the last one."""
    async with store.engine.begin() as connection:
        for statement in statements:
            found = await connection.execute(sa.text(statement))
        return [tuple(row) for row in found] if found.returns_rows else None


async def shape_in(path):
    """The tables of a file, which is brought up to date."""
    async with opened(f"sqlite+aiosqlite:///{path}") as store:
        return await shape_of(store)


async def shape_of(store):
    """The tables of a database: their columns and their indexes."""
    def look(connection):
        there = sa.inspect(connection)
        return {name: ({one["name"]: (one["nullable"], one["default"])
                        for one in there.get_columns(name)},
                       {one["name"]: (one["column_names"], one["unique"],
                                      [str(how) for how in one["dialect_options"].values()])
                        for one in there.get_indexes(name)})
                for name in there.get_table_names()}
    async with store.engine.connect() as connection:
        return await connection.run_sync(look)


@pytest.mark.parametrize("database", [NAMES[0], NAMES[-1]], indirect=True)
@pytest.mark.parametrize("words", [["serve", "--port", "0", "--no-open"], ["db", "check"],
                                   ["db", "export"], ["db", "backup", "copy.sqlite"],
                                   ["db", "restore", "later.sqlite", "--force"]])
async def test_a_program_that_is_too_old_says_which_version_it_needs(database, capsys, monkeypatch,
                                                               words):
    monkeypatch.chdir(database.parent)
    await Store(f"sqlite+aiosqlite:///{database}").probe()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("UPDATE setting SET value = '7.2.0' WHERE name = 'needs'")
        connection.execute("UPDATE setting SET value = '5' WHERE name = 'alive'")
    shutil.copyfile(database, "later.sqlite")
    assert await asyncio.to_thread(command, [*words, "-d", str(database)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("eckstein: this database was written by a newer version of Eckstein: "
                           "it needs 7.2.0 or newer, and this is ")
    assert told.count("\n") == 1
    assert not Path("copy.sqlite").exists()


async def test_what_players_prepared_and_studies_are_there(tmp_path):
    database = copied("server-0004", tmp_path)
    tokens = Tokens(secret_of(database))
    prepared = {game: json.loads(lines)
                for game, lines in select(database, "SELECT game, lines FROM replies")}
    study, text = select(database, "SELECT id, text FROM study")[0]
    async with serving(tmp_path) as server, server.http("/api/v1") as http:
        for game, lines in prepared.items():
            told = (await http.post(f"/games/{game}/prepared",
                                    json={"seat": tokens.seat(game, "white")})).json()
            assert told["lines"] == lines != []
        assert (await http.get(f"/studies/{study}")).json() == {"text": text}
    assert len(prepared) == 2


def test_the_last_step_is_taken_back_and_taken_again_and_loses_nothing(tmp_path, capsys):
    """As an administrator does who goes back to the version before."""
    database = copied("server-0007", tmp_path)
    tables = "SELECT sql FROM sqlite_master WHERE sql LIKE 'CREATE TABLE%' ORDER BY name"
    stored = "SELECT * FROM game_event ORDER BY game, seq"
    before, words = select(database, stored), ["-d", str(database)]
    assert command(["db", "downgrade", *words]) == 0
    assert "step 0004" in capsys.readouterr().out
    old = sorted(sql.replace("\n", "").replace("\t", "") for sql, in select(database, tables))
    assert not any("due" in sql or "digest" in sql or "CREATE TABLE node" in sql for sql in old)
    assert select(database, "SELECT * FROM alembic_version") == [("0004",)]
    assert command(["db", "upgrade", *words]) == 0
    assert f"step {migrations.STEPS[-1]}" in capsys.readouterr().out
    assert select(database, stored) == before
    assert select(database, "SELECT head FROM game ORDER BY id") == select(
        database, "SELECT max(seq) FROM game_event GROUP BY game ORDER BY game")
    assert select(database, "SELECT count(*) FROM game WHERE due = 0") == select(
        database, "SELECT count(*) FROM game WHERE NOT over AND (tended OR id IN "
                  "(SELECT game FROM replies))")
    assert command(["db", "check", *words]) == 0


async def test_stored_accounts_sign_in_with_what_they_had(tmp_path):
    copied("server-0008", tmp_path)
    code, session = "uegvn-wfqgx-uj9n5-a97p5", "WFdlucS2roYRGEHVxCMM7nKLDz_kSUpw29g4HEtYX_I"
    async with serving(tmp_path) as server, server.http("/api/v1") as http:
        answers = [await http.post("/account/sign-in", json={
            "name": "anna", "password": "an old password"}), await http.post(
            "/account/recover", json={"name": "Bruno", "code": code,
                                      "password": "a new password"})]
        assert [answer.status_code for answer in answers] == [200, 200]
        http.cookies.clear()
        http.cookies.set("eckstein_session", session)
        assert (await http.get("/account")).json()["name"] == "Anna"
        going_on, = (await http.get("/account/games")).json()["games"]
        assert going_on["opponent"]["name"] == "Bruno" and going_on["mine"]
        assert (await http.get("/account/document")).json() == {"version": 1, "text": "{}"}
        history = (await http.get("/people/Anna/games")).json()["games"]
        assert [(game["rules"], game["outcome"]) for game in history] == [("duell", "lost")]
        assert (await http.get("/people/Bruno")).json()["tally"] == {"ecke": {"lost": 1}}


async def test_stored_ratings_are_told_and_may_be_counted_anew(tmp_path, capsys):
    database = copied("server-0010", tmp_path)

    async def told():
        async with serving(tmp_path) as server, server.http("/api/v1") as http:
            return [(one["rules"], one["speed"], one["games"], round(one["points"]))
                    for name in ("Carla", "David")
                    for one in (await http.get(f"/people/{name}")).json()["ratings"]]
    assert await told() == [("contra", "blitz", 1, 1662), ("contra", "blitz", 1, 1338)]
    before = select(database, "SELECT * FROM standing ORDER BY account")
    capsys.readouterr()
    assert await asyncio.to_thread(command, ["db", "rate", "-d", str(database)]) == 0
    assert capsys.readouterr().out == "1 game counts. All ratings are as they should be.\n"
    assert select(database, "SELECT * FROM standing ORDER BY account") == before


def test_a_step_to_results_changes_no_rating(tmp_path, capsys):
    """Of the 61 games of this database, two are not rated yet; one player has left amid them."""
    database = copied("server-0021-ratings", tmp_path)
    columns = "account, rules, speed, points, deviation, volatility, at, games"
    rated = select(database, f"SELECT {columns} FROM rating ORDER BY account, rules, speed")
    courses = select(database, "SELECT account, at, points, deviation, volatility "
                               "FROM rating_change ORDER BY account, at")
    waiting = select(database, "SELECT DISTINCT game FROM player WHERE to_rate IS NOT NULL")
    assert len(waiting) == 2
    assert command(["db", "upgrade", "-d", str(database)]) == 0
    later = select(database, "SELECT min(at) FROM result WHERE version <> 0")[0][0]
    told = select(database, f"SELECT {columns} FROM standing WHERE account <> '' "
                            "ORDER BY account, rules, speed")
    before = {row[:3]: row for row in rated}
    assert all(row == before[row[:3]] for row in told if row[6] < later) and len(told) == len(rated)
    found = select(database, "SELECT account, at, points, deviation, volatility FROM "
                             "standing_change JOIN pseudonym USING (code) WHERE at < "
                             f"{later} ORDER BY account, at")
    assert found == courses
    # The one that has left is an unknown opponent, of the strength that explains the change.
    unknown = select(database, "SELECT white, white_points, white_deviation, white_volatility, "
                               "black, black_points, black_deviation, black_volatility, winner, "
                               "points, deviation FROM result JOIN standing_change USING (seq) "
                               "WHERE '' IN (white, black)")
    assert len(unknown) == 16
    for white, *strengths, winner, points, deviation in unknown:
        one, other = Rating(*strengths[:3]), Rating(*strengths[4:])
        mine, theirs, score = (one, other, winner == "white") if white else (
            other, one, winner == "black")
        after = rate(mine, [Result(theirs, 0.5 if winner == "drawn" else float(score))], 0.0)
        assert after[:2] == pytest.approx((points, deviation), abs=1e-3)
    capsys.readouterr()
    assert command(["db", "rate", "--check", "-d", str(database)]) == 0
    assert capsys.readouterr().out == "61 games count. All ratings are as they should be.\n"


def test_a_rating_stays_by_whichever_order_its_games_were_rated_in(tmp_path):
    """By that order, the rating is not what the change of the latest game says."""
    database = copied("server-0021-ratings", tmp_path)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM rating_change WHERE game IN "
                           "(SELECT game FROM player WHERE to_rate IS NOT NULL)")
        connection.execute("UPDATE player SET to_rate = NULL")
        connection.execute("UPDATE rating SET points = points + 1")
    query = "SELECT account, rules, speed, points FROM {} WHERE account <> '' ORDER BY 1, 2, 3"
    before = select(database, query.format("rating"))
    assert command(["db", "upgrade", "-d", str(database)]) == 0
    assert select(database, query.format("standing")) == before


async def test_a_stored_token_still_works(tmp_path):
    copied("server-0011", tmp_path)
    async with serving(tmp_path) as server, server.http("/api/v1", headers={
                "Authorization": f"Bearer {TOKEN}"}) as http:
        assert (await http.post("/games", json={"rules": "contra"})).status_code == 201
        assert (await http.get("/account/games")).json()["why"] == "not-in-scope"


async def test_a_stored_study_is_written_on_with_its_key(tmp_path):
    database = copied("server-0012", tmp_path)
    (study,), = select(database, "SELECT id FROM shared_study")
    wish = {"version": 2, "key": Tokens(secret_of(database)).writer(study), "name": "On and on"}
    async with serving(tmp_path) as server, server.http("/api/v1/shared-studies") as http:
        told = [(await http.get(f"/{study}", params=which)).json()["name"]
                for which in ({"version": 1}, {})]
        assert told == ["Corners", "Corners, again"]
        late = await http.post(f"/{study}", json=wish | {"version": 1})
        assert late.json()["code"] == "stale"
        assert (await http.post(f"/{study}", json=wish)).json() == {"version": 3}


async def test_stored_challenges_stand_as_they_stood(tmp_path):
    shutil.copyfile(STORED / "server-0013.sqlite", tmp_path / "games.sqlite")
    async with opened(database_url(str(tmp_path / "games.sqlite"))) as store:
        carla = of_account((await stores_of(store).named("carla")).id)
        found = await stores_of(store).challenges.of(carla, 0)
        assert {(one.wish.rules, one.stand(one.created), one.answer,
                 one.sender == carla) for one in found} == {
            ("ecke", "open", None, True), ("contra", "declined", "clock", True),
            ("pur", "accepted", None, False)}
        assert next(one.wish for one in found if one.wish.rules == "ecke") == Wish(
            "ecke", {}, NewClock("days", 3 * 86_400.0), "black", rated=True)


async def test_a_stored_tournament_goes_on_where_it_was(tmp_path):
    copied("server-0014", tmp_path)
    async with serving(tmp_path) as server, server.http("/api/v1") as http:
        listed, = (await http.get("/tournaments")).json()["tournaments"]
        assert (listed["name"], listed["phase"], listed["players"]) == ("Spring cup", "running", 3)
        told = (await http.get(f"/tournaments/{listed['id']}")).json()["tournament"]
    assert [player["name"] for player in told["players"]] == ["Anna", "Ben", "Carl"]
    assert [[game["outcome"] for game in one["games"]] for one in told["paired"][:2]] == [
        ["white"], ["white"]]
    assert [(one["player"], one["points"]) for one in told["standings"]] == [
        (1, 1.0), (2, 1.0), (3, 0.0)]


async def test_what_an_organiser_entered_stands_and_is_undone(tmp_path):
    copied("server-0024", tmp_path)
    async with serving(tmp_path) as server, server.http("/api/v1") as http:
        found = (await http.get("/tournaments")).json()["tournaments"]
        id = next(one["id"] for one in found if one["name"] == "Autumn cup")
        told = (await http.get(f"/tournaments/{id}")).json()["tournament"]
        assert [player["name"] for player in told["players"] if player["away"]] == ["Xi"]
        first, second = told["paired"]
        assert [(game["outcome"], game["played"]) for game in first["games"]] == [
            ("white", False), ("white", True)]
        assert first["absent"] == [2] and [one["points"] for one in first["granted"]] == [0.5, 0.5]
        assert {game["outcome"] for game in second["games"]} == {None}
        key = server.service.rooms.tokens.organiser(id)
        answer = await http.post(f"/tournaments/{id}/orders", json={"what": "undo", "key": key})
        told = answer.json()["tournament"]
        assert len(told["paired"]) == 1 and told["proposal"] is not None


async def test_what_a_guest_had_is_an_accounts_and_what_was_looked_at_waits(tmp_path):
    database = copied("server-0026", tmp_path)
    async with serving(tmp_path) as server, server.http("/api/v1") as http:
        found, = (await http.get("/tournaments")).json()["tournaments"]
        told = (await http.get(f"/tournaments/{found['id']}")).json()["tournament"]
        assert [(one["name"], one["account"]) for one in told["players"]] == [
            ("Anna", True), ("Yan", False)]
    assert {*select(database, "SELECT lasting, checked >= created FROM game")} == {(1, 1)}


async def test_a_pupil_enters_a_stored_class_by_the_card(tmp_path):
    copied("server-0027", tmp_path)
    async with serving(tmp_path) as server, server.http("/api/v1") as http:
        await http.post("/account/sign-in/card", json={"code": CARD})
        found = (await http.get("/classes")).json()["pupil"]
        assert (found["name"], found["teachers"]) == ("5b", ["Jo Teacher"])
        assert [(one["what"], one["game"]) for one in found["given"]] == [("lesson", "pur")]


async def test_what_moderators_did_stands_as_it_stood(tmp_path):
    shutil.copyfile(STORED / "server-0015.sqlite", tmp_path / "games.sqlite")
    async with opened(database_url(str(tmp_path / "games.sqlite"))) as store:
        kept, found = stores_of(store).moderation, {}
        for name in ("anna", "bruno", "carla", "dora"):
            account = (await stores_of(store).named(name)).id
            found[name] = (
                conduct_of(await kept.entries(account), 0),
                sorted((one.reason, one.state) for one in await kept.reports_on(account, 9)),
                [(one.kind, one.evidence.figures) for one in await kept.flags_on(account)])
    warned, barred, carla, dora = (one for one, *_ in found.values())
    assert [one.text for one in warned.warnings] == ["Be kind."]
    assert barred.bar.until is None and carla.moderator and dora == Conduct()
    assert [told for _, told, _ in found.values()] == [
        [("insult", "upheld")], [("engine", "upheld")], [], [("name", "open"), ("other", "open")]]
    assert found["dora"][2] == [("farming", {"wins": 20.0})]


async def test_stored_public_games_are_told_and_counted_anew(tmp_path):
    database = copied("server-0016", tmp_path)
    assert await asyncio.to_thread(command, ["db", "explore", "-d", str(database)]) == 0
    async with serving(tmp_path) as server, server.http("/api/v1") as http:
        told = (await http.post("/explore", json={"game": "contra"})).json()
    assert [(one["text"], one["white"], one["points"]) for one in told["moves"]] == [
        ("d1d2", 2, 1500)]
    assert [[one[colour]["name"] for colour in ("white", "black")] for one in told["games"]] == [
        ["Nora", "Otto"]] * 2


async def test_a_stored_vacation_stops_the_clock_and_the_calendar_is_read(tmp_path):
    copied("server-0017", tmp_path)
    async with serving(tmp_path) as server, server.http("/api/v1") as http:
        account, = select(tmp_path / "games.sqlite", "SELECT DISTINCT account FROM absence")[0]
        found = (await stores_of(server.service).absences.of([account]))[account]
        assert found == [(1795747015579, 1795747015603), (1795747015620, 1796611015620)]
        snapshot = await server.service.rooms.snapshot("7p58dwa94r")
        assert snapshot.absences == {"white": found}
        calendar = await http.get("/calendar/vnvJMPZMO2GYqcDMlFYdBl050Cia43jw")
        assert calendar.text.startswith("BEGIN:VCALENDAR")


async def test_what_players_said_is_still_there(tmp_path):
    shutil.copyfile(STORED / "server-0018.sqlite", tmp_path / "games.sqlite")
    async with opened(database_url(str(tmp_path / "games.sqlite"))) as store:
        anna, bruno = [await stores_of(store).named(name) for name in ("anna", "bruno")]
        assert [one.name for one in await stores_of(store).follows.of(anna.id)] == ["Bruno"]
        assert (anna.seen, anna.chats, bruno.seen, bruno.chats) == (True, True, False, True)
        game, = {one.game async for one in stores_of(store).chat.said_by(of_account(anna.id))}
        assert [(one.number, one.colour, one.preset, one.text)
                for one in await stores_of(store).chat.of(game)] == [
            (1, "white", "hello", None), (2, "black", None, "Schöne Würfel!"),
            (3, "white", "good-game", None)]


async def test_who_takes_no_challenges_from_guests_is_known(tmp_path):
    database = copied("server-0025", tmp_path)
    async with opened(database_url(str(database))) as store:
        anna, bruno = [await stores_of(store).named(name) for name in ("anna", "bruno")]
        assert (anna.guests, bruno.guests) == (True, False)
        made, = await stores_of(store).challenges.of(of_account(bruno.id), 0)
        assert made.sender == of_account(anna.id)
        assert made.wish.path[0] == "strangers" and "127.0.0.1" not in made.wish.path


async def test_what_was_to_be_told_is_still_there(tmp_path):
    database = copied("server-0019", tmp_path)
    async with opened(database_url(str(database))) as store:
        anna = await stores_of(store).named("anna")
        told = stores_of(store).notices
        assert [await told.wanted(anna.id, kind) for kind in ("turn", "over")] == [
            ["mail", "push"], []]
        turn, = await told.take("mail", 1795747615579, 1795747735579, 5)
        assert (turn.kind, turn.facts.game, turn.tries) == ("turn", "7p58dwa94r", 1)
        assert await told.take("push", 1795747615579, 1795747735579, 5) == []


def test_a_way_back_keeps_what_came_later(tmp_path):
    database = copied("server-0022", tmp_path)
    queries = [f"SELECT * FROM {table}"
               for table in ("account", "player", "pseudonym", "result", "change_before",
                             "standing", "standing_change", "access_token", "shared_study",
                             "study_version", "challenge", "tournament", "tournament_event",
                             "tournament_game", "report", "moderation_entry", "flag",
                             "public_game", "explored", "explored_game",
                             "absence", "calendar", "chat_line", "relation", "notice",
                             "contact", "push_subscription", "compared_game", "freed_name")]
    assert command(["db", "upgrade", "-d", str(database)]) == 0
    before = [select(database, query) for query in queries]
    for command_ in ("downgrade", "upgrade"):
        assert command(["db", command_, "-d", str(database)]) == 0
    assert [select(database, query) for query in queries] == before


async def test_nothing_is_taken_back_while_a_server_runs(tmp_path, capsys):
    async with serving(tmp_path) as server:
        await server.service.store.stay_alive(round(1000 * time.time()))
        database = ["-d", str(tmp_path / "games.sqlite")]
        assert await asyncio.to_thread(command, ["db", "downgrade", *database]) == 2
    assert "a server uses this database; stop it first" in capsys.readouterr().err


def test_every_step_of_the_tables_that_programs_wrote_lies_here():
    """Whoever adds a step adds a database of it, with what is new in it."""
    assert migrations.STEPS[-1] in {path.stem.removeprefix("server-")
                                    for path in STORED.glob("server-*.sqlite")}


async def test_names_that_were_given_up_rest_on(tmp_path):
    database = copied("server-0022", tmp_path)
    async with opened(database_url(str(database))) as store:
        people, at = stores_of(store), 1795946000000
        anna = await people.named("anne")
        assert [await people.is_taken(name, None, at) for name in ("anna", "clara", "dora")] == [
            True, True, False]
        assert not await people.is_taken("anna", anna.id, at)
