"""A picture of one moment: the board, what lies on it and what is pointed out."""
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .bodies import Body, Figure, body_elements, shadow
from .canvas import Canvas
from .caption import Caption
from .geometry import Pose
from .layout import Layout
from .look import Look
from .marks import (
    Mark,
    draw_arrows,
    draw_battles,
    draw_check,
    draw_jumps,
    draw_last,
    draw_marks,
    draw_sums,
    draw_way,
)
from .table import draw_area, draw_goals, draw_table, draw_trays, tray_place
from .themes import theme

View = Mapping[str, Any]    # a position, a piece, a move or a step of a view

GHOST = 0.72                # how opaque a die is that shows where a move leads
TAKEN = 0.3
IN_HAND = 0.88              # size of pieces in a tray


@dataclass(frozen=True)
class Scene:
    """What is drawn besides the board and the bodies on it.

    Attributes:
        move: a move to be shown as a plan, as in a view's list of legal moves.
        marks, arrows: what is pointed out.
        jumps: leave room above the board for jumps, as there is for those of `move`.
        caption: all of it in words.
    """

    move: View | None = None
    marks: Sequence[Mark] = ()
    arrows: Sequence[Mark] = ()
    jumps: bool = False
    caption: Caption | None = None


def draw(view: View, look: Look, scene: Scene,
         bodies: Sequence[Body] | None = None) -> str:
    """A picture as the text of an SVG file.

    Args:
        view: a position, by `eckstein.board.view.view`.
        look: how it is to look.
        scene: what is pointed out.
        bodies: what lies on the board, where that differs from the view; in the middle of a move.
    """
    layout = Layout.of(view, look.black, look.coordinates)
    if bodies is None:
        bodies = resting(view, layout)
    bodies = [*bodies, *in_hand(view, layout)]
    bodies = _with_ghosts(bodies, view, layout, scene.move)
    colours = theme(look.theme)
    canvas = Canvas(layout.camera(look.flat))
    _draw_board(canvas, view, look, layout)
    if scene.move:
        draw_battles(canvas, colours, layout, scene.move)
        draw_way(canvas, colours, layout, scene.move)
    draw_marks(canvas, colours, layout, scene.marks)
    for body in bodies:
        canvas.put(shadow(canvas.camera, colours, body))
    for body in sorted(bodies, key=lambda body: (canvas.camera.depth(body.pose.centre),
                                                 body.pose.centre[0], body.opacity == GHOST)):
        canvas.put(body_elements(canvas.camera, colours, body, look.figures))
    if scene.move:
        draw_jumps(canvas, colours, layout, scene.move)
        draw_sums(canvas, colours, layout, scene.move)
    draw_arrows(canvas, colours, layout, scene.arrows, view["pieces"])
    jumps = scene.jumps or has_jumps(scene.move)
    return canvas.svg(*layout.extent(look.flat, jumps), look.size, look.background,
                      scene.caption)


def has_jumps(move: View | None) -> bool:
    """Whether a die jumps in a move."""
    return move is not None and any(step["kind"] == "jump" for step in move["steps"])


def resting(view: View, layout: Layout) -> list[Body]:
    """What lies on the board of a view."""
    return [Body(Figure.of(piece, layout.black), Pose.resting(*layout.place(name)))
            for name, piece in view["pieces"].items()]


def in_hand(view: View, layout: Layout) -> Iterable[Body]:
    """The pieces in the trays."""
    for colour, letters in (view["reserves"] or {}).items():
        for letter in letters:
            yield Body(Figure(colour, "piece", letter),
                       Pose.resting(*tray_place(layout, colour, letter)).shrunk(IN_HAND))


def _draw_board(canvas: Canvas, view: View, look: Look, layout: Layout) -> None:
    colours = theme(look.theme)
    draw_table(canvas, colours, layout, look.coordinates)
    if view["area"]:
        draw_area(canvas, colours, layout, view["area"])
    if layout.trays:
        draw_trays(canvas, colours, layout, view["rights"])
    draw_goals(canvas, colours, layout, view["goals"])
    if look.last and view["last"]:
        draw_last(canvas, colours, layout, view["last"])
    draw_check(canvas, colours, layout, view["threats"])


def _with_ghosts(bodies: Sequence[Body], view: View, layout: Layout,
                 move: View | None) -> Sequence[Body]:
    """The bodies, and how the die or piece of a planned move will lie; what it takes grows pale."""
    if move is None:
        return bodies
    pale = {layout.place(gone["square"]) for gone in move["removed"]
            if gone["why"] in ("captured", "returned")}
    bodies = [Body(body.figure, body.pose, TAKEN) if body.pose.centre[:2] in pale else body
              for body in bodies]
    ends = {}
    for step, _, piece in moved(view, move):
        if step["target"] is not None:
            ends["die" if piece["faces"] else piece["letter"]] = (step["target"], piece)
    ghosts = (Body(Figure.of(piece, layout.black), Pose.resting(*layout.place(target)), GHOST)
              for target, piece in ends.values())
    return [*bodies, *ghosts]


def moved(view: View, move: View) -> list[tuple[View, View, View]]:
    """The steps of a move, each with the piece as it is before and after the step."""
    found: list[tuple[View, View, View]] = []
    mover: View | None = None
    before: View | None
    after: View
    for step in move["steps"]:
        before = mover or view["pieces"].get(step["origin"])
        if before is None or not before["faces"]:
            letter = step["piece"]
            after = before = {"colour": "white" if letter.isupper() else "black",
                              "kind": "piece", "letter": letter, "faces": None}
        else:
            lying = {"faces": step["faces"], "letter": step["piece"]} if step["faces"] else {}
            mover = after = {**before, **lying}
        found.append((step, before, after))
    return found
