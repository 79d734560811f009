"""Windows over the board: a new game, a question, help and other long texts."""
from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Select, Static

from ..engine.levels import LEVELS
from ..engine.players import HUMAN, KINDS
from ..games import names
from ..kernel.specialise import specialise
from ..session.clock import Clock
from ..session.sentences import sentence, side_name
from ..words import phrase
from .prompts import GameChoice, WantedGame

LINK = r"https?://\S+"


def _players(seated: Sequence[str]) -> list[tuple[str | Text, str]]:
    """The players to choose from: in words, and by the name that commands take; with these."""
    known: list[tuple[str | Text, str]] = [(phrase(KINDS[HUMAN].says), HUMAN),
             *((f"{level.number} {phrase(level.name)}: {phrase(level.says)}",
                f"level:{level.number}") for level in LEVELS),
             *((f"{name}: {phrase(KINDS[name].says)}", name) for name in ("random", "greedy"))]
    others = sorted({*seated} - {name for _, name in known})
    return known + [(Text(name), name) for name in others]


class NewGame(ModalScreen[WantedGame | None]):
    """Asks for the game, the players and the clock.

    Args:
        proposed: what is filled in already.
    """

    BINDINGS = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, proposed: GameChoice) -> None:
        super().__init__()
        self._proposed = proposed

    def compose(self) -> ComposeResult:
        games = [(Text(specialise(f"games.{name}", name, compiled=False).TITLE), name)
                 for name in names()]
        players = _players(self._proposed.players)
        with Vertical(classes="window"):
            yield Label(phrase("A new game"), classes="title")
            with Horizontal(classes="row"):
                yield Label(phrase("Game"))
                yield Select(games, value=self._proposed.game, allow_blank=False, id="game",
                             compact=True)
            for chosen, colour in zip(self._proposed.players, ("white", "black"), strict=True):
                with Horizontal(classes="row"):
                    yield Label(side_name(colour))
                    yield Select(players, value=chosen, allow_blank=False, id=colour,
                                 compact=True)
            with Horizontal(classes="row"):
                yield Label(phrase("Clock"))
                yield Input(self._proposed.clock, id="clock", compact=True,
                            placeholder=phrase(
                                "none; or minutes + seconds, such as 5+3; 2h+30; 3days"))
            yield Label("", id="complaint", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(phrase("Begin"), variant="primary", id="begin", compact=True)
                yield Button(phrase("Cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self.query_one("#begin", Button).focus()

    def on_input_submitted(self) -> None:
        self._begin()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "begin":
            self._begin()
        else:
            self.dismiss(None)

    def _begin(self) -> None:
        game, white, black = (str(self.query_one(f"#{name}", Select).value)
                              for name in ("game", "white", "black"))
        text = self.query_one("#clock", Input).value.strip()
        try:
            clock = Clock.read(text) if text else None
        except ValueError as error:
            self.query_one("#complaint", Label).update(sentence(error))
            return
        self.dismiss(WantedGame(game, (white, black), clock))


class Question(ModalScreen[bool]):
    """A question that is answered by yes or no."""

    BINDINGS = [Binding("escape,n", "dismiss(False)", show=False),
                Binding("y", "dismiss(True)", show=False),
                Binding("left,right", "app.focus_next", show=False)]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="window small"):
            yield Label(self._question, classes="title", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(phrase("Yes (y)"), id="yes", variant="primary", compact=True)
                yield Button(phrase("No (n)"), id="no", compact=True)

    def on_mount(self) -> None:
        self.query_one("#no", Button).focus()

    def on_key(self, event: Key) -> None:
        """Take the letters that the buttons tell in the language that is spoken, such as Ja (j)."""
        for answer, button in ((True, "Yes (y)"), (False, "No (n)")):
            if phrase(button).endswith(f"({event.key.lower()})"):
                event.stop()
                self.dismiss(answer)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class Page(ModalScreen[None]):
    """A text to scroll through; any of the usual keys leaves it.

    Args:
        shown: the widget that holds the text.
        links: what can be copied of it.
    """

    BINDINGS = [Binding("escape,q,enter,question_mark,f1", "dismiss(None)", show=False),
                Binding("c", "copy", show=False)]

    def __init__(self, shown: Widget, links: Sequence[str] = ()) -> None:
        super().__init__()
        self._shown, self._links, self._copied = shown, links, 0

    @classmethod
    def of_text(cls, text: str) -> Page:
        """A page with a text as it stands, but that each link has a line of its own."""
        return cls(Static(re.sub(rf"[ ]({LINK})", r"\n\1", text), markup=False),
                   re.findall(LINK, text))

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="window"):
            yield self._shown
            if self._links:
                yield Label(phrase("Press c to copy the link.") if len(self._links) == 1 else
                            phrase("Press c to copy the first link, again for the next."),
                            id="copied", classes="foot", markup=False)
            yield Label(phrase("Press Esc to return to the board."), classes="foot")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_copy(self) -> None:
        """Give the terminal a link for its clipboard, the next one each time."""
        if self._links:
            link = self._links[self._copied % len(self._links)]
            self._copied += 1
            self.app.copy_to_clipboard(link)
            self.query_one("#copied", Label).update(
                phrase("Copied to the clipboard: {link}", link=link))
