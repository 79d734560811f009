"""Endings line by line: positions with a trap, against an opponent that holds out longest."""
from __future__ import annotations

from collections.abc import Sequence

from ..board import Board
from ..board.score import moves_in
from ..engine.tables import Probe, probe
from ..engine.tables.traps import HOLD, Trap, judge
from ..session.sentences import side_name, tell_end, tell_move
from ..words import phrase
from .lines import QuitError, say
from .tasks import LineTasks, tell_beginning


class LineEndings(LineTasks):
    """A run of positions of one game.

    Args:
        game: its name.
        traps: the positions, in their order.
    """

    HELP = "endings"

    def __init__(self, game: str, traps: Sequence[Trap]) -> None:
        super().__init__()
        self._game, self._traps = game, traps
        self._kept = self._made = 0
        self._board: Board
        self._held = 0
        self._done = self._again = False

    @property
    def board(self) -> Board:
        return self._board

    @property
    def over(self) -> bool:
        return self._done

    def run(self) -> None:
        """Set all positions, until the user leaves or input ends; then tell the score."""
        try:
            for number, trap in enumerate(self._traps, 1):
                self._board, self._held = Board(self._game, trap.position), 0
                self._done = self._again = False
                print(phrase("Position {number} of {count}", number=number,
                             count=len(self._traps)))
                self.ask()
        except QuitError:
            print()
        except KeyboardInterrupt:
            print()
            raise
        finally:
            print(phrase("{kept} of {count} {count:move|moves} kept.", kept=self._kept,
                         count=self._made))

    def task(self) -> str:
        side, found = side_name(self._board.turn), probe(self._board)
        if found.value.plies is None:
            left = HOLD - self._held
            return phrase("{side} to move: hold the draw for {moves} {moves:move|moves}.",
                          side=side, moves=left)
        moves = moves_in(found.value.plies)
        return phrase("{side} to move: won in {moves} {moves:move|moves}.", side=side, moves=moves)

    def answer(self, text: str) -> None:
        found = probe(self._board)
        move = self._board.parse(text)
        verdict = judge(found, move)
        if not self._again:
            self._made += 1
            self._kept += verdict.kept and not verdict.slower
        self._again = not verdict.kept
        if not verdict.kept:
            say([*self._refutation(found, move), phrase("Try again, or type solution.")])
            return
        print(phrase("Kept, but slower by {moves} {moves:move|moves}.", moves=verdict.slower)
              if verdict.slower else phrase("Kept."))
        self._go_on(move)

    def _refutation(self, found: Probe, move: int) -> list[str]:
        """That a move has thrown the result away, and the reply that shows it."""
        after = next(one.value for one in found.moves if one.move == move)
        told = (phrase("Thrown away: this is a draw.") if after.result == "drawn" else
                phrase("Thrown away: this loses."))
        ahead = self._board.copy()
        ahead.push(move)
        if ahead.is_game_over():
            return [told]
        reply = ahead.notation(probe(ahead).moves[0].move)
        return [told, phrase("{side} plays {move}.", side=side_name(ahead.turn), move=reply)]

    def _go_on(self, move: int) -> None:
        """Make a move, and the reply that holds out longest."""
        self._board.push(move)
        self._held += 1
        if not self._board.is_game_over():
            board = Board(self._game, self._board.position())       # nothing repeats a position
            reply = probe(board).moves[0].move
            say(list(tell_move(board.turn, board.describe(reply), by_computer=True)))
            board.push(reply)
            self._board = board if board.is_game_over() else Board(self._game, board.position())
        self._done = self._board.is_game_over() or (
            self._held == HOLD and probe(self._board).value.plies is None)
        self.show("")
        if self._done:
            told = (tell_end(self._board) if self._board.is_game_over() else
                    phrase("The draw is held."))
            say([told, phrase("Press Enter to continue, or type quit.")])

    def hint(self, rest: str) -> None:
        self.check_open()
        self._again = True
        best = self._board.describe(probe(self._board).moves[0].move)
        say([tell_beginning(best.steps[0])])

    def solution(self, rest: str) -> None:
        self.check_open()
        self._again = True
        best = probe(self._board).moves[0].move
        say([phrase("Solution: {line}", line=self._board.notation(best))])
