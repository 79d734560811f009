"""Why Echek refuses an action, in the order in which a player would see it.

All follows from what lies where.  `counts` is a function that says of a piece's letter whether the
piece counts for the area, and `goes` says whether a piece moves from where it is to a square.
"""
from collections.abc import Callable

from ...base.sentence import Sentence
from ...contract.pieces import PLAYERS, Contents, Square

LONGEST = 4
Counts = Callable[[str], bool]


def swapping(contents: Contents) -> str:
    """Why the player to move cannot swap."""
    if "Ss"[contents.side] not in contents.rights:
        return Sentence("{side} has already swapped", side=PLAYERS[contents.side])
    return Sentence("a rook that is not on the board cannot swap")


def moving(contents: Contents, step, name, counts: Counts, goes: bool) -> str:
    """Why a piece cannot be moved so."""
    origin, target, pieces = step.origin, step.target, contents.pieces
    if target in pieces:
        return Sentence("{square} is not empty, and nothing is ever captured", square=name(target))
    letter = pieces[origin].kind
    after = {square: piece.kind for square, piece in pieces.items() if square != origin}
    why = _unfit(after | {target: letter}, counts) if goes else (
        Sentence("it does not move that way"))
    return Sentence("the {piece} on {origin} cannot go to {target}: {why}", piece=letter,
                    origin=name(origin), target=name(target), why=why) if why else ""


def placing(contents: Contents, steps, name, counts: Counts,
            sending: list[Square]) -> str:
    """Why a piece cannot be placed so; `sending` are squares from which it might send one back."""
    first, letter, pieces = steps[0].target, steps[0].letter, contents.pieces
    squares = [step.target for step in steps if step.target is not None]
    if letter not in contents.reserves[contents.side]:
        return Sentence("{side} has no {piece} in reserve", side=PLAYERS[contents.side],
                        piece=letter)
    for square in squares:
        if square in pieces:
            return Sentence("{square} is not empty", square=name(square))
    if found := _badly_placed(contents, first, name):
        return found
    if len(squares) > 1 and letter != "P":
        return Sentence("only a pawn may step when it is placed")
    sent = next((step.origin for step in steps if step.kind == "return"), None)
    if sent is not None:
        return Sentence("the piece on {square} cannot be sent back by this placing",
                        square=name(sent))
    if sending:
        return Sentence("a bishop placed on {square} must send a piece back, such as {example}",
                        square=name(first), example=f"{letter}@{name(first)}*{name(sending[0])}")
    if len(squares) > 1 and _apart(*squares) != 1:
        return Sentence("a pawn steps to a square beside it, and {target} is not beside {origin}",
                        target=name(squares[1]), origin=name(first))
    kinds = {square: piece.kind for square, piece in pieces.items()}
    for square in squares:
        if why := _unfit(kinds | {square: letter}, counts):
            return Sentence("a piece on {square} is not allowed: {why}", square=name(square),
                            why=why)
    return ""


def _badly_placed(contents: Contents, first: Square, name) -> str:
    """Why nothing can be placed on an empty square, or ""."""
    kings = [square for square, piece in contents.pieces.items()
             if piece.kind == "K" and piece.colour != contents.side]
    if any(_apart(king, first) == 1 for king in kings):
        return Sentence("{square} is beside the enemy king", square=name(first))
    own = [square for square, piece in contents.pieces.items() if piece.colour == contents.side]
    if not any(_touch(square, first) for square in own):
        return Sentence("{square} touches no piece of {side}'s", square=name(first),
                        side=PLAYERS[contents.side])
    return ""


def _unfit(kinds: dict[Square, str], counts: Counts) -> str:
    """Why pieces may not lie so, or ""."""
    counted = [square for square, kind in kinds.items() if counts(kind)]
    if any(max(numbers) - min(numbers) >= LONGEST for numbers in zip(*counted, strict=True)):
        return Sentence("it would make the area longer than {longest} squares", longest=LONGEST)
    group, new = set(), {next(iter(kinds))}
    while new:
        group |= new
        new = {square for square in kinds if any(_touch(square, one) for one in new)} - group
    return "" if len(group) == len(kinds) else (
        Sentence("it would disconnect the pieces"))


def _apart(a: Square, b: Square) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _touch(a: Square, b: Square) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
