"""Run the quick benchmarks, or those named.

Others are programs of their own, `python -m bench.NAME`:

    strength    full strength and levels against each other and against other players
    baselines   players of all kinds in the benchmark
    learners    the same of PPO and networks from self-play, after minutes of training
    cluster     games of a Ray cluster against those of processes
    nets        how fast a net searches, and matches against the weights
    exact       how often a net and the weights keep the exact value of endings
    releases    today's program against earlier ones, at equal time
    pruning     what the parts of the search are worth
    endings     endings of Duell, won by search or by tables
    tables      tables of endings: building, checking, probing
    distances   how far from the end the positions of a table are
    books       opening books
    coach       what the coach explains of games of beginners, and how long it takes
    mistakes    how many tasks such games make of their own mistakes
    puzzles     themes of puzzles, and their whole trees
    results     what is proved of the games
    deciding    how long proof-number search takes to decide the winner
    width       how many positions the search at full width makes
    slices      searches in slices
    movetimes   how long the first moves of a new engine take against the clock
    oversteps   how far the engine exceeds `go movetime`
    mailbox     Contra's perft against C by hand
    libraries   libraries against older ones
    lives       the same kernels compiled ahead, by Numba and as WebAssembly
    server      durable moves a second
    scarce      what an honest client gets beside a crowd that takes all it can
    lobby       how soon a seek is known in all open lobbies
    growth      several servers on one PostgreSQL database
    selfplay    games of the engine against itself, in one call and move by move
    batches     many games at once, at random
    environments  random play in environments, ours beside those of others
    reading     how fast recorded games are read, beside python-chess
    people      profiles, histories and leaderboards with many accounts and games
    looking     views of positions in long games
    watching    what views cost a server, by how many of a game's watchers make them
    zero        networks from self-play, by the hours of their training and at equal time
"""
import importlib
import platform
import sys
from pathlib import Path

PARTS = ("rules", "boards", "starting", "searching", "proving")


def conditions() -> str:
    """The machine and the versions, for the head of a page of results."""
    import numba
    model = next((line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo")
                  if line.startswith("model name")), platform.processor())
    return (f"Python {platform.python_version()}, Numba {numba.__version__}, {model}, "
            f"{platform.machine()}")


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


def main() -> None:
    """Print the figures of each part."""
    wanted = sys.argv[1:] or PARTS
    unknown = [part for part in wanted if part not in PARTS]
    if unknown:
        sys.exit(f"there is no benchmark {unknown[0]}; there are {', '.join(PARTS)}")
    print(conditions())
    for part in wanted:
        print()
        importlib.import_module(f"bench.{part}").main()


if __name__ == "__main__":
    main()
