"""What is asked, and what can be typed, in a game on a server."""
from __future__ import annotations

from ..session.sentences import side_name
from ..words import phrase
from .commands import Commands
from .online_state import OnlineState
from .prompts import Asker, Confirmation

PROPOSED = (
    "describe ", "moves", "position", "standing", "flip", "clock", "undo", "resign", "draw",
    "accept", "decline", "abort", "rematch", "link", "rules", "help", "quit", "players", "save ",
    "replay", "next", "back", "first", "last", "goto ", "hint", "evaluate", "speed ")


class OnlinePrompts(Asker):
    """Asks before something is sent that cannot be taken back.

    Args:
        state: the screen that is asked about.
    """

    _state: OnlineState

    def __init__(self, state: OnlineState) -> None:
        super().__init__(state)

    def offer_draw(self) -> None:
        """Offer a draw; or ask whether to agree to the one that is offered."""
        offers = self._state.session.facts.offers
        if (side := offers.draw) and side not in self._state.session.seats:
            self._ask(phrase("{side} offers a draw. Do you accept?", side=side_name(side)))
        else:
            self._state.obey("draw")

    def ask_takeback(self) -> None:
        """Ask to take back; or ask whether to agree to what the opponent asks."""
        offers = self._state.session.facts.offers
        if (side := offers.takeback) and side not in self._state.session.seats:
            self._ask(phrase("{side} asks to take back. Do you agree?", side=side_name(side)))
        else:
            self._state.obey("undo")

    def _ask(self, question: str) -> None:
        self.pending = Confirmation(question, yes="accept", no="decline")

    def ask_for_game(self) -> None:
        """Ask for another game when this one has ended."""
        if self._state.session.over():
            self._state.obey("rematch")
        else:
            self._state.say(phrase("The game goes on: resign it, or leave with q; it stays on the "
                                   "server."))


class OnlineCommands(Commands):
    """Does what was typed in a game on a server.

    Args:
        state: what is done with.
        prompts: what is asked before.
    """

    proposed = PROPOSED
    help_page = "online-screen"

    def __init__(self, state: OnlineState, prompts: OnlinePrompts) -> None:
        super().__init__(state, prompts)
        self._own |= {"undo": lambda rest: prompts.ask_takeback(),
                      "new": lambda rest: prompts.ask_for_game()}
