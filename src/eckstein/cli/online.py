"""A game on a server, played line by line: moves as text, and what happens in sentences."""
from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any

from ..board import Board, Colour
from ..client.news import News
from ..client.online import OnlineSession
from ..client.remote import PASSING, TRIES, RemoteError, RemoteGame
from ..engine.players import USUAL, on_servers, read_player
from ..notation.diagram import diagram
from ..session.clock import Clock
from ..session.sentences import sentence, side_name, tell_clocks
from ..wire.commands import NewCommand
from ..wire.games import GameFacts, NextGame
from ..words import command, page, phrase, refusal
from .inbox import Inbox
from .lines import QuitError, say

ALONE = ("quit", "exit", "help", "board")   # what needs no server


class LineOnline:
    """One player's part in a game on a server, and in those that follow, line by line.

    Args:
        remote: the game, with the seats that are played here.
    """

    def __init__(self, remote: RemoteGame) -> None:
        self._remote = replace(remote)
        self.session = OnlineSession(remote, self._send)
        self._inbox = Inbox[GameFacts | RemoteError]()
        self._news = News(remote, self._inbox.put, self._inbox.put, self._inbox.put)
        self._asked: NewCommand | None = None       # for a rematch, before the opponent wants it
        self._failures = 0              # how often the server has not answered, one after the other
        self._commands: dict[str, Callable[[], None]] = {
            "help": lambda: print(page("online")), "board": self._show, "new": self._ask_for_game,
            "quit": self._leave, "exit": self._leave}

    @property
    def board(self) -> Board:
        """The board on which the game stands."""
        return self.session.board

    def run(self) -> None:
        """Play until the player leaves; a spectator leaves when the game is over."""
        with closing(self._inbox), closing(self._news):
            self._news.begin()
            try:
                self._play()
                while self._goes_on():
                    self._play()
            except (QuitError, KeyboardInterrupt) as left:
                if not self.session.over():
                    print(f"\n{self.session.farewell()}")
                elif isinstance(left, KeyboardInterrupt):
                    print()
                if isinstance(left, KeyboardInterrupt):
                    raise

    def _play(self) -> None:
        """Play to the end of the game."""
        session = self.session
        print(phrase("Game {game}.", game=self._remote.game), *session.players(""))
        for told in session.links(""):
            print(told)
        self._show()
        say(session.open_offers())
        while not session.over():
            if session.may_move():
                self._step(f"{phrase(self.board.turn)}> ")
            else:
                self._wait()
        self._inbox.interrupt()
        print(session.end())

    def _goes_on(self) -> bool:
        """Whether, after the end of a game, there is another one."""
        game = self._remote.game
        if self.session.seats:
            say([phrase("Type rematch to play again with colours changed, or quit.")])
        while self.session.seats and self._remote.game == game:
            self._step("" if self._asked else "> ")
        return self._remote.game != game

    def _wait(self) -> None:
        """Wait until something happens in the game."""
        print(phrase("Waiting for {side}.", side=side_name(self.board.turn)), flush=True)
        moment = self.session.moment()
        while not self.session.over() and self.session.moment() == moment:
            self._step()

    def _step(self, prompt: str = "") -> None:
        """Do what was typed, or tell the news, whatever comes first; wait for news if not asked."""
        match self._inbox.ask(prompt) if prompt else self._inbox.wait():
            case str() as line:
                self._do(line)
            case GameFacts() as facts:
                self._take(facts)
            case RemoteError() as error:
                self._miss(error)

    # What is typed.

    def _do(self, line: str) -> None:
        over = self.session.over()
        if command(line) in ALONE:
            self._obey(line)            # whether or not the server answers
            return
        try:
            self._catch_up()
            if line and self.session.over() == over:
                self._obey(line)
        except RemoteError as error:
            say([refusal(error.why, error.code) or sentence(error)])

    def _obey(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        name, rest = command(name), rest.strip()
        if wanted := self._commands.get(name):
            wanted()
        elif answer := self.session.obey(name, rest):
            say(answer.told)
        elif self._is_move(line):
            self.session.send_move(line)

    def _is_move(self, text: str) -> bool:
        """Whether a text is a legal move; says what is wrong with it otherwise."""
        try:
            self.board.parse(text)
        except ValueError as error:
            say([f"{sentence(error)} {phrase('(Type help for the commands.)')}"])
            return False
        return True

    def _ask_for_game(self) -> None:
        """Ask for another game when this one has ended."""
        if self.session.over():
            self._obey("rematch")
        else:
            say([phrase("The game goes on: resign it, or quit; it stays on the server.")])

    def _leave(self) -> None:
        raise QuitError

    # What is sent, and what the server says.

    def _send(self, order: NewCommand) -> None:
        done = self._remote.send(order)
        self._catch_up()
        if done.next and done.next.seats:
            self._begin(done.next)
        elif order.what == "rematch":
            self._asked = order
            self._follow()

    def _follow(self) -> None:
        """Begin the next game, if one was asked for here and the opponent has agreed."""
        if self._asked and self.session.facts.next:
            order, self._asked = self._asked, None
            self._send(order)                       # once more, which tells the seat

    def _begin(self, following: NextGame) -> None:
        """Let the game begin that both players wanted after this one."""
        remote = self._remote.follow(following)
        self._remote = replace(remote)
        made = self.session.join(remote)
        self._news.follow(remote)
        self._inbox.interrupt()
        say([phrase("A new game of {title}.", title=self.board.rules.TITLE), *made])

    def _catch_up(self) -> None:
        self._take(self._remote.refresh().facts)

    def _take(self, facts: GameFacts) -> None:
        """Print the news, and show the board to the player to move."""
        session, ply, turn = self.session, self.board.ply, self.board.turn
        told = [phrase("The connection is back.")] if self._failures else []
        self._failures = 0
        told += session.take(facts)
        shows = (self.board.ply, self.board.turn) != (ply, turn) and not session.over() and (
            session.may_move() or not session.seats)
        if told or shows:
            self._inbox.interrupt()
        say(told)
        if shows:
            self._show()
        self._follow()

    def _miss(self, error: RemoteError) -> None:
        """The server does not answer, or tells of the game no more.

        Raises:
            RemoteError: if it is no use to wait, or no user is there to give up.
        """
        self._failures += 1
        if error.code not in PASSING or (self._failures > TRIES
                                         and not self._inbox.waits_for_both):
            raise error
        if self._failures == 1:
            self._inbox.interrupt()
            say([phrase("The connection to the server is lost; trying again ...")])

    def _show(self) -> None:
        print()
        print(diagram(self.board, large=True))
        turn: Colour = self.board.turn
        to_move = phrase("{side} to move.", side=side_name(turn))
        clock = self.session.played.clock
        print(f"{to_move} {tell_clocks(clock.left(0), clock.left(1)) if clock else ''}".rstrip())


def new_game(server: str, rules: str, colour: str, level: str | None, friend: bool,
             board: Board, clock: Clock | None = None) -> RemoteGame:
    """Begin a game on a server; the seat of `colour` is played here."""
    against = read_player(level or USUAL[1], on_servers())
    computer = {"kind": "computer", "level": int(against.detail)}
    other = {"kind": "human"} if friend else computer
    white, black = ({"kind": "human"}, other) if colour == "white" else (other, {"kind": "human"})
    return RemoteGame.create(server, rules=rules, options=board.options,
                             position=board.position(), white=white, black=black,
                             clock=_wire(clock))


def look_for_somebody(server: str, colour: str | None, board: Board, clock: Clock | None,
                      name: str | None, conditions: Mapping[str, Any]) -> RemoteGame:
    """A game by the rules of a board against an opponent from the lobby, once there is one.

    Args:
        server, colour, board, clock, name: of the open challenge.
        conditions: the others, by their names; those that are None are as usual.
    """
    print(phrase("Looking for an opponent; Ctrl-C ends it."), flush=True)
    return RemoteGame.meet(server, os.environ.get("ECKSTEIN_TOKEN", ""), rules=board.game,
                           options=board.options, clocks=[_wire(clock)], colour=colour, name=name,
                           **{one: value for one, value in conditions.items() if value is not None})


def _wire(clock: Clock | None) -> dict[str, object] | None:
    return None if clock is None else {
        "kind": clock.kind, "initial": clock.seconds, "increment": clock.increment}
