// Commands that the server has not answered yet. They outlive a reload and a lost connection;
// sending one twice does no harm, since the server knows each by its id.
import type { Command } from "./messages";
import { recall, remember } from "./storage";

export class Outbox {
  #kept: Command[];

  /** @param name under which the browser keeps them; null if they need not outlive the page */
  constructor(readonly name: string | null = "outbox") {
    this.#kept = name === null ? [] : recall<Command[]>(name, []);
  }

  add(command: Command): void {
    this.#change((kept) => [...kept, command]);
  }

  /** Forget a command that was answered. */
  answered(id: string): void {
    this.#change((kept) => kept.filter((command) => command.id !== id));
  }

  all(): readonly Command[] {
    return this.#kept;
  }

  /** The move that waits to be sent in a game, if there is one. */
  move(game: string): Command | undefined {
    return this.#kept.find((command) => command.game === game && command.what === "move");
  }

  /** Other tabs write to the same place, so what is there is read anew before each change. */
  #change(how: (kept: Command[]) => Command[]): void {
    this.#kept = how(this.name === null ? this.#kept : recall<Command[]>(this.name, this.#kept));
    if (this.name !== null) remember(this.name, this.#kept);
  }
}

/** An id that no other command has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
