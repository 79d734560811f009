"""The board on the screen: drawn from a view, with a cursor for keys and mouse."""
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
    """Shows a view; tells where the cursor goes, and what the mouse picks.

    Keys that pick are the application's actions, so that whatever is typed quickly is done in its
    order.
    """

    DEFAULT_CSS = "BoardView { width: auto; height: auto; }"
    BINDINGS = [
        Binding("up", "step(0, 1)", show=False), Binding("down", "step(0, -1)", show=False),
        Binding("left", "step(-1, 0)", show=False), Binding("right", "step(1, 0)", show=False),
        Binding("enter,space", "app.pick", show=False),
        Binding("tab", "app.cycle(1)", show=False),
        Binding("shift+tab", "app.cycle(-1)", show=False)]

    class Moved(Message):
        """The cursor stands on another square."""

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
        self._drawing: Drawing | None = None
        self._film: deque[Frame] = deque(maxlen=LONGEST_FILM)
        self._projector: Timer | None = None
        self._step = STEP
        self.show(view, self.marks)

    def show(self, view: View, marks: Marks) -> None:
        """Draw a view with these marks; the cursor stays where it is, if that is still there."""
        self.view = view
        cursor = self.marks.cursor
        self._drawing = Drawing(view, marks, self.cell, self.flipped)
        shown = [name for line in self._drawing.squares for name in line]
        if cursor not in shown:
            cursor = self._middle_square()
        marks.cursor, self.marks = cursor, marks
        if marks.chosen or marks.ghost:
            self._film.clear()              # whoever goes on wants to see where he is
        self._paint()

    def _paint(self) -> None:
        """Draw the picture of the film that is on, or where things stand."""
        assert self._drawing
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

    def fit(self, width: int, height: int) -> None:
        """Choose the largest squares for which there is room."""
        self.cell = fitting(self.view, width, height)
        self.show(self.view, self.marks)

    def flip(self) -> None:
        """Look from the other side."""
        self._film.clear()
        self.flipped = not self.flipped
        self.show(self.view, self.marks)

    @property
    def cursor(self) -> str:
        """The square the cursor stands on."""
        assert self.marks.cursor
        return self.marks.cursor

    def move_cursor(self, square: str) -> None:
        """Put the cursor on a square, if it is shown."""
        assert self._drawing
        if square != self.marks.cursor and any(square in line for line in self._drawing.squares):
            self.marks.cursor = square
            self.post_message(self.Moved())
            self.show(self.view, self.marks)

    def _middle_square(self) -> str:
        assert self._drawing
        lines = self._drawing.squares
        return lines[len(lines) // 2][len(lines[0]) // 2]

    def action_step(self, right: int, up: int) -> None:
        """Move the cursor by a square."""
        assert self._drawing
        self.end_film()
        lines = self._drawing.squares
        row = next(number for number, line in enumerate(lines) if self.cursor in line)
        column = lines[row].index(self.cursor) + right
        if 0 <= column < len(lines[0]) and 0 <= row - up < len(lines):
            self.move_cursor(lines[row - up][column])

    def _square_of(self, event: events.MouseEvent) -> str | None:
        assert self._drawing
        return self._drawing.square_at(event.x, event.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if square := self._square_of(event):
            self.move_cursor(square)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed = self._square_of(event)
        if self._pressed:
            self.move_cursor(self._pressed)
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
