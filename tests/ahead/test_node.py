"""The WebAssembly modules under Node, without Python: the same nodes."""
import subprocess
from pathlib import Path

import pytest

from eckstein.kernel.binding import FOLDER
from eckstein.kernel.specialise import specialise

from .programs import NODE, need_node

SCRIPT = Path(__file__).parents[2] / "bench" / "lives.mjs"


@need_node
@pytest.mark.parametrize(("game", "depth"), [
    ("pur", 4), ("contra", 6), ("ecke", 4), ("duell", 3), ("echek", 3)])
def test_perft_and_search_count_the_same(game, depth):
    told = subprocess.run([NODE, str(SCRIPT), str(FOLDER), game, str(depth), str(depth), "1"],
                          check=True, capture_output=True, text=True).stdout.split()
    perft = specialise("search.play.perft", game, life="library")
    count = perft.perft(perft.game.start(), perft.new_memory(), 0, depth)
    search = specialise("search.play.alphabeta", game, life="library")
    memory, table, p = search.new_memory(), search.new_table(1), search.game.start()
    search.attach(memory, table)
    memory.limit = 1 << 60
    search.enter(p, memory, 0, search.NONE, 0, 0)
    for plies in range(1, depth + 1):
        search.search(p, memory, 0, plies, -search.INFINITE, search.INFINITE, 0)
    assert [int(word) for word in told[2:]] == [count, memory.nodes]
