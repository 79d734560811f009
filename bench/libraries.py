"""Libraries of this machine from several folders, in turn in one process: is a change any faster?

    cp -r src/eckstein/libraries /tmp/before        then change the sources, and make libraries
    python -m bench.libraries /tmp/before src/eckstein/libraries

Perft and alpha-beta from each game's start: processor time, and cycles a node where the system
counts them, the best of some rounds.  The folders must count the same; a library need not fit the
sources as they are.
"""
import ctypes
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from eckstein.games import names
from eckstein.kernel.binding import platform
from eckstein.kernel.described import Described
from eckstein.kernel.library import WIDE
from eckstein.kernel.memory import array_type, new_array, record_type
from eckstein.kernel.specialise import specialise
from eckstein.search.play._results import INFINITE

from .cycles import counter
from .lives import MEGABYTES, perft_depth
from .searching import DEPTHS

ROUNDS = 7
FRAME = array_type(64)
Counted = tuple[int, float]         # nodes and seconds


class Folder:
    """A game's library in a folder, and its memories."""

    def __init__(self, folder: str, game: str) -> None:
        self.found = msgspec.json.decode(Path(folder, f"{game}.json").read_bytes(), type=Described)
        file = self.found.libraries[platform()].file
        self.library = ctypes.CDLL(str(Path(folder, file).resolve()))
        rules: Any = specialise(f"games.{game}", game, compiled=False)
        self.game, self.start, self.key = game, tuple(rules.start()), rules.key(rules.start())

    def _entry(self, name: str) -> tuple[Callable[[Any], None], Any]:
        """An entry for processors as this one, and a memory for it."""
        entry, = next(found for key, found in self.found.entries.items() if key.endswith(name))
        symbol = WIDE + entry.symbol
        function = getattr(self.library, symbol if hasattr(self.library, symbol) else entry.symbol)
        function.restype = None
        layout = next(argument.layout for argument in entry.arguments if argument.kind == "record")
        return function, record_type(layout)()

    def perft(self) -> Counted:
        """The nodes of perft, and the seconds."""
        function, memory = self._entry(".perft.perft")
        frame = FRAME(*self.start, ctypes.addressof(memory), 0, perft_depth(self.game))
        begin = time.process_time()
        function(frame)
        return frame[0], time.process_time() - begin

    def search(self) -> Counted:
        """The nodes of a search, depth by depth with an empty table, and the seconds."""
        function, memory = self._entry(".alphabeta.search")
        table = new_array(2 * 65536 * MEGABYTES)
        memory.table, memory.mask = ctypes.addressof(table), len(table) // 2 - 1
        memory.limit = 1 << 60
        memory.pv[0] = memory.played[0] = -1
        memory.path[0] = self.key
        begin = time.process_time()
        for depth in range(1, DEPTHS[self.game] + 1):
            function(FRAME(*self.start, ctypes.addressof(memory), 0, depth, -INFINITE, INFINITE, 0))
        return memory.nodes, time.process_time() - begin


def main() -> None:
    """Print millions of nodes a second, the ratio to the first folder, and cycles a node."""
    folders = sys.argv[1:]
    if len(folders) < 2:
        sys.exit("name two folders with libraries or more")
    for folder in folders:
        if not all((Path(folder) / f"{game}.json").exists() for game in names()):
            sys.exit(f"{folder} does not have the libraries of all games")
    clock = counter()
    for game in names():
        there = {folder: Folder(folder, game) for folder in folders}
        for part in (Folder.perft, Folder.search):
            best, nodes = dict.fromkeys(folders, float("inf")), set[int]()
            spent = best.copy()
            for _ in range(ROUNDS):
                for folder, library in there.items():
                    before = clock()
                    counted, seconds = part(library)
                    spent[folder] = min(spent[folder], clock() - before)
                    nodes.add(counted)
                    best[folder] = min(best[folder], seconds)
            if len(nodes) > 1:
                sys.exit(f"{game}: the folders count differently: {nodes}")
            count, = nodes
            print(f"{game:8}{part.__name__:8}{count:12,}" + "".join(
                f"{count / best[folder] / 1e6:10.2f} ({best[folders[0]] / best[folder]:.2f})"
                f"{spent[folder] / count:8.1f}" for folder in folders), flush=True)


if __name__ == "__main__":
    main()
