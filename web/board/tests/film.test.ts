// The buttons of a film, at times that a page does not often meet.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FilmControls } from "../panels/film";
import { BoardState } from "../state/state";
import type { View } from "../view/view";
import { givenFilm } from "./fixtures";

let shown: [ply: number, stands: () => void][];
let controls: FilmControls;

function press(name: string): void {
  controls.root.querySelector<HTMLElement>(`[data-do="${name}"]`)!.click();
}

/** Let the view stand that was shown last. */
async function stand(): Promise<void> {
  shown.at(-1)![1]();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  shown = [];
  const state = new BoardState();
  controls = new FilmControls(state, (view: View) =>
    new Promise((stands) => { shown.push([view.ply, stands]); }));
  state.film.load(givenFilm());
});

afterEach(() => { vi.useRealTimers(); });

test("one that is stopped and started while a piece moves does not run twice as fast", async () => {
  await stand();
  press("play");
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown.map(([ply]) => ply)).toEqual([0, 1]);
  press("play");
  press("play");
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.map(([ply]) => ply)).toEqual([0, 1, 2]);
  for (const [, stands] of shown) stands();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(1);
});
