"""How Echek stands: closed sides of kings and queens, and what connects, by what lies where."""
from collections.abc import Collection, Iterable

from ...base.sentence import Sentence, joined
from ...contract.pieces import COLOURS, PLAYERS, Colour, Contents, Fact, Square
from .refusals import LONGEST

Area = tuple[int, int, int, int]
SIDES = ((0, 1, Sentence("north")), (1, 0, Sentence("east")), (0, -1, Sentence("south")),
         (-1, 0, Sentence("west")))


def standing(contents: Contents, area: Area, name, falling: Collection[Colour]) -> list[Fact]:
    """What stands around the kings and the queens; for the other arguments see contract.

    Args:
        area: west, south, east and north of it.
        falling: the colours of which the other player can make the queen fall by an action.
    """
    found = []
    for colour, side in zip(COLOURS, PLAYERS, strict=True):
        king, queen = (_place(contents, colour, kind) for kind in "KQ")
        if king is not None:
            closed = closed_sides(king, contents, area, name)
            found.append(Fact(
                colour, Sentence("king: {count} of {all} sides closed", count=len(closed),
                                 all=len(SIDES)),
                Sentence("closed sides of {side}'s king on {square}: {sides}", side=side,
                         square=name(king), sides=_listed(closed)), (king, *closed), True))
        if queen is not None:
            closed = closed_sides(queen, contents, area, name)
            found.append(Fact(
                colour, Sentence("queen: {count} of {all} sides closed", count=len(closed),
                                 all=len(SIDES)),
                Sentence("closed sides of {side}'s queen on {square}: {sides}", side=side,
                         square=name(queen), sides=_listed(closed)), (queen, *closed), True))
        if queen is not None and colour in falling:
            found.append(Fact(colour, Sentence("queen in danger"), Sentence(
                "{other} has an action by which {side}'s queen on {square} falls",
                other=PLAYERS[colour.other], side=side, square=name(queen)), (queen,)))
        if links := [square for square, piece in contents.pieces.items() if piece.colour == colour
                     and not _touching(contents.pieces.keys() - {square})]:
            found.append(Fact(
                colour, Sentence("{count} {count:piece links|pieces link} the group",
                                 count=len(links)),
                Sentence("without one of {side}'s pieces on {squares} the others would not be "
                         "connected", side=side, squares=", ".join(map(name, links))),
                tuple(links)))
    return found


def _touching(squares: Iterable[Square]) -> bool:
    """Whether squares form one group, by sides or corners."""
    left = set(squares)
    group = [left.pop()] if left else []
    for column, row in group:
        near = {one for one in left if abs(one[0] - column) < 2 and abs(one[1] - row) < 2}
        left -= near
        group += near
    return not left


def _listed(closed: dict[Square, Sentence]) -> str:
    return joined(list(closed.values()), ", ") if closed else Sentence("none")


def closed_sides(square: Square, contents: Contents, area: Area, name) -> dict[Square, Sentence]:
    """The squares at a piece's sides that are filled or lie beyond a border, and which and why."""
    west, south, east, north = area
    found = {}
    for columns, rows, where in SIDES:
        side = column, row = square[0] + columns, square[1] + rows
        beyond = east - west + 1 == LONGEST and not west <= column <= east or (
            north - south + 1 == LONGEST and not south <= row <= north)
        if beyond or side in contents.pieces:
            found[side] = Sentence("{direction} ({what})", direction=where,
                                   what=Sentence("border") if beyond else name(side))
    return found


def _place(contents: Contents, colour: Colour, kind: str) -> Square | None:
    """Where a player's king or queen lies; None if it is not on the board."""
    return next((square for square, piece in contents.pieces.items()
                 if (piece.colour, piece.kind) == (colour, kind)), None)
