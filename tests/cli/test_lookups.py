"""What is looked up on a server: open seeks, and what was played in public games."""
import asyncio
import http.server
import json
import threading

import pytest

from eckstein.cli import run as command
from eckstein.client import lookups
from eckstein.server.game.identity import of_account
from eckstein.server.parts.lobby import lobby
from eckstein.wire.lobby import OpenSeek, OpenSeeks

from ..server.helpers import opened, run, serving
from ..server.test_lobby import BLITZ, lobby_of, people, sought
from ..server.test_public_games import MOVES, explore, people_in, play

pytestmark = pytest.mark.usefixtures("no_log")


@pytest.fixture
def ask(capsys):
    """Runs a command beside a server; returns its status and the lines that it prints."""
    async def run_it(*words):
        status = await asyncio.to_thread(command, list(words))
        told = capsys.readouterr()
        return status, (told.err if status else told.out).splitlines()
    return run_it


def test_open_seeks_are_listed_with_all_conditions(tmp_path, ask, monkeypatch):
    async def test():
        async with serving(tmp_path) as server, people(server, 2) as (anna, ben):
            assert await ask("lobby", server.base) == (
                0, ["No player is looking for a game just now."])
            assert await ask("lobby", server.base, "--json") == (0, [])
            days = {"kind": "days", "initial": 3 * 86400.0, "increment": 0.0}
            await sought(anna, name="Anna", clocks=[BLITZ, days, None])
            await sought(ben, name="Ben", rules="ecke", colour="black", options={"chains": True})
            status, (head, first, second, last) = await ask("lobby", server.base + "/")
            assert (status, head.split()) == (
                0, ["game", "clock", "colour", "rated", "rating", "player", "options"])
            assert first.split() == ["contra", "5+3,", "3days,", "no", "clock", "either", "no", "-",
                                     "Anna"]
            assert second.split() == ["ecke", "no", "clock", "black", "no", "-", "Ben", "chains=1"]
            assert last.endswith(f"eckstein join {server.base} GAME --somebody")
            _, lines = await ask("lobby", server.base, "--json")
            whole = await lobby_of(anna)
            assert [json.loads(line) for line in lines] == whole["seeks"]
            monkeypatch.setattr(lobby, "LISTED", 1)
            _, lines = await ask("lobby", server.base)
            assert lines[2] == "These are the oldest of 2 open seeks."
            assert len((await ask("lobby", server.base, "--json"))[1]) == 1
    run(test())


def test_a_rated_seek_tells_the_rating_and_who_is_wanted(ask, monkeypatch):
    seek = OpenSeek("s", "Anna", "contra", {}, [None], None, 1612, rated=True, among=(1500, 1700))
    older = OpenSeek("t", "Ben", "contra", {}, [None], None, 1700, rated=True)
    monkeypatch.setattr(lookups, "open_seeks", lambda server: OpenSeeks([seek, older], 2))

    async def test():
        _, lines = await ask("lobby", "http://localhost:1")
        assert lines[1].split()[4:] == ["yes", "1612,", "wants", "1500", "to", "1700", "Anna"]
        assert lines[2].split()[4:] == ["yes", "1700", "Ben"]
    run(test())


def test_the_tree_of_public_games_is_a_table(tmp_path, ask):
    anna, bruno = map(of_account, ("anna", "bruno"))
    first, second = MOVES[:2]

    async def test():
        async with opened(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}") as store:
            await people_in(store)
            for number, (moves, winner, points) in enumerate((
                    ([first], "white", (1500.0, 1540.0)), ([first], "black", (None, 1700.0)),
                    ([second], "drawn", (None, None)))):
                await play(store, f"g{number}", anna, bruno, moves, 10 + number, winner, points)
            assert await explore(store) == 3
        async with serving(tmp_path) as server:
            here = "--from", server.base
            status, (head, one, two, last) = await ask("explore", "contra", *here)
            assert (status, head.split()) == (
                0, ["move", "games", "White", "wins", "drawn", "Black", "wins", "rating"])
            assert one.split()[1:] == ["2", "1", "(50%)", "0", "(0%)", "1", "(50%)", "1610"]
            assert two.split()[1:] == ["1", "0", "(0%)", "1", "(100%)", "0", "(0%)", "-"]
            assert last.startswith("Of each game the first 16 plies count")
            _, lines = await ask("explore", "contra", *here, "--json")
            assert [json.loads(line)["text"] for line in lines] == [first, second]
            none = "No public game has come to this position."
            assert await ask("explore", "contra", first, *here) == (0, [none])
            assert await ask("explore", "contra", "-o", "size=5", *here) == (0, [none])
            assert await ask("explore", "pur", *here, "--json") == (0, [])
    run(test())


class Other(http.server.BaseHTTPRequestHandler):
    """A server of something else."""

    def do_GET(self):
        self.send_error(404)

    do_POST = do_GET

    def log_message(self, *told):
        pass


@pytest.fixture(scope="module")
def elsewhere():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(("typed", "told"), [
    ("lobby nowhere", "nowhere is not the address of a server"),
    ("lobby http://[", "http://[ is not the address of a server"),
    ("lobby http://127.0.0.1:1", "http://127.0.0.1:1 does not respond"),
    ("lobby {there}", "{there} does not list players looking for a game"),
    ("explore contra --from {there}", "{there} has no opening tree of public games"),
    ("explore chess --from {there}", "there is no game 'chess'"),
    ("explore contra d1d9 --from {there}", "move 1 (d1d9)"),
    ("explore contra -o size=99 --from {there}", "size"),
    ("explore contra", "--from")])
def test_what_cannot_be_looked_up_is_told_in_one_sentence(typed, told, elsewhere, capsys):
    assert command(typed.format(there=elsewhere).split()) == 2
    [complaint] = capsys.readouterr().err.splitlines()
    assert complaint.startswith("eckstein: ") and told.format(there=elsewhere) in complaint
