// Tests of the app have the words of all languages at hand, as a page has those of its own.
if (typeof navigator !== "undefined") {
  const { load } = await import("../src/words/index.svelte");
  const { LANGUAGES } = await import("../src/browser/language");
  const { loadPuzzles } = await import("../src/words/puzzles.svelte");
  const { loadStudy } = await import("../src/pages/analysis/words.svelte");
  await Promise.all(LANGUAGES.flatMap((language) => [load(language), loadPuzzles(language), loadStudy(language)]));
}

export {};
