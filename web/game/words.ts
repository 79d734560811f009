// What the element says besides the board, which tells whose turn it is and how the game ended.
import german from "../../src/eckstein/words/de/game.json";
import english from "../../src/eckstein/words/en/game.json";

export { english, german };

export type Words = typeof english;

/** A text with its gaps filled. */
export function filled(text: string, gaps: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));
}
