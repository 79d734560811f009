// Which puzzle comes next, of those that somebody wants.
import type { Puzzle } from "../../../../wire/types";

/** The highest grade: of puzzles that no level of the computer solves. */
export const BEYOND = 11;

export interface Choice {
  /** The grades, both included. */
  from: number;
  to: number;
  /** "" for any. */
  theme: string;
}

export const ANY: Choice = { from: 1, to: BEYOND, theme: "" };

/** The puzzles that somebody wants. */
export function among(puzzles: readonly Puzzle[], { from, to, theme }: Choice): Puzzle[] {
  return puzzles.filter(({ grade, themes }) => grade >= from && grade <= to && (!theme || themes.includes(theme)));
}

/**
 * The puzzle to come next: the first that was solved least often, so that none comes again before all are solved.
 *
 * Args:
 *   wanted: among which to choose, in the order in which to solve them, as the server tells them.
 *   times: how often each has been solved.
 *   passed: ids of those that were just shown; they come after the others.
 */
export function nextOf(wanted: readonly Puzzle[], times: Record<string, number>, passed: ReadonlySet<string>): Puzzle | null {
  const least = Math.min(...wanted.map(({ id }) => times[id] ?? 0));
  const rest = wanted.filter(({ id }) => (times[id] ?? 0) === least);
  return rest.find(({ id }) => !passed.has(id)) ?? rest[0] ?? null;
}
