// The words of tournaments.
import type tournaments from "../../../../../src/eckstein/words/en/tournaments.json";
import { apart } from "../../words/apart.svelte";

export const { load: loadTournaments, words: c } = apart(
  import.meta.glob<typeof tournaments>("../../../../../src/eckstein/words/*/tournaments.json", { import: "default" }));
