// Which puzzles somebody has solved in this browser, and how many in a row.
import { keyOf, recall, remember } from "../net/storage";

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
  #all: AllSolved = $state.raw(recall<AllSolved>(NAME, {}));

  constructor() {
    // Another tab has solved one.
    window.addEventListener("storage", ({ key }) => { if (key === keyOf(NAME)) this.#all = recall<AllSolved>(NAME, {}); });
  }

  get all(): AllSolved {
    return this.#all;
  }

  of(game: string): Solved {
    return this.#all[game] ?? NONE;
  }

  /** One is solved; `clean` if without a wrong move and without help. */
  add(game: string, id: string, clean: boolean): void {
    const { times, streak, best } = this.of(game);
    const now = clean ? streak + 1 : 0;
    this.#put({ ...this.#all, [game]: { times: { ...times, [id]: (times[id] ?? 0) + 1 }, streak: now, best: Math.max(best, now) } });
  }

  /** The row is broken. */
  break(game: string): void {
    if (this.of(game).streak) this.#put({ ...this.#all, [game]: { ...this.of(game), streak: 0 } });
  }

  /** Add what another browser knows. */
  merge(others: AllSolved): void {
    this.#put(Object.fromEntries([...new Set([...Object.keys(this.#all), ...Object.keys(others)])].map((game) => {
      const [own, other] = [this.of(game), others[game] ?? NONE];
      const ids = [...new Set([...Object.keys(own.times), ...Object.keys(other.times)])];
      return [game, {
        times: Object.fromEntries(ids.map((id) => [id, Math.max(own.times[id] ?? 0, other.times[id] ?? 0)])),
        streak: Object.keys(own.times).length ? own.streak : other.streak, best: Math.max(own.best, other.best),
      }];
    })));
  }

  #put(all: AllSolved): void {
    this.#all = all;
    remember(NAME, all);
  }
}

export const solved = new SolvedPuzzles();
