"""Talking to the protocol without a process."""
import io
from itertools import pairwise

from eckstein.engine.protocol import Protocol

from ..helpers import PATIENCE


class Talk:
    """A protocol whose answers are at hand."""

    def __init__(self):
        self.output = io.StringIO()
        self.protocol = Protocol(self.output)

    def tell(self, *lines):
        """Obey commands, without waiting for a search to end."""
        for line in lines:
            self.protocol.obey(line)

    def wait(self):
        """Wait until no search runs."""
        if work := self.protocol._work:
            work.finish(PATIENCE)
            assert not work.is_running(), "the search did not end"

    def heard(self):
        """The lines that were answered since the last time."""
        text = self.output.getvalue()
        self.output.truncate(0)
        self.output.seek(0)
        return text.splitlines()

    def ask(self, *lines):
        """What is answered to these commands alone, each search waited for."""
        self.heard()
        for line in lines:
            self.tell(line)
            self.wait()
        return self.heard()

    def searches(self):
        """Whether a search runs."""
        work = self.protocol._work
        return work is not None and work.is_running()

    def position(self):
        """The position text."""
        return self.ask("d")[-1].removeprefix("info string ")

    def close(self):
        self.protocol.run(io.StringIO("quit\n"))


def fields(line):
    """The fields of an `info` line."""
    words = line.split()
    split = words.index("pv")
    found = {name: value for name, value in pairwise(words[1:split])
             if name in ("depth", "seldepth", "multipv", "cp", "mate", "nodes", "nps", "hashfull",
                         "tbhits", "time")}
    return found | {"pv": words[split + 1:]}
