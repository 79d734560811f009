// Moves that are typed.
import { describe, expect, test } from "vitest";
import type { Move } from "../../board/view/view";
import { exampleOf, find } from "../src/room/typed";

const move = (text: string, notation: string) => ({ text, notation, steps: [], battles: [], removed: [], check: 0, check_word: "", winner: null, reason: null }) as Move;
const contra = [move("d1d2", "d1-d2"), move("d1e1", "d1-e1"), move("c2c3", "c2-c3xc4")];
const duell = [move("C2-e4", "C2-e4+"), move("c2-E4", "c2-E4"), move("C2-C6", "C2-C6")];

const exact = (typed: string, legal: Move[]) => find(typed, legal).exact?.text;

describe("a typed move", () => {
  test.each([["d1d2", "d1d2"], ["d1-d2", "d1d2"], [" D1 - D2 ", "d1d2"], ["d1–e1", "d1e1"], ["c2-c3xc4", "c2c3"]])(
    "%s is %s", (typed, found) => expect(exact(typed, contra)).toBe(found));

  test.each([["C2-e4", "C2-e4"], ["C2e4", "C2-e4"], ["c2-E4", "c2-E4"], ["C2-e4+", "C2-e4"], ["c2-c6", "C2-C6"]])(
    "in Duell %s is %s", (typed, found) => expect(exact(typed, duell)).toBe(found));

  test("that could be two ways in Duell is neither, and both are offered", () => {
    const { exact, like } = find("c2-e4", duell);
    expect(exact).toBeNull();
    expect(like.map((one) => one.text).sort()).toEqual(["C2-e4", "c2-E4"].sort());
  });

  test("offers what begins alike", () => {
    expect(find("d1", contra).like.map((one) => one.text)).toEqual(["d1d2", "d1e1"]);
    expect(find("", contra).like).toEqual([]);
    expect(find("z9", contra)).toEqual({ exact: null, like: [] });
  });
});

describe("the example of how a move is written", () => {
  test("is one of the moves", () => expect(contra.map((one) => one.notation)).toContain(exampleOf(contra)));

  test("is none that is secret, nor written like one", () => {
    const twice = [...contra, move("c2c3!", "d1-d2")];
    expect(exampleOf(twice, ({ text }) => text === "d1d2")).toMatch(/d1-e1|c2-c3xc4/);
    expect(exampleOf(contra, () => true)).toBe("");
  });
});
