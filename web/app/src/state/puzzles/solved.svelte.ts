// Which puzzles somebody has solved in this browser, how many in a row, and the rating that this gives.
import type { PuzzleRating, PuzzleTried } from "../../../../wire/types";
import { Stored } from "../../browser/stored";
import { START } from "./rating";

/** A puzzle that was tried for the first time, when, and the points after it. */
export interface Try { id: string; at: number; points: number }

export interface Solved {
  /** How often each has been solved, by its id. */
  times: Record<string, number>;
  /** Solved one after the other without a wrong move or help: now, and the most ever. */
  streak: number;
  best: number;
  /** Missing as long as no puzzle was rated. */
  rating?: PuzzleRating;
  /** What was rated, the oldest first; no puzzle is rated twice. */
  tries?: Try[];
}

/** By game. */
export type AllSolved = Record<string, Solved>;

const NAME = "puzzles";
const NONE: Solved = { times: {}, streak: 0, best: 0 };
const DAY = 86_400_000;
/** So many days are told of at most. */
const LONG = 10_000;

class SolvedPuzzles {
  #stored = new Stored<AllSolved>(NAME, {}, (all) => { this.#all = all; });
  #all: AllSolved = $state.raw(this.#stored.value);

  get all(): AllSolved {
    return this.#all;
  }

  of(game: string): Solved {
    return this.#all[game] ?? NONE;
  }

  /** Whether a puzzle does not count for the rating any more. */
  known(game: string, id: string): boolean {
    const { times, tries } = this.of(game);
    return id in times || !!tries?.some((one) => one.id === id);
  }

  /** One is solved; `clean` if without a wrong move and without help. */
  add(game: string, id: string, clean: boolean): void {
    this.#change(game, (own) => {
      const now = clean ? own.streak + 1 : 0;
      return { ...own, times: { ...own.times, [id]: (own.times[id] ?? 0) + 1 }, streak: now, best: Math.max(own.best, now) };
    });
  }

  /** The row is broken. */
  break(game: string): void {
    if (this.of(game).streak) this.#change(game, (solved) => ({ ...solved, streak: 0 }));
  }

  /**
   * Rate the first try of a puzzle, and tell by how many points the rating has changed.
   *
   * Args:
   *   solved: whether it was solved without a wrong move and without help.
   *   ask: what the rating is then; where nobody tells, it stays as it is.
   */
  async rate(game: string, id: string, solved: boolean, ask: (tried: PuzzleTried) => Promise<PuzzleRating>): Promise<number | null> {
    for (;;) {
      const { rating, tries = [] } = this.of(game);
      if (tries.some((one) => one.id === id)) return null;
      const at = Date.now();
      const days = Math.min(LONG, Math.max(0, at - (tries.at(-1)?.at ?? at)) / DAY);
      const after = await ask({ id, solved, before: rating ?? START, days });
      let done = false;
      // Another tab may have rated a puzzle meanwhile; then this one comes after it.
      this.#change(game, (now) => {
        done = (now.tries?.length ?? 0) === tries.length;
        return done ? { ...now, rating: after, tries: [...tries, { id, at, points: after.points }] } : now;
      });
      if (done) return after.points - (rating ?? START).points;
    }
  }

  /** Add what another browser knows; of two ratings the one stays that comes from more puzzles. */
  merge(others: AllSolved): void {
    for (const [game, other] of Object.entries(others))
      this.#change(game, (own) => {
        const ids = [...new Set([...Object.keys(own.times), ...Object.keys(other.times)])];
        const { rating, tries } = (other.tries?.length ?? 0) > (own.tries?.length ?? 0) ? other : own;
        return {
          times: Object.fromEntries(ids.map((id) => [id, Math.max(own.times[id] ?? 0, other.times[id] ?? 0)])),
          streak: Object.keys(own.times).length ? own.streak : other.streak, best: Math.max(own.best, other.best),
          ...rating && tries && { rating, tries },
        };
      });
  }

  #change(game: string, how: (solved: Solved) => Solved): void {
    this.#stored.change((all) => ({ ...all, [game]: how(all[game] ?? NONE) }));
  }
}

export const solved = new SolvedPuzzles();
