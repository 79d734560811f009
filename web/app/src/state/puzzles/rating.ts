// How a rating for puzzles is shown, and for which puzzles it calls.
import type { PuzzleRating } from "../../../../wire/types";

/** Of somebody unknown: most people are between a beginner and a club player. */
export const START: PuzzleRating = { points: 1200, deviation: 300, volatility: 0.06 };
/** With a larger deviation, a rating is provisional. */
const SURE = 110;

export const provisional = ({ deviation }: PuzzleRating): boolean => deviation > SURE;

/** The points as people read them; a provisional rating has a question mark. */
export const shown = (rating: PuzzleRating): string => `${Math.round(rating.points)}${provisional(rating) ? "?" : ""}`;

/** A change of points, with its sign. */
export function signed(change: number): string {
  const whole = Math.round(change);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "±0";
}

/** How hard puzzles should be: somebody solves about two of three that are a little easier than he is strong. */
export const aim = ({ points }: PuzzleRating): number => points - 100;
