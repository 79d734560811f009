// The words of classes.
import type classes from "../../../../../src/eckstein/words/en/classes.json";
import { apart } from "../../words/apart.svelte";

export const { load: loadClasses, words: c } = apart(
  import.meta.glob<typeof classes>("../../../../../src/eckstein/words/*/classes.json", { import: "default" }));
