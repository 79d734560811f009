// The words of the puzzles.
import type puzzles from "../../../../src/eckstein/words/en/puzzles.json";
import type { Puzzle } from "../../../wire/types";
import { apart } from "./apart.svelte";
import { fill } from "./index.svelte";

/** The words of the puzzles, and the names of their themes, which Python says, too. */
export type PuzzleWords = typeof puzzles & { themes: Record<string, string> };

const files = import.meta.glob<typeof puzzles>("../../../../src/eckstein/words/*/puzzles.json", { import: "default" });
const themes = import.meta.glob<Record<string, string>>("../../../../src/eckstein/words/*/themes.json", { import: "default" });

const both = Object.entries(files).map(([path, file]) => [path, async () => {
  const [words, names] = await Promise.all([file(), themes[path.replace("puzzles.json", "themes.json")]!()]);
  return { ...words, themes: names };
}] as const);

export const { load: loadPuzzles, words: p } = apart<PuzzleWords>(Object.fromEntries(both));

/** What a colour has to do in a puzzle. */
export function taskOf({ task, plies }: Pick<Puzzle, "task" | "plies">, colour: string): string {
  return fill(task !== "win" ? p().save : plies > 1 ? p().win : p().winAtOnce, { colour, n: (plies + 1) / 2 });
}
