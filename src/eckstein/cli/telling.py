"""Moves and results in sentences."""
from collections.abc import Iterator

from ..board import Board, Color
from ..description import Description

CHECKS = {1: "DUEL!", 2: "DUEL-MATT!"}
REASONS = {
    "goal": "the goal is reached", "elimination": "too few dice are left",
    "king taken": "the king is taken", "duel-mate": "DUEL-MATT",
    "surrounded": "a king is surrounded", "blocked": "there is no move left",
    "repetition": "the position has occurred too often",
    "no progress": "too many moves without progress", "resignation": "resignation",
    "agreement": "agreement"}


def tell_move(mover: Color, move: Description, by_computer: bool = False) -> Iterator[str]:
    """What a move did, sentence by sentence."""
    name = mover.capitalize()
    if move.steps[0].kind == "pass":
        yield f"{name} has no move and is skipped ({move.text})."
        return
    if by_computer or move.battles or move.removed:
        yield f"{name} plays {move.notation}."
    for fight in move.battles:
        sums = (f"Battle: {fight.attacker} attacks with {_sum(fight.attack, fight.attackers)} "
                f"against {_sum(fight.defence, fight.defenders)}")
        result = f"{fight.loser} falls" if fight.loser else "nobody falls"
        if fight.loser is None and fight.attack != fight.defence:
            result = "protected"
        yield f"{sums}: {result}."
    for removal in move.removed:
        if removal.why == "captured":
            yield f"The die on {removal.square} is captured."
        elif removal.why == "surrounded":
            yield f"The queen on {removal.square} is surrounded and lost."
        elif removal.why == "returned":
            yield f"The {removal.piece} on {removal.square} goes back to its reserve."
    if move.check:
        yield CHECKS[move.check]


def _sum(total: int, squares: tuple[str, ...]) -> str:
    return f"{total} ({' + '.join(squares)})"


def tell_end(board: Board, resigned: Color | None = None) -> str:
    """How the game ended."""
    if resigned:
        winner = "Black" if resigned == "white" else "White"
        return f"{resigned.capitalize()} resigns. {winner} wins."
    end = board.outcome()
    if end is None:
        return "The game is not over."
    score = f" {end.score[0]} to {end.score[1]}" if end.score else ""
    reason = REASONS[end.reason]
    if end.winner is None:
        return f"Draw{score}: {reason}."
    return f"{end.winner.capitalize()} wins{score}: {reason}."
