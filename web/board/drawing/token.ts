// A piece of Echek: a round token with a symbol that looks at the viewer.
import symbols from "../../../src/eckstein/render/symbols.json";
import type { Sprite } from "./die";
import { disc, plane } from "./die";
import type { Point, Vec } from "../space/geometry";
import { hull, project, shadow } from "../space/geometry";
import type { Pose } from "../space/poses";
import type { Scene } from "./scene";
import { world } from "./scene";
import { make, polygon, set } from "./svg";
import { lit, mixed } from "./theme";
import type { Piece } from "../view/view";

const RADIUS = 0.39;
const HEIGHT = 0.17;
const AROUND = Array.from({ length: 24 }, (_, i): Point =>
  [Math.cos((i * Math.PI) / 12), Math.sin((i * Math.PI) / 12)]);
const RIGHT: Vec = [1, 0, 0];
const UP: Vec = [0, 1, 0];

type Symbol = { path: string; viewBox: number[] };
const SYMBOLS: Record<string, Symbol> = symbols;

export function symbolOf(letter: string): Symbol {
  return SYMBOLS[letter.toUpperCase()]!;
}

export class TokenSprite implements Sprite {
  readonly node = make("g", { class: "piece token" });
  readonly shade = make("path", { class: "shade" });
  hull: Point[] = [];
  private body = make("path", {}, this.node);
  private top = make("path", { "stroke-width": 1.6 }, this.node);
  private rim = make("path", { fill: "none", "stroke-width": 1.4 }, this.node);
  private symbol = make("path", { "fill-rule": "evenodd" }, this.node);

  constructor(public piece: Piece, public pose: Pose) {
    set(this.symbol, { d: symbolOf(piece.letter).path });
  }

  draw(scene: Scene): void {
    const { pose, piece } = this;
    const paint = scene.theme[piece.colour];
    const low = world(scene, [pose.x, pose.y], pose.z);
    const high: Vec = [low[0], low[1], low[2] + HEIGHT];
    const ring = (middle: Vec) => AROUND.map(([x, y]): Vec =>
      [middle[0] + RADIUS * x, middle[1] + RADIUS * y, middle[2]]);
    this.hull = hull([...ring(low), ...ring(high)].map((point) => project(scene.eye, point)));
    set(this.body, { d: polygon(this.hull), fill: lit(paint.body, 0.25),
      stroke: paint.edge, "stroke-width": 1 });
    set(this.top, { d: disc(scene.eye, high, RIGHT, UP, RADIUS), fill: lit(paint.body, 1),
      stroke: mixed(paint.body, 255, 0.3) });
    set(this.rim, { d: disc(scene.eye, high, RIGHT, UP, RADIUS * 0.86), stroke: paint.edge,
      opacity: 0.55 });
    const [x = 0, y = 0, wide = 64, tall = 64] = symbolOf(piece.letter).viewBox;
    const size = (RADIUS * 1.42 * 100) / Math.max(wide, tall);
    set(this.symbol, { fill: paint.pip, transform: `${plane(scene.eye, high, RIGHT, UP)} `
      + `scale(${size.toFixed(3)}) translate(${-x - wide / 2} ${-y - tall / 2})` });
    const cast = [...ring(low), ...ring(high)].map((point) => project(scene.eye, shadow(scene.eye, point)));
    set(this.shade, { d: polygon(hull(cast)), fill: scene.theme.shadow,
      stroke: scene.theme.shadow });
    const opacity = pose.opacity < 1 ? pose.opacity.toFixed(2) : null;
    set(this.node, { opacity });
    set(this.shade, { opacity });
  }
}
