// Studies in addresses, and drawings as text.
import { describe, expect, test } from "vitest";
import { addressOf } from "../src/places/address";
import { arrowsOf, marksOf, typed, withDrawn } from "../src/pages/analysis/drawn";
import { isLink, linkOf, textOf } from "../src/pages/analysis/link";

/** Text that cannot be compressed well. */
function noise(letters: number): string {
  let seed = 7, text = "";
  while (text.length < letters) text += String.fromCharCode(33 + ((seed = (seed * 48271) % 2147483647) % 90));
  return text;
}

test("the address of a position is as short as addresses may be, and means what it says", () => {
  const of = { game: "echek", position: "k/K w QRB 50% + & # é", moves: ["N@l13", "P@l13m12", "a1:a4:b4"] };
  const query = addressOf(of).slice("/analysis?".length);
  expect(query).toContain("moves=N@l13+P@l13m12+a1:a4:b4");
  expect(query).toContain("position=k/K+w");
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ ...of, moves: of.moves.join(" ") });
});

describe("a study in a link", () => {
  test.each(["", '[Game "contra"] 1. d1-d2 {Würfel ⚀, “so”}', "e1-e2 ".repeat(5000)])("comes back as it was", async (text) => {
    const link = await linkOf(text);
    expect(link).toMatch(/^study=1\.[\w-]*$/);
    expect(isLink(`#${link}`)).toBe(true);
    expect(await textOf(`#${link}`)).toBe(text);
  });

  test("is none where the text is too large", async () => {
    expect(await linkOf(noise(20_000))).toBeNull();
  });

  test("says that it was cut, at whatever place", async () => {
    const link = (await linkOf(noise(300)))!;
    for (const end of [6, 7, 8, 9, 20, 100, link.length - 6, link.length - 1])
      await expect(textOf(link.slice(0, end)), String(end)).rejects.toMatchObject({ fault: "cut" });
    await expect(textOf(link.slice(0, 50) + link.slice(60))).rejects.toMatchObject({ fault: "cut" });
  });

  test("says that a later version made it", async () => {
    await expect(textOf("#study=2.abc")).rejects.toMatchObject({ fault: "later" });
  });

  test("says that it is too large, when read and when it grows in reading", async () => {
    await expect(textOf(`#study=1.${"a".repeat(40_000)}`)).rejects.toMatchObject({ fault: "large" });
    const bomb = await linkOf("a".repeat(400_000));
    await expect(textOf(bomb!)).rejects.toMatchObject({ fault: "large" });
  });
});

describe("drawings", () => {
  test("are drawn in the colours of records", () => {
    expect(arrowsOf({ arrows: ["Rd1d4", "Gm13z26"] })).toEqual([
      { from: "d1", to: "d4", colour: "#c43c3c" }, { from: "m13", to: "z26", colour: "#2f8f4e" }]);
    expect(marksOf({ marks: ["Bd4"] })).toEqual([{ square: "d4", colour: "#1f62b0" }]);
  });

  test("are toggled; another colour changes them", () => {
    const green = { arrows: [], marks: [{ square: "d4", colour: "#2f8f4e" }] };
    expect(withDrawn({}, green)).toEqual({ arrows: [], marks: ["Gd4"] });
    expect(withDrawn({ marks: ["Rd4"] }, green)).toEqual({ arrows: [], marks: ["Gd4"] });
    expect(withDrawn({ marks: ["Gd4"], arrows: ["Gd1d4"] }, green)).toEqual({ arrows: ["Gd1d4"], marks: [] });
  });

  test("are typed", () => {
    expect(typed("d1d4, rd5 D4")).toEqual({ arrows: ["Gd1d4"], marks: ["Rd5", "Gd4"] });
    expect(typed("")).toEqual({ arrows: [], marks: [] });
    expect(typed("d4 what")).toBe("what");
    expect(typed("d4d4")).toBe("d4d4");
  });
});
