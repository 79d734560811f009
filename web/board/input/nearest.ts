// Which of several ways the pointer means.
import type { Point } from "../space/geometry";
import { distinctivePoint, wayPoints } from "../marks/paths";
import type { Scene } from "../drawing/scene";
import type { Move } from "../view/view";

/** How far a point is from a line. */
export function distanceTo(points: Point[], [x, y]: Point): number {
  let best = Infinity;
  for (let i = 1; i < points.length; i += 1) {
    const [[ax, ay], [bx, by]] = [points[i - 1]!, points[i]!];
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return best;
}

/** The number of the way nearest to a point, or -1 where two are about as near, or none is. */
export function nearestWay(scene: Scene, ways: Move[], point: Point): number {
  const distances = ways.map((way) => Math.min(
    distanceTo(wayPoints(scene, way), point),
    Math.max(0, gap(distinctivePoint(scene, way, ways), point) - 0.3)));
  const order = distances.map((_, i) => i).sort((a, b) => distances[a]! - distances[b]!);
  const [first, second] = [distances[order[0]!]!, distances[order[1]!] ?? Infinity];
  return first < 0.6 && second - first > 0.12 ? order[0]! : -1;
}

function gap(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
