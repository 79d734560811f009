"""Colours of boards and dice, the symbols of Echek's pieces, and figures and letters as strokes.

All three are stored as JSON beside this file, for the web board reads them too.
"""
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Any

import msgspec

# The contrast between a face in full light and one that gets none. What gets half of it differs
# from both by the root of this, which is more than the 1.5 that eyes tell at a glance.
from ..base.sentence import Sentence

DEPTH = 2.4
# The light, with WCAG's 0.05 for flare, that a face in full light sends at least: what is darker
# shines a little, else its sides would all be black.
SHINE = 0.134
COLOUR = re.compile(r"#[0-9a-f]{3}(?:[0-9a-f]{3})?")
# What people call colours when they draw arrows, and the part of a theme that is meant.
PLAIN = {"green": "target", "blue": "arrow", "red": "check", "yellow": "highlight",
         "orange": "last", "black": "ink"}
ROLES = ("arrow", "target", "check", "highlight", "last", "goal", "area", "hint", "ink")


@dataclass(frozen=True, slots=True)
class Side:
    """The colours of one player's dice and pieces."""

    body: str
    pip: str
    edge: str


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture, each as #rrggbb.

    Attributes:
        page: what lies around the board where a picture cannot be transparent.
        light, dark: squares.
        frame, text: the rim, and what is written on it.
        line: between squares.
        ink: what is written elsewhere.
        shadow: of dice, drawn thinly.
        white, black: dice.
        highlight, last, target, arrow, check, goal, area, hint: marks of these kinds.
    """

    page: str
    light: str
    dark: str
    frame: str
    line: str
    text: str
    ink: str
    shadow: str
    white: Side
    black: Side
    highlight: str
    last: str
    target: str
    arrow: str
    check: str
    goal: str
    area: str
    hint: str

    def side(self, colour: str) -> Side:
        """The colours of a player's dice, by "white" or "black"."""
        return self.white if colour == "white" else self.black

    def colour(self, text: str) -> str:
        """The colour of a role, a plain name or #rrggbb.

        Raises:
            ValueError: if it is none of these.
        """
        text = text.lower()
        if COLOUR.fullmatch(text):
            return text
        role = PLAIN.get(text, text)
        if role not in ROLES:
            raise ValueError(Sentence("there is no colour {text}; colours are {plain}, {roles}, "
                                      "or #rrggbb", text=text, plain=', '.join(PLAIN),
                                      roles=', '.join(ROLES)))
        return str(getattr(self, role))


@functools.cache
def _read(name: str) -> Any:
    return msgspec.json.decode((resources.files(__package__) / name).read_bytes())


def theme_names() -> list[str]:
    """The names of all themes."""
    return list(_read("themes.json"))


@functools.cache
def theme(name: str) -> Theme:
    """A theme by its name.

    Raises:
        ValueError: if there is none of this name.
    """
    if name not in _read("themes.json"):
        raise ValueError(Sentence("there is no theme {name}; themes are {known}", name=name,
                                  known=', '.join(theme_names())))
    return msgspec.convert(_read("themes.json")[name], Theme)


def symbol(letter: str) -> str:
    """The outline of a piece of Echek as the text of an SVG path, 64 wide and 64 high."""
    return str(_read("symbols.json")[letter.upper()]["path"])


def strokes(text: str) -> Iterator[tuple[float, str]]:
    """Figures and small letters as lines to be drawn, in units of a tenth of a figure's height.

    Yields:
        For each character its width and the text of its SVG path, with the baseline at 10.
    """
    for character in text:
        found = _read("glyphs.json")[character]
        yield found["width"], found["path"]


def shade(colour: str, light: float) -> str:
    """A colour under so much light: 1 leaves it as it is."""
    return _hex([channel * light for channel in _channels(colour)])


@functools.lru_cache(maxsize=1024)
def lit(colour: str, light: float) -> str:
    """The colour of a face with so much light, from 0 to 1, of a body of this colour."""
    linear = _linear(colour)
    have = _weighed(linear)
    wanted = max(0.0, max(have + 0.05, SHINE) / DEPTH ** (1 - light) - 0.05)
    share, more = (wanted / have, 0.0) if wanted < have else (1.0, wanted - have)
    return _hex([255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)
                 for part in (channel * share + more for channel in linear)])


def _linear(colour: str) -> list[float]:
    """Red, green and blue as amounts of light, from 0 to 1."""
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in (channel / 255 for channel in _channels(colour))]


def _weighed(linear: list[float]) -> float:
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def mix(first: str, second: str, share: float) -> str:
    """A colour between two, with so large a share of the second."""
    return _hex([a + (b - a) * share
                 for a, b in zip(_channels(first), _channels(second), strict=True)])


def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1."""
    red, green, blue = _channels(colour)
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def _channels(colour: str) -> list[int]:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return [int(digits[at:at + 2], 16) for at in (0, 2, 4)]


def _hex(channels: list[float]) -> str:
    return "#" + "".join(f"{min(255, max(0, round(channel))):02x}" for channel in channels)
