// The eye is moved by hand: beside the squares, by keys, within limits; the host hears of it.
import { afterEach, beforeEach, expect, test } from "vitest";

import type { EcksteinBoard } from "../index";
import "../index";
import { given } from "./fixtures";

let board: EcksteinBoard;
let heard: unknown[];

beforeEach(async () => {
  board = document.createElement("eckstein-board");
  heard = [];
  board.addEventListener("camera", (event) => heard.push((event as CustomEvent).detail));
  document.body.append(board);
  board.view = given("contra");
  await board.ready;
});

afterEach(() => board.remove());

function finger(type: string, pointerId: number, clientX: number, clientY: number): void {
  board.shadowRoot!.querySelector("svg.board")!.dispatchEvent(new PointerEvent(type, {
    pointerId, clientX, clientY, pointerType: "touch", button: 0, bubbles: true, composed: true }));
}

function key(name: string, shiftKey = false): void {
  board.shadowRoot!.querySelector("[data-square=d4]")!.dispatchEvent(new KeyboardEvent("keydown", {
    key: name, shiftKey, bubbles: true, composed: true }));
}

test("Shift with arrows moves it, and 0 brings it back", () => {
  key("ArrowLeft", true);
  key("ArrowUp", true);
  expect([board.tilt, board.turn]).toEqual([22, 12]);
  key("0");
  expect(heard.at(-1)).toEqual({ tilt: 25, turn: 15 });
});

test("it stays within its limits", () => {
  for (let i = 0; i < 20; i += 1) key("ArrowDown", true);
  expect(board.tilt).toBe(45);
});

test("two fingers move it, one finger does not", () => {
  finger("pointerdown", 1, 100, 100);
  finger("pointermove", 1, 150, 100);
  expect(heard).toEqual([]);
  finger("pointerdown", 2, 250, 100);
  finger("pointermove", 2, 250, 200);
  expect(heard).toEqual([{ tilt: 31, turn: 15 }]);
});

test("from straight above there is no eye to be moved", () => {
  board.mode = "flat";
  key("ArrowDown", true);
  expect(heard).toEqual([]);
});
