// Forms of words for numbers. They come with the interaction: what a board says before it is loaded counts nothing.
import { forms } from "./words";

const CATEGORIES = "zero one two few many other";

/** The form for a number, of those for the categories of a language, in this order; the last one stands for the rest. */
forms.choose = (words, n, language = document.documentElement.lang || "en") => {
  const rules = new Intl.PluralRules(language);
  const place = CATEGORIES.indexOf(rules.select(n));
  const before = rules.resolvedOptions().pluralCategories.filter((one) => CATEGORIES.indexOf(one) < place);
  const all = words.split("|");
  return all[before.length] ?? all.at(-1)!;
};
