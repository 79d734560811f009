// The seek of this page, and what becomes of it: the game is opened, or offered to whoever plays another one.
import { playSound } from "../../../board/heard/sound";
import { gameHere, go } from "../browser/route.svelte";
import { settings } from "../browser/settings.svelte";
import { t } from "../words/index.svelte";
import { why } from "../words/why";
import { lineTo } from "../places/places.svelte";
import { toasts } from "../places/toasts.svelte";
import { Seeking } from "./seeking.svelte";

class Found {
  /** The page of a game that waits for us, while another one is on this page. */
  link: string | null = $state(null);
}

export const found = new Found();

export const seeking = new Seeking(lineTo(false), ({ link }) => {
  if (settings.sound) playSound("check");
  if (gameHere()) {
    found.link = link;
    return;
  }
  toasts.tell(t().lobby.found);
  go(link);
}, (refusal) => toasts.tell(why(refusal), "error"));

/** Go to the game that waits. */
export function goThere(): void {
  const { link } = found;
  found.link = null;
  if (link) go(link);
}
