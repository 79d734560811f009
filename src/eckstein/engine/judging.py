"""A search that misjudges moves: each value is off by an error.

The errors are known before the search and stay the same in all its iterations, so alpha-beta at
the root takes them into account: a move is searched only for whether it comes out better than the
best so far, errors included.  That costs no more than to search without errors.
"""
import threading
from collections.abc import Mapping

from ..board import Board
from .info import Info
from .limits import Limits
from .searcher import Searcher

BLUR = 500                  # hundredths of a die; what is worth more is not told apart


class Judge(Searcher):
    """One thread that looks for the move that seems best.

    Args and attributes are those of a `Searcher`; there are no proofs.
    """

    def warm(self) -> None:
        """As that of a `Searcher`; tables are read, too, for a level never plays without them."""
        super().warm()
        if self.tables:
            self._residents.read_all(self.game, self._options, self.search)

    def judge(self, board: Board, limits: Limits, errors: Mapping[int, int],
              blurred: bool = False) -> Info:
        """The line that seems best, with its true score.

        Args:
            board: a position with its history, in which the game goes on; unchanged.
            limits: `nodes` and `depth`; the first iteration is always finished.
            errors: hundredths of a die by which legal moves seem better than they are.
            blurred: whether all that is worth more than BLUR is taken for BLUR, won games too, and
                losses for -BLUR, so that an error may hide them; otherwise none does.
        """
        self._stop = threading.Event()
        self._prepare(board, limits)
        moves = [int(move) for move in board.legal_moves]
        memory = self._memories[0]
        found = self._info(0, 1, 0, (moves[0],))
        for depth in range(1, limits.max_depth() + 1):
            memory.depth = depth
            best = self._best(moves, depth, errors, blurred)
            if best is not None:
                score, line = best
                found = self._info(depth, 1, score, line)
                moves.remove(line[0])
                moves.insert(0, line[0])
            if depth == 1:
                self._opened()
            if self._stop.is_set() or self._is_spent() or found.mate is not None:
                break
        return self._to_the_end(board, found)

    def _best(self, moves: list[int], depth: int, errors: Mapping[int, int],
              blurred: bool) -> tuple[int, tuple[int, ...]] | None:
        """Score and line of the move that seems best; None if the first was not finished."""
        game, root, memory = self.search.game, self._position, self._memories[0]
        seems, found = -self.search.INFINITE, None
        for move in moves:
            error = errors.get(move, 0)
            q = game.apply(root, move)
            alpha = self._needed(seems, error, blurred)
            if alpha == self.search.INFINITE:
                continue
            self.search.enter(q, memory, 1, move, *self.search.counts_after(
                root, move, q, int(memory.idle[0]), int(memory.reversible[0])))
            score = self._after(q, depth, alpha, alpha + 1) if found else alpha + 1
            if score > alpha and not memory.aborted:
                score = self._after(q, depth, alpha, self.search.INFINITE)
            if memory.aborted:
                break
            if found is None or score > alpha:
                seems = self._seeming(score, error, blurred)
                found = score, (move, *self._line(memory, self.search.PLIES))
        return found

    def _after(self, q: object, depth: int, alpha: int, beta: int) -> int:
        """What a move is worth that leads to this position."""
        return -int(self.search.search(q, self._memories[0], 0, depth - 1, -beta, -alpha, 1))

    def _seeming(self, score: int, error: int, blurred: bool) -> int:
        """What a move seems worth."""
        if blurred:
            return max(-BLUR, min(BLUR, score)) + error
        return score if abs(score) > self.search.MATED else score + error

    def _needed(self, seems: int, error: int, blurred: bool) -> int:
        """The score that a move with this error must exceed to seem better than the best."""
        if not blurred:
            return seems if abs(seems) > self.search.MATED else seems - error
        need = seems - error
        return (-self.search.INFINITE if need < -BLUR else
                self.search.INFINITE if need >= BLUR else need)
