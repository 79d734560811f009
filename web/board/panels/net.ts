// A die unfolded: its six faces as a net, with the top in the middle of the cross.
import type { Vec } from "../space/geometry";
import { NORMALS, dot, halfTurned, pips, scaled } from "../space/geometry";
import { make } from "../drawing/svg";
import type { Theme } from "../drawing/theme";
import type { Piece, Side } from "../view/view";

const CELL = 40;
const GAP = 3;
const SIZE = 31;                        // an edge of the die, so that pips keep off the corners

/** For each side its column and row, and what points right and up on the paper. */
const LAYOUT: [Side, number, number, Vec, Vec][] = [
  ["north", 1, 0, [1, 0, 0], [0, 0, -1]],
  ["west", 0, 1, [0, 0, 1], [0, 1, 0]],
  ["top", 1, 1, [1, 0, 0], [0, 1, 0]],
  ["east", 2, 1, [0, 0, -1], [0, 1, 0]],
  ["bottom", 3, 1, [-1, 0, 0], [0, 1, 0]],
  ["south", 1, 2, [1, 0, 0], [0, 0, 1]],
];

export function drawNet(
  svg: SVGSVGElement, piece: Piece, theme: Theme, sign: number, numerals: boolean,
): void {
  svg.replaceChildren();
  const paint = theme[piece.colour];
  const faces = sign > 0 ? piece.faces! : halfTurned(piece.faces!);
  for (const [side, column, row, right, up] of LAYOUT) {
    const [x, y] = [column * CELL, row * CELL];
    make("rect", { x: x + GAP / 2, y: y + GAP / 2, width: CELL - GAP, height: CELL - GAP, rx: 7,
      fill: paint.body, stroke: side === "top" ? theme.highlight : paint.edge,
      "stroke-width": side === "top" ? 3.5 : 1.2 }, svg);
    const [middleX, middleY] = [x + CELL / 2, y + CELL / 2];
    const king = piece.kind === "king";
    if (numerals && !king) {
      make("text", { x: middleX, y: middleY + 8.5, "font-size": 24, "text-anchor": "middle",
        "font-weight": 600, fill: paint.pip }, svg).textContent = String(faces[side]);
      continue;
    }
    const layout = pips(faces, faces[side]);
    const spots = king ? [scaled(NORMALS[side], 0.5)] : layout.centres;
    for (const spot of spots)
      make("circle", { cx: middleX + dot(spot, right) * SIZE, cy: middleY - dot(spot, up) * SIZE,
        r: layout.radius * SIZE, fill: paint.pip }, svg);
  }
}

export const NET_BOX = `0 0 ${4 * CELL} ${3 * CELL}`;
