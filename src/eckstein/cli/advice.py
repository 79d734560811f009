"""Hints and values line by line."""
import asyncio

from ..board import Board
from ..engine.messages import Analysis, EngineError
from ..session.sentences import sentence, tell_considered, tell_value
from ..session.thinking import ADVICE, ADVISER, READYING, Thinking
from ..words import phrase
from .lines import say


class Advice:
    """Asks the engine about positions, waits for it, and prints what it says.

    Args:
        thinking: the players and the adviser.
        runner: the event loop in which the engine is waited for.
    """

    def __init__(self, thinking: Thinking, runner: asyncio.Runner) -> None:
        self._thinking, self._runner = thinking, runner
        self._hinted: tuple[Board, int] | None = None   # where a hint was begun, and its move
        self._told = 0                                  # how many of its steps were told

    def warn_of_wait(self, role: int, name: str, board: Board) -> None:
        """Say so if a player has to be compiled before he can begin."""
        if self._thinking.must_compile(role, name, board):
            print(phrase(READYING), flush=True)

    def hint(self, board: Board) -> None:
        """A good move in steps: where it leads, where it begins, then what it is and would do."""
        if self._hinted is None or self._hinted[0] != board:
            if not (advice := self._ask(board)):
                return
            self._hinted, self._told = (board.copy(), advice.pv[0]), 0
        move, self._told = self._hinted[1], self._told + 1
        steps = board.describe(move).steps
        if (target := steps[-1].target) and self._told == 1:
            print(phrase("Look at {square}; hint again tells more.", square=target))
        elif (origin := steps[0].origin) and self._told == 2:
            print(phrase("It begins at {square}; hint again tells the move.", square=origin))
        else:
            print(phrase("Hint: {move}.", move=board.notation(move)))
            say(tell_considered(board, move))

    def evaluate(self, board: Board) -> bool:
        """What the engine thinks of a position; False if it could not be asked."""
        if advice := self._ask(board):
            print(tell_value(board, advice))
        return advice is not None

    def _ask(self, board: Board) -> Analysis | None:
        self.warn_of_wait(ADVISER, ADVICE, board)
        try:
            return self._runner.run(self._thinking.advise(board))
        except EngineError as error:
            print(sentence(error))
            return None
