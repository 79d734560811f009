// The words of accounts, of one's games and of other people.
import type people from "../../../../src/eckstein/words/en/people.json";
import { apart } from "./apart.svelte";

export const { load: loadPeople, words: a } = apart(
  import.meta.glob<typeof people>("../../../../src/eckstein/words/*/people.json", { import: "default" }));
