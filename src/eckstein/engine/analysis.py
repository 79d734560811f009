"""What the engine thinks of a position, or of every move of a recorded game."""
from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

from ..base.sentence import Sentence
from ..board import WHITE, Board, Colour
from ..board.score import Score
from ..notation import pgn
from ..record import Evaluation, Node, Record
from .info import Info
from .limits import Limits
from .searcher import Searcher

CAP = 1000                  # a decided game counts as ten dice
SCALE = 120                 # hundredths of a die; one die ahead wins about seven games in ten
LINE_MOVES = 6              # of a better line that is written into a record
_OLD_VALUE = re.compile(r"[+-][0-9]+\.[0-9]{2}|(?:White|Black) wins in [0-9]+")
T = TypeVar("T", int, float)
Judgement = Literal["inaccuracy", "mistake", "blunder", "missed-win", "allowed-loss"]
# The share of the winning chances that a move gives away, and what it is called then.
LOST: tuple[tuple[float, Judgement], ...] = (
    (0.3, "blunder"), (0.18, "mistake"), (0.09, "inaccuracy"))
GLYPHS: dict[Judgement, int] = {
    "inaccuracy": 6, "mistake": 2, "blunder": 4, "missed-win": 4, "allowed-loss": 4}


class Value(NamedTuple):
    """What a position is worth to White.

    Attributes:
        score: hundredths of a die, at most CAP.
        mate: moves to a forced end, positive if White wins, and 0 if the game has ended; or None.
    """

    score: int
    mate: int | None = None

    @classmethod
    def of(cls, score: Score, turn: Colour) -> Value:
        """What a position is worth to White that is worth this to the player to move."""
        seen = score.seen_by(WHITE, turn)
        if seen.mate is not None:
            return cls(CAP if seen.mate > 0 else -CAP, seen.mate)
        assert seen.value is not None
        return cls(max(-CAP, min(CAP, seen.value)))

    @property
    def told(self) -> str:
        """A text, such as `+1.20`, in dice, or `White wins in 3`."""
        if self.mate:
            return Sentence("{side} wins in {moves}", moves=abs(self.mate),
                            side=Sentence("White") if self.mate > 0 else Sentence("Black"))
        return f"{self.score / 100:+.2f}"

    @property
    def winner(self) -> str | None:
        """The side that wins by force, or has won."""
        if self.mate is None:
            return None
        return "white" if (self.mate or self.score) > 0 else "black"

    @property
    def chances(self) -> float:
        """White's chances to win, from 0 to 1; a draw counts half."""
        if self.winner is not None:
            return float(self.winner == "white")
        return 1 / (1 + math.exp(-self.score / SCALE))


def judge(turn: str, before: Value, after: Value, instead: Value | None = None
          ) -> Judgement | None:
    """What is wrong with a move that is not the engine's own.

    A forced win that is missed, or a forced loss that could be avoided, counts in full, however
    little the chances change; all else counts by the chances to win that are given away.

    Args:
        turn: the side that made it.
        before: the value with best play.
        after: the value after the move.
        instead: the value after the engine's move, if known; the search after a move sees one ply
            further than the one before it, so whether a loss could be avoided is seen from there.

    Returns:
        A judgement, or None if nothing is wrong.
    """
    was, became = before.winner, after.winner
    if was == turn:
        return None if became == turn else "missed-win"
    if became not in (None, turn):
        if became in (was, instead.winner if instead else None):
            return None
        return "allowed-loss"
    lost = lost_chances(turn, before, after)
    return next((judgement for least, judgement in LOST if lost >= least), None)


def lost_chances(turn: str, before: Value, after: Value) -> float:
    """The chances to win that a move gave away, from 0 to 1."""
    return _given_away(turn, before.chances, after.chances)


def _given_away(turn: str, before: T, after: T) -> T:
    """By how much less something is for a player afterwards, told as White's; 0 if it is more."""
    return max(type(before)(0), before - after if turn == "white" else after - before)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of the value with one move; all values are White's.

    Attributes:
        ply: the number of the move, from 1.
        move, notation: the move played.
        before, after: hundredths of a die with best play before, and after the move.
        mate_before, mate_after: moves to a forced end, positive for White, or None.
        loss: what the move lost in hundredths of a die, from the mover's point of view; 0 or more.
        best, best_notation: the engine's move.
        line: the engine's line as texts for people.
        judgement: what is wrong with the move, see `judge`; or None.
    """

    ply: int
    turn: str
    move: str
    notation: str
    before: int
    after: int
    mate_before: int | None
    mate_after: int | None
    loss: int
    best: str
    best_notation: str
    line: tuple[str, ...]
    judgement: Judgement | None = None

    @property
    def decisive(self) -> bool:
        """Whether the move missed a forced win, or allowed a forced loss."""
        return self.judgement in ("missed-win", "allowed-loss")

    @property
    def glyph(self) -> int | None:
        """The number of the sign for a bad move: 4 for `??`, 2 for `?`, 6 for `?!`; or None."""
        return GLYPHS[self.judgement] if self.judgement else None


def spoken_line(board: Board, moves: tuple[int, ...]) -> tuple[str, ...]:
    """The moves of a line as texts for people, as far as they are legal."""
    ahead, texts = board.copy(), []
    for move in moves:
        if move not in ahead.legal_moves:
            break
        texts.append(ahead.notation(move))
        ahead.push(move)
    return tuple(texts)


def value_of(board: Board, searcher: Searcher, limits: Limits) -> tuple[Value, Info | None]:
    """What a position is worth.

    Args:
        board: the position; the game may be over.
        searcher: of the same game and options.
        limits: of the search.

    Returns:
        The value, and what the search has found, or None if the game is over.
    """
    if end := board.outcome():
        if end.winner is None:
            return Value(0), None
        return Value(CAP if end.winner is WHITE else -CAP, 0), None
    info = searcher.best(board, limits)
    return Value.of(info.worth, board.turn), info


def judge_record(record: Record, searcher: Searcher, limits: Limits) -> Iterator[Verdict]:
    """Yield the verdict on each move of the main line, in order.

    Args:
        record: a game.
        searcher: of the same game and options.
        limits: of the search of each position.
    """
    board = record.start.copy()
    was, info = value_of(board, searcher, limits)
    for ply, node in enumerate(record.mainline(), 1):
        assert node.move is not None and info is not None
        best, line = info.pv[0], spoken_line(board, info.pv)
        text, notation = board.text(node.move), board.notation(node.move)
        best_text, turn = board.text(best), board.turn
        instead = board.copy()
        instead.push(best)
        board.push(node.move)
        became, next_info = value_of(board, searcher, limits)
        judgement = None
        loss = _given_away(turn, was.score, became.score)
        if node.move != best:
            reply = None
            if was.winner is None and became.winner not in (None, turn):
                reply, _ = value_of(instead, searcher, limits)
            judgement = judge(turn, was, became, reply)
        if node.move == best or judgement is None and became.winner not in (None, turn):
            loss = 0
        yield Verdict(ply, turn, text, notation, was.score, became.score, was.mate, became.mate,
                      loss, best_text, line[0], line, judgement)
        was, info = became, next_info


def annotate(record: Record, verdicts: list[Verdict]) -> None:
    """Write the verdicts into a record: values, glyphs for bad moves, and better lines.

    What an earlier analysis has written is replaced.  A glyph that a person gave stays, and then
    the engine gives none; so do lines that a person wrote or wrote something into.
    """
    nodes = list(record.mainline())
    for node in nodes:
        _forget(node)
    for node, verdict in zip(nodes, verdicts, strict=True):
        node.evaluation = _evaluation(verdict)
        if verdict.glyph is not None:
            _add_glyph(node, verdict.glyph)
            _add_line(record, node, verdict)


def _evaluation(verdict: Verdict) -> Evaluation | None:
    """The value after a move; none where the game has been won, as nothing is to be played."""
    if verdict.mate_after == 0:
        return None
    if verdict.mate_after is not None:
        return Evaluation(None, verdict.mate_after)
    return Evaluation(verdict.after)


def _forget(node: Node) -> None:
    """Take out what an earlier analysis has written about a move of the main line."""
    assert node.parent is not None
    beside = node.parent.variations
    ours = [other for other in beside if other.by_engine and other is not node]
    values = [comment for comment in node.comments if _OLD_VALUE.fullmatch(comment)]
    if values:                                  # so values were once written, and lines unmarked
        node.comments = [comment for comment in node.comments if comment not in values]
        if beside[-1] is not node and set(node.glyphs) & set(GLYPHS.values()):
            ours.append(beside[-1])
    if values or node.by_engine:
        node.glyphs = [glyph for glyph in node.glyphs if glyph not in GLYPHS.values()]
    node.parent.variations = [other for other in beside
                              if other not in ours or not _is_bare(other)]
    node.by_engine, node.evaluation = False, None


def _is_bare(node: Node) -> bool:
    """Whether a line has no comments and no additions."""
    while not (node.comments or node.glyphs or node.opening or node.marks or node.arrows
               or len(node.variations) > 1):
        if not node.variations:
            return True
        node = node.variations[0]
    return False


def _add_glyph(node: Node, glyph: int) -> None:
    """The engine's glyph, unless a person gave one."""
    if not any(known in pgn.GLYPHS.values() for known in node.glyphs):
        node.glyphs.append(glyph)
        node.by_engine = True


def _add_line(record: Record, node: Node, verdict: Verdict) -> None:
    """The engine's line as a variation beside the move that was played, if none begins so."""
    assert node.parent is not None
    board, at = record.board(node.parent), node.parent
    best = board.parse(verdict.line[0])
    if any(other.move == best for other in at.variations):
        return
    for text in verdict.line[:LINE_MOVES]:
        move = board.parse(text)
        at = at.add(board, move)
        board.push(move)
    node.parent.variations[-1].by_engine = True


def as_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict as a plain object for JSON."""
    return {name: getattr(verdict, name) for name in Verdict.__slots__}
