// On which days somebody solved the puzzle of the day, and how many of them in a row.
import { Stored } from "../../browser/stored";

const NAME = "puzzle-days";
const DAY = 86_400_000;

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
  #stored = new Stored<string[]>(NAME, [], (all) => { this.#all = all; });
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
