// The compiler sees to it that no word lacks; here we see that none is empty or left in English.
import { describe, expect, test } from "vitest";
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
