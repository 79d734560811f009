// The lobby as the server tells it: all of it once, and then what changes.
import type { ClientMessage, ListedGame, LobbyMessage, LobbyNews, OpenSeek, People } from "../../../wire/types";
import type { Connection, LobbyHeard, Visitor } from "../net/connection";
import { lineTo } from "../places/places.svelte";

export class Lobby implements Visitor {
  /** The open seeks, the oldest first; null until they are known. */
  seeks: OpenSeek[] | null = $state.raw(null);
  games: ListedGame[] = $state.raw([]);
  /** The game that is shown large. */
  top: string | null = $state(null);
  people: People | null = $state.raw(null);
  /** How many places of the page hear of it. */
  #inside = 0;

  /** @param line where the server is */
  constructor(readonly line: Connection) {}

  /** Hear of it from now on; the function that is returned ends it. */
  enter(): () => void {
    if (!this.#inside++) this.#leave = this.line.visit(this);
    return () => {
      if (--this.#inside) return;
      this.#leave();
      this.seeks = null;
      this.line.say({ t: "leave-lobby" });
    };
  }

  #leave = (): void => {};

  again(): ClientMessage[] {
    return [{ t: "lobby" }];
  }

  refused(): boolean {
    return false;
  }

  hear(message: LobbyHeard): void {
    if (message.t === "lobby") this.#all(message);
    if (message.t === "lobby-news") this.#news(message);
  }

  #all({ seeks, games, top, people }: LobbyMessage): void {
    Object.assign(this, { seeks, games, top, people });
  }

  #news({ seeks = [], gone = [], games = [], over = [], top, people }: LobbyNews): void {
    this.seeks = merged(this.seeks ?? [], seeks, gone, (seek) => seek.id);
    this.games = merged(this.games, games, over, (game) => game.game);
    if (top !== undefined) this.top = top;
    if (people) this.people = people;
  }
}

/** A list with what is new and without what is gone; what was there keeps its place. */
function merged<T>(list: T[], fresh: T[], gone: string[], name: (one: T) => string): T[] {
  const by = new Map(list.map((one) => [name(one), one]));
  for (const one of gone) by.delete(one);
  for (const one of fresh) by.set(name(one), one);
  return [...by.values()];
}

export const lobby = new Lobby(lineTo(false));
