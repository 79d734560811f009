// Commands that the server has not answered yet. They outlive a reload and a lost connection;
// sending one twice does no harm, since the server knows each by its id.
import type { Command } from "./messages";
import { StoredThings } from "../browser/stored";

/** A command, and its place among those that wait. */
interface Waiting { command: Command; place: number }

export class Outbox {
  readonly #kept: StoredThings<Waiting>;

  /** @param name under which the browser keeps them; null if they need not outlive the page */
  constructor(name: string | null = "outbox") {
    this.#kept = new StoredThings(name, (list) =>
      Object.fromEntries((list as Command[]).map((command, place) => [command.id, { command, place }])));
  }

  add(command: Command): void {
    const place = 1 + Math.max(0, ...Object.values(this.#kept.all).map((one) => one.place));
    this.#kept.change(command.id, () => ({ command, place }));
  }

  /** Forget a command that was answered. */
  answered(id: string): void {
    this.#kept.change(id, () => undefined);
  }

  all(): readonly Command[] {
    return Object.values(this.#kept.all).sort((one, two) => one.place - two.place).map(({ command }) => command);
  }

  /** The move that waits to be sent in a game, if there is one. */
  move(game: string): Command | undefined {
    return this.all().find((command) => command.game === game && command.what === "move");
  }
}

/** An id that no other command has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
