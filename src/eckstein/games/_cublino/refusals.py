"""Why Pur, Contra and Ecke refuse a move, in the order in which a player would see it."""
from ...base.sentence import Sentence
from ...contract.pieces import PLAYERS, Square
from . import contents


def refusal(p, steps, name, diagonal: bool, jumps: bool, chains: bool) -> str:
    """Why a move is not legal; for the other arguments see contract.Refusals.

    Args:
        diagonal: whether dice go diagonally, too.
        jumps: whether they jump.
        chains: whether jumps may follow the first step.
    """
    origin, pieces = steps[0].origin, contents(p).pieces
    if steps[-1].target == origin:
        return Sentence("a move may not end on {square}, where it began", square=name(origin))
    for number, step in enumerate(steps):
        a, b = step.origin, step.target
        columns, rows = b[0] - a[0], b[1] - a[1]
        if rows * (1 - 2 * p.side) < 0:
            return Sentence("{origin} to {target} is a move backward for {side}", origin=name(a),
                            target=name(b), side=PLAYERS[p.side])
        if b in pieces and b != origin:
            return Sentence("{square} is not empty", square=name(b))
        if abs(columns) == abs(rows) and not diagonal:
            return Sentence("{origin} to {target} is diagonal, but dice move only along rows and "
                            "columns", origin=name(a), target=name(b))
        if abs(columns) + abs(rows) > 1 and not jumps:
            return Sentence("a die tilts to an adjacent square, and {square} is farther away",
                            square=name(b))
        if number and not chains:
            return Sentence("a move is a single step, and {origin} to {target} would be a second "
                            "one", origin=name(a), target=name(b))
        if found := _no_step(a, b, name, number, pieces.keys() - {origin}):
            return found
    return ""


def _no_step(a: Square, b: Square, name, number: int, taken: set[Square]) -> str:
    """Why a die does not go from a to b, whatever else is allowed, or ""."""
    columns, rows = b[0] - a[0], b[1] - a[1]
    if max(abs(columns), abs(rows)) == 1:
        return Sentence("only the first step may be a tilt, not {origin} to {target}",
                        origin=name(a), target=name(b)) if number else ""
    if max(abs(columns), abs(rows)) > 2 or 1 in (abs(columns), abs(rows)):
        return Sentence("a die tilts to an adjacent square or jumps over one die, and {origin} to "
                        "{target} is neither", origin=name(a), target=name(b))
    middle = a[0] + columns // 2, a[1] + rows // 2
    return "" if middle in taken else Sentence(
        "there is no die on {square} to jump over from {origin} to {target}",
        square=name(middle), origin=name(a), target=name(b))
