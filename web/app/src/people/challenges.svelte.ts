// Challenges to and from whoever is here, as the server tells them on every page.
import type { Challenge, ClientMessage } from "../../../wire/types";
import type { Connection, LobbyHeard, Visitor } from "../net/connection";

export class Challenges implements Visitor {
  /** All of them, the oldest first. */
  all: Challenge[] = $state.raw([]);
  /** The time, as far as it matters here, in seconds. */
  #now = $state(Date.now() / 1000);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Those of ours that wait for an answer, as far as this page has seen. */
  #waiting = new Set<string>();

  /**
   * @param line where they are told
   * @param onaccepted one of ours has become a game while this page waited for it
   * @param onnew somebody challenges us
   */
  constructor(readonly line: Connection, readonly onaccepted: (challenge: Challenge) => void, readonly onnew: () => void) {
    line.visit(this);
  }

  /** Those that are open, or have been answered. */
  get shown(): Challenge[] {
    return this.all.filter(({ state, until }) => state !== "open" || until > this.#now);
  }

  again(): ClientMessage[] {
    return [{ t: "challenges" }];
  }

  refused(): boolean {
    return false;
  }

  hear(message: LobbyHeard): void {
    if (message.t !== "challenges") return;
    const known = new Set(this.all.map(({ id }) => id));
    const before = this.#waiting;
    this.all = message.challenges;
    this.#waiting = new Set(this.all.filter(({ mine, state }) => mine && state === "open").map(({ id }) => id));
    this.#watch();
    const accepted = this.all.find(({ id, seat }) => seat && before.has(id));
    if (accepted) this.onaccepted(accepted);
    else if (this.all.some(({ id, mine, state }) => !mine && state === "open" && !known.has(id))) this.onnew();
  }

  /** Look again when the next one ends. */
  #watch(): void {
    clearTimeout(this.#timer);
    this.#now = Date.now() / 1000;
    const next = Math.min(...this.shown.filter(({ state }) => state === "open").map(({ until }) => until));
    // What ends later than a timer can tell is looked at again before.
    if (next < Infinity) this.#timer = setTimeout(() => this.#watch(), Math.min(2 ** 30, 1000 * (next - this.#now) + 100));
  }
}
