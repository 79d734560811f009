// The moment between the first look and the arrival of what the board is played with.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { EcksteinBoard } from "../index";
import { given } from "./fixtures";

let count = 0;
let board: EcksteinBoard;
let heard: [string, unknown][];

/** A board of a module that has just been loaded, as on a page that has just been opened. */
async function fresh(): Promise<EcksteinBoard> {
  vi.resetModules();
  const { EcksteinBoard: Fresh } = await import("../element");
  count += 1;
  customElements.define(`fresh-board-${count}`, Fresh);
  board = new Fresh();
  board.speed = 0;
  heard = [];
  for (const name of ["move", "pick"])
    board.addEventListener(name, (event) => heard.push([name, (event as CustomEvent).detail]));
  document.body.append(board);
  board.playable = "both";
  return board;
}

const inside = (selector: string) => board.shadowRoot!.querySelector<HTMLElement>(selector)!;

function press(square: string): void {
  inside(`[data-square="${square}"]`)
    .dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, detail: 0 }));
}

beforeEach(fresh);

afterEach(() => {
  board.remove();
  vi.doUnmock("../interaction");
});

test("the board is to be seen before it can be played on", async () => {
  board.view = given("battle");
  expect(inside(".palette")).toBeNull();
  expect(inside('[data-square="c2"]').getAttribute("aria-label")).toContain("white die");
  await board.ready;
  expect(inside(".palette")).not.toBeNull();
});

test("what is pressed before that happens after it, in its order", async () => {
  board.view = given("battle");
  press("c2");
  press("c3");
  expect(heard).toEqual([]);
  await board.ready;
  expect(heard).toEqual([["pick", { square: "c2" }], ["pick", { square: null }],
    ["move", { text: "c2c3", notation: "c2-c3xc4" }]]);
});

test("a piece in reserve that is pressed before that is picked after it", async () => {
  board.view = given("echek");
  const reserve = inside(".reserve button:not([aria-disabled])");
  reserve.click();
  expect(heard).toEqual([]);
  await board.ready;
  expect(heard).toEqual([["pick", { square: "@Q" }]]);
});

test("what the host asks for before that is done after it", async () => {
  board.view = given("next");
  board.arrows = [{ from: "d1", to: "d2" }];
  board.setup(true);
  await board.ready;
  await vi.waitFor(() => expect(inside(".palette").hidden).toBe(false));
  expect(board.shadowRoot!.querySelectorAll(".arrow")).toHaveLength(1);
  expect(inside(".live").textContent).toBe(
    "White: c2 to c3, top 1, c4 falls. c3 1 + 4 against 4 c4: c4 falls");
});

test("a page without the second module shows the board and says what is missing", async () => {
  vi.doMock("../interaction", () => { throw new Error("it is not there."); });
  await fresh();
  board.view = given("battle");
  await board.ready;
  expect(inside(".error").textContent).toMatch(/^This board can only be looked at: /);
  expect(board.shadowRoot!.querySelectorAll("g.piece").length).toBeGreaterThan(0);
});
