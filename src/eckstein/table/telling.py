"""Moves, results and values in sentences."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..board import COLORS, Board, Color
from ..description import Description
from ..engine.client import Analysis

CHECKS = {1: "DUEL!", 2: "DUEL-MATT!"}
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
    def against(cls, loser: Color, why: str) -> Decision:
        """The decision that this player has lost."""
        return cls("0-1" if loser is COLORS[0] else "1-0", why)


def tell_move(mover: Color, move: Description, by_computer: bool = False) -> Iterator[str]:
    """What a move did, sentence by sentence."""
    name = mover.capitalize()
    if move.steps[0].kind == "pass":
        yield f"{name} has no move and is skipped ({move.text})."
        return
    if by_computer or move.battles or move.removed:
        yield f"{name} plays {move.notation}."
    yield from _consequences(move)


def tell_preview(mover: Color, move: Description) -> Iterator[str]:
    """What a move would do, sentence by sentence; the first one says how the piece will lie."""
    last = [step for step in move.steps if step.kind != "return"][-1]
    if last.kind == "pass":
        yield f"{mover.capitalize()} has no move and is skipped ({move.text})."
        return
    if last.faces:
        yield f"{move.notation}: the die will show {last.faces['top']}."
    elif len(move.steps) > 1 and move.steps[0].target == move.steps[1].origin and (
            move.steps[1].target == move.steps[0].origin):
        yield f"{move.notation}: rook and king change squares."
    else:
        yield f"{move.notation}: the {_piece_name(move.steps[0].piece)} goes to {last.target}."
    yield from _consequences(move)
    if move.winner:
        own = "wins" if move.winner == mover else "loses"
        yield f"{mover.capitalize()} {own} with this: {REASONS[move.reason or '']}."
    elif move.reason:
        yield f"The game is drawn with this: {REASONS[move.reason]}."


def _piece_name(letter: str) -> str:
    return "king" if letter in "Zz" else PIECES.get(letter.upper(), "piece")


def _consequences(move: Description) -> Iterator[str]:
    for fight in move.battles:
        sums = (f"Battle: {fight.attacker} attacks with {_sum(fight.attack, fight.attackers)} "
                f"against {_sum(fight.defence, fight.defenders)}")
        result = f"{fight.loser} falls" if fight.loser else "nobody falls"
        if fight.loser is None and fight.attack != fight.defence:
            result = "protected"
        yield f"{sums}: {result}."
    for removal in move.removed:
        if removal.why == "captured":
            what = "king" if removal.piece in "Zz" else "die"
            yield f"The {what} on {removal.square} is captured."
        elif removal.why == "surrounded":
            yield f"The queen on {removal.square} is surrounded and lost."
        elif removal.why == "returned":
            yield f"The {removal.piece} on {removal.square} goes back to its reserve."
    if move.check:
        yield CHECKS[move.check]


def _sum(total: int, squares: tuple[str, ...]) -> str:
    return f"{total} ({' + '.join(squares)})"


def tell_end(board: Board, decision: Decision | None = None) -> str:
    """How the game ended."""
    if decision:
        return _tell_decision(decision)
    end = board.outcome()
    if end is None:
        return "The game is not over."
    score = f" {end.score[0]} to {end.score[1]}" if end.score else ""
    reason = REASONS[end.reason]
    if end.winner is None:
        return f"Draw{score}: {reason}."
    return f"{end.winner.capitalize()} wins{score}: {reason}."


def _tell_decision(decision: Decision) -> str:
    if decision.result == "1/2-1/2":
        return "Draw by agreement." if decision.why == AGREEMENT else "Draw, the record says."
    winner, loser = ("White", "Black") if decision.result == "1-0" else ("Black", "White")
    if decision.why == RESIGNATION:
        return f"{loser} resigns. {winner} wins."
    if decision.why == TIME:
        return f"{loser}'s time is up. {winner} wins."
    return f"{winner} wins, the record says."


def tell_value(board: Board, info: Analysis) -> str:
    """What the engine thinks of a position: White's value in dice, depth and line."""
    return f"{value_of(board, info)} (depth {info.depth}): {' '.join(spoken(board, info.pv))}"


def value_of(board: Board, info: Analysis) -> str:
    """White's value of a position in dice, such as `+1.20`, or `White wins in 3`."""
    sign = 1 if board.turn is COLORS[0] else -1
    if info.mate:
        return f"{'White' if sign * info.mate > 0 else 'Black'} wins in {abs(info.mate)}"
    return f"{sign * (info.score or 0) / 100:+.2f}"


def spoken(board: Board, moves: tuple[int, ...]) -> list[str]:
    """The first moves of a line as texts for people."""
    ahead, texts = board.copy(), []
    for move in moves[:LINE_MOVES]:
        texts.append(ahead.notation(move))
        ahead.push(move)
    return texts


def sentence(error: BaseException) -> str:
    """An error as a sentence of its own."""
    reason = " ".join(str(getattr(error, "reason", error)).split()).rstrip(".")
    return f"{reason[:1].upper()}{reason[1:]}." if reason else "Something went wrong."
