"""What stands beside the board, on the screen."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..words import phrase
from .choices import Move, final_piece
from .screen_state import ScreenState
from .status import (
    Moves,
    comments_text,
    die_text,
    hands_text,
    moves_of,
    players_text,
    standing_text,
)

LEAST_LIST = 16             # characters of a line in the list of moves


class Ways(OptionList):
    """The ways to one square, one of which is to be chosen."""

    BINDINGS = [Binding("tab", "cursor_down", show=False),
                Binding("shift+tab", "cursor_up", show=False),
                Binding("escape", "cancel", show=False)]

    class Cancelled(Message):
        """None of them is wanted."""

    def ask(self, ways: Sequence[Move]) -> None:
        """List these ways."""
        self.clear_options()
        self.add_options([Option(Text(_told(way))) for way in ways])
        self.highlighted = 0
        self.focus()

    def action_cancel(self) -> None:
        self.post_message(self.Cancelled())


def _told(way: Move) -> str:
    piece = final_piece(way, "")
    top = piece["faces"] and piece["faces"]["top"]
    shows = f"  {phrase('shows {top}', top=top)}" if top else ""
    over = [step["target"] for step in way["steps"][:-1] if step["origin"] and step["target"]]
    along = phrase("by {squares}", squares="-".join(over))
    via = f"  {along}" if over and len(over) < 4 else ""
    return f"{way['notation']}{shows}{via}"


class MoveList(VerticalScroll, can_focus=False):
    """All moves; a click on one shows the position after it."""

    def compose(self) -> ComposeResult:
        yield Static(id="list")

    def show(self, moves: Moves) -> None:
        """Show these moves, the one that led to the position that is shown marked."""
        width = max(LEAST_LIST, self.size.width - self.scrollbar_size_vertical)
        lines: list[str] = []
        lengths: list[int] = []
        here = 0
        for ply, text in enumerate(moves.texts, 1):
            number, black = divmod(ply - 1 + moves.black_first, 2)
            begins = not black or ply == 1
            if begins or lengths[-1] + len(text) >= width:
                head = f"{number + 1:3}.{' ...' * black}" if begins else " " * len("  1.")
                lines.append(head)
                lengths.append(len(head))
            mark = f"[reverse]{text}[/]" if ply == moves.at else text
            lines[-1] += f" [@click=app.do('goto {ply}')]{mark}[/]"
            lengths[-1] += 1 + len(text)
            if ply == moves.at:
                here = sum(math.ceil(length / width) for length in lengths)
        self.query_one("#list", Static).update("\n".join(lines))
        self.call_after_refresh(self.scroll_to, y=max(0, here - self.size.height), animate=False)


class Panel(Vertical):
    """All of it.

    Args:
        state: what is shown.
    """

    def __init__(self, state: ScreenState) -> None:
        super().__init__()
        self._state = state
        self._told: dict[str, Any] = {}
        self._ways: Sequence[Move] = ()

    def compose(self) -> ComposeResult:
        for name in ("players", "standing", "value", "hands", "die", "preview"):
            yield Static(id=name, markup=name == "hands")
        self.ways, self.moves = Ways(id="ways", compact=True), MoveList(id="moves")
        self.ways.display = False
        yield self.ways
        yield self.moves

    def show(self, value: Text | str) -> None:
        """Show the state, but for the list of moves; also what has no room below the board.

        Args:
            value: what is known of the value of the position.
        """
        state = self._state
        self.show_players()
        self._tell("standing", standing_text(state))
        self.show_value(value)
        self._tell("hands", hands_text(state.shown.picking))
        self._tell("die", die_text(state.shown))
        self._tell("preview", comments_text(state.replay) if state.replay
                   else "" if state.has_room(state.said) else state.said)
        self._ask_way(state.shown.picking.ways)

    def show_players(self) -> None:
        """Show the players, and their clocks."""
        self._tell("players", players_text(self._state))

    def show_value(self, value: Text | str) -> None:
        """Show what is known of the value of the position."""
        self._tell("value", value)

    def show_moves(self) -> None:
        """Show the list of moves."""
        self.moves.show(moves_of(self._state))

    def _tell(self, name: str, content: Any) -> None:
        """Fill one of the texts; without any it takes no room."""
        if name in self._told and self._told[name] == content:
            return                      # a new layout of the screen takes its time
        self._told[name] = content
        shown = self.query_one(f"#{name}", Static)
        shown.display = bool(content)
        shown.update(content)

    def _ask_way(self, ways: Sequence[Move]) -> None:
        """Let one of these ways be chosen; none hides the question."""
        if ways is self._ways:
            return
        self._ways = ways
        self.ways.display = bool(ways)
        if ways:
            self.ways.ask(ways)
