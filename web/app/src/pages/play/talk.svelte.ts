// What the two players of a game say to each other, as one of them hears it.
import type { ChatLine, ChatMessage, ClientMessage, Colour, Say } from "../../../../wire/types";
import type { Connection, LobbyHeard, Visitor } from "../../net/connection";
import type { Refusal } from "../../net/messages";
import { newId } from "../../net/outbox";
import { recall, remember } from "../../browser/storage";

export type Preset = NonNullable<Say["preset"]>;

const READ = "chat read", MUTED = "chat muted";
/** So many games, and muted people, are remembered. */
const GAMES = 50, PEOPLE = 200;

export class Chat implements Visitor {
  lines: ChatLine[] = $state.raw([]);
  /** Whether free text can be written, or why not. */
  text: ChatMessage["text"] = $state("accounts");
  /** Whether anything has been told. */
  heard = $state(false);
  /** What is on its way. */
  sending: Say | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  /** The number of the last line that was seen. */
  #read = $state(0);
  #muted: string[] = $state.raw(recall<string[]>(MUTED, []));

  /**
   * @param line where it is heard and said
   * @param game in which game
   * @param mine our colour
   * @param opponent what the other is called, by which he stays muted in the next game
   * @param onsaid the free text that was sent is on the server's disk
   */
  constructor(readonly line: Connection, readonly game: string, readonly mine: Colour, readonly opponent: () => string,
              readonly onsaid: () => void = () => {}) {
    this.#read = recall<[string, number][]>(READ, []).find(([id]) => id === game)?.[1] ?? 0;
  }

  get muted(): boolean {
    return this.#muted.includes(this.opponent());
  }

  set muted(on: boolean) {
    const others = recall<string[]>(MUTED, []).filter((name) => name !== this.opponent());
    this.#muted = on ? [this.opponent(), ...others].slice(0, PEOPLE) : others;
    remember(MUTED, this.#muted);
  }

  /** What is shown: of somebody who is muted nothing. */
  get shown(): ChatLine[] {
    return this.muted ? this.lines.filter(({ by }) => by === this.mine) : this.lines;
  }

  get unread(): number {
    return this.shown.filter(({ by, number }) => by !== this.mine && number > this.#read).length;
  }

  /** All that is there has been seen. */
  seen(): void {
    const last = this.lines.at(-1)?.number ?? 0;
    if (last <= this.#read) return;
    this.#read = last;
    const others = recall<[string, number][]>(READ, []).filter(([id]) => id !== this.game);
    remember(READ, [[this.game, last], ...others].slice(0, GAMES));
  }

  /** Say something; on a lost line it is kept, and said once. */
  say(what: { preset: Preset } | { text: string }): void {
    if (this.sending) return;
    this.refusal = null;
    this.sending = { t: "say", id: newId(), game: this.game, ...what };
    this.line.say(this.sending);
  }

  again(): ClientMessage[] {
    return [{ t: "chat", game: this.game }, ...this.sending ? [this.sending] : []];
  }

  refused(id: string, refusal: Refusal): boolean {
    if (id !== this.sending?.id) return false;
    this.sending = null;
    this.refusal = refusal;
    return true;
  }

  hear(message: LobbyHeard): void {
    if (message.t === "chat" && message.game === this.game) {
      this.lines = message.lines;
      this.text = message.text;
      this.heard = true;
    } else if (message.t === "said" && message.id === this.sending?.id) {
      const { text } = this.sending;
      this.sending = null;
      if (text) this.onsaid();
    }
  }
}
