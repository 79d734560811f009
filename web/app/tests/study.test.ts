// A study: which values moves are judged by, what is written and undone, and its chapters.
import { beforeEach, describe, expect, test } from "vitest";
import type { View } from "../../board/view/view";
import first from "../src/game/first.json";
import { Connection } from "../src/net/connection";
import type { MoveJudgement, MoveValues, PositionRef } from "../../wire/types";
import { Outbox } from "../src/net/outbox";
import { studyOf } from "../src/study/chapters.svelte";
import { Study } from "../src/pages/analysis/study.svelte";
import { listed, pack } from "../src/study/tree.svelte";
import { markOf } from "../src/study/value";
import { FakeSocket } from "./socket";

const start = first as unknown as View;

type Told = { score?: number; mate?: number; best: string };

/** A server that tells the value of positions by the moves that led there, and a record of what it was asked. */
class Oracle extends FakeSocket {
  static values: Record<string, Told> = {};
  static asked: string[] = [];

  override send(text: string): void {
    super.send(text);
    const { t, id, of } = JSON.parse(text) as { t: string; id: number; of: PositionRef };
    if (!of) return;
    const way = (of.moves ?? []).join(" ");
    queueMicrotask(() => {
      if (t === "look") {
        const last = { text: of.moves?.at(-1), notation: of.moves?.at(-1) };
        this.hear({ t: "look", id, view: { ...start, ply: of.moves?.length ?? 0, last, position: way, turn: Oracle.turn(of.moves ?? []) } });
      } else if (t === "analyse") {
        Oracle.asked.push(way);
        const { score = null, mate = null, best } = Oracle.values[way]!;
        this.hear({ t: "info", id, depth: 1, nodes: 1, nps: 1, seconds: 0, lines: [{ score, mate, moves: [best], notation: [best] }] });
        this.hear({ t: "analysed", id });
      }
    });
  }

  static first: "white" | "black" = "white";

  static turn(moves: string[]): "white" | "black" {
    return (Oracle.first === "white") === (moves.length % 2 === 0) ? "white" : "black";
  }
}

/** What was asked to be judged; each of it is called a blunder. */
const judgedMoves: MoveValues[] = [];
async function judge(moves: MoveValues[]): Promise<MoveJudgement[]> {
  judgedMoves.push(...moves);
  return moves.map(() => ({ judgement: "blunder", glyph: 4, lost: 1 }));
}

async function judged(values: Record<string, Told>): Promise<Study> {
  [Oracle.values, Oracle.asked] = [values, []];
  const connection = new Connection({ far: true, socket: () => new Oracle("ws://here") }, new Outbox());
  connection.connect();
  FakeSocket.last.open();
  judgedMoves.length = 0;
  const study = new Study(connection, judge);
  await study.open({ game: "contra", tree: [["d1d2", "d1-d2", []]] });
  await study.whole();
  return study;
}

beforeEach(() => { localStorage.clear(); });

describe.each([["white", 1], ["black", -1]] as const)("a move of %s that loses by force", (mover, sign) => {
  beforeEach(() => { Oracle.first = mover; });
  const lost = { score: null, mate: -3 * sign };

  test("is judged by what it was before, where another does not lose", async () => {
    const study = await judged({ "": { score: -300 * sign, best: "e1e2" }, d1d2: { mate: -3 * sign, best: "d7d6" }, e1e2: { score: -310 * sign, best: "d7d6" } });
    expect(Oracle.asked).toEqual(["", "d1d2", "e1e2"]);
    expect(judgedMoves).toEqual([{ turn: mover, before: { score: -300 * sign, mate: null }, after: lost }]);
    expect(markOf(study.mainline[1]!)).toBe("blunder");
    expect(study.root.value).toEqual({ score: -300 * sign, mate: null });
  });

  test("is judged as lost before where the engine's own move loses too", async () => {
    const study = await judged({ "": { score: -300 * sign, best: "e1e2" }, d1d2: { mate: -3 * sign, best: "d7d6" }, e1e2: { mate: -4 * sign, best: "d7d6" } });
    expect(Oracle.asked).toEqual(["", "d1d2", "e1e2"]);
    expect(judgedMoves).toEqual([{ turn: mover, before: { score: null, mate: -4 * sign }, after: lost }]);
    expect(study.root.value).toEqual({ score: null, mate: -4 * sign });
  });

  test("is not judged where it is the engine's own", async () => {
    const study = await judged({ "": { score: -300 * sign, best: "d1d2" }, d1d2: { mate: -3 * sign, best: "d7d6" } });
    expect(Oracle.asked).toEqual(["", "d1d2"]);
    expect(judgedMoves).toEqual([]);
    expect(markOf(study.mainline[1]!)).toBeNull();
  });

  test("is judged without another look where the game was lost already", async () => {
    await judged({ "": { mate: -5 * sign, best: "e1e2" }, d1d2: { mate: -1 * sign, best: "d7d6" } });
    expect(Oracle.asked).toEqual(["", "d1d2"]);
    expect(judgedMoves).toMatchObject([{ before: { mate: -5 * sign }, after: { mate: -1 * sign } }]);
  });
});

test("a win that is missed is judged without another look, and the engine's line is known", async () => {
  Oracle.first = "white";
  const study = await judged({ "": { mate: 1, best: "e1e2" }, d1d2: { score: 279, best: "d7d6" } });
  expect(Oracle.asked).toEqual(["", "d1d2"]);
  expect(judgedMoves).toEqual([{ turn: "white", before: { score: null, mate: 1 }, after: { score: 279, mate: null } }]);
  expect(study.root.bestLine).toEqual({ moves: ["e1e2"], notation: ["e1e2"] });
});

const mind = {
  look: async (of: PositionRef) => ({ ...start, ply: of.moves?.length ?? 0, last: null, turn: (of.moves?.length ?? 0) % 2 ? "black" : "white" }) as View,
  analyse: () => ({ stop: () => {} }),
};

async function opened(study = new Study(mind, judge)): Promise<Study> {
  await study.open({ game: "contra", tree: [["d1d2", "d1-d2", [["d7d6", "d7-d6", []], ["e7e6", "e7-e6", []]]]] });
  return study;
}

test("who goes on while a study opens stays there", async () => {
  const study = new Study(mind, judge);
  const opening = study.open({ game: "contra", tree: [["d1d2", "d1-d2", []]] });
  const there = study.line.at(-1)!;
  await study.show(there);
  await opening;
  expect(there.text).toBe("d1d2");
  expect(study.here).toBe(there);
  expect(study.view?.ply).toBe(1);
  expect(study.startsBlack).toBe(false);
});

describe("every edit is undone and redone", () => {
  const edits: Record<string, (study: Study) => unknown> = {
    "a move": (study) => study.play("e1e2", "e1-e2"),
    "a line": (study) => study.enterLine(["e1e2", "d7d6", "e2e3"], ["e1-e2", "d7-d6", "e2-e3"]),
    "a longer line": (study) => study.enterLine(["d1d2", "d7d6", "d2d3"], ["d1-d2", "d7-d6", "d2-d3"]),
    "a deletion": (study) => study.remove(study.root.children[0]!),
    "a promotion": (study) => study.promote(study.root.children[0]!.children[1]!),
    "a comment": (study) => study.annotate(study.root.children[0]!, { comments: ["Bold."] }),
    "a sign": (study) => study.annotate(study.root.children[0]!, { glyphs: [1, 16] }),
    "a drawing": (study) => study.annotate(study.root, { marks: ["Gd4"], arrows: ["Rd1d2"] }),
    "the name": (study) => study.call({ name: "Mine" }),
    "a chapter's name": (study) => study.call({ title: "One", chapter: study.chapter }),
  };

  test.each(Object.entries(edits))("%s", async (_what, edit) => {
    const study = await opened();
    const told = () => { const { at: _at, id: _id, ...rest } = study.packed(); return JSON.stringify(rest); };
    const before = told();
    await edit(study);
    const after = told();
    expect(after).not.toBe(before);
    await study.undo();
    expect(told()).toBe(before);
    expect(study.history.canUndo).toBe(false);
    await study.redo();
    expect(told()).toBe(after);
    expect(study.history.canRedo).toBe(false);
  });

  test("a move that is there already is none", async () => {
    const study = await opened();
    await study.play("d1d2", "d1-d2");
    expect(study.history.canUndo).toBe(false);
  });

  test("what is typed into one comment is one edit", async () => {
    const study = await opened();
    for (const text of ["B", "Bo", "Bold."]) study.annotate(study.root, { comments: [text] });
    await study.undo();
    expect(study.root.notes).toEqual({});
    await study.redo();
    expect(study.root.notes).toEqual({ comments: ["Bold."] });
  });

  test("who stands on a move that is deleted goes to the one before it, and back again", async () => {
    const study = await opened();
    const [first] = study.root.children;
    await study.show(first!.children[0]!);
    study.remove(first!);
    expect(study.here).toBe(study.root);
    await study.undo();
    expect(study.root.children).toEqual([first]);
  });
});

describe("chapters", () => {
  test("are added, moved and deleted, and all of it is undone", async () => {
    const study = await opened();
    const [first] = study.chapters;
    await study.add({ game: "pur", title: "Two" });
    expect([study.game, study.chapters.length]).toEqual(["pur", 2]);
    const second = study.chapter;
    await study.move(second, -1);
    expect(study.chapters).toEqual([second, first]);
    await study.drop(second);
    expect([study.chapters, study.chapter]).toEqual([[first], first]);
    await study.undo();
    expect(study.chapters).toEqual([second, first]);
    await study.undo();
    expect(study.chapters).toEqual([first, second]);
    await study.undo();
    expect([study.chapters, study.chapter]).toEqual([[first], first]);
  });

  test("have a game of their own, and are kept with all that is in them", async () => {
    const study = await opened();
    study.annotate(study.root, { comments: ["Contra."] });
    await study.add({ game: "echek", title: "Two" });
    await study.play("P@m12", "P@m12");
    const packed = structuredClone(study.packed());
    const again = new Study(mind, judge);
    await again.open(packed);
    expect([again.game, again.here.texts, again.chapters.length]).toEqual(["echek", ["P@m12"], 2]);
    expect(again.packed()).toEqual(packed);
    await again.enter(again.chapters[0]!);
    expect(again.root.notes).toEqual({ comments: ["Contra."] });
  });

  test("are read from records of several games, with their names", () => {
    const read = (tags: Record<string, string>) => ({ game: "contra", options: {}, start: "", tags, result: "*",
      nodes: [{ parent: null, text: "", notation: "", opening: [], comments: [], glyphs: [], marks: ["Gd4"], arrows: [] }] });
    const packed = studyOf([read({ Study: "Mine", Chapter: "One" }), read({ Study: "Mine", White: "Ada" })]);
    expect(packed).toMatchObject({ name: "Mine", chapters: [{ notes: { marks: ["Gd4"] } }, { tags: { White: "Ada" } }] });
  });

  test("an undo goes to the chapter that it changes", async () => {
    const study = await opened();
    const [first] = study.chapters;
    study.annotate(study.root, { comments: ["Here."] });
    await study.add({ game: "pur" });
    await study.undo();
    await study.redo();
    await study.enter(study.chapters[1]!);
    await study.undo();
    await study.undo();
    expect([study.chapter, first!.root.notes]).toEqual([first, {}]);
  });
});

test("who only makes moves leaves nothing behind; who writes does", async () => {
  const study = await opened();
  await study.play("e1e2", "e1-e2");
  expect(study.id).toBeNull();
  study.annotate(study.here, { glyphs: [1] });
  expect(study.id).not.toBeNull();
});

test("a move that is tried does not become part of the tree", async () => {
  Oracle.first = "white";
  const study = await judged({ "": { mate: 1, best: "e1e2" }, d1d2: { score: 279, best: "d7d6" }, c1c2: { score: 10, best: "d7d6" } });
  const before = pack(study.root);
  expect(await study.tried(study.root, "c1c2", "c1-c2")).toBe(true);
  expect(pack(study.root)).toEqual(before);
  expect(listed(study.root)).toHaveLength(2);
});
