"""Dice, kings and standing pieces with their shadows, in perspective or from straight above."""
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import cos, pi, sin
from typing import Any, NamedTuple

from .canvas import Canvas
from .geometry import (
    CORNERS,
    EDGE,
    HALF,
    ONE_RADIUS,
    PIP_RADIUS,
    SIDES,
    Camera,
    Pose,
    Vector,
    across,
    added,
    brightness,
    circle,
    crossed,
    dot,
    fallen,
    pips,
    rounded,
    scaled,
    turned,
)
from .themes import Side, Theme, lit, mix, symbol

ROUNDING = 0.05             # radius of a die's edges
BEVEL = 0.022               # from an edge of a die to the even part of a face
FACE = HALF - BEVEL         # half the side of this part
FACE_CORNER = 0.075
# On what is on top of a king, in edges.
CROWN = ((-0.3, -0.27), (-0.34, 0.2), (-0.17, 0.16), (0, 0.34), (0.17, 0.16), (0.34, 0.2),
         (0.3, -0.27))
DISC, DISC_HEIGHT = 0.38, 0.16
RESTING = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


class Figure(NamedTuple):
    """A piece of a view as the viewer sees it, with a die's faces in the order of SIDES."""

    colour: str
    kind: str
    letter: str
    faces: tuple[int, ...] = ()

    @classmethod
    def of(cls, piece: Mapping[str, Any], black: bool = False) -> "Figure":
        """The figure of a view's piece, perhaps seen from Black's side."""
        faces = piece["faces"] or {}
        if faces and black:
            faces = turned(faces)
        return cls(piece["colour"], piece["kind"], piece["letter"],
                   tuple(faces[side] for side in SIDES) if faces else ())


@dataclass(frozen=True, slots=True)
class Body:
    """Something that lies on the board.

    Attributes:
        figure: what it is.
        pose: where it is.
        opacity: 1, or less for what is not quite there.
    """

    figure: Figure
    pose: Pose
    opacity: float = 1


@functools.lru_cache(maxsize=256)
def shadow(camera: Camera, theme: Theme, body: Body) -> str:
    """The elements of a body's shadow on the board, which is soft at its rim."""
    canvas = Canvas(camera)
    _draw_shadow(canvas, theme, body)
    return canvas.elements()


@functools.lru_cache(maxsize=256)
def body_elements(camera: Camera, theme: Theme, body: Body, numerals: bool) -> str:
    """The elements of a die or a piece.

    Args:
        numerals: on the faces of dice, instead of pips.
    """
    canvas = Canvas(camera)
    _draw_body(canvas, theme, body, numerals)
    return canvas.elements()


def _draw_shadow(canvas: Canvas, theme: Theme, body: Body) -> None:
    if canvas.camera.flat or body.opacity < 0.3:
        return
    low, pose = body.pose.centre[2] - HALF, body.pose
    if body.figure.kind == "piece":
        points = [_round(pose, angle, DISC * pose.size, low + height)
                  for angle in range(0, 24, 2) for height in (0, DISC_HEIGHT)]
    else:
        points = [pose.place(scaled(corner, HALF - ROUNDING)) for corner in CORNERS]
    ground = [fallen(point) for point in points]
    for radius, share in ((0.17, 0.06), (0.14, 0.07), (0.11, 0.08), (0.08, 0.09), (0.05, 0.10)):
        canvas.blob(ground, radius * pose.size, fill=theme.shadow,
                    fill_opacity=share * body.opacity)


def _draw_body(canvas: Canvas, theme: Theme, body: Body, numerals: bool) -> None:
    if body.opacity < 1:
        canvas.begin(body.opacity)
    side = theme.side(body.figure.colour)
    if body.figure.kind == "piece":
        _draw_disc(canvas, side, body)
    elif canvas.camera.flat and body.pose.axes == RESTING:
        _draw_flat_die(canvas, side, body, numerals)
    else:
        _draw_die(canvas, side, body, numerals)
    if body.opacity < 1:
        canvas.end()


def _draw_die(canvas: Canvas, side: Side, body: Body, numerals: bool) -> None:
    pose, faces, size = body.pose, dict(zip(SIDES, body.figure.faces, strict=True)), body.pose.size
    near = 1.0 if canvas.camera.flat else (
        canvas.camera.distance / (canvas.camera.distance - canvas.camera.depth(pose.centre)))
    canvas.blob([pose.place(scaled(corner, HALF - ROUNDING)) for corner in CORNERS],
                ROUNDING * near * size, fill=lit(side.body, 0.3), stroke=lit(side.body, -0.6),
                stroke_width=2.4)
    seen = []
    for name, normal in SIDES.items():
        facing = pose.turn(normal)
        if not canvas.camera.sees(pose.place(scaled(normal, HALF)), facing):
            continue
        seen.append(normal)
        right, up = (pose.turn(axis) for axis in across(normal))
        canvas.shape(rounded(pose.place(scaled(normal, HALF)), right, up,
                             (FACE * size, FACE * size), FACE_CORNER * size),
                     fill=lit(side.body, brightness(facing)))
        _draw_face(canvas, side, pose, faces, name, numerals, body.figure.kind == "king")
    _draw_ridges(canvas, pose, seen, lit(side.body, 1.9))


def _draw_ridges(canvas: Canvas, pose: Pose, seen: list[Vector], colour: str) -> None:
    """The light on the edges between the faces that are seen."""
    for one, other in combinations(seen, 2):
        middle = scaled(added(one, other), HALF - BEVEL / 2)
        along = crossed(one, other)
        canvas.line([pose.place(added(middle, along, end * (HALF - ROUNDING))) for end in (1, -1)],
                    0.026 * pose.size, colour, stroke_linecap="round")


def _draw_face(canvas: Canvas, side: Side, pose: Pose, faces: Mapping[str, int], name: str,
               numerals: bool, king: bool) -> None:
    """What is on one face: pips or a numeral, and a crown on top of a king."""
    right, up = (pose.turn(axis) for axis in across(SIDES[name]))
    middle = pose.place(scaled(SIDES[name], HALF))
    if king and pose.turn(SIDES[name])[2] > 0.02:
        _draw_crown(canvas, middle, *_upright(right, up, canvas.camera), pose.size, side.pip)
    if numerals and not king:
        right, up = _upright(right, up, canvas.camera)
        canvas.figures(str(faces[name]), middle, right, up, 0.56 * EDGE * pose.size, side.pip, 1.5)
        return
    radius = (ONE_RADIUS if faces[name] == 1 else PIP_RADIUS) * EDGE * pose.size
    for pip in pips(faces, name):
        canvas.shape(circle(pose.place(pip), right, up, radius), fill=side.pip)


def _upright(right: Vector, up: Vector, camera: Camera) -> tuple[Vector, Vector]:
    """The axes of a face, turned so that what is written on it stands as upright as it can."""
    wanted = (0, 1, 0) if camera.flat else (0, 0.8, 0.6)
    ways = [(right, up), (up, scaled(right, -1)), (scaled(right, -1), scaled(up, -1)),
            (scaled(up, -1), right)]
    return max(ways, key=lambda way: dot(way[1], wanted))


def _draw_crown(canvas: Canvas, middle: Vector, right: Vector, up: Vector, size: float,
                colour: str) -> None:
    edge = EDGE * size
    canvas.polygon([added(added(middle, right, x * edge), up, y * edge) for x, y in CROWN],
                   fill="none", stroke=colour, stroke_width=round(3.4 * size, 1),
                   stroke_linejoin="round")


def _draw_flat_die(canvas: Canvas, side: Side, body: Body, numerals: bool) -> None:
    """A die from straight above, with its four side faces as small figures along its edges."""
    pose, faces = body.pose, dict(zip(SIDES, body.figure.faces, strict=True))
    x, y, _ = pose.centre
    right, up, half = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), HALF * pose.size
    canvas.shape(rounded((x, y, 0), right, up, (half, half), 0.13 * pose.size),
                 fill=lit(side.body, 1), stroke=side.edge, stroke_width=2.5)
    king = body.figure.kind == "king"
    if king:
        _draw_crown(canvas, (x, y, 0), right, up, pose.size, side.pip)
    if king or not numerals:
        _draw_flat_pips(canvas, side, pose, faces)
        return
    canvas.figures(str(faces["top"]), (x, y, 0), right, up, 0.3 * pose.size, side.pip, 1.8)
    for name in ("north", "east", "south", "west"):
        at = added((x, y, 0), SIDES[name], 0.285 * pose.size)
        canvas.figures(str(faces[name]), at, right, up, 0.115 * pose.size,
                       mix(side.pip, lit(side.body, 1), 0.25), 1.6)


def _draw_flat_pips(canvas: Canvas, side: Side, pose: Pose, faces: Mapping[str, int]) -> None:
    radius = (ONE_RADIUS if faces["top"] == 1 else PIP_RADIUS) * EDGE * pose.size
    for pip in pips(faces, "top"):
        canvas.shape(circle(pose.place(pip), (1, 0, 0), (0, 1, 0), radius), fill=side.pip)


def _draw_disc(canvas: Canvas, side: Side, body: Body) -> None:
    """A piece of Echek: a thick disc with the piece's symbol on it."""
    pose = body.pose
    x, y, z = pose.centre
    low, radius = z - HALF, DISC * pose.size
    high = low if canvas.camera.flat else low + DISC_HEIGHT * pose.size
    right, up, top = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (x, y, high)
    if not canvas.camera.flat:
        canvas.blob([_round(pose, angle, radius - 0.02, height)
                     for angle in range(24) for height in (low, high)], 0.02,
                    fill=lit(side.body, 0.25), stroke=side.edge, stroke_width=2.5)
    canvas.shape(circle(top, right, up, radius), fill=lit(side.body, 1), stroke=side.edge,
                 stroke_width=2.5)
    canvas.shape(circle(top, right, up, radius * 0.87), fill="none", stroke=side.edge,
                 stroke_width=1.6)
    canvas.plane(top, right, up, 1.42 * radius / 64, (32, 31.5))
    canvas.add("path", d=symbol(body.figure.letter), fill=side.pip)
    canvas.end()


def _round(pose: Pose, angle: int, radius: float, height: float) -> Vector:
    """A point on a circle about a pose's centre, at an angle in twenty-fourths of a turn."""
    x, y, _ = pose.centre
    return (x + radius * cos(angle * pi / 12), y + radius * sin(angle * pi / 12), height)
