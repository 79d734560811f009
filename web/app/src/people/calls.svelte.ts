// The tournaments in which we take part: on whatever page we are, we are called to our game.
import type { CalledMessage, ClientMessage } from "../../../wire/types";
import { playSound } from "../../../board/heard/sound";
import { gameHere, go } from "../browser/route.svelte";
import { settings } from "../browser/settings.svelte";
import { keyOf, parsed } from "../browser/storage";
import { Stored } from "../browser/stored";
import type { Connection, LobbyHeard, Visitor } from "../net/connection";
import { t } from "../words/index.svelte";
import { found } from "./found.svelte";
import { lineTo } from "../places/places.svelte";
import { toasts } from "../places/toasts.svelte";

/** So many of the newest are followed. */
const MOST = 8;
const CALLED = keyOf("called");

/** The games to which this tab was called before it was loaded anew. */
function recalled(): string[] {
  try {
    return parsed(sessionStorage.getItem(CALLED), []);
  } catch {
    return [];
  }
}

function remember(games: string[]): void {
  try {
    sessionStorage.setItem(CALLED, JSON.stringify(games));
  } catch {
    // Then a reload calls again.
  }
}

class Calls implements Visitor {
  #entered = new Stored<string[]>("tournaments", [], () => {});
  /** Games to which we were called already, so that neither a new line nor a reload calls again. */
  #called = new Set<string>(recalled());

  constructor(readonly line: Connection) {
    line.visit(this);
  }

  /** Whether we take part in a tournament. */
  has(id: string): boolean {
    return this.#entered.value.includes(id);
  }

  enter(id: string): void {
    if (this.has(id)) return;
    this.#entered.change((ids) => [id, ...ids.filter((one) => one !== id)].slice(0, MOST));
    this.line.say({ t: "follow", tournament: id });
  }

  leave(id: string): void {
    if (this.has(id)) this.#entered.change((ids) => ids.filter((one) => one !== id));
  }

  again(): ClientMessage[] {
    return this.#entered.value.map((tournament) => ({ t: "follow", tournament }));
  }

  hear(message: LobbyHeard): void {
    if (message.t === "called") this.#call(message);
  }

  refused(): boolean {
    return false;
  }

  #call({ game, link }: CalledMessage): void {
    if (link === undefined || this.#called.has(game)) return;
    this.#called.add(game);
    remember([...this.#called].slice(-MOST));
    if (gameHere() === game) return;
    if (settings.sound) playSound("check");
    if (gameHere()) {
      found.link = link;
      return;
    }
    toasts.tell(t().lobby.found);
    go(link);
  }
}

export const calls = new Calls(lineTo(false));
