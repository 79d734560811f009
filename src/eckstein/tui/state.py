"""The state of the full screen on which games of this machine are played."""
from __future__ import annotations

from ..board import COLOURS, Board
from ..session.clock import Clock
from ..session.game_session import Moment
from ..session.played_game import Players
from ..session.replay import Replay
from ..session.sentences import side_name
from ..session.session import Session
from ..words import phrase
from .prompts import Confirmation, GameChoice, WantedGame
from .screen_state import ScreenState


class PlayState(ScreenState):
    """Games on this machine, or a walk through records, as one person sees them.

    Attributes:
        session: the games that are played; None if records alone are shown.
        paused: whether two computers pause.

    Args:
        session: as above.
        replay: records to walk through.
        speed: of the pieces that go over the board; 0 lets nothing move.
        ask: whether to ask first which game is wanted.
    """

    session: Session | None
    proposed = (
        "hint", "evaluate", "describe ", "moves", "position", "standing", "flip", "clock", "undo",
        "resign", "draw", "new ", "rules", "help", "quit", "players", "white ", "black ", "level ",
        "save ", "load ", "replay", "next", "back", "first", "last", "goto ", "list", "games",
        "game ", "variation", "leave", "speed ", "why")
    help_page = "screen"

    def __init__(self, session: Session | None, replay: Replay | None = None,
                 speed: float = 1.0, ask: bool = False) -> None:
        self.paused, self._ask_first = False, ask
        super().__init__(session, replay, speed, session.played.note if session else "")

    def start(self) -> None:
        """Let the game go on, or ask first which one is wanted."""
        if self._ask_first:
            self.show_position()
            self.ask_for_game(first=True)
        else:
            super().start()

    def computer_to_move(self) -> str | None:
        """The name of the computer that is to think about its move now, or None."""
        session = self.playing()
        if not session or session.played.over() or self.paused:
            return None
        return session.computer()

    def make(self, move: int, by_computer: bool = False) -> None:
        """Make a move; it is on disk before it is shown."""
        assert self.session
        before, mover, notation = self.shown.view, self.board.turn, self.board.notation(move)
        try:
            told = self.session.make(move, by_computer)
        except OSError as error:
            self.said = phrase("The move was not made: cannot write {path}: {reason}.",
                               path=self.session.played.path, reason=error.strerror)
            return
        self.said = " ".join(told) or phrase("{side} plays {move}.", side=side_name(mover),
                                             move=notation)
        self.advance(before)

    def make_computers(self, move: int, asked_at: Moment) -> None:
        """Make a move that a computer has found, unless the position has changed.

        Args:
            move: the move.
            asked_at: the moment of the session when it was asked for.
        """
        session = self.playing()
        if not session or self.left or session.moment() != asked_at:
            return
        if session.time_is_up():
            self.advance()
        else:
            self.make(move, by_computer=True)

    def begin(self, start: Board, players: Players, clock: Clock | None) -> None:
        """Let another game begin; the one before stays in its file."""
        assert self.session
        self.session.begin(start, players, clock)
        self.close_walk()
        self.said = phrase("A new game of {title}.", title=start.rules.TITLE)
        self.advance()

    def offer_draw(self) -> None:
        """Offer a draw, and ask the other person.

        Raises:
            ValueError: if no game is played.
        """
        self.obey("draw")
        if self.session and (side := self.session.offered):
            [other] = (colour for colour in COLOURS if colour != side)
            self.said = phrase("{side} offers a draw. {other}, do you accept?",
                               side=side_name(side), other=side_name(other))
            self.asked = Confirmation(self.said, yes="yes", no="no")

    def ask_for_game(self, first: bool = False) -> None:
        """Ask which game is wanted.

        Args:
            first: whether no game has been chosen yet, so that the present one is but proposed.
        """
        session = self.session
        if not session:
            self.said = phrase("You are viewing records; close them to play.")
            return
        self.end_thinking()
        clock = session.played.clock
        typed = clock.typed if clock else ""
        self.asked = GameChoice(session.board.game, session.played.players, typed, first)

    def choose(self, wanted: WantedGame | None) -> None:
        """Answer which game is wanted; None goes on with the one there is."""
        asked, self.asked, session = self.asked, None, self.session
        if session and wanted and isinstance(asked, GameChoice):
            same = wanted.game == session.board.game and not asked.first
            start = session.played.record.start.copy() if same else Board(wanted.game)
            self.begin(start, wanted.players, wanted.clock)
        else:
            self.advance()

    def toggle_pause(self) -> None:
        """Let two computers pause, or go on."""
        session = self.session
        if not (session and session.computer(0) and session.computer(1)):
            self.said = phrase("Only games between two computers can be paused.")
            return
        if session.played.over():
            self.said = phrase("The game is over.")
            return
        self.paused = not self.paused
        self.end_thinking()
        self.said = phrase("Paused; press p to continue.") if self.paused else phrase("Continuing.")
        if not self.paused:
            self.advance()

    def why_nobody_moves(self) -> str:
        """Why no piece can be picked up."""
        if self.replay:
            return super().why_nobody_moves()
        assert self.session
        if self.session.played.over():
            return f"{self.session.end()} {phrase('Press n for a new game.')}"
        return phrase("It is the computer's turn.")
