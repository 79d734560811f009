// Where things in the world of the board appear on the screen, and how dice turn.
//
// The unit is one square; x points right, y away from the viewer, z up; the origin is the middle of
// the board on the table. The pictures made in Python use the same mathematics.
import type { Faces, Side } from "../view/view";

export type Vec = readonly [number, number, number];
export type Point = readonly [number, number];
/** The images of the three axes. */
export type Turn = readonly [Vec, Vec, Vec];

export const EDGE = 0.68;
/** In degrees: how far the eye leans from the vertical, and how far it stands aside. */
export const TILT = 25;
export const TURN = 15;
/** The least and the most of both. */
export const TILTS: Point = [12, 45];
export const TURNS: Point = [-28, 28];

/**
 * The eye stands aside, but looks straight ahead: so rows stay level, and every die shows its top,
 * its front and one more side.
 */
export interface Camera {
  /** Distance of the eye from the middle of the board; Infinity looks straight down. */
  distance: number;
  sin: number;
  cos: number;
  /** How far the eye stands aside, in distances; left of the middle it is negative. */
  aside: number;
}

export const FLAT: Camera = { distance: Infinity, sin: 0, cos: 1, aside: 0 };

export function camera(columns: number, rows: number, tilt = TILT, turn = TURN): Camera {
  const [lean, way] = [tilt, turn].map((degrees) => (degrees * Math.PI) / 180) as [number, number];
  return { distance: 6 * Math.max(columns, rows) + 2, sin: Math.sin(lean), cos: Math.cos(lean),
    aside: Math.tan(way) };
}

export function isFlat(eye: Camera): boolean {
  return eye.distance === Infinity;
}

export function project(eye: Camera, [x, y, z]: Vec): Point {
  if (isFlat(eye)) return [x, -y];
  const depth = z * eye.cos - y * eye.sin;
  const scale = eye.distance / (eye.distance - depth);
  return [scale * (x - eye.aside * depth), -scale * (y * eye.cos + z * eye.sin)];
}

/** The point at height z that appears at a point of the screen. */
export function unproject(eye: Camera, [X, Y]: Point, z = 0): Vec {
  if (isFlat(eye)) return [X, -Y, z];
  const { distance, sin, cos, aside } = eye;
  const near = distance - z * cos;
  const y = -(Y * near + distance * z * sin) / (Y * sin + distance * cos);
  return [(X * (near + y * sin)) / distance + aside * (z * cos - y * sin), y, z];
}

export function add(a: Vec, b: Vec): Vec {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function scaled(a: Vec, by: number): Vec {
  return [a[0] * by, a[1] * by, a[2] * by];
}

export function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec, b: Vec): Vec {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function turned(turn: Turn, v: Vec): Vec {
  return add(add(scaled(turn[0], v[0]), scaled(turn[1], v[1])), scaled(turn[2], v[2]));
}

/** A rotation that leans what is on top towards a direction on the table. */
export function leaning(dx: number, dy: number, angle: number): Turn {
  const length = Math.hypot(dx, dy) || 1;
  const axis: Vec = [-dy / length, dx / length, 0];
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const image = (v: Vec): Vec =>
    add(add(scaled(v, cos), scaled(cross(axis, v), sin)), scaled(axis, dot(axis, v) * (1 - cos)));
  return [image([1, 0, 0]), image([0, 1, 0]), image([0, 0, 1])];
}

export const UPRIGHT: Turn = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** Whether the eye sees a face with this normal at this point. */
export function faces(eye: Camera, normal: Vec, at: Vec): boolean {
  return facing(eye, normal, at) > 1e-9;
}

/** The cosine of the angle under which a face is seen; negative from behind. */
export function facing(eye: Camera, normal: Vec, at: Vec): number {
  if (isFlat(eye)) return normal[2];
  const sight: Vec = [eye.aside * eye.distance - at[0], -eye.distance * eye.sin - at[1],
    eye.distance * eye.cos - at[2]];
  return dot(normal, sight) / Math.hypot(...sight);
}

/** How much light a face gets, from 0 to 1: tops most, fronts half of it, other sides none. */
export function brightness(normal: Vec): number {
  return Math.min(1, Math.max(0, normal[2] - normal[1] / 2));
}

/** Where the light, which comes from across the eye, throws the shadow of a point on the table. */
export function shadow(eye: Camera, [x, y, z]: Vec): Vec {
  const height = Math.max(0, z);
  return [x + 1.2 * eye.aside * height, y + 0.3 * height, 0];
}

export const NORMALS: Record<Side, Vec> = {
  top: [0, 0, 1], north: [0, 1, 0], east: [1, 0, 0],
  south: [0, -1, 0], west: [-1, 0, 0], bottom: [0, 0, -1],
};
export const SIDES = Object.keys(NORMALS) as Side[];

/** The same die seen from the other side of the board. */
export function halfTurned(die: Faces): Faces {
  return {
    top: die.top, bottom: die.bottom,
    north: die.south, south: die.north, east: die.west, west: die.east,
  };
}

/** Where the faces 4, 2 and 1 are: the axes along which the pips of a real die are laid out. */
export function axes(die: Faces): Turn {
  const where = (value: number): Vec =>
    NORMALS[SIDES.find((side) => die[side] === value) ?? "top"];
  return [where(4), where(2), where(1)];
}

const R = 0.27;
const CORNERS: Point[] = [[-R, -R], [-R, R], [R, -R], [R, R]];
/** For each face its normal, two axes in its plane, and its pips, all along the die's own axes. */
const FACE_PIPS: Record<number, [Vec, Vec, Vec, Point[]]> = {
  1: [[0, 0, 1], [1, 0, 0], [0, 1, 0], [[0, 0]]],
  2: [[0, 1, 0], [1, 0, 0], [0, 0, 1], [[-R, R], [R, -R]]],
  3: [[-1, 0, 0], [0, 1, 0], [0, 0, 1], [[R, R], [0, 0], [-R, -R]]],
  4: [[1, 0, 0], [0, 1, 0], [0, 0, 1], CORNERS],
  5: [[0, -1, 0], [1, 0, 0], [0, 0, 1], [...CORNERS, [0, 0]]],
  6: [[0, 0, -1], [1, 0, 0], [0, 1, 0], [...CORNERS, [0, -R], [0, R]]],
};

export interface Pips {
  normal: Vec;
  /** Two unit vectors in the plane of the face. */
  across: Vec;
  along: Vec;
  /** From the middle of the die, in edges. */
  centres: Vec[];
  radius: number;
}

/** The pips of one face of a die that lies as `die` says. */
export function pips(die: Faces, value: number): Pips {
  const own = axes(die);
  const [normal, across, along, points] = FACE_PIPS[value] ?? FACE_PIPS[1]!;
  const [n, a, b] = [turned(own, normal), turned(own, across), turned(own, along)];
  return {
    normal: n, across: a, along: b, radius: value === 1 ? 0.12 : 0.085,
    centres: points.map(([s, t]) => add(scaled(n, 0.5), add(scaled(a, s), scaled(b, t)))),
  };
}

/** The convex hull of points, counter-clockwise where y points up. */
export function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: Point[]): Point[] => {
    const found: Point[] = [];
    for (const p of list) {
      while (found.length > 1 && area(found[found.length - 2]!, found[found.length - 1]!, p) <= 0)
        found.pop();
      found.push(p);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function area(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Whether a convex polygon, wound as by `hull`, holds a point. */
export function holds(polygon: Point[], point: Point): boolean {
  return polygon.every((p, i) => area(p, polygon[(i + 1) % polygon.length]!, point) >= 0);
}
