// The words of notices by Web Push.
import type push from "../../../../src/eckstein/words/en/push.json";
import { apart } from "./apart.svelte";

export const { load: loadPush, words: n } = apart(
  import.meta.glob<typeof push>("../../../../src/eckstein/words/*/push.json", { import: "default" }));
