// Words that only some pages need, and that come with these, in the language that is set.
import { settings } from "../browser/settings.svelte";
import type { Language } from "../browser/language";

export interface Apart<Words> {
  /** Fetch the words of a language. */
  load(language: Language): Promise<void>;
  /** The words, which are loaded by now; those of another language follow as soon as they are there. */
  words(): Words;
}

/** @param files how to fetch the words of each language, by a path with its folder */
export function apart<Words>(files: Record<string, () => Promise<Words>>): Apart<Words> {
  const loaded: Record<Language, Words> = $state({});

  async function load(language: Language): Promise<void> {
    const path = Object.keys(files).find((one) => one.includes(`/${language}/`))!;
    loaded[language] ??= await files[path]!();
  }

  function words(): Words {
    const found = loaded[settings.language];
    if (!found) void load(settings.language);
    return found ?? Object.values(loaded)[0]!;
  }

  return { load, words };
}
