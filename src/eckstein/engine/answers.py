"""The lines of the protocol's answers."""
from collections.abc import Sequence

from ..board import Board
from ..kernel import option_value
from .info import Info

MAX_SENTENCE = 400          # characters of an error, which may quote what it was told
NO_MOVE = "(none)"


def declared(values: tuple[bool | str, ...]) -> str:
    """How an option of the rules is declared."""
    if isinstance(values[0], bool):
        return f"type check default {str(values[0]).lower()}"
    choices = " ".join(f"var {option_value(value)}" for value in values)
    return f"type combo default {option_value(values[0])} {choices}"


def one_line(error: Exception | str) -> str:
    """What an error or a text says, in one line; a long one loses its middle."""
    said = " ".join(str(error).split())
    half = MAX_SENTENCE // 2
    return said if len(said) <= MAX_SENTENCE else f"{said[:half]} ... {said[-half:]}"


def info_line(board: Board, info: Info) -> str:
    """What a search tells of a line of moves."""
    score = f"mate {info.mate}" if info.mate is not None else f"cp {info.score}"
    speed = int(info.nodes / info.seconds) if info.seconds > 0 else 0
    net = f"net {info.net} " if info.net else ""
    return (f"info depth {info.depth} seldepth {info.seldepth} multipv {info.line} "
            f"score {score} nodes {info.nodes} nps {speed} hashfull {info.hashfull} "
            f"tbhits {info.table_hits} time {int(info.seconds * 1000)} "
            f"{net}pv {' '.join(_texts(board, info.pv))}")


def move_line(board: Board, line: Sequence[int], ponders: bool = False) -> str:
    """The move that ends a search, and if asked for the reply that it expects."""
    texts = _texts(board, line[:1 + ponders])
    return "bestmove " + (" ponder ".join(texts) or NO_MOVE)


def _texts(board: Board, line: Sequence[int]) -> list[str]:
    """The moves of a line as plain texts, as far as they are legal."""
    texts, ahead = [], board.copy()
    for move in line:
        if move not in ahead.legal_moves:
            break
        texts.append(ahead.text(move))
        ahead.push(move)
    return texts
