"""A board as rows of characters, from a view alone: no rules, no terminal, no colours.

Every character has an ink and a ground, which are words; the palette turns them into colours, or
into nothing where there are none.  The owner of a die, the choice and its targets are visible
without colours, too: White's dice are (6), Black's [6], targets <1>, with the top they will show.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

LABEL = 3                   # characters to the left of the board, for the numbers of rows
ARROWS = {(0, 1): "↑", (1, 1): "↗", (1, 0): "→", (1, -1): "↘",
          (0, -1): "↓", (-1, -1): "↙", (-1, 0): "←", (-1, 1): "↖"}
View = Mapping[str, Any]


class Span(NamedTuple):
    """Characters that look alike."""

    text: str
    ink: str
    ground: str


class Size(NamedTuple):
    """How many characters a square has."""

    width: int
    height: int


SIZES = (Size(11, 5), Size(9, 4), Size(7, 3), Size(6, 3), Size(6, 2), Size(5, 2), Size(4, 2),
         Size(4, 1))
ROOM_ON_THE_PLANE = 10      # rows and columns of an endless board that are always provided for


@dataclass
class Marks:
    """What is pointed out on a board.

    Attributes:
        cursor, chosen: squares.
        targets: by square, the tops that the chosen die may show there.
        ghost: a square and the piece that would lie on it.
        way: by square, the arrow that leads on from it, of the move that is looked at.
        last: the same of the last move; the last square has an empty text.
        threats: squares from attackers to the king that is in check.
        leaving: squares of pieces that are about to leave the board.
    """

    cursor: str | None = None
    chosen: str | None = None
    targets: Mapping[str, str] = field(default_factory=dict)
    ghost: tuple[str, Mapping[str, Any]] | None = None
    way: Mapping[str, str] = field(default_factory=dict)
    last: Mapping[str, str] = field(default_factory=dict)
    threats: frozenset[str] = frozenset()
    leaving: frozenset[str] = frozenset()


def squares(view: View, flipped: bool = False) -> list[list[str]]:
    """The names of all squares that are shown, as rows from the top of the screen down."""
    board = view["board"]
    wrap = board["wrap"] or 1 << 30
    column, row = ord(board["first"][0]) - 97, int(board["first"][1:]) - 1
    names = [[f"{chr(97 + (column + x) % wrap)}{(row + y) % wrap + 1}"
              for x in range(board["columns"])] for y in range(board["rows"])]
    return [line[::-1] for line in names] if flipped else names[::-1]


def fitting(view: View, width: int, height: int) -> Size:
    """The largest squares with which the board fits into so many characters."""
    board = view["board"]
    columns, rows = board["columns"], board["rows"]
    if board["wrap"]:
        columns, rows = max(columns, ROOM_ON_THE_PLANE), max(rows, ROOM_ON_THE_PLANE)
    for size in SIZES:
        if size.width * columns + LABEL <= width and size.height * rows + 1 <= height:
            return size
    return SIZES[-1]


def direction(view: View, origin: str, target: str, flipped: bool = False) -> tuple[int, int]:
    """Where a square lies from another one, on the screen: each -1, 0 or 1, right and up."""
    wrap = view["board"]["wrap"]
    x, y = ord(target[0]) - ord(origin[0]), int(target[1:]) - int(origin[1:])
    if wrap:
        x, y = ((z + wrap // 2) % wrap - wrap // 2 for z in (x, y))
    turn = -1 if flipped else 1
    return turn * ((x > 0) - (x < 0)), turn * ((y > 0) - (y < 0))


def arrows(view: View, move: View, flipped: bool = False) -> dict[str, str]:
    """For each square of a move's way the arrow that leads on from it; the last has none."""
    found = {}
    for step in move["steps"]:
        if step["origin"] and step["target"]:
            found[step["origin"]] = ARROWS.get(
                direction(view, step["origin"], step["target"], flipped), "")
    for step in move["steps"]:
        if step["target"]:
            found.setdefault(step["target"], "")
    return found


class Drawing:
    """One picture of a board.

    Args:
        view: what `eckstein.board.view.view` tells.
        marks: what is pointed out.
        size: of each square.
        flipped: whether Black sits at the bottom.
    """

    def __init__(self, view: View, marks: Marks, size: Size, flipped: bool = False) -> None:
        self.view, self.marks, self.size, self.flipped = view, marks, size, flipped
        self.squares = squares(view, flipped)
        self._goals = {name for goals in view["goals"].values() for name in goals}
        area = view["area"]
        self._area = _rectangle(view, area) if area else set()
        self._reach = _rectangle(view, area["reach"]) if area else set()

    def rows(self) -> Iterator[list[Span]]:
        """The picture, line by line from the top, with its labels."""
        for line in self.squares:
            cells = [self._cell(name) for name in line]
            for part in range(self.size.height):
                label = line[0][1:] if part == self.size.height // 2 else ""
                yield [Span(f"{label:>2} ", "label", "page"),
                       *(span for cell in cells for span in cell[part])]
        names = "".join(name[0].rjust(self.size.width // 2 + 1).ljust(self.size.width)
                        for name in self.squares[-1])
        yield [Span(" " * LABEL + names, "label", "page")]

    def square_at(self, x: int, y: int) -> str | None:
        """The square at a character, or None."""
        column, row = (x - LABEL) // self.size.width, y // self.size.height
        if 0 <= row < len(self.squares) and 0 <= column < len(self.squares[0]):
            return self.squares[row][column]
        return None

    def _cell(self, name: str) -> list[list[Span]]:
        """One square as lines of spans."""
        ground = self._ground(name)
        canvas = _Canvas(self.size, ground)
        self._borders(canvas, name)
        piece = self.view["pieces"].get(name)
        ghost = self.marks.ghost
        if ghost and ghost[0] == name:
            canvas.piece(ghost[1], "ghost")
        elif piece:
            canvas.piece(piece, f"{piece['colour']}_die")
            if name in self.marks.targets:
                canvas.corner(f"x{self.marks.targets[name]}")
        elif name in self.marks.targets:
            canvas.middle(f"<{self.marks.targets[name]}>", "target")
        elif text := self._small_mark(name):
            canvas.middle(text, "dot" if text in "·+" else "arrow")
        if name in self.marks.leaving:
            canvas.corner("x")
            canvas.edges("x", "x")
        elif name == self.marks.cursor:
            canvas.edges(">", "<")
        elif name == self.marks.chosen:
            canvas.edges("*", "*")
        return canvas.spans()

    def _ground(self, name: str) -> str:
        marks = self.marks
        for ground, here in (("threat", name in marks.leaving), ("cursor", name == marks.cursor),
                             ("chosen", name == marks.chosen),
                             ("target", name in marks.targets), ("way", name in marks.way),
                             ("threat", name in marks.threats), ("last", name in marks.last)):
            if here:
                return ground
        if self._area and name not in self._area:
            return "reach" if name in self._reach else "page"
        return "dark" if (ord(name[0]) + int(name[1:])) % 2 == 0 else "light"

    def _small_mark(self, name: str) -> str:
        """What an empty square shows: an arrow of a way, a goal, or a dot."""
        for way in (self.marks.way, self.marks.last):
            if way.get(name):
                return way[name]
        if name in self.marks.threats:
            return "!"
        if name in self._goals:
            return "+"
        if self._area and name not in self._area:
            return "·" if name in self._reach else ""
        return "·"

    def _borders(self, canvas: _Canvas, name: str) -> None:
        """Borders of the area are drawn on the squares outside that touch it."""
        if not self._area or name in self._area:
            return
        for side in self.view["area"]["borders"]:
            if self._beside(name, side) in self._area:
                canvas.border(_OPPOSITE[side] if not self.flipped else side)

    def _beside(self, name: str, side: str) -> str:
        """The square that has `name` on this side of it."""
        x, y = _SIDES[side]
        wrap = self.view["board"]["wrap"] or 1 << 30
        return (f"{chr(97 + (ord(name[0]) - 97 - x) % wrap)}"
                f"{(int(name[1:]) - 1 - y) % wrap + 1}")


_ROUND = ("north", "west", "east", "south")
_SIDES = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
_OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


def _rectangle(view: View, area: View) -> set[str]:
    """All squares of a part of an endless board."""
    shape = {"board": {**area, "wrap": view["board"]["wrap"]}}
    return {name for line in squares(shape) for name in line}


class _Canvas:
    """The characters of one square."""

    def __init__(self, size: Size, ground: str) -> None:
        self.size = size
        self._lines = [[Span(" ", "dot", ground)] * size.width for _ in range(size.height)]
        self._ground = ground
        self._row, self._middle = size.height // 2, size.width // 2     # of the top of a die

    def _put(self, row: int, column: int, text: str, ink: str, ground: str | None = None) -> None:
        if 0 <= row < self.size.height:
            for place, character in enumerate(text, column):
                if 0 <= place < self.size.width:
                    self._lines[row][place] = Span(character, ink, ground or self._ground)

    def middle(self, text: str, ink: str) -> None:
        """Some characters in the middle."""
        self._put(self._row, self._middle - len(text) // 2, text, ink)

    def corner(self, text: str) -> None:
        """Some characters at the upper right, or at the right where there is one row."""
        self._put(0, self.size.width - len(text), text, "capture")

    def edges(self, left: str, right: str) -> None:
        """A character at both ends of the middle row, as far as they are free."""
        self._put(self._row, 0, left, "mark")
        if self.size.width % 2:
            self._put(self._row, self.size.width - 1, right, "mark")

    def border(self, side: str) -> None:
        """A line along a side."""
        last = self.size.width - 1
        if side in ("north", "south"):
            self._put(0 if side == "north" else self.size.height - 1, 0,
                      "━" * self.size.width, "border")
        else:
            for row in range(self.size.height):
                self._put(row, 0 if side == "west" else last, "┃", "border")

    def piece(self, piece: View, ground: str) -> None:
        """A die with its top and sides, a king, or a piece."""
        faces = piece["faces"] if piece["kind"] == "die" else None
        white = piece["colour"] == "white"
        symbol = str(faces["top"]) if faces else ("K" if piece["kind"] == "king"
                                                  else piece["letter"])
        top = f"({symbol})" if white else f"[{symbol}]"
        if self.size.height >= 5:
            self._box(top, faces, ground, "╭╮╰╯" if white else "┏┓┗┛", white)
        elif self.size.height >= 2 and self.size.width >= 6:
            self._block(top, faces, ground)
        else:
            self._put(self._row, self._middle - 1, top, "top", ground)

    def _block(self, top: str, faces: View | None, ground: str) -> None:
        left = self._middle - 2
        north, west, east, south = (str(faces[side]) if faces else " " for side in _ROUND)
        self._put(self._row - 1, left, f"  {north}  ", "side", ground)
        self._put(self._row, left, f"{west}{top}{east}", "side", ground)
        self._put(self._row, left + 1, top, "top", ground)
        self._put(self._row + 1, left, f"  {south}  ", "side", ground)

    def _box(self, top: str, faces: View | None, ground: str, corners: str, white: bool) -> None:
        """A die with its outline, the side faces standing in the outline."""
        left, middle = self._middle - 3, self._row
        rule, bar = ("─", "│") if white else ("━", "┃")
        north, west, east, south = (str(faces[side]) if faces else line for side, line in
                                    zip(_ROUND, (rule, bar, bar, rule), strict=True))
        a, b, c, d = tuple(corners)
        for row, text in ((-2, f"{a}{rule * 2}{north}{rule * 2}{b}"), (-1, f"{bar}     {bar}"),
                          (0, f"{west}     {east}"), (1, f"{bar}     {bar}"),
                          (2, f"{c}{rule * 2}{south}{rule * 2}{d}")):
            self._put(middle + row, left, text, "side", ground)
        self._put(middle, left + 2, top, "top", ground)

    def spans(self) -> list[list[Span]]:
        """The lines, neighbours that look alike put together."""
        found = []
        for line in self._lines:
            spans: list[Span] = []
            for span in line:
                if spans and spans[-1][1:] == span[1:]:
                    spans[-1] = spans[-1]._replace(text=spans[-1].text + span.text)
                else:
                    spans.append(span)
            found.append(spans)
        return found
