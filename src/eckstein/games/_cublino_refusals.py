"""Why Pur, Contra and Ecke refuse a move, in the order in which a player would see it."""
from . import Square
from ._cublino import contents

COLOURS = "White", "Black"


def refusal(p, steps, name, diagonal: bool, jumps: bool, chains: bool) -> str:
    """Why a move is not legal; for the arguments not told here see contract.Refusals.

    Args:
        diagonal: whether dice go diagonally, too.
        jumps: whether they jump.
        chains: whether jumps may follow the first step.
    """
    origin, pieces = steps[0].origin, contents(p).pieces
    if steps[-1].target == origin:
        return f"a move may not end on {name(origin)}, where it began"
    for number, step in enumerate(steps):
        a, b = step.origin, step.target
        columns, rows = b[0] - a[0], b[1] - a[1]
        if rows * (1 - 2 * p.side) < 0:
            return f"{name(a)} to {name(b)} is a move backward for {COLOURS[p.side]}"
        if b in pieces and b != origin:
            return f"{name(b)} is not empty"
        if abs(columns) == abs(rows) and not diagonal:
            return f"{name(a)} to {name(b)} is diagonal, but dice move only along rows and columns"
        if abs(columns) + abs(rows) > 1 and not jumps:
            return f"a die tilts to an adjacent square, and {name(b)} is farther away"
        if number and not chains:
            return f"a move is a single step, and {name(a)} to {name(b)} would be a second one"
        if found := _no_step(a, b, name, number, pieces.keys() - {origin}):
            return found
    return ""


def _no_step(a: Square, b: Square, name, number: int, taken: set[Square]) -> str:
    """Why a die does not go from a to b, whatever else is allowed, or ""."""
    columns, rows = b[0] - a[0], b[1] - a[1]
    if max(abs(columns), abs(rows)) == 1:
        return f"only the first step may be a tilt, not {name(a)} to {name(b)}" if number else ""
    if max(abs(columns), abs(rows)) > 2 or 1 in (abs(columns), abs(rows)):
        return (f"a die tilts to an adjacent square or jumps over one die, and {name(a)} to "
                f"{name(b)} is neither")
    middle = a[0] + columns // 2, a[1] + rows // 2
    return "" if middle in taken else (
        f"there is no die on {name(middle)} to jump over from {name(a)} to {name(b)}")
