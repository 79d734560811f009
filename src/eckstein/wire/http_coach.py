"""What the coach is asked of a move, and what it says."""
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .http_studies import Judgement
from .positions import PositionRef

KIND_LETTERS = 40
ArrowTold = tuple[str, str]
Arrows = Annotated[list[ArrowTold], Meta(description="names of squares, from where to where")]


class CoachRequest(PositionRef, frozen=True, forbid_unknown_fields=True):
    """A game up to the move that the coach is asked about, which is the last one."""

    said: Annotated[tuple[Annotated[str, Meta(max_length=KIND_LETTERS)], ...], Meta(
        max_length=400, description="the kinds of the remarks that were made in this game on moves "
                                    "of the same player, as often as each was")] = ()
    language: Annotated[str, Meta(
        max_length=20, description="of the sentence; English if it is unknown")] = "en"


class ToldRemark(Struct, frozen=True):
    """What the coach says of a move."""

    kind: Annotated[str, Meta(description="what is said; empty without a sentence")]
    tone: Literal["bad", "good"]
    judgement: Annotated[Judgement | None, Meta(description="null for a good move")]
    sentence: Annotated[str | None, Meta(
        description="a whole one, with its full stop; null where a bad move has no words")]
    arrows: Arrows
    marks: Annotated[list[str], Meta(description="names of squares to be framed")]
    better: Annotated[str, Meta(
        description="the better move, as people write it; empty for a good move")]
    better_arrows: Arrows
    line: Annotated[str, Meta(description="moves that show it, as people write them")]
    shows: Annotated[Literal["reply", "best"], Meta(
        description="whether the line goes on after the move, or begins with the better one")]
    theme: Annotated[str, Meta(description="of puzzles that train it; empty for none")]


class CoachAnswer(Struct, frozen=True):
    """What the coach says, or null where nothing is sure."""

    remark: ToldRemark | None
