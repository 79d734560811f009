"""The mathematics of pictures: where a die's corners, faces and pips appear on the screen.

The unit is one square; x points right, y away from the viewer, z up, and the origin is the centre
of the board, on the table.  The web board does the very same in TypeScript, and both are held
against `tests/render/geometry.json`.  A view from Black's side turns squares, faces and directions
by half a turn (`turned`) and then draws as usual.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import cos, hypot, pi, radians, sin, tan

Point = tuple[float, float]                     # on the screen, in squares, y downwards
Vector = tuple[float, float, float]
Outline = list[tuple[Vector, ...]]              # where it starts, then lines (1) and curves (3)

THETA = radians(25)                             # the eye's way from the vertical
ASIDE = tan(radians(15))                        # the eye's way aside, in its distances
EDGE = 0.68                                     # of a die
HALF = EDGE / 2
PIP_RADIUS, ONE_RADIUS, PIP_OFFSET = 0.085, 0.12, 0.27      # in edges
JUMP_HEIGHT = 0.9
SHADOW = (1.2 * ASIDE, 0.3)                      # of a point 1 high, on the board
CIRCLE = 0.5522847498                           # control points that make a curve a quarter circle

SIDES: dict[str, Vector] = {
    "top": (0, 0, 1), "north": (0, 1, 0), "east": (1, 0, 0),
    "south": (0, -1, 0), "west": (-1, 0, 0), "bottom": (0, 0, -1)}
ACROSS = {"north": "south", "south": "north", "east": "west", "west": "east",
          "top": "top", "bottom": "bottom"}
# On each face, in steps along two axes of the face.  The axes of 2, 3 and 6 point to other numbers.
PIP_PLACES = {1: ((0, 0),), 2: ((1, 1), (-1, -1)), 3: ((1, 1), (0, 0), (-1, -1)),
              4: ((1, 1), (-1, 1), (-1, -1), (1, -1)),
              5: ((1, 1), (-1, 1), (0, 0), (-1, -1), (1, -1)),
              6: ((1, 1), (0, 1), (-1, 1), (-1, -1), (0, -1), (1, -1))}
PIP_AXES = {2: (1, 3), 3: (1, 2), 6: (3, 2)}
CORNERS: tuple[Vector, ...] = tuple((x, y, z) for z in (-1, 1) for y in (-1, 1) for x in (-1, 1))


def added(a: Vector, b: Vector, times: float = 1) -> Vector:
    """The vector a + times b."""
    return a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]


def dot(a: Vector, b: Vector) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def crossed(a: Vector, b: Vector) -> Vector:
    """The vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def scaled(a: Vector, times: float) -> Vector:
    """The vector times a."""
    return a[0] * times, a[1] * times, a[2] * times


def unit(a: Vector) -> Vector:
    """A vector of length 1 in the same direction."""
    return scaled(a, 1 / dot(a, a) ** 0.5)


def brightness(normal: Vector) -> float:
    """How much light a face gets, from 0 to 1: tops most, fronts half of it, other sides none."""
    return min(1.0, max(0.0, normal[2] - normal[1] / 2))


def fallen(at: Vector) -> Vector:
    """Where the light throws the shadow of a point on the board; it comes from across the eye."""
    return at[0] + SHADOW[0] * at[2], at[1] + SHADOW[1] * at[2], 0.0


def ease(t: float) -> float:
    """Time from 0 to 1, slow at both ends."""
    return t * t * (3 - 2 * t)


def turned(faces: Mapping[str, int]) -> dict[str, int]:
    """A die's faces as seen from the other side of the board."""
    return {side: faces[ACROSS[side]] for side in SIDES}


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the eye is.

    It stands aside, but looks straight ahead: so rows stay level, and every die shows its top, its
    front and one more side.

    Attributes:
        distance: from the centre of the board, in squares.
        flat: look straight down from infinitely far away instead.
    """

    distance: float
    flat: bool = False

    @classmethod
    def above(cls, columns: int, rows: int, flat: bool = False) -> Camera:
        """The camera for a board of this size."""
        return cls(6 * max(columns, rows) + 2, flat)

    @property
    def eye(self) -> Vector:
        """Where the eye is in space (of the perspective camera)."""
        return (self.distance * ASIDE, -self.distance * sin(THETA), self.distance * cos(THETA))

    def depth(self, at: Vector) -> float:
        """How much nearer to the eye a point is than the centre of the board."""
        return at[2] if self.flat else at[2] * cos(THETA) - at[1] * sin(THETA)

    def project(self, at: Vector) -> Point:
        """Where on the screen a point appears."""
        x, y, z = at
        if self.flat:
            return x, -y
        depth = self.depth(at)
        near = self.distance / (self.distance - depth)
        return near * (x - ASIDE * depth), -near * (y * cos(THETA) + z * sin(THETA))

    def sees(self, at: Vector, normal: Vector) -> bool:
        """Whether a surface at a point is turned towards the eye."""
        if self.flat:
            return normal[2] > 1e-9
        return dot(normal, added(self.eye, at, -1)) > 1e-9


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die is and how it is turned from its last rest.

    Attributes:
        centre: of the cube.
        axes: where the x, y and z axes of the resting die point now.
        size: 1, or less for a die that vanishes.
    """

    centre: Vector
    axes: tuple[Vector, Vector, Vector] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    size: float = 1

    @classmethod
    def resting(cls, x: float, y: float) -> Pose:
        """A die that stands on the board."""
        return cls((x, y, HALF))

    @classmethod
    def tilting(cls, x: float, y: float, direction: tuple[int, int], t: float) -> Pose:
        """A die on its way to the next square, over its bottom edge or, diagonally, its corner.

        Args:
            x, y: the centre of the square it leaves.
            direction: one step north (0, 1), north-east (1, 1) and so on.
            t: from 0 to 1; the angle is 90 degrees times t, or 180 on the diagonal.
        """
        dx, dy = direction
        if dx and dy:
            angle = pi * t
            height = HALF * (2 ** 0.5 * sin(angle) + abs(cos(angle)))
            return cls((x + dx * t, y + dy * t, height), _leaning(unit((dx, dy, 0)), angle))
        angle = pi / 2 * t
        s, c = sin(angle), cos(angle)
        way = HALF + HALF * (s - c) + (1 - EDGE) * t
        return cls((x + dx * way, y + dy * way, HALF * (s + c)), _leaning((dx, dy, 0), angle))

    @classmethod
    def jumping(cls, start: Point, end: Point, t: float) -> Pose:
        """A die in the air from one square to another, in an arc and without turning."""
        return cls((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t,
                    HALF + JUMP_HEIGHT * 4 * t * (1 - t)))

    def shrunk(self, size: float) -> Pose:
        """The same, smaller."""
        return replace(self, size=size)

    def turn(self, v: Vector) -> Vector:
        """A direction of the resting die as it is now."""
        a, b, c = self.axes
        return added(added(scaled(a, v[0]), b, v[1]), c, v[2])

    def place(self, v: Vector) -> Vector:
        """A point of the resting die, seen from its centre, as it is in space now."""
        return added(self.centre, self.turn(v), self.size)


def _leaning(forth: Vector, angle: float) -> tuple[Vector, Vector, Vector]:
    """Where the axes of a die point when its top leans that way by an angle."""
    s, c = sin(angle), cos(angle)

    def rotated(v: Vector) -> Vector:
        along = dot(v, forth)
        still = added(v, forth, -along)
        return added((still[0], still[1], -along * s + v[2] * c), forth, along * c + v[2] * s)

    return rotated((1, 0, 0)), rotated((0, 1, 0)), rotated((0, 0, 1))


def across(normal: Vector) -> tuple[Vector, Vector]:
    """The two axes of a resting die's face: right and up as one reads it from outside."""
    if normal[2]:
        return (1, 0, 0), (0, 1, 0)
    return (-normal[1], normal[0], 0), (0, 0, 1)


def pips(faces: Mapping[str, int], side: str) -> list[Vector]:
    """The centres of the pips on one face of a resting die, seen from the die's centre.

    They are fixed to the die: those of 2 and 3 lie on the diagonal through the corner where 1, 2
    and 3 meet, and the rows of the 6 run between 3 and 4.
    """
    number, normal = faces[side], SIDES[side]
    right, up = across(normal)
    if number in PIP_AXES:
        where = {faces[name]: SIDES[name] for name in SIDES}
        right, up = (where[towards] for towards in PIP_AXES[number])
    step = PIP_OFFSET * EDGE
    return [added(added(scaled(normal, HALF), right, step * a), up, step * b)
            for a, b in PIP_PLACES[number]]


def circle(centre: Vector, right: Vector, up: Vector, radius: float) -> Outline:
    """A circle in the plane of two unit vectors, as four curves."""
    def at(a: float, b: float) -> Vector:
        return added(added(centre, right, a * radius), up, b * radius)

    k = CIRCLE
    return [(at(1, 0),), (at(1, k), at(k, 1), at(0, 1)), (at(-k, 1), at(-1, k), at(-1, 0)),
            (at(-1, -k), at(-k, -1), at(0, -1)), (at(k, -1), at(1, -k), at(1, 0))]


def rounded(centre: Vector, right: Vector, up: Vector, half: Point, radius: float) -> Outline:
    """A rectangle with round corners in the plane of two unit vectors."""
    def at(a: float, b: float) -> Vector:
        return added(added(centre, right, a), up, b)

    (w, h), q = half, radius * (1 - CIRCLE)
    r = radius
    return [(at(w, r - h),), (at(w, h - r),), (at(w, h - q), at(w - q, h), at(w - r, h)),
            (at(r - w, h),), (at(q - w, h), at(-w, h - q), at(-w, h - r)),
            (at(-w, r - h),), (at(-w, q - h), at(q - w, -h), at(r - w, -h)),
            (at(w - r, -h),), (at(w - q, -h), at(w, q - h), at(w, r - h))]


def hull(points: list[Point]) -> list[Point]:
    """The convex hull, anticlockwise where y points up."""
    ordered = sorted(set(points))

    def half(sequence: list[Point]) -> list[Point]:
        found: list[Point] = []
        for x, y in sequence:
            while len(found) > 1 and ((found[-1][0] - found[-2][0]) * (y - found[-2][1])
                                      <= (found[-1][1] - found[-2][1]) * (x - found[-2][0])):
                found.pop()
            found.append((x, y))
        return found[:-1]

    return half(ordered) + half(ordered[::-1])


def swollen(corners: list[Point], radius: float) -> list[tuple[Point, Point]]:
    """A convex polygon grown by a radius on all sides, with arcs at its corners.

    Returns:
        For each corner where its arc begins and where it ends; lines lead from arc to arc.
    """
    found = []
    for index, (x, y) in enumerate(corners):
        ends = []
        for (ax, ay), (bx, by) in ((corners[index - 1], (x, y)),
                                   ((x, y), corners[(index + 1) % len(corners)])):
            dx, dy = bx - ax, by - ay
            length = hypot(dx, dy)
            ends.append((x + radius * dy / length, y - radius * dx / length))
        found.append((ends[0], ends[1]))
    return found
