"""A game's library for AArch64, run by an emulator and held against the plain rules.

    python -m tests.ahead.emulated FOLDER RUNNER GAME

FOLDER holds the library, RUNNER is `runner.c` compiled for AArch64.  Random games are played step
by step with both, and the engine's signature is printed, line by line.
"""
import ctypes
import mmap
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from eckstein.engine.signature import signature
from eckstein.kernel import binding as ahead
from eckstein.kernel import library
from eckstein.kernel.memory import array_type, record_type
from eckstein.kernel.specialise import specialise

from ..helpers import random_games
from .programs import EMULATOR, EMULATOR_LIBRARIES

MEMORY = 1 << 28
TARGET = "linux-arm64"


class EmulatedBinding(ahead.Binding):
    """Calls entries in another process, whose memory is shared with this one."""

    runner = ""

    def __init__(self, found, ground):
        super().__init__(found, ground)
        self._file = tempfile.NamedTemporaryFile()          # noqa: SIM115
        os.truncate(self._file.name, MEMORY)
        self._memory = mmap.mmap(self._file.fileno(), MEMORY)
        self._end = 0
        self._process = subprocess.Popen(
            [EMULATOR, "-L", EMULATOR_LIBRARIES, self.runner,
             str(ahead.checked_file(found, TARGET)), self._file.name, str(MEMORY)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._there = int(self._process.stdout.readline())
        self._here = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))

    def record(self, **sizes):
        return self._placed(record_type(tuple(sizes.items())))

    def array(self, size):
        return self._placed(array_type(size))

    def address(self, values):
        return ctypes.addressof(values) - self._here + self._there

    def _placed(self, kind):
        place, self._end = self._end, self._end + ctypes.sizeof(kind) + 63 & ~63
        return kind.from_buffer(self._memory, place)

    def call_of(self, entry):
        def call(frame):
            shared = self._placed(type(frame))
            ctypes.memmove(shared, frame, ctypes.sizeof(frame))
            print(entry.symbol, self.address(shared), file=self._process.stdin, flush=True)
            assert self._process.stdout.readline() == "done\n"
            ctypes.memmove(frame, shared, ctypes.sizeof(frame))
            self._end -= ctypes.sizeof(frame) + 63 & ~63
        return call


def main(folder, runner, game):
    """Play random games with both, and print the signature; see above."""
    ahead.FOLDER = Path(folder)
    EmulatedBinding.runner = runner
    library.LibraryBinding = EmulatedBinding
    fast = specialise("search.play.playing", game, life="library")
    room = fast.new_moves()
    for board in random_games(game, {}, range(1), plies=20):
        p, rules = board.state, board.rules
        moves = list(board.legal_moves)
        assert (fast.game.outcome(p), fast.game.key(p)) == (rules.outcome(p), rules.key(p))
        if moves:
            assert room[:fast.game.generate(p, room, 0)] == moves
        for move in moves:
            assert fast.game.apply(p, move) == rules.apply(p, move)
    for line in signature(game):
        print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
