// Keys that walk through moves, faster than pages are drawn.
import { beforeEach, expect, test, vi } from "vitest";
import { pageKeys } from "../src/browser/keys";

const keys = { first: vi.fn(), step: vi.fn(), last: vi.fn(), flip: vi.fn() };
let draw: (() => void)[] = [];

beforeEach(() => {
  draw = [];
  vi.resetAllMocks();
  vi.stubGlobal("requestAnimationFrame", (drawn: () => void) => draw.push(drawn));
});

const press = (...names: string[]) => names.forEach((key) => pageKeys(new KeyboardEvent("keydown", { key }), keys));
const drawn = () => draw.splice(0).forEach((one) => one());

test("forty steps between two pictures are one walk", () => {
  press(...Array<string>(40).fill("ArrowLeft"));
  expect(keys.step).not.toHaveBeenCalled();
  drawn();
  expect(keys.step.mock.calls).toEqual([[-40]]);
  press("ArrowRight");
  drawn();
  expect(keys.step.mock.calls).toEqual([[-40], [1]]);
});

test("steps there and back again lead nowhere", () => {
  press("ArrowLeft", "ArrowRight");
  drawn();
  expect(keys.step).not.toHaveBeenCalled();
});

test.each([["Home", "first"], ["End", "last"]] as const)("%s goes to the end, and what was pressed before it counts no more", (key, end) => {
  press("ArrowLeft", key, "ArrowRight", "ArrowRight");
  expect(keys[end]).toHaveBeenCalledOnce();
  drawn();
  expect(keys.step.mock.calls).toEqual([[2]]);
});
