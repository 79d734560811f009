// What a move leads to, seen before it is made and after: how far a die rolls, how a king is attacked, sides that
// are closed or opened, and squares that the area gains and loses.
import type { Point } from "../space/geometry";
import { square } from "../drawing/ground";
import { rolls, squaresAlong } from "../view/moves";
import { head, pill } from "./overlay";
import { onScreen } from "../drawing/scene";
import type { Stage } from "../drawing/stage";
import type { BoardState } from "../state/state";
import { make, polygon, rounded } from "../drawing/svg";

const ENDED = "9 8";                    // the dashes of what is no more

/** Draw it for the move that is shown in advance, or else for the last one. */
export function drawChanges({ scene, where, layers: { below, lines, above } }: Stage, state: BoardState): void {
  const { drawn, dragged, setup } = state;
  if (!drawn || setup) return;
  const { theme: { check, target }, small, flat } = scene;
  const planned = dragged ? dragged[0] : state.preview();
  const move = planned ?? (state.origin() ? null : drawn.last);
  const shown = planned ?? drawn;

  const threats = shown.threats ?? [];
  for (const way of threats) {
    make("path", { d: square(scene, where(way.at(-1)!), 0), fill: check, opacity: 0.5 }, below);
    const points = way.map((name) => onScreen(scene, where(name)));
    make("path", { class: "threat", d: rounded(points, 0.2), fill: "none", stroke: check, "stroke-width": 7,
      "stroke-dasharray": "16 8", "stroke-linejoin": "round", opacity: 0.9 }, lines);
    make("path", { d: head(points, 0.34, 0.3), fill: check, opacity: 0.9 }, lines);
  }
  const word = (name: string, text: string, look: { class: string; fill: string; ink: string; line: string }, height = 0) =>
    pill(above, onScreen(scene, where(name), flat ? 0 : height), text, Math.max(0.22, small), look);
  if (threats[0]) word(threats[0].at(-1)!, shown.check_word, { class: "check", fill: check, ink: "#ffffff", line: "#ffffff" }, 0.2);
  if (!move) return;

  if (rolls(move) && (planned || move.check || move.removed.length)) squaresAlong(move).slice(1, -1).forEach((name, i) =>
    word(name, String(i + 1), { class: "count", fill: "#ffffff", ink: "#1b1b1b", line: target }));

  const area = (names: string[] | undefined, stroke: string, dashes: string | null) => names?.forEach((name) =>
    make("path", { class: "gain", d: square(scene, where(name), 0.05), fill: stroke, "fill-opacity": 0.18, stroke, "stroke-width": 4,
      "stroke-dasharray": dashes }, below));
  area(move.gained, target, null);
  area(move.lost, check, ENDED);

  // A bar where a side of a piece is closed now, a dashed one where it is open again.
  const bar = (piece: string, side: string, stroke: string, dashes: string | null) => {
    const [[x, y], [u, v]] = [where(piece), where(side)];
    const end = (by: number): Point => onScreen(scene, [(x + u) / 2 + by * (v - y), (y + v) / 2 + by * (u - x)]);
    make("path", { class: "side", d: polygon([end(-0.42), end(0.42)]), stroke, "stroke-width": 9, "stroke-linecap": "round",
      "stroke-dasharray": dashes }, above);
  };
  for (const { sides: [piece, ...closed] = [], was } of move.changes ?? []) {
    const [before, ...had] = was?.sides ?? [];
    for (const side of closed) if (before !== piece || !had.includes(side)) bar(piece!, side, check, null);
    if (before === piece) for (const side of had) if (!closed.includes(side)) bar(piece!, side, target, ENDED);
  }
}
