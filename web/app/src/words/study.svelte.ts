// The words of the analysis page, which are loaded with it, in the language that is set.
import type study from "../../../../src/eckstein/words/en/study.json";
import { settings } from "../state/settings.svelte";
import type { Language } from "./language";

type Named = Record<string, string>;

/** The words of the analysis page, some of which are asked for by names that only others know. */
export type StudyWords = typeof study & { signNames: Named; colours: Named; link: Named };

const files = import.meta.glob<StudyWords>("../../../../src/eckstein/words/*/study.json", { import: "default" });
const loaded: Record<Language, StudyWords> = $state({});

/** Fetch the words of a language. */
export async function loadStudy(language: Language): Promise<void> {
  loaded[language] ??= await files[`../../../../src/eckstein/words/${language}/study.json`]!();
}

/** The words of the analysis page, which are loaded by now; another language follows as soon as it is there. */
export function s(): StudyWords {
  const words = loaded[settings.language];
  if (!words) void loadStudy(settings.language);
  return words ?? Object.values(loaded)[0]!;
}
