// What is drawn over and under the pieces: hints, ghosts, ways, the last move, attacks.
import { DieSprite, disc } from "../drawing/die";
import type { Point } from "../space/geometry";
import { square } from "../drawing/ground";
import { isPass, isSwap, originsOf, reservePiece, squaresAlong, targetOf } from "../view/moves";
import { distinctivePoint, wayPoints } from "./paths";
import type { Place } from "../space/poses";
import { resting } from "../space/poses";
import type { Scene } from "../drawing/scene";
import { onScreen, world } from "../drawing/scene";
import { topOf } from "../words/speech";
import { placeOf } from "../space/squares";
import type { Stage } from "../drawing/stage";
import type { BoardState } from "../state/state";
import { make, polygon, round, rounded } from "../drawing/svg";
import { TokenSprite } from "../drawing/token";
import type { Move, Piece, View } from "../view/view";

export const DASHES = ["", "2 11", "18 9", "18 9 2 9", "8 7"];

export class Overlay {
  constructor(private stage: Stage) {}

  private get scene(): Scene {
    return this.stage.scene;
  }

  /** Draw everything anew; a piece that is dragged needs no ghost. */
  draw(view: View, state: BoardState): void {
    const { dragged } = state;
    const { below, lines, above } = this.stage.layers;
    for (const layer of [below, lines, above]) layer.replaceChildren();
    this.stage.clearGhosts();
    this.drawLast(view, below, lines);
    this.drawPicked(state, below, above);
    if (!dragged) this.drawWays(state.view!, state, lines, above);
  }

  private fill(name: string, layer: Element, colour: string, opacity: number, margin = 0): void {
    make("path", { d: square(this.scene, this.stage.where(name), margin), fill: colour, opacity },
      layer);
  }

  private drawLast(view: View, below: Element, lines: Element): void {
    if (!view.last || isPass(view.last)) return;
    const { theme } = this.scene;
    const names = squaresAlong(view.last);
    this.fill(names.at(-1)!, below, theme.last, 0.45);
    if (names.length < 2) return;
    this.fill(names[0]!, below, theme.last, 0.3);
    const points = wayPoints(this.scene, view.last);
    make("path", { d: rounded(points, 0.3), fill: "none", stroke: theme.last, "stroke-width": 9,
      "stroke-linecap": "round", "stroke-linejoin": "round", opacity: 0.55, class: "last" }, lines);
    make("path", { d: this.disc(names[0]!, 0.1), fill: theme.last, opacity: 0.9 }, lines);
  }

  private disc(name: string, radius: number, z = 0): string {
    return disc(this.scene.eye, world(this.scene, this.stage.where(name), z),
      [1, 0, 0], [0, 1, 0], radius);
  }

  private drawPicked(state: BoardState, below: Element, above: Element): void {
    const { theme } = this.scene;
    const origin = state.origin();
    if (!origin) return;
    if (!origin.startsWith("@")) {
      this.fill(origin, below, theme.highlight, 0.7);
      make("path", { d: square(this.scene, this.stage.where(origin), 0.03), fill: "none",
        stroke: theme.highlight, "stroke-width": 4 }, below);
    }
    const { pieces } = state.view!;
    for (const [name, moves] of state.targets()) {
      this.fill(name, below, theme.target, name === state.pointed ? 0.42 : 0.2);
      if (state.pointed === name || state.picking.at !== "picked") continue;
      this.drawTarget(name, moves, pieces[name] ? above : below, pieces[name] !== undefined);
    }
  }

  /** A disc with the top that the die will show there, or as many dots as there are ways. */
  private drawTarget(name: string, moves: Move[], layer: Element, full: boolean): void {
    const { theme, small } = this.scene;
    const tops = [...new Set(moves.map(topOf))].filter((top) => top !== null);
    const spot = onScreen(this.scene, this.stage.where(name), full ? 0.76 : 0);
    if (!tops.length) {
      make("path", { d: full ? square(this.scene, this.stage.where(name), 0.06)
        : this.disc(name, 0.14), fill: full ? "none" : theme.target, stroke: theme.target,
        "stroke-width": full ? 5 : 0, opacity: 0.8 }, layer);
      return;
    }
    pill(layer, spot, tops.join("·"), small * 1.02, { class: "hint",
      fill: theme.target, ink: "#ffffff", line: "none" });
  }

  private drawWays(view: View, state: BoardState, lines: Element, above: Element): void {
    const ways = state.ways();
    const preview = state.preview();
    if (ways.length > 1) {
      const strong = (way: Move) => preview === null || preview === way;
      ways.forEach((way, i) => this.drawWay(ways, i, strong(way), above));
      ways.forEach((way, i) => this.drawNumber(ways, i, strong(way), above));
    }
    else if (preview && !isSwap(preview)) this.drawLine(preview, lines);
    if (!preview || isPass(preview)) return;
    const origin = originsOf(preview)[0]!;
    const ghosts = isSwap(preview) ? originsOf(preview) : [origin];
    for (const from of ghosts) this.drawGhost(view, preview, from, above);
  }

  private drawLine(move: Move, lines: Element): void {
    const { theme } = this.scene;
    const points = wayPoints(this.scene, move);
    if (points.length < 2) return;
    make("path", { d: rounded(points, 0.2), fill: "none", stroke: theme.target, "stroke-width": 7,
      "stroke-linecap": "round", "stroke-dasharray": "1 13", opacity: 0.95 }, lines);
  }

  private drawWay(ways: Move[], i: number, strong: boolean, above: Element): void {
    const { scene } = this;
    const { theme } = scene;
    const way = ways[i]!;
    const aside = (i - (ways.length - 1) / 2) * 0.13;
    const points = wayPoints(scene, way, aside);
    const group = make("g", { class: "way", opacity: strong ? 1 : 0.45 }, above);
    const common = { d: rounded(points, 0.22), fill: "none", "stroke-linecap": "round",
      "stroke-linejoin": "round" };
    make("path", { ...common, stroke: "#ffffff", "stroke-width": 12, opacity: 0.75 }, group);
    make("path", { ...common, stroke: theme.arrow, "stroke-width": 7,
      "stroke-dasharray": DASHES[i % DASHES.length] || null }, group);
    if (!way.steps.some((step) => step.kind === "return"))
      make("path", { d: head(points, 0.3, 0.26), fill: theme.arrow, stroke: "#ffffff",
        "stroke-width": 2 }, group);
  }

  /** The number of a way, and the top that the die shows at its end. */
  private drawNumber(ways: Move[], i: number, strong: boolean, above: Element): void {
    const { scene } = this;
    const { arrow } = scene.theme;
    const top = topOf(ways[i]!);
    pill(above, distinctivePoint(scene, ways[i]!, ways), top ? `${i + 1}: ${top}` : `${i + 1}`,
      Math.max(0.24, scene.small * 1.15), { class: "choice", fill: strong ? arrow : "#ffffff",
        ink: strong ? "#ffffff" : arrow, line: strong ? "#ffffff" : arrow });
  }

  private drawGhost(view: View, move: Move, origin: string, above: Element): void {
    const piece = this.pieceAfter(view, move, origin);
    const target = targetOf(move, origin);
    const pose = { ...resting(this.stage.where(target), piece.faces), opacity: 0.72 };
    const ghost = piece.kind === "piece" ? new TokenSprite(piece, pose)
      : new DieSprite(piece, pose);
    ghost.node.classList.add("ghost");
    this.stage.addGhost(ghost);
    if (piece.kind !== "die" || !piece.faces) return;
    const middle = onScreen(this.scene, this.stage.where(target), this.scene.flat ? 0 : 0.6);
    pill(above, freeCorner(middle, move.battles.map(({ attacker, defender }) =>
      middleOf(this.scene, this.stage.where(attacker), this.stage.where(defender)))),
      String(piece.faces.top), Math.max(0.26, this.scene.small * 1.25),
      { class: "top", fill: "#ffffff", ink: "#1b1b1b", line: this.scene.theme.target });
  }

  private pieceAfter(view: View, move: Move, origin: string): Piece {
    const lying = view.pieces[origin];
    return lying ? { ...lying, faces: squareFaces(move) ?? lying.faces } : reservePiece(view, origin);
  }
}

/** The point on the screen between two pieces. */
export function middleOf(scene: Scene, here: Place, there: Place): Point {
  return onScreen(scene, [(here[0] + there[0]) / 2, (here[1] + there[1]) / 2], scene.flat ? 0 : 0.5);
}

/** A corner of a square, seen from its middle, that keeps clear of some points. */
function freeCorner([x, y]: Point, taken: Point[]): Point {
  const corners: Point[] = [[0.4, -0.36], [-0.4, -0.36], [0.42, 0.36], [-0.42, 0.36]];
  const space = ([dx, dy]: Point) => Math.min(...taken.map(([a, b]) =>
    Math.hypot(0.6 * (x + dx - a), y + dy - b)), 1);
  const [dx, dy] = corners.reduce((best, corner) => (space(corner) > space(best) ? corner : best));
  return [x + dx, y + dy];
}

/** How the die lies at the end of its way. */
function squareFaces(move: Move): Piece["faces"] {
  return move.steps.findLast((step) => step.faces)?.faces ?? null;
}

interface Look {
  class: string;
  fill: string;
  ink: string;
  line: string;
}

/** How wide and tall the plate of a text is. */
export function plate(text: string, size: number): [wide: number, tall: number] {
  return [Math.max(size * 1.35, (0.62 * text.length + 0.5) * size), size * 1.35];
}

/** A text on a small rounded plate. */
export function pill(layer: Element, [x, y]: Point, text: string, size: number, look: Look): void {
  const group = make("g", { class: `pill ${look.class}` }, layer);
  const [wide, tall] = plate(text, size);
  make("rect", { x: round(x - wide / 2), y: round(y - tall / 2), width: round(wide),
    height: round(tall), rx: round(tall / 2), fill: look.fill, stroke: look.line,
    "stroke-width": look.line === "none" ? 0 : 3 }, group);
  make("text", { x: round(x), y: round(y + size * 0.36), "font-size": round(size),
    "text-anchor": "middle", fill: look.ink }, group).textContent = text;
}

/** The head of an arrow at the end of a line, `back` squares before it. */
export function head(points: Point[], length: number, back: number): string {
  const end = points.at(-1)!;
  const from = points.findLast((p) => Math.hypot(p[0] - end[0], p[1] - end[1]) > 0.4) ?? points[0]!;
  const distance = Math.hypot(end[0] - from[0], end[1] - from[1]) || 1;
  const [ux, uy] = [(end[0] - from[0]) / distance, (end[1] - from[1]) / distance];
  const tip: Point = [end[0] - ux * (back - 0.22), end[1] - uy * (back - 0.22)];
  const base: Point = [tip[0] - ux * length, tip[1] - uy * length];
  const half = length * 0.5;
  return polygon([tip, [base[0] - uy * half, base[1] + ux * half],
    [base[0] + uy * half, base[1] - ux * half]]);
}

/** A ring of focus around a square, in the uppermost layer. */
export function drawRing(scene: Scene, layer: Element, name: string | null): void {
  layer.replaceChildren();
  if (!name) return;
  const d = square(scene, placeOf(name, scene.viewport), 0.04);
  make("path", { d, fill: "none", stroke: "#ffffff", "stroke-width": 8 }, layer);
  make("path", { d, fill: "none", stroke: scene.theme.arrow, "stroke-width": 4 }, layer);
}
