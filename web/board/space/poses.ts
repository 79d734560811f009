// How a piece lies, stands or flies at one moment; in columns and rows, whoever looks at it.
import { EDGE } from "./geometry";
import type { Faces } from "../view/view";

export interface Pose {
  x: number;
  y: number;
  /** Height of the lowest point above the table, or of the middle where the die leans. */
  z: number;
  faces: Faces | null;
  /** What is on top leans towards (dx, dy) by an angle. */
  lean: { dx: number; dy: number; angle: number } | null;
  opacity: number;
}

export type Place = readonly [number, number];

const HALF = EDGE / 2;
const JUMP = 0.9;

export function resting([x, y]: Place, faces: Faces | null): Pose {
  return { x, y, z: 0, faces, lean: null, opacity: 1 };
}

/** Time from 0 to 1, slow at both ends; all poses are told by eased time. */
export function eased(t: number): number {
  return t * t * (3 - 2 * t);
}

/** A die on its way over its bottom edge, or over its corner, to the neighbouring square. */
export function tilting(from: Place, to: Place, faces: Faces | null, t: number): Pose {
  const [dx, dy] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  if (dx && dy) return rollingOver(from, to, faces, t);
  const angle = (t * Math.PI) / 2;
  const way = HALF + Math.SQRT2 * HALF * Math.sin(angle - Math.PI / 4) + (1 - EDGE) * t;
  return {
    x: from[0] + dx * way, y: from[1] + dy * way,
    z: Math.SQRT2 * HALF * Math.cos(angle - Math.PI / 4),
    faces, lean: { dx, dy, angle }, opacity: 1,
  };
}

/** A half turn towards the corner: the die rolls on its edges, which carries it up and down. */
function rollingOver(from: Place, to: Place, faces: Faces | null, t: number): Pose {
  const angle = t * Math.PI;
  return {
    x: from[0] + (to[0] - from[0]) * t, y: from[1] + (to[1] - from[1]) * t,
    z: HALF * (Math.SQRT2 * Math.sin(angle) + Math.abs(Math.cos(angle))),
    faces, lean: { dx: to[0] - from[0], dy: to[1] - from[1], angle }, opacity: 1,
  };
}

export function jumping(from: Place, to: Place, faces: Faces | null, t: number): Pose {
  return {
    x: from[0] + (to[0] - from[0]) * t, y: from[1] + (to[1] - from[1]) * t,
    z: JUMP * 4 * t * (1 - t), faces, lean: null, opacity: 1,
  };
}

/** A token that is pushed; it is lifted a little. */
export function sliding(from: Place, to: Place, faces: Faces | null, t: number): Pose {
  return { ...jumping(from, to, faces, t), z: 0.22 * 4 * t * (1 - t) };
}

/** From the hand onto the board. */
export function landing(at: Place, faces: Faces | null, t: number): Pose {
  return { ...resting(at, faces), z: 1.1 * (1 - t), opacity: Math.min(1, 2 * t) };
}

/** From the board into the hand. */
export function leaving(at: Place, faces: Faces | null, t: number): Pose {
  return { ...resting(at, faces), z: 1.1 * t, opacity: 1 - t };
}

/** A beaten die tips off, away from who beat it, and fades. A token only sinks into the light. */
export function falling(at: Place, [dx, dy]: Place, faces: Faces | null, t: number): Pose {
  if (!faces) return leaving(at, faces, t);
  const length = Math.max(Math.abs(dx), Math.abs(dy)) || 1;
  const [sx, sy] = Math.abs(dx) >= Math.abs(dy) ? [dx / length || 1, 0] : [0, dy / length];
  const pose = tilting(at, [at[0] + sx, at[1] + sy], faces, Math.min(1, t * 0.9));
  return { ...pose, opacity: 1 - t * t };
}
