"""What others wrote gives a terminal no orders."""
import asyncio
import os
import pty
import subprocess
import sys

import pytest

from eckstein import Board
from eckstein.base.terminal_text import plain
from eckstein.client.remote import RemoteGame
from eckstein.record import Record, write_record
from eckstein.session.thinking import Thinking
from eckstein.tui.online_app import OnlineApp
from eckstein.wire.games import GameFacts, Offers, Player

from .tui.helpers import quick

TITLE, CLEAR = "\x1b]0;pwned\x07", "\x1b[2J\x9b2J"


@pytest.mark.parametrize(("text", "left"), [
    ("Ada", "Ada"), ("a\tb\nc", "a\tb\nc"), (f"a{TITLE}b", "a]0;pwnedb"), (f"{CLEAR}x", "[2J2Jx"),
    ("a\x00\x08\x7f\x85b", "ab"), ("one\rtwo", "onetwo"), ("\rin its place", "\rin its place"),
    ("left\u202eright\u2066", "leftright"), ("می‌خواهم", "می‌خواهم"), ("♔ é 王", "♔ é 王")])
def test_orders_are_taken_out_and_text_stays(text, left):
    assert plain(text) == left


def on_a_terminal(*words):
    """What a command writes to a terminal, with the program run as a user does."""
    leader, follower = pty.openpty()
    with os.fdopen(leader, "rb", buffering=0) as screen:
        process = subprocess.Popen([sys.executable, "-m", "eckstein.cli", *words], stdin=follower,
                                   stdout=follower, stderr=follower,
                                   env=os.environ | {"TERM": "xterm", "NO_COLOR": "1"})
        os.close(follower)
        found = b""
        try:
            while more := screen.read(4096):
                found += more
        except OSError:         # how Linux says that nobody writes any more
            pass
        process.wait(60)
    return found


@pytest.fixture
def hostile(tmp_path):
    """A file with a game whose names and comments give orders to terminals."""
    record = Record.from_board(Board("contra"), White=f"A{TITLE}", Event=CLEAR)
    record.root.comments.append(f"so {CLEAR}")
    path = tmp_path / "game.txt"
    path.write_text(write_record(record), encoding="utf-8")
    return path


@pytest.mark.parametrize("words", [
    ("convert", "FILE", "--to", "record"), ("check", "FILE"), ("state", f"pur{TITLE}"),
    ("show", "contra", f"d1{CLEAR}"), ("join", f"http://localhost:1/{TITLE}"),
    ("analyse", "contra", "--file", f"FILE{TITLE}")])
def test_commands_give_a_terminal_no_orders(hostile, words):
    shown = on_a_terminal(*(word.replace("FILE", str(hostile)) for word in words))
    assert shown
    assert b"\x1b]" not in shown and b"\x1b[2J" not in shown and b"\x07" not in shown
    assert b"\xc2\x9b" not in shown


def test_a_pipe_gets_what_a_file_holds(hostile):
    words = [sys.executable, "-m", "eckstein.cli", "convert", str(hostile), "--to", "record"]
    assert TITLE.encode() in subprocess.run(words, capture_output=True, check=True).stdout


def test_the_full_screen_shows_no_orders():
    players = {"white": Player("human", f"Ada{TITLE}", True, open=False),
               "black": Player("human", "Bob", True, open=False)}
    facts = GameFacts(
        game="g", rules="contra", options={}, start=Board("contra").position(), first="white",
        seq=1, created=0, turn="white", players=players, moves=[], clock=None,
        offers=Offers(None, None, []), result=None, watching=0, next=None,
        thinking=f"wait {CLEAR}")

    async def happen():
        app = OnlineApp(RemoteGame("http://localhost:1", "g", facts, {"white": "g.w.x"}),
                        Thinking(1, quick()), speed=0.0)
        async with app.run_test(size=(140, 45)) as pilot:
            await pilot.pause()
            return "".join(segment.text for strip in app.screen._compositor.render_strips()
                           for segment in strip)
    text = asyncio.run(happen())
    assert "Ada]0;pwned" in text
    assert plain(text) == text
