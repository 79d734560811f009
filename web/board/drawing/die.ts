// A die as SVG: its silhouette, the faces that can be seen, their pips or numerals, its shadow.
import type { Camera, Point, Turn, Vec } from "../space/geometry";
import {
  EDGE, NORMALS, SIDES, UPRIGHT, add, brightness, cross, facing, halfTurned, hull, leaning, pips,
  project, scaled, shadow, turned,
} from "../space/geometry";
import type { Pose } from "../space/poses";
import type { Scene } from "./scene";
import { world } from "./scene";
import { at, make, polygon, round, set } from "./svg";
import { lit } from "./theme";
import type { Faces, Piece, Side } from "../view/view";

const HALF = EDGE / 2;
const BEVEL = 0.022;                    // from an edge of the die to the even part of a face
const ROUNDING = 0.075;                 // of the corners of a face
const EDGING = 0.05;                    // half the stroke that rounds the silhouette
const CURVE = 0.5523;                   // control points of a quarter circle
const CORNERS: Vec[] = [-1, 1].flatMap((x) =>
  [-1, 1].flatMap((y) => [-1, 1].map((z): Vec => [x, y, z])));

/** A piece on the screen. */
export interface Sprite {
  node: SVGGElement;
  shade: SVGPathElement;
  piece: Piece;
  pose: Pose;
  /** What it covers on the screen. */
  hull: Point[];
  draw(scene: Scene): void;
}

interface FaceNodes {
  group: SVGGElement;
  plate: SVGPathElement;
  pips: SVGPathElement;
  text: SVGTextElement;
}

export class DieSprite implements Sprite {
  readonly node = make("g", { class: "piece die" });
  readonly shade = make("path", { class: "shade" });
  hull: Point[] = [];
  private rim = make("path", { "stroke-linejoin": "round" }, this.node);
  private body = make("path", { "stroke-linejoin": "round" }, this.node);
  private nodes: FaceNodes[] = [0, 1, 2].map(() => {
    const group = make("g", {}, this.node);
    return {
      group, plate: make("path", {}, group),
      pips: make("path", {}, group),
      text: make("text", { class: "numeral", "text-anchor": "middle" }, group),
    };
  });
  private ridge = make("path", { fill: "none", "stroke-width": 2.6, "stroke-linecap": "round" },
    this.node);
  private crown = make("path", { class: "crown", "stroke-linejoin": "round" }, this.node);
  private rims = (["north", "east", "south", "west"] as const).map((side) =>
    [side, make("text", { class: "rim", "text-anchor": "middle" }, this.node)] as const);

  constructor(public piece: Piece, public pose: Pose) {}

  draw(scene: Scene): void {
    const { pose, piece } = this;
    const faces = pose.faces ?? piece.faces!;
    const seen = scene.sign > 0 ? faces : halfTurned(faces);
    const centre = world(scene, [pose.x, pose.y], pose.lean ? pose.z : pose.z + HALF);
    const turn = pose.lean
      ? leaning(scene.sign * pose.lean.dx, scene.sign * pose.lean.dy, pose.lean.angle) : UPRIGHT;
    this.drawBody(scene, centre, turn);
    this.drawRidges(scene, centre, this.drawFaces(scene, centre, turn, seen));
    this.drawCrown(scene, centre, turn);
    this.drawRims(scene, centre, seen);
    set(this.node, { opacity: pose.opacity < 1 ? pose.opacity.toFixed(2) : null });
    set(this.shade, { opacity: pose.opacity < 1 ? pose.opacity.toFixed(2) : null });
  }

  private drawBody(scene: Scene, centre: Vec, turn: Turn): void {
    const corners = (size: number) =>
      CORNERS.map((corner) => add(centre, scaled(turned(turn, corner), size)));
    this.hull = hull(corners(HALF).map((corner) => project(scene.eye, corner)));
    const { body } = scene.theme[this.piece.colour];
    const d = polygon(hull(corners(HALF - EDGING).map((corner) => project(scene.eye, corner))));
    const edge = lit(body, 0.3);
    set(this.body, { d, fill: edge, stroke: edge, "stroke-width": round(2 * EDGING) });
    set(this.rim, { d, stroke: lit(body, -0.6), "stroke-width": round(2 * EDGING) + 2.4 });
    const cast = corners(HALF - 0.03).map((corner) =>
      project(scene.eye, shadow(scene.eye, corner)));
    set(this.shade, { d: polygon(hull(cast)), fill: scene.theme.shadow,
      stroke: scene.theme.shadow });
  }

  /** Draw the faces that are seen; returns their normals. */
  private drawFaces(scene: Scene, centre: Vec, turn: Turn, seen: Faces): Vec[] {
    const visible = SIDES.map((side) => {
      const normal = turned(turn, NORMALS[side]);
      return { side, normal, facing: facing(scene.eye, normal, add(centre, scaled(normal, HALF))) };
    }).filter((face) => face.facing > 0.01);
    this.nodes.forEach((nodes, i) => {
      const face = visible[i];
      set(nodes.group, { display: face ? null : "none" });
      if (face) this.drawFace(scene, nodes, centre, turn, seen, face);
    });
    return visible.map(({ normal }) => normal);
  }

  /** The light on the edges between the faces that are seen. */
  private drawRidges(scene: Scene, centre: Vec, normals: Vec[]): void {
    const { body } = scene.theme[this.piece.colour];
    const d = normals.flatMap((one, i) => normals.slice(i + 1).map((other) => {
      const middle = add(centre, scaled(add(one, other), HALF - BEVEL / 2));
      const along = scaled(cross(one, other), HALF - EDGING);
      return `M${at(project(scene.eye, add(middle, along)))}`
        + `L${at(project(scene.eye, add(middle, scaled(along, -1))))}`;
    })).join("");
    set(this.ridge, { d, stroke: lit(body, 1.9) });
  }

  private drawFace(
    scene: Scene, nodes: FaceNodes, centre: Vec, turn: Turn, seen: Faces,
    face: { side: Side; normal: Vec; facing: number },
  ): void {
    const { body, pip } = scene.theme[this.piece.colour];
    const layout = pips(seen, seen[face.side]);
    // A king shows a one on every side: its pips lie in the middle of the side that is drawn.
    const king = this.piece.kind === "king";
    const [across, along] = king ? inPlane(face.side) : [layout.across, layout.along];
    const [a, b] = [turned(turn, across), turned(turn, along)];
    set(nodes.plate, {
      d: plate(scene.eye, add(centre, scaled(face.normal, HALF)), a, b),
      fill: lit(body, brightness(face.normal)),
    });
    const centres = king ? [scaled(NORMALS[face.side], 0.5)] : layout.centres;
    const discs = scene.numerals && !king ? "" : centres.map((spot) => disc(scene.eye,
      add(centre, scaled(turned(turn, spot), EDGE)), a, b, layout.radius * EDGE)).join("");
    set(nodes.pips, { d: discs, fill: pip });
    this.drawNumeral(scene, nodes.text, centre, turn, seen[face.side], face);
  }

  private drawNumeral(
    scene: Scene, text: SVGTextElement, centre: Vec, turn: Turn, value: number,
    face: { side: Side; normal: Vec; facing: number },
  ): void {
    const shown = scene.numerals && this.piece.kind === "die" && face.facing > 0.22;
    set(text, { display: shown ? null : "none" });
    if (!shown) return;
    const up = turned(turn, upOf(face.side, this.pose, scene.sign));
    const right = cross(up, face.normal);
    const middle = add(centre, scaled(face.normal, HALF));
    set(text, {
      transform: plane(scene.eye, middle, right, up), fill: scene.theme[this.piece.colour].pip,
      y: 19, "font-size": 54, opacity: Math.min(1, (face.facing - 0.22) * 5).toFixed(2),
    });
    if (text.textContent !== String(value)) text.textContent = String(value);
  }

  /** A crown on what is on top, and on what will be when the king has tipped. */
  private drawCrown(scene: Scene, centre: Vec, turn: Turn): void {
    if (this.piece.kind !== "king") return;
    const sides: Side[] = ["top", ...(this.pose.lean ? [backOf(this.pose, scene.sign)] : [])];
    const d = sides.map((side) => {
      const normal = turned(turn, NORMALS[side]);
      const middle = add(centre, scaled(normal, HALF));
      if (facing(scene.eye, normal, middle) < 0.02) return "";
      const up = turned(turn, upOf(side, this.pose, scene.sign));
      const right = cross(up, normal);
      return polygon(CROWN.map(([x, y]) =>
        project(scene.eye, add(middle, add(scaled(right, x * EDGE), scaled(up, y * EDGE))))));
    }).join("");
    set(this.crown, { d, fill: "none", stroke: scene.theme[this.piece.colour].pip,
      "stroke-width": 3.4 });
  }

  /** In the flat view the four sides stand small around the top. */
  private drawRims(scene: Scene, centre: Vec, seen: Faces): void {
    const shown = scene.flat && scene.numerals && !this.pose.lean && this.piece.kind === "die";
    for (const [side, text] of this.rims) {
      set(text, { display: shown ? null : "none" });
      if (!shown) continue;
      const [x, y] = project(scene.eye, add(centre, scaled(NORMALS[side], 0.285)));
      set(text, { x: round(x), y: round(y) + 5.4, "font-size": 15.5,
        fill: scene.theme[this.piece.colour].pip, opacity: 0.72 });
      if (text.textContent !== String(seen[side])) text.textContent = String(seen[side]);
    }
  }
}

const CROWN: Point[] = [[-0.3, -0.27], [-0.34, 0.2], [-0.17, 0.16], [0, 0.34], [0.17, 0.16],
  [0.34, 0.2], [0.3, -0.27]];

function inPlane(side: Side): [Vec, Vec] {
  const normal = NORMALS[side];
  const up: Vec = normal[2] ? [0, 1, 0] : [0, 0, 1];
  return [cross(up, normal), up];
}

/** The side that comes to lie on top in a tilt. */
function backOf(pose: Pose, sign: number): Side {
  const [dx, dy] = [sign * (pose.lean?.dx ?? 0), sign * (pose.lean?.dy ?? 0)];
  if (dx && dy) return "bottom";
  return dy > 0 ? "south" : dy < 0 ? "north" : dx > 0 ? "west" : "east";
}

/** Where "up" is on a side, so that what is written on it stands upright once it is on top. */
function upOf(side: Side, pose: Pose, sign: number): Vec {
  if (side === "top") return [0, 1, 0];
  if (!pose.lean || side !== backOf(pose, sign)) return NORMALS[side][2] ? [0, 1, 0] : [0, 0, 1];
  const [dx, dy] = [sign * pose.lean.dx, sign * pose.lean.dy];
  return turned(leaning(-dx, -dy, dx && dy ? Math.PI : Math.PI / 2), [0, 1, 0]);
}

/** A square with rounded corners in the plane of two unit vectors. */
function plate(eye: Camera, middle: Vec, a: Vec, b: Vec): string {
  const size = HALF - BEVEL;
  const point = (x: number, y: number) =>
    at(project(eye, add(middle, add(scaled(a, x), scaled(b, y)))));
  const near = size - ROUNDING;
  const corner = ([x, y]: Point, first: boolean) => {
    const straight: Point[] = first ? [[x * near, y * size], [x * size, y * near]]
      : [[x * size, y * near], [x * near, y * size]];
    return `${point(...straight[0]!)}Q${point(x * size, y * size)} ${point(...straight[1]!)}`;
  };
  return `M${corner([1, 1], true)}L${corner([1, -1], false)}L${corner([-1, -1], true)}`
    + `L${corner([-1, 1], false)}Z`;
}

/** A disc in the plane of two unit vectors, as four curves. */
export function disc(eye: Camera, middle: Vec, a: Vec, b: Vec, radius: number): string {
  const point = (x: number, y: number) =>
    at(project(eye, add(middle, add(scaled(a, x * radius), scaled(b, y * radius)))));
  return `M${point(1, 0)}C${point(1, CURVE)} ${point(CURVE, 1)} ${point(0, 1)}`
    + `C${point(-CURVE, 1)} ${point(-1, CURVE)} ${point(-1, 0)}`
    + `C${point(-1, -CURVE)} ${point(-CURVE, -1)} ${point(0, -1)}`
    + `C${point(CURVE, -1)} ${point(1, -CURVE)} ${point(1, 0)}Z`;
}

/** The transform that lays a drawing, in hundredths, y down, into a plane; exact in its middle. */
export function plane(eye: Camera, middle: Vec, right: Vec, up: Vec): string {
  const step = 0.05;
  const [x, y] = project(eye, middle);
  const [ax, ay] = project(eye, add(middle, scaled(right, step)));
  const [bx, by] = project(eye, add(middle, scaled(up, -step)));
  const entries = [ax - x, ay - y, bx - x, by - y].map((n) => (n / step).toFixed(3));
  return `matrix(${entries.join(" ")} ${round(x)} ${round(y)})`;
}
