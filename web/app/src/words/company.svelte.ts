// The words of challenges, and of what else people who know each other do.
import type company from "../../../../src/eckstein/words/en/company.json";
import { Refusal } from "../net/messages";
import { settings } from "../browser/settings.svelte";
import { apart } from "./apart.svelte";
import { why } from "./why";

const { load, words } = apart(
  import.meta.glob<typeof company>("../../../../src/eckstein/words/*/company.json", { import: "default" }));
export const c = words;

// Whatever uses them is loaded when it is needed, and waits for them.
await load(settings.language);

/** Why something about challenges did not work. */
export function whyNot(error: unknown): string {
  const told: Record<string, string> = c().refused;
  return error instanceof Refusal && told[error.why] || why(error);
}
