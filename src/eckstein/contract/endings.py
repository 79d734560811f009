"""The contract of endings: classes of positions with little material, and all of them numbered.

A table of an ending holds one value for each number (see `eckstein.engine.tables`).  A game that
can have tables has a module `endings` beside its rules, with the lives that rules have (see
kernel), which provides `Endings`.  `games/_defaults/endings.py` answers for what it may leave out;
a game without one gets `games/_defaults/no_endings.py`.

A move stays in its ending, leads to an earlier one, or ends the game; without progress (see the
rules) it stays in its slice.  Turned by half a turn with the colours swapped, a position keeps its
number.
"""
from typing import Any, NamedTuple, Protocol


class EndingSpec(NamedTuple):
    """What a game says of an ending as a whole.

    Numbers fall into **parts**, ranges of equal length, and each part into slices or lanes.

    Attributes:
        name: such as "Kd-K".
        needs: the endings that captures lead to, by their indexes; all of them come earlier.
        most_moves: no position has more moves.
        groups: how many parts there are in each group, group by group.  No move leads from one
            group to another, so each is solved alone.
        slices: how many ranges of equal length each part has that are solved in order, since moves
            lead from each only into itself and those before it; 1 in groups of several parts.
        lanes: how many ranges of equal length each part has, counted anew in each, such that all
            moves of a position that stay in its slice lead into lanes with the same index; then
            several threads can solve a group.  1 if that is not known, or if there are slices.
        tile: how many rows and columns a **tile** has: a range of rows * columns numbers, row by
            row, of positions that are alike but for what their **lines** (row and column) say.
            (1, 1), which is one line, if nothing of that kind holds.
    """

    name: str
    needs: tuple[int, ...]
    most_moves: int
    groups: tuple[int, ...] = (1,)
    slices: int = 1
    lanes: int = 1
    tile: tuple[int, int] = (1, 1)


class NumberedEndings(Protocol):
    """What every module of endings gives.

    In all functions `ending` is an index into ENDINGS, and `number` counts from 0 to before
    `size(ending)`.
    """

    ENDINGS: tuple[EndingSpec, ...]
    """All endings, each after those that it needs."""
    MOST_PREDECESSORS: int
    """`predecessors` appends no more words; at least 1."""

    def size(self, ending: int) -> int:
        """How many numbers there are."""

    def possible(self, ending: int, number: int) -> bool | int:
        """Whether a position has this number; in a tile all have one, or none has."""

    def position(self, ending: int, number: int) -> Any:
        """The position with a number that is possible."""

    def place(self, p: Any) -> tuple[int, int]:
        """The ending and the number of a position, or (NOWHERE, 0)."""

    def placed(self, p: Any) -> tuple[int, int]:
        """The same; it may be larger when compiled, for loops that do little else."""

    def predecessors(self, ending: int, number: int, line: int, prepared: Any, words: Any,
                     n: int) -> int:
        """Append the moves in the same slice that lead to the positions on a line of a tile.

        Args:
            ending, number: with which the tile begins.
            line: of the tile: rows count from 0, and columns after them.
            prepared: what `prepare` has filled.
            words: where to write; what lies below n is left as it is.  A word stands for a move:
                start + (step << STEP) says that the numbers start, start + step and so on lead to
                those on the line, one to each.  Each move is listed for one of the lines.  Numbers
                of finished positions may be among those from which moves lead.
            n: where to begin.

        Returns:
            The index after the last word.
        """


class Prepared(Protocol):
    """What `predecessors` looks up; by default nothing."""

    PREPARED: int
    """How many words `prepare` fills; at least 1."""

    def prepare(self, prepared: Any) -> None:
        """Fill a row of words, all 0 (see kernel.bits.address)."""


class Tiles(Protocol):
    """Tiles of several numbers; by default there are none."""

    LINES: int
    """How many lines a tile has at most; at least 2."""
    MOST_CAPTURES: int
    """`successors` writes no more words; at least 1."""

    def successors(self, ending: int, number: int, quiet: Any, closed: Any, captures: Any) -> int:
        """Tell of the moves from the positions of a tile of several numbers.

        Args:
            ending, number: with which the tile begins.
            quiet: by lines; how many moves stay in the slice is added.
            closed: by lines; bits are set, so that no position is finished unless its row and
                column have all bits of ALL_CLOSED together.
            captures: three words are written for each other move: the line; the ending, which is
                NOWHERE where the mover wins; and the number that it leads to.  Moves that lead to
                the same may be written once.

        Returns:
            How many words were written.
        """


class Endings(NumberedEndings, Prepared, Tiles, Protocol):
    """Endings as solvers see them: a module with its gaps filled by defaults."""
