// Moves in advance: decided upon while the opponent thinks, shown, taken back, and made by the host.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { EcksteinBoard } from "../index";
import "../index";
import type { View } from "../view/view";
import { given } from "./fixtures";

let board: EcksteinBoard;
let told: (string | null)[];
let moved: string[];

/** Black is to move; what White may do in advance is what he could do at once. */
function theirs(): View {
  return { ...given("battle"), turn: "black", legal: [] };
}

/** Their ways alone, as the server tells them. */
function ahead(view = given("battle")): View {
  return { ...view, legal: view.legal!.map((move) =>
    ({ ...move, notation: move.text.replace(/^(..)/, "$1-"), battles: [], removed: [], winner: null, reason: null })) };
}

beforeEach(async () => {
  board = document.createElement("eckstein-board");
  board.speed = 0;
  board.playable = "white";
  [told, moved] = [[], []];
  board.addEventListener("premove", (event) => told.push((event as CustomEvent).detail.text));
  board.addEventListener("move", (event) => moved.push((event as CustomEvent).detail.text));
  document.body.append(board);
  await board.ready;
  board.view = theirs();
  board.ahead = ahead();
});

afterEach(() => board.remove());

const inside = (selector: string) => board.shadowRoot!.querySelector<HTMLElement>(selector);
const live = () => inside(".live")!.textContent;
const tray = () => inside(".tray")!.textContent;

function click(square: string): void {
  inside(`[data-square="${square}"]`)!.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
}

function key(name: string): void {
  inside('[data-square="a1"]')!.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, composed: true }));
}

describe("a move in advance", () => {
  test("is told to the host and shown, and does not move the die", () => {
    click("c2");
    click("c3");
    expect([told, moved, board.premove]).toEqual([["c2c3"], [], "c2c3"]);
    expect(board.view!.pieces.c2).toBeDefined();
    expect(inside(".premove")).not.toBeNull();
    expect(tray()).toContain("Black to move");
    expect(tray()).toContain("In advance: c2-c3.");
  });

  test("is announced, and so is that it was taken back", () => {
    click("c2");
    click("c3");
    expect(live()).toMatch(/^In advance: c2 to c3, top \d\./);
    key("Escape");
    expect(live()).toBe("Cancelled.");
    expect([told, inside(".premove")]).toEqual([["c2c3", null], null]);
  });

  test("is taken back by a press on any other square", () => {
    click("c2");
    click("c3");
    click("g7");
    expect(told).toEqual(["c2c3", null]);
  });

  test("is taken back by the right button, which then draws nothing", () => {
    click("c2");
    click("c3");
    const svg = inside("svg.board") as unknown as SVGSVGElement;
    svg.getScreenCTM = () => ({ a: 1, d: 1, e: 0, f: 0 }) as DOMMatrix;
    const drawn = vi.fn();
    board.addEventListener("draw", drawn);
    for (const type of ["pointerdown", "pointerup"])
      svg.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 2, isPrimary: true, clientX: 350, clientY: 350 }));
    expect(told).toEqual(["c2c3", null]);
    expect(drawn).not.toHaveBeenCalled();
  });

  test("gives way to another one", () => {
    click("c2");
    click("c3");
    click("e1");
    expect(told).toEqual(["c2c3", null]);
  });

  test("can be told by the host, as when it was typed", () => {
    board.premove = "c2c3";
    expect(inside(".premove")).not.toBeNull();
    expect(live()).toMatch(/^In advance/);
  });

  test("is over when the host says that nothing can be done in advance", () => {
    click("c2");
    click("c3");
    board.ahead = null;
    expect([board.premove, inside(".premove"), told]).toEqual([null, null, ["c2c3"]]);
  });

  test("belongs to its position: in another one the same gestures make a move", async () => {
    board.view = { ...given("battle"), position: "elsewhere" };
    await vi.waitFor(() => expect(board.pick("c2")).toBe(true));
    expect(told).toEqual([]);
    click("c3");
    expect([moved, told]).toEqual([["c2c3"], []]);
  });
});

test("what cannot be reached in advance is not asked about", () => {
  const asked = vi.fn();
  board.addEventListener("refused", asked);
  click("c2");
  click("g7");
  expect(asked).not.toHaveBeenCalled();
});

test("the reserve of whoever moves in advance can be picked", async () => {
  const view = given("echek");
  board.view = { ...view, turn: view.turn === "white" ? "black" : "white", legal: [] };
  board.playable = view.turn;
  board.ahead = view;
  await vi.waitFor(() => expect(inside(`.reserve[data-colour="${view.turn}"] [data-place]`)).not.toBeNull());
});
