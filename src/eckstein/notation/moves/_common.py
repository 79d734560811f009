"""What the ways of writing moves share: dashes, the pass, and why a move is refused."""
import re
from collections.abc import Sequence

from ...base.sentence import Sentence
from ...contract.pieces import COLOURS, PLAYERS, Namer, Piece, Square, Step
from ..errors import IllegalMoveError
from . import MoveContext

PASS = "--"
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_PASS = re.compile(rf"[{DASHES}]{{2,}}|[\u2013\u2014]|pass", re.IGNORECASE | re.ASCII)


def read_pass(context: MoveContext, text: str) -> int | None:
    """The forced pass, or None if the text is not a pass."""
    if not _PASS.fullmatch(text.strip()):
        return None
    if context.rules.PASS >= 0 and context.rules.PASS in context.legal:
        return context.rules.PASS
    raise IllegalMoveError(over(context) or Sentence(
        "a pass is legal only when there is no other move"))


def warnings(context: MoveContext, text: str, move: int) -> tuple[str, ...]:
    """Nothing, where a text has nothing that could be wrong and yet clear."""
    return ()


def over(context: MoveContext) -> str:
    """A sentence if there is nothing to move any more, else empty."""
    return "" if context.legal else Sentence("the game is over")


def steps(context: MoveContext, move: int) -> Sequence[Step]:
    """The way of a legal move, which no text tells otherwise than the rules do."""
    return context.rules.steps(context.p, move)


def not_own(context: MoveContext, piece: Piece | None, square: str) -> str:
    """A sentence if the player to move has no piece there, else empty."""
    noun, side = context.rules.NOUN, context.p.side
    if piece is None:
        return Sentence("there is no {noun} on {square}", noun=noun, square=square)
    if piece.colour != COLOURS[side]:
        return Sentence("the {noun} on {square} is {owner}'s, and {side} is to move", noun=noun,
                        square=square, owner=PLAYERS[1 - side], side=PLAYERS[side])
    return ""


def must_pass(context: MoveContext) -> str:
    """A sentence if the player to move has nothing but the pass, else empty."""
    if context.rules.PASS >= 0 and context.rules.PASS in context.legal:
        return Sentence("{side} has no move and must pass ({passing})",
                        side=PLAYERS[context.p.side], passing=PASS)
    return ""


def not_now(context: MoveContext, origin: Square | None, name: str) -> str:
    """A sentence if no move can begin on this square, whatever the rules say, else empty.

    Args:
        context: what the move is read in.
        origin: where the move begins; None if on no square.
        name: what the text calls that square.
    """
    if reason := over(context) or must_pass(context):
        return reason
    if origin is None:
        return ""
    return not_own(context, context.rules.contents(context.p).pieces.get(origin), name)


def why_not(context: MoveContext, way: Sequence[Step], name: Namer) -> str:
    """Why the rules refuse a move, in a sentence.

    Args:
        context: what the move is read in, where it is not legal though `not_now` says nothing.
        way: its steps, as the text tells them.
        name: what the text calls a square.
    """
    return context.rules.refusal(context.p, way, name) or (
        Sentence("{way} is not a move that {title} allows", way=_text(way, name),
                 title=context.rules.TITLE))


def _text(way: Sequence[Step], name: Namer) -> str:
    """The squares of a way, or the piece that is placed."""
    first = "" if way[0].origin is None else name(way[0].origin)
    squares = [name(step.target) for step in way if step.target is not None]
    return "-".join([first or way[0].letter, *squares])


def distance(a: Square, b: Square) -> tuple[int, int]:
    """Columns and rows from a to b."""
    return b[0] - a[0], b[1] - a[1]
