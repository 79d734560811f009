"""How fast many games at once are played at random, on one core, beside random playouts."""
import time
from typing import Any

from eckstein import names
from eckstein.engine.batch.games import BatchGame

from .rules import PLAYOUTS, time_playouts
from .timing import best

N = 2048
STEPS = 400_000             # in all games together
SIZES = 1, 16, 128, 1024, 4096, 16384
WAYS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("moves alone", {"masks": None, "observe": False}),
    ("bits", {"masks": "bits", "observe": False}),
    ("bytes", {"masks": "bytes", "observe": False}),
    ("bits, planes", {"masks": "bits"}),
    ("bytes, planes", {"masks": "bytes"}))
LIVES = "library", "wasm"
TURNS = 3                   # of each life, one after the other


def rate(game: str, n: int = N, steps: int = STEPS, **more: Any) -> float:
    """Steps a second of the processor's time, in random legal play with resets at once."""
    batch = BatchGame(game, n, seed=1, **more)
    rounds = max(1, steps // n)

    def run() -> None:
        for _ in range(rounds):
            batch.step(batch.sample())
    run()
    _, seconds = best(run)
    return rounds * n / seconds


def of_webassembly(game: str, **more: Any) -> float:
    """The speed of WebAssembly as a part of the library's, the best of some turns of each."""
    found = [[rate(game, steps=STEPS // TURNS, life=life, **more) for life in LIVES]
             for _ in range(TURNS)]
    library, wasm = (max(rates) for rates in zip(*found, strict=True))
    return wasm / library


def bytes_of(game: str, **more: Any) -> int:
    """The memory of a game."""
    batch = BatchGame(game, 8, **more)
    return sum(batch.columns[name].nbytes for name in batch.columns.names()) // 8


def main() -> None:
    """Print tables of games and of lives, a curve over sizes, and what two threads give."""
    print(f"{N:,} games, million steps a second of one core; in brackets, of the playouts' plies")
    print(f"{'':8}{'playouts':>10}" + "".join(f"{name:>18}" for name, _ in WAYS))
    for game in names():
        plies, seconds = time_playouts(game, dict(PLAYOUTS)[game])
        plain = plies / seconds
        found = [rate(game, **more) for _, more in WAYS]
        print(f"{game:8}{plain / 1e6:10.2f}" + "".join(
            f"{one / 1e6:12.2f} ({one / plain:3.0%})" for one in found), flush=True)
    print("\nWebAssembly to library, in turn")
    print(f"{'':8}" + "".join(f"{name:>15}" for name, _ in WAYS))
    for game in names():
        print(f"{game:8}" + "".join(f"{of_webassembly(game, **more):15.2f}" for _, more in WAYS),
              flush=True)
    print("\nContra with bytes and planes, over the number of games")
    for n in SIZES:
        print(f"{n:8,}{rate('contra', n, 100_000) / 1e6:10.3f}")
    print("\ntwo threads instead of one, by the clock, n = 16,384")
    for game in names():
        print(f"{game:8}{clocked(game, 2) / clocked(game, 1):10.2f}")
    print("\nbytes a game, with masks of bits, and with bytes and planes")
    for game in names():
        print(f"{game:8}{bytes_of(game, masks='bits', observe=False):10,}{bytes_of(game):10,}")


def clocked(game: str, threads: int) -> float:
    """Steps a second by the clock, the best of three runs."""
    batch = BatchGame(game, 16384, seed=1, threads=threads)
    batch.step(batch.sample())
    found = []
    for _ in range(3):
        begin = time.perf_counter()
        for _ in range(20):
            batch.step(batch.sample())
        found.append(20 * batch.n / (time.perf_counter() - begin))
    return max(found)


if __name__ == "__main__":
    main()
