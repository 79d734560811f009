"""A game on a server, played line by line: moves as text, and what happens in sentences."""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

from ..board import COLORS, Board, Color
from ..games import Reason
from ..notation.diagram import diagram
from ..remote import RemoteError, RemoteGame
from ..table.telling import REASONS, tell_move

HELP = """\
Type a move, in any form the game's notation allows, or one of these:
  moves     all legal moves                board     the board again
  link      links to the game              position  the position as text
  undo      take back, or ask for it       draw      offer a draw
  accept    accept what is offered         decline   decline it
  resign    give the game up               quit      leave; the game stays on the server
"""
ENDINGS = {"time": "the time is over", "aborted": "the game was called off"}


class Leave(Exception):
    """The player leaves; the game goes on without him."""


class OnlineSession:
    """One player's part in a game on a server.

    Args:
        remote: the game, with the seats that are played here.
    """

    def __init__(self, remote: RemoteGame) -> None:
        self.remote = remote
        self.board = remote.board()
        self._commands: dict[str, Callable[[], None]] = {
            "help": lambda: print(HELP, end=""), "moves": self._moves, "board": self._show,
            "position": lambda: print(self.board.position()), "link": self._links,
            "undo": lambda: self._do("ask-takeback"), "draw": lambda: self._do("offer-draw"),
            "accept": lambda: self._answer("accept"), "decline": lambda: self._answer("decline"),
            "resign": lambda: self._do("resign"), "quit": self._leave, "exit": self._leave}

    @property
    def _color(self) -> Color:
        """In whose name something is done."""
        mine = [color for color in COLORS if color in self.remote.seats]
        return self.board.turn if self.board.turn in mine or not mine else mine[0]

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        print(f"Game {self.remote.game}: {self._players()}.")
        self._links()
        self._show()
        try:
            while self.remote.facts["result"] is None:
                if self.board.turn in self.remote.seats:
                    self._ask()
                else:
                    self._wait()
            print(_ending(self.remote.facts["result"]))
        except (Leave, KeyboardInterrupt):
            print(f"\nThe game stays on the server. Come back with\n  eckstein join {self._back()}")

    def _players(self) -> str:
        return ", ".join(f"{colour} is {player['name'] or 'nobody yet'}"
                         for colour, player in self.remote.facts["players"].items())

    def _back(self) -> str:
        mine = next(iter(self.remote.seats), None)
        return f"'{self.remote.link(mine)}'" if mine else (
            f"{self.remote.server}/game/{self.remote.game}")

    def _ask(self) -> None:
        """One line from the player."""
        for line in _lines(f"{self.board.turn}> "):
            self._catch_up()
            text = line.strip()
            if not text or self.remote.facts["result"] is not None:
                return
            try:
                if command := self._commands.get(text.lower()):
                    command()
                elif self._is_move(text):
                    self._do("move", text)
            except RemoteError as error:
                print(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            return
        raise Leave

    def _is_move(self, text: str) -> bool:
        """Whether a text is a legal move; says what is wrong with it otherwise."""
        try:
            self.board.parse(text)
        except ValueError as error:
            reason = str(getattr(error, "reason", error))
            print(f"{reason[0].upper()}{reason[1:]}. (help tells what you can type.)")
            return False
        return True

    def _do(self, what: str, move: str = "") -> None:
        self.remote.do(what, self._color, move)
        self._tell_news(self.remote.facts)
        offers = self.remote.facts["offers"]
        if what in ("offer-draw", "ask-takeback") and self._color in offers.values():
            print("You have asked; the answer will come.")

    def _answer(self, word: str) -> None:
        """Accept or decline whatever the opponent offers."""
        offers = self.remote.facts["offers"]
        for what in ("draw", "takeback"):
            if offers[what] and offers[what] not in self.remote.seats:
                self._do(f"{word}-{what}")
                return
        print("Nothing is offered.")

    def _wait(self) -> None:
        """Wait until something happens, and tell it."""
        print(f"Waiting for {self.board.turn.capitalize()}.", flush=True)
        for event in self.remote.wait():
            if event.get("kind") == "presence":
                continue
            self.remote.refresh()
            self._tell_news(self.remote.facts)
            return

    def _catch_up(self) -> None:
        """Tell what has happened while the player was thinking."""
        self._tell_news(self.remote.refresh().facts)

    def _tell_news(self, facts: dict[str, Any]) -> None:
        """Bring the board to where the game is, move by move."""
        before, texts = self.board, [move["text"] for move in facts["moves"]]
        known = [entry["text"] for entry in getattr(self, "_known", [])]
        self._known = facts["moves"]
        self.board = self.remote.board()
        if texts[:len(known)] != known or len(before.move_stack) > len(texts):
            print("Moves were taken back.")
            self._show()
            return
        for text in texts[len(before.move_stack):]:
            mover = before.turn
            for sentence in tell_move(mover, before.describe(before.parse(text)),
                                      mover not in self.remote.seats):
                print(sentence)
            before.push_text(text)
        mine = self.board.turn in self.remote.seats or not self.remote.seats
        if len(texts) > len(known) and facts["result"] is None and mine:
            self._show()
        for what, words in (("draw", "offers a draw"), ("takeback", "asks to take back")):
            if facts["offers"][what] and facts["offers"][what] not in self.remote.seats:
                print(f"{facts['offers'][what].capitalize()} {words}: accept or decline.")

    def _show(self) -> None:
        self._known = self.remote.facts["moves"]
        print()
        print(diagram(self.board, large=True))
        print(f"{self.board.turn.capitalize()} to move.{_clock(self.remote.facts['clock'])}")

    def _moves(self) -> None:
        texts = sorted(self.board.notation(move) for move in self.board.legal_moves)
        print(f"{len(texts)} moves: {'  '.join(texts)}")

    def _links(self) -> None:
        print(f"To look on: {self.remote.server}/game/{self.remote.game}")
        for colour in self.remote.seats:
            print(f"To play {colour}: {self.remote.link(colour)}")

    def _leave(self) -> None:
        raise Leave


def _lines(prompt: str) -> Iterator[str]:
    """Lines as they are typed, until the end of input."""
    while True:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))
        yield line


def _clock(clock: dict[str, Any] | None) -> str:
    if clock is None:
        return ""
    return "".join(f" {colour.capitalize()} has {int(left) // 60}:{int(left) % 60:02}."
                   for colour, left in clock["left"].items())


def _ending(result: dict[str, Any]) -> str:
    reason = ENDINGS.get(result["reason"]) or REASONS.get(Reason(result["reason"]),
                                                         result["reason"])
    if result["winner"] is None:
        return f"{'Draw' if result['reason'] != 'aborted' else 'No result'}: {reason}."
    return f"{result['winner'].capitalize()} wins: {reason}."


def new_game(server: str, rules: str, color: str, level: int | None, friend: bool,
             board: Board) -> RemoteGame:
    """Begin a game on a server; the seat of `color` is played here."""
    computer = {"kind": "computer", "level": level or 3}
    other = {"kind": "human"} if friend else computer
    white, black = ({"kind": "human"}, other) if color == "white" else (other, {"kind": "human"})
    return RemoteGame.create(server, rules=rules, options=board.options,
                             position=board.position(), white=white, black=black)
