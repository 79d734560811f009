"""Lines and news, whichever comes first: at a terminal, and from a pipe."""
import io
import os
import pty
import sys
from contextlib import closing

import pytest

from eckstein.cli.inbox import Inbox
from eckstein.cli.lines import QuitError


@pytest.fixture
def inbox():
    with closing(Inbox()) as made:
        yield made


@pytest.fixture
def keyboard(monkeypatch):
    """A function that types at a terminal."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "r") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield lambda text: os.write(ours, text.encode())
    os.close(ours)


def test_at_a_terminal_news_come_before_the_line_that_is_asked_for(inbox, keyboard, capsys):
    inbox.put("news")
    assert inbox.ask("> ") == "news"
    keyboard("d1d2\n")
    assert inbox.ask("> ") == "d1d2"
    assert capsys.readouterr().out == "> "


def test_who_is_interrupted_is_asked_again(inbox, keyboard, capsys):
    inbox.put("news")
    inbox.ask("> ")
    inbox.interrupt()
    inbox.interrupt()
    keyboard("quit\n")
    inbox.ask("> ")
    inbox.interrupt()
    assert capsys.readouterr().out == "> \n> "


def test_at_a_terminal_a_line_may_come_while_news_are_waited_for(inbox, keyboard):
    keyboard(" resign \n")
    assert inbox.wait() == "resign"


def test_of_several_news_the_last_counts(inbox, keyboard):
    for news in range(5):
        inbox.put(news)
    assert inbox.wait() == 4
    keyboard("x\n")
    assert inbox.wait() == "x"


def test_from_a_pipe_a_line_is_read_only_when_it_is_asked_for(inbox, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("d1d2\n"))
    inbox.put("news")
    assert inbox.ask("> ") == "d1d2"
    assert inbox.wait() == "news"
    with pytest.raises(QuitError):
        inbox.ask("> ")


def test_news_after_the_end_are_no_mistake(keyboard):
    made = Inbox()
    made.close()
    made.put("news")
