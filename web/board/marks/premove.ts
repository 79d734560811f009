// A move made in advance: dashed squares and a dashed way, in a colour of their own, until it is made.
import { square } from "../drawing/ground";
import { head, pill } from "./overlay";
import { isSwap, originsOf, squaresAlong, targetOf } from "../view/moves";
import { wayPoints } from "./paths";
import { onScreen } from "../drawing/scene";
import { topOf } from "../words/speech";
import type { Stage } from "../drawing/stage";
import type { BoardState } from "../state/state";
import { make, rounded } from "../drawing/svg";

const INK = "#7a3fb5";

export function drawPremove({ scene, layers: { below, above }, where }: Stage, state: BoardState): void {
  const { premove } = state;
  if (!premove) return;
  const [origin] = originsOf(premove);
  const ends = isSwap(premove) ? originsOf(premove) : [squaresAlong(premove)[0]!, targetOf(premove, origin!)];
  const group = make("g", { class: "premove" }, above);
  for (const name of new Set(ends)) {
    make("path", { d: square(scene, where(name), 0), fill: INK, opacity: 0.35 }, below);
    make("path", { d: square(scene, where(name), 0.05), fill: "none", stroke: INK, "stroke-width": 5,
      "stroke-dasharray": "12 8" }, group);
  }
  const points = wayPoints(scene, premove);
  if (points.length > 1) {
    const common = { d: rounded(points, 0.2), fill: "none", "stroke-linejoin": "round" };
    make("path", { ...common, stroke: "#ffffff", "stroke-width": 11, opacity: 0.7 }, group);
    make("path", { ...common, stroke: INK, "stroke-width": 7, "stroke-dasharray": "12 8" }, group);
    make("path", { d: head(points, 0.34, 0.26), fill: INK, stroke: "#ffffff", "stroke-width": 2 }, group);
  }
  const top = topOf(premove);
  const [x, y] = onScreen(scene, where(ends.at(-1)!));
  if (top) pill(group, [x + 0.3, y - 0.3], String(top), Math.max(0.22, scene.small),
    { class: "label", fill: "#ffffff", ink: INK, line: INK });
}
