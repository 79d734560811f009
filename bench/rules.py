"""Compiled rules: perft without counting in bulk, and random playouts, on one core."""
from eckstein.kernel import specialise

from .timing import best

PERFT = [("contra", 7, {}), ("duell", 4, {"mate_ends": False}), ("duell", 4, {}),
         ("ecke", 5, {}), ("echek", 5, {}), ("echek", 4, {"bishop": "final"}), ("pur", 5, {})]
PLAYOUTS = [("contra", 20000), ("pur", 5000), ("ecke", 20000), ("duell", 3000), ("echek", 20000)]


def main() -> None:
    """Print millions of nodes, and of plies, in a second."""
    print("perft                        nodes   million/s")
    for game, depth, options in PERFT:
        search = specialise("search.perft", game, **options)
        memory, p = search.new_memory(depth), search.game.start()
        search.warm()
        nodes, seconds = best(lambda: search.perft(p, memory, 0, depth))
        name = " ".join([game, str(depth), *(f"{k}={v}" for k, v in options.items())])
        print(f"{name:22} {nodes:12,} {nodes / seconds / 1e6:10.1f}")
    print("random playouts              plies   million/s")
    for game, count in PLAYOUTS:
        search = specialise("search.playout", game)
        memory, p = search.new_memory(1), search.game.start()
        search.warm()

        def run():
            memory.plies = 0
            search.playouts(p, memory, count, 1000)
            return int(memory.plies)
        plies, seconds = best(run)
        print(f"{game:22} {plies:12,} {plies / seconds / 1e6:10.1f}")
