// What solves a task, and that the lesson files are what the app takes them for.
import { describe, expect, test } from "vitest";
import type { Move } from "../../board/view/view";
import first from "../src/state/game/first.json";
import { solves, type Lesson, type Wanted } from "../src/state/lessons/lesson";
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
