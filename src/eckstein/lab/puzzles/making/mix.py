"""The mix of a collection: how many of its puzzles are of one length, idea or grade at most."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..order import idea_of
from ..puzzle import BEYOND, Puzzle, Task

Trait = tuple[str, str]         # what is told of a puzzle, such as ("length", "win 3")

# At most these parts of all puzzles are of a length ...
LENGTHS = {"win 1": 0.1, "win 3": 0.4, "win 5": 0.3, "win 7": 0.2,
           "save 2": 0.08, "save 4": 0.12, "save 6": 0.1}
# ... of an idea, if it is not said otherwise; fewer of what is not peculiar to a game, and fewer
# still of those that have no other idea than how they end, ...
IDEA = 0.25
IDEAS = {"battle": 0.2, "quiet": 0.2, "corner": 0.15, "elimination": 0.15, "mate": 0.15,
         "surround": 0.15, "race": 0.15, "defence": 0.1}
# ... and of these grades.
GRADES = (range(1, 4), range(4, 7), range(7, BEYOND + 1))
BAND = 0.5


def of_length(task: Task, plies: int) -> Trait:
    """The trait of a length."""
    return "length", f"{task} {plies}"


def of_idea(themes: Iterable[str]) -> Trait:
    """The trait of an idea."""
    return "idea", idea_of(themes)


def of_grade(grade: int) -> Trait:
    """The trait of a grade: the band that it is in."""
    band = next(band for band in GRADES if grade in band)
    return "grade", f"{band[0]}-{band[-1]}"


def traits_of(puzzle: Puzzle) -> frozenset[Trait]:
    """All traits of a puzzle."""
    return frozenset((of_length(puzzle.task, puzzle.plies), of_idea(puzzle.themes),
                      of_grade(puzzle.grade)))


class Mix:
    """Counts the traits of a collection.

    Args:
        count: how many puzzles there are to be.
    """

    def __init__(self, count: int) -> None:
        self._count, self._counts = count, Counter[Trait]()

    def count(self, puzzle: Puzzle) -> None:
        """Count one more puzzle."""
        self._counts.update(traits_of(puzzle))

    def full(self) -> frozenset[Trait]:
        """The traits that there are enough of."""
        return frozenset(trait for trait, number in self._counts.items()
                         if number >= _share(trait) * self._count)


def _share(trait: Trait) -> float:
    kind, name = trait
    if kind == "idea":
        return IDEAS.get(name, IDEA)
    return BAND if kind == "grade" else LENGTHS[name]
