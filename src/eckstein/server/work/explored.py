"""What moves in a puzzle lead to, whatever was played in it."""
from __future__ import annotations

from ...base.sentence import Sentence
from ...board import COLOURS
from ...lab.puzzles import PuzzleError, load
from ...lab.puzzles.exploring import Exploration
from ...lab.puzzles.trees import Trees
from ...wire.http_puzzles import PuzzleMove, PuzzleMoves, PuzzleRequest

LIMIT = 1_000_000           # positions that it may take to find out what a move leads to


def judged_moves(game: str, wish: PuzzleRequest) -> PuzzleMoves:
    """The legal moves of a puzzle after those that were played, the best first.

    Raises:
        ValueError: with a sentence about the puzzle or the moves.
    """
    puzzle = next((one for one in load(game) if one.id == wish.id), None)
    if puzzle is None:
        raise PuzzleError(Sentence("{game} has no puzzle {id}", game=game, id=wish.id))
    walk = Exploration(game, puzzle, Trees(LIMIT), wish.moves)
    board = walk.board
    judged = [] if board.is_game_over() else walk.judged()
    return PuzzleMoves(COLOURS[walk.attacker].value, [
        PuzzleMove(one.text, board.notation(board.parse(one.text)), one.plies) for one in judged])
