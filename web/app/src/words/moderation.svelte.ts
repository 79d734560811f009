// The words of reports, and of moderators.
import type moderation from "../../../../src/eckstein/words/en/moderation.json";
import { settings } from "../browser/settings.svelte";
import { apart } from "./apart.svelte";

const { load, words } = apart(
  import.meta.glob<typeof moderation>("../../../../src/eckstein/words/*/moderation.json", { import: "default" }));
export const m = words;

// Whatever uses them is loaded when it is needed, and waits for them.
await load(settings.language);
