// The challenges of this page: a game that comes of one is opened, or offered to whoever plays another.
import type { Challenge } from "../../../wire/types";
import { playSound } from "../../../board/heard/sound";
import { gameHere, go } from "../browser/route.svelte";
import { settings } from "../browser/settings.svelte";
import { withdrawChallenge } from "../net/people";
import { lineTo } from "../places/places.svelte";
import { Challenges } from "./challenges.svelte";

const sound = (): void => { if (settings.sound) playSound("check"); };

export const challenges = new Challenges(lineTo(false), (challenge) => {
  sound();
  if (!gameHere()) enter(challenge);
}, sound);

/** Go to the game that came of a challenge, which is over with. */
export function enter({ id, mine, seat }: Challenge): void {
  if (mine) void withdrawChallenge(id).catch(() => {});
  if (seat?.link) go(seat.link);
}
