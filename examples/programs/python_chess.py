"""Drive the engine by python-chess, as programs for chess drive theirs (pip install chess)."""
from __future__ import annotations

import sys
from typing import Any, NamedTuple, Self

import chess.engine

from eckstein import WHITE, Board


class Move(NamedTuple):
    """A move as python-chess passes it on: by its text."""

    text: str

    def uci(self) -> str:
        return self.text


class Shown:
    """A board of ours with what python-chess asks a board of chess."""

    uci_variant = ""            # the game
    chess960 = False

    def __init__(self, board: Board) -> None:
        self.board = board

    @property
    def turn(self) -> bool:
        return self.board.turn is WHITE

    @property
    def move_stack(self) -> list[Move]:
        board, moves = self.root().board, list[Move]()
        for move in self.board.move_stack:
            moves.append(Move(board.text(move)))
            board.push(move)
        return moves

    def root(self) -> Self:
        board = self.board.copy()
        while board.ply:
            board.pop()
        return type(self)(board)

    def fen(self, **_: Any) -> str:
        return self.board.position()

    def copy(self, **_: Any) -> Self:
        return type(self)(self.board.copy())

    def parse_uci(self, text: str) -> Move:
        return Move(self.board.text(self.board.parse(text)))

    def push_uci(self, text: str) -> Move:
        move = self.parse_uci(text)
        self.push(move)
        return move

    def push(self, move: Move) -> None:
        self.board.push_text(move.text)

    def pop(self) -> Move:
        move = self.board.pop()
        return Move(self.board.text(move))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown) and self.board == other.board

    __hash__ = None             # type: ignore[assignment]


class Contra(Shown):
    """A board of Contra."""

    uci_variant = "contra"


def main() -> None:
    """Print the engine's moves of a game against itself."""
    board: Any = Contra(Board("contra"))
    command = [sys.executable, "-m", "eckstein", "engine"]
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        print(engine.id["name"].split()[0], "has the options", ", ".join(list(engine.options)[:4]))
        for _ in range(6):
            played = engine.play(board, chess.engine.Limit(nodes=2000), info=chess.engine.INFO_ALL)
            print(played.move, played.info.get("score"))
            board.push(played.move)


if __name__ == "__main__":
    main()
