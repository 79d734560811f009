"""Where the squares of a view lie, and how large a picture of it is."""
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..base.sentence import Sentence
from ..notation.errors import NotationError
from .geometry import EDGE, JUMP_HEIGHT, Camera, Point, Vector

SQUARE = re.compile(r"([a-z])([1-9][0-9]?)", re.IGNORECASE)
RIM, NARROW_RIM = 0.5, 0.16         # with and without coordinates
TRAY = 1.02                         # where pieces in hand lie, beyond the rim
THICKNESS = 0.2


@dataclass(frozen=True, slots=True)
class Layout:
    """The squares that are shown, and from which side.

    Attributes:
        columns, rows: how many.
        first: column and row, from 0, of the lower left square as White sees it.
        wrap: after how many columns and rows an endless board begins again; else 0.
        black: seen from Black's side.
        rim: the width of the frame.
        trays: whether pieces in hand lie beside the board.
        letters: of the pieces, capitals, in the order of the trays.
    """

    columns: int
    rows: int
    first: tuple[int, int]
    wrap: int
    black: bool
    rim: float
    trays: bool
    letters: str

    @classmethod
    def of(cls, view: Mapping[str, Any], black: bool, coordinates: bool) -> "Layout":
        """The layout of a view."""
        board = view["board"]
        return cls(board["columns"], board["rows"], _numbers(board["first"]), board["wrap"], black,
                   RIM if coordinates else NARROW_RIM, view["reserves"] is not None,
                   view["letters"])

    @property
    def sign(self) -> int:
        """1 from White's side, -1 from Black's, where everything is turned by half a turn."""
        return -1 if self.black else 1

    def place(self, square: str) -> Point:
        """The centre of a square.

        Raises:
            NotationError: if this is not a square that is shown.
        """
        if not SQUARE.fullmatch(square):
            raise NotationError(Sentence("this is not a square; squares are {squares}",
                                         squares=self._range()), square)
        column, row = (number - first for number, first
                       in zip(_numbers(square), self.first, strict=True))
        if self.wrap:
            column, row = column % self.wrap, row % self.wrap
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise NotationError(Sentence("there is no such square; squares are {squares}",
                                         squares=self._range()), square)
        return self.centre(column, row)

    def centre(self, column: float, row: float) -> Point:
        """The centre of the square in this column and row, from 0, of those that are shown."""
        return (self.sign * (column - (self.columns - 1) / 2),
                self.sign * (row - (self.rows - 1) / 2))

    def names(self) -> tuple[list[str], list[str]]:
        """The names of the columns and of the rows that are shown."""
        column, row = self.first
        wrap = self.wrap or 100
        return ([chr(97 + (column + index) % wrap) for index in range(self.columns)],
                [str((row + index) % wrap + 1) for index in range(self.rows)])

    def rectangle(self, told: Mapping[str, Any]) -> tuple[float, float, float, float]:
        """West, south, east and north edge of a rectangle of a view, as the viewer sees it."""
        column, row = (number - first for number, first
                       in zip(_numbers(told["first"]), self.first, strict=True))
        if self.wrap:               # it may begin beyond what is shown
            column, row = ((number + self.wrap // 2) % self.wrap - self.wrap // 2
                           for number in (column, row))
        edges = []
        for at, wide, shown in ((column, told["columns"], self.columns),
                                (row, told["rows"], self.rows)):
            low, high = max(0, at), min(shown, at + wide)
            edges.append(sorted((self.sign * (low - shown / 2), self.sign * (high - shown / 2))))
        (west, east), (south, north) = edges
        return west, south, east, north

    def half(self) -> Point:
        """Half the width and half the depth of the board with rim and trays."""
        return (self.columns / 2 + self.rim,
                self.rows / 2 + self.rim + (TRAY if self.trays else 0))

    def camera(self, flat: bool) -> Camera:
        """The camera that sees it."""
        return Camera.above(self.columns, self.rows, flat)

    def extent(self, flat: bool, jumps: bool) -> tuple[Point, Point]:
        """The corners of the picture, on the screen.

        Args:
            jumps: with room for a die that jumps along the farthest row.
        """
        camera, (wide, deep) = self.camera(flat), self.half()
        low = 0 if flat else -THICKNESS
        points: list[Vector] = [(x, y, z) for x in (-wide, wide) for y in (-deep, deep)
                                for z in (0, low)]
        if not flat:                # a die that is about to tilt out of the farthest row
            points.append((0, self.rows / 2, JUMP_HEIGHT + EDGE if jumps else 0.95))
        xs, ys = zip(*map(camera.project, points), strict=True)
        pad = 0.06
        return (min(xs) - pad, min(ys) - pad), (max(xs) + pad, max(ys) + pad)

    def _range(self) -> str:
        columns, rows = self.names()
        return f"{columns[0]}{rows[0]} to {columns[-1]}{rows[-1]}"


def _numbers(square: str) -> tuple[int, int]:
    return ord(square[0].lower()) - 97, int(square[1:]) - 1
