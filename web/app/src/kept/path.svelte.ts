// Where a visitor stands in each game on the staircase of opponents, whose stairs the server tells.
import type { FirstGame, Options, Player, Stair } from "../../../wire/types";
import { Stored } from "../browser/stored";
import { departures, told } from "../words/levels.svelte";
import { learned } from "./done.svelte";

export interface Stand {
  /** The number of the next opponent, counted from 0. */
  step: number;
  /** So many games in a row were won there; lost, if negative. */
  run: number;
  /** When the last game ended, in milliseconds since 1970. */
  at: number;
}

export type Stands = Readonly<Record<string, Stand>>;

/** Of two devices, the one on which was played last tells. */
export function later(one: Stands = {}, other: Stands = {}): Stands {
  const all = { ...one };
  for (const [game, stand] of Object.entries(other)) if (!(all[game]?.at! >= stand.at)) all[game] = stand;
  return all;
}

/** Where a visitor stands after a game. */
export function after({ step, run }: Omit<Stand, "at">, stairs: readonly Stair[], won: number): Omit<Stand, "at"> {
  const now = won === 0.5 ? 0 : won ? Math.max(run, 0) + 1 : Math.min(run, 0) - 1;
  return Math.abs(now) < stairs[step]!.games ? { step, run: now }
    : { step: Math.min(Math.max(step + Math.sign(now), 0), stairs.length - 1), run: 0 };
}

class Path {
  #stored = new Stored<Stands>("stairs", {}, (all) => { this.#all = all; });
  #all: Stands = $state.raw(this.#stored.value);

  get all(): Stands {
    return this.#all;
  }

  /** On which step a visitor stands in a game. */
  step(game: string): number {
    return this.#all[game]?.step ?? told()?.games[game]?.first_stair ?? 0;
  }

  /** The next opponent in a game; as long as nobody has told the stairs, a gentle one. */
  next(game: string): Pick<Stair, "level" | "random"> {
    const { level, random } = told()?.stairs?.[this.step(game)] ?? { level: 1, random: 60 };
    return { level, random };
  }

  /** The games with which to begin after the lesson. */
  firstGames(game: string): readonly FirstGame[] {
    return told()?.games[game]?.first_games ?? [];
  }

  /** Note that a game is over, if it was a first game; tells whether it was. */
  countFirst(game: string, options: Options, start: string): boolean {
    const chosen = JSON.stringify(Object.entries(departures(game, options)).map(String));
    const number = this.firstGames(game).findIndex((one) => (one.position ?? start) === start && JSON.stringify(Object.entries(one.options).map(String)) === chosen);
    if (number >= 0) learned.add(`${game}/${number}`);
    return number >= 0;
  }

  /** Count a game that has just ended; tells by how many steps that led up, or null if the opponent was another. */
  count(game: string, opponent: Player, won: number): number | null {
    const stairs = told()?.stairs, step = this.step(game), next = this.next(game);
    if (!stairs || opponent.level !== next.level || (opponent.random ?? 0) !== next.random) return null;
    this.#stored.change((all) => ({ ...all, [game]: { ...after(all[game] ?? { step, run: 0 }, stairs, won), at: Date.now() } }));
    return this.step(game) - step;
  }

  merge(others: Stands = {}): void {
    this.#stored.change((all) => later(all, others));
  }
}

export const path = new Path();
