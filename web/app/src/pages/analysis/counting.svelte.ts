// How games began: for each position the moves that were made in it, and how these games ended.
import type { OpeningsAnswer, Options } from "../../../../wire/types";
import { openingsIn } from "./requests";
import { recordOf } from "../../net/api";
import { Refusal } from "../../net/messages";
import type { Place } from "../../net/place";
import { why } from "../../words/why";
import { tellTemplate } from "../../words/index.svelte";

/** Letters of games that are counted in one request. */
const PART = 50_000;

/** How many games White won, were drawn, Black won, and nobody knows of. */
export type Ends = [white: number, draws: number, black: number, open: number];

/** A move that was made in a position. */
export interface Made { text: string; games: number; ends: Ends }

/** A game that can be fetched. */
export interface Fetched { id: string; from: Pick<Place, "ask"> }

const total = (ends: Ends): number => ends.reduce((sum, count) => sum + count, 0);

/** A line without tags before one with a tag: between them a game may begin. */
const BETWEEN = /(?:^|\n)(?!\[)[^\n]*\n(?=\[)/g;

/** A text cut between games into parts of so many letters, or few more. */
export function partsOf(text: string, letters = PART): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: lines } of text.matchAll(BETWEEN)) {
    const to = index + lines.length;
    if (to - from < letters) continue;
    parts.push(text.slice(from, to));
    from = to;
  }
  return [...parts, text.slice(from)];
}

export class Openings {
  games = $state(0);
  others = $state(0);
  wrong = $state(0);
  /** Why the first of the games that cannot be read cannot be read. */
  reason = $state("");
  trouble = $state("");
  /** How far the counting is; null when it is done. */
  progress: { done: number; all: number } | null = $state.raw(null);
  /** Grows with each part that was counted. */
  #counted = $state(0);
  #positions = new Map<string, Map<string, Ends>>();
  #run = 0;

  /** @param place who counts */
  constructor(readonly place: Pick<Place, "ask">) {}

  /** The moves made in a position, the most frequent first. */
  at(position: string): Made[] {
    void this.#counted;
    return [...this.#positions.get(position) ?? []].map(([text, ends]) => ({ text, games: total(ends), ends }))
      .sort((one, two) => two.games - one.games || (one.text < two.text ? -1 : 1));
  }

  stop(): void {
    this.#run++;
    this.progress = null;
  }

  /** Count the games of a text anew. */
  async countText(text: string, game: string, options: Options): Promise<void> {
    const parts = partsOf(text);
    await this.#count(parts.length, (done) => Promise.resolve(parts[done]!), game, options);
  }

  /** Count games anew that are kept here and there; those that are there no more are passed over. */
  async countGames(games: readonly Fetched[], game: string, options: Options): Promise<void> {
    await this.#count(games.length, (done) => recordOf(games[done]!.from, games[done]!.id).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === "unknown-game") return "";
      throw error;
    }), game, options);
  }

  async #count(all: number, part: (done: number) => Promise<string>, game: string, options: Options): Promise<void> {
    const run = ++this.#run;
    this.#positions = new Map();
    [this.games, this.others, this.wrong, this.reason, this.trouble] = [0, 0, 0, "", ""];
    for (let done = 0; done < all; done++) {
      this.progress = { done, all };
      try {
        const text = await part(done);
        const answer = text && await openingsIn(this.place, { text, game, options });
        if (run !== this.#run) return;
        if (answer) this.#add(answer);
      } catch (error) {
        if (run !== this.#run) return;
        this.trouble ||= why(error);
      }
    }
    this.progress = null;
  }

  #add({ games, others, wrong, reason, template, positions }: OpeningsAnswer): void {
    this.games += games;
    this.others += others;
    this.wrong += wrong;
    this.reason ||= (template && tellTemplate(template)) ?? reason ?? "";
    for (const [position, moves] of Object.entries(positions)) {
      const known = this.#positions.get(position) ?? new Map<string, Ends>();
      this.#positions.set(position, known);
      for (const [text, ends] of Object.entries(moves)) {
        const before = known.get(text) ?? [0, 0, 0, 0];
        known.set(text, before.map((count, index) => count + ends[index]!) as Ends);
      }
    }
    this.#counted++;
  }
}
