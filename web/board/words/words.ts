// All words of the board, in English. Another language is a record with the same keys, built as a
// module of its own (`board-de.js`); what it lacks is English.
import words from "../../../src/eckstein/words/en/board.json";

export type Catalogue = Record<string, string>;

export const english: Catalogue = words;

/** A text of a catalogue with its blanks filled. */
export type Say = (key: string, blanks?: Record<string, string | number>) => string;

export function speaker(catalogue: Catalogue): Say {
  return (key, blanks = {}) =>
    (catalogue[key] ?? english[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(blanks[name] ?? whole));
}
