"""What the puzzles teach, how hard they are for levels, and what their whole trees come to.

    python -m bench.puzzles               all games
    python -m bench.puzzles contra duell

Prints how many puzzles there are of each theme and idea, and which ones come first; for levels 1 to
9, which share of the puzzles each solves to the end, and the rating that this gives it; then, for
the whole trees of all puzzles to be won, the number of moves (the defender's, and the first answer
to each), the bytes as JSON, and the longest time that a tree takes to compute.
"""
import hashlib
import sys
import time
import zlib
from collections import Counter
from collections.abc import Sequence

import msgspec

from eckstein import Board, names
from eckstein.engine.levels import FULL
from eckstein.engine.limits import Limits
from eckstein.engine.player import Player
from eckstein.engine.players import make_player
from eckstein.lab.puzzles import Puzzle, load
from eckstein.lab.puzzles.order import idea_of, ordered, rating_of
from eckstein.lab.puzzles.trees import Reply, Trees
from eckstein.server.game.glicko import Rating
from eckstein.server.parts.puzzles.ratings import after_puzzle

from .progress import tell

FIRST = 10                  # puzzles
SEEDS = 1, 2, 3             # of the errors of levels
RANGES = 900, 1200, 1500, 1800, 2100, 9999          # of ratings


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


def solves(player: Player, board: Board, solution: Sequence[Sequence]) -> bool:
    """Whether a player makes all moves of a puzzle, against the longest resistance."""
    while solution:
        move = player.play(board, Limits()).move
        after = next((further for text, further in solution if board.parse(text) == move), None)
        if after is None:
            return False
        board.push(move)
        if not after:
            break
        board.push_text(after[0][0])
        solution = after[0][1]
    return True


def levels(game: str, puzzles: Sequence[Puzzle]) -> list[str]:
    """A line for each level: what it solves, also of puzzles of each range of ratings."""
    lines = []
    shuffled = sorted(puzzles, key=lambda one: hashlib.sha256(one.id.encode()).digest())
    for number in range(1, FULL):
        rating, won, tried = Rating(), Counter[int](), Counter[int]()
        for seed in SEEDS:
            for puzzle in shuffled:
                board = puzzle.board(game)
                player = make_player(f"level:{number}", board)
                player.new_game(seed)
                solved = solves(player, board, puzzle.solution)
                player.close()
                rating = after_puzzle(rating, rating_of(puzzle), solved)
                top = next(top for top in RANGES if rating_of(puzzle) <= top)
                won[top] += solved
                tried[top] += 1
        lines.append(f"  level {number}: {won.total() / tried.total():.0%} solved, "
                     f"rating {rating.points:.0f}; of those rated up to " + ", ".join(
                         f"{top} {won[top] / tried[top]:.0%}" for top in sorted(tried)))
    return lines


def main() -> None:
    """Print some lines for each game."""
    for game in sys.argv[1:] or names():
        if game not in names():
            sys.exit(f"there is no game {game!r}; the games are {', '.join(names())}")
        puzzles = load(game)
        print(f"{game}: {len(puzzles)} puzzles")
        print("  themes:", counted(Counter(theme for one in puzzles for theme in one.themes)))
        print("  ideas:", counted(Counter(idea_of(one.themes) for one in puzzles)))
        print("  first:", ", ".join(f"{one.task} in {one.plies} ({idea_of(one.themes)})"
                                    for one in ordered(puzzles)[:FIRST]))
        print(*levels(game, puzzles), sep="\n")
        print("  trees:", trees(game, [one for one in puzzles if one.task == "win"]), flush=True)


if __name__ == "__main__":
    main()
