"""Nothing but text in the lines of the screen, whoever wrote what they show."""
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from ..base.terminal_text import plain


class PlainLines(LineFilter):
    """Takes what gives a terminal orders out of all lines; it has no width there either."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """See `LineFilter`."""
        return [Segment(plain(text), style, control) for text, style, control in segments]
