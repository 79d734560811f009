// The words of the trainers.
import type training from "../../../../../src/eckstein/words/en/training.json";
import { apart } from "../../words/apart.svelte";

export const { load: loadTraining, words: r } = apart<typeof training>(
  import.meta.glob<typeof training>("../../../../../src/eckstein/words/*/training.json", { import: "default" }));
