// What a game turned on.
import { expect, test } from "vitest";
import { told, turningPoint } from "../src/study/value";

const at = (score: number) => ({ score, mate: null });

test("the turning point is the move that cost its player most, whoever that was", () => {
  expect(turningPoint([at(0), at(-60), at(150), at(140)], ["white", "black", "white"])).toBe(1);
});

test("a game without a costly move has no turning point", () => {
  expect(turningPoint([at(0), at(5), at(0)], ["white", "black"])).toBe(-1);
});

test("positions that nobody has valued are passed over", () => {
  expect(turningPoint([at(0), null, at(-300)], ["white", "black"])).toBe(-1);
});

test("a value is told in dice where a game has any", () => {
  expect(told(at(60), null, true)).toMatch(/0\.6 dice/);
  expect(told(at(60), null, false)).toMatch(/0\.6$/);
});
