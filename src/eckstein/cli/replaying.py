"""Recorded games line by line: next, back, goto, and what the engine thinks."""
import asyncio
from collections.abc import Callable

from ..engine.client import EngineError
from ..notation.diagram import diagram
from ..table.replay import Replay
from ..table.telling import sentence, tell_end, tell_move, tell_preview, tell_value
from ..table.thinking import ADVISER, Thinking
from .lines import Leave, lines, say

HELP = """\
  next (or Enter)  the next move           back        the move before
  first            the start               last        the end
  goto N           after N moves           game N      another game of the file
  list             all moves               games       all games of the file
  board            the board again         position    the position as text
  moves            all legal moves here    describe M  what a move would do here
  evaluate         what the engine thinks  quit        stop
"""


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
            "help": self.help, "?": self.help, "quit": self.quit, "exit": self.quit}

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
        print("Enter goes on; help tells what else you can type.")
        for line in lines("replay> "):
            name, _, rest = line.strip().partition(" ")
            command = self.commands.get(name.lower())
            try:
                if command is None:
                    raise ValueError(f"there is no command {name} here; help lists them")
                command(rest.strip())
            except ValueError as error:
                print(sentence(error))
            except Leave:
                return

    def help(self, rest: str) -> None:
        """What can be typed."""
        print(HELP)

    def next(self, rest: str) -> None:
        """The next move, told and shown."""
        replay = self.replay
        if replay.at == replay.length:
            print(tell_end(replay.board) if replay.board.is_game_over()
                  else f"The record ends here: {replay.record.result}.")
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
            raise ValueError("this is the start")
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
            raise ValueError(f"type goto and a number from 0 to {self.replay.length}")
        self._go(int(rest))

    def _go(self, ply: int) -> None:
        self.replay.go(ply)
        self.show("")

    def game(self, rest: str) -> None:
        """Another game of the file."""
        if not rest.isdecimal():
            raise ValueError(f"type game and a number from 1 to {len(self.replay.records)}")
        self.replay.open(int(rest) - 1)
        self.show("")

    def games(self, rest: str) -> None:
        """All games of the file."""
        say(self.replay.titles())

    def list(self, rest: str) -> None:
        """All moves of the game."""
        texts = []
        for ply, node in enumerate(self.replay.nodes[1:], 1):
            number = self.replay.number_of(ply)
            texts.append(node.text if number.endswith("...") and ply > 1 else
                         f"{number} {node.text}")
        print(" ".join(texts) or "There are no moves.")

    def show(self, rest: str) -> None:
        """The board, where it stands in the game, and what was said of the move."""
        print()
        print(diagram(self.replay.board, large=True))
        print(self.replay.where())
        say(self.replay.said())

    def moves(self, rest: str) -> None:
        """All legal moves here."""
        board = self.replay.board
        texts = sorted(board.notation(move) for move in board.legal_moves)
        print(f"{len(texts)} moves: {'  '.join(texts)}")

    def position(self, rest: str) -> None:
        """The position as text."""
        print(self.replay.board.position())

    def describe(self, rest: str) -> None:
        """What a move would do here."""
        board = self.replay.board
        say(list(tell_preview(board.turn, board.describe(board.parse(rest)))))

    def evaluate(self, rest: str) -> None:
        """What the engine thinks of the position."""
        board = self.replay.board
        if board.is_game_over():
            raise ValueError("the game is over here")
        assert self._shared
        if not self.thinking.is_ready(ADVISER, "level:10", board):
            print("Getting the engine ready; the very first time this takes some seconds.",
                  flush=True)
        try:
            print(tell_value(board, self._shared.run(self.thinking.advise(board))))
        except EngineError as error:
            print(sentence(error))

    def quit(self, rest: str) -> None:
        """Stop."""
        raise Leave
