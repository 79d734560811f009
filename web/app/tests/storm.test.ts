// A storm: its clock, its score, and which puzzles come.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Puzzle } from "../../wire/types";
import { Storm } from "../src/pages/learn/storm.svelte";

/** Six of each rating. */
const some = Array.from({ length: 60 }, (_, index) => ({ id: `p${index}`, rating: 900 + 100 * (index % 10) }) as Puzzle);

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

function begun() {
  const onend = vi.fn(), storm = new Storm(onend);
  storm.puzzles = some;
  storm.start();
  return { storm, onend };
}

test("the clock waits for the start, and is over after three minutes, once", () => {
  const onend = vi.fn(), storm = new Storm(onend);
  vi.advanceTimersByTime(60_000);
  expect(storm.left).toBe(180);
  storm.start();
  vi.advanceTimersByTime(179_900);
  expect([storm.left, onend.mock.calls.length]).toEqual([expect.closeTo(0.1), 0]);
  vi.advanceTimersByTime(5000);
  expect([storm.left, onend.mock.calls.length]).toEqual([0, 1]);
});

test("a missed puzzle costs ten seconds at once, and is told", () => {
  const { storm, onend } = begun();
  vi.advanceTimersByTime(60_000);
  storm.miss("p1", "Win.");
  expect([storm.left, storm.missed, storm.solved]).toEqual([110, [["p1", "Win."]], 0]);
  vi.advanceTimersByTime(105_000);
  storm.miss("p2", "Hold.");
  expect([storm.left, storm.missed.length, onend.mock.calls.length]).toEqual([0, 2, 1]);
});

test("a clock that is stopped ends nothing", () => {
  const { storm, onend } = begun();
  storm.stop();
  vi.advanceTimersByTime(200_000);
  expect(onend).not.toHaveBeenCalled();
});

test("puzzles come from easy to hard, none twice before all have come", () => {
  const { storm } = begun(), came = some.map(() => storm.next());
  expect(new Set(came.map(({ id }) => id)).size).toBe(some.length);
  const hard = came.slice(0, 20).map(({ rating }) => Math.floor(rating / 100));
  expect(hard).toEqual([...hard].sort((one, other) => one - other));
  expect([hard[0], hard[19]]).toEqual([9, 17]);
  expect(storm.next()).toBeDefined();
});

test("chance says which one of a rating comes", () => {
  const drawn = (chance: number[]) => {
    vi.spyOn(Math, "random").mockImplementation(() => chance.shift() ?? 0.5);
    const storm = new Storm(vi.fn());
    storm.puzzles = [some[0]!, some[10]!];
    return storm.next().id;
  };
  expect([drawn([0.1, 0.9]), drawn([0.9, 0.1])]).toEqual(["p0", "p10"]);
  vi.restoreAllMocks();
});
