"""Playing on a server from a program, and line by line."""
import asyncio
import io
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from eckstein.cli import run as command
from eckstein.client import remote as module
from eckstein.client.remote import RemoteError, RemoteGame

from .helpers import PATIENCE, run, serving

pytestmark = pytest.mark.usefixtures("no_log")
COMPUTER = {"kind": "computer", "level": 1}
BLITZ = {"kind": "fischer", "initial": 300.0, "increment": 3.0}


def with_server(tmp_path, function):
    """Run a function that blocks beside a server, and give it the server's address."""
    async def test():
        async with serving(tmp_path) as server:
            return await asyncio.to_thread(function, server.base)
    return run(test())


def test_a_program_plays(tmp_path):
    def play(base):
        game = RemoteGame.create(base, rules="contra", black=COMPUTER)
        game.do("move", "white", "d1d2")
        news = game.wait()
        while len(game.facts.moves) < 2:         # the reply may have been there at once
            next(news)
            game.refresh()
        return game.board().ply
    assert with_server(tmp_path, play) >= 2


def test_two_programs_meet_in_the_lobby(tmp_path):
    def play(base):
        with ThreadPoolExecutor(2) as threads:
            games = [found.result(PATIENCE) for found in [
                threads.submit(RemoteGame.meet, base, rules="ecke", clocks=[BLITZ, None], name=name)
                for name in ("Anna", "Ben")]]
        assert len({game.game for game in games}) == 1
        by_colour = {colour: game for game in games for colour in game.seats}
        by_colour["white"].do("resign", "white")
        facts = by_colour["black"].refresh().facts
        assert (facts.rules, facts.result.winner, facts.clock.initial) == ("ecke", "black", 300)
        assert {player.name for player in facts.players.values()} == {"Anna", "Ben"}
    with_server(tmp_path, play)


def test_a_program_that_lost_the_lobby_seeks_on_by_the_same_name(monkeypatch):
    sought = []

    def lost(server, path, decoder, asked, *more):
        sought.append(asked.id)
        raise RemoteError("nobody is there", "unreachable")
    monkeypatch.setattr(module, "Lines", lost)
    monkeypatch.setattr(module, "PAUSE", 0.0)
    with pytest.raises(RemoteError, match="nobody is there"):
        RemoteGame.meet("http://localhost:1", rules="contra", clocks=[None])
    assert len(sought) == module.TRIES + 1 and len(set(sought)) == 1


def test_what_the_lobby_refuses_is_told(tmp_path):
    def play(base):
        for wish, told in (({"rated": True, "clocks": [BLITZ]}, "needs an account"),
                           ({"clocks": [None], "options": {"size": "99"}}, "size"),
                           ({"clocks": []}, "cannot be created")):
            with pytest.raises(RemoteError, match=told):
                RemoteGame.meet(base, rules="contra", **wish)
    with_server(tmp_path, play)


def test_two_programs_meet_by_a_link(tmp_path):
    def play(base):
        mine = RemoteGame.create(base, rules="contra")
        theirs = RemoteGame.join(mine.link("black"))
        mine.do("move", "white", "d1d2")
        theirs.refresh()
        theirs.do("move", "black", "d7d6")
        return mine.refresh().board().position() == theirs.board().position()
    assert with_server(tmp_path, play)


def test_an_open_seat_is_taken(tmp_path):
    def play(base):
        mine = RemoteGame.create(base, rules="contra", black={"open": True})
        theirs = RemoteGame.join(f"{base}/game/{mine.game}", "Ben")
        return list(theirs.seats), mine.refresh().facts.players["black"].name
    assert with_server(tmp_path, play) == (["black"], "Ben")


def test_what_the_server_says_no_to(tmp_path):
    def play(base):
        game = RemoteGame.create(base, rules="contra")
        with pytest.raises(RemoteError) as caught:
            game.do("move", "white", "d1d9")
        assert caught.value.code == "illegal"
        with pytest.raises(RemoteError, match="no game nowhere"):
            RemoteGame.join(f"{base}/game/nowhere")
    with_server(tmp_path, play)


@pytest.mark.parametrize("link", ["nonsense", "http://x/y", "ftp://localhost/game/x"])
def test_links_that_lead_nowhere(link):
    with pytest.raises(RemoteError):
        RemoteGame.join(link)


def test_a_server_that_is_not_there(monkeypatch):
    monkeypatch.setattr(module, "PAUSE", 0)
    with pytest.raises(RemoteError, match="does not respond"):
        RemoteGame.create("http://127.0.0.1:1", rules="contra")


def played_lines(tmp_path, monkeypatch, capsys, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert with_server(tmp_path, lambda base: command(["join", base, "contra"])) == 0
    return capsys.readouterr().out


def test_line_by_line(tmp_path, monkeypatch, capsys):
    out = played_lines(tmp_path, monkeypatch, capsys, "help", "moves", "d1d9", "d1d2", "undo",
                       "a1a2", "position", "resign")
    assert "7 moves:" in out and "Moves were taken back." in out
    assert "Black plays a7-a6." in out and "\nBlack wins: resignation.\n" in out


def test_the_end_of_input_leaves_the_game_on_the_server(tmp_path, monkeypatch, capsys):
    assert "eckstein join 'http" in played_lines(tmp_path, monkeypatch, capsys, "d1d2")
