// What lies on the desk of the play page: a game that runs, or one that begins with its first move.
import type { Outcome, View } from "../../../board/view";
import first from "../first.json";
import { createGame } from "../net/api";
import type { NewGame } from "../../../wire/types";
import { Refusal } from "../net/messages";
import type { Colour } from "../../../wire/types";
import { newId } from "../net/outbox";
import { remember } from "../net/storage";
import { go, rename } from "../route.svelte";
import { why } from "../why";
import { t } from "../words";
import { gameName, nameOf } from "../names";
import { levelOf } from "../levels.svelte";
import { library } from "./library.svelte";
import { server } from "./server.svelte";
import { Table, type Seats } from "./table.svelte";
import { toasts } from "./toasts.svelte";

const AGAIN = 2000;

/** A new game, the seats that will be ours, and against whom it goes. */
export interface Plan { wanted: NewGame; mine: Colour[]; against: "computer" | "screen" | "link" }

/** The game whose link is to be shown when its page opens. */
let inviting: string | null = null;

/** Whether to show the link of a game now; asked once. */
export function invitesNow(game: string | null): boolean {
  const yes = game !== null && inviting === game;
  if (yes) inviting = null;
  return yes;
}

/** Make a game as it was planned, and go there; or tell why that cannot be. */
export async function begin({ wanted, mine, against }: Plan): Promise<string | null> {
  try {
    const { game, seats } = await createGame(wanted);
    library.note({ id: game, rules: wanted.rules, seats: Object.fromEntries(mine.map((colour) => [colour, seats[colour]])) });
    remember("game", wanted.rules);
    if (against === "link") inviting = game;
    go(`/game/${game}`);
    return null;
  } catch (error) {
    return why(error);
  }
}

export class Desk {
  table: Table | null = $state.raw(null);
  /** A game that is not there yet: it is made when the first move is. */
  draft: string | null = $state(null);
  /** Against whom it will be. */
  level = 2;
  /** The start of the game that is not there yet. */
  begin: View | null = $state.raw(null);
  /** The first move of a game that is being made. */
  opening: string | null = $state(null);

  /** Put a game out that begins with White's first move, against a computer. */
  lay(game: string): void {
    this.clear();
    this.draft = game;
    this.begin = game === first.game ? (first as unknown as View) : null;
    if (this.begin) return;
    server.look({ game }).then((view) => {
      if (this.draft === game) this.begin = view;
    }, (error: Error) => {
      toasts.tell(why(error), "error");
      // A game that was added once, and that this server does not have.
      if (this.draft === game) this.lay(first.game);
    });
  }

  /** Sit down at a game; a token from a link is kept as a seat of ours. */
  open(id: string, seats: Seats): void {
    this.clear();
    const table = new Table(id, seats, server, (refusal) => toasts.tell(why(refusal), "error"));
    this.table = table;
    table.follow();
  }

  clear(): void {
    this.table?.leave();
    this.table = this.draft = this.begin = this.opening = null;
  }

  /** The first move: now the game is made. Without a connection that waits until there is one. */
  async start(text: string): Promise<void> {
    if (!this.draft || this.opening) return;
    const [game, level] = [this.draft, this.level];
    this.opening = text;
    const wanted: NewGame = { rules: game, id: newId(), white: { kind: "human" }, black: { kind: "computer", level } };
    for (;;) {
      try {
        const made = await createGame(wanted);
        if (this.draft !== game || this.opening !== text) return;
        this.#enter(made.game, made.seats, game, levelOf(level).name);
        await this.#told();
        await this.table?.move(text);
        this.opening = null;
        return;
      } catch (error) {
        if (error instanceof Refusal) {
          toasts.tell(why(error), "error");
          this.opening = null;
          return;
        }
        await new Promise((later) => setTimeout(later, AGAIN));
        if (this.draft !== game || this.opening !== text) return;
      }
    }
  }

  #enter(id: string, seats: Seats, rules: string, opponent: string): void {
    const opening = this.opening;
    library.note({ id, rules, seats, opponent });
    this.open(id, seats);
    this.opening = opening;
    rename(`/game/${id}`);
  }

  /** Wait until the server has told of the game. */
  #told(): Promise<void> {
    const table = this.table!;
    return new Promise((resolve) => {
      const stop = $effect.root(() => {
        $effect(() => {
          if (table.seq === undefined) return;
          resolve();
          queueMicrotask(() => stop());
        });
      });
    });
  }
}

/** Remember how a game of ours stands. */
export function noteGame(table: Table): void {
  if (!table.yours.length || table.seq === undefined) return;
  library.note({
    id: table.id, rules: table.rules, seats: { ...table.seats }, moves: table.moves.length,
    result: told(table.result), opponent: opponentOf(table),
  });
  const next = table.next;
  if (next?.seats && Object.keys(next.seats).length && !library.game(next.game)) {
    library.note({ id: next.game, rules: table.rules, seats: next.seats });
  }
}

function told(result: Outcome | null): string | null {
  return result && (result.reason === "aborted" ? "aborted" : result.winner ?? "draw");
}

function opponentOf(table: Table): string | null {
  if (table.shared) return null;
  return table.opponent && !table.opponent.open ? nameOf(table.opponent) : "";
}

export function titleOf(game: { rules: string; opponent: string | null }): string {
  const name = gameName(game.rules, true);
  return game.opponent === null ? `${name}: ${t().newGame.screen}` : t().play.against(name, game.opponent || t().play.friend);
}
