"""What the puzzles teach, and what their whole trees come to.

    python -m bench.puzzles               all games
    python -m bench.puzzles contra duell

Prints how many puzzles there are of each theme and idea, and which ones come first; then, for the
whole trees of all puzzles to be won, the number of moves (the defender's, and the first answer to
each), the bytes as JSON, and the longest time that a tree takes to compute.
"""
import sys
import time
import zlib
from collections import Counter
from collections.abc import Sequence

import msgspec

from eckstein import names
from eckstein.lab.puzzles import Puzzle, load
from eckstein.lab.puzzles.order import idea_of, ordered
from eckstein.lab.puzzles.trees import Reply, Trees

from .progress import tell

FIRST = 10                  # puzzles


def counted(names: Counter[str]) -> str:
    """Names with how often they occur, the most frequent first."""
    return ", ".join(f"{name} {count}" for name, count in names.most_common())


def moves(tree: Sequence[Reply]) -> int:
    """The moves of a whole tree."""
    return sum(1 + bool(reply.wins) + moves(reply.replies) for reply in tree)


def trees(game: str, puzzles: Sequence[Puzzle]) -> str:
    """A line about the whole trees of a game."""
    made, total, whole, longest = Trees(), 0, b"", 0.0
    for number, puzzle in enumerate(puzzles, 1):
        tell(f"{game}: {number} of {len(puzzles)}")
        begin = time.process_time()
        tree = made.tree(puzzle, puzzle.board(game))
        longest = max(longest, time.process_time() - begin)
        total += moves(tree)
        whole += msgspec.json.encode(tree) + b"\n"
    tell()
    return (f"{len(puzzles)}, {total:,} moves, {len(whole):,} bytes of JSON, "
            f"{len(zlib.compress(whole, 9)):,} deflated; the longest took {longest:.1f} s")


def main() -> None:
    """Print five lines for each game."""
    for game in sys.argv[1:] or names():
        if game not in names():
            sys.exit(f"there is no game {game!r}; the games are {', '.join(names())}")
        puzzles = load(game)
        print(f"{game}: {len(puzzles)} puzzles")
        print("  themes:", counted(Counter(theme for one in puzzles for theme in one.themes)))
        print("  ideas:", counted(Counter(idea_of(one.themes) for one in puzzles)))
        print("  first:", ", ".join(f"{one.task} in {one.plies} ({idea_of(one.themes)})"
                                    for one in ordered(puzzles)[:FIRST]))
        print("  trees:", trees(game, [one for one in puzzles if one.task == "win"]), flush=True)


if __name__ == "__main__":
    main()
