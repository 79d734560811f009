"""The engine as a child process, held to the text of UCI by a client that shares no code with it.

Commands are drawn by seed, in any order that the text allows, with blanks and unknown words in
between.  Whatever is drawn: every `go` is answered by one `bestmove` and no other, every `isready`
by one `readyok`, `uci` by its options and `uciok`, and no line is of a form that the text lacks.
"""
import queue
import random
import re
import subprocess
import sys
import threading

import pytest

from eckstein import names

from ..helpers import PATIENCE

COMMANDS = 150
MOVE = r"\S+"
NUMBER = r"-?\d+"
INFO = re.compile(
    rf"info( (string .*|depth {NUMBER}|seldepth {NUMBER}|multipv {NUMBER}|nodes {NUMBER}"
    rf"|nps {NUMBER}|hashfull {NUMBER}|tbhits {NUMBER}|time {NUMBER}|net \w+"
    rf"|score (cp|mate) {NUMBER}|pv( {MOVE})+))+")
OPTION = re.compile(
    r"option name \S.*? type (check default (true|false)|button|string default \S*"
    r"|spin default (?P<default>-?\d+) min (?P<min>-?\d+) max (?P<max>-?\d+)"
    r"|combo default (?P<one>\S+)(?P<all>( var \S+)+))")
BEST = re.compile(rf"bestmove ({MOVE}|\(none\))( ponder {MOVE})?")
BLANKS = "{} ", " {}", "\t{}\t", "{}", "joho {}"


class Client:
    """A program that talks to the engine as the text says, and counts what it is owed."""

    def __init__(self, game):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "eckstein", "engine"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.searching = self.pondering = self.endless = False
        self.tell(f"setoption name UCI_Variant value {game}")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def hear(self):
        """The next line, which has to be of a known form."""
        line = self.lines.get(timeout=PATIENCE)
        assert line is not None, "the engine has ended"
        if line.startswith("bestmove"):
            assert BEST.fullmatch(line), line
            assert self.searching, "a move that nobody asked for"
            self.searching = self.endless = self.pondering = False
        elif line.startswith("info"):
            assert INFO.fullmatch(line), line
        elif line.startswith("option"):
            told = OPTION.fullmatch(line)
            assert told, line
            if told["default"]:
                assert int(told["min"]) <= int(told["default"]) <= int(told["max"])
            if told["one"]:
                assert told["one"] in told["all"].split()
        else:
            assert line in ("readyok", "uciok") or line.startswith("id "), line
        return line

    def wait_for(self, word):
        """All lines until one that begins with a word."""
        told = [self.hear()]
        while told[-1].split()[0] != word:
            told.append(self.hear())
        return told

    def ready(self):
        self.tell("isready")
        told = self.wait_for("readyok")
        assert "uciok" not in told
        return told

    def go(self, limits):
        """Search; a search that runs is ended first, as the text asks of the client."""
        self.halt()
        self.tell(f"go {limits}")
        self.searching = True
        self.pondering = "ponder" in limits
        self.endless = self.pondering or limits == "infinite"

    def halt(self):
        """End what is searched."""
        if self.searching:
            if self.endless:
                self.tell("stop")
            self.wait_for("bestmove")

    def end(self):
        self.tell("quit")
        assert self.process.wait(PATIENCE) == 0


def command(client, chance):
    """Do one thing that the text allows."""
    match chance.randrange(9):
        case 0:
            client.halt()
            client.tell("uci")
            told = client.wait_for("uciok")
            heads = [line.split()[1] for line in told if line.startswith("id ")]
            assert heads == ["name", "author"]
            options = [line for line in told if line.startswith("option ")]
            assert len(options) == len({line.split(" type ")[0].lower() for line in options})
        case 1:
            client.ready()
        case 2:
            client.halt()
            client.tell(chance.choice(BLANKS).format("ucinewgame"))
        case 3:
            client.halt()
            client.tell(chance.choice(BLANKS).format("position   startpos"))
        case 4 | 5:
            client.go(chance.choice((
                "depth 2", "nodes 300", "movetime 5", "wtime 50 btime 50 winc 1 binc 1 movestogo 3",
                "infinite", "ponder wtime 100 btime 100", "mate 1", "depth 1  nodes 10", "wtime 0 "
                "btime 0")))
        case 6:
            client.tell("stop")                         # allowed without a search, too
            if client.searching:
                client.wait_for("bestmove")
        case 7:
            client.tell("ponderhit")
            if client.pondering:
                client.wait_for("bestmove")
        case 8:
            client.halt()
            client.tell("setoption name " + chance.choice((
                "Hash value 2", "hash value 4", "MultiPV value 2", "MultiPV value 1", "Clear Hash",
                "Ponder value true", "Tables value false", "Seed value 7")))


@pytest.mark.parametrize("game", names())
def test_any_order_of_commands_is_answered_as_the_text_says(game):
    client, chance = Client(game), random.Random(game)
    for _ in range(COMMANDS):
        command(client, chance)
    client.halt()
    assert not [line for line in client.ready() if line.startswith("bestmove")]
    client.go("infinite")
    client.end()


def test_a_line_is_the_whole_of_an_answer():
    """Each answer is there at once, without a second command that pushes it out."""
    client = Client("contra")
    for _ in range(3):
        client.ready()
        client.go("depth 1")
        client.wait_for("bestmove")
    client.end()


def test_what_is_asked_with_an_error_is_answered_all_the_same():
    """A `go` that cannot be understood gets its move, or the word that there is none."""
    client = Client("contra")
    for limits in ("depth", "depth -3", "movetime soon", "nodes 0"):
        client.go(limits)
        assert client.wait_for("bestmove")[-1] == "bestmove (none)"
    client.end()
