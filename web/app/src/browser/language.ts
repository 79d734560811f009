// Which languages there are, and which one somebody would like. A language is a folder of
// src/eckstein/words, where what it is called says that it is there.
const called = import.meta.glob<string>("../../../../src/eckstein/words/*/language.json", { eager: true, import: "name" });

export type Language = string;

/** What each language calls itself, by its code; English first. */
export const NAMES: Readonly<Record<Language, string>> = Object.fromEntries(Object.entries(called)
  .map(([path, name]) => [path.split("/").at(-2)!, name] as const)
  .sort(([one], [other]) => Number(other === "en") - Number(one === "en") || (one < other ? -1 : 1)));

export const LANGUAGES: readonly Language[] = Object.keys(NAMES);

/** The first language that the browser asks for and that there is. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}
