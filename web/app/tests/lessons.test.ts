// What solves a task, and that the lesson files are what the app takes them for.
import { describe, expect, test } from "vitest";
import type { Move } from "../../board/view/view";
import first from "../src/game/first.json";
import { solves, type Lesson, type Wanted } from "../src/pages/learn/lesson";
import { GAMES } from "../src/words/names";

const files = import.meta.glob<{ default: Lesson }>("../../../src/eckstein/session/lessons/*.json", { eager: true });

const faces = { top: 5, north: 1, east: 4, south: 6, west: 3, bottom: 2 };
const tilt: Move = {
  text: "c3c4", notation: "c3-c4xc4d4",
  steps: [{ kind: "tilt", origin: "c3", target: "c4", piece: "M", faces }],
  battles: [], removed: [{ square: "c4", piece: "M", why: "battle" }, { square: "d4", piece: "p", why: "battle" }],
  check: 1, check_word: "", winner: "white", reason: "goal",
};

describe("a move solves a task", () => {
  const yes: Wanted[] = [
    {}, { moves: ["a1a2", "c3c4"] }, { wins: true }, { takes: 1 }, { loses: 1 }, { from: ["c3"] }, { to: ["c4"] },
    { top: [5] }, { kind: "tilt" }, { steps: 1 }, { check: 1 }, { takes: 1, from: ["c3"], top: [4, 5] },
  ];
  test.each(yes)("%o", (wanted) => expect(solves(tilt, wanted)).toBe(true));

  const no: Wanted[] = [
    { moves: [] }, { wins: false }, { takes: 2 }, { loses: 0 }, { from: ["d4"] }, { to: ["c3"] }, { top: [1] },
    { kind: "jump" }, { steps: 2 }, { check: 2 }, { takes: 1, from: ["d4"] },
  ];
  test.each(no)("not %o", (wanted) => expect(solves(tilt, wanted)).toBe(false));

  test("a win of the other side is none of the mover's", () => {
    expect(solves({ ...tilt, winner: "black" }, { wins: true })).toBe(false);
  });

  /** A jump of Black's over c4 and e4, and a tilt at last; the first step is told without its piece. */
  const way: Move = {
    ...tilt, text: "c3e5", winner: null, check: 0,
    steps: [{ kind: "jump", origin: "b4", target: "d4", piece: "", faces: null }, { kind: "jump", origin: "d4", target: "f4", piece: "m", faces: null },
      { kind: "tilt", origin: "f4", target: "f3", piece: "m", faces }],
    removed: [{ square: "c4", piece: "M", why: "captured" }, { square: "e4", piece: "P", why: "captured" }, { square: "f3", piece: "p", why: "battle" }],
  };

  test.each<[boolean, Wanted]>([
    [true, { takes: 2 }], [false, { takes: 1 }], [true, { loses: 1 }], [false, { loses: 2 }], [true, { from: ["b4"] }], [false, { from: ["d4", "f4"] }],
    [true, { to: ["f3"] }], [false, { to: ["d4", "f4"] }], [true, { top: [5] }], [false, { kind: "jump" }], [false, { kind: "tilt" }],
    [true, { steps: 2 }], [true, { steps: 3 }], [false, { steps: 4 }], [true, { wins: false }], [false, { wins: true }],
  ])("of several steps: it is %s that it does %o", (wanted, what) => expect(solves(way, what)).toBe(wanted));

  test.each<[boolean, Wanted]>([[true, { kind: "jump" }], [false, { top: [5] }]])("of jumps alone: it is %s that it does %o", (wanted, what) =>
    expect(solves({ ...way, steps: way.steps.slice(0, 2) }, what)).toBe(wanted));

  test("a forced pass solves nothing about places", () => {
    const pass: Move = { ...tilt, steps: [{ kind: "pass", origin: null, target: null, piece: "", faces: null }], removed: [] };
    expect(solves(pass, { to: ["c4"] })).toBe(false);
  });

  test("of the first moves of Contra", () => {
    const solving = (first.legal as unknown as Move[]).filter((move) => solves(move, { from: ["d1"], top: [3] }));
    expect(solving.map((move) => move.text)).toEqual(["d1d2"]);
  });
});

describe("the lessons", () => {
  test.each(GAMES)("of %s are there", (game) => {
    const lesson = files[`../../../src/eckstein/session/lessons/${game}.json`]!.default;
    expect(lesson.game).toBe(game);
    expect(lesson.tasks.length).toBeGreaterThanOrEqual(4);
    for (const task of lesson.tasks) expect(task.answers.length).toBeGreaterThan(0);
  });
});
