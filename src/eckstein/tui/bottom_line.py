"""The lowest lines of the screen: what is said; keys or the slider, or what is typed."""
from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from ..words import phrase
from .screen_state import ScreenState
from .slider import Slider
from .status import keys_text


class Message(Static):
    """Says what was said last; a click shows all of it where there is no room for it here."""

    def __init__(self) -> None:
        super().__init__(id="message", markup=False)

    def show(self, state: ScreenState) -> None:
        """Say what the state says, as far as there is room."""
        self.update(state.fitted(state.said))

    async def on_click(self) -> None:
        await self.app.run_action("act('open_message')")


class BottomLine(Horizontal):
    """Shows which keys are of use, and in a walk the slider; becomes a line to type in.

    Args:
        state: what is shown.
    """

    def __init__(self, state: ScreenState) -> None:
        super().__init__(id="bottom")
        self._state = state

    def compose(self) -> ComposeResult:
        self.slider, self.keys = Slider(), Static(id="keys", markup=False)
        self.entry = Input(placeholder=phrase("a move, or a command such as help"), id="entry",
                           compact=True, select_on_focus=False)
        self.entry.display = False
        yield self.slider
        yield self.keys
        yield self.entry

    def show(self) -> None:
        """Show the state, and propose what can be typed in it."""
        state, typing = self._state, self.entry.display
        if state.replay:
            self.slider.show(state.replay.at, state.replay.length)
        self.slider.display = bool(state.replay) and not typing
        self.keys.styles.width = "auto" if state.replay else "1fr"
        self.keys.update(keys_text(state))
        moves = state.shown.view["legal"] or []
        self.entry.suggester = SuggestFromList(
            [*(move["notation"] for move in moves), *state.proposed], case_sensitive=False)

    def open(self) -> None:
        """Let something be typed."""
        self.entry.display, self.keys.display, self.slider.display = True, False, False
        self.entry.value = ""
        self.screen.set_focus(self.entry)       # at once, for the next key may be here already

    def close(self) -> None:
        """Show keys and slider again."""
        self.entry.display, self.keys.display = False, True
        self.slider.display = bool(self._state.replay)
