"""The state of the full screen on which a game on a server is played."""
from __future__ import annotations

from ..board.view import view
from ..client.online import OnlineSession
from ..client.remote import RemoteError, RemoteGame
from ..session.sentences import Sentences, sentence, side_name
from ..wire.commands import NewCommand
from ..wire.games import GameFacts
from ..words import phrase, refusal
from .events import EvaluationSwitched, OrderGiven
from .prompts import Confirmation
from .screen_state import ScreenState


class OnlineState(ScreenState):
    """A game on a server as one player, or spectator, sees it.

    What is played here is sent, and shown when the server has taken it. The state sends nothing
    itself: it requests messages by an event, and gets the results.

    Attributes:
        session: the game.
        pending: what is being sent; None if nothing is.
        connected: whether the server was there when it was last asked.

    Args:
        remote: the game, with the seats that are played here.
        speed: of the pieces that go over the board; 0 lets nothing move.
    """

    session: OnlineSession
    proposed = (
        "describe ", "moves", "position", "standing", "flip", "clock", "undo", "resign", "draw",
        "accept", "decline", "abort", "claim", "claim draw", "rematch", "link", "rules", "help",
        "quit", "players",
        "save ", "replay", "next", "back", "first", "last", "goto ", "hint", "evaluate", "speed ")
    help_page = "online-screen"

    def __init__(self, remote: RemoteGame, speed: float = 1.0) -> None:
        self.pending: NewCommand | None = None
        self.connected = True
        session = OnlineSession(remote, self._send)
        super().__init__(session, None, speed, " ".join(session.open_offers()))
        self.asking = {"draw": self.offer_draw, "undo": self.ask_takeback,
                       "new": self.ask_for_game}
        self._sit_down()

    def _sit_down(self) -> None:
        """Let the player's own side be at the bottom."""
        self.shown.flipped = self.session.seats == ["black"]

    def may_move(self) -> bool:
        """Whether a person at this screen may move now."""
        return self.pending is None and super().may_move()

    def notes(self) -> Sentences:
        """What is to be kept in mind beside the board, a few words each."""
        lost = [] if self.connected else [phrase("No connection")]
        return lost + self.session.notes()

    def keys_of_game(self) -> str:
        """The keys that are of use while the game itself is shown."""
        return (phrase("[ ] step  h hint  e value  n play again  / type  ? help  q quit")
                if self.session.over() else
                phrase("Enter pick  Tab next  / type  d draw  r resign  ? help  q leave"))

    # What is sent.

    def _send(self, order: NewCommand) -> None:
        self.pending = order
        self._events.append(OrderGiven(order))
        if not self.connected:
            self.said = self._kept()

    def make(self, move: int) -> None:
        """Send a move; it is shown when the server has taken it."""
        if not self.pending:
            self.said = " ".join(self.session.make(move)) or self.said

    def obey(self, name: str, rest: str = "") -> bool:
        """Carry out a command of the session; nothing is sent while something else is."""
        if self.pending and name in self.session.sent:
            self.said = self._waits()
            return True
        return super().obey(name, rest)

    def offer_draw(self) -> None:
        """Offer a draw; or ask whether to agree to the one that is offered."""
        side = self.session.facts.offers.draw
        if side and side not in self.session.seats:
            self._ask(phrase("{side} offers a draw. Do you accept?", side=side_name(side)))
        else:
            self.obey("draw")

    def ask_takeback(self) -> None:
        """Ask to take back; or ask whether to agree to what the opponent asks."""
        side = self.session.facts.offers.takeback
        if side and side not in self.session.seats:
            self._ask(phrase("{side} asks to take back. Do you agree?", side=side_name(side)))
        else:
            self.obey("undo")

    def _ask(self, question: str) -> None:
        self.asked = Confirmation(question, yes="accept", no="decline")

    def ask_for_game(self) -> None:
        """Ask for another game when this one has ended."""
        if self.session.over():
            self.obey("rematch")
        else:
            self.said = phrase("The game goes on: resign it, or leave with q; it stays on the "
                               "server.")

    def _kept(self) -> str:
        return phrase("What you did is sent as soon as the server answers.")

    def _waits(self) -> str:
        return phrase("Wait until the server has answered.")

    # What the server says.

    def take(self, facts: GameFacts) -> None:
        """Take in how the game stands on the server."""
        back = [] if self.connected else [phrase("The connection is back.")]
        self.connected = True
        session = self.session
        moment, over = session.moment(), session.over()
        mover, ply = session.board.turn, session.board.ply
        if self.pending and [move.text for move in facts.moves[ply:ply + 1]] == [self.pending.move]:
            self.pending = None                     # its answer is on the way
        told = session.take(facts)
        if session.moment() == moment and session.over() == over:
            if back or told:
                self.said = " ".join([*back, *told])
            return
        if not told and session.board.ply == ply + 1:
            told = [phrase("{side} plays {move}.", side=side_name(mover),
                           move=facts.moves[-1].notation)]
        self.said = " ".join([*back, *told]) or self.said
        if not self.replay:
            self.advance(self._before() if session.board.ply > ply else None)
        elif over != session.over():
            self.said = session.end()

    def _before(self) -> dict[str, object]:
        """The view before the last move."""
        board = self.session.board.copy()
        board.pop()
        return view(board, legal=False)

    def answered(self, order: NewCommand, facts: GameFacts) -> None:
        """The server has taken what was sent; so the game stands after it."""
        self._forget(order)
        self.take(facts)
        self._redraw()

    def refused(self, order: NewCommand, error: RemoteError) -> None:
        """The server did not take what was sent."""
        self._forget(order)
        self.said = refusal(error.why, error.code) or sentence(error)
        self._redraw()

    def _forget(self, order: NewCommand) -> None:
        if self.pending is order:
            self.pending = None

    def _redraw(self) -> None:
        """Let pieces be picked up again, if there was no news that did so."""
        if not self.replay and self.may_move() != self.shown.picking.active:
            self.show_position()

    def gone(self, error: RemoteError) -> None:
        """The server does not know the game any more, or does not tell of it."""
        self.said = refusal(error.why, error.code) or sentence(error)

    def lost(self) -> None:
        """The server does not answer; it is asked again and again."""
        if not self.connected:
            return
        self.connected = False
        told = [phrase("The connection to the server is lost; trying again ...")]
        if self.pending:
            told.append(self._kept())
        self.said = " ".join(told)

    def begin_next(self, remote: RemoteGame) -> None:
        """Let the game begin that both players wanted after this one."""
        self.pending, self.evaluating = None, False
        self._events.append(EvaluationSwitched())
        made = self.session.join(remote)
        self.close_walk()
        self._sit_down()
        self.said = " ".join([
            phrase("A new game of {title}.", title=self.session.board.rules.TITLE), *made])
        self.advance()

    def why_nobody_moves(self) -> str:
        """Why no piece can be picked up."""
        if self.replay:
            return super().why_nobody_moves()
        if self.session.over():
            return f"{self.session.end()} {phrase('Press n to ask for another game.')}"
        if not self.session.seats:
            return phrase("You are looking on; only the players can do this.")
        if self.pending:
            return self._waits()
        return phrase("Waiting for {side}.", side=side_name(self.session.board.turn))

    # Engines give no advice before the game has ended.

    def want_hint(self) -> None:
        """Ask for a good move.

        Raises:
            ValueError: if the game on the server goes on, or is over where it is shown.
        """
        self._check_ended()
        super().want_hint()

    def switch_evaluation(self) -> None:
        """Ask for the value of each position from now on, or for none any more.

        Raises:
            ValueError: if the game on the server goes on.
        """
        self._check_ended()
        super().switch_evaluation()

    def _check_ended(self) -> None:
        if not self.session.over():
            raise ValueError(phrase("in a game on a server there are no hints and values before "
                                    "it has ended"))
