"""What the puzzles teach: how many of each theme and idea, and what somebody meets first.

    python -m bench.puzzles               all games
    python -m bench.puzzles contra duell
"""
from collections import Counter

from eckstein.lab.puzzles import load
from eckstein.lab.puzzles.order import idea_of, ordered

from .trees import wanted

FIRST = 10                  # puzzles


def counted(names: Counter[str]) -> str:
    """Names with how often they occur, the most frequent first."""
    return ", ".join(f"{name} {count}" for name, count in names.most_common())


def main() -> None:
    """Print four lines for each game."""
    for game in wanted():
        puzzles = load(game)
        print(f"{game}: {len(puzzles)} puzzles")
        print("  themes:", counted(Counter(theme for one in puzzles for theme in one.themes)))
        print("  ideas:", counted(Counter(idea_of(one.themes) for one in puzzles)))
        print("  first:", ", ".join(f"{one.task} in {one.plies} ({idea_of(one.themes)})"
                                    for one in ordered(puzzles)[:FIRST]))


if __name__ == "__main__":
    main()
