"""What the screen asks before anything happens: give up, a draw, a new game."""
from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from ..board import COLOURS, Board
from ..session.clock import Clock
from ..session.sentences import side_name
from ..words import phrase
from .screen_state import ScreenState
from .state import PlayState


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A question that is answered by yes or no.

    Attributes:
        question: what is asked.
        yes, no: the command of the session that follows; empty for none.
    """

    question: str
    yes: str
    no: str = ""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """The question which game is wanted.

    Attributes:
        game, players, clock: what is proposed; the clock as it is typed, or empty.
        first: whether no game has been chosen yet; then a new one begins from the usual start,
            and not from that of the present one.
    """

    game: str
    players: tuple[str, str]
    clock: str
    first: bool = False


@dataclass(frozen=True, slots=True)
class WantedGame:
    """The answer to it."""

    game: str
    players: tuple[str, str]
    clock: Clock | None


Prompt = Confirmation | GameChoice


class Asker(ABC):
    """Asks, and does what follows from the answer.

    Attributes:
        pending: the question that waits for an answer, or None.

    Args:
        state: the screen that is asked about.
    """

    def __init__(self, state: ScreenState) -> None:
        self._state = state
        self.pending: Prompt | None = None

    def ask_to_resign(self) -> None:
        """Ask whether the game is really to be given up."""
        session = self._state.session
        if not session or session.played.over():
            self._state.say(phrase("There is no game to resign."))
        else:
            self.pending = Confirmation(phrase("Resign this game?"), yes="resign")

    @abstractmethod
    def offer_draw(self) -> None:
        """Offer a draw."""

    @abstractmethod
    def ask_for_game(self) -> None:
        """Ask for another game."""

    def confirm(self, yes: bool) -> None:
        """Answer the question that is asked."""
        asked, self.pending = self.pending, None
        if isinstance(asked, Confirmation) and (command := asked.yes if yes else asked.no):
            self._state.obey(command)

    def choose(self, wanted: WantedGame | None) -> None:
        """Answer which game is wanted; None goes on with the one there is."""
        self.pending = None


class Prompts(Asker):
    """Asks about games on this machine.

    Args:
        state: the screen that is asked about.
    """

    _state: PlayState

    def __init__(self, state: PlayState) -> None:
        super().__init__(state)

    def offer_draw(self) -> None:
        """Offer a draw, and ask the other person.

        Raises:
            ValueError: if no game is played.
        """
        self._state.obey("draw")
        session = self._state.session
        if session and (side := session.offered):
            [other] = (colour for colour in COLOURS if colour != side)
            question = phrase("{side} offers a draw. {other}, do you accept?",
                              side=side_name(side), other=side_name(other))
            self.pending = Confirmation(question, yes="yes", no="no")
            self._state.say(question)

    def ask_for_game(self, first: bool = False) -> None:
        """Ask which game is wanted.

        Args:
            first: whether no game has been chosen yet, so that the present one is but proposed.
        """
        session = self._state.session
        if not session:
            self._state.say(phrase("You are viewing records; close them to play."))
            return
        self._state.end_thinking()
        clock = session.played.clock
        typed = f"{clock.seconds / 60:g}+{clock.increment:g}" if clock else ""
        self.pending = GameChoice(session.board.game, session.played.players, typed, first)

    def choose(self, wanted: WantedGame | None) -> None:
        """Answer which game is wanted; None goes on with the one there is."""
        asked, self.pending = self.pending, None
        session = self._state.session
        if session and wanted and isinstance(asked, GameChoice):
            same = wanted.game == session.board.game and not asked.first
            start = session.played.record.start.copy() if same else Board(wanted.game)
            self._state.begin(start, wanted.players, wanted.clock)
        else:
            self._state.advance()
