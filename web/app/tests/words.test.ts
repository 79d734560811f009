// The compiler sees to it that no word lacks; here we see that none is empty or left in English.
import { afterEach, describe, expect, test } from "vitest";
import { reasonOf } from "../src/names";
import { settings } from "../src/state/settings.svelte";
import { de } from "../src/words/de";
import { en } from "../src/words/en";
import { preferred } from "../src/words/language";

function leaves(of: object, path = ""): [string, unknown][] {
  return Object.entries(of).flatMap(([name, value]) =>
    value !== null && typeof value === "object" ? leaves(value as object, `${path}${name}.`) : [[path + name, value] as [string, unknown]]);
}

describe("German", () => {
  const german = new Map(leaves(de));
  test.each(leaves(en).filter(([path]) => !path.startsWith("levels")))("has %s", (path, english) => {
    expect(german.has(path)).toBe(true);
    expect(typeof german.get(path)).toBe(typeof english);
    expect(german.get(path)).not.toBe("");
  });

  test("names all ten levels", () => expect(de.levels).toHaveLength(10));
});

describe("the language at first", () => {
  test.each([
    [["de-CH", "en"], "de"], [["fr", "de"], "de"], [["en-GB"], "en"], [["fr"], "en"], [[], "en"], [["den"], "en"],
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
