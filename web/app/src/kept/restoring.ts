// A file with all that a browser kept, read back, and what is said of it.
import { readBundle } from "./bundle";
import { toasts } from "../places/toasts.svelte";
import { fill, t } from "../words/index.svelte";

/** Whether a text is such a file, told by how it begins. */
export function isBundle(text: string): boolean {
  return /^\s*\{\s*"eckstein"\s*:\s*"kept"/.test(text);
}

/** Add what the text of a file holds and this browser does not. */
export async function restore(file: string, text: string): Promise<void> {
  const bundle = readBundle(text);
  if (!bundle) return toasts.tell(fill(t().saved.notOurs, { file }), "error");
  try {
    const { addAll } = await import("./everything");
    const { games, analyses } = await addAll(bundle);
    const counted = { games: fill(t().saved.games, { n: games }), analyses: fill(t().saved.analyses, { n: analyses }) };
    toasts.tell(fill(t().saved.restored, counted));
  } catch {
    toasts.tell(t().saved.noRoom, "error");
  }
}
