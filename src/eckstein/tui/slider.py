"""A slider through the moves of a game."""
from __future__ import annotations

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget


class Slider(Widget):
    """Shows where among the moves one stands; click or drag to change it."""

    DEFAULT_CSS = "Slider { height: 1; width: 1fr; }"

    class Moved(Message):
        """The user wants to go to the position after so many moves."""

        def __init__(self, ply: int) -> None:
            self.ply = ply
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self.length, self.at = 0, 0
        self._dragged = False

    def show(self, at: int, length: int) -> None:
        """Show this place of so many."""
        self.at, self.length = at, length
        self.refresh()

    def _track(self) -> int:
        """How many characters the line has."""
        return max(1, self.size.width - len(self._count()) - len("[ ") - len(" ] "))

    def _count(self) -> str:
        return f"{self.at}/{self.length}"

    def render(self) -> Text:
        track = self._track()
        place = round(self.at * (track - 1) / self.length) if self.length else 0
        return Text.assemble("[ ", "━" * place, ("●", "bold"), "─" * (track - 1 - place), " ] ",
                             self._count(), no_wrap=True)

    def _go(self, event: events.MouseEvent) -> None:
        track = self._track()
        share = min(max(event.x - 2, 0), track - 1) / max(1, track - 1)
        ply = round(share * self.length)
        if ply != self.at:
            self.post_message(self.Moved(ply))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._dragged = True
        self.capture_mouse()
        self._go(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragged:
            self._go(event)

    def on_mouse_up(self) -> None:
        self._dragged = False
        self.release_mouse()
