// What the board says.
import { describe, expect, test } from "vitest";

import { sayMatters, sayMoves } from "../heard/reading";
import { sayBattles, sayBy, sayMove, sayOutcome, sayWayChoice } from "../words/telling";
import { saySquare, sayTarget } from "../words/speech";
import german from "../../../src/eckstein/words/de/board.json";
import germanFacts from "../../../src/eckstein/words/de/standing.json";
import { english, speaker } from "../words/words";
import { given, givenFilm, moveOf } from "./fixtures";

const say = speaker(english);

test.each([
  ["contra", "d1", "d1, white die, top 6, north 4, east 2"],
  ["contra", "d4", "d4, empty"],
  ["duell", "e8", "e8, black king"],
  ["echekMiddle", "n13", "n13, black knight"],
])("in %s, %s says itself", (name, square, told) =>
  expect(saySquare(say, given(name), square)).toBe(told));

test.each([
  ["battle", "c2c3", "c2 to c3, top 1, c4 falls"],
  ["duell", "I1-h5", "i1 north 4 to i5, west 1 to h5, top 6, DUEL"],
  ["duell", "A1-A6", "a1 north 5 to a6, top 3"],
  ["purWays", "f1g1g3e3", "f1 to e3, top 5"],
  ["echek", "B@l12", "white bishop on l12"],
  ["echek", "m13n14", "m13 to n14"],
  ["echekMiddle", "RK", "king and rook change places"],
  ["echekMiddle", "N@l12", "white knight on l12, White wins"],
])("in %s, %s is told as a sentence", (name, text, told) => {
  const view = given(name);
  expect(sayMove(say, moveOf(view, text), view.turn)).toBe(told);
});

test("a battle tells both sums and who falls", () => {
  const view = given("battle");
  const move = moveOf(view, "c2c3");
  expect(sayBattles(say, move)).toBe("c3 1 + 4 against 4 c4: c4 falls");
  expect(sayBattles(say, move, "attacker")).toBe("c3 1 + 4 against 4 c4: c4 falls");
  expect(sayBattles(say, move, "defender")).toBe("your die on c4 falls: 4 against 1 + 4");
  expect(sayBattles(say, null)).toBe("No battles.");
});

describe("what matters", () => {
  const matters = (name: string, square: string, words = say) => {
    const view = given(name);
    return sayMatters(words, view, view.last, null, square);
  };

  test.each([
    ["check", "e6", "DUEL: Black's king on e8 can be taken from e6. Black: king attacked by 1 die"],
    ["check", "e1", "White's king wins on e8, where the other king began; he needs at least 7 more rolls. Black's king wins on e1, where the other king began; he needs at least 7 more rolls. Black: king attacked by 1 die"],
    ["echekMiddle", "m15", "Closed sides of Black's king on n15: east (o15), south (n14), west (m15)"],
    ["battle", "d4", "c4 4 against 4 d4: nothing falls. White's dice nearest to the goal row: d4; tilts still to go: 3. Black: 3 (was 4) tilts to go"],
    ["battle", "a1", "c4 4 against 4 d4: nothing falls. Black: 3 (was 4) tilts to go"],
  ])("in %s at %s is told of that square", (name, square, told) => expect(matters(name, square)).toBe(told));

  test("where nothing is known of a square, all that is known is told", () =>
    expect(matters("ecke", "d4")).toMatch(/^White has taken neither corner.*\. White's dice left: 7; .*\. Black has taken/));

  test("is told in other languages", () =>
    expect(matters("echekMiddle", "n14", speaker({ ...german, ...germanFacts })))
      .toContain("Geschlossene Seiten des Königs von Weiß auf n14: Norden (n15), Süden (n13)"));

  test("an old film knows nothing but battles", () => {
    const view = { ...given("duell"), standing: undefined } as unknown as Parameters<typeof sayMatters>[1];
    expect(sayMatters(say, view, null, null, "e1")).toBe("No battles.");
  });
});

test("a target tells how the die will lie there", () => {
  const view = given("duellWays");
  expect(sayTarget(say, [moveOf(view, "G1-f2")])).toBe("can go here, top 1");
  expect(sayTarget(say, [moveOf(view, "G1-f2"), moveOf(view, "g1-F2")]))
    .toBe("can go here in 2 ways");
});

test("ways are told apart by the top and by where they turn", () => {
  const view = given("duellWays");
  expect(sayWayChoice(say, moveOf(view, "G1-f2"))).toBe("top 1, along g2");
  const other = given("echekFinal");
  expect(sayWayChoice(say, moveOf(other, "B@o13*m13"))).toBe("returns white queen m13");
});

test.each([
  [english, "White wins: too few dice are left"],
  [german, "Weiß gewinnt: zu wenige Würfel sind übrig"],
])("a game of Ecke can end with a die left", (words, told) => {
  const view = given("ecke");
  view.outcome = { winner: "white", reason: "elimination", score: null };
  expect(sayOutcome(speaker(words), view)).toBe(told);
});

describe("many moves", () => {
  test("are told part by part, and then from the beginning", () => {
    const view = given("duell");
    const first = sayMoves(say, view, null, 0);
    expect(first).toMatch(/^Moves, 37: a1 north 5 to a6, top 3; /);
    expect(first).toMatch(/m again for more\.$/);
    expect(sayMoves(say, view, null, 1)).not.toContain("to a6");
    expect(sayMoves(say, view, null, 7)).toBe(first);
  });

  test("of one die are told with its square", () =>
    expect(sayMoves(say, given("contra"), "d1", 0)).toBe("Moves from d1, 1: d1 to d2, top 3"));
});

test("the end of a game is told", () => {
  const last = givenFilm().views.at(-1)!;
  expect(sayOutcome(say, last)).toBe("White wins: the goal is reached");
  expect(sayOutcome(say, given("contra"))).toBe("");
});

test("the last move is told with who made it", () =>
  expect(sayBy(say, given("battle"))).toBe("Black: c5 to c4, top 4"));

describe("the German catalogue", () => {
  test("has the words of the English one", () =>
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort()));

  test("knows only blanks that are filled", () => {
    const blanks = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) =>
      found[1]!.toLowerCase());
    for (const [key, text] of Object.entries(german))
      for (const blank of blanks(text)) expect(blanks(english[key]!), key).toContain(blank);
  });
});
