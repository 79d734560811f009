"""An application with a board: passes keys and mouse on to the state, and lets widgets draw it."""
from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.color import Color
from textual.containers import Horizontal
from textual.filter import LineFilter
from textual.widgets import Input, Markdown

from ..base.terminal_text import plain
from ..session.thinking import Thinking
from .board_view import BoardView
from .bottom_line import BottomLine, Message
from .commands import Commands
from .dialogs import NewGame, Page, Question
from .engine_work import EngineWork
from .events import (
    EvaluationSwitched,
    Event,
    HintWanted,
    LongText,
    PositionShown,
    ThinkingEnded,
    TurnBegan,
)
from .film import frames
from .palette import RICH, colours
from .panel import Panel, Ways
from .prompts import Confirmation, GameChoice, Prompt, WantedGame
from .screen_state import ScreenState
from .slider import Slider

PANEL_WIDTH = 22            # characters beside the board, at least
LOW = 26                    # rows of a screen that has none to spare
TICK = 0.25
LEAST_WIDTH = 24            # of messages, however narrow the screen is


class PlainLines(LineFilter):
    """Takes what gives a terminal orders out of all lines, whoever wrote what they show."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """See `LineFilter`."""
        return [Segment(plain(text), style, control) for text, style, control in segments]


class BoardApp(App[None]):
    """A board over the whole screen.

    Args:
        state: what is shown.
        thinking: the computer players and the adviser.
        pace: seconds between the moves of two computers.
    """

    CSS_PATH = "app.tcss"
    TITLE = "Eckstein"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("q", "quit", "quit"), Binding("ctrl+c", "stop", priority=True),
        Binding("u", "do('undo')"), Binding("h", "do('hint')"), Binding("e", "do('evaluate')"),
        Binding("m", "do('moves')"), Binding("d", "do('draw')"),
        Binding("question_mark,f1", "do('help')"),
        Binding("f", "do('flip')"), Binding("v", "do('variation')"),
        Binding("left_square_bracket", "do('back')"),
        Binding("right_square_bracket", "do('next')"),
        Binding("left_curly_bracket", "do('first')"),
        Binding("right_curly_bracket", "do('last')"),
        Binding("r", "act('ask_to_resign')"), Binding("n", "act('ask_for_game')"),
        Binding("p", "act('toggle_pause')"), Binding("w", "act('open_message')"),
        Binding("pageup", "act('open_game', -1)"), Binding("pagedown", "act('open_game', 1)"),
        Binding("slash,colon", "type", priority=True), Binding("escape", "cancel"),
        *(Binding(str(number), f"at_board('pick_reserve', {number})") for number in range(1, 10))]

    def __init__(self, state: ScreenState, thinking: Thinking, pace: float = 0.6) -> None:
        self._mode = colours()
        super().__init__(ansi_color=True if self._mode != RICH else None)
        self.state, self._commands = state, Commands(state)
        if self.animation_level == "none":
            state.speed = 0.0
        self._work = EngineWork(state, thinking, owner=self, found=self.show,
                                pause=lambda: pace + self.shown.seconds_left)
        self._asked: Prompt | None = None
        self._status = 0        # with which the program ends

    def play(self) -> None:
        """Show the board until the user leaves, and say then where the game is.

        Raises:
            KeyboardInterrupt: after Ctrl-C, which is a key here.
        """
        self.run()
        if self.state.session:
            print(self.state.session.farewell())
        if self.return_code == 130:
            raise KeyboardInterrupt

    # What is shown.

    def compose(self) -> ComposeResult:
        self.shown = BoardView(self.state.shown.view, self._mode)
        self.panel = Panel(self.state)
        self.bottom = BottomLine(self.state)
        self.message = Message()
        with Horizontal(id="board"):
            yield self.shown
            yield self.panel
        yield self.message
        yield self.bottom

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The filters of lines: colours, and last of all one that lets only text pass."""
        return [*super().get_line_filters(), PlainLines()]

    def on_mount(self) -> None:
        self.set_interval(TICK, self._tick)
        self.shown.focus()
        self.state.start()
        self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit)      # when the new size is known

    def _fit(self) -> None:
        """Let the board be as large as the screen allows, beside the panel."""
        width, height = self.size
        low = height <= LOW
        self.state.room = max(width - 2, LEAST_WIDTH), 1 if low else 2
        self.shown.screen.set_class(low, "low")
        self.shown.fit(self.state.shown.view, width - PANEL_WIDTH, height - (2 if low else 3))
        self._draw()

    def show(self) -> None:
        """Show the state, and carry out what happened to it."""
        if not self.shown.is_attached:
            return                              # work of an engine comes too late
        events = self.state.take_events()
        if any(isinstance(event, PositionShown) for event in events):
            self._fit()
            self.panel.show_moves()
            self.bottom.show()
        else:
            self._draw()
        for event in events:
            self._carry_out(event)
        self.panel.show_value(self._work.value)
        self._show_prompt()
        if self.state.left:
            self.exit(return_code=self._status)

    def _draw(self) -> None:
        state = self.state
        self.shown.show(state.shown.view, state.shown.marks(), state.shown.flipped)
        self.message.show(state)
        self.panel.show(self._work.value)
        if self.focused is self.panel.ways and not state.shown.picking.ways:
            self.shown.focus()

    def _carry_out(self, event: Event) -> None:
        match event:
            case PositionShown(after, before):
                if before and self.state.speed:
                    self.shown.play(frames(before, after, self.state.shown.flipped),
                                    self.state.speed)
                self._work.evaluate()
            case EvaluationSwitched():
                self._work.evaluate()
            case TurnBegan():
                self._work.move()
            case ThinkingEnded():
                self._work.stop()
            case HintWanted():
                self._work.hint()
            case LongText(text, markdown):
                self.push_screen(Page(Markdown(text)) if markdown else Page.of_text(text))

    def _show_prompt(self) -> None:
        """Show the question that waits for an answer, unless it is shown already."""
        asked = self.state.asked
        if asked is self._asked:
            return
        self._asked = asked
        match asked:
            case Confirmation():
                self.push_screen(Question(asked.question), self._confirm)
            case GameChoice():
                self.push_screen(NewGame(asked), self._choose)

    def _confirm(self, yes: bool | None) -> None:
        self.state.confirm(bool(yes))
        self.show()

    def _choose(self, wanted: WantedGame | None) -> None:
        self.state.choose(wanted)
        self.show()

    def _tick(self) -> None:
        self.state.tick()
        if self.state.has_events():
            self.show()
        else:
            self.panel.show_players()

    # What the board, the panel and the keys ask for.

    def do(self, words: str) -> None:
        """Do what was typed, or what a key stands for."""
        self._commands.do(words)
        self.show()

    def pick(self, name: str) -> None:
        """Pick a square or a piece in hand."""
        self.action_at_board("pick", name)

    def on_board_view_hovered(self, event: BoardView.Hovered) -> None:
        self.state.move_cursor(event.square)
        self.show()

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        self.state.move_cursor(event.square)
        self.pick(event.square)

    def on_option_list_option_highlighted(self, event: Ways.OptionHighlighted) -> None:
        if event.option_list is self.panel.ways:
            self.state.look_at_way(event.option_index)
            self.show()

    def on_option_list_option_selected(self, event: Ways.OptionSelected) -> None:
        if event.option_list is self.panel.ways:
            self.state.take_way(event.option_index)
            self.show()

    def on_ways_cancelled(self) -> None:
        self.action_cancel()

    def on_slider_moved(self, event: Slider.Moved) -> None:
        self.do(f"goto {event.ply}")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.input is self.bottom.entry:
            self._stop_typing()
            self.do(event.value)

    def _stop_typing(self) -> None:
        self.bottom.close()
        self.shown.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that open the line are handled before later keys are passed on; but in the line
        itself, and in windows, they are characters.
        """
        return action != "type" or (self.focused is not self.bottom.entry
                                    and len(self.screen_stack) == 1)

    def action_do(self, words: str) -> None:
        self.do(words)

    def action_type(self) -> None:
        self.bottom.open()

    def action_cancel(self) -> None:
        """Leave the line for typing; or put back what is picked up, or leave a look back."""
        if self.bottom.entry.display:
            self._stop_typing()
        else:
            self.action_at_board("cancel")

    def action_pick(self) -> None:
        """Pick the square under the cursor."""
        self.pick(self.state.shown.cursor)

    def action_step(self, right: int, up: int) -> None:
        self.shown.end_film()
        self.state.step_cursor(right, up)
        self.show()

    def action_act(self, method: str, *argument: object) -> None:
        """Call a method of the state, with one argument at most, and show what has come of it."""
        getattr(self.state, method)(*argument)
        self.show()

    def action_at_board(self, method: str, *argument: object) -> None:
        """Call such a method for something at the board; a running film ends."""
        self.shown.end_film()
        self.action_act(method, *argument)

    async def action_quit(self) -> None:
        """Leave at once; the game is kept."""
        self.state.leave()
        self.show()

    async def action_stop(self) -> None:
        """Leave at once, as after any Ctrl-C."""
        self._status = 130
        await self.action_quit()

    async def on_unmount(self) -> None:
        await self._work.close()
