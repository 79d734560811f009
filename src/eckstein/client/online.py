"""A game on a server in front of the user: questions, commands, and news in sentences.

It never contacts the server by itself: the interface that shows it does, and passes on the state of
the game there.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil
from typing import Any

from msgspec import UNSET

from ..board import Board
from ..contract.pieces import Reason
from ..record import Record
from ..session.clock import Clock
from ..session.game_session import GameSession
from ..session.played_game import RUNNING, PlayedGame
from ..session.sentences import (
    AGREEMENT,
    REASONS,
    RESIGNATION,
    TIME,
    Decision,
    Sentences,
    side_name,
    tell_end,
    tell_move,
    tell_moves,
    tell_result,
)
from ..wire.commands import NewCommand
from ..wire.games import Clocks, GameFacts, Offers, Player, Result
from ..wire.words import COLOURS, Colour, What
from ..words import command, phrase, tell
from .remote import RemoteGame

ABORTED = "aborted"
ENDINGS = {"time": "the time is over", "left": "a player has left",
           ABORTED: "the game was called off", "adjudication": "the organiser has decided",
           "forfeit": "the organiser has declared a forfeit",
           "length": "the game is as long as one can be",
           **{reason.value: REASONS[reason] for reason in Reason}}
DECISIONS = {"resignation": RESIGNATION, "agreement": AGREEMENT, "time": TIME}
Send = Callable[[NewCommand], None]


class OnlineSession(GameSession):
    """One player's part in a game on a server, or a spectator's.

    Attributes:
        remote: the game as far as its news have been taken in, with the seats that are played here.
        sent: the names of the commands that send something.

    Args:
        remote: the game; what happens to this object afterwards makes no difference here.
        send: sends a command; `take` gets the result.
    """

    def __init__(self, remote: RemoteGame, send: Send) -> None:
        sent = {
            "undo": self.ask_takeback, "draw": self.offer_draw,
            "accept": lambda rest: self._answer("accept-draw", "accept-takeback"),
            "decline": self.decline,
            "resign": lambda rest: self._do("resign"), "abort": lambda rest: self._do("abort"),
            "claim": self.claim, "rematch": self.ask_rematch}
        super().__init__({"link": self.links, **sent})
        self.sent, self._send = frozenset(sent), send
        self.join(remote)

    def join(self, remote: RemoteGame) -> Sentences:
        """Let this be the game, as a rematch begins one, and tell what was played there already."""
        self.remote = replace(remote)
        start = Board(self.facts.rules, self.facts.start, **dict[str, Any](self.facts.options))
        self._played = PlayedGame(Record.from_board(start), ("", ""))
        return self._bring_up_to_date(0)

    @property
    def played(self) -> PlayedGame:
        """The game that is played."""
        return self._played

    @property
    def facts(self) -> GameFacts:
        """How the game stands."""
        return self.remote.facts

    @property
    def seats(self) -> list[Colour]:
        """The colours that are played here."""
        return [colour for colour in COLOURS if colour in self.remote.seats]

    def may_move(self) -> bool:
        """Whether the user may move now."""
        return not self.over() and self.board.turn in self.remote.seats

    def over(self) -> bool:
        """Whether the server has ended the game."""
        return self.facts.result is not None

    def make(self, move: int, by_computer: bool = False) -> Sentences:
        """Send a move; it is shown when the server has accepted it."""
        return self.send_move(self.board.text(move))

    def send_move(self, text: str) -> Sentences:
        """Send a move as text."""
        return self._do("move", text)

    def end(self) -> str:
        """How the game ended."""
        result = self.facts.result
        if result is None or self.board.outcome() is not None:
            return tell_end(self.board)
        return _ending(result)

    def farewell(self) -> str:
        """The text for a player leaving: how the game ended, or how to come back."""
        if self.over():
            return self.end()
        told = phrase("The game stays on the server. Rejoin it with")
        return f"{told}\n  eckstein join '{self._link(*self.seats[:1])}'"

    def _link(self, colour: Colour | None = None) -> str:
        return self.remote.link(colour) if colour else (
            self.remote.page())

    # News.

    def moves(self, rest: str) -> Sentences:
        """All legal moves; what they are worth only after the end."""
        return super().moves(rest) if self.over() else [tell_moves(self.board)]

    def take(self, facts: GameFacts) -> Sentences:
        """Take in how the game stands on the server, and tell what has happened since.

        What is older than what is known already is left aside. How the game ended, `end` tells.
        """
        before = self.facts
        if facts.game != before.game or facts.seq < before.seq:
            return []
        self.remote.facts = facts
        known, texts = _texts(before), _texts(facts)
        told: Sentences = []
        if texts[:len(known)] != known:
            told.append(phrase("Moves were taken back."))
            common = next((ply for ply, (one, other) in enumerate(zip(known, texts, strict=False))
                           if one != other), min(len(known), len(texts)))
        else:
            common = len(known)
        told += self._bring_up_to_date(common)
        told += self._tell_seats(before.players) + self._tell_left(before.players)
        return told + self._tell_offers(before.offers, moved=texts != known)

    def _bring_up_to_date(self, common: int) -> Sentences:
        """Bring the game to where it is on the server, and tell the moves that are new.

        Args:
            common: how many moves it already has right.
        """
        played, facts = self._played, self.facts
        played.players = _name(facts.players["white"]), _name(facts.players["black"])
        played.clock = _clock(facts.clock)
        told: Sentences = []
        while played.board.ply > common:
            played.pop()
        for text in _texts(facts)[common:]:
            mover, move = played.board.turn, played.board.parse(text)
            described = played.board.describe(move)
            played.push(move)
            told += tell_move(mover, described, mover not in self.remote.seats)
        if facts.result is not None and played.board.outcome() is None:
            played.decide(_decision(facts.result))
        return told

    def _tell_seats(self, before: dict[Colour, Player]) -> Sentences:
        """The players that have joined."""
        players = self.facts.players
        return [phrase("{name} plays {side}.", name=_name(players[colour]), side=side_name(colour))
                for colour in COLOURS if before[colour].open and not players[colour].open]

    def _left(self, players: dict[Colour, Player]) -> dict[Colour, float]:
        """In how many seconds the game can be claimed from each opponent that has left."""
        return {colour: player.claim for colour, player in players.items()
                if colour not in self.seats and self.seats and player.claim is not UNSET}

    def _tell_left(self, before: dict[Colour, Player]) -> Sentences:
        """The opponent that has left, and when the game can be claimed."""
        known = self._left(before)
        return [phrase("{side} has left the game. In {seconds} {seconds:second|seconds} you can "
                       "claim it: claim, or claim draw.", side=side_name(colour),
                       seconds=ceil(claim))
                for colour, claim in self._left(self.facts.players).items() if colour not in known]

    def _tell_offers(self, before: Offers, moved: bool) -> Sentences:
        """New offers and requests, and refusals."""
        offers, goes_on = self.facts.offers, not moved and not self.over()
        told: Sentences = []
        if (side := offers.draw) and side != before.draw:
            told.append(phrase("The draw is offered.") if side in self.seats else
                        phrase("{side} offers a draw: accept or decline.", side=side_name(side)))
        elif before.draw in self.seats and not side and goes_on:
            told.append(phrase("The draw is declined."))
        if (side := offers.takeback) and side != before.takeback:
            told.append(phrase("You have asked to take back.") if side in self.seats else
                        phrase("{side} asks to take back: accept or decline.",
                               side=side_name(side)))
        elif before.takeback in self.seats and not side and goes_on:
            told.append(phrase("You may not take back."))
        return told + [
            phrase("You have asked for another game.") if side in self.seats else
            phrase("{side} wants to play again: rematch.", side=side_name(side))
            for side in offers.rematch if side not in before.rematch and not self.facts.next]

    def open_offers(self) -> Sentences:
        """What stands offered or asked."""
        return self._tell_offers(Offers(None, None, []), moved=False)

    def offered(self) -> What | None:
        """What the opponent offers or asks: `offer-draw`, `ask-takeback`, or nothing."""
        offers = self.facts.offers
        if offers.draw and offers.draw not in self.seats:
            return "offer-draw"
        return "ask-takeback" if offers.takeback and offers.takeback not in self.seats else None

    def notes(self) -> Sentences:
        """What is to be kept in mind, a few words each: open offers, an engine that gets ready."""
        offers, told = self.facts.offers, []
        if offers.draw:
            told.append(phrase("{side} offers a draw", side=side_name(offers.draw)))
        if offers.takeback:
            told.append(phrase("{side} asks to take back", side=side_name(offers.takeback)))
        told += [phrase("{side} has left: claim, or claim draw", side=side_name(colour))
                 for colour in self._left(self.facts.players)]
        if not self.facts.next:
            told += [phrase("{side} wants to play again", side=side_name(side))
                     for side in offers.rematch]
        return [*told, *([tell(self.facts.thinking)] if self.facts.thinking else [])]

    # Commands that are sent.

    def _do(self, what: What, move: str = "") -> Sentences:
        if not self.seats:
            return [phrase("You are looking on; only the players can do this.")]
        colour = self.board.turn if self.board.turn in self.seats else self.seats[0]
        self._send(self.remote.command(what, colour, move))
        return []

    def offer_draw(self, rest: str) -> Sentences:
        """Offer a draw, or agree to one that is offered."""
        return self._asked(self.facts.offers.draw) or self._do("offer-draw")

    def ask_takeback(self, rest: str) -> Sentences:
        """Ask to take a move back, or agree to that; a computer does not mind."""
        return self._asked(self.facts.offers.takeback) or self._do("ask-takeback")

    def claim(self, rest: str) -> Sentences:
        """Claim a win since the opponent has left, or a draw if that is added."""
        return self._do("claim-draw" if command(rest) == "draw" else "claim-win")

    def ask_rematch(self, rest: str) -> Sentences:
        """Ask for another game, with colours changed."""
        asked = next((colour for colour in self.facts.offers.rematch if colour in self.seats), None)
        return self._asked(asked) or self._do("rematch")

    def _asked(self, side: Colour | None) -> Sentences:
        return [phrase("You have asked already; wait for the answer.")] * (side in self.seats)

    def decline(self, rest: str) -> Sentences:
        """Decline what the opponent offers, or asks for after the game."""
        if self.facts.offers.rematch and self.facts.next is None:
            return self._do("decline-rematch")
        return self._answer("decline-draw", "decline-takeback")

    def _answer(self, draw: What, takeback: What) -> Sentences:
        """Accept or decline whatever the opponent offers."""
        match self.offered():
            case "offer-draw":
                return self._do(draw)
            case "ask-takeback":
                return self._do(takeback)
        return [phrase("There is no offer to answer.")]

    def links(self, rest: str) -> Sentences:
        """Links to the game: for spectators, and for the seats that are played here."""
        return [phrase("To watch: {link}", link=self._link()),
                *(phrase("To play {side}: {link}", side=side_name(colour), link=self._link(colour))
                  for colour in self.seats)]


def _name(player: Player) -> str:
    """What a player is called; computers have the name of their level."""
    if player.kind == "computer":
        return phrase(player.name)
    return player.name or phrase("no player yet")


def _texts(facts: GameFacts) -> list[str]:
    return [move.text for move in facts.moves]


def _clock(told: Clocks | None) -> Clock | None:
    """A clock that shows what the server's shows, and runs like it until there is news."""
    if told is None:
        return None
    clock = Clock(told.initial, told.increment, kind=told.kind)
    clock.set_left(told.left["white"], told.left["black"], told.delay)
    if told.running:
        clock.run(COLOURS.index(told.running))
    return clock


def _decision(result: Result) -> Decision:
    """How a game ended that the rules did not end."""
    if result.reason == ABORTED:
        return Decision(RUNNING, ABORTED)
    score = {None: "1/2-1/2", "white": "1-0", "black": "0-1"}[result.winner]
    return Decision(score, DECISIONS.get(result.reason, ""))


def _ending(result: Result) -> str:
    reason = phrase(ENDINGS[result.reason])
    if result.reason == ABORTED:
        return phrase("No result: {reason}.", reason=reason)
    return tell_result(result.winner, reason)
