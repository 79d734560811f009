"""What stands beside the board: players and clocks, reserves, the die unfolded, moves."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..session.sentences import side_name
from ..session.words import phrase
from .choices import Move, final_piece

LEAST_LIST = 16             # characters of a line in the list of moves
BAR = 20                    # characters of the bar of values
CP_SCALE = 150.0            # a die and a half ahead is three quarters of the bar


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

    def show(self, texts: Sequence[str], black_first: bool, at: int) -> None:
        """Show these moves, of which the `at`-th (from 1) was the last; 0 for none."""
        width = max(LEAST_LIST, self.size.width - self.scrollbar_size_vertical)
        lines: list[str] = []
        lengths: list[int] = []
        here = 0
        for ply, text in enumerate(texts, 1):
            number, black = divmod(ply - 1 + black_first, 2)
            begins = not black or ply == 1
            if begins or lengths[-1] + len(text) >= width:
                head = f"{number + 1:3}.{' ...' * black}" if begins else " " * len("  1.")
                lines.append(head)
                lengths.append(len(head))
            mark = f"[reverse]{text}[/]" if ply == at else text
            lines[-1] += f" [@click=app.look({ply})]{mark}[/]"
            lengths[-1] += 1 + len(text)
            if ply == at:
                here = sum(math.ceil(length / width) for length in lengths)
        self.query_one("#list", Static).update("\n".join(lines))
        self.call_after_refresh(self.scroll_to, y=max(0, here - self.size.height), animate=False)


class Panel(Vertical):
    """All of it."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, Any] = {}

    def compose(self) -> ComposeResult:
        for name in ("players", "value", "hands", "die", "preview"):
            yield Static(id=name, markup=name == "hands")
        self.ways, self.moves = Ways(id="ways", compact=True), MoveList(id="moves")
        yield self.ways
        yield self.moves

    def tell(self, name: str, content: Any) -> None:
        """Fill one of the texts; without any it takes no room."""
        if self._told.get(name) == content:
            return                      # a new layout of the screen takes its time
        self._told[name] = content
        shown = self.query_one(f"#{name}", Static)
        shown.display = bool(content)
        shown.update(content)

    def ask_way(self, ways: Sequence[Move]) -> None:
        """Let one of these ways be chosen; none hides the question."""
        self.ways.display = bool(ways)
        if ways:
            self.ways.ask(ways)


def players_text(title: str, names: Sequence[str], clocks: Sequence[str], turn: str,
                 end: str) -> Text:
    """Who plays, whose turn it is, and the time they have."""
    text = Text(title, style="bold")
    for side, (color, brackets) in enumerate((("white", "()"), ("black", "[]"))):
        here = "▶" if turn == color and not end else " "
        text.append(f"\n{here} {brackets[0]}{side_name(color)}{brackets[1]} {names[side]}",
                    style="bold" if here == "▶" else "none")
        if clocks:
            text.append(f"  {clocks[side]}", style="bold")
    if end:
        text.append(f"\n{end}", style="bold reverse")
    return text


def net_text(piece: Mapping[str, Any] | None, name: str, ghost: Mapping[str, Any] | None,
             target: str) -> Text | str:
    """A die unfolded, and how it will lie after a move.

    Args:
        piece, ghost: the die before and after; None or something else shows nothing.
        name, target: the squares they lie on.
    """
    nets = [_net(one, square) for one, square in ((piece, name), (ghost, target))
            if one and one["kind"] == "die"]
    if not nets:
        return ""
    lines = nets[0] if len(nets) == 1 else [
        f"{before:9}{'→ ' if row == 1 else '  '}{after}"
        for row, (before, after) in enumerate(zip(*nets, strict=True))]
    return Text("\n".join(lines))


def _net(piece: Mapping[str, Any], name: str) -> list[str]:
    """North above, west, top, east and bottom in a row, south below."""
    faces, (left, right) = piece["faces"], "()" if piece["colour"] == "white" else "[]"
    return [f"{name:4}{faces['north']}",
            f"  {faces['west']}{left}{faces['top']}{right}{faces['east']} {faces['bottom']}",
            f"    {faces['south']}"]


def hands_text(view: Mapping[str, Any], chosen: str | None, able: Sequence[str]) -> str:
    """The reserves, of which those that can be placed have numbers and can be clicked."""
    if not view["reserves"]:
        return ""
    lines = []
    for color in ("black", "white"):
        words, number = [], 0
        for letter in view["reserves"][color]:
            own = letter if color == "white" else letter.lower()
            if own in able:
                number += 1
                text = f"[@click=app.hand({number})]{number}:{own}[/]"
                words.append(f"[reverse]{text}[/]" if own == chosen else text)
            else:
                words.append(own)
        swap = "" if view["rights"][color] else phrase(", has swapped")
        lines.append(phrase("{side}'s hand: {pieces}{swap}", side=side_name(color),
                            pieces=" ".join(words) or phrase("empty"), swap=swap))
    return "\n".join(lines)


def said_text(comments: Sequence[str], instead: Sequence[str]) -> Content:
    """What was said of a move, and the lines that could have been played, which can be clicked."""
    parts = [Content(text) for text in comments]
    parts += [Content.from_markup(f"[@click=app.variation({number})]$text[/]", text=text)
              for number, text in enumerate(instead, 1)]
    return Content("\n").join(parts)


def value_text(words: str, score: int | None, mate: int | None) -> Text:
    """White's share as a bar, and the value in words.

    Args:
        words: value, depth and line.
        score: hundredths of a die, White's.
        mate: moves to a forced end, positive for White.
    """
    if mate:
        share = 1.0 if mate > 0 else 0.0
    else:
        share = 1 / (1 + math.exp(-(score or 0) / CP_SCALE))
    white = round(share * BAR)
    return Text.assemble("(", "█" * white, "░" * (BAR - white), "] ", words)
