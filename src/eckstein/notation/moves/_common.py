"""What the ways of writing moves share: dashes, the pass, and who owns what."""
import re

from ...games import Piece, Square
from ..errors import IllegalMoveError
from . import Reading, Situation

PASS = "--"
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
COLOURS = ("White", "Black")
_PASS = re.compile(rf"[{DASHES}]{{2,}}|[\u2013\u2014]|pass", re.IGNORECASE | re.ASCII)


def read_pass(situation: Situation, text: str) -> Reading | None:
    """The forced pass, or None if the text is not a pass."""
    if not _PASS.fullmatch(text.strip()):
        return None
    if situation.rules.PASS >= 0 and situation.rules.PASS in situation.legal:
        return Reading(situation.rules.PASS)
    raise IllegalMoveError(over(situation) or "a pass is legal only when there is no other move")


def over(situation: Situation) -> str:
    """A sentence if there is nothing to move any more, else empty."""
    return "" if situation.legal else "the game is over"


def not_own(situation: Situation, piece: Piece | None, square: str) -> str:
    """A sentence if the player to move has no piece there, else empty."""
    what = "die" if situation.rules.POSITION_TEXT == "dice" else "piece"
    side = situation.p.side
    if piece is None:
        return f"there is no {what} on {square}"
    if piece.colour != side:
        return f"the {what} on {square} is {COLOURS[1 - side]}'s, and {COLOURS[side]} is to move"
    return ""


def must_pass(situation: Situation) -> str:
    """A sentence if the player to move has nothing but the pass, else empty."""
    if situation.rules.PASS >= 0 and situation.rules.PASS in situation.legal:
        return f"{COLOURS[situation.p.side]} has no move and must pass ({PASS})"
    return ""


def distance(a: Square, b: Square) -> tuple[int, int]:
    """Columns and rows from a to b."""
    return b[0] - a[0], b[1] - a[1]
