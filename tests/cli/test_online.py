"""A game on a server, line by line: what is said, in each language."""
import io
import sys
import threading
import time

import pytest
import structlog
from msgspec.structs import replace

from eckstein import Board
from eckstein.cli import run as command
from eckstein.cli.online import look_for_somebody
from eckstein.client.online import OnlineSession
from eckstein.client.remote import RemoteGame
from eckstein.session.clock import Clock
from eckstein.words import speak

from ..server.helpers import PATIENCE
from ..server.test_remote import with_server

AFTERWARDS = "Type rematch to play again with colours changed, or quit.\n> "


@pytest.fixture
def joined(tmp_path, monkeypatch, capsys):
    """Types lines in a game on a server, and returns what was said.

    Args:
        lines: what is typed.
        words: of the command, after the server's address.
        before: what happens in a game before it is joined; if left out, a game begins.
        seat: the colour that is joined there; None to look on.
        typing: in place of the standard input.
    """
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())     # none of the server

    def play(*lines, words=("contra",), before=None, seat="white", typing=None):
        typed = typing or io.StringIO("".join(f"{line}\n" for line in lines))
        monkeypatch.setattr(sys, "stdin", typed)

        def run(base):
            if before is None:
                return command(["join", base, *words])
            remote = RemoteGame.create(base, rules="contra",
                                       clock={"kind": "fischer", "initial": 300, "increment": 0})
            before(remote)
            link = remote.link(seat) if seat else f"{base}/game/{remote.game}"
            return command(["join", link, *words])
        assert with_server(tmp_path, run) == 0
        return capsys.readouterr().out
    yield play


@pytest.mark.parametrize(("language", "told"), [
    ("en", "The computer does not accept draws.\n"),
    ("de", "Der Computer nimmt kein Remis an, er spielt weiter.\n")])
def test_what_the_server_refuses_is_told_in_the_language_that_is_spoken(joined, language, told):
    assert told in joined("draw", words=("contra", "--level", "1", "--language", language))


def test_german_is_spoken(joined, monkeypatch):
    typed = ("help", "moves", "xyz", "d1d2", "undo", "accept", "resign")
    out = joined(*typed, words=("contra", "--level", "1", "--language", "de"))
    assert "Schwarz: Neuling.\n" in out and "weiß> help\nTippe einen Zug" in out
    assert "7 Züge: a1-a2" in out and "(hilfe sagt, was du tippen kannst.)\n" in out
    assert "Züge sind zurückgenommen." in out and "Nichts ist angeboten." in out
    assert "Schwarz gewinnt: aufgegeben.\nTippe revanche für noch eine Partie" in out
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Die Partie bleibt auf dem Server. Zurück geht es mit\n  eckstein join 'http" in joined()


def offer_a_draw(remote):
    remote.do("offer-draw", "black")


def test_clocks_and_offers_are_told(joined):
    out = joined("board", "decline", "accept", "resign", words=(), before=offer_a_draw)
    assert "White to move. White has 5:00, Black 5:00.\n" in out
    assert "Black offers a draw: accept or decline.\n" in out
    assert "There is no offer to answer.\n" in out and "\nBlack wins: resignation.\n" in out


def test_a_draw_is_agreed_on(joined):
    assert "\nDraw: agreement.\n" in joined("accept", words=(), before=offer_a_draw)


def test_a_game_that_was_called_off(joined):
    out = joined(words=(), before=lambda remote: remote.do("abort", "black"))
    assert out.endswith(f"\nNo result: the game was called off.\n{AFTERWARDS}\n")


class Patient(io.StringIO):
    """Types line after line, but the last ones only when something has been said."""

    def __init__(self, at_once, awaited, afterwards):
        super().__init__("".join(f"{line}\n" for line in (*at_once, *afterwards)))
        self.at_once, self.awaited = len(at_once), awaited

    def readline(self, *size):
        deadline = time.monotonic() + PATIENCE
        self.at_once -= 1
        while self.at_once < 0 and self.awaited not in sys.stdout.getvalue():
            assert time.monotonic() < deadline, f"{self.awaited!r} is not said"
            time.sleep(0.01)
        return super().readline(*size)


@pytest.mark.parametrize(("language", "told", "typed"), [
    ("en", "Black has left the game. In 8 seconds you can claim it: claim, or claim draw.", "draw"),
    ("de", "Schwarz hat die Partie verlassen. In 8 Sekunden kannst du sie beanspruchen: "
           "beanspruchen, oder beanspruchen remis.", "remis")])
def test_an_opponent_that_has_left_is_told_and_the_game_claimed(tmp_path, language, told, typed):
    sent = []

    def play(base):
        remote = RemoteGame.create(base, rules="contra")
        remote.seats.pop("black", None)
        session, facts = OnlineSession(remote, sent.append), remote.facts
        speak(language)
        gone = replace(facts.players["black"], claim=7.2)
        left = replace(facts, players=facts.players | {"black": gone})
        assert session.take(left) == [told] and session.notes()
        assert session.take(left) == []                     # it is told once
        assert session.take(facts) == session.notes() == []
        for rest in ("", typed):
            session.obey("claim", rest)
    with_server(tmp_path, play)
    assert [one.what for one in sent] == ["claim-win", "claim-draw"]


def test_after_the_end_another_game_is_played_with_colours_changed(joined):
    out = joined(words=("contra", "--level", "1"), typing=Patient(
        ("new", "resign", "moves", "rematch"), "\nWhite plays ", ("new", "quit")))
    before, _, after = out.partition("A new game of Cublino Contra.")
    assert "The game goes on: resign it, or quit; it stays on the server.\n" in before
    assert f"\nBlack wins: resignation.\n{AFTERWARDS}moves\n7 moves: " in before
    assert "White: Newcomer. Black: Guest.\n" in after and "\nWhite plays " in after
    assert after.index("black> new\n") < after.index("The game goes on") < after.index(
        "Rejoin it with\n  eckstein join 'http")


def test_what_was_played_before_one_followed_to_another_game_is_told(joined, monkeypatch):
    follow = RemoteGame.follow

    def late(remote, following):
        found = follow(remote, following)
        while not found.facts.moves:
            found.refresh()
        return found
    monkeypatch.setattr(RemoteGame, "follow", late)
    out = joined("resign", "rematch", words=("contra", "--level", "1"))
    assert "A new game of Cublino Contra.\nWhite plays " in out


def test_another_game_begins_once_both_want_it(joined):
    def over(remote):
        remote.do("resign", "white")
        remote.do("rematch", "white")
    out = joined("rematch", "quit", words=(), before=over, seat="black")
    assert "\nWhite wants to play again: rematch.\n" in out
    assert "> rematch\nA new game of Cublino Contra.\n" in out


@pytest.mark.parametrize(("language", "typed"), [("de", "revanche"), ("fr", "revanche"),
                                                 ("de", "neu"), ("fr", "nouveau")])
def test_another_game_in_other_words(joined, language, typed):
    told = {"de": "Eine neue Partie Cublino Contra.", "fr": "Nouvelle partie"}[language]
    out = joined("resign", typed, words=("contra", "--level", "1", "--language", language))
    assert told in out


def test_who_looks_on_leaves_at_the_end(joined):
    out = joined(words=(), before=lambda remote: remote.do("resign", "white"), seat=None)
    assert out.endswith("\nBlack wins: resignation.\n")


class Slow(io.StringIO):
    """Somebody who types nothing before the server takes him for present."""

    def begin(self, remote):
        self.remote = remote

    def readline(self, *size):
        deadline = time.monotonic() + PATIENCE
        while not self.remote.refresh().facts.players["white"].here:
            assert time.monotonic() < deadline, "he is not there"
        return "quit\n"


def test_who_thinks_about_a_move_is_present(joined):
    slow = Slow()
    assert "white> quit\n" in joined(words=(), before=slow.begin, typing=slow)
    assert not slow.remote.facts.players["black"].here


def test_somebody_is_met_in_the_lobby(joined, monkeypatch):
    met, meet = [], RemoteGame.meet

    def meeting(server, *arguments, **wish):
        other = threading.Thread(target=lambda: met.append(
            meet(server, rules="contra", clocks=[None], colour="black", name="Ada")))
        other.start()
        try:
            return meet(server, *arguments, **wish)
        finally:
            other.join(PATIENCE)
    monkeypatch.setattr(RemoteGame, "meet", meeting)
    out = joined("resign", words=("contra", "--somebody", "--name", "Ben"))
    assert out.startswith("Looking for an opponent; Ctrl-C ends it.\n")
    assert "White: Ben. Black: Ada.\n" in out and "\nBlack wins: resignation.\n" in out
    assert met[0].game in out


def test_all_that_is_wished_of_somebody_is_told_to_the_lobby(monkeypatch):
    told = []
    monkeypatch.setenv("ECKSTEIN_TOKEN", "a token")
    monkeypatch.setattr(RemoteGame, "meet", lambda *words, **wish: told.append((words, wish)))
    look_for_somebody("http://localhost", None, Board("contra"), Clock.read("5+3"), "Ben",
                      {"rated": True, "among": None, "challenges": False})
    (words, wish), = told
    assert words == ("http://localhost", "a token")
    assert wish["clocks"] == [{"kind": "fischer", "initial": 300, "increment": 3}]
    assert (wish["rules"], wish["colour"], wish["rated"], wish["challenges"], wish["name"]) == (
        "contra", None, True, False, "Ben")
    assert "among" not in wish
