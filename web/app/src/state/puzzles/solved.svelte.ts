// Which puzzles somebody has solved in this browser, and how many in a row.
import { Stored } from "../../browser/stored";

export interface Solved {
  /** How often each has been solved, by its id. */
  times: Record<string, number>;
  /** Solved one after the other without a wrong move or help: now, and the most ever. */
  streak: number;
  best: number;
}

/** By game. */
export type AllSolved = Record<string, Solved>;

const NAME = "puzzles";
const NONE: Solved = { times: {}, streak: 0, best: 0 };

class SolvedPuzzles {
  #stored = new Stored<AllSolved>(NAME, {}, (all) => { this.#all = all; });
  #all: AllSolved = $state.raw(this.#stored.value);

  get all(): AllSolved {
    return this.#all;
  }

  of(game: string): Solved {
    return this.#all[game] ?? NONE;
  }

  /** One is solved; `clean` if without a wrong move and without help. */
  add(game: string, id: string, clean: boolean): void {
    this.#change(game, ({ times, streak, best }) => {
      const now = clean ? streak + 1 : 0;
      return { times: { ...times, [id]: (times[id] ?? 0) + 1 }, streak: now, best: Math.max(best, now) };
    });
  }

  /** The row is broken. */
  break(game: string): void {
    if (this.of(game).streak) this.#change(game, (solved) => ({ ...solved, streak: 0 }));
  }

  /** Add what another browser knows. */
  merge(others: AllSolved): void {
    for (const [game, other] of Object.entries(others))
      this.#change(game, (own) => {
        const ids = [...new Set([...Object.keys(own.times), ...Object.keys(other.times)])];
        return {
          times: Object.fromEntries(ids.map((id) => [id, Math.max(own.times[id] ?? 0, other.times[id] ?? 0)])),
          streak: Object.keys(own.times).length ? own.streak : other.streak, best: Math.max(own.best, other.best),
        };
      });
  }

  #change(game: string, how: (solved: Solved) => Solved): void {
    this.#stored.change((all) => ({ ...all, [game]: how(all[game] ?? NONE) }));
  }
}

export const solved = new SolvedPuzzles();
