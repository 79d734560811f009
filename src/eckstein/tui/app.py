"""The application: a session or a walk through records, and what keys and mouse do with it."""
from __future__ import annotations

import asyncio
from typing import Any

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from ..board import Board
from ..session.replay import Replay
from ..session.sentences import side_name
from ..session.session import Session
from ..session.thinking import Thinking
from ..session.words import page, phrase
from ..view import view
from . import asking, showing
from .board_view import BoardView
from .cells import View
from .dialogs import LongText
from .film import frames
from .hand import Hand
from .looking import Looking
from .palette import RICH, colours
from .panel import Panel, Ways
from .picking import Picking
from .slider import Slider
from .thoughts import Thoughts
from .typed import COMMANDS, Typed

PANEL_WIDTH = 22            # characters beside the board, at least
LOW = 26                    # rows of a screen that has none to spare
PANEL_TEXT = 180            # characters that there is room for beside the board
TICK = 0.25


class PlayApp(App[None]):
    """A board over the whole screen.

    Args:
        session: the game that is played, or None to walk through records alone.
        thinking: who thinks.
        walk: records to walk through.
        ask: whether to ask first which game is wanted.
        pace: seconds between the moves of two computers.
        speed: of the pieces that go over the board; 0 lets nothing move.
    """

    CSS_PATH = "app.tcss"
    TITLE = "Eckstein"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("q", "quit", "quit"), Binding("ctrl+c", "quit", priority=True),
        Binding("u", "undo"), Binding("h", "hint"), Binding("e", "evaluate"),
        Binding("f", "flip"), Binding("r", "resign"), Binding("d", "draw"),
        Binding("n", "new"), Binding("p", "pause"), Binding("m", "moves"),
        Binding("v", "variation(0)"),
        Binding("question_mark,f1", "help"), Binding("slash,colon", "type", priority=True),
        Binding("escape", "cancel"), Binding("left_square_bracket", "walk(-1)"),
        Binding("right_square_bracket", "walk(1)"), Binding("left_curly_bracket", "look(0)"),
        Binding("right_curly_bracket", "look(9999)"), Binding("pageup", "game(-1)"),
        Binding("pagedown", "game(1)"),
        *(Binding(str(number), f"hand({number})") for number in range(1, 10))]

    def __init__(self, session: Session | None, thinking: Thinking, *, walk: Replay | None = None,
                 ask: bool = False, pace: float = 0.6, speed: float = 1.0) -> None:
        self._mode = colours()
        super().__init__(ansi_color=True if self._mode != RICH else None)
        self.session, self.walk, self.pace, self._ask = session, walk, pace, ask
        self.speed = 0.0 if self.animation_level == "none" else speed
        self.thoughts, self.typed = Thoughts(self, thinking), Typed(self)
        self.hand, self.looking = Hand(self), Looking(self)
        self.paused = self.evaluating = False
        self.said = ""
        self.picking = Picking(self._view(), self.may_move())

    # What is shown.

    @property
    def board(self) -> Board:
        """The board that is shown: that of the walk, or of the game."""
        if self.walk:
            return self.walk.board
        assert self.session
        return self.session.board

    def may_move(self) -> bool:
        """Whether a person at this screen may move now."""
        return bool(self.session and not self.walk and not self.session.kept.over()
                    and self.session.computer() is None)

    def _view(self) -> dict[str, Any]:
        return view(self.board, legal=self.may_move())

    def compose(self) -> ComposeResult:
        self.shown = BoardView(self.picking.view, self._mode)
        self.panel, self.slider = Panel(), Slider()
        self.message = Static(id="message", markup=False)
        self.keys = Static(id="keys", markup=False)
        self.entry = Input(placeholder=phrase("a move, or a command such as help"), id="entry",
                           compact=True, select_on_focus=False)
        self.entry.display = False
        with Horizontal(id="session"):
            yield self.shown
            yield self.panel
        yield self.message
        with Horizontal(id="bottom"):
            yield self.slider
            yield self.keys
            yield self.entry

    def on_mount(self) -> None:
        self.set_interval(TICK, self._tick)
        self.panel.tell("value", "")
        self.say((self.session.kept.note if self.session else "") or phrase(
            "Pick a piece with Enter or a click, and then a square; ? is help."))
        self.shown.focus()
        if self._ask:
            self.reload()
            asking.ask_for_game(self, first=True)
        else:
            self.advance()

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit)      # when the new size is known

    def _fit(self) -> None:
        """Let the board be as large as the screen allows, beside the panel."""
        width, height = self.size
        low = height <= LOW
        self.shown.screen.set_class(low, "low")
        self.shown.fit(width - PANEL_WIDTH, height - (2 if low else 3))
        self.redraw()

    def reload(self) -> None:
        """Show the position anew after it has changed."""
        self.picking = Picking(self._view(), self.may_move())
        self.panel.ask_way([])
        self.shown.show(self.picking.view, self.shown.marks)
        self._fit()
        showing.show_moves(self)
        self.thoughts.evaluate()
        self.entry.suggester = SuggestFromList(
            [*(move["notation"] for move in self.picking.view["legal"] or []), *COMMANDS],
            case_sensitive=False)

    def play_from(self, before: View) -> None:
        """Show how the last move leads from a position to that which is shown by now."""
        if self.speed:
            board = self.shown
            board.play(frames(before, self.picking.view, board.flipped), self.speed)

    def redraw(self) -> None:
        """Show what is picked and looked at."""
        picking, board = self.picking, self.shown
        board.show(picking.view, picking.marks(board.cursor, board.flipped))
        showing.show_players(self)
        showing.show_cursor(self)

    def line_length(self) -> int:
        """How many characters the line of messages has."""
        return (self.size.width - 2) * (1 if self.size.height <= LOW else 2)

    def say(self, text: str) -> None:
        """Say something in the line of messages; beside the board, too, if it is too long."""
        self.said = text
        self.message.update(text)
        if not self.walk:
            self.panel.tell("preview", text if len(text) > self.line_length() else "")

    def tell_at_length(self, text: str) -> None:
        """Show a text that may be long."""
        if "\n" in text or len(text) > PANEL_TEXT:
            self.push_screen(LongText(Static(text, markup=False)))
        else:
            self.say(text)

    # How the game goes on.

    def advance(self, before: View | None = None) -> None:
        """Show the position, and let the player to move begin.

        Args:
            before: the view before the move that led here, if it is to be seen.
        """
        self.reload()
        if before:
            self.play_from(before)
        session = self.session
        if not session or self.walk:
            return
        session.wait()
        self.thoughts.stop()
        if session.kept.over():
            self.say(session.end())
        elif session.computer():
            if not self.paused:
                self.thoughts.move()
        elif (forced := session.forced_pass()) is not None:
            self.make(forced)

    def make(self, move: int, by_computer: bool = False) -> None:
        """Make a move; it is on disk before it is shown."""
        assert self.session
        before, mover, notation = self.picking.view, self.board.turn, self.board.notation(move)
        try:
            told = self.session.make(move, by_computer)
        except OSError as error:
            self.say(phrase("The move was not made: cannot write {path}: {reason}.",
                            path=self.session.kept.path, reason=error.strerror))
            return
        self.say(" ".join(told) or phrase("{side} plays {move}.", side=side_name(mover),
                                          move=notation))
        self.advance(before)

    def _tick(self) -> None:
        if not self.session or self.walk or not self.session.kept.clock:
            return
        if self.session.time_is_up():
            self.advance()
        else:
            showing.show_players(self)

    def farewell(self) -> str:
        """What to say when the board has gone from the screen."""
        return self.session.farewell() if self.session else ""

    # What the board, the panel and the keys ask for.

    def on_board_view_moved(self) -> None:
        self.redraw()

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        self.pick(event.square)

    def action_pick(self) -> None:
        """Pick the square under the cursor."""
        self.pick(self.shown.cursor)

    def pick(self, name: str) -> None:
        """Pick a square or a piece in hand."""
        self.hand.pick(name)

    def on_option_list_option_highlighted(self, event: Ways.OptionHighlighted) -> None:
        self.hand.look_at_way(event.option_index)

    def on_option_list_option_selected(self, event: Ways.OptionSelected) -> None:
        self.hand.take_way(event.option_index)

    def on_ways_cancelled(self) -> None:
        self.action_cancel()

    def action_cancel(self) -> None:
        """Leave the line for typing, or a look back, or put back what is picked up."""
        if self.entry.display:
            self.typed.close()
        elif self.walk:
            self.looking.back()
        else:
            self.hand.put_back()

    def action_cycle(self, step: int) -> None:
        self.hand.cycle(step)

    def action_hand(self, number: int) -> None:
        self.hand.take_reserve(number)

    def action_look(self, ply: int) -> None:
        self.looking.go(ply)

    def action_walk(self, step: int) -> None:
        self.looking.step(step)

    def action_game(self, step: int) -> None:
        self.looking.game(step)

    def action_variation(self, number: int) -> None:
        self.typed.do(f"variation {number}")

    def on_slider_moved(self, event: Slider.Moved) -> None:
        self.looking.go(event.ply)

    def action_type(self) -> None:
        self.typed.open()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that open the line are done before those that follow are given to anybody; but in
        the line itself, and in windows, they are characters.
        """
        return action != "type" or (self.focused is not self.entry
                                    and len(self.screen_stack) == 1)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.input is self.entry:
            self.typed.close()
            self.typed.do(event.value)

    async def action_quit(self) -> None:
        """Leave at once; the game is kept."""
        if self.session:
            self.session.hold()
        self.exit()

    async def on_unmount(self) -> None:
        self.workers.cancel_all()
        await asyncio.shield(self.thoughts.thinking.close())

    def action_undo(self) -> None:
        self.typed.do("undo")

    def action_hint(self) -> None:
        self.typed.do("hint")

    def action_evaluate(self) -> None:
        self.typed.do("evaluate")

    def action_moves(self) -> None:
        self.typed.do("moves")

    def action_flip(self) -> None:
        """Look from the other side."""
        self.shown.flip()
        self.redraw()

    def action_help(self) -> None:
        """Show what can be typed."""
        self.push_screen(LongText(Static(page("screen"), markup=False)))

    def action_pause(self) -> None:
        """Let two computers pause, or go on."""
        if self.session and self.session.computer(0) and self.session.computer(1):
            self.paused = not self.paused
            self.thoughts.stop()
            self.say(phrase("Paused; p goes on.") if self.paused else phrase("Going on."))
            if not self.paused:
                self.advance()
        else:
            self.say(phrase("p is for games between two computers."))

    def action_resign(self) -> None:
        asking.ask_to_resign(self)

    def action_draw(self) -> None:
        asking.ask_for_draw(self)

    def action_new(self) -> None:
        asking.ask_for_game(self)
