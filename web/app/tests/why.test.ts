// What the server refuses is told in the language that is set, whatever its own sentence is.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Refusal } from "../src/net/messages";
import { settings } from "../src/state/settings.svelte";
import { why } from "../src/why";
import { de } from "../src/words/de";

const source = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../../src/eckstein/server", name), "utf8");
const literals = (text: string) => [...text.matchAll(/"([a-z-]+)"/g)].map((found) => found[1]!);
const kinds = (name: string) => literals(source("rulings.py").match(new RegExp(`^${name} = Literal\\[([^\\]]+)\\]`, "m"))![1]!);
const refused = [...source("rulings.py").matchAll(/raise Refused\("([a-z-]+)"/g)].map((found) => found[1]!);

afterEach(() => { settings.language = "en"; });

describe("German", () => {
  const codes = new Set([...kinds("Code"), ...refused, "missing",
    ...[...source("guard.py").matchAll(/4\d\d, "([a-z-]+)"/g)].map((found) => found[1]!)]);
  test.each([...codes])("has words for the code %s", (code) => expect(de.refused[code]).toBeTruthy());

  test("asks for nothing that the server does not know", () => {
    const things = kinds("What");
    for (const key of Object.keys(de.refused)) {
      const [code, what] = key.split(" ");
      if (!/^\d+$/.test(code!)) expect(codes).toContain(code);
      if (what) expect(things).toContain(what);
    }
  });

  test.each([
    ["not-now", "it is Black's turn", "move", "Du bist nicht am Zug."],
    ["not-now", "you have not moved yet", "ask-takeback", "Du hast noch nicht gezogen, oder schon darum gebeten."],
    ["not-now", "anything", "something new", "Das geht jetzt nicht."],
    ["illegal", "a1 is empty", "move", "Dieser Zug ist hier nicht möglich."],
    ["bad", "no square is called z9", "look",
      "Damit kann der Server nichts anfangen. Auf Englisch sagt er: No square is called z9."],
    ["a-new-code", "the moon is full", "", "The moon is full."],
  ])("says %s, %s, after %s", (code, reason, what, told) => {
    settings.language = "de";
    expect(why(new Refusal(code, reason, what))).toBe(told);
  });
});

describe("English", () => {
  test.each([
    ["stale", "the game has gone on since", "The game has gone on since."],
    ["illegal", "d9 is no square", "d9 is no square."],
    ["bad", "move 1 (d1d9): there is no such move!", "There is no such move!"],
    ["not-yours", "this takes a seat in the game", "Only the players of this game can do that."],
  ])("%s: %s", (code, reason, told) => expect(why(new Refusal(code, reason))).toBe(told));

  test("what is no refusal is a lost connection", () => expect(why(new Error("socket"))).toMatch(/connection|server/i));
});
