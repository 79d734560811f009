// Which games and analyses are this browser's own, with the tokens of its seats.
import type { Colour } from "../../../wire/types";
import { forgetGame } from "../net/bundle";
import { analyses, forgetAnalysis, keepAnalysis } from "../net/shelf";
import { forget, keyOf, recall, remember } from "../net/storage";
import type { PackedStudy } from "./chapters.svelte";

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

/** An analysis that was kept: everything needed to open it again. */
export interface Kept {
  id: string;
  title: string;
  opening: PackedStudy;
  touched: number;
}

/** So many games of servers are remembered. */
const MOST = 200;
/** Where analyses were kept before there was a database. */
const FORMER = "analyses";

class Library {
  games: Known[] = $state(recall<Known[]>("games", []));
  analyses: Kept[] = $state.raw([]);

  game(id: string): Known | undefined {
    return this.games.find((game) => game.id === id);
  }

  /** Add a game, or what is new about it; the one touched last comes first. */
  note(game: Pick<Known, "id"> & Partial<Known>): void {
    const old = this.game(game.id);
    const fresh: Known = {
      rules: "", opponent: "", moves: 0, result: null,
      ...old, ...game,
      seats: { ...old?.seats, ...game.seats }, touched: Date.now(),
    };
    const others = this.games.filter((other) => other.id !== game.id);
    // A game that is kept here alone would be lost with its name.
    this.games = [fresh, ...others].filter((one, index) => index < MOST || one.here);
    remember("games", $state.snapshot(this.games));
  }

  /** Read the analyses, which other tabs may have changed; one that the browser does not give up stays as it is. */
  async load(): Promise<void> {
    try {
      for (const old of recall<Kept[]>(FORMER, [])) await keepAnalysis(old);
      forget(FORMER);
      this.analyses = (await analyses()).sort((one, two) => two.touched - one.touched);
    } catch {
      // A browser that keeps nothing has nothing to show.
    }
  }

  /** Forget a game or an analysis; rejects, and keeps it, where a game of this browser cannot be deleted. */
  async forget(id: string): Promise<void> {
    if (this.game(id)?.here) await forgetGame(id);
    this.games = this.games.filter((game) => game.id !== id);
    this.analyses = this.analyses.filter((kept) => kept.id !== id);
    remember("games", $state.snapshot(this.games));
    void forgetAnalysis(id).catch(() => {});
  }

  /** Keep an analysis; tells whether the browser has room for it. */
  async keep(analysis: Kept): Promise<boolean> {
    this.analyses = [analysis, ...this.analyses.filter((other) => other.id !== analysis.id)];
    try {
      await keepAnalysis(analysis);
      void navigator.storage?.persist?.();
      return true;
    } catch {
      return false;
    }
  }

  /** The game that was left unfinished last. */
  get unfinished(): Known | undefined {
    return this.games.find((game) => game.result === null && game.moves > 0);
  }
}

export const library = new Library();

// What another tab has noted or forgotten.
window.addEventListener("storage", ({ key }) => { if (key === keyOf("games")) library.games = recall<Known[]>("games", []); });
