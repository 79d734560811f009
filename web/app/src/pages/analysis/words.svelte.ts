// The words of the analysis page.
import type study from "../../../../../src/eckstein/words/en/study.json";
import { apart } from "../../words/apart.svelte";

type Named = Record<string, string>;

/** The words of the analysis page, some of which are asked for by names that only others know. */
export type StudyWords = typeof study & { signNames: Named; colours: Named; link: Named };

export const { load: loadStudy, words: s } = apart(
  import.meta.glob<StudyWords>("../../../../../src/eckstein/words/*/study.json", { import: "default" }));
