"""The application: a table or a walk through records, and what keys and mouse do with it."""
from __future__ import annotations

import asyncio
from typing import Any

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from ..board import Board
from ..table.replay import Replay
from ..table.table import Table
from ..table.telling import sentence
from ..table.thinking import Thinking
from ..view import view
from . import asking, showing
from .board_view import BoardView
from .dialogs import LongText
from .help import COMMANDS, HELP
from .palette import RICH, colours
from .panel import Panel, Ways
from .picking import Picking
from .slider import Slider
from .thoughts import Thoughts
from .typed import Typed

PANEL_WIDTH = 22            # characters beside the board, at least
LOW = 26                    # rows of a screen that has none to spare
PANEL_TEXT = 180            # characters that there is room for beside the board
TICK = 0.25
WELCOME = "Pick a piece with Enter or a click, and then a square; ? is help."


class PlayApp(App[None]):
    """A board over the whole screen.

    Args:
        table: the game that is played, or None to walk through records alone.
        thinking: who thinks.
        walk: records to walk through.
        ask: whether to ask first which game is wanted.
        pace: seconds between the moves of two computers.
    """

    CSS_PATH = "app.tcss"
    TITLE = "Eckstein"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("q", "quit", "quit"), Binding("ctrl+c", "quit", priority=True),
        Binding("u", "undo"), Binding("h", "hint"), Binding("e", "evaluate"),
        Binding("f", "flip"), Binding("r", "resign"), Binding("d", "draw"),
        Binding("n", "new"), Binding("p", "pause"), Binding("m", "moves"),
        Binding("question_mark,f1", "help"), Binding("slash,colon", "type"),
        Binding("escape", "cancel"), Binding("left_square_bracket", "walk(-1)"),
        Binding("right_square_bracket", "walk(1)"), Binding("left_curly_bracket", "look(0)"),
        Binding("right_curly_bracket", "look(9999)"), Binding("pageup", "game(-1)"),
        Binding("pagedown", "game(1)"),
        *(Binding(str(number), f"hand({number})") for number in range(1, 10))]

    def __init__(self, table: Table | None, thinking: Thinking, *, walk: Replay | None = None,
                 ask: bool = False, pace: float = 0.6) -> None:
        self._mode = colours()
        super().__init__(ansi_color=True if self._mode != RICH else None)
        self.table, self.walk, self.pace, self._ask = table, walk, pace, ask
        self.thoughts, self.typed = Thoughts(self, thinking), Typed(self)
        self.paused = self.evaluating = False
        self.said = ""
        self.picking = Picking(self._view(), self.may_move())

    # What is shown.

    @property
    def board(self) -> Board:
        """The board that is shown: that of the walk, or of the game."""
        if self.walk:
            return self.walk.board
        assert self.table
        return self.table.board

    def may_move(self) -> bool:
        """Whether a person at this screen may move now."""
        return bool(self.table and not self.walk and not self.table.kept.over()
                    and self.table.computer() is None)

    def _view(self) -> dict[str, Any]:
        return view(self.board, legal=self.may_move())

    def compose(self) -> ComposeResult:
        self.shown = BoardView(self.picking.view, self._mode)
        self.panel, self.slider = Panel(), Slider()
        self.message = Static(id="message", markup=False)
        self.keys = Static(id="keys", markup=False)
        self.entry = Input(placeholder="a move, or a command such as help", id="entry",
                           compact=True, select_on_focus=False)
        self.entry.display = False
        with Horizontal(id="table"):
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
        self.say((self.table.kept.note if self.table else "") or WELCOME)
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

    def advance(self) -> None:
        """Show the position, and let the player to move begin."""
        self.reload()
        table = self.table
        if not table or self.walk:
            return
        table.wait()
        self.thoughts.stop()
        if table.kept.over():
            self.say(table.end())
        elif table.computer():
            if not self.paused:
                self.thoughts.move()
        elif (forced := table.forced_pass()) is not None:
            self.make(forced)

    def make(self, move: int, by_computer: bool = False) -> None:
        """Make a move; it is on disk before it is shown."""
        assert self.table
        notation = self.board.notation(move)
        mover = self.board.turn.capitalize()
        try:
            told = self.table.make(move, by_computer)
        except OSError as error:
            self.say(f"The move was not made: cannot write {self.table.kept.path}: "
                     f"{error.strerror}.")
            return
        self.say(" ".join(told) or f"{mover} plays {notation}.")
        self.advance()

    def _tick(self) -> None:
        if not self.table or self.walk or not self.table.kept.clock:
            return
        if self.table.time_is_up():
            self.advance()
        else:
            showing.show_players(self)

    def farewell(self) -> str:
        """What to say when the board has gone from the screen."""
        kept = self.table.kept if self.table else None
        if not kept or not kept.written:
            return "No move was made, and nothing is kept." if kept else ""
        if kept.over():
            return f"{self.table.end() if self.table else ''}\nThe game is in {kept.path}."
        return f"The game is kept in {kept.path}. Take it up again with\n  {kept.command()}"

    # Picking.

    def on_board_view_moved(self) -> None:
        self.redraw()

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        self.pick(event.square)

    def action_pick(self) -> None:
        """Pick the square under the cursor."""
        self.pick(self.shown.cursor)

    def pick(self, name: str) -> None:
        """Pick a square or a piece in hand, and make the move that is complete with it."""
        if not self.may_move():
            self.say(self._why_not())
            return
        before = self.picking.chosen
        if move := self.picking.pick(name):
            self.make(self.board.parse(move["text"]))
            return
        if self.picking.ways:
            self.say(f"{len(self.picking.ways)} ways lead to {name}: Tab or arrows, then Enter.")
        elif self.picking.chosen is None and name != before:
            self.say(self._complaint(before, name))
        self.panel.ask_way(self.picking.ways)
        self.redraw()

    def _why_not(self) -> str:
        if self.walk:
            return "This is a look back; Esc goes back to the game." if self.table else (
                "This is a record; [ and ] walk through it.")
        assert self.table
        if self.table.kept.over():
            return f"{self.table.end()} n begins a new game."
        return "It is the computer's turn."

    def _complaint(self, origin: str | None, name: str) -> str:
        """Why a square cannot be picked, or a piece cannot go there."""
        piece = self.picking.view["pieces"].get(name)
        if origin:
            try:
                self.board.parse(f"{origin}@{name}" if len(origin) == 1 else f"{origin}{name}")
            except ValueError as error:
                return sentence(error)
        if piece and piece["colour"] != self.board.turn:
            return f"{name} is {piece['colour'].capitalize()}'s; {self.board.turn} is to move."
        return f"What stands on {name} has no move." if piece else f"{name} is empty."

    def on_option_list_option_highlighted(self, event: Ways.OptionHighlighted) -> None:
        if self.picking.ways:
            self.picking.way = event.option_index
            self.redraw()

    def on_option_list_option_selected(self, event: Ways.OptionSelected) -> None:
        if self.picking.ways:
            move = self.picking.ways[event.option_index]
            self.shown.focus()
            self.make(self.board.parse(move["text"]))

    def on_ways_cancelled(self) -> None:
        self.action_cancel()

    def action_cancel(self) -> None:
        """Leave the line for typing, or a look back, or put back what is picked up."""
        if self.entry.display:
            self._close_entry()
        elif self.walk and self.table:
            self.walk = None
            self.say("Back in the game.")
            self.advance()
        else:
            self.picking.cancel()
            self.panel.ask_way([])
            self.shown.focus()
            self.redraw()

    def action_cycle(self, step: int) -> None:
        """Go to the next piece that can move, or the next square it can go to."""
        if name := self.picking.next(self.shown.cursor, step):
            self.shown.move_cursor(name)

    def action_hand(self, number: int) -> None:
        """Pick up a piece in hand."""
        hand = [name for name in self.picking.choices.origins() if len(name) == 1]
        hand.sort(key=lambda name: "QRBNP".index(name.upper()))
        if number <= len(hand):
            self.pick(hand[number - 1])

    # Keys.

    async def action_quit(self) -> None:
        """Leave at once; the game is kept."""
        if self.table:
            self.table.hold()
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
        self.push_screen(LongText(Static(HELP, markup=False)))

    def action_pause(self) -> None:
        """Let two computers pause, or go on."""
        if self.table and self.table.computer(0) and self.table.computer(1):
            self.paused = not self.paused
            self.thoughts.stop()
            self.say("Paused; p goes on." if self.paused else "Going on.")
            if not self.paused:
                self.advance()
        else:
            self.say("p is for games between two computers.")

    def action_resign(self) -> None:
        asking.ask_to_resign(self)

    def action_draw(self) -> None:
        asking.ask_for_draw(self)

    def action_new(self) -> None:
        asking.ask_for_game(self)

    # Walking.

    def action_look(self, ply: int) -> None:
        """Look at the position after so many moves."""
        if not self.walk:
            assert self.table
            if not self.table.kept.record.root.variations:
                self.say("There are no moves to look back at.")
                return
            self.thoughts.stop()
            self.walk = Replay([self.table.kept.as_record()])
        self.walk.go(ply)
        self.say(" ".join([self.walk.where(), *self.walk.said()]))
        self.reload()

    def action_walk(self, step: int) -> None:
        """Look at the position a move further, or back."""
        at = self.walk.at if self.walk else self.board.ply
        self.action_look(max(0, at + step))

    def action_game(self, step: int) -> None:
        """Open the next game of a file, or the one before."""
        if self.walk:
            self.typed.do(f"game {self.walk.number + 1 + step}")

    def on_slider_moved(self, event: Slider.Moved) -> None:
        self.action_look(event.ply)

    # Typing.

    def action_type(self) -> None:
        """Open the line for moves and commands."""
        self.entry.display, self.keys.display, self.slider.display = True, False, False
        self.entry.value = ""
        self.entry.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.input is self.entry:
            self._close_entry()
            self.typed.do(event.value)

    def _close_entry(self) -> None:
        self.entry.display, self.keys.display = False, True
        self.slider.display = bool(self.walk)
        self.shown.focus()
