// Which levels wait until a game is compiled, as the page learns of it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { learnCatalogue, preparing, runs } from "../src/words/levels.svelte";

/** A place that tells of one game after the other that is compiled. */
function place(...told: Record<string, number>[]) {
  const ask = vi.fn(async () => Response.json({ games: {}, levels: [], quick: 4, preparing: told.length > 1 ? told.shift() : told[0] }));
  return { ask } as unknown as { ask: typeof ask } & Parameters<typeof learnCatalogue>[0];
}

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

test("it asks again until all games are compiled", async () => {
  const server = place({ contra: 40, duell: 60 }, { duell: 20 }, {});
  await learnCatalogue(server);
  expect(preparing("contra")).toContain("40");
  expect(preparing("contra")).toContain("5");
  expect(preparing("pur")).toBe("");
  await vi.advanceTimersByTimeAsync(3000);
  expect(preparing("contra")).toBe("");
  expect(preparing("duell")).toContain("20");
  await vi.advanceTimersByTimeAsync(3000);
  expect(preparing("duell")).toBe("");
  await vi.advanceTimersByTimeAsync(60000);
  expect(server.ask).toHaveBeenCalledTimes(3);
});

test("it no longer asks a place when another one answers", async () => {
  const first = place({ contra: 40 }), second = place({});
  await learnCatalogue(first);
  await learnCatalogue(second);
  await vi.advanceTimersByTimeAsync(60000);
  expect(first.ask).toHaveBeenCalledTimes(1);
  expect(preparing("contra")).toBe("");
});

test("the parts of the server are those that it tells, and never the worker's", async () => {
  const tells = (...parts: string[]) => ({ ask: async () => Response.json({ games: {}, levels: [], quick: 4, preparing: {}, parts }) }) as unknown as Parameters<typeof learnCatalogue>[0];
  await learnCatalogue(tells("lobby"), true);
  expect(runs("chat")).toBe(true);
  await learnCatalogue(tells("lobby", "accounts"));
  expect([runs("chat"), runs("lobby"), runs("accounts")]).toEqual([false, true, true]);
  await learnCatalogue(tells(), true);
  expect(runs("lobby")).toBe(true);
});
