// One's own seek: it waits on every page, outlives a reload and a lost connection, and leads to a game.
import type { PairedMessage, SeekMessage, Take } from "../../../wire/types";
import { newId } from "../net/outbox";
import type { Connection, LobbyHeard, Visitor } from "../net/connection";
import { Refusal } from "../net/messages";

type Wanted = SeekMessage | Take;
const KEPT = "eckstein.seek";
/** A busy server is asked again after so many milliseconds. */
const BUSY_WAIT = 2_000;

/** Where a tab keeps what it seeks; other tabs have their own. */
function kept(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

export class Seeking implements Visitor {
  /** What we look for, as long as no answer is there. */
  wanted: Wanted | null = $state.raw(null);
  /** By which name everybody knows our seek. */
  seek: string | null = $state(null);
  /** How far from ours the rating of an opponent may be, from when on by our clock; in order. Null: any number. */
  ranges: { from: number; most: number | null }[] = $state.raw([]);

  /**
   * @param line where it is sought
   * @param onpaired a game has begun
   * @param onrefused why there is none
   */
  constructor(readonly line: Connection, readonly onpaired: (paired: PairedMessage) => void,
              readonly onrefused: (refusal: Refusal) => void) {
    try {
      this.wanted = JSON.parse(kept()?.getItem(KEPT) ?? "null") as Wanted | null;
    } catch {
      // What cannot be read is not sought.
    }
    line.visit(this);
  }

  /** Look for somebody; whatever was sought before is withdrawn. */
  open(wanted: Omit<SeekMessage, "t" | "id">): void {
    this.#begin({ t: "seek", id: newId(), ...wanted });
  }

  /** Take somebody's seek, with one of its clocks, in one of its games. */
  take(seek: string, clock: number, name?: string, rules?: string): void {
    this.#begin({ t: "take", id: newId(), seek, clock, ...name && { name }, ...rules && { rules } });
  }

  /** Look for nobody any more. */
  withdraw(): void {
    if (this.wanted?.t === "seek") this.line.say({ t: "withdraw", id: this.wanted.id });
    this.#become(null);
  }

  again(): Wanted[] {
    return this.wanted ? [this.wanted] : [];
  }

  hear(message: LobbyHeard): void {
    if (!("id" in message) || message.id !== this.wanted?.id) return;
    if (message.t === "seeking") {
      const began = Date.now() - 1000 * (message.waited ?? 0);
      this.seek = message.seek;
      this.ranges = (message.widening ?? []).map(([seconds, most]) => ({ from: began + 1000 * seconds, most }));
    }
    if (message.t === "withdrawn") this.#become(null);
    if (message.t === "paired") {
      this.#become(null);
      this.onpaired(message);
    }
  }

  refused(id: string, refusal: Refusal): boolean {
    const { wanted } = this;
    if (id !== wanted?.id) return false;
    if (refusal.why === "database" || refusal.why === "stopping") {
      setTimeout(() => { if (this.wanted === wanted) this.line.say(wanted); }, BUSY_WAIT);
    } else {
      this.#become(null);
      this.onrefused(refusal);
    }
    return true;
  }

  #begin(wanted: Wanted): void {
    this.withdraw();
    this.#become(wanted);
    this.line.say(wanted);
  }

  #become(wanted: Wanted | null): void {
    this.wanted = wanted;
    this.seek = null;
    this.ranges = [];
    try {
      if (wanted) kept()?.setItem(KEPT, JSON.stringify(wanted));
      else kept()?.removeItem(KEPT);
    } catch {
      // It is sought as long as this page is open.
    }
  }
}
