"""Inks and grounds as colours: of a modern terminal, of one with 16 colours, or of none."""
from __future__ import annotations

import functools
import os

from rich.console import Console
from rich.style import Style
from textual.constants import COLOR_SYSTEM

RICH, SIXTEEN, NONE = "rich", "sixteen", "none"

# For each ground its colour, and for each ink its colour and weight; {} stands for the terminal's.
_GROUNDS = {
    RICH: {"light": "#7d8f78", "dark": "#6f826b", "page": "", "reach": "#39443a",
           "cursor": "#f2c14e", "chosen": "#6fb1f0", "target": "#4f9d5d", "way": "#9fb86a",
           "threat": "#c0564a", "last": "#8f9d55", "ghost": "#cfe3b0",
           "white_die": "#f4f1e8", "black_die": "#23262b"},
    SIXTEEN: {"light": "green", "dark": "green", "page": "", "reach": "",
              "cursor": "yellow", "chosen": "bright_blue", "target": "bright_green",
              "way": "bright_green", "threat": "red", "last": "cyan", "ghost": "bright_cyan",
              "white_die": "bright_white", "black_die": "black"},
}
_INKS = {
    RICH: {"dot": "#c9d3c3", "label": "#9aa39a", "arrow": "#1d2a12 bold", "target": "#ffffff bold",
           "mark": "#1a1a1a bold", "capture": "#ffffff bold on #b3392f",
           "border": "#f2c14e bold"},
    SIXTEEN: {"dot": "black", "arrow": "black", "label": "", "target": "black", "mark": "black",
              "capture": "bright_white bold on red", "border": "bright_yellow bold"},
}
_ON_DICE = {
    RICH: {"white_die": ("#141414 bold", "#5d5a50"), "black_die": ("#ffffff bold", "#b3bac4"),
           "ghost": ("#16321a bold", "#3c5a2c")},
    SIXTEEN: {"white_die": ("black", "black"), "black_die": ("bright_white bold", "white"),
              "ghost": ("black", "black")},     # bold black is grey on many terminals
}
_PLAIN = {"cursor": "reverse", "chosen": "reverse", "target": "bold", "way": "bold",
          "threat": "bold", "ghost": "bold underline"}
_PLAIN_INKS = {"top": "bold", "arrow": "bold", "target": "bold", "mark": "bold", "capture": "bold",
               "border": "bold"}


def colours() -> str:
    """Which colours this terminal shows, as far as its environment tells."""
    if "NO_COLOR" in os.environ:
        return NONE
    known = Console(force_terminal=True, color_system=COLOR_SYSTEM).color_system  # type: ignore[arg-type]
    return SIXTEEN if known in (None, "standard", "windows") else RICH


@functools.cache
def style(mode: str, ink: str, ground: str) -> Style:
    """How characters of an ink on a ground look.

    Args:
        mode: RICH, SIXTEEN or NONE.
        ink, ground: words of `cells`.
    """
    if mode == NONE:
        return Style.parse(f"{_PLAIN.get(ground, '')} {_PLAIN_INKS.get(ink, '')}".strip())
    ground_colour = _GROUNDS[mode].get(ground, "")
    if ink in ("top", "side"):
        text = _ON_DICE[mode][ground][ink == "side"]
    else:
        text = _INKS[mode].get(ink, "")
        if ground in ("page", "reach") and ink == "dot":
            text = "#8b958b" if mode == RICH else ""
    if " on " not in text and ground_colour:
        text = f"{text} on {ground_colour}"
    return Style.parse(text.strip())
