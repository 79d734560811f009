"""The board itself: rim, squares, coordinates, goals, and the area of an endless board."""
from collections.abc import Iterator, Mapping
from typing import Any

from .canvas import Canvas
from .geometry import ACROSS, Vector, circle, rounded
from .layout import THICKNESS, TRAY, Layout
from .themes import Theme, mix, shade

RIGHT: Vector = (1, 0, 0)
AWAY: Vector = (0, 1, 0)
SEAM = 0.012                        # neighbouring squares overlap by this, lest the rim show


def draw_table(canvas: Canvas, theme: Theme, layout: Layout, coordinates: bool) -> None:
    """The slab with its rim and squares, and the names of columns and rows."""
    _draw_slab(canvas, theme, layout)
    _draw_squares(canvas, theme, layout)
    if coordinates:
        _draw_names(canvas, theme, layout)


def square(canvas: Canvas, at: tuple[float, float], **attributes: Any) -> None:
    """A square of the board."""
    x, y = at
    canvas.polygon(_corners(x - 0.5, y - 0.5, x + 0.5, y + 0.5), **attributes)


def draw_goals(canvas: Canvas, theme: Theme, layout: Layout, goals: Mapping[str, list[str]]
               ) -> None:
    """A small lozenge on each square that a player wants to reach."""
    for name in sorted({name for names in goals.values() for name in names}):
        x, y = layout.place(name)
        reach = 0.13
        canvas.polygon([(x - reach, y, 0), (x, y - reach, 0), (x + reach, y, 0), (x, y + reach, 0)],
                       fill=theme.goal, fill_opacity=0.16, stroke=theme.goal, stroke_width=2,
                       stroke_opacity=0.55)


def draw_area(canvas: Canvas, theme: Theme, layout: Layout, area: Mapping[str, Any]) -> None:
    """Where play is on an endless board: its real borders, and where it may still grow."""
    reach = layout.rectangle(area["reach"])
    wide, deep = layout.columns / 2, layout.rows / 2
    west, south, east, north = reach
    for edges in ((-wide, north, wide, deep), (-wide, -deep, wide, south),
                  (-wide, south, west, north), (east, south, wide, north)):
        if edges[0] < edges[2] and edges[1] < edges[3]:
            canvas.polygon(_corners(*edges), fill=theme.frame, fill_opacity=0.45)
    now = layout.rectangle(area)
    canvas.polygon(_corners(*reach), fill="none", stroke=theme.area, stroke_width=2.5,
                   stroke_opacity=0.7, stroke_dasharray="9 9")
    canvas.polygon(_corners(*now), fill=theme.highlight, fill_opacity=0.22, stroke=theme.area,
                   stroke_width=3, stroke_opacity=0.8)
    for start, end in _borders(now, [ACROSS[name] if layout.black else name
                                     for name in area["borders"]]):
        canvas.line([start, end], 0.1, theme.area, stroke_linecap="round")


def draw_trays(canvas: Canvas, theme: Theme, layout: Layout, rights: Mapping[str, bool] | None
               ) -> None:
    """Hollows for the pieces in hand, and whether the right to swap is left."""
    for colour in ("white", "black"):
        _, y = tray_place(layout, colour, layout.letters[0])
        canvas.shape(rounded((0, y, 0), RIGHT, AWAY, (3.2, TRAY / 2 - 0.06), 0.25),
                     fill=shade(theme.frame, 0.8), stroke=theme.line, stroke_width=1.5)
        for letter in layout.letters:
            x, y = tray_place(layout, colour, letter)
            canvas.shape(circle((x, y, 0), RIGHT, AWAY, 0.34), fill="none", stroke=theme.line,
                         stroke_width=1.5, stroke_opacity=0.6)
        if rights and rights[colour]:
            _draw_swap(canvas, theme, 3.62, y)


def tray_place(layout: Layout, colour: str, letter: str) -> tuple[float, float]:
    """Where a piece in hand lies: before its player, in the order of the pieces."""
    near = (colour == "white") != layout.black
    y = layout.half()[1] - TRAY / 2 - 0.04
    x = layout.letters.index(letter.upper()) - (len(layout.letters) - 1) / 2
    return x, -y if near else y


def _draw_slab(canvas: Canvas, theme: Theme, layout: Layout) -> None:
    wide, deep = layout.half()
    edge = {"stroke": mix(theme.frame, theme.ink, 0.6), "stroke_width": 2,
            "stroke_linejoin": "round"}
    if not canvas.camera.flat:
        canvas.polygon([(-wide, -deep, 0), (wide, -deep, 0), (wide, -deep, -THICKNESS),
                        (-wide, -deep, -THICKNESS)], fill=shade(theme.frame, 0.72), **edge)
    canvas.polygon(_corners(-wide, -deep, wide, deep), fill=theme.frame, **edge)


def _draw_squares(canvas: Canvas, theme: Theme, layout: Layout) -> None:
    wide, deep = layout.columns / 2, layout.rows / 2
    canvas.polygon(_corners(-wide, -deep, wide, deep), fill=theme.light)
    for column in range(layout.columns):
        for row in range(layout.rows):
            if (column + row + sum(layout.first)) % 2 == 0:
                square(canvas, layout.centre(column, row), fill=theme.dark)
    for index in range(1, layout.columns):
        canvas.line([(index - wide, -deep, 0), (index - wide, deep, 0)], SEAM, theme.line,
                    stroke_opacity=0.55)
    for index in range(1, layout.rows):
        canvas.line([(-wide, index - deep, 0), (wide, index - deep, 0)], SEAM, theme.line,
                    stroke_opacity=0.55)
    canvas.polygon(_corners(-wide, -deep, wide, deep), fill="none",
                   stroke=mix(theme.frame, theme.ink, 0.6), stroke_width=2.5)


def _draw_names(canvas: Canvas, theme: Theme, layout: Layout) -> None:
    columns, rows = layout.names()
    wide, deep = layout.columns / 2, layout.rows / 2
    for index, name in enumerate(columns):
        x, _ = layout.centre(index, 0)
        canvas.figures(name, (x, -deep - layout.rim / 2, 0), RIGHT, AWAY, 0.23, theme.text, 1.4)
    for index, name in enumerate(rows):
        _, y = layout.centre(0, index)
        canvas.figures(name, (-wide - layout.rim / 2, y, 0), RIGHT, AWAY, 0.23, theme.text, 1.4)


def _draw_swap(canvas: Canvas, theme: Theme, x: float, y: float) -> None:
    """Two arrows that point to each other's tails."""
    for way, lift in ((1, 0.1), (-1, -0.1)):
        canvas.line([(x - 0.2 * way, y + lift, 0), (x + 0.2 * way, y + lift, 0)], 0.045,
                    theme.text, stroke_linecap="round")
        canvas.line([(x + 0.09 * way, y + lift + 0.1, 0), (x + 0.2 * way, y + lift, 0),
                     (x + 0.09 * way, y + lift - 0.1, 0)], 0.045, theme.text,
                    stroke_linecap="round")


def _corners(west: float, south: float, east: float, north: float) -> list[Vector]:
    return [(west, south, 0), (east, south, 0), (east, north, 0), (west, north, 0)]


def _borders(edges: tuple[float, float, float, float], names: list[str]
             ) -> Iterator[tuple[Vector, Vector]]:
    west, south, east, north = edges
    ends: dict[str, tuple[Vector, Vector]] = {
        "north": ((west, north, 0), (east, north, 0)),
        "south": ((west, south, 0), (east, south, 0)),
        "east": ((east, south, 0), (east, north, 0)),
        "west": ((west, south, 0), (west, north, 0))}
    for name in names:
        yield ends[name]
