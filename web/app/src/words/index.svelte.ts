// All words that the page shows come from here: catalogues in src/eckstein/words, of which only those of
// the language that is set are loaded. English says which words there are; tests see to the others.
import type app from "../../../../src/eckstein/words/en/app.json";
import type { Template } from "../../../wire/types";
import type { Catalogue } from "../../../board/words";
import { settings } from "../state/settings.svelte";
import type { Language } from "./language";

type Named = Record<string, string>;

/** The words of the app, some of which are asked for by names that only the rules know. */
export type Words = typeof app & {
  reasons: Record<string, Named>;
  newGame: { options: Named; values: Named };
  settings: { themes: Named };
};

/** A text for one, and for any other number. */
export interface Forms { one: string; other: string }

interface Spoken {
  app: Words;
  board: Catalogue;
  /** Why the server refused something, by its reason or its code. */
  refused: Named;
  /** The names of the levels and what they are like, by what the server says in English. */
  levels: Named;
  /** Why something is not allowed, by the templates of the server; English has them from there. */
  reasons: Named;
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

/** The words of the board in the language that is set. */
export function boardWords(): Catalogue {
  return spoken().board;
}

/** Why the server refused something, by its reason or its code. */
export function refusals(): Named {
  return spoken().refused;
}

/** What the server says of a level, in the language that is set. */
export function levelWords(english: string): string {
  return spoken().levels[english] ?? english;
}

/** A text with its blanks filled. */
export function fill(text: string, facts: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(!r)?\}/g, (blank, name: string, quoted?: string) =>
    !(name in facts) ? blank : quoted ? `“${facts[name]}”` : String(facts[name]));
}

/** The text for so many, with the number in it. */
export function plural(forms: Forms, n: number): string {
  const rule = new Intl.PluralRules(settings.language).select(n);
  return fill(rule === "one" ? forms.one : forms.other, { n });
}

/** A sentence of the server in the language that is set; null where it has none for it. */
export function tellTemplate(template: Template): string | null {
  const text = spoken().reasons[template.text];
  return text === undefined ? null : fill(text, Object.fromEntries(Object.entries(template.facts)
    .map(([name, fact]) => [name, typeof fact === "string" ? fact : tellTemplate(fact) ?? fill(fact.text, plain(fact.facts))])));
}

function plain(facts: Template["facts"]): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) =>
    [name, typeof fact === "string" ? fact : fill(fact.text, plain(fact.facts))]));
}

/** How far the device is with getting ready to think, in percent. */
export function loadingText(part: number): string {
  return part ? fill(t().app.loadingPart, { part }) : t().app.loading;
}
