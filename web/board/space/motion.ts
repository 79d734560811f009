// What moves when, while a move is shown: poses of pieces over time.
import { isSwap, wayOf } from "../view/moves";
import type { Place, Pose } from "./poses";
import { eased, falling, jumping, landing, leaving, resting, sliding, tilting } from "./poses";
import type { Faces, Move, Piece, Removal, Step, View } from "../view/view";

const FIGHT = 5.5;                      // tilts that a battle lasts, until it is understood

export type SoundKind = "tilt" | "land" | "slide" | "fall" | "check" | "win";

/** The way of one piece. `from` is where it lay; without, it comes from the hand. */
export interface Track {
  from: string | null;
  piece: Piece;
  segments: { start: number; end: number; pose: (t: number) => Pose }[];
}

export interface Motion {
  tracks: Track[];
  sounds: { at: number; kind: SoundKind }[];
  length: number;
}

export function poseAt({ segments }: Track, time: number): Pose {
  const segment = segments.find(({ end }) => time < end) ?? segments.at(-1)!;
  const span = segment.end - segment.start || 1;
  return segment.pose(eased(Math.min(1, Math.max(0, (time - segment.start) / span))));
}

/** The time of one step in milliseconds: the more steps, the faster each. */
export function stepTime(speed: number, steps: number): number {
  return speed * Math.max(0.75, 1 - 0.06 * Math.max(0, steps - 2));
}

type Where = (square: string) => Place;

export function stepPose(
  step: Step, faces: Faces | null, where: Where,
): (t: number) => Pose {
  const to = where((step.target ?? step.origin)!);
  if (step.kind === "place") return (t) => landing(to, faces, t);
  if (step.kind === "return") return (t) => leaving(to, faces, t);
  const from = where(step.origin!);
  const kind = step.kind === "tilt" ? tilting : step.kind === "jump" ? jumping : sliding;
  return (t) => kind(from, to, faces, t);
}

/**
 * The motion of a move.
 *
 * Args:
 *   view: the position before it.
 *   where: the place of a square.
 *   speed: milliseconds for one tilt.
 *   rolled: the piece has come there already, and only the rest is shown.
 *   told: battles last until their sums are read.
 */
export function motionOf(
  view: View, move: Move, where: Where, speed: number, rolled = false, told = false,
): Motion {
  const motion: Motion = { tracks: [], sounds: [], length: 0 };
  if (isSwap(move)) {
    for (const step of move.steps) motion.tracks.push(trackOf(view, [step], where, speed * 1.6));
    motion.length = speed * 1.6;
    motion.sounds.push({ at: motion.length, kind: "slide" });
    return motion;
  }
  const way = wayOf(move).filter((step) => step.kind !== "pass");
  const each = rolled ? 0 : stepTime(speed, way.length);
  if (way.length) motion.tracks.push(trackOf(view, way, where, each));
  if (!rolled) way.forEach((step, i) =>
    motion.sounds.push({ at: each * (i + 1), kind: soundOf(step) }));
  motion.length = each * way.length;
  const fight = told && move.battles.length ? FIGHT : 0.3;
  if (fight === FIGHT) motion.length += fight * speed;
  addRemovals(motion, view, move, where, speed, each, each * way.length, fight * speed);
  if (move.winner) motion.sounds.push({ at: motion.length, kind: "win" });
  else if (move.check) motion.sounds.push({ at: motion.length, kind: "check" });
  return motion;
}

function soundOf(step: Step): SoundKind {
  return step.kind === "tilt" ? "tilt" : step.kind === "slide" ? "slide" : "land";
}

function trackOf(view: View, way: Step[], where: Where, each: number): Track {
  const first = way[0]!;
  const lying = first.origin ? view.pieces[first.origin] : undefined;
  const piece = lying ?? {
    colour: view.turn, kind: "piece", letter: first.piece, faces: null } satisfies Piece;
  let { faces } = piece;
  const segments = way.map((step, i) => {
    const pose = stepPose(step, faces, where);
    faces = step.faces ?? faces;
    return { start: i * each, end: (i + 1) * each, pose };
  });
  const end = where(way.at(-1)!.target!);
  const last = faces;
  segments.push({ start: way.length * each, end: Infinity, pose: () => resting(end, last) });
  return { from: first.origin, piece, segments };
}

function addRemovals(
  motion: Motion, view: View, move: Move, where: Where, speed: number, each: number,
  arrival: number, fight: number,
): void {
  const mover = motion.tracks[0];
  const target = wayOf(move).at(-1)?.target;
  for (const gone of move.removed) {
    const captured = gone.why === "captured";
    // A captured die is pushed off by the one that rolls in; a beaten one falls a moment later.
    const start = captured ? arrival - each * 0.65 : arrival + fight;
    const end = start + 1.5 * speed;
    const at = where(gone.square);
    const away = awayFrom(gone, move, where, at);
    if (gone.square === target && !captured && mover) {
      const last = mover.segments.at(-1)!;
      const lying = last.pose(0);
      last.end = start;
      mover.segments.push({ start, end, pose: (t) => falling(at, away, lying.faces, t) });
    } else {
      const piece = view.pieces[gone.square];
      if (!piece) continue;
      motion.tracks.push({ from: gone.square, piece, segments: [
        { start: 0, end: start, pose: () => resting(at, piece.faces) },
        { start, end, pose: (t) => falling(at, away, piece.faces, t) }] });
    }
    motion.sounds.push({ at: start + (captured ? 0.4 : 0.9) * speed, kind: "fall" });
    motion.length = Math.max(motion.length, end);
  }
}

/** The direction in which a piece falls. */
function awayFrom(gone: Removal, move: Move, where: Where, at: Place): Place {
  const last = wayOf(move).at(-1)!;
  const fight = move.battles.find((battle) => battle.loser === gone.square);
  const beatenBy = fight && (fight.loser === fight.defender ? fight.attacker : fight.defender);
  const from = beatenBy ? where(beatenBy) : last.origin ? where(last.origin) : at;
  return [at[0] - from[0], at[1] - from[1]];
}
