// Which puzzle comes next, of those that somebody wants.
import type { Puzzle } from "../../../../wire/types";
import type { Solved } from "../../kept/done.svelte";
import type { Choice } from "../../kept/wanted";

/** The puzzles that somebody wants. */
export function among(puzzles: readonly Puzzle[], { from, to, theme }: Choice): Puzzle[] {
  return puzzles.filter(({ grade, themes }) => grade >= from && grade <= to && (!theme || themes.includes(theme)));
}

/**
 * The puzzle to come next: of those that were solved least often, so that none comes again before all are solved,
 * one that was not tried in vain, as hard as wanted.
 *
 * Args:
 *   wanted: among which to choose, in the order in which to solve those that are about as hard.
 *   own: how often each has been solved, and which have been tried.
 *   passed: ids of those that were just shown; they come after the others.
 *   aim: the rating that is wanted.
 */
export function nextOf(wanted: readonly Puzzle[], own: Pick<Solved, "times" | "tries">, passed: ReadonlySet<string>, aim: number): Puzzle | null {
  const tried = new Set(own.tries?.map(({ id }) => id));
  const costs = ({ id, rating }: Puzzle) => [own.times[id] ?? 0, Number(passed.has(id)), Number(tried.has(id)), Math.abs(rating - aim)];
  return [...wanted].sort((one, two) => {
    const [ones, twos] = [costs(one), costs(two)];
    return ones.map((cost, place) => cost - twos[place]!).find(Boolean) ?? 0;
  })[0] ?? null;
}
