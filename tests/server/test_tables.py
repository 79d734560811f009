"""What the API says of positions that tables of endings know, or might."""
import pytest


async def told(ask, game, position, *moves, **options):
    answer = await ask("POST", "/api/v1/tables", json={
        "game": game, "position": position, "moves": moves, "options": options})
    return answer.json()


async def test_each_move_has_its_exact_value(with_tables, ask):
    found = await told(ask, "duell", "DZd7za2")
    assert (found["state"], found["ending"], found["result"], found["plies"]) == (
        "known", "K-K", "won", 3)
    assert [(one["text"], one["result"], one["plies"]) for one in found["moves"]] == [
        ("d7-e7", "won", 3), ("D7-D8", "won", 3), ("D7-D6", "won", 7), ("d7-c7", "won", 7)]


@pytest.mark.parametrize(("game", "position", "moves", "state", "command"), [
    ("contra", None, (), "none", None),
    ("echek", None, (), "none", None),
    ("contra", "CWd6va5", ("d6d7",), "none", None),     # which ends the game
    ("duell", "DZd7za2Wa8", (), "missing", "eckstein tables build duell Kd-K")])
async def test_where_there_is_nothing_to_tell_that_is_told(with_tables, ask, game, position, moves,
                                                     state, command):
    found = await told(ask, game, position, *moves)
    assert (found["state"], found["command"], found["moves"]) == (state, command, [])


async def test_what_was_played_before_counts(with_tables, ask):
    assert (await told(ask, "duell", "DZd7za2", no_progress=2))["state"] == "uncertain"
    found = await told(ask, "duell", "DZd1zg7", "d1-c1", "g7-h7", "c1-d1", repetition=2)
    assert (found["result"], found["moves"][0]["text"]) == ("drawn", "h7-g7")


async def test_of_a_damaged_table_nobody_is_told_where_it_lies(ask, tmp_path, monkeypatch):
    damaged = tmp_path / "tables" / "duell" / "K-K.table"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"eckstein table 2\n")
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    found = await told(ask, "duell", "DZd7za2")
    assert (found["state"], found["command"]) == (
        "unsound", "eckstein tables build duell K-K --force")
    assert str(tmp_path) not in str(found)


async def test_a_position_that_cannot_be_is_refused(ask):
    await ask("POST", "/api/v1/tables", 400, json={"game": "duell", "position": "x"})


async def test_endings_to_practise_have_the_values_that_are_told(with_tables, ask):
    found = (await ask("GET", "/api/v1/endings/contra?level=2&seed=9")).json()
    assert found["hold"] == 5 and len(found["tasks"]) == 5
    for task in found["tasks"]:
        known = await told(ask, "contra", task["position"])
        assert known["plies"] == task["plies"]
        assert known["result"] == ("won" if task["plies"] else "drawn")
    assert found == (await ask("GET", "/api/v1/endings/contra?level=2&seed=9")).json()


async def test_a_game_without_tables_has_no_endings_to_practise(ask):
    games = (await ask("GET", "/api/v1/games-known")).json()["games"]
    assert {name for name, game in games.items() if game["endings"]} == {"contra", "duell"}
    answer = await ask("GET", "/api/v1/endings/pur", 400)
    assert answer.json()["template"]["text"] == "no ending of {game} can have a table yet"
    await ask("GET", "/api/v1/endings/nothing", 400)
    await ask("GET", "/api/v1/endings/contra?level=4", 422)


async def test_of_a_damaged_table_for_practice_nobody_is_told_where_it_lies(ask, tmp_path,
                                                                            monkeypatch):
    damaged = tmp_path / "tables" / "duell" / "K-K.table"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"eckstein table 2\n")
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    answer = await ask("GET", "/api/v1/endings/duell", 400)
    assert str(tmp_path) not in answer.text
