"""Sample results of the geometry, by which other implementations of it can be tested.

    python -m eckstein.render.samples > tests/render/geometry.json
"""
from collections.abc import Mapping
from typing import Any

import msgspec

from ..kernel import dice
from .geometry import (
    CORNERS,
    HALF,
    SIDES,
    Camera,
    Point,
    Pose,
    brightness,
    ease,
    pips,
    scaled,
    turned,
)

BOARDS = ((7, 7, False), (7, 7, True), (8, 9, False), (12, 10, False))
POINTS = ((0, 0, 0), (3, 3, 0), (-3, -3, 0.76), (1.5, -2, 1.66), (-0.25, 2.75, -0.2))
TIMES = (0.0, 0.1, 0.25, 0.5, 0.8, 1.0)
NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)
NORTH_EAST, SOUTH_EAST = (1, 1), (1, -1)


def samples() -> dict[str, Any]:
    """All samples.

    Returns:
        An object with `easing` (pairs of time and eased time), `points` and `dice`.  A point has
        columns, rows, flat, point (x, y, z in squares) and screen (x, y).  A die has columns,
        rows, flat, black (seen from Black's side), square (column and row, from 0), faces, motion
        (null; or tilt: a direction on the board, or jump: the square it goes to; with t), corners
        (on the screen, in the order of x fastest and z slowest, each from -1 to 1, as the viewer
        sees the board) and visible: by the side of the resting die, as the viewer sees it, the
        number, the brightness and the pips on the screen, in any order.
    """
    return {"easing": [[t, _short(ease(t))] for t in TIMES],
            "points": [{"columns": columns, "rows": rows, "flat": flat, "point": point,
                        "screen": _spot(Camera.above(columns, rows, flat).project(point))}
                       for columns, rows, flat in BOARDS for point in POINTS],
            "dice": list(_dice())}


def _dice() -> Any:
    for number in range(dice.FIRST, dice.KING):
        faces = dice.faces(number)
        yield _die(7, 7, (number % 7, number % 5), faces, None)
        yield _die(8, 9, (7 - number % 8, 8 - number % 9), faces, None, black=True)
    faces = dice.faces(dice.FIRST)
    for t in TIMES:
        for tilt in (NORTH, EAST, SOUTH, WEST, NORTH_EAST, SOUTH_EAST):
            yield _die(7, 7, (1, 2), faces, {"tilt": tilt, "t": t})
        yield _die(7, 7, (5, 5), faces, {"jump": (5, 3), "t": t})
        yield _die(8, 9, (0, 7), faces, {"tilt": NORTH, "t": t}, black=True)
    yield _die(7, 7, (6, 0), faces, None, flat=True)
    yield _die(7, 7, (6, 0), dice.faces(dice.KING), None)


def _die(columns: int, rows: int, square: tuple[int, int], faces: Mapping[str, int],
         motion: dict[str, Any] | None, *, flat: bool = False, black: bool = False
         ) -> dict[str, Any]:
    camera = Camera.above(columns, rows, flat)
    sign = -1 if black else 1
    seen = turned(faces) if black else faces

    def middle(at: tuple[int, int]) -> Point:
        return sign * (at[0] - (columns - 1) / 2), sign * (at[1] - (rows - 1) / 2)

    x, y = middle(square)
    pose = Pose.resting(x, y)
    if motion and "tilt" in motion:
        forth = motion["tilt"]
        pose = Pose.tilting(x, y, (sign * forth[0], sign * forth[1]), motion["t"])
    elif motion:
        pose = Pose.jumping((x, y), middle(motion["jump"]), motion["t"])
    visible = {}
    for side, normal in SIDES.items():
        facing = pose.turn(normal)
        if camera.sees(pose.place(scaled(normal, HALF)), facing):
            visible[side] = {
                "number": seen[side], "brightness": _short(brightness(facing)),
                "pips": sorted(_spot(camera.project(pose.place(pip)))
                               for pip in pips(seen, side))}
    corners = [_spot(camera.project(pose.place(scaled(corner, HALF)))) for corner in CORNERS]
    return {"columns": columns, "rows": rows, "flat": flat, "black": black, "square": square,
            "faces": faces, "motion": motion, "corners": corners, "visible": visible}


def _short(value: float) -> float:
    return round(value, 6) + 0.0            # no negative zeros


def _spot(point: Point) -> list[float]:
    return [_short(point[0]), _short(point[1])]


def main() -> None:
    """Print the samples as JSON, one on a line."""
    lists = []
    for name, many in samples().items():
        lines = ",\n".join(msgspec.json.encode(one).decode() for one in many)
        lists.append(f'"{name}": [\n{lines}\n]')
    print("{" + ",\n".join(lists) + "}")


if __name__ == "__main__":
    main()
