// Which languages there are, and which one somebody would like.

export type Language = "en" | "de";

export const LANGUAGES: readonly Language[] = ["en", "de"];

/** The first language that the browser asks for and that there is. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}
