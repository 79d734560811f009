"""What tables of endings tell searches of positions that they come to (see
`eckstein.engine.tables`).

A table knows a position as if nothing had been played before.  Right after progress that can never
be undone that is so: nothing from before can come again, and the count of moves without progress is
reset.  An ending is entered by a capture, which is such progress.  So a draw or a loss is what the
table says, and so is a win, unless it takes more plies than may be made without progress; then the
search goes on.

Codes lie in memory whole, eight to a word: 0 a draw, 1 + 2n lost in n plies and 2 + 2n won in n
plies by the player to move, UNKNOWN whatever does not fit into a byte, or is no position.
"""
from array import array as words_of
from collections.abc import Sequence

from ...kernel import array, endings, inline, inner
from ...kernel.bits import address, load
from ...kernel.types import Array, Memory, Position
from ._results import INFINITE, MATE

ENDINGS = len(endings.ENDINGS)
UNKNOWN = 255
NO_SCORE = INFINITE
WORD = 8                    # bytes
PIECE = 1 << 14             # words, which take less than a millisecond


def new_codes(codes: bytes) -> Array:
    """The codes of a table where the search can read them, one byte for each entry.

    They are laid out piece by piece, so that other threads of Python have their turn meanwhile.
    """
    words = words_of("q", codes + bytes(-len(codes) % WORD))
    row = array(len(words))
    for first in range(0, len(words), PIECE):
        row[first:first + PIECE] = words[first:first + PIECE]
    return row


def lay_out(memory: Memory, tables: Sequence[Array | None]) -> None:
    """Let a search ask these tables and no others.

    Args:
        memory: a record with the fields `tabled`, whether any table is asked, and `codes`, for each
            ending the address of its codes or 0.
        tables: for each ending what `new_codes` returned, or None; or nothing for no table at all.
            The caller keeps them alive.
    """
    memory.tabled = 0
    for ending, row in enumerate(tables):
        memory.codes[ending] = 0 if row is None else address(row)
        if row is not None:
            memory.tabled = 1


@inner
def looked_up(p: Position, memory: Memory, ply: int) -> int:
    """The exact score of a position after progress that can never be undone, or NO_SCORE."""
    ending, number = endings.place(p)
    if ending < 0 or memory.codes[ending] == 0:
        return NO_SCORE
    code = load(memory.codes[ending], number >> 3) >> 8 * (number & 7) & 255
    if code == 0:
        return 0
    plies = (code - 1) >> 1
    if code == UNKNOWN or 0 < memory.no_progress < plies:
        return NO_SCORE
    return ply + plies - MATE if code & 1 else MATE - ply - plies


@inline
def score_by_table(p: Position, memory: Memory, ply: int, reversible: int) -> int:
    """The exact score of a position that is not the root, or NO_SCORE."""
    return looked_up(p, memory, ply) if memory.tabled and reversible == 0 and ply else NO_SCORE


@inline
def no_score(p: Position, memory: Memory, ply: int, reversible: int) -> int:
    """The game has no tables."""
    return NO_SCORE


tabled_score = score_by_table if ENDINGS else no_score
