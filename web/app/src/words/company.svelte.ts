// The words of challenges, and of what else people who know each other do.
import type company from "../../../../src/eckstein/words/en/company.json";
import { settings } from "../browser/settings.svelte";
import { apart } from "./apart.svelte";

const { load, words } = apart(
  import.meta.glob<typeof company>("../../../../src/eckstein/words/*/company.json", { import: "default" }));
export const c = words;

// Whatever uses them is loaded when it is needed, and waits for them.
await load(settings.language);
