"""What the coach says of a move."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ...base.sentence import Sentence
from ...board import Board
from ..analysis import Judgement

Tone = Literal["bad", "good"]
Proof = Literal["rules", "replies", "search", ""]
Arrow = tuple[str, str]


def numbered(board: Board, line: Iterable[str]) -> str:
    """The moves of a remark's line as people write them.

    Args:
        board: where the line begins: after the move if the reply shows it, else before it.
        line: plain texts of moves.
    """
    ahead, moves = board.copy(), list[int]()
    for text in line:
        moves.append(ahead.parse(text))
        ahead.push(moves[-1])
    return board.variation_text(moves)


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark.

    Attributes:
        kind: which detector says it; a kind is repeated only so often in a game.
        tone: whether the move was "bad" or "good".
        sentence: a whole one; None where a bad move has no words, but a better one is known.
        proof: how it was checked: by the "rules" alone, by looking at all "replies" to one move,
            by a "search" at full width for a forced end; "" without a sentence.
        arrows: pairs of names of squares on the board after the move: what it leads to, or what
            would have been better.
        marks: names of squares to be framed.
        better: the plain text of the better move; "" if the move was good.
        line: plain texts of moves that show it: those after the move if `shows` is "reply", or
            those from the better move on if it is "best".
        shows: "reply" or "best".
        theme: the theme of puzzles that train it (lab/puzzles); "" for none.
        judgement: the engine's, of a bad move; None for a good one.
    """

    kind: str
    tone: Tone
    sentence: Sentence | None
    proof: Proof
    arrows: tuple[Arrow, ...] = ()
    marks: tuple[str, ...] = ()
    better: str = ""
    line: tuple[str, ...] = ()
    shows: Literal["reply", "best"] = "best"
    theme: str = ""
    judgement: Judgement | None = None
