// Lines over the board: ways of moves, arrows, attacks, as points on the screen.
import type { Point } from "../space/geometry";
import { distinctive, isSwap, originsOf, squaresAlong, wayOf } from "../view/moves";
import type { Place } from "../space/poses";
import type { Scene } from "../drawing/scene";
import { onScreen } from "../drawing/scene";
import { placeOf } from "../space/squares";
import type { Move } from "../view/view";

const ARC = 0.75;                       // the height of a jump, as it is drawn
const ARC_POINTS = 8;

/** The way of a move; `aside` keeps ways apart that run along the same squares. */
export function wayPoints(scene: Scene, move: Move, aside = 0): Point[] {
  const origin = originsOf(move)[0];
  if (!origin) return [];
  const names = squaresAlong(move, origin);
  const places = names.map((name) => placeOf(name, scene.viewport));
  const steps = isSwap(move) ? move.steps.slice(0, 1) : wayOf(move).filter((step) => step.origin);
  const shifted = places.map((place, i) => beside(place, places, i, aside));
  const points: Point[] = [onScreen(scene, shifted[0]!)];
  steps.forEach((step, i) => {
    const [from, to] = [shifted[i]!, shifted[i + 1]!];
    if (step.kind === "jump") points.push(...arc(scene, from, to));
    points.push(onScreen(scene, to));
  });
  for (const step of move.steps)
    if (step.kind === "return") points.push(onScreen(scene, placeOf(step.origin!, scene.viewport)));
  return points;
}

function beside(place: Place, all: Place[], i: number, aside: number): Place {
  const [before, after] = [all[Math.max(0, i - 1)]!, all[Math.min(all.length - 1, i + 1)]!];
  const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
  const length = Math.hypot(dx, dy) || 1;
  return [place[0] - (dy / length) * aside, place[1] + (dx / length) * aside];
}

function arc(scene: Scene, from: Place, to: Place): Point[] {
  return Array.from({ length: ARC_POINTS - 1 }, (_, i) => {
    const t = (i + 1) / ARC_POINTS;
    const place: Place = [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    // From straight above a jump is told by a bow to the side.
    if (scene.flat) {
      const bow = 0.22 * 4 * t * (1 - t);
      return onScreen(scene, [place[0] + (to[1] - from[1]) * 0.5 * bow,
        place[1] - (to[0] - from[0]) * 0.5 * bow]);
    }
    return onScreen(scene, place, ARC * 4 * t * (1 - t));
  });
}

/** A point by which one way can be told from the others. */
export function distinctivePoint(scene: Scene, move: Move, others: Move[]): Point {
  const theirs = others.filter((other) => other !== move).flatMap(distinctive);
  const own = distinctive(move).filter((square) => !theirs.includes(square));
  const square = own[Math.floor((own.length - 1) / 2)];
  if (square) return onScreen(scene, placeOf(square, scene.viewport), 0.3);
  const points = wayPoints(scene, move);
  const i = others.indexOf(move) + 1;
  return alongLine(points, i / (others.length + 1));
}

/** The point of a line after a share of its length. */
export function alongLine(points: Point[], share: number): Point {
  const lengths = points.slice(1).map((p, i) =>
    Math.hypot(p[0] - points[i]![0], p[1] - points[i]![1]));
  let rest = lengths.reduce((sum, length) => sum + length, 0) * share;
  for (let i = 0; i < lengths.length; i += 1) {
    if (rest <= lengths[i]!) {
      const t = rest / (lengths[i]! || 1);
      const [a, b] = [points[i]!, points[i + 1]!];
      return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    }
    rest -= lengths[i]!;
  }
  return points.at(-1) ?? [0, 0];
}
