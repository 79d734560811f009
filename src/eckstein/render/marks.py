"""What is pointed out: arrows, marked squares, the way of a move and the sums of its battles."""
import re
from collections.abc import Iterable, Mapping
from math import hypot
from typing import Any, NamedTuple

from ..base.sentence import Sentence
from ..notation.errors import NotationError
from .canvas import Canvas
from .geometry import EDGE, HALF, JUMP_HEIGHT, Point, Vector, added, circle, rounded, scaled, unit
from .layout import Layout
from .table import square
from .themes import Theme, luminance

ARROW = re.compile(r"([a-z][0-9]{1,2})[- ]?([a-z][0-9]{1,2})", re.IGNORECASE)
RIGHT: Vector = (1, 0, 0)
AWAY: Vector = (0, 1, 0)
JUMP_POINTS, BOW = 16, 0.3
SHAFT, HEAD, HEAD_LENGTH = 0.075, 0.19, 0.34     # halves of an arrow's width, and its head's length


class Mark(NamedTuple):
    """One square, or an arrow from the first to the second, and a colour's name."""

    squares: tuple[str, ...]
    colour: str


def read_arrow(text: str) -> Mark:
    """An arrow from text such as `d1d2`, `d1-d2` or `d1d2:red`.

    Raises:
        NotationError: if it is not one.
    """
    way, _, colour = text.partition(":")
    found = ARROW.fullmatch(way)
    if not found or found[1].lower() == found[2].lower():
        raise NotationError(Sentence("an arrow leads from one square to another, such as d1d2 "
                                     "or d1d2:red"),
                            text)
    return Mark((found[1], found[2]), colour or "arrow")


def read_mark(text: str) -> Mark:
    """A marked square from text such as `d3` or `d3:red`."""
    name, _, colour = text.partition(":")
    return Mark((name,), colour or "target")


def draw_marks(canvas: Canvas, theme: Theme, layout: Layout, marks: Iterable[Mark]) -> None:
    """A frame within each marked square."""
    for mark in marks:
        _draw_frame(canvas, layout.place(mark.squares[0]), theme.colour(mark.colour))


def draw_arrows(canvas: Canvas, theme: Theme, layout: Layout, arrows: Iterable[Mark],
                occupied: Iterable[str]) -> None:
    """Arrows above everything else, from die to die or, where there is none, on the board."""
    lifted = set(occupied)
    for arrow in arrows:
        start, end = ((*layout.place(name), 0 if canvas.camera.flat or name.lower() not in lifted
                       else HALF) for name in arrow.squares)
        colour = theme.colour(arrow.colour)
        canvas.polygon(_arrow(start, end), fill=colour, fill_opacity=0.85, stroke=theme.page,
                       stroke_width=2.5, stroke_linejoin="round", stroke_opacity=0.9)


def draw_last(canvas: Canvas, theme: Theme, layout: Layout, move: Mapping[str, Any]) -> None:
    """The squares of the last move, and its way if it had several steps."""
    way = _way(move)
    for index, name in enumerate(dict.fromkeys(way)):
        ends = index == 0 or name == way[-1]
        square(canvas, layout.place(name), fill=theme.last, fill_opacity=0.62 if ends else 0.3)
    if len(way) > 2:
        canvas.line([(*layout.place(name), 0) for name in way], 0.05, theme.last,
                    stroke_linecap="round")


def draw_check(canvas: Canvas, theme: Theme, layout: Layout, threats: Iterable[Iterable[str]]
               ) -> None:
    """The ways by which a king could be taken, and the king's square."""
    for threat in threats:
        names = list(threat)
        square(canvas, layout.place(names[-1]), fill=theme.check, fill_opacity=0.4)
        canvas.line([(*layout.place(name), 0) for name in names], 0.07, theme.check,
                    stroke_dasharray="16 11", stroke_linecap="round")


def draw_way(canvas: Canvas, theme: Theme, layout: Layout, move: Mapping[str, Any]) -> None:
    """The way of a move over the board, below the dice; jumps are drawn above them."""
    way = _way(move)
    if not way:
        return
    for name in dict.fromkeys((way[0], way[-1])):
        square(canvas, layout.place(name), fill=theme.target, fill_opacity=0.3)
    for gone in move["removed"]:
        if gone["why"] == "captured":
            _draw_frame(canvas, layout.place(gone["square"]), theme.check)
    for step in move["steps"]:
        if step["kind"] in ("tilt", "slide"):
            canvas.line([(*layout.place(name), 0) for name in (step["origin"], step["target"])],
                        0.13, theme.target, stroke_linecap="round")
    for name in way[1:-1]:
        canvas.shape(circle((*layout.place(name), 0), RIGHT, AWAY, 0.11), fill=theme.page,
                     stroke=theme.target, stroke_width=3)


def draw_jumps(canvas: Canvas, theme: Theme, layout: Layout, move: Mapping[str, Any]) -> None:
    """The arcs of a move's jumps, above the dice, from where the die is to where it will be."""
    steps, top = move["steps"], 0 if canvas.camera.flat else EDGE
    for index, step in enumerate(steps):
        if step["kind"] != "jump":
            continue
        arc = _arc((*layout.place(step["origin"]), 0 if index else top),
                   (*layout.place(step["target"]), 0 if index < len(steps) - 1 else top),
                   0 if canvas.camera.flat else EDGE + JUMP_HEIGHT / 2)
        canvas.line(arc, 0.1, theme.page, stroke_linecap="round", stroke_opacity=0.8)
        canvas.line(arc, 0.06, theme.target, stroke_linecap="round")


def _arc(start: Vector, end: Vector, height: float) -> list[Vector]:
    """A curve over what lies between; where height would not show, it bends to the side."""
    bow = BOW if not height or abs(end[0] - start[0]) < abs(end[1] - start[1]) else 0
    aside = scaled(unit((start[1] - end[1], end[0] - start[0], 0)), bow)
    points = []
    for index in range(JUMP_POINTS + 1):
        t = index / JUMP_POINTS
        over = 4 * t * (1 - t)
        straight = added(start, added(end, start, -1), t)
        points.append(added(added(straight, aside, over), (0, 0, height), over))
    return points


def draw_battles(canvas: Canvas, theme: Theme, layout: Layout, move: Mapping[str, Any]) -> None:
    """Draw the helpers in a move's battles, on the board, below the dice."""
    falling = {battle["loser"] for battle in move["battles"]}
    for battle in move["battles"]:
        for fighter, helpers in ((battle["attacker"], battle["attackers"]),
                                 (battle["defender"], battle["defenders"])):
            colour = _of_side(theme, battle, fighter)
            # A helper of a falling die stays on its square.
            counts = theme.arrow if colour == theme.check else colour
            for helper in helpers:
                falls = helper in falling
                _draw_frame(canvas, layout.place(helper), theme.check if falls else counts, falls)
                if helper != fighter:
                    canvas.line([(*layout.place(helper), 0), (*layout.place(fighter), 0)], 0.13,
                                counts, stroke_linecap="round")


def _of_side(theme: Theme, battle: Mapping[str, Any], fighter: str) -> str:
    """The colour of the side that falls, of the one that makes it fall, or of a tie."""
    if battle["loser"] is None:
        return theme.arrow
    return theme.check if fighter == battle["loser"] else theme.target


def draw_sums(canvas: Canvas, theme: Theme, layout: Layout, move: Mapping[str, Any]) -> None:
    """The totals of a move's battles, above the dice, and a cross on what is lost."""
    for gone in move["removed"]:
        if gone["why"] in ("battle", "surrounded"):
            _draw_cross(canvas, theme, layout.place(gone["square"]))
    for battle in move["battles"]:
        here, there = layout.place(battle["attacker"]), layout.place(battle["defender"])
        for at, other, total, side in ((here, there, battle["attack"], "attacker"),
                                       (there, here, battle["defence"], "defender")):
            _draw_badge(canvas, theme, at, other, str(total),
                        _of_side(theme, battle, battle[side]))


def _way(move: Mapping[str, Any]) -> list[str]:
    """The squares of a move that stays on the board, in order; of a placed piece its square."""
    way: list[str] = []
    for step in move["steps"]:
        if step["kind"] == "return" or step["target"] is None:
            continue
        if not way and step["origin"]:
            way.append(step["origin"])
        way.append(step["target"])
    return way


def _draw_frame(canvas: Canvas, at: Point, colour: str, dashed: bool = False) -> None:
    canvas.shape(rounded((*at, 0), RIGHT, AWAY, (0.445, 0.445), 0.1), fill=colour,
                 fill_opacity=0.16, stroke=colour, stroke_width=7, stroke_opacity=0.95,
                 **({"stroke_dasharray": "16 9"} if dashed else {}))


def _arrow(start: Vector, end: Vector) -> list[Vector]:
    length = hypot(end[0] - start[0], end[1] - start[1])
    forth = scaled(added(end, start, -1), 1 / length)
    aside = unit((-forth[1], forth[0], 0))
    begin, tip = added(start, forth, 0.12), added(end, forth, -0.04)
    neck = added(tip, forth, -HEAD_LENGTH)
    return [added(begin, aside, SHAFT), added(neck, aside, SHAFT), added(neck, aside, HEAD), tip,
            added(neck, aside, -HEAD), added(neck, aside, -SHAFT), added(begin, aside, -SHAFT)]


def _draw_cross(canvas: Canvas, theme: Theme, at: Point) -> None:
    height = 0 if canvas.camera.flat else EDGE
    for width, colour in ((0.15, theme.page), (0.09, theme.check)):
        for slope in (1, -1):
            canvas.line([(at[0] - 0.27, at[1] - 0.27 * slope, height),
                         (at[0] + 0.27, at[1] + 0.27 * slope, height)], width, colour,
                        stroke_linecap="round")


def _draw_badge(canvas: Canvas, theme: Theme, at: Point, other: Point, text: str, colour: str
                ) -> None:
    """A total on a disc, at the corner of a die that is away from the other one."""
    away = (at[0] - other[0], at[1] - other[1])
    corner = (0.36 if away[0] >= 0 else -0.36, 0.36 if away[1] >= 0 else -0.36)
    middle: Vector = (at[0] + corner[0], at[1] + corner[1], 0 if canvas.camera.flat else EDGE)
    wide = 0.09 * (len(text) - 1)
    canvas.blob([added(middle, (a * (0.04 + wide), b * 0.04, 0)) for a, b in
                 ((1, 1), (-1, 1), (-1, -1), (1, -1))], 0.2, fill=colour, stroke=theme.page,
                stroke_width=4)
    canvas.figures(text, middle, RIGHT, AWAY if canvas.camera.flat else unit((0, 0.56, 0.83)),
                   0.24, "#ffffff" if luminance(colour) < 0.6 else "#000000", 1.7)
