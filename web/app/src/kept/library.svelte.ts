// Which games and analyses are this browser's own, with the tokens of its seats.
import type { Colour } from "../../../wire/types";
import { analyses, forgetAnalysis, hearOfAnalyses, keepAnalysis, type Kept } from "../study/shelf";
import { forget, recall } from "../browser/storage";
import { Stored, StoredThings } from "../browser/stored";
import { forgetLast } from "./last";
import { forgetGame } from "./worker-games";

export interface Known {
  id: string;
  rules: string;
  seats: Partial<Record<Colour, string>>;
  /** Null where both play at one screen. */
  opponent: string | null;
  moves: number;
  result: string | null;
  /** Kept in this browser, not on a server. */
  here?: boolean;
  touched: number;
}

/** So many games of servers are remembered. */
const MOST = 200;
const MOST_FORGOTTEN = 1000;
/** Where analyses were kept before there was a database. */
const FORMER = "analyses";

class Library {
  #known = new StoredThings<Known>("games", (list) => Object.fromEntries((list as Known[]).map((game) => [game.id, game])),
    () => { this.#sort(); });
  #forgotten = new Stored<string[]>("forgotten", [], () => {});
  /** The one touched last comes first. */
  games: readonly Known[] = $state.raw([]);
  analyses: Kept[] = $state.raw([]);

  constructor() {
    this.#sort();
  }

  game(id: string): Known | undefined {
    return this.#known.all[id];
  }

  /** Add a game, or what is new about it. */
  note(game: Pick<Known, "id"> & Partial<Known>): void {
    this.#known.change(game.id, (old) => ({
      rules: "", opponent: "", moves: 0, result: null,
      ...old, ...game,
      seats: { ...old?.seats, ...game.seats }, touched: Date.now(),
    }));
    // A game that is kept here alone would be lost with its name.
    for (const one of this.games.slice(MOST)) if (!one.here) this.#known.change(one.id, () => undefined);
  }

  /** Add what another browser knows of a game; where both know it, what was touched last counts. */
  add(game: Known): void {
    const known = this.game(game.id);
    if (!known && this.games.length >= MOST && !game.here) return;
    this.#known.change(game.id, (own) => {
      const [older, newer] = own && own.touched >= game.touched ? [game, own] : [own, game];
      return { ...older, ...newer, seats: { ...older?.seats, ...newer.seats } };
    });
  }

  #sort(): void {
    this.games = Object.values(this.#known.all).sort((one, two) => two.touched - one.touched);
  }

  /** Whether a game or an analysis was forgotten here, and is not to come back from another device. */
  forgot(id: string): boolean {
    return this.#forgotten.value.includes(id);
  }

  /** Read the analyses, which other tabs may have changed; one that the browser does not give up stays as it is. */
  async load(): Promise<void> {
    try {
      for (const old of recall<Kept[]>(FORMER, [])) await keepAnalysis(old, null);
      forget(FORMER);
      this.analyses = (await analyses()).sort((one, two) => two.touched - one.touched);
    } catch {
      // A browser that keeps nothing has nothing to show.
    }
  }

  /** Read the analyses, and again whenever another tab has changed one; gives what ends that. */
  watch(): () => void {
    void this.load();
    return hearOfAnalyses(() => void this.load());
  }

  /** Forget a game or an analysis; rejects, and keeps it, where a game of this browser cannot be deleted. */
  async forget(id: string): Promise<void> {
    if (this.game(id)?.here) await forgetGame(id);
    this.#known.change(id, () => undefined);
    forgetLast(id);
    this.#forgotten.change((ids) => [...ids, id].slice(-MOST_FORGOTTEN));
    this.analyses = this.analyses.filter((kept) => kept.id !== id);
    void forgetAnalysis(id).catch(() => {});
  }

  /** Keep an analysis; rejects where the browser has no room for it. */
  async keep(analysis: Kept): Promise<void> {
    await keepAnalysis(analysis, null);
    await this.load();
  }

  /** The game that was left unfinished last. */
  get unfinished(): Known | undefined {
    return this.games.find((game) => game.result === null && game.moves > 0);
  }
}

export const library = new Library();
