// All words of the board, in English. Another language is a record with the same keys, built as a
// module of its own (`board-de.js`); what it lacks is English.
import words from "../../../src/eckstein/words/en/board.json";

/** Texts by their keys; `language` is the code of the language. */
export type Catalogue = Record<string, string>;

export const english: Catalogue = words;

type Facts = Record<string, string | number>;

/** A text of a catalogue with its blanks filled. */
export type Say = (key: string, blanks?: Facts) => string;

export function speaker(catalogue: Catalogue): Say {
  return (key, blanks = {}) => {
    const known = catalogue[key];
    return fill(known ?? english[key] ?? key, blanks, known ? catalogue.language : "en");
  };
}

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;

/**
 * A text with its blanks filled, such as `{count} {count:move|moves}`.
 *
 * The forms are those for the categories that the plurals of the language have, in this order; the last
 * one stands for those that are left out.
 */
export function fill(text: string, facts: Facts, language = "en"): string {
  return text.replace(/\{(\w+)(!r)?(?::([^{}]*))?\}/g, (blank, name: string, quoted?: string, forms?: string) => {
    const fact = facts[name];
    if (fact === undefined) return blank;
    if (!forms) return quoted ? `“${fact}”` : String(fact);
    const rules = new Intl.PluralRules(language);
    const { pluralCategories } = rules.resolvedOptions();
    const form = CATEGORIES.filter((one) => pluralCategories.includes(one)).indexOf(rules.select(Number(fact)));
    return forms.split("|").at(form) ?? forms.split("|").at(-1)!;
  });
}
