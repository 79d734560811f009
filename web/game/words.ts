// What the element says besides the board, which tells whose turn it is and how the game ended; and the
// words of the board. A language is a folder of src/eckstein/words; what it lacks is English.
import { english as boardEnglish } from "../board/words";
import type { Catalogue } from "../board/words";
import english from "../../src/eckstein/words/en/game.json";

export { english };

export type Words = typeof english;

const games = import.meta.glob<Partial<Words>>(["../../src/eckstein/words/*/game.json", "!**/en/*"], { eager: true, import: "default" });
const boards = import.meta.glob<Catalogue>(["../../src/eckstein/words/*/board.json", "!**/en/*"], { eager: true, import: "default" });

/** What the element says in a language. */
export function wordsOf(language: string): Words {
  return { ...english, ...games[`../../src/eckstein/words/${language}/game.json`] };
}

/** What the board says in a language. */
export function catalogueOf(language: string): Catalogue {
  return boards[`../../src/eckstein/words/${language}/board.json`] ?? boardEnglish;
}

/** A text with its gaps filled. */
export function filled(text: string, gaps: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));
}
