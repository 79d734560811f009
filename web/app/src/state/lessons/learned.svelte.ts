// Which lessons somebody has finished in this browser.
import { Stored } from "../../browser/stored";

class Learned {
  #stored = new Stored<string[]>("learned", [], (games) => { this.#games = games; });
  #games: string[] = $state.raw(this.#stored.value);

  /** The games whose lessons are finished. */
  get games(): readonly string[] {
    return this.#games;
  }

  add(...games: string[]): void {
    this.#stored.change((now) => [...new Set([...now, ...games])]);
  }
}

export const learned = new Learned();
