"""The board on the screen: drawn from a view, and the films of moves over it."""
from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from .cells import LABEL, Drawing, Marks, Size, Span, View, fitting
from .film import STEP, Frame
from .palette import RICH, style

LONGEST_FILM = 24           # pictures; of what is behind by more, the oldest are left out


class BoardView(Widget, can_focus=True):
    """Shows a view with its marks, and tells which squares the mouse points at and picks.

    Keys are the application's actions, so that whatever is typed quickly is done in its order.
    """

    DEFAULT_CSS = "BoardView { width: auto; height: auto; }"
    BINDINGS = [
        Binding("up", "app.step(0, 1)", show=False),
        Binding("down", "app.step(0, -1)", show=False),
        Binding("left", "app.step(-1, 0)", show=False),
        Binding("right", "app.step(1, 0)", show=False),
        Binding("enter,space", "app.pick", show=False),
        Binding("tab", "app.at_board('cycle', 1)", show=False),
        Binding("shift+tab", "app.at_board('cycle', -1)", show=False)]

    class Hovered(Message):
        """The mouse points at another square."""

        def __init__(self, square: str) -> None:
            self.square = square
            super().__init__()

    class Picked(Message):
        """A square was picked with the mouse, or a piece was dropped on it."""

        def __init__(self, square: str) -> None:
            self.square = square
            super().__init__()

    def __init__(self, view: View, mode: str = RICH) -> None:
        super().__init__()
        self.view, self.marks, self.mode = view, Marks(), mode
        self.flipped, self.cell = False, Size(7, 3)
        self._pressed: str | None = None
        self._lines: list[list[Span]] = []
        self._drawing = Drawing(view, self.marks, self.cell)
        self._film: deque[Frame] = deque(maxlen=LONGEST_FILM)
        self._projector: Timer | None = None
        self._step = STEP

    def show(self, view: View, marks: Marks, flipped: bool) -> None:
        """Draw a view.

        Args:
            view: what lies where.
            marks: what is pointed out.
            flipped: whether Black sits at the bottom.
        """
        if marks.chosen or marks.ghost or flipped != self.flipped:
            self._film.clear()              # the user goes on, and wants to see the position
        self.view, self.marks, self.flipped = view, marks, flipped
        self._drawing = Drawing(view, marks, self.cell, flipped)
        self._paint()

    def _paint(self) -> None:
        """Draw the picture of the film that is on, or where things stand."""
        drawing = self._drawing
        if self._film:
            frame = self._film[0]
            marks = replace(frame.marks, cursor=self.marks.cursor)
            view = {**frame.view, "board": self.view["board"], "area": self.view["area"]}
            drawing = Drawing(view, marks, self.cell, self.flipped)
        lines = list(drawing.rows())
        grown = [sum(len(span.text) for span in line) for line in lines[:1]] != [
            sum(len(span.text) for span in line) for line in self._lines[:1]]
        grown = grown or len(lines) != len(self._lines)
        self._lines = lines
        self.refresh(layout=grown)

    def play(self, frames: list[Frame], speed: float) -> None:
        """Show these pictures one after the other, and then where things stand.

        Args:
            frames: pictures that lead to what `show` was given last.
            speed: 1 is the usual one.
        """
        self._film.extend(frames)
        self._step = STEP / speed
        if frames and self._projector is None:
            self._projector = self.set_interval(self._step, self.next_picture)
        self._paint()

    def next_picture(self) -> None:
        """Go on by a picture; after the last one the film is over."""
        if self._film:
            self._film.popleft()
        if not self._film and self._projector:
            self._projector.stop()
            self._projector = None
        self._paint()

    def end_film(self) -> None:
        """Show where things stand."""
        if self._film:
            self._film.clear()
            self._paint()

    @property
    def pictures_left(self) -> int:
        """How many pictures of a film are still to be shown."""
        return len(self._film)

    @property
    def seconds_left(self) -> float:
        """How long that will take."""
        return self.pictures_left * self._step

    def fit(self, view: View, width: int, height: int) -> None:
        """Choose the largest squares with which a view has room; `show` draws it then."""
        self.cell = fitting(view, width, height)

    def _square_of(self, event: events.MouseEvent) -> str | None:
        return self._drawing.square_at(event.x, event.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if (square := self._square_of(event)) and square != self.marks.cursor:
            self.post_message(self.Hovered(square))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed = self._square_of(event)
        if self._pressed:
            self.post_message(self.Picked(self._pressed))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        square, pressed, self._pressed = self._square_of(event), self._pressed, None
        if square and pressed and square != pressed:       # a piece was dragged here
            self.post_message(self.Picked(square))

    def get_content_width(self, container: Any, viewport: Any) -> int:
        return int(LABEL + self.view["board"]["columns"] * self.cell.width)

    def get_content_height(self, container: Any, viewport: Any, width: int) -> int:
        return int(self.view["board"]["rows"] * self.cell.height + 1)

    def render_line(self, y: int) -> Strip:
        if not 0 <= y < len(self._lines):
            return Strip.blank(self.size.width)
        segments = [Segment(span.text, style(self.mode, span.ink, span.ground))
                    for span in self._lines[y]]
        return Strip(segments).adjust_cell_length(self.size.width).apply_style(self.rich_style)
