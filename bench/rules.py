"""Compiled rules: perft without counting in bulk, and random playouts, on one core."""
from typing import Any

from eckstein.kernel.specialise import specialise

from .timing import best

PERFT: list[tuple[str, int, dict[str, Any]]] = [
    ("contra", 7, {}), ("duell", 4, {"mate_ends": False}), ("duell", 4, {}), ("ecke", 5, {}),
    ("echek", 5, {}), ("echek", 4, {"bishop": "final"}), ("pur", 6, {})]
PLAYOUTS = [("contra", 20000), ("pur", 5000), ("ecke", 20000), ("duell", 3000), ("echek", 20000)]


def count(game: str, depth: int, options: dict[str, Any]) -> tuple[int, float]:
    """The perft count of a game's start, and the seconds it takes."""
    search = specialise("search.play.perft", game, **options)
    search.warm()
    memory, p = search.new_memory(), search.game.start()
    return best(lambda: search.perft(p, memory, 0, depth))


def time_playouts(game: str, games: int) -> tuple[int, float]:
    """How many plies so many random games take, and how many seconds."""
    search = specialise("search.play.playout", game)
    search.warm()
    memory, p = search.new_memory(1), search.game.start()

    def run() -> int:
        memory.plies = 0
        search.playouts(p, memory, games, 1000)
        return int(memory.plies)
    return best(run)


def main() -> None:
    """Print millions of nodes, and of plies, in a second."""
    print("perft                        nodes   million/s")
    for game, depth, options in PERFT:
        nodes, seconds = count(game, depth, options)
        name = " ".join([game, str(depth), *(f"{k}={v}" for k, v in options.items())])
        print(f"{name:22} {nodes:12,} {nodes / seconds / 1e6:10.1f}")
    print("random playouts              plies   million/s")
    for game, games in PLAYOUTS:
        plies, seconds = time_playouts(game, games)
        print(f"{game:22} {plies:12,} {plies / seconds / 1e6:10.1f}")
