"""What programs are told about a board: plain objects, ready for JSON."""
from typing import Any

from ..board import Board


def state(board: Board) -> dict[str, Any]:
    """The object of `state --json`.

    Keys: game, options (all, by name), position, turn, ply, legal (plain texts, sorted), outcome
    (null, or winner, reason and score), key (16 hexadecimal digits).
    """
    return {"game": board.game, "options": board.options, "position": board.position(),
            "turn": board.turn, "ply": board.ply, "legal": board.legal_texts(),
            "outcome": outcome(board), "key": f"{board.key:016x}"}


def outcome(board: Board) -> dict[str, Any] | None:
    """Null while the game runs, else its winner (or null), reason and score (or null)."""
    end = board.outcome()
    if end is None:
        return None
    return {"winner": end.winner, "reason": end.reason, "score": end.score}
