"""The sentences about moves, positions, results, clocks and files."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..base.sentence import reason_of
from ..board import BLACK, COLOURS, WHITE, Board, Colour
from ..board.changes import changes
from ..board.description import Description
from ..board.score import Score
from ..board.view import facts
from ..engine.messages import Analysis
from ..record import Node
from ..words import phrase, tell
from .clock import clock_text

Sentences = list[str]
REASONS = {
    "goal": "the goal is reached", "elimination": "too few dice are left",
    "king taken": "the king is taken", "duel-mate": "DUEL-MATT",
    "surrounded": "a king is surrounded", "blocked": "there is no move left",
    "repetition": "the position has occurred too often",
    "no progress": "too many moves without progress", "resignation": "resignation",
    "agreement": "agreement"}
RESIGNATION, AGREEMENT, TIME = "resignation", "agreement", "time forfeit"
PIECES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
LINE_MOVES = 6
SQUARE = re.compile(r"[a-z]\d+\b")
SYSTEM = ("No such file or directory", "Permission denied", "Is a directory", "Not a directory",
          "File exists", "No space left on device", "Read-only file system")


@dataclass(frozen=True, slots=True)
class Decision:
    """How a game ended that the rules did not end.

    Attributes:
        result: 1-0, 0-1 or 1/2-1/2.
        why: one of the words above, as the record's tag Termination has it; or empty.
    """

    result: str
    why: str = ""

    @classmethod
    def against(cls, loser: Colour, why: str) -> Decision:
        """The decision that this player has lost."""
        return cls("0-1" if loser is COLOURS[0] else "1-0", why)


def tell_move(mover: Colour, move: Description, by_computer: bool = False) -> Iterator[str]:
    """What a move did, sentence by sentence."""
    if move.steps[0].kind == "pass":
        yield _skipped(mover, move)
        return
    if by_computer or move.battles or move.removed:
        yield phrase("{side} plays {move}.", side=side_name(mover), move=move.notation)
    yield from tell_consequences(move)


def side_name(side: str) -> str:
    """White or Black, in the language that is spoken."""
    return phrase(side.capitalize())


def _skipped(mover: Colour, move: Description) -> str:
    return phrase("{side} has no legal move and must pass ({move}).", side=side_name(mover),
                  move=move.text)


def tell_preview(mover: Colour, move: Description) -> Iterator[str]:
    """What a move would do, sentence by sentence; the first one says how the piece will lie."""
    last = [step for step in move.steps if step.kind != "return"][-1]
    if last.kind == "pass":
        yield _skipped(mover, move)
        return
    if last.faces:
        yield phrase("{move}: the die will show {top}.", move=move.notation,
                     top=last.faces["top"])
    elif len(move.steps) > 1 and move.steps[0].target == move.steps[1].origin and (
            move.steps[1].target == move.steps[0].origin):
        yield phrase("{move}: rook and king change squares.", move=move.notation)
    else:
        yield phrase("{move}: the {piece} goes to {square}.", move=move.notation,
                     piece=_piece_name(move.steps[0].piece), square=last.target)
    if len(move.steps) > 1 and all(step.kind == "tilt" for step in move.steps):
        yield phrase("It rolls {count} squares: {way}.", count=len(move.steps), way=" ".join(
            [move.steps[0].origin or "", *(step.target or "" for step in move.steps)]))
    yield from tell_consequences(move)
    if move.winner:
        why = phrase(REASONS[move.reason or ""])
        yield (phrase("{side} wins with this: {why}.", side=side_name(mover), why=why)
               if move.winner == mover else
               phrase("{side} loses with this: {why}.", side=side_name(mover), why=why))
    elif move.reason:
        yield phrase("The game is drawn with this: {why}.", why=phrase(REASONS[move.reason]))


def tell_typed_move(board: Board, text: str) -> Sentences:
    """What a move that was typed would do on a board.

    Raises:
        ValueError: if nothing was typed, or no legal move.
    """
    if not text:
        raise ValueError(phrase("Describe which move? Type describe and the move."))
    return tell_considered(board, board.parse(text))


def tell_considered(board: Board, move: int) -> Sentences:
    """What a legal move would do on a board, and what it changes of how the game stands."""
    return [*tell_preview(board.turn, board.describe(move)),
            *(whole_sentence(tell(change)) for change in changes(board, move).told())]


def tell_moves(board: Board) -> str:
    """All legal moves, in the notation for people."""
    texts = sorted(board.notation(move) for move in board.legal_moves)
    return phrase("{count} {count:move|moves}: {list}", count=len(texts), list="  ".join(texts))


def tell_standing(board: Board) -> Sentences:
    """How the game stands, a sentence for each fact."""
    return [whole_sentence(tell(fact.text)) for fact in facts(board)] or [
        phrase("{title} does not say how the game stands.", title=board.rules.TITLE)]


def _piece_name(letter: str) -> str:
    return phrase(PIECES["K"] if letter in "Zz" else PIECES.get(letter.upper(), "piece"))


def tell_consequences(move: Description) -> Iterator[str]:
    """Battles with their sums, what leaves the board, and whether a king is attacked."""
    for fight in move.battles:
        result = (phrase("{square} falls", square=fight.loser) if fight.loser
                  else phrase("protected") if fight.attack != fight.defence
                  else phrase("no die falls"))
        yield phrase("Battle: {square} attacks with {attack} against {defence}: {result}.",
                     square=fight.attacker, attack=_sum(fight.attack, fight.attackers),
                     defence=_sum(fight.defence, fight.defenders), result=result)
    for removal in move.removed:
        if removal.why == "captured":
            yield (phrase("The king on {square} is captured.", square=removal.square)
                   if removal.piece in "Zz" else
                   phrase("The die on {square} is captured.", square=removal.square))
        elif removal.why == "surrounded":
            yield phrase("The queen on {square} is surrounded and lost.", square=removal.square)
        elif removal.why == "returned":
            yield phrase("The {piece} on {square} returns to the reserve.",
                         piece=removal.piece, square=removal.square)
    if move.check:
        yield phrase("{check}!", check=phrase(move.check_word))
    if move.threats:
        yield phrase("The king is attacked along {ways}.",
                     ways="; ".join(" ".join(way) for way in move.threats))


def _sum(total: int, squares: tuple[str, ...]) -> str:
    return f"{total} ({' + '.join(squares)})"


def tell_end(board: Board, decision: Decision | None = None) -> str:
    """How the game ended."""
    if decision:
        return _tell_decision(decision)
    end = board.outcome()
    if end is None:
        return phrase("The game is not over.")
    score = phrase(" {white} to {black}", white=end.score[0], black=end.score[1]) if (
        end.score) else ""
    return tell_result(end.winner, phrase(REASONS[end.reason]), score)


def tell_result(winner: str | None, reason: str, score: str = "") -> str:
    """The sentence about the winner and the reason.

    Args:
        winner: the side, or None for a draw.
        reason: in the language that is spoken.
        score: the points, with a space before them; or nothing.
    """
    if winner is None:
        return phrase("Draw{score}: {reason}.", score=score, reason=reason)
    return phrase("{side} wins{score}: {reason}.", side=side_name(winner), score=score,
                  reason=reason)


def _tell_decision(decision: Decision) -> str:
    if decision.result == "1/2-1/2":
        return (phrase("Draw by agreement.") if decision.why == AGREEMENT
                else phrase("Draw, according to the record."))
    winner, loser = map(side_name, COLOURS if decision.result == "1-0" else COLOURS[::-1])
    if decision.why == RESIGNATION:
        return phrase("{loser} resigns. {winner} wins.", loser=loser, winner=winner)
    if decision.why == TIME:
        return phrase("{loser}'s time is up. {winner} wins.", loser=loser, winner=winner)
    return phrase("{winner} wins, according to the record.", winner=winner)


def tell_value(board: Board, info: Analysis) -> str:
    """What the engine thinks of a position: White's value in dice, depth and line."""
    return phrase("{value} (depth {depth}): {line}", value=value_of(board, info),
                  depth=info.depth, line=" ".join(spoken(board, info.pv)))


def value_of(board: Board, info: Analysis) -> str:
    """White's value of a position in dice, such as `+1.20`, or `White wins in 3`."""
    return score_told(info.score.seen_by(WHITE, board.turn))


def score_told(score: Score) -> str:
    """White's score in words."""
    if score.mate is not None:
        return phrase("{side} wins in {moves}", moves=abs(score.mate),
                      side=side_name(WHITE if score.mate > 0 else BLACK))
    return str(score)


def told_by_programs(node: Node, mover: str) -> list[str]:
    """What programs have noted of a recorded move: a value, and the time that was left.

    Args:
        node: the move.
        mover: the side that made it.
    """
    told, value = [], node.evaluation
    if value is not None:
        worth = score_told(Score(mate=value.mate) if value.mate else Score(value.score or 0))
        told.append(f"{worth}." if value.mate else
                    phrase("Value {value}.", value=worth) if value.depth is None else
                    phrase("Value {value} (depth {depth}).", value=worth, depth=value.depth))
    if node.clock is not None:
        told.append(phrase("{side} has {time} left.", side=side_name(mover),
                           time=clock_text(node.clock)))
    return told


def spoken(board: Board, moves: tuple[int, ...]) -> list[str]:
    """The first moves of a line as texts for people."""
    ahead, texts = board.copy(), []
    for move in moves[:LINE_MOVES]:
        texts.append(ahead.notation(move))
        ahead.push(move)
    return texts


def tell_players(white: str, black: str) -> str:
    """The sentence about the players."""
    return phrase("White: {white}. Black: {black}.", white=white, black=black)


def tell_clocks(white: float, black: float) -> str:
    """The seconds that both players have left."""
    return phrase("White has {white}, Black {black}.", white=clock_text(white),
                  black=clock_text(black))


def cannot_write(name: object, reason: str | None) -> str:
    """The sentence that a file cannot be written."""
    return phrase("Cannot write {name}: {reason}.", name=name, reason=tell(reason or ""))


def cannot_read(name: object, reason: str | None) -> str:
    """The sentence that a file cannot be read."""
    return phrase("Cannot read {name}: {reason}.", name=name, reason=tell(reason or ""))


def sentence(error: BaseException) -> str:
    """An error as a sentence of its own."""
    return whole_sentence(tell(reason_of(error))) or phrase("Something went wrong.")


def whole_sentence(text: str) -> str:
    """A text with a capital and a full stop; nothing, if there is none.

    The name of a square that it begins with stays as it is written.
    """
    words = " ".join(text.split()).rstrip(".")
    if SQUARE.match(words):
        return f"{words}."
    return f"{words[:1].upper()}{words[1:]}." if words else ""
