// Tasks that a visitor's own mistakes have made, and when each of them comes back.
import type { Card, MistakeTask, Options } from "../../../wire/types";
import { Stored } from "../browser/stored";
import { library } from "./library.svelte";

export interface OwnTask extends MistakeTask {
  game: string;
  options: Options;
  /** The plain text of the mistake. */
  played: string;
  /** Of puzzles that train it; "" for none. */
  theme: string;
  /** The id of the game in which it was made. */
  from: string;
  card: Card;
  /** How often it was tried since. */
  tries: number;
}

export interface Tasks {
  tasks: readonly OwnTask[];
  /** The ids of the games that were looked through. */
  judged: readonly string[];
}

/** So many are kept: those that come back first. */
const MOST = 200, JUDGED = 400;
const NONE: Tasks = { tasks: [], judged: [] };

const keyOf = ({ game, options, position }: Pick<OwnTask, "game" | "options" | "position">): string => JSON.stringify([game, options, position]);

/** All of two devices; of a task that both have, as it was where it was tried more often, or last. */
export function allOf(one: Tasks = NONE, other: Tasks = NONE): Tasks {
  const tasks = new Map(one.tasks.map((task) => [keyOf(task), task]));
  for (const task of other.tasks) {
    const known = tasks.get(keyOf(task));
    if (!known || task.tries > known.tries || task.tries === known.tries && task.tries && task.card.reviewed > known.card.reviewed) tasks.set(keyOf(task), task);
  }
  return {
    tasks: [...tasks.values()].sort((a, b) => a.card.due - b.card.due || (keyOf(a) < keyOf(b) ? -1 : 1)).slice(0, MOST),
    judged: [...new Set([...one.judged, ...other.judged])].slice(-JUDGED),
  };
}

/** Until when a task is of today. */
const tonight = (): number => new Date().setHours(24, 0, 0, 0);

class Deck {
  #stored = new Stored<Tasks>("mistakes", NONE, (all) => { this.#all = all; });
  #all: Tasks = $state.raw(this.#stored.value);

  get all(): Tasks {
    return this.#all;
  }

  /** The tasks of a game, the next first, without those of games that were deleted here. */
  of(game: string): OwnTask[] {
    return this.#all.tasks.filter((task) => task.game === game && !library.forgot(task.from));
  }

  /** Those that have come back by today. */
  due(game: string): OwnTask[] {
    const until = tonight();
    return this.of(game).filter(({ card }) => card.due < until);
  }

  has(id: string): boolean {
    return this.#all.judged.includes(id);
  }

  /** A game was looked through: keep the tasks that were found. */
  add(id: string, tasks: readonly OwnTask[]): void {
    this.merge({ tasks, judged: [id] });
  }

  /** A task was tried. */
  tried(task: OwnTask, card: Card): void {
    this.merge({ tasks: [{ ...task, card, tries: task.tries + 1 }], judged: [] });
  }

  merge(others: Tasks = NONE): void {
    this.#stored.change((all) => allOf(all, others));
  }
}

export const deck = new Deck();
