"""A sheet of SVG on which points in space are drawn through a camera."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .caption import Caption
from .geometry import Camera, Outline, Point, Vector, added, hull, swollen
from .themes import strokes

SCALE = 100                 # units of the sheet to a square
GAP = 2.2                   # between two characters, in tenths of a figure's height


def number(value: float) -> str:
    """A coordinate on the sheet, as short as it can be."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


class Canvas:
    """Collects the elements of a picture from back to front.

    Lengths are squares; attributes of elements are keywords with `_` for `-`.
    """

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self._elements: list[str] = []

    def spot(self, at: Vector) -> str:
        """A point in space as a pair of coordinates on the sheet."""
        return self.flat_spot(self.camera.project(at))

    @staticmethod
    def flat_spot(at: Point) -> str:
        """A point of the screen as a pair of coordinates on the sheet."""
        return f"{number(SCALE * at[0])} {number(SCALE * at[1])}"

    def elements(self) -> str:
        """All elements so far."""
        return "\n".join(self._elements)

    def put(self, elements: str) -> None:
        """Elements that were made before, with the same camera."""
        if elements:
            self._elements.append(elements)

    def add(self, tag: str, **attributes: Any) -> None:
        """An element as it stands; attributes that are None are left out."""
        told = "".join(f' {name.replace("_", "-")}="{_text(value)}"'
                       for name, value in attributes.items() if value is not None)
        self._elements.append(f"<{tag}{told}/>")

    def begin(self, opacity: float | None = None) -> None:
        """Open a group, which is as opaque as told."""
        self._elements.append("<g>" if opacity is None else f'<g opacity="{opacity:.3g}">')

    def end(self) -> None:
        """Close the group."""
        self._elements.append("</g>")

    def shape(self, outline: Outline, **attributes: Any) -> None:
        """A closed shape of lines and curves in space."""
        self.add("path", d=self._path(outline) + "Z", **attributes)

    def polygon(self, corners: Iterable[Vector], **attributes: Any) -> None:
        """A polygon in space."""
        self.shape([(corner,) for corner in corners], **attributes)

    def line(self, points: Iterable[Vector], width: float, colour: str, **attributes: Any) -> None:
        """A line from point to point in space, as wide as told."""
        self.add("path", d=self._path([(point,) for point in points]), fill="none", stroke=colour,
                 stroke_width=number(width * SCALE), stroke_linejoin="round", **attributes)

    def blob(self, points: Iterable[Vector], radius: float, **attributes: Any) -> None:
        """What points in space would cover if each were a disc of this radius on the screen."""
        steps: list[str] = []
        size = number(radius * SCALE)
        for begin, end in swollen(hull([self.camera.project(point) for point in points]), radius):
            steps.append(f"{'L' if steps else 'M'}{self.flat_spot(begin)}"
                         f"A{size} {size} 0 0 1 {self.flat_spot(end)}")
        self.add("path", d="".join(steps) + "Z", **attributes)

    def figures(self, text: str, centre: Vector, right: Vector, up: Vector, height: float,
                colour: str, weight: float = 1.5) -> None:
        """Figures and small letters in the plane of two unit vectors.

        Args:
            height: of a figure, in squares.
            weight: of the strokes, in tenths of the height.
        """
        width = sum(wide for wide, _ in strokes(text)) + GAP * (len(text) - 1)
        middle = 5.0 if any(letter.isdigit() for letter in text) else 7.0
        self.plane(centre, right, up, height / 10, (width / 2, middle))
        at = 0.0
        for wide, path in strokes(text):
            self.add("path", d=path, fill="none", stroke=colour, stroke_width=weight,
                     stroke_linecap="round", stroke_linejoin="round",
                     transform=f"translate({at:.3g})" if at else None)
            at += wide + GAP
        self.end()

    def plane(self, centre: Vector, right: Vector, up: Vector, step: float, middle: Point) -> None:
        """Open a group with coordinates in a plane in space, nearly as it is seen.

        Args:
            centre: where the plane is pinned to.
            right, up: unit vectors; the group's second coordinate runs downwards.
            step: how long its unit is, in squares.
            middle: what lies on the centre.
        """
        a, b = self._slope(centre, right, step), self._slope(centre, up, -step)
        x, y = self.camera.project(centre)
        x, y = SCALE * x - a[0] * middle[0] - b[0] * middle[1], (
            SCALE * y - a[1] * middle[0] - b[1] * middle[1])
        self._elements.append(f'<g transform="matrix({a[0]:.3f} {a[1]:.3f} {b[0]:.3f} {b[1]:.3f} '
                              f'{number(x)} {number(y)})">')

    def svg(self, low: Point, high: Point, width: float, background: str | None,
            caption: Caption | None = None) -> str:
        """The whole picture.

        Args:
            low, high: corners of what is shown, on the screen.
            width: of the picture, in pixels.
            background: a colour, or None for a transparent one.
            caption: a description for screen readers; frames of a film have none.
        """
        left, top = SCALE * low[0], SCALE * low[1]
        wide, high_ = SCALE * (high[0] - low[0]), SCALE * (high[1] - low[1])
        ground = "" if background is None else (
            f'<rect x="{number(left)}" y="{number(top)}" width="{number(wide)}" '
            f'height="{number(high_)}" fill="{background}"/>\n')
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" '
                f'height="{round(width * high_ / wide)}" viewBox="{number(left)} {number(top)} '
                f'{number(wide)} {number(high_)}"{caption.attributes() if caption else ""}>\n'
                + (caption.elements() if caption else "") + ground + "\n".join(self._elements)
                + "\n</svg>\n")

    def _slope(self, centre: Vector, way: Vector, step: float) -> Point:
        reach = 0.1
        ax, ay = self.camera.project(added(centre, way, reach))
        bx, by = self.camera.project(added(centre, way, -reach))
        factor = SCALE * step / (2 * reach)
        return (ax - bx) * factor, (ay - by) * factor

    def _path(self, outline: Outline) -> str:
        parts = [f"M{self.spot(outline[0][0])}"]
        for points in outline[1:]:
            parts.append(("L" if len(points) == 1 else "C") + " ".join(map(self.spot, points)))
        return "".join(parts)


def _text(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
