// What lies on the desk of the play page: a game that runs, or one that begins with its first move.
import type { Outcome, View } from "../../../board/view/view";
import first from "./first.json";
import { pageOf } from "../places/address";
import { createGame } from "../net/api";
import type { NewGame } from "../../../wire/types";
import { Refusal } from "../net/messages";
import type { Colour } from "../../../wire/types";
import { newId } from "../net/outbox";
import { pause } from "../browser/pause";
import { remember } from "../browser/storage";
import { go, place, rename } from "../browser/route.svelte";
import { why } from "../words/why";
import { fill, labelled, t } from "../words/index.svelte";
import { gameName, nameOf } from "../words/names";
import { levelOf } from "../words/levels.svelte";
import { path } from "../kept/path.svelte";
import { library } from "../kept/library.svelte";
import { keepsGames, lineTo, mind, placeTo, thinksHere, views } from "../places/places.svelte";
import { rememberLast } from "../kept/last";
import { OnlineGame, type Seats } from "./online-game.svelte";
import { toasts } from "../places/toasts.svelte";

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
  const { visit } = place;
  try {
    const here = against !== "link" && !wanted.rated && keepsGames();
    const { game, seats } = await createGame(placeTo(here), wanted);
    library.note({ id: game, rules: wanted.rules, here, seats: Object.fromEntries(mine.map((colour) => [colour, seats[colour]])) });
    remember("game", wanted.rules);
    if (place.visit !== visit) return null;      // somebody has gone elsewhere
    if (against === "link") inviting = game;
    go(pageOf(game, here));
    return null;
  } catch (error) {
    return why(error);
  }
}

/** The computer at a level, or the next on the visitor's path. */
export const opponentAt = (level: number, game: string): { level: number; random?: number } => level ? { level } : path.next(game);

export class Desk {
  online: OnlineGame | null = $state.raw(null);
  /** A game that is not there yet: it is made when the first move is. */
  draft: string | null = $state(null);
  /** Against which level it will be; 0 for the next opponent on the visitor's path. */
  level = 0;
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
    mind.look({ game }).then((view) => {
      if (this.draft === game) this.begin = view;
    }, (error: Error) => {
      toasts.tell(why(error), "error");
      // A game that was added once, and that this server does not have.
      if (this.draft === game) this.lay(first.game);
    });
  }

  /** Sit down at a game on the server, or at one that is kept in this browser. */
  open(id: string, seats: Seats, here: boolean): void {
    this.clear();
    const line = lineTo(here);
    if (here) line.connect();
    const online = new OnlineGame(id, seats, line, (refusal) => toasts.tell(why(refusal), "error"), here ? null : views);
    this.online = online;
    online.follow();
  }

  clear(): void {
    this.online?.leave();
    this.online = this.draft = this.begin = this.opening = null;
  }

  /** The first move: now the game is made. Where neither the server nor this browser can keep it, that waits. */
  async start(text: string): Promise<void> {
    if (!this.draft || this.opening) return;
    const game = this.draft, opponent = opponentAt(this.level, game);
    this.opening = text;
    const wanted: NewGame = { rules: game, id: newId(), white: { kind: "human" }, black: { kind: "computer", ...opponent } };
    for (let here = keepsGames(); ; here = keepsGames() || thinksHere()) {
      try {
        const made = await createGame(placeTo(here), wanted);
        if (this.draft !== game || this.opening !== text) return;
        this.#enter(made.game, made.seats, game, levelOf(opponent.level).name, here);
        await this.#told();
        await this.online?.move(text);
        this.opening = null;
        return;
      } catch (error) {
        if (error instanceof Refusal) {
          toasts.tell(why(error), "error");
          this.opening = null;
          return;
        }
        if (here || !thinksHere()) await pause(AGAIN);
        if (this.draft !== game || this.opening !== text) return;
      }
    }
  }

  #enter(id: string, seats: Seats, rules: string, opponent: string, here: boolean): void {
    const opening = this.opening;
    library.note({ id, rules, seats, opponent, here });
    this.open(id, seats, here);
    this.opening = opening;
    rename(pageOf(id, here));
  }

  /** Wait until the server has told of the game. */
  #told(): Promise<void> {
    const online = this.online!;
    return new Promise((resolve) => {
      const stop = $effect.root(() => {
        $effect(() => {
          if (online.seq === undefined) return;
          resolve();
          queueMicrotask(() => stop());
        });
      });
    });
  }
}

/** Remember how a game stands: ours among the games of this browser, each of a server for when that is away. */
export function noteGame(online: OnlineGame): void {
  if (online.seq === undefined) return;
  const { id, rules, options, start, players, moves, result, rated, view } = online;
  if (!kept(online) && view && players) rememberLast({ id, rules, options, start, players, moves, result, rated, view, touched: Date.now() });
  if (!online.yours.length) return;
  library.note({
    id: online.id, rules: online.rules, seats: { ...online.seats }, moves: online.moves.length,
    result: told(online.result), opponent: opponentOf(online),
  });
  const next = online.next;
  if (next?.seats && Object.keys(next.seats).length && !library.game(next.game)) {
    library.note({ id: next.game, rules: online.rules, seats: next.seats, here: kept(online) });
  }
}

/** Whether a game is kept in this browser. */
export function kept(online: OnlineGame): boolean {
  return online.line === lineTo(true);
}

function told(result: Outcome | null): string | null {
  return result && (result.reason === "aborted" ? "aborted" : result.winner ?? "draw");
}

function opponentOf(online: OnlineGame): string | null {
  if (online.shared) return null;
  return online.opponent && !online.opponent.open ? nameOf(online.opponent) : "";
}

export function titleOf(game: { rules: string; opponent: string | null }): string {
  const name = gameName(game.rules, true);
  return game.opponent === null ? labelled(name, t().newGame.screen) : fill(t().play.against, { game: name, name: game.opponent || t().play.friend });
}
