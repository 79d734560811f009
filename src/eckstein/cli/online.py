"""A game on a server, played line by line: moves as text, and what happens in sentences."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..board import Board, Color
from ..notation.diagram import diagram
from ..online import OnlineSession
from ..remote import RemoteError, RemoteGame
from ..server.wire.commands import NewCommand
from ..server.wire.socket import EventMessage
from ..session.sentences import sentence, side_name, tell_clocks
from ..words import command, page, phrase, refusal
from .lines import QuitError, lines, say


class LineOnline:
    """One player's part in a game on a server, line by line.

    Args:
        remote: the game, with the seats that are played here.
    """

    def __init__(self, remote: RemoteGame) -> None:
        self._remote = replace(remote)
        self.session = OnlineSession(remote, self._send)
        self._commands: dict[str, Callable[[], None]] = {
            "help": lambda: print(page("online")), "board": self._show,
            "quit": self._leave, "exit": self._leave}

    @property
    def board(self) -> Board:
        """The board on which the game stands."""
        return self.session.board

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        game = phrase("Game {game}.", game=self._remote.game)
        print(game, *self.session.players(""))
        for told in self.session.links(""):
            print(told)
        self._show()
        say(self.session.open_offers())
        try:
            while not self.session.over():
                if self.session.may_move():
                    self._ask()
                else:
                    self._wait()
            print(self.session.end())
        except (QuitError, KeyboardInterrupt):
            print(f"\n{self.session.farewell()}")

    def _ask(self) -> None:
        """One line from the player."""
        line = next(lines(f"{phrase(self.board.turn)}> "), None)
        if line is None:
            raise QuitError
        self._catch_up()
        text = line.strip()
        if not text or self.session.over():
            return
        try:
            self._obey(text)
        except RemoteError as error:
            say([refusal(error.why, error.code) or sentence(error)])

    def _obey(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        name, rest = command(name), rest.strip()
        if wanted := self._commands.get(name):
            wanted()
        elif answer := self.session.obey(name, rest):
            say(answer.told)
        elif self._is_move(text):
            self.session.send_move(text)

    def _is_move(self, text: str) -> bool:
        """Whether a text is a legal move; says what is wrong with it otherwise."""
        try:
            self.board.parse(text)
        except ValueError as error:
            say([f"{sentence(error)} {phrase('(Type help for the commands.)')}"])
            return False
        return True

    def _send(self, order: NewCommand) -> None:
        self._remote.send(order)
        self._catch_up()

    def _wait(self) -> None:
        """Wait until something happens, and tell it."""
        print(phrase("Waiting for {side}.", side=side_name(self.board.turn)), flush=True)
        for event in self._remote.wait():
            if isinstance(event, EventMessage) and event.kind == "presence":
                continue
            self._catch_up()
            return

    def _catch_up(self) -> None:
        """Tell what has happened since, and show the board to a player who is to move."""
        session, ply, turn = self.session, self.board.ply, self.board.turn
        say(session.take(self._remote.refresh().facts))
        if (self.board.ply, self.board.turn) != (ply, turn) and not session.over() and (
                session.may_move() or not session.seats):
            self._show()

    def _show(self) -> None:
        print()
        print(diagram(self.board, large=True))
        turn: Color = self.board.turn
        to_move = phrase("{side} to move.", side=side_name(turn))
        clock = self.session.played.clock
        print(f"{to_move} {tell_clocks(clock.left(0), clock.left(1)) if clock else ''}".rstrip())

    def _leave(self) -> None:
        raise QuitError


def new_game(server: str, rules: str, color: str, level: int | None, friend: bool,
             board: Board) -> RemoteGame:
    """Begin a game on a server; the seat of `color` is played here."""
    computer = {"kind": "computer", "level": level or 3}
    other = {"kind": "human"} if friend else computer
    white, black = ({"kind": "human"}, other) if color == "white" else (other, {"kind": "human"})
    return RemoteGame.create(server, rules=rules, options=board.options,
                             position=board.position(), white=white, black=black)
