// A storm: as many puzzles as can be solved, from easy to hard, before the time is over.
import type { Puzzle } from "../../../../wire/types";

/** Milliseconds of a run, those that a wrong move costs, and those between two looks at the clock. */
const TIME = 180_000, COST = 10_000, TICK = 100;
/** The rating of the first puzzle, and by how much that of each next one is higher. */
const FIRST = 900, STEP = 40;

export class Storm {
  puzzles: readonly Puzzle[] = [];
  /** Seconds that are left. */
  left = $state(TIME / 1000);
  solved = $state(0);
  /** The puzzles that were missed, and what they asked for. */
  missed: [id: string, task: string][] = $state([]);
  #come = 0;
  #rest: Puzzle[] = [];
  #until = 0;
  #ticking = 0;

  constructor(readonly onend: () => void) {}

  /** The puzzle to come next; chance decides among those with one rating, and none comes again before all have come. */
  next(): Puzzle {
    if (!this.#rest.length) this.#rest = this.puzzles.map((one) => ({ ...one, rating: one.rating + Math.random() }));
    const aim = FIRST + STEP * this.#come++, far = ({ rating }: Puzzle) => Math.abs(rating - aim);
    return this.#rest.sort((one, other) => far(one) - far(other)).shift()!;
  }

  start(): void {
    this.#until = performance.now() + TIME;
    this.#ticking = window.setInterval(() => this.#look(), TICK);
  }

  miss(id: string, task: string): void {
    this.missed.push([id, task]);
    this.#until -= COST;
    this.#look();
  }

  stop(): void {
    clearInterval(this.#ticking);
  }

  #look(): void {
    this.left = Math.max(0, (this.#until - performance.now()) / 1000);
    if (this.left) return;
    this.stop();
    this.onend();
  }
}
