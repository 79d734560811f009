"""What the whole trees of the puzzles come to: moves, bytes, and the time to compute them.

    python -m bench.trees               all games
    python -m bench.trees contra duell

Moves are those of the defender and the first answer to each, of puzzles to be won.
"""
import sys
import time
import zlib
from collections.abc import Sequence

import msgspec

from eckstein import names
from eckstein.lab.puzzles import load
from eckstein.lab.puzzles.trees import Reply, Trees

from .progress import tell


def moves(tree: Sequence[Reply]) -> int:
    """The moves of a whole tree."""
    return sum(1 + bool(reply.wins) + moves(reply.replies) for reply in tree)


def wanted() -> Sequence[str]:
    """The games that were named, or all."""
    for game in sys.argv[1:]:
        if game not in names():
            sys.exit(f"there is no game {game!r}; the games are {', '.join(names())}")
    return sys.argv[1:] or names()


def main() -> None:
    """Print a line for each game."""
    for game in wanted():
        trees, total, whole, longest = Trees(), 0, b"", 0.0
        puzzles = [puzzle for puzzle in load(game) if puzzle.task == "win"]
        for number, puzzle in enumerate(puzzles, 1):
            tell(f"{game}: {number} of {len(puzzles)}")
            begin = time.process_time()
            tree = trees.tree(puzzle, puzzle.board(game))
            longest = max(longest, time.process_time() - begin)
            total += moves(tree)
            whole += msgspec.json.encode(tree) + b"\n"
        tell()
        print(f"{game:8}{len(puzzles):5} trees, {total:9,} moves, {len(whole):10,} bytes of JSON, "
              f"{len(zlib.compress(whole, 9)):9,} deflated; the longest took {longest:.1f} s",
              flush=True)


if __name__ == "__main__":
    main()
