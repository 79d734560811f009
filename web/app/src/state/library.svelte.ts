// Which games and analyses are this browser's own, with the tokens of its seats.
import type { Colour } from "../../../wire/types";
import { recall, remember } from "../net/storage";
import type { Opening } from "./study.svelte";

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
  opening: Opening;
  touched: number;
}

const MOST = 200;

class Library {
  games: Known[] = $state(recall<Known[]>("games", []));
  analyses: Kept[] = $state(recall<Kept[]>("analyses", []));

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
    this.games = [fresh, ...this.games.filter((other) => other.id !== game.id)].slice(0, MOST);
    remember("games", $state.snapshot(this.games));
  }

  forget(id: string): void {
    this.games = this.games.filter((game) => game.id !== id);
    this.analyses = this.analyses.filter((kept) => kept.id !== id);
    remember("games", $state.snapshot(this.games));
    remember("analyses", $state.snapshot(this.analyses));
  }

  keep(analysis: Kept): boolean {
    const others = this.analyses.filter((other) => other.id !== analysis.id);
    this.analyses = [analysis, ...others].slice(0, MOST);
    return remember("analyses", $state.snapshot(this.analyses));
  }

  /** The game that was left unfinished last. */
  get unfinished(): Known | undefined {
    return this.games.find((game) => game.result === null && game.moves > 0);
  }
}

export const library = new Library();
