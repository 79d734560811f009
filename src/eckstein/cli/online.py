"""A game on a server, played line by line: moves as text, and what happens in sentences."""
from __future__ import annotations

from collections.abc import Callable

from ..board import COLORS, Board, Color
from ..games import Reason
from ..notation.diagram import diagram
from ..remote import RemoteError, RemoteGame
from ..server.wire.games import Clocks, GameFacts, Offers, Player, Result
from ..server.wire.socket import EventMessage
from ..server.wire.words import COLOURS, What
from ..session.sentences import (
    REASONS,
    sentence,
    side_name,
    tell_clocks,
    tell_move,
    tell_moves,
    tell_players,
    tell_result,
    tell_standing,
)
from ..words import command, page, phrase, refusal
from .lines import QuitError, lines, say

ABORTED = "aborted"
ENDINGS = {"time": "the time is over", ABORTED: "the game was called off",
           **{reason.value: REASONS[reason] for reason in Reason}}


class OnlineSession:
    """One player's part in a game on a server.

    Args:
        remote: the game, with the seats that are played here.
    """

    def __init__(self, remote: RemoteGame) -> None:
        self.remote = remote
        self.board = remote.board()
        self._told = _texts(remote.facts)
        self._commands: dict[str, Callable[[], None]] = {
            "help": lambda: print(page("online")), "moves": self._moves, "board": self._show,
            "position": lambda: print(self.board.position()), "link": self._links,
            "standing": lambda: say(tell_standing(self.board)),
            "undo": lambda: self._do("ask-takeback"), "draw": lambda: self._do("offer-draw"),
            "accept": lambda: self._answer("accept-draw", "accept-takeback"),
            "decline": lambda: self._answer("decline-draw", "decline-takeback"),
            "resign": lambda: self._do("resign"), "quit": self._leave, "exit": self._leave}

    @property
    def _color(self) -> Color:
        """In whose name something is done."""
        mine = [color for color in COLORS if color in self.remote.seats]
        return self.board.turn if self.board.turn in mine or not mine else mine[0]

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        print(phrase("Game {game}.", game=self.remote.game), self._players())
        self._links()
        self._show()
        try:
            while self.remote.facts.result is None:
                if self.board.turn in self.remote.seats:
                    self._ask()
                else:
                    self._wait()
            print(_ending(self.remote.facts.result))
        except (QuitError, KeyboardInterrupt):
            told = phrase("The game stays on the server. Rejoin it with")
            print(f"\n{told}\n  eckstein join {self._back()}")

    def _players(self) -> str:
        white, black = (_name(self.remote.facts.players[colour]) for colour in COLOURS)
        return tell_players(white, black)

    def _back(self) -> str:
        mine = next(iter(self.remote.seats), None)
        return f"'{self.remote.link(mine)}'" if mine else (
            f"{self.remote.server}/game/{self.remote.game}")

    def _ask(self) -> None:
        """One line from the player."""
        line = next(lines(f"{phrase(self.board.turn)}> "), None)
        if line is None:
            raise QuitError
        self._catch_up()
        text = line.strip()
        if not text or self.remote.facts.result is not None:
            return
        try:
            if wanted := self._commands.get(command(text)):
                wanted()
            elif self._is_move(text):
                self._do("move", text)
        except RemoteError as error:
            say([refusal(error.why, error.code) or sentence(error)])

    def _is_move(self, text: str) -> bool:
        """Whether a text is a legal move; says what is wrong with it otherwise."""
        try:
            self.board.parse(text)
        except ValueError as error:
            say([f"{sentence(error)} {phrase('(Type help for the commands.)')}"])
            return False
        return True

    def _do(self, what: What, move: str = "") -> None:
        self.remote.do(what, self._color, move)
        self._tell_news(self.remote.facts)
        offers = self.remote.facts.offers
        if what in ("offer-draw", "ask-takeback") and self._color in (offers.draw, offers.takeback):
            print(phrase("You have asked already; wait for the answer."))

    def _answer(self, draw: What, takeback: What) -> None:
        """Accept or decline whatever the opponent offers."""
        offers = self.remote.facts.offers
        for what, side in ((draw, offers.draw), (takeback, offers.takeback)):
            if side and side not in self.remote.seats:
                self._do(what)
                return
        print(phrase("There is no offer to answer."))

    def _wait(self) -> None:
        """Wait until something happens, and tell it."""
        print(phrase("Waiting for {side}.", side=side_name(self.board.turn)), flush=True)
        for event in self.remote.wait():
            if isinstance(event, EventMessage) and event.kind == "presence":
                continue
            self._catch_up()
            return

    def _catch_up(self) -> None:
        """Tell what has happened since."""
        self._tell_news(self.remote.refresh().facts)

    def _tell_news(self, facts: GameFacts) -> None:
        """Bring the board to where the game is, move by move."""
        before, known, texts = self.board, self._told, _texts(facts)
        self.board, self._told = self.remote.board(), texts
        if texts[:len(known)] != known:
            print(phrase("Moves were taken back."))
            self._show()
            return
        for text in texts[len(known):]:
            mover = before.turn
            say(list(tell_move(mover, before.describe(before.parse(text)),
                               mover not in self.remote.seats)))
            before.push_text(text)
        mine = self.board.turn in self.remote.seats or not self.remote.seats
        if len(texts) > len(known) and facts.result is None and mine:
            self._show()
        self._tell_offers(facts.offers)

    def _tell_offers(self, offers: Offers) -> None:
        """What the opponent offers or asks, until it is answered."""
        if (side := offers.draw) and side not in self.remote.seats:
            print(phrase("{side} offers a draw: accept or decline.", side=side_name(side)))
        if (side := offers.takeback) and side not in self.remote.seats:
            print(phrase("{side} asks to take back: accept or decline.", side=side_name(side)))

    def _show(self) -> None:
        print()
        print(diagram(self.board, large=True))
        turn = phrase("{side} to move.", side=side_name(self.board.turn))
        print(f"{turn} {_clock(self.remote.facts.clock)}".rstrip())

    def _moves(self) -> None:
        print(tell_moves(self.board))

    def _links(self) -> None:
        server, game = self.remote.server, self.remote.game
        print(phrase("To watch: {link}", link=f"{server}/game/{game}"))
        for colour in self.remote.seats:
            print(phrase("To play {side}: {link}", side=side_name(colour),
                         link=self.remote.link(colour)))

    def _leave(self) -> None:
        raise QuitError


def _name(player: Player) -> str:
    """What a player is called; computers have the name of their level."""
    if player.kind == "computer":
        return phrase(player.name)
    return player.name or phrase("nobody yet")


def _texts(facts: GameFacts) -> list[str]:
    return [move.text for move in facts.moves]


def _clock(clock: Clocks | None) -> str:
    if clock is None:
        return ""
    return tell_clocks(*(clock.left[colour] for colour in COLOURS))


def _ending(result: Result) -> str:
    why = result.reason
    reason = phrase(ENDINGS[why])
    if why == ABORTED:
        return phrase("No result: {reason}.", reason=reason)
    return tell_result(result.winner, reason)


def new_game(server: str, rules: str, color: str, level: int | None, friend: bool,
             board: Board) -> RemoteGame:
    """Begin a game on a server; the seat of `color` is played here."""
    computer = {"kind": "computer", "level": level or 3}
    other = {"kind": "human"} if friend else computer
    white, black = ({"kind": "human"}, other) if color == "white" else (other, {"kind": "human"})
    return RemoteGame.create(server, rules=rules, options=board.options,
                             position=board.position(), white=white, black=black)
