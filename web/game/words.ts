// What the element says besides the board, which tells whose turn it is and how the game ended; and the
// words of the board. A language is a folder of src/eckstein/words; what it lacks is English.
import { english as boardEnglish } from "../board/words/words";
import type { Catalogue } from "../board/words/words";
import type { RefusalWords } from "../app/src/words/refused";
import english from "../../src/eckstein/words/en/game.json";

export { english };

export type Words = typeof english;

const games = import.meta.glob<Partial<Words>>(["../../src/eckstein/words/*/game.json", "!**/en/*"], { eager: true, import: "default" });
const boards = import.meta.glob<Catalogue>(["../../src/eckstein/words/*/{board,standing}.json", "!**/en/*"], { eager: true, import: "default" });
const refusals = import.meta.glob<Record<string, string>>("../../src/eckstein/words/*/{reasons,refused}.json", { eager: true, import: "default" });

/** What the element says in a language. */
export function wordsOf(language: string): Words {
  return { ...english, ...games[`../../src/eckstein/words/${language}/game.json`] };
}

/** What the board says in a language. */
export function catalogueOf(language: string): Catalogue {
  const folder = `../../src/eckstein/words/${language}/`;
  return { language, ...boardEnglish, ...boards[`${folder}board.json`], ...boards[`${folder}standing.json`] };
}

/** What is said of refusals in a language. */
export function refusalWordsOf(language: string): RefusalWords {
  const [reasons, refused] = ["reasons", "refused"].map((name) => refusals[`../../src/eckstein/words/${language}/${name}.json`] ?? {});
  return { reasons: reasons!, refused: refused!, language };
}
