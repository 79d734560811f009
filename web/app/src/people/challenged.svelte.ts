// The challenges of this page: a game that comes of one is opened, or offered to whoever plays another.
import type { Challenge } from "../../../wire/types";
import { playSound } from "../../../board/heard/sound";
import { gameHere, go } from "../browser/route.svelte";
import { settings } from "../browser/settings.svelte";
import { withdrawChallenge } from "../net/people";
import { library } from "../kept/library.svelte";
import { lineTo } from "../places/places.svelte";
import { Challenges } from "./challenges.svelte";

const sound = (): void => { if (settings.sound) playSound("check"); };

export const challenges = new Challenges(lineTo(false), (challenge) => {
  sound();
  if (shownByGame(challenge)) dismiss(challenge);
  else if (!gameHere()) enter(challenge);
}, sound);

/** Whether the page shows it by itself: that of a game which we have played has the rematch, and that which came of it. */
export function shownByGame({ rematch_of, seat }: Challenge): boolean {
  const game = gameHere();
  return game !== undefined && (seat?.game === game || rematch_of === game && Object.keys(library.game(game)?.seats ?? {}).length > 0);
}

function dismiss({ id, mine }: Challenge): void {
  if (mine) void withdrawChallenge(id).catch(() => {});
}

/** Go to the game that came of a challenge, which is over with. */
export function enter(challenge: Challenge): void {
  dismiss(challenge);
  if (challenge.seat?.link) go(challenge.seat.link);
}
