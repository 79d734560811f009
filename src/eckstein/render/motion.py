"""The frames of an animated game: dice tip over their edges, jump, arrive and vanish."""
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..notation.squares import plane_name, plane_square, read_name
from .bodies import Body, Figure
from .geometry import Point, Pose, ease
from .layout import Layout
from .look import Look
from .scene import Scene, draw, has_jumps, moved, resting
from .themes import theme

FRAME = 4                       # hundredths of a second, 25 frames a second
TILT, ROLL, JUMP, SLIDE, FALL = 24, 36, 32, 28, 28
REST, LAST_REST = 60, 200       # after a move, and after the last one
KNOCK = 0.35                    # how far a die tips that falls, of a quarter turn

View = Mapping[str, Any]


class Frames:
    """The frames of a game, as pairs of an SVG text and how long it is shown.

    Args:
        views: the position before the first move and after each, with the last moves.
        look: how they are to look.
        speed: how many times as fast as usual.
        told: called with the number of moves drawn so far and of all moves, after each.
    """

    def __init__(self, views: Sequence[View], look: Look, speed: float,
                 told: Callable[[int, int], None] | None = None) -> None:
        page = theme(look.theme).page
        self._look = look if look.background else replace(look, background=page)
        self._scene = Scene(jumps=any(has_jumps(told["last"]) for told in views[1:]))
        self._views, self._speed, self._told = _one_window(views), speed, told

    def __iter__(self) -> Iterator[tuple[str, int]]:
        """The frames with their lengths in hundredths of a second."""
        last = len(self._views) - 1
        for index, view in enumerate(self._views):
            if index:
                yield from self._motion(self._views[index - 1], view)
            rest = LAST_REST if index == last else REST
            yield draw(view, self._look, self._scene), self._time(rest)
            if self._told:
                self._told(index, last)

    def samples(self, number: int) -> list[str]:
        """So many of the resting frames, evenly spread, which have all colours."""
        step = max(1, len(self._views) // number)
        return [draw(view, self._look, self._scene) for view in self._views[::-step][:number]]

    def _time(self, hundredths: float) -> int:
        return max(2, round(hundredths / self._speed))

    def _moments(self, hundredths: float) -> list[float]:
        """Eased times between 0 and 1, one for each frame of a motion, without both ends."""
        count = max(2, round(hundredths / self._speed / FRAME))
        return [ease(index / count) for index in range(1, count)]

    def _motion(self, before: View, after: View) -> Iterator[tuple[str, int]]:
        """The frames between two positions; without its pieces, the view before is the stage."""
        layout = Layout.of(before, self._look.black, self._look.coordinates)
        stage = {**before, "last": None, "threats": [], "reserves": _idle(before, after)}
        action = Action(before, after["last"], layout)
        for bodies in action.frames(self._moments):
            yield draw(stage, self._look, self._scene, bodies), FRAME


class Action:
    """What lies on the board in the course of a move.

    Attributes:
        lying: by square what stands still at the moment; after all frames, everything.
    """

    def __init__(self, before: View, move: Mapping[str, Any], layout: Layout) -> None:
        self._before, self._move, self._layout = before, move, layout
        self.lying = dict(zip(before["pieces"], resting(before, layout), strict=True))

    def frames(self, moments: Any) -> Iterator[list[Body]]:
        """The bodies at each moment.

        Args:
            moments: a function that tells the eased times of a motion of so many hundredths.
        """
        steps = moved(self._before, self._move)
        if len({piece["letter"] for _, _, piece in steps if not piece["faces"]}) > 1:
            yield from self._together(steps, moments)
        else:
            for step, piece, after in steps:
                yield from self._step(step, self._figure(piece), moments)
                if step["target"] is not None:
                    self._lay(step["target"], self._figure(after))
        yield from self._falling(moments)

    def _step(self, step: Mapping[str, Any], figure: Figure, moments: Any
              ) -> Iterator[list[Body]]:
        """One step; what is taken on its target fades meanwhile."""
        start = None if step["origin"] is None else self._layout.place(step["origin"])
        end = None if step["target"] is None else self._layout.place(step["target"])
        self.lying.pop(step["origin"], None)
        taken = self.lying.pop(step["target"], None)
        for t in moments(_length(step["kind"], start, end)):
            bodies = list(self.lying.values())
            if taken:
                bodies.append(Body(taken.figure, taken.pose.shrunk(1 - t / 2), 1 - t))
            yield [*bodies, _moving(step["kind"], figure, start, end, t)]

    def _together(self, steps: Any, moments: Any) -> Iterator[list[Body]]:
        """Pieces that change places, or one that comes while another goes."""
        ways = []
        for step, piece, _ in steps:
            start, end = (None if name is None else self._layout.place(name)
                          for name in (step["origin"], step["target"]))
            self.lying.pop(step["origin"], None)
            ways.append((step["kind"], self._figure(piece), start, end))
        for t in moments(SLIDE):
            yield [*self.lying.values(), *(_moving(*way, t) for way in ways)]
        for step, piece, _ in steps:
            if step["target"] is not None:
                self._lay(step["target"], self._figure(piece))

    def _falling(self, moments: Any) -> Iterator[list[Body]]:
        """What has lost a battle, or was surrounded, tips off a little, shrinks and fades."""
        lost = [self.lying.pop(gone["square"]) for gone in self._move["removed"]
                if gone["why"] in ("battle", "surrounded") and gone["square"] in self.lying]
        for t in moments(FALL) if lost else ():
            yield [*self.lying.values(), *(_falling(body, t) for body in lost)]

    def _figure(self, piece: Mapping[str, Any]) -> Figure:
        return Figure.of(piece, self._layout.black)

    def _lay(self, square: str, figure: Figure) -> None:
        self.lying[square] = Body(figure, Pose.resting(*self._layout.place(square)))


def _length(kind: str, start: Point | None, end: Point | None) -> int:
    """How many hundredths of a second a step lasts; half a turn, on the diagonal, takes longer."""
    if kind == "tilt" and start and end and start[0] != end[0] and start[1] != end[1]:
        return ROLL
    return {"tilt": TILT, "jump": JUMP}.get(kind, SLIDE)


def _moving(kind: str, figure: Figure, start: Point | None, end: Point | None, t: float
            ) -> Body:
    if start is None or end is None:            # it comes from a hand, or goes back there
        assert start or end
        here = t if start is None else 1 - t
        x, y = start or end or (0, 0)
        return Body(figure, Pose.jumping((x, y), (x, y), (1 - here) / 2).shrunk(0.7 + 0.3 * here),
                    here)
    if kind == "tilt":
        forth = (round(end[0] - start[0]), round(end[1] - start[1]))
        return Body(figure, Pose.tilting(*start, forth, t))
    if kind == "jump":
        return Body(figure, Pose.jumping(start, end, t))
    return Body(figure, Pose.resting(start[0] + (end[0] - start[0]) * t,
                                    start[1] + (end[1] - start[1]) * t))


def _falling(body: Body, t: float) -> Body:
    pose = body.pose
    if body.figure.faces:
        x, y, _ = pose.centre
        pose = Pose.tilting(x, y, (1 if x >= 0 else -1, 0), KNOCK * t)
    return Body(body.figure, pose.shrunk(1 - 0.6 * t), 1 - t)


def _idle(before: View, after: View) -> dict[str, str] | None:
    """The pieces that are in hand all the time."""
    if before["reserves"] is None:
        return None
    return {colour: "".join(letter for letter in letters if letter in after["reserves"][colour])
            for colour, letters in before["reserves"].items()}


def _one_window(views: Sequence[View]) -> list[View]:
    """The views with one window for all, where the board is endless: the pieces stay in place."""
    first = views[0]["board"]
    if not first["wrap"]:
        return list(views)
    origin = read_name(first["first"])
    corners = [(plane_square(read_name(view["board"]["first"]), origin),
                (view["board"]["columns"], view["board"]["rows"])) for view in views]
    low = [min(at[axis] for at, _ in corners) for axis in (0, 1)]
    high = [max(at[axis] + wide[axis] for at, wide in corners) for axis in (0, 1)]
    window = {"first": plane_name((low[0], low[1]), origin), "columns": high[0] - low[0],
              "rows": high[1] - low[1], "wrap": first["wrap"]}
    return [{**view, "board": window} for view in views]
