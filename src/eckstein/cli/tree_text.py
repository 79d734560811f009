"""The whole tree of a puzzle as lines: replies that are answered alike stand together."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..board import COLOURS, Board
from ..lab.puzzles import Puzzle
from ..lab.puzzles.trees import Reply, attacker_of
from ..notation.pgn import move_number
from ..session.sentences import side_name
from ..words import phrase
from .lines import json_line

INDENT = "  "


def tree_as_json(game: str, puzzle: Puzzle, tree: Sequence[Reply]) -> str:
    """A puzzle and its whole tree as a JSON object."""
    told: dict[str, Any] = {"game": game, "id": puzzle.id, "position": puzzle.position}
    if puzzle.options:
        told["options"] = puzzle.options
    told |= {"task": puzzle.task, "plies": puzzle.plies, "first": puzzle.first, "replies": tree}
    return json_line(told)


def tell_tree(game: str, puzzle: Puzzle, tree: Sequence[Reply]) -> Iterator[str]:
    """A puzzle and its whole tree as lines for people."""
    board = puzzle.board(game)
    told = _Telling(board, attacker_of(puzzle, board))
    first = board.variation_text([board.parse(puzzle.first)])
    if puzzle.task == "win":
        yield phrase("Puzzle {id}: {side} wins within {plies} {plies:ply|plies} by {move}.",
                     id=puzzle.id,
                     side=side_name(COLOURS[told.attacker]), plies=puzzle.plies, move=first)
        board.push_text(puzzle.first)
    else:
        yield phrase("Puzzle {id}: after every move but {move} {side} wins within {plies} "
                     "{plies:ply|plies}.",
                     id=puzzle.id, side=side_name(COLOURS[told.attacker]), plies=puzzle.plies,
                     move=first)
    yield from told.lines(tree)


class _Telling:
    """Tells one tree with the board on which it is played."""

    def __init__(self, board: Board, attacker: int) -> None:
        self._board, self.attacker, self._first = board, attacker, board.turn

    def lines(self, tree: Sequence[Reply], depth: int = 0) -> Iterator[str]:
        """The replies of the defender, and all that follows."""
        board = self._board
        number = move_number(self._first, board.ply)
        alike: dict[tuple[str, ...], list[str]] = {}
        for reply in tree:
            if reply.plies is not None:
                move = board.parse(reply.text)
                notation = board.notation(move)
                board.push(move)
                alike.setdefault(tuple(self._answer(reply, depth)), []).append(notation)
                board.pop()
        for (answer, *below), replies in alike.items():
            yield f"{INDENT * depth}{number} {', '.join(replies)}: {answer}"
            yield from below

    def _answer(self, reply: Reply, depth: int) -> Iterator[str]:
        """What wins after a reply, which is on the board, and the lines below it."""
        board = self._board
        if not reply.wins:
            yield phrase("{side} has won", side=side_name(COLOURS[self.attacker]))
            return
        number = move_number(self._first, board.ply)
        best, *others = [board.notation(board.parse(text)) for text in reply.wins]
        yield (phrase("{move} (or {others})", move=f"{number} {best}", others=", ".join(others))
               if others else f"{number} {best}")
        board.push_text(reply.wins[0])
        yield from self.lines(reply.replies, depth + 1)
        board.pop()
