// Arrows and rings over the board: the user's, made with the right button, and the host's.
import { disc } from "../drawing/die";
import type { Point } from "../space/geometry";
import { head, pill } from "./overlay";
import type { Scene } from "../drawing/scene";
import { onScreen, world } from "../drawing/scene";
import { placeOf } from "../space/squares";
import { make, rounded } from "../drawing/svg";
import type { Arrow, Drawing, Mark } from "../view/view";

/** Without a key, with Shift, with Alt, with both: four colours, as on other boards. */
export const COLOURS = ["#2f8f4e", "#c43c3c", "#1f62b0", "#d98a00"];

export function colourOf(event: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean }): string {
  return COLOURS[(event.shiftKey || event.ctrlKey ? 1 : 0) + (event.altKey ? 2 : 0)]!;
}

/** Draw what is not there, take away what is there already; another colour changes it. */
export function toggled(drawing: Drawing, from: string, to: string, colour: string): Drawing {
  if (from === to) {
    const old = drawing.marks.find((mark) => mark.square === to);
    const marks = drawing.marks.filter((mark) => mark !== old);
    return { ...drawing, marks: old?.colour === colour ? marks
      : [...marks, { square: to, colour }] };
  }
  const old = drawing.arrows.find((arrow) => arrow.from === from && arrow.to === to);
  const arrows = drawing.arrows.filter((arrow) => arrow !== old);
  return { ...drawing, arrows: old?.colour === colour ? arrows
    : [...arrows, { from, to, colour }] };
}

export function drawAll(
  scene: Scene, layer: Element, arrows: Arrow[], marks: Mark[],
): void {
  for (const arrow of arrows)
    if (arrow.from && arrow.from !== arrow.to) drawArrow(scene, layer, arrow);
    else drawMark(scene, layer, { ...arrow, square: arrow.to });
  for (const mark of marks) drawMark(scene, layer, mark);
}

function drawArrow(scene: Scene, layer: Element, arrow: Arrow): void {
  const colour = arrow.colour ?? scene.theme.arrow;
  const height = scene.flat ? 0 : 0.4;
  const [a, b] = [arrow.from!, arrow.to].map((name) =>
    onScreen(scene, placeOf(name, scene.viewport), height)) as [Point, Point];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const begin: Point = [a[0] + ux * 0.2, a[1] + uy * 0.2];
  const end: Point = [b[0] - ux * 0.34, b[1] - uy * 0.34];
  const group = make("g", { class: "arrow", opacity: 0.85 }, layer);
  make("path", { d: rounded([begin, end], 0), stroke: colour, "stroke-width": 14,
    "stroke-linecap": "round" }, group);
  make("path", { d: head([begin, b], 0.42, 0.28), fill: colour }, group);
  // Beside the arrow, which may be a short one.
  const beside: Point = [(a[0] + b[0]) / 2 - uy * 0.34, (a[1] + b[1]) / 2 + ux * 0.3];
  if (arrow.text) pill(group, beside, arrow.text, Math.max(0.22, scene.small),
    { class: "label", fill: "#ffffff", ink: "#1b1b1b", line: colour });
}

function drawMark(scene: Scene, layer: Element, mark: Mark): void {
  const place = placeOf(mark.square, scene.viewport);
  const colour = mark.colour ?? scene.theme.arrow;
  const group = make("g", { class: "mark" }, layer);
  make("path", { d: disc(scene.eye, world(scene, place), [1, 0, 0], [0, 1, 0], 0.44), fill: "none",
    stroke: colour, "stroke-width": 8, opacity: 0.9 }, group);
  if (!mark.text) return;
  const [x, y] = onScreen(scene, place);
  pill(group, [x, y + 0.36], mark.text, Math.max(0.22, scene.small),
    { class: "label", fill: "#ffffff", ink: "#1b1b1b", line: colour });
}
