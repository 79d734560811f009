// Two versions of a study made one: nothing that somebody wrote is lost.
import { describe, expect, test } from "vitest";
import { contentOf, type Content, type PackedStudy } from "../src/study/chapters.svelte";
import { merged, same } from "../src/study/merge";
import type { Notes, Packed } from "../src/study/tree.svelte";

function study(tree: Packed[], more: Partial<PackedStudy> = {}): Content {
  return contentOf({ game: "contra", options: {}, tags: {}, notes: {}, tree, ...more });
}

const move = (text: string, rest: Packed[] = [], notes?: Notes): Packed => notes ? [text, text, rest, notes] : [text, text, rest];
const base = study([move("a", [move("b"), move("c")])]);

/** The trees that become of two, and what clashes; whoever is the second must not matter for what is kept. */
function both(ours: Packed[], theirs: Packed[], from: Content | null = base) {
  const { content, clashes } = merged(from, study(ours), study(theirs));
  return { tree: content.chapters[0]!.tree, clashes };
}

describe("of two trees", () => {
  test.each<[string, Packed[], Packed[], Packed[]]>([
    ["a move and a comment are both there", [move("a", [move("b"), move("c")], { comments: ["Bold."] })],
      [move("a", [move("b"), move("c", [move("d")])])], [move("a", [move("b"), move("c", [move("d")])], { comments: ["Bold."] })]],
    ["two new moves are both there", [move("a", [move("b"), move("c")]), move("x")], [move("a", [move("b"), move("c")]), move("y")],
      [move("a", [move("b"), move("c")]), move("y"), move("x")]],
    ["what one deletes is gone", [move("a", [move("c")])], [move("a", [move("b"), move("c", [], { glyphs: [1] })])], [move("a", [move("c", [], { glyphs: [1] })])]],
    ["what one deletes and the other goes on with stays", [], [move("a", [move("b", [move("d")]), move("c")])], [move("a", [move("b", [move("d")]), move("c")])]],
    ["the order that one has changed counts", [move("a", [move("c"), move("b")])], [move("a", [move("b"), move("c"), move("d")])], [move("a", [move("c"), move("b"), move("d")])]],
    ["signs and drawings of both are there, without those that one took away",
      [move("a", [move("b"), move("c")], { glyphs: [1], marks: ["Gd4"] })], [move("a", [move("b"), move("c")], { glyphs: [16], marks: ["Rd5"], arrows: ["Gd1d2"] })],
      [move("a", [move("b"), move("c")], { glyphs: [16, 1], marks: ["Rd5", "Gd4"], arrows: ["Gd1d2"] })]],
  ])("%s", (_what, ours, theirs, expected) => {
    expect(both(ours, theirs)).toEqual({ tree: expected, clashes: [] });
  });

  test("a comment that both have written is kept twice, and told with its place", () => {
    const [ours, theirs] = [[move("a", [move("b", [], { comments: ["Ours."] }), move("c")])], [move("a", [move("b", [], { comments: ["Theirs."] }), move("c")])]];
    expect(both(ours, theirs)).toEqual({
      tree: [move("a", [move("b", [], { comments: ["Theirs.", "Ours."] }), move("c")])],
      clashes: [{ what: "comment", chapter: "", moves: ["a", "b"], ours: "Ours.", theirs: "Theirs." }],
    });
  });

  test("a comment that one deletes and the other changes is the changed one", () => {
    const said = (comments: string[]) => [move("a", [], comments.length ? { comments } : undefined)];
    expect(both(said([]), said(["New."]), study(said(["Old."])))).toEqual({ tree: said(["New."]), clashes: [] });
    expect(both(said(["New."]), said([]), study(said(["Old."])))).toEqual({ tree: said(["New."]), clashes: [] });
  });

  /** What is said of one move, by both and before. */
  test.each<[string, Notes, Notes, Notes, Notes]>([
    ["a sign and drawings that the other has taken away are gone", { glyphs: [1], marks: ["Gd4"], arrows: ["Gd1d2"] }, { glyphs: [1], marks: ["Gd4"], arrows: ["Gd1d2"] }, {}, {}],
    ["a sign and drawings that we have taken away are gone", { glyphs: [1], marks: ["Gd4"], arrows: ["Gd1d2"] }, {}, { glyphs: [1], marks: ["Gd4"], arrows: ["Gd1d2"] }, {}],
    ["what stands before a move is that of who has changed it", { opening: ["Old."] }, { opening: ["New."] }, { opening: ["Old."] }, { opening: ["New."] }],
    ["what both have added before a move is kept twice", {}, { opening: ["Ours."] }, { opening: ["Theirs."] }, { opening: ["Theirs.", "Ours."] }],
    ["a line that both have written stands once", {}, { comments: ["Both.", "Ours."] }, { comments: ["Both.", "Theirs."] }, { comments: ["Both.", "Theirs.", "Ours."] }],
    ["a time that only one of them knows is there", {}, { clock: 12 } as Notes, { glyphs: [2] }, { clock: 12, glyphs: [2] } as Notes],
    ["a time that both know is theirs", {}, { clock: 12 } as Notes, { clock: 13 } as Notes, { clock: 13 } as Notes],
  ])("%s", (_what, before, ours, theirs, expected) => {
    const said = (notes: Notes) => [move("a", [], Object.keys(notes).length ? notes : undefined)];
    expect(both(said(ours), said(theirs), study(said(before))).tree).toEqual(said(expected));
  });

  test("nothing counts as deleted where it is not known from what they were made", () => {
    expect(both([move("a")], [move("b")], null)).toEqual({ tree: [move("b"), move("a")], clashes: [] });
  });
});

describe("of two studies", () => {
  const two = (chapters: [string, string][], name = ""): Content =>
    ({ name, chapters: chapters.map(([key, title]) => ({ key, game: "pur", title, tags: {}, notes: {}, tree: [] })) });
  const titles = ({ chapters }: Content) => chapters.map(({ title }) => title);

  test("chapters of both are there, and one that was deleted is gone", () => {
    const { content, clashes } = merged(two([["0", "A"], ["1", "B"]]), two([["0", "A"], ["x", "X"]]), two([["0", "A"], ["1", "B"], ["y", "Y"]]));
    expect([titles(content), clashes]).toEqual([["A", "Y", "X"], []]);
  });

  test("a chapter that one deletes and the other names stays", () => {
    expect(titles(merged(two([["0", "A"], ["1", "B"]]), two([["0", "A"]]), two([["0", "A"], ["1", "New"]])).content)).toEqual(["A", "New"]);
  });

  test.each([
    ["what only they have changed", "A", "A", "Theirs", "Theirs"], ["what only we have changed", "A", "Ours", "A", "Ours"],
    ["what both have changed alike", "A", "B", "B", "B"], ["theirs where we have deleted it", "A", "", "Theirs", "Theirs"],
    ["ours where they have deleted it", "A", "Ours", "", "Ours"], ["none where both have deleted it", "A", "", "", ""],
    ["none where one has deleted what the other left", "A", "", "A", ""],
  ])("a name and a title are %s, and nothing is told", (_, before, ours, theirs, expected) => {
    const { content, clashes } = merged(two([["0", before]], before), two([["0", ours]], ours), two([["0", theirs]], theirs));
    expect([content.name, content.chapters[0]!.title ?? "", clashes]).toEqual([expected, expected, []]);
  });

  test("what clashes in a chapter is told with its title", () => {
    const said = (comment?: string): Content => ({ name: "", chapters: [{ key: "0", game: "pur", title: "Corners", tags: {}, notes: comment ? { comments: [comment] } : {}, tree: [] }] });
    expect(merged(said(), said("Ours."), said("Theirs.")).clashes)
      .toEqual([{ what: "comment", chapter: "Corners", moves: [], ours: "Ours.", theirs: "Theirs." }]);
  });

  test("names that both have changed are both there, and told", () => {
    const { content, clashes } = merged(two([["0", "A"]], "S"), two([["0", "Ours"]], "Mine"), two([["0", "Theirs"]], "Yours"));
    expect([content.name, titles(content)]).toEqual(["Yours / Mine", ["Theirs / Ours"]]);
    expect(clashes.map(({ what, ours, theirs }) => [what, ours, theirs])).toEqual([["name", "Mine", "Yours"], ["title", "Ours", "Theirs"]]);
  });
});

test("a study from before chapters had keys is called by their places, in every tab the same", () => {
  const old = { game: "pur", chapters: [{ game: "pur", tree: [] }, { game: "echek", tree: [] }], chapter: 1, at: ["a"] };
  expect(contentOf(old).chapters.map(({ key, game }) => [key, game])).toEqual([["0", "pur"], ["1", "echek"]]);
});

test.each<[boolean, unknown, unknown]>([
  [true, { a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 }], [true, { a: 1 }, { a: 1, b: undefined }], [true, { a: 1, b: undefined }, { a: 1 }],
  [false, { a: 1 }, { a: 1, b: 2 }], [false, { a: 1, b: 2 }, { a: 1 }], [false, [1, 2], [1]], [false, [1], [1, 2]], [false, [1, 2], [2, 1]],
  [false, [], {}], [false, {}, []], [false, null, {}], [false, {}, null], [true, null, null], [false, "1", 1],
])("it is %s that %j and %j say the same", (wanted, one, other) => expect(same(one, other)).toBe(wanted));
