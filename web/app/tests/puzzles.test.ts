// Puzzles: what a try leads to, which one comes next, what is remembered.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "../../board/view/view";
import type { Puzzle, SolutionMove } from "../../wire/types";
import first from "../src/state/game/first.json";
import { recall } from "../src/browser/storage";
import { Attempt } from "../src/state/puzzles/attempt.svelte";
import { among, ANY, nextOf } from "../src/state/puzzles/choice";
import { solved } from "../src/state/puzzles/solved.svelte";

const move = (text: string, ...next: SolutionMove[]): SolutionMove => ({ text, next });
/** White's a1 wins; Black answers b1 and then both c1 and c2 win. */
const puzzle: Puzzle = {
  id: "p1", position: "start", options: {}, task: "win", plies: 3, themes: ["race"], grade: 3,
  solution: move("a1", move("b1", move("c1"), move("c2")), move("b2", move("c3"))),
};

const step = (target: string) => ({ kind: "tilt", origin: "d1", target, direction: null, piece: "W", faces: null });

/** A position that is told by the moves that led there; all moves of the puzzle are legal in it. */
function look({ moves = [] }: { moves?: readonly string[] }): Promise<View> {
  if (moves.includes("lost")) return Promise.reject(new TypeError("nobody is there"));
  const legal = ["a1", "b1", "c1", "c2", "x"].map((text) => ({ text, notation: `${text}!`, steps: [step(text)] }));
  const last = moves.length ? { text: moves.at(-1), notation: `${moves.at(-1)}!` } : null;
  return Promise.resolve({ ...first, position: moves.join(" "), turn: moves.length % 2 ? "black" : "white", ply: moves.length, last, legal } as unknown as View);
}

/** What is told of a position, by the moves that led there. */
const judged = (moves: string[], turn: string) => `${turn}: ${moves.join(" ")}`;

/** An attempt whose pauses are over at once, and what it reported. */
async function begun(one = puzzle, pause = () => Promise.resolve()) {
  const [onflaw, onsolved] = [vi.fn(), vi.fn()];
  const analyse = vi.fn((_of, _lines, _seconds, hear, ended) => {
    hear({ lines: [{ notation: ["y!"], moves: ["y"] }] });
    ended();
    return { stop: () => {} };
  });
  const judge = vi.fn((moves: string[], turn: string) => Promise.resolve(judged(moves, turn)));
  const attempt = new Attempt("contra", one, { mind: { look, analyse } as never, wait: pause, judge, onflaw, onsolved });
  await attempt.begin();
  return { attempt, judge, onflaw, onsolved };
}

const played = (text: string) => ({ text, notation: `${text}!` });

describe("an attempt", () => {
  test("is answered by the longest resistance, and is over with the last move", async () => {
    const { attempt, onflaw, onsolved } = await begun();
    await attempt.play(played("a1"));
    expect(attempt.view!.position).toBe("a1 b1");
    expect(attempt.said).toEqual({ kind: "right", move: "a1!", reply: "b1!" });
    expect(attempt.open).toBe(true);
    await attempt.play(played("c2"));
    expect([attempt.phase, attempt.view!.position]).toEqual(["solved", "a1 b1 c2"]);
    expect(onsolved).toHaveBeenCalledExactlyOnceWith(true);
    expect(onflaw).not.toHaveBeenCalled();
  });

  test("takes a wrong move back, with what would answer it", async () => {
    let back = () => {};
    const { attempt, onflaw } = await begun(puzzle, () => new Promise((done) => { back = done; }));
    const trying = attempt.play(played("x"));
    await vi.waitFor(() => expect(attempt.view!.position).toBe("x"));
    expect(attempt.open).toBe(false);
    await vi.waitFor(() => expect(attempt.said).toEqual({ kind: "wrong", move: "x!", reply: "y!" }));
    back();
    await trying;
    expect([attempt.view!.position, attempt.open]).toEqual(["", true]);
    void attempt.play(played("x"));
    expect(onflaw).toHaveBeenCalledOnce();
  });

  test("with a wrong move is not clean", async () => {
    const { attempt, onsolved } = await begun();
    for (const text of ["x", "a1", "c1"]) await attempt.play(played(text));
    expect(onsolved).toHaveBeenCalledExactlyOnceWith(false);
  });

  test("gets a hint at the piece first, then at its way, and no more for this move", async () => {
    const { attempt, onflaw } = await begun();
    attempt.hint();
    expect([attempt.marks, attempt.arrows]).toEqual([[{ square: "d1" }], []]);
    expect(attempt.said).toEqual({ kind: "hint", square: "d1" });
    attempt.hint();
    expect(attempt.arrows).toEqual([{ from: "d1", to: "a1" }]);
    expect(attempt.said).toEqual({ kind: "way", move: "a1!" });
    expect(attempt.canHint).toBe(false);
    await attempt.play(played("a1"));
    expect([attempt.marks, attempt.canHint]).toEqual([[], true]);
    expect(onflaw).toHaveBeenCalledOnce();
  });

  test("once over goes on with any moves, from any position, and each is judged", async () => {
    const { attempt, judge, onsolved, onflaw } = await begun();
    for (const text of ["a1", "c1"]) await attempt.play(played(text));
    attempt.step(1);
    await vi.waitFor(() => expect(attempt.said).toEqual({ kind: "told", text: judged(["a1"], "black") }));
    await attempt.play(played("x"));
    expect([attempt.view!.position, attempt.views.length, attempt.phase]).toEqual(["a1 x", 3, "solved"]);
    expect(attempt.said).toEqual({ kind: "told", text: judged(["a1", "x"], "white") });
    expect(judge).toHaveBeenCalledTimes(2);
    expect(onsolved).toHaveBeenCalledOnce();
    expect(onflaw).not.toHaveBeenCalled();
    expect(attempt.canHint).toBe(false);
  });

  test("once over takes the later of two moves that are tried at once", async () => {
    const { attempt, judge } = await begun();
    for (const text of ["a1", "c1"]) await attempt.play(played(text));
    attempt.step(1);
    await Promise.all(["x", "c2"].map((text) => attempt.play(played(text))));
    expect([attempt.view!.position, attempt.views.length]).toEqual(["a1 c2", 3]);
    expect(judge).toHaveBeenLastCalledWith(["a1", "c2"], "white");
  });

  test("once over says why where nothing can be told, and stays where it is", async () => {
    const { attempt, judge } = await begun();
    for (const text of ["a1", "c1"]) await attempt.play(played(text));
    judge.mockRejectedValueOnce(new TypeError("nobody is there"));
    attempt.step(0);
    await vi.waitFor(() => expect(attempt.said?.kind).toBe("told"));
    expect([attempt.view!.position, attempt.phase]).toEqual(["", "solved"]);
    await attempt.play(played("lost"));
    expect([attempt.said?.kind, attempt.view!.position, attempt.phase]).toEqual(["told", "a1 b1 c1", "solved"]);
  });

  test("is shown to the end, and that is no solving", async () => {
    const { attempt, onsolved } = await begun();
    await attempt.solution();
    expect([attempt.phase, attempt.view!.position]).toEqual(["shown", "a1 b1 c1"]);
    attempt.step(1);
    expect(attempt.view!.position).toBe("a1");
    expect(onsolved).not.toHaveBeenCalled();
  });

  test("whose answer nobody tells is as it was before", async () => {
    const { attempt } = await begun({ ...puzzle, solution: move("a1", move("lost", move("c1"))) });
    await attempt.play(played("a1"));
    expect(attempt.said!.kind).toBe("told");
    expect([attempt.view!.position, attempt.open, attempt.solves(played("a1"))]).toEqual(["", true, true]);
  });

  test("goes on only where it stands", async () => {
    const { attempt } = await begun();
    await attempt.play(played("a1"));
    attempt.step(0);
    await attempt.play(played("c1"));
    expect(attempt.phase).toBe("yours");
    expect(attempt.open).toBe(false);
  });
});

describe("the next puzzle", () => {
  const some = [[1, "race"], [2, "battle"], [2, "race"], [11, "race"]].map(([grade, theme], index) =>
    ({ ...puzzle, id: `p${index}`, grade, themes: [theme] }) as Puzzle);
  const ids = (found: readonly Puzzle[]) => found.map(({ id }) => id);

  test.each([
    [ANY, ["p0", "p1", "p2", "p3"]], [{ ...ANY, from: 2, to: 3 }, ["p1", "p2"]], [{ ...ANY, theme: "race" }, ["p0", "p2", "p3"]],
  ] as const)("is among those wanted by %o", (choice, wanted) => expect(ids(among(some, choice))).toEqual(wanted));

  test.each([
    ["the first", {}, [], "p0"],
    ["the first that is not solved", { p0: 1 }, [], "p1"],
    ["one that was not just shown", {}, ["p0"], "p1"],
    ["an unsolved one, even if it was just shown", { p0: 1, p1: 1, p2: 1 }, ["p3"], "p3"],
    ["one that was solved less often, once all are solved", { p0: 2, p1: 2, p2: 1, p3: 1 }, [], "p2"],
  ] as const)("is %s", (_, times, passed, id) =>
    expect(nextOf(some, times as Record<string, number>, new Set<string>(passed))!.id).toBe(id));

  test("is none where none is wanted", () => expect(nextOf([], {}, new Set())).toBeNull());
});

describe("what is remembered", () => {
  beforeEach(() => { for (const game of Object.keys(solved.all)) solved.merge({ [game]: { times: {}, streak: 0, best: 0 } }); });

  test("is how often each is solved, and how many in a row", () => {
    for (const id of ["a", "b"]) solved.add("pur", id, true);
    solved.break("pur");
    solved.add("pur", "a", true);
    expect(solved.of("pur")).toEqual({ times: { a: 2, b: 1 }, streak: 1, best: 2 });
    solved.add("pur", "c", false);
    expect(solved.of("pur").streak).toBe(0);
    expect(recall("puzzles", {})).toEqual(solved.all);
  });

  test("grows by what another browser knows", () => {
    solved.add("ecke", "a", true);
    solved.merge({ ecke: { times: { a: 3, b: 1 }, streak: 9, best: 9 }, duell: { times: { d: 1 }, streak: 1, best: 1 } });
    expect(solved.of("ecke")).toEqual({ times: { a: 3, b: 1 }, streak: 1, best: 9 });
    expect(solved.of("duell")).toEqual({ times: { d: 1 }, streak: 1, best: 1 });
  });
});
