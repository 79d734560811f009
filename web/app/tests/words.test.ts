// The words of English are types; here we see that no other language lacks one, or tells other facts.
import { afterEach, describe, expect, test } from "vitest";
import { reasonOf } from "../src/words/names";
import { settings } from "../src/browser/settings.svelte";
import type { Texts } from "../src/pages/learn/lesson";
import { LANGUAGES, preferred } from "../src/browser/language";

type Tree = { [name: string]: Tree | string };

const files = import.meta.glob<Tree>("../../../src/eckstein/words/*/{app,board,company,game,language,mail,moderation,page,people,push,puzzles,study,themes,tournaments,training}.json", { eager: true, import: "default" });
const lessons = import.meta.glob<Texts>("../../../src/eckstein/words/*/lessons/*.json", { eager: true, import: "default" });
const file = (language: string, name: string) => files[`../../../src/eckstein/words/${language}/${name}.json`];

function leaves(of: Tree | undefined, path = ""): [string, string][] {
  return Object.entries(of ?? {}).flatMap(([name, value]) =>
    typeof value === "object" ? leaves(value, `${path}${name}.`) : [[path + name, value] as [string, string]]);
}

// The board offers names with a capital, too.
const blanks = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]!.toLowerCase()))].sort();

describe.each(LANGUAGES.filter((one) => one !== "en"))("the language %s", (language) => {
  const begun = !(file(language, "language") as unknown as { complete: boolean }).complete;
  for (const name of ["app", "board", "company", "game", "mail", "moderation", "page", "people", "push", "puzzles", "study", "themes", "tournaments", "training"]) {
    const words = new Map(leaves(file(language, name)));
    const missing = leaves(file("en", name)).map(([path]) => path).filter((path) => !words.get(path));
    test(`has all words of ${name}.json, or is merely begun`, () => { if (!begun) expect(missing).toEqual([]); });
    const english = new Map(leaves(file("en", name)));
    test.each([...words])(`tells in ${name}.json the facts of %s, which English has, too`, (path, text) => {
      expect(english.has(path)).toBe(true);
      expect(blanks(text)).toEqual(blanks(english.get(path)!));
    });
  }

  test.each(Object.keys(lessons).filter((path) => path.includes("/en/")))("has as many texts as %s", (path) => {
    const texts = lessons[path.replace("/en/", `/${language}/`)];
    if (begun && !texts) return;
    expect(texts!.tasks).toHaveLength(lessons[path]!.tasks.length);
    for (const task of texts!.tasks) expect(Object.values(task).every(Boolean)).toBe(true);
    expect(texts!.rules.length).toBeGreaterThan(0);
  });
});

describe("where words have blanks", () => {
  const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", { eager: true, query: "?raw", import: "default" });
  const english = new Map([...leaves(file("en", "app"), "t."), ...leaves(file("en", "study"), "s."), ...leaves(file("en", "puzzles"), "p."), ...leaves(file("en", "people"), "a."), ...leaves(file("en", "company"), "c."), ...leaves(file("en", "moderation"), "m."), ...leaves(file("en", "tournaments"), "c."), ...leaves(file("en", "push"), "n."), ...leaves(file("en", "training"), "r.")]);
  const calls = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(/fill\(([tspacmnr])\(\)\.([\w.]+), \{ (.*?) \}\)/g)].map((found) => [path, `${found[1]}.${found[2]}`, found[3]!] as const));
  test("there are such places", () => expect(calls.length).toBeGreaterThan(20));
  test.each(calls)("%s fills all of %s", (_, path, facts) => {
    for (const blank of blanks(english.get(path)!)) expect(facts).toMatch(new RegExp(`\\b${blank}\\b`));
  });
});

describe("the language at first", () => {
  test.each([
    [["de-CH", "en"], "de"], [["xx", "de"], "de"], [["fr-CA", "de"], "fr"], [["en-GB"], "en"], [["xx"], "en"], [[], "en"], [["den"], "en"],
  ] as const)("for %o is %s", (wanted, found) => expect(preferred(wanted)).toBe(found));
});

describe("why a game is over", () => {
  afterEach(() => { settings.language = "en"; });
  test.each([
    ["goal", "contra", "a die has reached the goal row", "ein Würfel hat die Zielreihe erreicht"],
    ["goal", "ferry", "the goal is reached", "das Ziel ist erreicht"],
    ["surrounded", "echek", "the king is surrounded", "der König ist umzingelt"],
    ["no progress", "pur", "no progress for long", "lange kein Fortschritt"],
    ["moonrise", "ferry", "moonrise", "moonrise"],
  ])("is told for %s in %s, in each language", (reason, game, english, german) => {
    const outcome = { winner: null, reason, score: null };
    settings.language = "en";
    expect(reasonOf(outcome, game)).toBe(english);
    settings.language = "de";
    expect(reasonOf(outcome, game)).toBe(german);
  });
});

// A colon is set as the language has it: by `labelled`, never between two texts of a template.
const sources = import.meta.glob<string>("../src/**/*.{svelte,ts}", { eager: true, query: "?raw", import: "default" });

test.each(Object.entries(sources))("%s leaves the colon after words to the language", (path, source) => {
  const shown = path.endsWith(".svelte") ? source.replace(/<(script|style)[\s\S]*?<\/\1>/g, "") : "";
  expect([...shown.matchAll(/\}(<\/\w+>)?: ?[{<].*/g), ...source.matchAll(/`[^`]*\$\{[^`]*\}: [^`]*`/g)].map(([text]) => text)).toEqual([]);
});
