"""A game on a server, line by line: what is said, in each language."""
import io
import sys

import pytest
import structlog

from eckstein.cli import run as command
from eckstein.remote import RemoteGame
from eckstein.words import speak

from ..server.test_remote import with_server


@pytest.fixture
def joined(tmp_path, monkeypatch, capsys):
    """Types lines in a game on a server, and returns what was said.

    Args:
        lines: what is typed.
        words: of the command, after the server's address.
        before: what happens in a game before it is joined; if left out, a game begins.
    """
    logs = structlog.get_config()
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())     # none of the server

    def play(*lines, words=("contra",), before=None):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

        def run(base):
            if before is None:
                return command(["join", base, *words])
            remote = RemoteGame.create(base, rules="contra",
                                       clock={"kind": "fischer", "initial": 300, "increment": 0})
            before(remote)
            return command(["join", remote.link("white"), *words])
        assert with_server(tmp_path, run) == 0
        return capsys.readouterr().out
    yield play
    structlog.configure(**logs)
    speak("en")


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
    assert out.endswith("Schwarz gewinnt: aufgegeben.\n")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Die Partie bleibt auf dem Server. Zurück geht es mit\n  eckstein join 'http" in joined()


def offer_a_draw(remote):
    remote.do("offer-draw", "black")


def test_clocks_and_offers_are_told(joined):
    out = joined("board", "decline", "accept", "resign", words=(), before=offer_a_draw)
    assert "White to move. White has 5:00, Black 5:00.\n" in out
    assert "Black offers a draw: accept or decline.\n" in out
    assert "There is no offer to answer.\n" in out and out.endswith("Black wins: resignation.\n")


def test_a_draw_is_agreed_on(joined):
    assert joined("accept", words=(), before=offer_a_draw).endswith("Draw: agreement.\n")


def test_a_game_that_was_called_off(joined):
    out = joined(words=(), before=lambda remote: remote.do("abort", "black"))
    assert out.endswith("No result: the game was called off.\n")
