// Moves with variations, and the values that stand beside them.
import { describe, expect, test } from "vitest";
import { listed, newTree, numberOf, pack, unlisted, unpack } from "../src/study/tree.svelte";
import { chances, short } from "../src/study/value";

function sample() {
  const root = newTree();
  const d2 = root.play("d1d2", "d1-d2");
  const d6 = d2.play("d7d6", "d7-d6");
  const e6 = d2.play("e7e6", "e7-e6");
  const c2 = e6.play("c1c2", "c1-c2");
  return { root, d2, d6, e6, c2 };
}

describe("a tree", () => {
  test("knows a move that was played before", () => {
    const { root, d2 } = sample();
    expect(root.play("d1d2", "d1-d2")).toBe(d2);
    expect(root.children).toHaveLength(1);
  });

  test("knows the way to a node, and the main line", () => {
    const { root, c2 } = sample();
    expect(c2.texts).toEqual(["d1d2", "e7e6", "c1c2"]);
    expect(root.line.map((node) => node.text)).toEqual(["d1d2", "d7d6"]);
  });

  test("makes a variation the main line, and takes it away", () => {
    const { root, d2, e6, c2 } = sample();
    c2.promote();
    expect(root.line.map((node) => node.text)).toEqual(["d1d2", "e7e6", "c1c2"]);
    const back = e6.remove();
    expect(d2.children.map((node) => node.text)).toEqual(["d7d6"]);
    back();
    expect(d2.children.map((node) => node.text)).toEqual(["e7e6", "d7d6"]);
  });

  test("is the same after packing, and after the way to the server and back", () => {
    const { root } = sample();
    const packed = pack(root);
    expect(pack(unpack(packed))).toEqual(packed);
    expect(pack(unlisted(listed(root)))).toEqual(packed);
    expect(listed(root).map((node) => node.parent)).toEqual([null, 0, 1, 1, 3]);
  });

  test("keeps what is said about moves", () => {
    const root = unlisted([
      { parent: null, text: "", notation: "", comments: ["A game."] },
      { parent: 0, text: "d1d2", notation: "d1-d2", opening: [], comments: ["Bold."], glyphs: [1], marks: ["Gd2"], arrows: ["Rd2d3"] },
    ]);
    expect(root.notes).toEqual({ comments: ["A game."] });
    const again = unpack(pack(root));
    expect(again.children[0]!.notes).toEqual({ comments: ["Bold."], glyphs: [1], marks: ["Gd2"], arrows: ["Rd2d3"] });
    expect(listed(again)[1]).toEqual({ parent: 0, text: "d1d2", notation: "d1-d2", comments: ["Bold."], glyphs: [1], marks: ["Gd2"], arrows: ["Rd2d3"] });
  });

  test("numbers moves, whoever begins", () => {
    expect(numberOf(1, false)).toEqual({ number: 1, white: true });
    expect(numberOf(4, false)).toEqual({ number: 2, white: false });
    expect(numberOf(1, true)).toEqual({ number: 1, white: false });
    expect(numberOf(2, true)).toEqual({ number: 2, white: true });
  });
});

describe("a value", () => {
  const even = { score: 0, mate: null }, good = { score: 150, mate: null }, lost = { score: null, mate: -3 };

  test("is a share of the bar", () => {
    expect(chances(even)).toBe(0.5);
    expect(chances(good)).toBeGreaterThan(0.7);
    expect([chances(lost), chances({ score: null, mate: 2 })]).toEqual([0, 1]);
  });

  test.each([[even, "0.0"], [good, "+1.5"], [{ score: -40, mate: null }, "−0.4"], [lost, "−#3"]] as const)(
    "%o is written %s", (value, text) => expect(short(value)).toBe(text));
});
