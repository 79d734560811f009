// How games on the server stood when this browser last heard of them: what is shown while the server is away.
import type { View } from "../../../board/view/view";
import type { GameMessage } from "../../../wire/types";
import { StoredThings } from "../browser/stored";

/** A game as it last stood; its view without legal moves, for nobody moves in it. */
export interface Last extends Pick<GameMessage, "rules" | "options" | "start" | "players" | "moves" | "result" | "rated"> {
  id: string;
  view: View;
  touched: number;
}

/** So many games are remembered. */
const MOST = 20;

const games = new StoredThings<Last>("last", () => ({}));

/** How a game last stood, if it is remembered. */
export function lastOf(id: string): Last | undefined {
  return games.all[id];
}

export function rememberLast(last: Last): void {
  const view = { ...last.view, legal: null };
  games.change(last.id, () => ({ ...last, view }));
  const byTime = Object.values(games.all).sort((one, two) => two.touched - one.touched);
  for (const { id } of byTime.slice(MOST)) forgetLast(id);
}

export function forgetLast(id: string): void {
  games.change(id, () => undefined);
}
