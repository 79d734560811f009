// How a game stands, in the language that is set: words by the templates of the rules, which are English.
// They are loaded after the first look.
import { settings } from "../browser/settings.svelte";
import type { Language } from "../browser/language";

type Named = Record<string, string>;

const files = import.meta.glob<Named>("../../../../src/eckstein/words/*/standing.json", { import: "default" });
const loaded: Record<Language, Named> = $state({});

/** The words of the language that is set; null as long as they are on their way. */
export function standingWords(): Named | null {
  const { language } = settings;
  const file = files[`../../../../src/eckstein/words/${language}/standing.json`];
  if (!file) return {};
  if (!loaded[language]) void file().then((words) => { loaded[language] = words; });
  return loaded[language] ?? null;
}
