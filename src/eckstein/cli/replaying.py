"""Recorded games line by line: next, back, goto, and what the engine thinks."""
import asyncio
from collections.abc import Callable

from ..engine.client import Analysis, EngineError
from ..engine.levels import FULL
from ..notation.diagram import diagram
from ..session.replay import Replay
from ..session.sentences import sentence, tell_end, tell_move, tell_preview, tell_value
from ..session.session import tell_moves
from ..session.thinking import ADVISER, READYING, Thinking
from ..session.words import page, phrase
from .lines import QuitError, lines, say


class ReplaySession:
    """A walk through recorded games.

    Args:
        walk: the games.
        thinking: who is asked for values.
        runner: the event loop of whoever shows the walk; its own if left out.
    """

    def __init__(self, walk: Replay, thinking: Thinking,
                 runner: asyncio.Runner | None = None) -> None:
        self.replay, self.thinking, self._shared = walk, thinking, runner
        self.commands: dict[str, Callable[[str], None]] = {
            "": self.next, "next": self.next, "n": self.next, "back": self.back, "b": self.back,
            "first": self.first, "last": self.last, "goto": self.goto, "game": self.game,
            "list": self.list, "games": self.games, "board": self.show, "moves": self.moves,
            "position": self.position, "describe": self.describe, "evaluate": self.evaluate,
            "hint": self.hint, "variation": self.variation, "v": self.variation,
            "leave": self.leave, "help": self.help, "?": self.help, "quit": self.quit,
            "exit": self.quit}

    def run(self) -> None:
        """Walk, with an event loop of its own, until somebody leaves."""
        with asyncio.Runner() as self._shared:
            try:
                self.walk()
            except KeyboardInterrupt:
                print()
            finally:
                self._shared.run(self.thinking.close())

    def walk(self) -> None:
        """Walk until somebody leaves or input ends."""
        self.games("")
        self.show("")
        print(phrase("Enter goes on; help tells what else you can type."))
        for line in lines("replay> "):
            name, _, rest = line.strip().partition(" ")
            command = self.commands.get(name.lower())
            try:
                if command is None:
                    raise ValueError(phrase("there is no command {name} here; help lists them",
                                            name=name))
                command(rest.strip())
            except ValueError as error:
                print(sentence(error))
            except QuitError:
                return

    def help(self, rest: str) -> None:
        """What can be typed."""
        print(page("replay"))

    def next(self, rest: str) -> None:
        """The next move, told and shown."""
        replay = self.replay
        if replay.at == replay.length:
            print(tell_end(replay.board) if replay.board.is_game_over()
                  else phrase("The variation ends here.") if replay.in_variation()
                  else phrase("The record ends here: {result}.", result=replay.record.result))
            return
        mover, move = replay.board.turn, replay.nodes[replay.at + 1].move
        assert move is not None
        told = replay.board.describe(move)
        replay.go(replay.at + 1)
        say(list(tell_move(mover, told, by_computer=True)))
        self.show("")

    def back(self, rest: str) -> None:
        """The position before."""
        if not self.replay.at:
            raise ValueError(phrase("this is the start"))
        self._go(self.replay.at - 1)

    def first(self, rest: str) -> None:
        """The start."""
        self._go(0)

    def last(self, rest: str) -> None:
        """The end."""
        self._go(self.replay.length)

    def goto(self, rest: str) -> None:
        """The position after so many moves."""
        if not rest.isdecimal() or int(rest) > self.replay.length:
            raise ValueError(phrase("type goto and a number from 0 to {count}",
                                    count=self.replay.length))
        self._go(int(rest))

    def _go(self, ply: int) -> None:
        self.replay.go(ply)
        self.show("")

    def game(self, rest: str) -> None:
        """Another game of the file."""
        if not rest.isdecimal():
            raise ValueError(phrase("type game and a number from 1 to {count}",
                                    count=len(self.replay.records)))
        self.replay.open(int(rest) - 1)
        self.show("")

    def games(self, rest: str) -> None:
        """All games of the file."""
        say(self.replay.titles())

    def list(self, rest: str) -> None:
        """All moves of the game."""
        print(self.replay.line() or phrase("There are no moves."))

    def variation(self, rest: str) -> None:
        """What could have been played instead of the last move."""
        if rest and not rest.isdecimal():
            raise ValueError(phrase("type variation, and a number if there are several"))
        self.replay.enter(int(rest or 0))
        self.show("")

    def leave(self, rest: str) -> None:
        """Back to where the variation left its line."""
        self.replay.leave()
        self.show("")

    def show(self, rest: str) -> None:
        """The board, where it stands in the game, and what was said of the move."""
        print()
        print(diagram(self.replay.board, large=True))
        print(self.replay.where())
        say(self.replay.said())

    def moves(self, rest: str) -> None:
        """All legal moves here."""
        print(tell_moves(self.replay.board))

    def position(self, rest: str) -> None:
        """The position as text."""
        print(self.replay.board.position())

    def describe(self, rest: str) -> None:
        """What a move would do here."""
        board = self.replay.board
        say(list(tell_preview(board.turn, board.describe(board.parse(rest)))))

    def evaluate(self, rest: str) -> None:
        """What the engine thinks of the position."""
        if advice := self._advice():
            print(tell_value(self.replay.board, advice))

    def hint(self, rest: str) -> None:
        """A good move here, and what it would do."""
        if advice := self._advice():
            board, move = self.replay.board, advice.pv[0]
            print(phrase("Hint: {move}.", move=board.notation(move)))
            say(list(tell_preview(board.turn, board.describe(move))))

    def _advice(self) -> Analysis | None:
        """What the engine thinks of the position, or None if it could not be asked."""
        board = self.replay.board
        if board.is_game_over():
            raise ValueError(phrase("the game is over here"))
        assert self._shared
        if self.thinking.must_compile(ADVISER, f"level:{FULL}", board):
            print(phrase(READYING), flush=True)
        try:
            return self._shared.run(self.thinking.advise(board))
        except EngineError as error:
            print(sentence(error))
            return None

    def quit(self, rest: str) -> None:
        """Stop."""
        raise QuitError
