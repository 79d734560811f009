"""Recorded games line by line: next, back, goto, and what the engine thinks."""
import asyncio
from collections.abc import Callable

from ..board import Board
from ..notation.diagram import diagram
from ..session.replay import Replay
from ..session.replay_commands import REPLAY_COMMANDS
from ..session.sentences import sentence, tell_end, tell_move
from ..session.thinking import Thinking
from ..words import command, phrase
from .advice import Advice
from .lines import QuitError, lines, say, usual_commands


class LineReplay:
    """A walk through recorded games, line by line.

    Args:
        replay: the walk.
        advice: the adviser for hints and values.
    """

    def __init__(self, replay: Replay, advice: Advice) -> None:
        self.replay, self._advice = replay, advice
        self._commands: dict[str, Callable[[str], None]] = {
            **usual_commands("replay"), "": self.next, "next": self.next, "n": self.next,
            "back": self.back, "b": self.back, "first": lambda rest: self._go(0),
            "last": lambda rest: self._go(self.replay.length), "board": self.show,
            "hint": self.hint, "evaluate": self.evaluate,
            "v": lambda rest: self._obey("variation", rest)}

    def walk(self) -> None:
        """Walk until the user leaves or input ends."""
        say(self.replay.titles())
        self.show("")
        print(phrase("Press Enter to continue; type help for the commands."))
        for line in lines("replay> "):
            name, _, rest = line.strip().partition(" ")
            try:
                self._do(name, rest.strip())
            except ValueError as error:
                print(sentence(error))
            except QuitError:
                return

    def _do(self, name: str, rest: str) -> None:
        meant = command(name)
        if own := self._commands.get(meant):
            own(rest)
        elif meant in REPLAY_COMMANDS:
            self._obey(meant, rest)
        else:
            raise ValueError(phrase("there is no command {name} here; type help for a list",
                                    name=name))

    def _obey(self, name: str, rest: str) -> None:
        """Carry out a command of every walk; one that moves on shows the new position."""
        told = REPLAY_COMMANDS[name](self.replay, rest)
        if told:
            say(told)
        else:
            self.show("")

    def next(self, rest: str) -> None:
        """Print the next move, and show the board."""
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

    def _go(self, ply: int) -> None:
        self.replay.go(ply)
        self.show("")

    def show(self, rest: str) -> None:
        """The board, where it stands in the game, and what was said of the move."""
        print()
        print(diagram(self.replay.board, large=True))
        print(self.replay.where())
        say(self.replay.said())

    def evaluate(self, rest: str) -> None:
        """What the engine thinks of the position."""
        self._advice.evaluate(self._open_position())

    def hint(self, rest: str) -> None:
        """A good move here, and what it would do."""
        self._advice.hint(self._open_position())

    def _open_position(self) -> Board:
        """The position that is shown, if the game goes on from it."""
        if self.replay.board.is_game_over():
            raise ValueError(phrase("the game is over here"))
        return self.replay.board


def walk_through(replay: Replay, thinking: Thinking) -> None:
    """Walk through records until the user leaves, with an event loop of its own."""
    with asyncio.Runner() as runner:
        try:
            LineReplay(replay, Advice(thinking, runner)).walk()
        except KeyboardInterrupt:
            print()
            raise
        finally:
            runner.run(thinking.close())
