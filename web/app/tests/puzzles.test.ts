// Puzzles: what a try leads to, which one comes next, what is remembered.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "../../board/view/view";
import type { Puzzle, SolutionMove } from "../../wire/types";
import first from "../src/game/first.json";
import { recall } from "../src/browser/storage";
import { Attempt } from "../src/room/attempt.svelte";
import { ANY } from "../src/kept/wanted";
import { among, nextOf } from "../src/pages/puzzles/choice";
import { aim, dayOf, provisional, runTo, shown, signed, solved, solvedDays, START } from "../src/kept/done.svelte";

const move = (text: string, ...next: SolutionMove[]): SolutionMove => ({ text, next });
/** White's a1 wins; Black answers b1 and then both c1 and c2 win. */
const puzzle: Puzzle = {
  id: "p1", position: "start", options: {}, task: "win", plies: 3, themes: ["race"], grade: 3, rating: 1300,
  solution: move("a1", move("b1", move("c1"), move("c2")), move("b2", move("c3"))),
};

const step = (target: string) => ({ kind: "tilt", origin: "d1", target, direction: null, piece: "W", faces: null });

/** A position that is told by the moves that led there; all moves of the puzzle are legal in it. */
function look({ moves = [] }: { moves?: readonly string[] }): Promise<View> {
  if (moves.includes("lost")) return Promise.reject(new TypeError("nobody is there"));
  const legal = ["a1", "b1", "c1", "c2", "x"].map((text) => ({ text, notation: `${text}!`, steps: [step(text)] }));
  const last = moves.length ? { text: moves.at(-1), notation: `${moves.at(-1)}!` } : null;
  return Promise.resolve({ ...first, outcome: moves.includes("end") ? { winner: "black", reason: "goal" } : null, position: moves.join(" "), turn: moves.length % 2 ? "black" : "white", ply: moves.length, last, legal } as unknown as View);
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
  const attempt = new Attempt("contra", one, [one.solution], { mind: { look, analyse } as never, wait: pause, judge, onflaw, onsolved });
  await attempt.begin();
  return { attempt, analyse, judge, onflaw, onsolved };
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

  test("that is left at a wrong move neither shows it nor asks for an answer", async () => {
    const { attempt, analyse, onflaw } = await begun();
    onflaw.mockImplementation(() => attempt.leave());
    await attempt.play(played("x"));
    expect([attempt.view!.position, attempt.open, attempt.said, analyse.mock.calls]).toEqual(["", false, null, []]);
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

  test("once over asks what positions lead to where somebody stays, and not on the way there", async () => {
    const { attempt, judge } = await begun();
    for (const text of ["a1", "c1"]) await attempt.play(played(text));
    for (const at of [2, 1, 0, 1, 0]) attempt.step(at);
    await vi.waitFor(() => expect(attempt.said).toEqual({ kind: "told", text: judged([], "white") }));
    expect(judge.mock.calls.map(([moves]) => moves.length)).toEqual([2, 0]);
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

  test("asks nobody what answers a move that ends the game", async () => {
    const { attempt, analyse } = await begun();
    await attempt.play(played("end"));
    expect([attempt.said, attempt.phase, analyse.mock.calls]).toEqual([{ kind: "wrong", move: "end!", reply: "" }, "yours", []]);
    await attempt.play(played("x"));
    expect(analyse).toHaveBeenCalledOnce();
  });

  test("is not told as solved once nobody looks", async () => {
    const { attempt, onsolved } = await begun();
    await attempt.play(played("a1"));
    attempt.leave();
    await attempt.play(played("c1"));
    expect(onsolved).not.toHaveBeenCalled();
  });

  test("gives no hint for a position that was walked back to", async () => {
    const { attempt } = await begun();
    await attempt.play(played("a1"));
    attempt.step(0);
    expect(attempt.canHint).toBe(false);
    attempt.hint();
    expect(attempt.said!.kind).toBe("right");
    attempt.step(99);
    expect([attempt.at, attempt.canHint]).toEqual([2, true]);
    attempt.step(-1);
    expect(attempt.at).toBe(0);
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
    ({ ...puzzle, id: `p${index}`, grade, rating: 1000 + 100 * index, themes: [theme] }) as Puzzle);
  const ids = (found: readonly Puzzle[]) => found.map(({ id }) => id);

  test.each([
    [ANY, ["p0", "p1", "p2", "p3"]], [{ ...ANY, from: 2, to: 3 }, ["p1", "p2"]], [{ ...ANY, theme: "race" }, ["p0", "p2", "p3"]],
  ] as const)("is among those wanted by %o", (choice, wanted) => expect(ids(among(some, choice))).toEqual(wanted));

  test.each(Array.from({ length: 11 }, (_, place) => place + 1))("of grade %i is among those up to its grade and from it on, and among all", (grade) => {
    const all = [{ ...puzzle, grade }];
    expect([{}, { to: grade }, { from: grade }, { to: grade - 1 }, { from: grade + 1 }].map((part) => among(all, { ...ANY, ...part }).length)).toEqual([1, 1, 1, 0, 0]);
  });

  test.each([
    ["the easiest for somebody who is weaker", {}, [], "p0"],
    ["the first that is not solved", { p0: 1 }, [], "p1"],
    ["one that was not just shown", {}, ["p0"], "p1"],
    ["an unsolved one, even if it was just shown", { p0: 1, p1: 1, p2: 1 }, ["p3"], "p3"],
    ["one that was solved less often, once all are solved", { p0: 2, p1: 2, p2: 1, p3: 1 }, [], "p2"],
  ] as const)("is %s", (_, times, passed, id) =>
    expect(nextOf(some, { times: times as Record<string, number> }, new Set<string>(passed), 900)!.id).toBe(id));

  test.each([[1190, "p2"], [1150, "p1"], [9999, "p3"]])("is as hard as %i asks for, the first of two that are as near", (wanted, id) =>
    expect(nextOf(some, { times: {} }, new Set(), wanted)!.id).toBe(id));

  test("is one that was not tried in vain, though that is nearer", () => {
    const tries = [{ id: "p0", at: 0, points: 1400 }];
    expect(nextOf(some, { times: {}, tries }, new Set(), 1000)!.id).toBe("p1");
  });

  test("is none where none is wanted", () => expect(nextOf([], { times: {} }, new Set(), 1500)).toBeNull());
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

  test("from before there were ratings opens, and is rated from then on", async () => {
    solved.add("contra", "old", true);
    expect(solved.known("contra", "old")).toBe(true);
    const after = { ...START, points: 1600, deviation: 300 };
    expect(await solved.rate("contra", "new", true, () => Promise.resolve(after))).toBe(400);
    expect(solved.of("contra")).toMatchObject({ times: { old: 1 }, rating: after, tries: [{ id: "new", points: 1600 }] });
    expect(recall("puzzles", {})).toEqual(solved.all);
  });
});

describe("a rating", () => {
  const rated = (points: number) => Promise.resolve({ points, deviation: 90, volatility: 0.06 });
  let game = "";
  let number = 0;
  beforeEach(() => { game = `game${number++}`; });

  test("is asked for with the one before and the days since", async () => {
    vi.useFakeTimers({ now: 1000 * 86_400_000 });
    const ask = vi.fn(({ solved: won }: { solved: boolean }) => rated(won ? 1700 : 1650));
    expect(await solved.rate(game, "a", true, ask)).toBe(500);
    vi.setSystemTime(1003.5 * 86_400_000);
    expect(await solved.rate(game, "b", false, ask)).toBe(-50);
    vi.useRealTimers();
    expect(ask.mock.calls).toEqual([[{ id: "a", solved: true, before: START, days: 0 }],
      [{ id: "b", solved: false, before: { points: 1700, deviation: 90, volatility: 0.06 }, days: 3.5 }]]);
  });

  test.each([[-5, 0], [0.5, 0.5], [20_000, 10_000]])("is asked for after %d days by the clock with %d days since", async (days, told) => {
    vi.useFakeTimers({ now: 20_000 * 86_400_000 });
    await solved.rate(game, "a", true, () => rated(1500));
    vi.setSystemTime((20_000 + days) * 86_400_000);
    const ask = vi.fn(() => rated(1600));
    await solved.rate(game, "b", true, ask);
    vi.useRealTimers();
    expect(ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ days: told }));
  });

  test("comes from first tries alone", async () => {
    await solved.rate(game, "a", false, () => rated(1400));
    expect(solved.known(game, "a")).toBe(true);
    expect(await solved.rate(game, "a", true, () => rated(1600))).toBeNull();
    expect(solved.of(game).rating!.points).toBe(1400);
  });

  test("of two puzzles at once counts both, one after the other", async () => {
    const ask = ({ before, id }: { before: { points: number }; id: string }) => rated(before.points + (id === "a" ? 10 : 7));
    expect(await Promise.all(["a", "b"].map((id) => solved.rate(game, id, true, ask)))).toEqual([10, 7]);
    expect(solved.of(game).tries!.map(({ id, points }) => [id, points])).toEqual([["a", 1210], ["b", 1217]]);
  });

  test("stays as it is where nobody tells another", async () => {
    await expect(solved.rate(game, "a", true, () => Promise.reject(new TypeError("nobody is there")))).rejects.toThrow();
    expect([solved.of(game).rating, solved.known(game, "a")]).toEqual([undefined, false]);
  });

  test("of another browser is taken if it comes from more puzzles", async () => {
    await solved.rate(game, "a", true, () => rated(1600));
    const tries = ["b", "c"].map((id) => ({ id, at: 1, points: 1234 }));
    const other = { times: {}, streak: 0, best: 0, rating: { ...START, points: 1234 }, tries };
    solved.merge({ [game]: other });
    expect(solved.of(game)).toMatchObject({ rating: other.rating, tries });
    solved.merge({ [game]: { times: {}, streak: 0, best: 0 } });
    expect(solved.of(game).tries).toEqual(tries);
  });

  test("is shown whole, and with a question mark as long as it is unsure", () => {
    expect(shown(START)).toBe("1200?");
    expect(shown({ ...START, points: 1633.5, deviation: 80 })).toBe("1634");
    expect([109, 110, 111].map((deviation) => provisional({ ...START, deviation }))).toEqual([false, false, true]);
    expect([8.4, -5.2, 0.3, -0.4].map(signed)).toEqual(["+8", "−5", "±0", "±0"]);
    expect(aim(START)).toBe(1100);
  });
});

describe("days with a solved puzzle of the day", () => {
  test("are counted back from the last one", () => {
    const days = new Set(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-03"]);
    expect(["2026-03-01", "2026-03-02", "2026-03-03"].map((day) => runTo(days, day))).toEqual([3, 0, 1]);
    expect(dayOf(Date.parse("2026-03-01T00:30:00+01:00"))).toBe("2026-02-28");
  });

  test("make a row that today's puzzle keeps", () => {
    solvedDays.add("2026-11-24", "2026-11-25");
    expect([solvedDays.run("2026-11-26"), solvedDays.waits("2026-11-26"), solvedDays.run("2026-11-27"), solvedDays.waits("2026-11-27")])
      .toEqual([2, true, 0, false]);
    solvedDays.add("2026-11-26");
    solvedDays.add("2026-11-26");
    expect([solvedDays.run("2026-11-26"), solvedDays.waits("2026-11-26"), solvedDays.all.length]).toEqual([3, false, 3]);
    expect(recall("puzzle-days", [])).toEqual(solvedDays.all);
  });
});
