"""The line protocol of `eckstein query`."""
import functools
from typing import Any

import msgspec

from ..base.errors import EcksteinError
from ..board import Board, push_texts
from ..kernel import options as option_values

WANTS = ("state", "legal", "describe", "notation", "perft")
FIELDS = ("id", "game", "position", "options", "moves", "want", "depth")
MAX_LINE, MAX_DEPTH = 1 << 20, 30

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class FieldError(EcksteinError, ValueError):
    """A field of a question that cannot be understood."""

    def __init__(self, field: str | None, reason: str) -> None:
        super().__init__(reason)
        self.field = field


def answer_line(line: bytes) -> bytes:
    """One answer to one question; whatever the question is, no exception."""
    question: Any = None
    try:
        if len(line) > MAX_LINE:
            raise FieldError(None, f"a query can have at most {MAX_LINE} bytes")
        question = _decode(line)
        if not isinstance(question, dict):
            raise FieldError(None, "a query must be a JSON object")
        answer = {"id": question.get("id"), **_answer(question)}
    except FieldError as error:
        answer = _refusal(question, error.field, str(error))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        answer = _refusal(None, None, f"this is not JSON: {error}")
    except RecursionError:
        answer = _refusal(None, None, "this is not JSON: it is nested too deeply")
    return _encode(answer)


def _refusal(question: Any, field: str | None, reason: str) -> dict[str, Any]:
    found = question.get("id") if isinstance(question, dict) else None
    return {"id": found, "error": reason, "field": field}


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    for name in question:
        if name not in FIELDS:
            raise FieldError(name, f"there is no field {name}; fields are {', '.join(FIELDS)}")
    wants = question.get("want", "state")
    if not isinstance(wants, list):
        wants = [wants]
    if not wants or any(want not in WANTS for want in wants):
        raise FieldError("want", f"want is one of {', '.join(WANTS)}, or a list of some of them")
    board = _board(question)
    told: dict[str, Any] = {}
    for want in wants:
        told |= _wanted(want, board, question)
    return told


def _wanted(want: str, board: Board, question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one want; what two of them have in common, they tell alike."""
    if want == "state":
        return state_of(board)
    if want == "legal":
        return {"legal": board.legal_texts()}
    if want == "describe":
        return {"moves": [board.describe(move) for move in board.legal_moves]}
    if want == "notation":
        return {"notation": {board.text(move): board.notation(move)
                             for move in board.legal_moves}}
    return {"perft": _perft(board, question.get("depth"))}


def _board(question: dict[str, Any]) -> Board:
    game = question.get("game")
    if not isinstance(game, str):
        raise FieldError("game", "game is the name of a game")
    options = {} if question.get("options") is None else question["options"]
    if not isinstance(options, dict):
        raise FieldError("options", "options is an object of names and values")
    position = question.get("position")
    if not (position is None or isinstance(position, str)):
        raise FieldError("position", "position is a text, or null for the start")
    board = _start(question, game, options)
    if position is not None and position != "startpos":
        try:
            board.set_position(position)
            board.check_status()
        except ValueError as error:
            raise FieldError("position", str(error)) from None
    moves = [] if question.get("moves") is None else question["moves"]
    if not (isinstance(moves, list) and all(isinstance(move, str) for move in moves)):
        raise FieldError("moves", "moves is a list of texts")
    try:
        push_texts(board, moves)
    except ValueError as error:
        raise FieldError("moves", str(error)) from None
    return board


def _start(question: dict[str, Any], game: str, options: dict[str, Any]) -> Board:
    try:
        return _known_start(game, tuple(sorted((name, str(value))
                                               for name, value in options.items()))).copy()
    except option_values.OptionError as error:
        raise FieldError("options", str(error)) from None
    except ValueError as error:
        raise FieldError("game", str(error)) from None


@functools.lru_cache(maxsize=256)
def _known_start(game: str, options: tuple[tuple[str, str], ...]) -> Board:
    return Board(game, None, compiled=False, **option_values.complete(game, dict(options)))


def _perft(board: Board, depth: Any) -> int:
    if not isinstance(depth, int) or isinstance(depth, bool) or not 0 <= depth <= MAX_DEPTH:
        raise FieldError("depth", f"depth is a number from 0 to {MAX_DEPTH}")
    from ..board.counting import count
    return count(board, depth).total


def state_of(board: Board) -> dict[str, Any]:
    """The object of `state --json`.

    Keys: game, options (all, by name), position, turn, ply, legal (plain texts, sorted), outcome
    (null, or winner, reason and score), key (16 hexadecimal digits).
    """
    end = board.outcome()
    return {"game": board.game, "options": board.options, "position": board.position(),
            "turn": board.turn, "ply": board.ply, "legal": board.legal_texts(),
            "outcome": end and {"winner": end.winner, "reason": end.reason, "score": end.score},
            "key": f"{board.key:016x}"}
