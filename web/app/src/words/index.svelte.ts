// All words that the page shows come from here: catalogues in src/eckstein/words, of which only those of
// the language that is set are loaded. English says which words there are; tests see to the others.
import type app from "../../../../src/eckstein/words/en/app.json";
import "../../../board/words/plurals";
import { fill, type Catalogue } from "../../../board/words/words";
import type { Template } from "../../../wire/types";
import { tell, type RefusalWords } from "./refused";
import { keyOf } from "./key";
import { settings } from "../browser/settings.svelte";
import type { Language } from "../browser/language";

export { fill };

type Named = Record<string, string>;

/** The words of the app, some of which are asked for by names that only the rules know. */
export type Words = typeof app & {
  reasons: Record<string, Named>;
  newGame: { options: Named; values: Named };
  settings: { themes: Named };
};

interface Spoken extends RefusalWords {
  app: Words;
  board: Catalogue;
  /** The names of the levels and what they are like, by what the server says in English. */
  levels: Named;
}

const files = import.meta.glob<Named>(
  "../../../../src/eckstein/words/*/{app,board,refused,levels,reasons}.json", { import: "default" });
const loaded: Record<Language, Spoken> = $state({});

/** Fetch the words of a language; what it lacks is English. */
export async function load(language: Language): Promise<void> {
  if (loaded[language]) return;
  const found = await Promise.all(["app", "board", "refused", "levels", "reasons"].map(async (name) =>
    [name, await (files[`../../../../src/eckstein/words/${language}/${name}.json`]?.() ?? {})]));
  loaded[language] = Object.fromEntries(found) as Spoken;
}

function spoken(): Spoken {
  return loaded[settings.language] ?? Object.values(loaded)[0]!;
}

/** The words of the language that is set. */
export function t(): Words {
  return spoken().app;
}

/** What something is called and what it is, as the language sets a colon. */
export function labelled(label: string, text: string | number): string {
  return fill(t().app.labelled, { label, text });
}

/** The words of the board in the language that is set. */
export function boardWords(): Catalogue {
  return spoken().board;
}

/** The words for what is refused. */
export function refusalWords(): RefusalWords {
  return spoken();
}

/** What the server says of a level, in the language that is set. */
export function levelWords(english: string): string {
  return spoken().levels[english] ?? english;
}

/** A sentence of the server in the language that is set; null where it has none for it. */
export function tellTemplate(template: Template): string | null {
  const { reasons } = spoken();
  return keyOf(template.text) in reasons ? tell(template, reasons) : null;
}

/** How far the device is with getting ready to think, in percent. */
export function loadingText(part: number): string {
  return part ? fill(t().app.loadingPart, { part }) : t().app.loading;
}
