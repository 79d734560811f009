// All words of the board, in English. Another language is a record with the same keys, built as a
// module of its own (`board-de.js`); what it lacks is English.
import words from "../../../src/eckstein/words/en/board.json";

/** Texts by their keys; `language` is the code of the language, that of the page if there is none. */
export type Catalogue = Record<string, string>;

export const english: Catalogue = words;

type Facts = Record<string, string | number>;

/** A text of a catalogue with its blanks filled. */
export type Say = (key: string, blanks?: Facts) => string;

export function speaker(catalogue: Catalogue): Say {
  return (key, blanks = {}) => fill(catalogue[key] ?? english[key] ?? key, blanks, catalogue.language);
}

/** How forms of words for numbers are chosen (`plurals.ts`), once that is loaded. */
export const forms = { choose: (words: string, _n: number, _language?: string): string => words };

/** A text with its blanks filled, such as `{count} {count:move|moves}`. */
export function fill(text: string, facts: Facts, language?: string): string {
  return text.replace(/\{(\w+)(?::([^{}]*))?\}/g, (blank, name: string, words: string | undefined) =>
    words ? forms.choose(words, parseFloat(facts[name] as string), language) : (facts[name] ?? blank) as string);
}
