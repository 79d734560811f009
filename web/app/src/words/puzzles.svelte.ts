// The words of the puzzles.
import type puzzles from "../../../../src/eckstein/words/en/puzzles.json";
import { apart } from "./apart.svelte";

/** The words of the puzzles, of which the themes are asked for by names that only Python knows. */
export type PuzzleWords = typeof puzzles & { themes: Record<string, string> };

export const { load: loadPuzzles, words: p } = apart(
  import.meta.glob<PuzzleWords>("../../../../src/eckstein/words/*/puzzles.json", { import: "default" }));
