// All words that the page shows come from here. A language that lacks a word does not compile.
import { german } from "../../../board/german";
import { english, type Catalogue } from "../../../board/words";
import { settings } from "../state/settings.svelte";
import { de } from "./de";
import { en, type Words } from "./en";
import type { Language } from "./language";

export const catalogue: Record<Language, Words> = { en, de };

const boards: Record<Language, Catalogue> = { en: english, de: german };

/** The words of the board in the language that is set. */
export function boardWords(): Catalogue {
  return boards[settings.language];
}

/** The words of the language that is set. */
export function t(): Words {
  return catalogue[settings.language];
}
