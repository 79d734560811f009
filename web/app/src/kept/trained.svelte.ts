// The best that a visitor has done with each trainer of a game, on all devices.
import { Stored } from "../browser/stored";

/** So much of so much; of what has no end, `of` is 1. */
export interface Score { kept: number; of: number }

/** By game and trainer, as "contra endings 2". */
export type Scores = Readonly<Record<string, Score>>;

const share = ({ kept, of }: Score) => kept / of;

/** Of two scores of a trainer, the better one stays: the larger share, then that of more. */
export function best(one: Scores = {}, other: Scores = {}): Scores {
  const all = { ...one };
  for (const [name, score] of Object.entries(other)) {
    const known = all[name];
    if (!known || share(score) > share(known) || (share(score) === share(known) && score.of > known.of)) all[name] = score;
  }
  return all;
}

class Trained {
  #stored = new Stored<Scores>("trained", {}, (all) => { this.#all = all; });
  #all: Scores = $state.raw(this.#stored.value);

  get all(): Scores {
    return this.#all;
  }

  /** The best score in a game; of several levels, that of the hardest that was tried. */
  of(game: string, trainer: string, level?: number | string): Score | undefined {
    const name = `${game} ${trainer}${level ? ` ${level}` : ""}`;
    return this.#all[name] ?? this.#all[Object.keys(this.#all).filter((one) => one.startsWith(`${name} `)).sort().at(-1)!];
  }

  /** Count a score; tells whether it is the best so far. */
  add(game: string, trainer: string, score: Score, level?: number | string): boolean {
    const name = `${game} ${trainer}${level ? ` ${level}` : ""}`;
    this.merge({ [name]: score });
    return this.#all[name] === score;
  }

  merge(others: Scores = {}): void {
    this.#stored.change((all) => best(all, others));
  }
}

export const trained = new Trained();
