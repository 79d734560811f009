// What somebody has done in this browser: lessons that are finished, puzzles that are solved, the rating that this
// gives, and the days on which the puzzle of the day was solved.
import type { PuzzleRating, PuzzleTried } from "../../../wire/types";
import { Stored } from "../browser/stored";

const DAY = 86_400_000;

class Learned {
  #stored = new Stored<string[]>("learned", [], (steps) => { this.#steps = steps; });
  #steps: string[] = $state.raw(this.#stored.value);

  /** The games whose lessons are finished, and as `contra/0` the first games that were played. */
  get steps(): readonly string[] {
    return this.#steps;
  }

  add(...steps: string[]): void {
    this.#stored.change((now) => [...new Set([...now, ...steps])]);
  }
}

export const learned = new Learned();

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

const NONE: Solved = { times: {}, streak: 0, best: 0 };
/** So many days are told of at most. */
const LONG = 10_000;

class SolvedPuzzles {
  #stored = new Stored<AllSolved>("puzzles", {}, (all) => { this.#all = all; });
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

/** A day of the calendar in UTC, as 2026-11-26. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The day before. */
const before = (day: string): string => dayOf(Date.parse(day) - DAY);

/** So many days in a row end with a day. */
export function runTo(days: ReadonlySet<string>, last: string): number {
  let count = 0;
  for (let day = last; days.has(day); day = before(day)) count++;
  return count;
}

class SolvedDays {
  #stored = new Stored<string[]>("puzzle-days", [], (all) => { this.#all = all; });
  #all: readonly string[] = $state.raw(this.#stored.value);
  #set = $derived(new Set(this.#all));

  get all(): readonly string[] {
    return this.#all;
  }

  has(day: string): boolean {
    return this.#set.has(day);
  }

  /** So many days in a row until today, or until yesterday as long as today's puzzle waits. */
  run(today: string): number {
    return runTo(this.#set, this.has(today) ? today : before(today));
  }

  /** Whether a row would end if today's puzzle were left. */
  waits(today: string): boolean {
    return !this.has(today) && this.run(today) > 0;
  }

  add(...days: string[]): void {
    if (days.some((day) => !this.has(day))) this.#stored.change((all) => [...new Set([...all, ...days])].sort());
  }
}

export const solvedDays = new SolvedDays();
