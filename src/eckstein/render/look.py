"""How a picture is to look, apart from what it shows."""
from dataclasses import dataclass

from ..base.expect import expect
from ..base.sentence import Sentence
from .themes import COLOUR, theme

LEAST_SIZE, GREATEST_SIZE = 40, 4000


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is to look.

    Attributes:
        flat: seen from straight above, instead of in perspective.
        theme: "wood", "slate", "print" or "contrast".
        size: width in pixels, 40 to 4000.
        black: seen from Black's side.
        last: with the last move marked.
        coordinates: with the names of columns and rows.
        numerals: on the dice, instead of pips; if None, on flat pictures alone.
        background: a colour as #rrggbb; if None, pictures are transparent, and animations have
            the theme's own.

    Raises:
        ValueError: if one of these cannot be.
        TypeError: if one of them is of another type.
    """

    flat: bool = False
    theme: str = "wood"
    size: int = 480
    black: bool = False
    last: bool = True
    coordinates: bool = True
    numerals: bool | None = None
    background: str | None = None

    def __post_init__(self) -> None:
        for name in ("flat", "black", "last", "coordinates"):
            expect(name, getattr(self, name), bool)
        expect("numerals", self.numerals, bool, type(None))
        expect("a theme", self.theme, str)
        expect("the size of a picture", self.size, int)
        expect("a background", self.background, str, type(None))
        theme(self.theme)
        if not LEAST_SIZE <= self.size <= GREATEST_SIZE:
            raise ValueError(Sentence("a picture is {least_size} to {greatest_size} pixels "
                                      "wide, and not {size}", least_size=LEAST_SIZE,
                                      greatest_size=GREATEST_SIZE, size=self.size))
        if self.background is not None and not COLOUR.fullmatch(self.background.lower()):
            raise ValueError(Sentence("{background} is not a colour; a background is #rrggbb",
                                      background=self.background))

    @property
    def figures(self) -> bool:
        """Whether dice bear numerals."""
        return self.flat if self.numerals is None else self.numerals
