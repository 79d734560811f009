// Mouse and finger on the board: clicking, rolling a die along, carrying a token, drawing.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { EcksteinBoard } from "../index";
import "../index";
import { sceneOf, onScreen } from "../drawing/scene";
import { placeOf, viewportOf } from "../space/squares";
import { themeFor } from "../drawing/theme";
import { given } from "./fixtures";

let board: EcksteinBoard;
let heard: [string, unknown][];

beforeEach(async () => {
  board = document.createElement("eckstein-board");
  board.speed = 0;
  board.playable = "both";
  heard = [];
  for (const name of ["move", "pick", "draw"])
    board.addEventListener(name, (event) => heard.push([name, (event as CustomEvent).detail]));
  document.body.append(board);
  // A pixel of this screen is a hundredth of a square.
  const svg = board.shadowRoot!.querySelector("svg.board") as SVGSVGElement;
  svg.getScreenCTM = () => ({ a: 1, d: 1, e: 0, f: 0 }) as DOMMatrix;
  await board.ready;
});

afterEach(() => board.remove());

/** The middle of a square, or a place beside it, on the screen. */
function pixels(square: string, right = 0, up = 0): { clientX: number; clientY: number } {
  const shown = viewportOf(board.view!);
  const scene = sceneOf(shown, board.orientation, board.mode === "flat", false, true,
    themeFor("wood", null, board));
  const [column, row] = placeOf(square, shown);
  const [x, y] = onScreen(scene, [column + right, row + up]);
  return { clientX: x * 100, clientY: y * 100 };
}

function point(type: string, at: ReturnType<typeof pixels>, init: PointerEventInit = {}): void {
  board.shadowRoot!.querySelector("svg.board")!.dispatchEvent(new PointerEvent(type, {
    bubbles: true, isPrimary: true, pointerId: 1, pointerType: "mouse", button: 0, ...at,
    ...init }));
}

function click(square: string): void {
  point("pointerdown", pixels(square));
  point("pointerup", pixels(square));
}

function drag(...squares: string[]): void {
  const [from, ...rest] = squares;
  point("pointerdown", pixels(from!));
  for (const square of rest) point("pointermove", pixels(square));
  point("pointerup", pixels(squares.at(-1)!));
}

const moves = () => heard.filter(([name]) => name === "move")
  .map(([, move]) => (move as { text: string }).text);

describe.each(["perspective", "flat"] as const)("in %s", (mode) => {
  beforeEach(() => { board.mode = mode; });

  test("a click picks, another moves", () => {
    board.view = given("battle");
    click("c2");
    click("c3");
    expect(moves()).toEqual(["c2c3"]);
  });

  test("the way along which a die is dragged is the way it takes", async () => {
    board.view = given("duellWays");
    drag("g1", "g2", "f2");
    await vi.waitFor(() => expect(moves()).toEqual(["G1-f2"]));
  });

  test("and the other way is the other move", async () => {
    board.view = given("duellWays");
    drag("g1", "f1", "f2");
    await vi.waitFor(() => expect(moves()).toEqual(["g1-F2"]));
  });

  test("let go where it cannot stay, it rolls back", async () => {
    board.view = given("duellWays");
    drag("g1", "g2", "g5");
    await vi.waitFor(() => expect(board.shadowRoot!.querySelector('[data-square="g1"]')!
      .getAttribute("aria-label")).toContain("picked"));
    expect(moves()).toEqual([]);
  });
});

test("a die dragged straight to a square with two ways asks which", async () => {
  board.mode = "flat";
  board.view = given("duellWays");
  // Through the corner between the squares, so that neither way is shown.
  point("pointerdown", pixels("g1"));
  point("pointermove", pixels("g1", -0.49, 0.49));
  point("pointermove", pixels("f2", 0.49, -0.49));
  point("pointermove", pixels("f2"));
  point("pointerup", pixels("f2"));
  expect(board.shadowRoot!.querySelectorAll(".choices .way")).toHaveLength(2);
  expect(moves()).toEqual([]);
});

test("a way is taken by pressing where it can be told from the other", () => {
  board.mode = "flat";
  board.view = given("duellWays");
  click("g1");
  click("f2");
  click("f1");
  expect(moves()).toEqual(["g1-F2"]);
});

test("a token of Echek is carried", () => {
  board.view = given("echek");
  drag("m13", "n13", "n14");
  expect(moves()).toEqual(["m13n14"]);
});

test("a token comes out of the reserve", () => {
  board.view = given("echek");
  const knight = board.shadowRoot!.querySelector('[aria-label="white knight in reserve"]')!;
  knight.dispatchEvent(new PointerEvent("pointerdown", { ...pixels("m11"), bubbles: true }));
  for (const type of ["pointermove", "pointerup"])
    window.dispatchEvent(new PointerEvent(type, pixels("l13")));
  expect(moves()).toEqual(["N@l13"]);
});

test("a finger beside a target means the target", () => {
  board.mode = "flat";
  board.view = given("duell");
  click("d1");
  const beside = pixels("e6", 0.56, 0);
  point("pointerdown", beside, { pointerType: "touch" });
  point("pointerup", beside, { pointerType: "touch" });
  expect(moves()).toEqual(["D1-e6"]);
});

test("the right button draws arrows and rings, and takes them away", () => {
  board.view = given("contra");
  const right = (from: string, to: string) => {
    point("pointerdown", pixels(from), { button: 2 });
    point("pointerup", pixels(to), { button: 2 });
  };
  right("d3", "d5");
  right("c4", "c4");
  expect(heard.at(-1)).toMatchObject(["draw",
    { arrows: [{ from: "d3", to: "d5" }], marks: [{ square: "c4" }] }]);
  right("d3", "d5");
  expect(heard.at(-1)).toMatchObject(["draw", { arrows: [], marks: [{ square: "c4" }] }]);
  click("e4");
  expect(heard.at(-1)).toEqual(["draw", { arrows: [], marks: [] }]);
});

describe("a press while the opponent's move is still shown", () => {
  beforeEach(() => {
    board.playable = "white";
    board.speed = 10_000;
  });

  /** The position before Black's last move is shown, and then that move begins. */
  async function moving(): Promise<void> {
    const after = given("battle");
    const [origin, target] = [after.last!.steps[0]!.origin!, after.last!.steps[0]!.target!];
    const before = { ...given("battle"), last: null, turn: "black" as const, ply: after.ply - 1,
      pieces: { ...after.pieces, [origin]: after.pieces[target]! } };
    delete (before.pieces as Record<string, unknown>)[target];
    board.view = before;
    await vi.waitFor(() => expect(board.pick("c2")).toBe(false));
    board.view = after;
    await vi.waitFor(() => expect(
      board.shadowRoot!.querySelector(`[data-square="${target}"]`)!.getAttribute("aria-label"))
      .toContain("black die"));
  }

  test("picks at once, by mouse and touch", async () => {
    await moving();
    expect(board.pick("c2")).toBe(false);
    click("c2");
    click("c3");
    expect(moves()).toEqual(["c2c3"]);
  });

  test("picks at once, by keys", async () => {
    await moving();
    const cell = (square: string) =>
      board.shadowRoot!.querySelector<SVGElement>(`[data-square="${square}"]`)!;
    for (const square of ["c2", "c3"]) {
      cell(square).focus();
      cell(square).dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }
    expect(moves()).toEqual(["c2c3"]);
  });

  test("picks at once, when even one's own move is still moving", async () => {
    board.view = given("battle");
    click("c2");
    click("c3");
    const confirmed = given("next");
    board.view = confirmed;
    const reply = { ...confirmed, ply: confirmed.ply + 1, position: "another", turn: "white" as const,
      legal: given("battle").legal };
    board.view = reply;
    const other = reply.legal!.map((move) => move.steps[0]!.origin!).find((from) => from !== "c2")!;
    heard = [];
    click(other);
    await new Promise((later) => setTimeout(later));
    expect(heard).toEqual([["pick", { square: other }]]);
  });
});

test("the die pointed at is unfolded, whosever it is and whatever is picked", () => {
  board.view = given("battle");
  const net = () => board.shadowRoot!.querySelector(".net")!.getAttribute("aria-label");
  board.pick("c2");
  expect(net()).toContain("white die on c2");
  point("pointermove", pixels("c4"));
  expect(net()).toBe("All six faces of the black die on c4");
});

test("a finger that rests on a die of the opponent's unfolds it", () => {
  board.view = given("battle");
  point("pointerdown", pixels("c4"), { pointerType: "touch" });
  const net = board.shadowRoot!.querySelector(".net")!;
  expect(net.getAttribute("aria-label")).toBe("All six faces of the black die on c4");
  point("pointerup", pixels("c4"), { pointerType: "touch" });
  expect(net.classList.contains("empty")).toBe(true);
});

describe("a drag that is cancelled", () => {
  const svg = () => board.shadowRoot!.querySelector("svg.board")!;
  const ends: Record<string, (at: ReturnType<typeof pixels>) => void> = {
    "by Escape": () => { document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })); },
    "by the right button": (at) => point("pointermove", at, { button: 2, buttons: 3 }),
    "by the system": (at) => point("pointercancel", at),
    "by the loss of the pointer": (at) => point("lostpointercapture", at),
  };

  test.each(Object.keys(ends))("%s makes no move", async (how) => {
    board.view = given("battle");
    point("pointerdown", pixels("c2"));
    point("pointermove", pixels("c3"), { buttons: 1 });
    ends[how]!(pixels("c3"));
    point("pointermove", pixels("c3"));
    point("pointerup", pixels("c3"));
    expect(moves()).toEqual([]);
    await vi.waitFor(() => expect(svg().querySelector('[data-square="c2"]')!.getAttribute("aria-label")).toContain("die"));
    drag("c2", "c3");
    await vi.waitFor(() => expect(moves()).toEqual(["c2c3"]));
  });

  test.each(Object.keys(ends))("%s leaves a token from the reserve there", (how) => {
    board.view = given("echek");
    const knight = board.shadowRoot!.querySelector('[aria-label="white knight in reserve"]')!;
    const at = pixels("l13");
    knight.dispatchEvent(new PointerEvent("pointerdown", { ...pixels("m11"), pointerId: 1, isPrimary: true, bubbles: true }));
    window.dispatchEvent(new PointerEvent("pointermove", { ...at, pointerId: 1 }));
    if (how === "by Escape") ends[how]!(at);
    else for (const [kind, init] of [["pointermove", { buttons: 3, pointerType: "mouse" }], ["pointercancel", {}]] as const)
      window.dispatchEvent(new PointerEvent(kind, { ...at, pointerId: 1, ...init }));
    window.dispatchEvent(new PointerEvent("pointerup", { ...at, pointerId: 1 }));
    expect(moves()).toEqual([]);
  });

  test("by another finger is none: only its own pointer counts", async () => {
    board.mode = "flat";
    board.view = given("battle");
    point("pointerdown", pixels("c2"), { pointerType: "touch" });
    point("pointermove", pixels("c3"), { pointerType: "touch" });
    point("pointerdown", pixels("g7"), { pointerType: "touch", pointerId: 2, isPrimary: false });
    point("pointerup", pixels("g7"), { pointerType: "touch", pointerId: 2, isPrimary: false });
    expect(moves()).toEqual([]);
    point("pointerup", pixels("c3"), { pointerType: "touch" });
    await vi.waitFor(() => expect(moves()).toEqual(["c2c3"]));
  });

  test("before it has moved picks nothing", () => {
    board.view = given("battle");
    point("pointerdown", pixels("c2"), { pointerType: "touch" });
    point("pointercancel", pixels("c2"), { pointerType: "touch" });
    click("c3");
    expect(moves()).toEqual([]);
  });
});

test("Escape takes a press on a target back", () => {
  board.view = given("battle");
  click("c2");
  point("pointerdown", pixels("c3"));
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  point("pointerup", pixels("c3"));
  expect(moves()).toEqual([]);
});

describe("a press means the square that is seen there", () => {
  const svg = () => board.shadowRoot!.querySelector("svg.board") as SVGSVGElement;

  test.each([[0, 1], [-1, 0], [0, -1]])("where the page has turned the board (%i, %i)", (cos, sin) => {
    svg().getScreenCTM = () => ({ a: cos, b: sin, c: -sin, d: cos, e: 700, f: 300 }) as DOMMatrix;
    board.view = given("battle");
    const turned = (square: string) => {
      const { clientX: x, clientY: y } = pixels(square);
      return { clientX: cos * x - sin * y + 700, clientY: sin * x + cos * y + 300 };
    };
    for (const square of ["c2", "c3"]) for (const kind of ["pointerdown", "pointerup"]) point(kind, turned(square));
    expect(moves()).toEqual(["c2c3"]);
  });

  test.each([-28, 0, 28])("from Black's side, by an eye that stands aside by %i degrees", (turn) => {
    board.orientation = "black";
    board.turn = turn;
    board.view = given("battle");
    const shown = viewportOf(board.view!);
    const scene = sceneOf(shown, "black", false, false, true, themeFor("wood", null, board), 0.2, board.tilt, turn);
    for (const square of ["c2", "c3"]) {
      const [x, y] = onScreen(scene, placeOf(square, shown));
      for (const kind of ["pointerdown", "pointerup"]) point(kind, { clientX: x * 100, clientY: y * 100 });
    }
    expect(moves()).toEqual(["c2c3"]);
  });
});

test.each([
  ["a die that can move", "c2", true], ["an empty square", "c5", false], ["the opponent's die", "c4", false],
])("a finger that begins on %s", (_, square, grabbed) => {
  board.mode = "flat";
  board.view = given("battle");
  expect(board.view.pieces[square] === undefined).toBe(square === "c5");
  const { clientX, clientY } = pixels(square);
  const touch = new Event("touchstart", { cancelable: true });
  Object.assign(touch, { touches: [{ clientX, clientY }] });
  board.shadowRoot!.querySelector("svg.board")!.dispatchEvent(touch);
  expect(touch.defaultPrevented).toBe(grabbed);
});

describe("while a position is set up", () => {
  let placed: Record<string, { letter: string }>;

  beforeEach(() => {
    board.mode = "flat";
    board.view = given("battle");
    board.setup(true);
    placed = { ...board.view!.pieces };
    board.addEventListener("setup", (event) => { placed = (event as CustomEvent).detail.pieces; });
  });

  const palette = (name: string) => board.shadowRoot!.querySelector<HTMLElement>(`.palette [aria-label="${name}"]`)!;
  const free = () => pixels("a1", -5, 0);

  test("a piece is dragged from square to square", () => {
    const { c2, c5 } = placed;
    expect([c2?.letter, c5]).toEqual([expect.any(String), undefined]);
    drag("c2", "c5");
    expect([placed.c2, placed.c5]).toEqual([undefined, c2]);
  });

  test("two pieces change places, and none is lost", () => {
    const { c2, c4 } = placed;
    expect(c2).not.toEqual(c4);
    drag("c2", "c4");
    expect([placed.c2, placed.c4]).toEqual([c4, c2]);
  });

  test("a piece that is dragged off the board is gone", () => {
    point("pointerdown", pixels("c2"));
    point("pointermove", free());
    point("pointerup", free());
    expect(placed.c2).toBeUndefined();
  });

  test("a drag that is cancelled changes nothing", () => {
    const before = placed;
    point("pointerdown", pixels("c2"));
    point("pointermove", free());
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    point("pointerup", free());
    expect(placed).toBe(before);
  });

  test("a piece is dragged out of the palette", () => {
    const at = { ...pixels("c5"), pointerId: 1 };
    palette("black die").dispatchEvent(new PointerEvent("pointerdown", { ...free(), pointerId: 1, isPrimary: true, bubbles: true }));
    for (const kind of ["pointermove", "pointerup"]) window.dispatchEvent(new PointerEvent(kind, at));
    expect(placed.c5).toMatchObject({ colour: "black", kind: "die" });
  });

  test("a tool chooses a piece that lies there, and does not replace it", () => {
    const { c2 } = placed;
    palette("black die").click();
    click("c2");
    expect(placed.c2).toEqual(c2);
    click("c5");
    expect(placed.c5).toMatchObject({ colour: "black" });
  });
});
