// What the server refuses is told in the language that is set, whatever its own sentence is.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Refusal } from "../src/net/messages";
import { settings } from "../src/browser/settings.svelte";
import { why } from "../src/words/why";
import company from "../../../src/eckstein/words/de/company.json";
import de from "../../../src/eckstein/words/de/refused.json";

const source = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../../src/eckstein", name), "utf8");
const literals = (text: string) => [...text.matchAll(/"([a-z-]+)"/g)].map((found) => found[1]!);
const kinds = (name: string) => literals(source("wire/words.py").match(new RegExp(`^${name} = Literal\\[([^\\]]+)\\]`, "m"))![1]!);
const refused = [...source("server/game/rulings.py").matchAll(/raise RefusedError\("([a-z-]+)"/g)].map((found) => found[1]!);

const german: Record<string, string> = de;

afterEach(() => { settings.language = "en"; });

describe("German", () => {
  const codes = new Set([...kinds("Code"), ...refused, "missing",
    ...[...source("server/net/guard.py").matchAll(/4\d\d, "([a-z-]+)"/g)].map((found) => found[1]!)]);
  test.each([...codes])("has words for the code %s", (code) => expect(german[code]).toBeTruthy());

  test("has words for every reason, but for those of which its code or its sentence says enough", () => {
    const ofCompany: Record<string, string> = company.refused;      // which pages load when they need it
    const without = kinds("Why").filter((reason) => !german[reason] && !ofCompany[reason]);
    expect(without.sort()).toEqual(["barred", "crowded", "engine-failed", "lobby-waits", "no-clocks", "no-moderator", "no-seat", "not-left", "own-challenge", "sign-in-again", "signed-out", "time-left", "wrong-token"]);
  });

  test("has no words for what the server never says", () => {
    const said = [...codes, ...kinds("Why"), "unreachable"];     // that is what the terminal says
    for (const key of Object.keys(german)) if (!/^\d+$/.test(key)) expect(said).toContain(key);
  });

  test.each([
    ["not-now", "it is Black's turn", "not-your-turn", "Du bist nicht am Zug."],
    ["not-now", "you have not moved yet", "nothing-to-take-back", "Du hast noch nicht gezogen."],
    ["not-now", "anything", "a-new-reason", "Das geht jetzt nicht."],
    ["not-yours", "this takes a seat in the game", "no-seat", "Das können nur die beiden Spieler dieser Partie."],
    ["illegal", "a1 is empty", "illegal", "Dieser Zug ist hier nicht möglich."],
    ["bad", "no square is called z9", undefined,
      "Damit stimmt etwas nicht: No square is called z9."],
    ["a-new-code", "the moon is full", undefined, "The moon is full."],
  ])("says %s, %s, because of %s", (code, reason, cause, told) => {
    settings.language = "de";
    expect(why(new Refusal(code, reason, cause))).toBe(told);
  });
});

describe("a reason with facts", () => {
  const template = { text: "{square} is beside the enemy king", facts: { square: "m15" } };
  const nested = { text: "a piece on {square} is not allowed: {why}", facts: { square: "m12",
    why: { text: "it would make the area longer than {longest} squares", facts: { longest: "4" } } } };
  const placed = { text: "move {number} ({move}): {reason}", facts: { number: "1", move: "N@m15", reason: template } };
  test.each([
    [template, "m15 liegt neben dem feindlichen König."],
    [nested, "Auf m12 darf keine Figur stehen: das Gebiet würde länger als 4 Felder."],
    [placed, "m15 liegt neben dem feindlichen König."],
    [{ text: "a piece on {square} is not allowed: {why}", facts: { square: "m12", why: {
      text: "{part0}; {part1}", facts: { part0: template, part1: "x" } } } },
      "Auf m12 darf keine Figur stehen: m15 liegt neben dem feindlichen König; x."],
  ])("is told in German", (one, told) => {
    settings.language = "de";
    expect(why(new Refusal("illegal", "in English", "illegal", one))).toBe(told);
  });

  test("that no catalogue has is told by its code", () => {
    settings.language = "de";
    expect(why(new Refusal("illegal", "the moon is full", "illegal", { text: "the moon is {how}", facts: { how: "full" } })))
      .toBe("Dieser Zug ist hier nicht möglich.");
  });

  test("is what the server says, in English", () => {
    expect(why(new Refusal("illegal", "m15 is beside the enemy king", "illegal", template))).toBe("m15 is beside the enemy king.");
  });
});

describe("English", () => {
  test.each([
    ["stale", "the game has gone on since", "The game has moved on."],
    ["illegal", "d9 is no square", "d9 is no square."],
    ["bad", "move 1 (d1d9): there is no such move!", "There is no such move!"],
    ["not-yours", "this takes a seat in the game", "Only the players of this game can do that."],
  ])("%s: %s", (code, reason, told) => expect(why(new Refusal(code, reason))).toBe(told));

  test("what is no refusal is a lost connection", () => expect(why(new Error("socket"))).toMatch(/connection|server/i));
});
