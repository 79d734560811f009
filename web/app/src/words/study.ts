// The words of the analysis page, in the language that is set.
import { settings } from "../state/settings.svelte";
import type { Language } from "./language";
import { studyDe } from "./study-de";
import { studyEn, type StudyWords } from "./study-en";

export const studyCatalogue: Record<Language, StudyWords> = { en: studyEn, de: studyDe };

export function s(): StudyWords {
  return studyCatalogue[settings.language];
}
