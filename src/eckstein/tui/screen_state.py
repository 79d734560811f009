"""What every screen with a board shows, picks and says, without any widget."""
from __future__ import annotations

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

import msgspec

from ..board import Board
from ..engine.messages import Analysis
from ..session.game_session import GameSession
from ..session.replay import Replay
from ..session.sentences import Sentences, sentence, tell_value
from ..words import phrase
from .cells import View
from .events import (
    EvaluationSwitched,
    Event,
    HintWanted,
    LongText,
    PositionShown,
    ThinkingEnded,
    TurnBegan,
)
from .prompts import Confirmation, Prompt, WantedGame
from .shown_board import ShownBoard

ROOM = 78, 2                # what the place of messages has, until the screen is measured


class ScreenState(ABC):
    """A game, or a walk through records, as one person sees it.

    It owns what is so only on this screen; the game belongs to the session. The interface calls its
    methods, draws what it holds then, and handles the events of `take_events`.

    Attributes:
        session: what is played; None if records alone are shown.
        replay: the walk that is shown; None while the game itself is.
        shown: how the board is seen: cursor, and move in the making.
        said: what was said last.
        room: how wide and how high its place below the board is.
        evaluating: whether values are wanted.
        speed: of the pieces that go over the board; 0 lets nothing move.
        left: whether the user has left.
        asked: the question that waits for an answer, or None.
        asking: by name, what can be typed and asks something before it does anything.
        proposed: what is proposed while the user types.
        help_page: the page about what can be typed.

    Args:
        session: as above.
        replay: records to walk through.
        speed: as above.
        said: what is said first; left out, how to begin.
    """

    proposed: Sequence[str]
    help_page: str

    def __init__(self, session: GameSession | None, replay: Replay | None = None,
                 speed: float = 1.0, said: str = "") -> None:
        assert session or replay
        self.session, self.replay, self.speed = session, replay, speed
        self.evaluating = self.left = False
        self.asked: Prompt | None = None
        self.asking: Mapping[str, Callable[[], None]] = {"draw": self.offer_draw}
        self.room: tuple[int, int] = ROOM
        self.said = said or phrase(
            "Choose a piece with Enter or a click, then a square; press ? for help.")
        self.shown = ShownBoard(self.board, self.may_move())
        self._events: list[Event] = []

    # What is shown.

    @property
    def board(self) -> Board:
        """The board that is shown: that of the walk, or of the game."""
        if self.replay:
            return self.replay.board
        assert self.session
        return self.session.board

    def playing(self) -> GameSession | None:
        """The session, while its game is shown and not a walk."""
        return None if self.replay else self.session

    def is_over(self) -> bool:
        """Whether the game has ended where it is shown."""
        session = self.playing()
        return self.board.is_game_over() or bool(session and session.played.over())

    def may_move(self) -> bool:
        """Whether a person at this screen may move now."""
        session = self.playing()
        return bool(session and session.may_move())

    def computer_to_move(self) -> str | None:
        """The name of the computer that is to think here about its move now, or None."""
        return None

    def take_events(self) -> list[Event]:
        """What has happened since this was called last, in its order."""
        taken, self._events = self._events, []
        return taken

    def has_events(self) -> bool:
        """Whether something has happened."""
        return bool(self._events)

    def say(self, text: str) -> None:
        """Say something."""
        self.said = text

    def say_at_length(self, told: Sentences) -> None:
        """Say something that gets a window of its own where there is no room for it."""
        text = " ".join(told)
        if "\n" in text or not self.has_room(text):
            self._events.append(LongText("\n".join(told)))
        else:
            self.said = text

    def has_room(self, text: str) -> bool:
        """Whether this can be said below the board."""
        return self.fitted(text) == text

    def fitted(self, text: str) -> str:
        """A text as it stands, or if there is no room below the board, as much of it as there is
        room for, and which key shows the rest.
        """
        width, height = self.room
        more = phrase(" ... (w shows all)")
        lines = textwrap.wrap(text, width, max_lines=height, placeholder=more,
                              break_on_hyphens=False)
        whole = textwrap.wrap(text, width, break_on_hyphens=False)
        return text if lines == whole else "\n".join(lines)

    def open_message(self) -> None:
        """Show in a window what was said last, and all that is told of the move of a walk."""
        replay = self.replay
        more = [*replay.happened(), *replay.comments(), *replay.instead()] if replay else []
        self.open_page("\n".join([self.said, *(text for text in more if text not in self.said)]))

    def open_page(self, text: str, markdown: bool = False) -> None:
        """Show a page of help, or of rules."""
        self._events.append(LongText(text, markdown))

    def show_position(self, before: View | None = None) -> None:
        """Show the position again; no turn begins with it.

        Args:
            before: the view before the move that led here, if it is to be seen.
        """
        self.shown.show(self.board, self.may_move())
        self._events.append(PositionShown(self.shown.view, before))

    def notes(self) -> Sentences:
        """What is to be kept in mind beside the board, a few words each."""
        return []

    def keys_of_game(self) -> str:
        """The keys that are of use while the game itself is shown."""
        return phrase("Enter pick  Tab next  / type  u undo  h hint  e value  ? help  q quit")

    # How the game goes on.

    def start(self) -> None:
        """Let the game go on, as soon as there is a screen."""
        self.advance()

    @abstractmethod
    def make(self, move: int) -> None:
        """Make a move, or see to it that it is made."""

    def advance(self, before: View | None = None) -> None:
        """Show the position, and let the player to move begin.

        Args:
            before: the view before the move that led here, if it is to be seen.
        """
        self.show_position(before)
        if not (session := self.playing()):
            return
        session.run_clock()
        self._events.append(TurnBegan())
        if session.played.over():
            self.said = session.end()
        elif self.may_move() and (forced := session.forced_pass()) is not None:
            self.make(forced)

    def tick(self) -> None:
        """End the game if the time of the player to move is up."""
        if (session := self.playing()) and session.time_is_up():
            self.advance()

    def obey(self, name: str, rest: str = "") -> bool:
        """Carry out a command of the session, for which a look back is left.

        Returns:
            Whether there is such a command.

        Raises:
            ValueError: if no game is played.
        """
        if self.session is None:
            raise ValueError(phrase("there is no command {name} for records; press ? for a list",
                                    name=name))
        if name not in self.session.commands:
            return False
        looked = self.close_walk()
        answer = self.session.obey(name, rest)
        assert answer
        if answer.changed or looked:
            self.advance()
        if answer.told and not (answer.changed and self.session.played.over()):
            self.say_at_length(answer.told)
        return True

    def end_thinking(self) -> None:
        """Wait for no computer's move, and no hint, until the next turn begins."""
        self._events.append(ThinkingEnded())

    def toggle_pause(self) -> None:
        """Let two computers pause, or go on."""
        self.said = phrase("Only games between two computers can be paused.")

    def leave(self) -> None:
        """Leave at once; the game is kept."""
        if self.session:
            self.session.stop_clock()
        self.left = True

    # What is asked before anything happens.

    def ask_to_resign(self) -> None:
        """Ask whether the game is really to be given up."""
        if not self.session or self.session.played.over():
            self.said = phrase("There is no game to resign.")
        else:
            self.asked = Confirmation(phrase("Resign this game?"), yes="resign")

    @abstractmethod
    def offer_draw(self) -> None:
        """Offer a draw."""

    @abstractmethod
    def ask_for_game(self) -> None:
        """Ask for another game."""

    def confirm(self, yes: bool) -> None:
        """Answer the question that is asked."""
        asked, self.asked = self.asked, None
        if isinstance(asked, Confirmation) and (command := asked.yes if yes else asked.no):
            self.obey(command)

    def choose(self, wanted: WantedGame | None) -> None:
        """Answer which game is wanted; None goes on with the one there is."""
        self.asked = None

    # The cursor, and a move in the making.

    def move_cursor(self, square: str) -> None:
        """Put the cursor on a square, if it is shown."""
        if square != self.shown.cursor:
            self.shown.move_cursor(square)
            self._say_preview()

    def step_cursor(self, right: int, up: int) -> None:
        """Move the cursor so many squares over the screen, unless that leads off the board."""
        self.shown.step_cursor(right, up)
        self._say_preview()

    def cycle(self, step: int) -> None:
        """Go to the next piece that can move, or the next square it can go to."""
        self.shown.cycle(step)
        self._say_preview()

    def pick(self, name: str) -> None:
        """Pick a square or a piece in hand, and make the move that is complete with it."""
        if not self.may_move():
            self.said = self.why_nobody_moves()
            return
        picking = self.shown.picking
        before = picking.chosen
        if move := picking.pick(name):
            self.make(self.shown.move_of(move))
            return
        if picking.chosen is None and name != before:
            self.said = picking.complaint(self.board, before, name)
        self._say_preview()

    def pick_reserve(self, number: int) -> None:
        """Pick up a piece in hand, counted from 1."""
        hand = self.shown.picking.in_hand()
        if number <= len(hand):
            self.pick(hand[number - 1])

    def put_back(self) -> None:
        """Put back what is picked up, or first the question which way."""
        self.shown.picking.cancel()
        self._say_preview()

    def look_at_way(self, number: int) -> None:
        """Look at one of the ways that lead to the square that was picked."""
        if self.shown.picking.ways:
            self.shown.picking.way = number
            self._say_preview()

    def take_way(self, number: int) -> None:
        """Go one of these ways."""
        if self.shown.picking.ways:
            self.make(self.shown.move_of(self.shown.picking.ways[number]))

    def _say_preview(self) -> None:
        if told := self.shown.preview():
            self.said = told

    def why_nobody_moves(self) -> str:
        """Why no piece can be picked up."""
        if self.replay and self.session:
            return phrase("You are viewing earlier moves; press Esc to return to the game.")
        return phrase("You are viewing a record; press [ and ] to step through it.")

    # Looking back, and walking through records.

    def browse(self, step: Callable[[Replay], Sentences | None]) -> None:
        """Do something with the walk, which a look back at the game begins if there is none.

        Args:
            step: what is done. If it answers, its answer is said; else it has led to another
                position. A ValueError that it raises is said.
        """
        before, from_ply = self.shown.view, self.board.ply
        try:
            replay = self.replay or self._look_back()
            told = step(replay)
        except ValueError as error:
            self.said = sentence(error)
            return
        self.replay = replay
        if told:
            self.say_at_length(told)
        else:
            self.end_thinking()
            self._tell_place(before if self.board.ply == from_ply + 1 else None)

    def _look_back(self) -> Replay:
        """A walk through the game that is played, at its last position."""
        assert self.session
        played = self.session.played
        if not played.record.root.variations:
            raise ValueError(phrase("there are no earlier moves to view"))
        replay = Replay([played.as_record()])
        replay.go(played.board.ply)
        return replay

    def go(self, ply: int) -> None:
        """Look at the position after so many moves, or the nearest there is."""
        self.browse(lambda replay: replay.go(ply))

    def step(self, step: int) -> None:
        """Look at a position so many moves further, or back."""
        self.go(self.board.ply + step)

    def open_game(self, step: int) -> None:
        """Open the next game of a file, or the one before."""
        if self.replay:
            self.browse(lambda replay: replay.open(replay.number + step))

    def open(self, replay: Replay) -> None:
        """Walk through these records."""
        self.end_thinking()
        self.replay = replay
        self._tell_place()

    def close_walk(self) -> bool:
        """Show the game again; return whether that was not so."""
        if self.replay is None or self.session is None:
            return False
        self.replay = None
        return True

    def cancel(self) -> None:
        """Leave a variation, or a look back; in the game, put back what is picked up."""
        if self.replay and self.replay.in_variation():
            self.browse(lambda replay: replay.leave())
        elif self.close_walk():
            self.said = phrase("Back to the game.")
            self.advance()
        elif not self.replay:
            self.put_back()

    def _tell_place(self, before: View | None = None) -> None:
        replay = self.replay
        assert replay
        self.said = " ".join([replay.where(), *replay.comments()])
        self.show_position(before)

    # What an engine is asked.

    def want_hint(self) -> None:
        """Ask for a good move.

        Raises:
            ValueError: if the game is over.
        """
        if self.is_over():
            raise ValueError(phrase("the game is over"))
        self._events.append(HintWanted())

    def switch_evaluation(self) -> None:
        """Ask for the value of each position from now on, or for none any more."""
        self.evaluating = not self.evaluating
        self._events.append(EvaluationSwitched())

    def shows(self, board: Board) -> bool:
        """Whether this position is still the one that is shown, with these moves before it."""
        shown = self.board
        return not self.left and shown.game == board.game and (
            shown.move_stack == board.move_stack)

    def show_hint(self, board: Board, advice: Analysis) -> None:
        """Point out a move that the engine proposes, unless the screen shows another position.

        Args:
            board: the position it was asked about.
            advice: what it said.
        """
        if self.shows(board):
            self.shown.picking.cancel()
            self.shown.picking.hint = msgspec.to_builtins(board.describe(advice.pv[0]))
            self.said = phrase("Hint: {move}  {value}", move=board.notation(advice.pv[0]),
                               value=tell_value(board, advice))
