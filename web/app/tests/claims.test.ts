// An opponent that has left: how long it takes until the game can be claimed, and the claims.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import Left from "../src/pages/play/Left.svelte";
import { change } from "../src/browser/settings.svelte";
import { load } from "../src/words/index.svelte";

beforeAll(async () => { await load("en"); change({ language: "en" }); });
afterEach(() => { document.body.textContent = ""; vi.useRealTimers(); });

function shown(claim: number, waits = false): { buttons: () => HTMLButtonElement[]; claims: string[]; end: () => void } {
  const claims: string[] = [];
  const parts = mount(Left, { target: document.body, props: {
    name: "Ben", claim, told: performance.now(), waits, onwin: () => claims.push("win"), ondraw: () => claims.push("draw") } });
  flushSync();
  return { buttons: () => [...document.body.querySelectorAll("button")], claims, end: () => void unmount(parts) };
}

test("the time is counted down, and then a win or a draw can be claimed", () => {
  vi.useFakeTimers();
  const left = shown(63);
  expect(document.body.textContent).toContain("Ben has left the game. In 1:03 you can claim the win or a draw.");
  vi.advanceTimersByTime(58_000);
  flushSync();
  expect(document.body.textContent).toContain("In 0:05 you");
  expect(left.buttons()).toEqual([]);
  vi.advanceTimersByTime(6_000);
  flushSync();
  for (const button of left.buttons()) button.click();
  expect(left.claims).toEqual(["win", "draw"]);
  left.end();
});

test("nothing can be claimed before our own move", () => {
  const left = shown(0, true);
  expect(document.body.textContent).toContain("After your move you can claim the win or a draw.");
  expect(left.buttons()).toEqual([]);
  left.end();
});
