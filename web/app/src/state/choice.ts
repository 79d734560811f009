// Which puzzle comes next, of those that somebody wants.
import type { Puzzle } from "../../../wire/types";

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
 * The puzzle to come next: one that was solved least often, so that none comes again before all are solved; of
 * these one of the easiest.
 *
 * Args:
 *   wanted: among which to choose.
 *   times: how often each has been solved.
 *   passed: ids of those that were just shown; they come after the others.
 *   random: a number from 0 to 1.
 */
export function nextOf(wanted: readonly Puzzle[], times: Record<string, number>, passed: ReadonlySet<string>,
                       random: () => number = Math.random): Puzzle | null {
  const rest = least(wanted, ({ id }) => times[id] ?? 0);
  const fresh = rest.filter(({ id }) => !passed.has(id));
  const easiest = least(fresh.length ? fresh : rest, ({ grade }) => grade);
  return easiest[Math.floor(random() * easiest.length)] ?? null;
}

/** Those of which a number is smallest. */
function least<T>(some: readonly T[], of: (one: T) => number): T[] {
  const smallest = Math.min(...some.map(of));
  return some.filter((one) => of(one) === smallest);
}
