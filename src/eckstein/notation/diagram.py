"""Boards drawn with letters: White's dice as (6), Black's as [6], pieces as capitals and small."""
from typing import Any

from ..contract import EndlessGame, Game, is_endless
from ..contract.pieces import WHITE, Contents, Piece, Square
from ..kernel import dice
from .squares import PLANE

KING_TOP = "K"


def diagram(board: Any, large: bool = False) -> str:
    """A board as text.

    Args:
        board: a Board.
        large: with the four side faces around the top of each die, as seen from above.
    """
    rules: Game = board.rules
    contents: Contents = board.contents()
    if is_endless(rules):
        return _area(board, rules, contents)
    return (_large if large else _small)(contents, rules.COLUMNS, rules.ROWS)


def _top(piece: Piece | None) -> str:
    if piece is None:
        return " . "
    top = KING_TOP if piece.kind == "K" else str(dice.DICE[piece.die][0])
    return f"({top})" if piece.colour == WHITE else f"[{top}]"


def _small(contents: Contents, columns: int, rows: int) -> str:
    lines = []
    for row in range(rows - 1, -1, -1):
        cells = (_top(contents.pieces.get((column, row))) for column in range(columns))
        lines.append(f"{row + 1:2}  {' '.join(cells)}".rstrip())
    lines.append("     " + "   ".join(chr(97 + column) for column in range(columns)))
    return "\n".join(lines)


def _large(contents: Contents, columns: int, rows: int) -> str:
    rule = "   +" + "-----+" * columns
    lines = [rule]
    for row in range(rows - 1, -1, -1):
        cells = [_cell(contents.pieces.get((column, row))) for column in range(columns)]
        for part in range(3):
            label = f"{row + 1:2} " if part == 1 else "   "
            lines.append(label + "|" + "|".join(cell[part] for cell in cells) + "|")
    lines.append(rule)
    lines.append("   " + "".join(f"   {chr(97 + column)}  " for column in range(columns)))
    return "\n".join(line.rstrip() for line in lines)


def _cell(piece: Piece | None) -> tuple[str, str, str]:
    """North face, west face and top and east face, south face."""
    if piece is None:
        return "     ", "  .  ", "     "
    if piece.kind == "K":
        return "     ", f" {_top(piece)} ", "     "
    faces = dice.faces(piece.die)
    return (f"  {faces['north']}  ", f"{faces['west']}{_top(piece)}{faces['east']}",
            f"  {faces['south']}  ")


def _area(board: Any, rules: EndlessGame, contents: Contents) -> str:
    """The pieces, one square around them, and the borders that exist."""
    origin = board.origin
    west, south, east, north = rules.area(rules.position(contents))
    columns = [column for column, _ in contents.pieces]
    rows = [row for _, row in contents.pieces]
    wide, high = east - west + 1 == rules.LONGEST, north - south + 1 == rules.LONGEST
    lines = []
    for row in range(max(rows) + 1, min(rows) - 2, -1):
        if high and row in (north, south - 1):
            lines.append(_rule(columns, west, east))
        line = f"{(origin[1] + row) % PLANE + 1:3} "
        for column in range(min(columns) - 1, max(columns) + 2):
            border = wide and column in (west, east + 1) and south <= row <= north
            line += ("|" if border else " ") + _symbol(contents, (column, row))
        lines.append(line.rstrip())
    lines.append("     " + " ".join(chr(97 + (origin[0] + column) % PLANE)
                                    for column in range(min(columns) - 1, max(columns) + 2)))
    for colour, name in enumerate(("White", "Black")):
        hand = " ".join(contents.reserves[colour]) or "nothing"
        right = "may swap" if "Ss"[colour] in contents.rights else "has swapped"
        lines.append(f"  {name} has {hand} in reserve, and {right}.")
    return "\n".join(lines)


def _rule(columns: list[int], west: int, east: int) -> str:
    """The northern or southern border."""
    line = "    "
    for column in range(min(columns) - 1, max(columns) + 2):
        line += " -" if west <= column <= east else "  "
    return line.rstrip()


def _symbol(contents: Contents, square: Square) -> str:
    piece = contents.pieces.get(square)
    if piece is None:
        return "."
    return piece.kind if piece.colour == WHITE else piece.kind.lower()
