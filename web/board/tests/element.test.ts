// The element as a page sees it: properties, events, keys, and words for those who listen.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { EcksteinBoard } from "../index";
import { BoardState } from "../state/state";
import { THEMES } from "../drawing/theme";
import type { View } from "../view/view";
import german from "../../../src/eckstein/words/de/board.json";
import { viewportOf } from "../space/squares";
import { GAMES, given, givenFilm, moveOf } from "./fixtures";

let board: EcksteinBoard;
let heard: [string, unknown][];

beforeEach(async () => {
  board = document.createElement("eckstein-board");
  board.speed = 0;
  heard = [];
  for (const name of ["move", "pick", "preview", "draw", "setup", "ask", "refused"])
    board.addEventListener(name, (event) => heard.push([name, (event as CustomEvent).detail]));
  document.body.append(board);
  await board.ready;
});

afterEach(() => board.remove());

function show(view: View): void {
  board.playable = "both";
  board.view = view;
}

const inside = (selector: string) => board.shadowRoot!.querySelector<HTMLElement>(selector)!;
const cell = (square: string) => inside(`[data-square="${square}"]`);
const label = (square: string) => cell(square).getAttribute("aria-label");
const live = () => inside(".live").textContent;
const pieces = () => board.shadowRoot!.querySelectorAll("g.piece:not(.ghost)").length;
const of = (name: string) => heard.filter(([kind]) => kind === name).map(([, detail]) => detail);

function focused(): string | null {
  return board.shadowRoot!.activeElement?.getAttribute("data-square") ?? null;
}

function press(...keys: string[]): void {
  for (const key of keys) {
    const target = board.shadowRoot!.activeElement ?? cell("a1");
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true,
      shiftKey: /^[A-Z]$/.test(key) }));
  }
}

/** A click as screen readers make it, without any pointer. */
function click(square: string): void {
  cell(square).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
}

describe("every game", () => {
  test.each(GAMES)("%s shows its squares and its pieces", (game) => {
    const view = given(game);
    show(view);
    expect(board.shadowRoot!.querySelectorAll('[role="gridcell"]').length)
      .toBe(viewportOf(view).columns * viewportOf(view).rows);
    expect(board.shadowRoot!.querySelectorAll('[role="row"]').length).toBe(viewportOf(view).rows);
    expect(pieces()).toBe(Object.keys(view.pieces).length);
    expect(inside('[role="grid"]').getAttribute("aria-label")).toContain(view.title);
  });

  test.each(["perspective", "flat"] as const)("can be seen in %s, by either side", (mode) => {
    show(given("duell"));
    board.mode = mode;
    board.faces = "numerals";
    board.flip();
    expect(board.orientation).toBe("black");
    expect(inside('[role="row"] [role="gridcell"]').getAttribute("data-square")).toBe("i1");
  });
});

describe("keys", () => {
  beforeEach(() => show(given("battle")));

  test("walk over the squares, as they are seen", () => {
    cell("c2").focus();
    press("ArrowUp", "ArrowRight");
    expect(focused()).toBe("d3");
    board.flip();
    cell("d3").focus();
    press("ArrowUp", "ArrowRight");
    expect(focused()).toBe("c2");
    press("ArrowDown", "ArrowDown", "Home");
    expect(focused()).toBe("g4");
  });

  test("pick, drop and cancel", () => {
    cell("c2").focus();
    press("Enter");
    expect(live()).toBe("white die picked, targets: 3.");
    expect(label("c3")).toBe("c3, empty, can go here, top 1");
    press("Escape");
    expect(label("c3")).toBe("c3, empty");
    press("Enter", "ArrowUp", " ");
    expect(of("move")).toEqual([{ text: "c2c3", notation: "c2-c3xc4" }]);
    expect(live()).toBe("c2 to c3, top 1, c4 falls");
  });

  test("jump between own dice, to a top, and between targets", () => {
    cell("a1").focus();
    press("d", "d", "D");
    expect(focused()).toBe("b1");
    press("3");
    expect(focused()).toBe("c2");
    press("Enter", "t", "t");
    expect(cell(focused()!).getAttribute("aria-label")).toContain("can go here");
  });

  test("read moves, the last one, battles and the evaluation", () => {
    cell("c2").focus();
    press("m");
    expect(live()).toContain("Moves from c2, 3: ");
    press("l");
    expect(live()).toBe("Last move, Black: c5 to c4, top 4");
    press("b");
    expect(live()).toBe("c4 4 against 4 d4: nothing falls. Black: 3 (was 4) tilts to go");
    cell("d4").focus();
    press("b");
    expect(live()).toContain("nothing falls. White's dice nearest to the goal row: d4");
    press("e");
    expect([of("ask"), live()]).toEqual([[{ what: "evaluation" }], "No evaluation yet."]);
    board.evaluationText = "White is better";
    expect(live()).toBe("White is better");
  });

  test("of the browser are left alone", () => {
    const event = new KeyboardEvent("keydown", { key: "r", ctrlKey: true, bubbles: true,
      cancelable: true });
    cell("c2").dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });

  test("choose among ways by number", () => {
    show(given("duellWays"));
    cell("g1").focus();
    press("Enter");
    cell("f2").focus();
    press("Enter");
    expect(live()).toBe("2 ways: 1, top 1, along g2; 2, top 3, along f1. Press a number.");
    press("2");
    expect(of("move")).toMatchObject([{ text: "g1-F2" }]);
  });

  test("jump between pieces of Echek by their letters", () => {
    show(given("echekMiddle"));
    cell("l12").focus();
    press("r");
    expect(focused()).toBe("o15");
    press("q");
    expect(focused()).toBe("m13");
  });

  test("read in Echek, too, how it stands at a square", () => {
    show(given("echek"));
    cell("m13").focus();
    press("b");
    expect(live()).toContain("Closed sides of White's king on m13: north (m14)");
  });

  test("jump in Echek to the bishop by a capital", () => {
    show({ ...given("echekMiddle"), turn: "black" });
    cell("l12").focus();
    press("B");
    expect(focused()).toBe("o16");
  });
});

describe("a move of one's own", () => {
  beforeEach(() => {
    show(given("battle"));
    click("c2");
    click("c3");
  });

  test("is shown at once and told to the host", async () => {
    await settled();
    expect(of("move")).toHaveLength(1);
    expect([label("c3"), label("c4")]).toEqual(
      ["c3, white die, top 1, north 3, east 2", "c4, empty"]);
  });

  test("cannot be followed by another before the host has answered", () => {
    click("e1");
    expect(of("pick").at(-1)).toEqual({ square: null });
  });

  test("is not shown twice when the host confirms it", async () => {
    await settled();
    const nodes = [...board.shadowRoot!.querySelectorAll("g.piece")];
    board.view = given("next");
    await settled();
    expect([...board.shadowRoot!.querySelectorAll("g.piece")]).toEqual(nodes);
    expect(live()).toBe("c2 to c3, top 1, c4 falls");
  });

  test("is taken back when the host refuses it", async () => {
    await settled();
    board.reject();
    await settled();
    expect(label("c4")).toBe("c4, black die, top 4, north 6, east 5");
    click("c2");
    expect(label("c3")).toContain("can go here");
  });
});

async function settled(): Promise<void> {
  for (let i = 0; i < 8; i += 1) await Promise.resolve();
}

describe("the host", () => {
  test("hears what is picked and what is shown in advance, once each", () => {
    show(given("battle"));
    board.pick("c2");
    board.offer("c2c3");
    board.offer("c2c3");
    board.cancel();
    expect([of("pick"), of("preview")]).toEqual([
      [{ square: "c2" }, { square: null }], [{ text: "c2c3" }, { text: null }]]);
  });

  test("shows an opponent's move, which is told in words", async () => {
    show(given("battle"));
    board.view = given("next");
    await vi.waitFor(() => expect(live())
      .toBe("White: c2 to c3, top 1, c4 falls. c3 1 + 4 against 4 c4: c4 falls"));
    expect(label("c3")).toContain("white die");
  });

  test("draws arrows of its own, apart from the user's", () => {
    show(given("contra"));
    board.arrows = [{ from: "d1", to: "d2", text: "+0.3" }, { to: "d7" }];
    board.marks = [{ square: "a1" }];
    expect(board.shadowRoot!.querySelectorAll(".arrow, .mark")).toHaveLength(3);
    board.clearDrawings();
    expect([board.shadowRoot!.querySelectorAll(".arrow, .mark").length, of("draw")])
      .toEqual([3, [{ arrows: [], marks: [] }]]);
  });

  test("gives words in another language", () => {
    show(given("contra"));
    board.catalogue = german;
    expect(label("d1")).toBe("d1, weißer Würfel, oben 6, Norden 4, Osten 2");
  });

  test("may set properties before the element is defined, and attributes", () => {
    const late = document.createElement("eckstein-board");
    Object.defineProperty(late, "mode", { value: "flat", writable: true, configurable: true,
      enumerable: true });
    late.setAttribute("coordinates", "off");
    late.setAttribute("speed", "0");
    late.setAttribute("confirm", "");
    document.body.append(late);
    expect([Object.hasOwn(late, "mode"), late.mode, late.coordinates, late.speed, late.confirm])
      .toEqual([false, "flat", false, 0, true]);
    late.remove();
  });
});

/** The squares that are tied to a battle. */
function ties(): (string | null)[] {
  return [...board.shadowRoot!.querySelectorAll(".tie")].map((tie) => tie.getAttribute("data-square"));
}

const LEFT = "Black: 6 (was 7) dice. Black: 5 (was 3) tilts to go";
const CAME = "f1 north 5 to f6, west 1 to e6, top 2, DUEL. Black: king attacked by 1 die";

/** The numbers of the squares over which a die rolls. */
function counted(): (string | null)[] {
  return [...board.shadowRoot!.querySelectorAll(".count text")].map(({ textContent }) => textContent);
}

describe("who helps", () => {
  const lost = () => board.shadowRoot!.querySelectorAll(".lost").length;

  test("is shown of the last move, until something is picked; the empty square stays marked", () => {
    show({ ...given("next"), legal: given("battle").legal, turn: "white" });
    expect([ties(), lost()]).toEqual([["c3", "d4", "c4"], 1]);
    board.pick("d4");
    expect([ties(), lost()]).toEqual([[], 1]);
  });

  test.each([
    ["the attacked die", "c4", ["target"]], ["the attacker", "c3", ["arrow", "target"]], ["nobody", null, ["arrow"]],
  ] as const)("has another frame than what falls: %s", (_, loser, others) => {
    const view = structuredClone(given("battle"));
    const move = view.legal!.find(({ text }) => text === "c2c3")!;
    move.battles = move.battles.map((battle) => ({ ...battle, loser }));
    move.removed = loser ? [{ ...move.removed[0]!, square: loser }] : [];
    show(view);
    board.offer("c2c3");
    const framed = (kind: string) => [...new Set([...board.shadowRoot!.querySelectorAll(kind)].map((frame) => frame.getAttribute("stroke")))];
    const { check, ...theme } = THEMES.wood!;
    expect([framed(".counts.falls"), framed(".counts[stroke-dasharray]"), framed(".lost")])
      .toEqual(Array(3).fill(loser ? [check] : []));
    expect(framed(".counts:not(.falls)")).toEqual(others.map((name) => theme[name]));
  });

  test("says which die of one's own falls, and by which sums", () => {
    show(given("next"));
    board.playable = "black";
    expect(inside(".more").textContent).toBe("Your die on c4 falls: 4 against 1 + 4. " + LEFT);
    board.playable = "none";
    expect(inside(".more").textContent).toBe(`c3 1 + 4 against 4 c4: c4 falls. ${LEFT}`);
  });
});

describe("why not", () => {
  test("is asked when a square is pressed that cannot be reached, shown and read aloud", () => {
    show(given("battle"));
    board.pick("c2");
    cell("f6").focus();
    press("Enter");
    expect(of("refused")).toEqual([{ origin: "c2", square: "f6" }]);
    board.explain("c2", "f6", "It is too far.");
    expect([inside(".more").textContent, live()]).toEqual(["It is too far.", "It is too far."]);
    board.pick("d4");
    expect(inside(".more").textContent).toBe("");
  });

  test("is told of the last press alone", () => {
    show(given("battle"));
    board.pick("c2");
    for (const square of ["f6", "f5"]) {
      cell(square).focus();
      press("Enter");
      board.explain("c2", "f6", "It is too far.");
      expect(inside(".more").textContent === "It is too far.").toBe(square === "f6");
    }
  });

  test("is shown for the square pointed at alone", () => {
    const state = new BoardState();
    state.given = given("battle");
    state.show(given("battle"));
    state.set("playable", "both");
    state.pick("c2");
    state.point("f6");
    expect(state.beyond()).toBe("f6");
    state.refuse("c2", "f6", false);
    state.explain("c2", "f5", "Another one.");
    expect(state.refused!.why).toBe("");
    state.explain("c2", "f6", "It is too far.");
    expect(state.refused!.why).toBe("It is too far.");
    state.point("c3");
    expect([state.refused, state.beyond()]).toEqual([null, null]);
  });
});

describe("under the board", () => {
  test("stands the unfolded die, and what a move would do", () => {
    show(given("battle"));
    board.pick("c2");
    expect(inside(".net").getAttribute("aria-label"))
      .toBe("All six faces of the white die on c2");
    expect(inside(".net").querySelectorAll("circle")).toHaveLength(21);
    board.offer("c2c3");
    expect(inside(".told").textContent).toBe(`c2-c3xc4c3 1 + 4 against 4 c4: c4 falls. ${LEFT}`);
    expect(inside(".battle text").textContent).toBe("1 + 4 > 4");
    expect(ties()).toEqual(["c3", "d4", "c4"]);
    expect(inside(".top text").textContent).toBe("1");
  });

  test("stands DUEL with who attacks the king, how the attacker came, and the line of attack", async () => {
    show(given("check"));
    expect(inside(".told").textContent).toBe(`DUELThe king is attacked from e6. ${CAME}`);
    await vi.waitFor(() => expect(board.shadowRoot!.querySelectorAll(".threat")).toHaveLength(1));
    expect(inside(".check text").textContent).toBe("DUEL");
    expect(counted()).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("stands DUEL before the move is made, with the squares on its way and the line of attack", async () => {
    show(given("duell"));
    board.offer("F1-e6");
    expect(inside(".told").textContent).toBe(`F1-e6+${CAME}`);
    await vi.waitFor(() => expect(board.shadowRoot!.querySelectorAll(".threat")).toHaveLength(1));
    expect([inside(".check text").textContent, counted()]).toEqual(["DUEL", ["1", "2", "3", "4", "5"]]);
    board.offer(null);
    expect(board.shadowRoot!.querySelectorAll(".threat, .check, .count")).toHaveLength(0);
  });

  test("stands what an action does to the area and to the sides of kings", async () => {
    show(given("echekMiddle"));
    board.offer("m13m12");
    expect(inside(".more").textContent).toBe("The area gains squares: m12, n12, o12. "
      + "Black: king: 4 (was 3) of 4 sides closed. Black: 1 piece links the group");
    await vi.waitFor(() => expect(board.shadowRoot!.querySelectorAll(".gain")).toHaveLength(3));
    expect(board.shadowRoot!.querySelectorAll(".side")).toHaveLength(1);
    board.offer("n14o14");
    expect([...board.shadowRoot!.querySelectorAll(".side")].map((bar) => bar.hasAttribute("stroke-dasharray")))
      .toEqual([false, true]);
  });

  test("an attacker with two ways to the king is named once", () => {
    const check = given("check");
    show({ ...check, threats: [...check.threats, ...check.threats] });
    expect(inside(".told").textContent).toBe(`DUELThe king is attacked from e6. ${CAME}`);
  });

  test("stands why players ended a game, in each language", () => {
    show({ ...given("contra"),
      outcome: { winner: "white", reason: "resignation", score: null } });
    expect(inside(".told").textContent).toBe("White wins: resigned");
    board.catalogue = german;
    expect(inside(".told").textContent).toBe("Weiß gewinnt: aufgegeben");
  });

  test("stands DUEL-MATT", () => {
    show(given("duellMate"));
    expect(inside(".told").textContent).toBe("DUEL-MATTWhite wins");
  });

  test("stands a warning before a move that loses at once", () => {
    const view = given("echekMiddle");
    Object.assign(moveOf(view, "m13l14"), { winner: "black", reason: "surrounded" });
    show(view);
    click("m13");
    click("l14");
    expect(inside(".title").textContent)
      .toBe("Qm13-l14 loses at once: the king is surrounded.");
    expect(of("move")).toEqual([]);
    inside(".choices .yes").click();
    expect(of("move")).toMatchObject([{ text: "m13l14" }]);
  });

  test("stand the ways to one square as buttons", () => {
    show(given("duellWays"));
    click("g1");
    click("f2");
    const ways = [...board.shadowRoot!.querySelectorAll<HTMLElement>(".choices .way")];
    expect(ways.map((way) => way.textContent)).toEqual(
      ["1: top 1, along g2", "2: top 3, along f1"]);
    ways[1]!.click();
    expect(of("move")).toMatchObject([{ text: "g1-F2" }]);
  });
});

describe("Echek", () => {
  test("has reserves that can be pressed", () => {
    show(given("echek"));
    const knight = inside('[aria-label="white knight in reserve"]');
    knight.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
    expect(knight.getAttribute("aria-pressed")).toBe("true");
    expect(focused()).toBe("l12");
    press("Enter");
    expect(of("move")).toMatchObject([{ text: "N@l12" }]);
  });

  test("has a reserve of the opponent's that cannot be taken from", () => {
    show(given("echek"));
    inside('[aria-label="black knight in reserve"]').dispatchEvent(
      new PointerEvent("pointerdown", { bubbles: true, isPrimary: true }));
    window.dispatchEvent(new PointerEvent("pointerup"));
    expect(of("pick")).toEqual([]);
  });

  test("shows only borders that there are", async () => {
    show(given("echek"));
    expect(board.shadowRoot!.querySelectorAll(".rail")).toHaveLength(0);
    show(given("echekFinal"));
    await vi.waitFor(() =>
      expect(board.shadowRoot!.querySelectorAll(".rail")).toHaveLength(2));
  });
});

describe("setting up", () => {
  beforeEach(() => {
    show(given("duell"));
    board.setup(true);
  });

  test("places, turns and removes pieces, and tells the host", () => {
    inside('[aria-label="black die"]').click();
    click("e5");
    inside('[aria-label="Tip north"]').click();
    const told = of("setup").at(-1) as { pieces: View["pieces"] };
    expect(told.pieces.e5).toMatchObject({ colour: "black", kind: "die", letter: "p" });
    inside('[aria-label="Remove"]').click();
    click("e1");
    expect(Object.keys((of("setup").at(-1) as { pieces: View["pieces"] }).pieces))
      .not.toContain("e1");
  });

  test("moves a piece from square to square", () => {
    click("a1");
    click("a4");
    const { pieces: now } = of("setup").at(-1) as { pieces: View["pieces"] };
    expect([now.a1, now.a4?.letter]).toEqual([undefined, "S"]);
  });

  test("begins anew with another position of the host, not with the same", async () => {
    click("a1");
    click("a4");
    board.view = given("duell");
    await settled();
    expect(label("a4")).toContain("white die");
    board.view = given("check");
    await vi.waitFor(() => expect(label("e6")).toContain("white die"));
    expect(label("a4")).toBe("a4, empty");
  });

  test("goes on with the same piece of the palette after the board was flipped", () => {
    inside('[aria-label="black die"]').click();
    board.flip();
    expect(inside('[aria-label="black die"]').getAttribute("aria-pressed")).toBe("true");
    inside('[aria-label="black die"]').click();
    click("e5");
    expect(label("e5")).toBe("e5, empty");
  });

  test("is given up without a trace", () => {
    click("a1");
    click("a4");
    board.setup(false);
    expect([label("a1"), of("move")]).toEqual(
      [`a1, white die, top 5, north 4, east 6`, []]);
  });
});

describe("a recorded game", () => {
  const told = () => inside(".controls output").textContent;
  const press_ = (name: string) => inside(`[data-do="${name}"]`).click();

  beforeEach(() => {
    board.setAttribute("controls", "");
    board.film = givenFilm();
  });

  test("is walked through by its buttons and its slider", async () => {
    expect([told(), inside(".controls").hidden]).toEqual(["Start", false]);
    press_("next");
    expect(told()).toMatch(/^1\/\d+ b1-b2$/);
    press_("last");
    const count = givenFilm().views.length - 1;
    expect(told()).toContain(`${count}/${count} `);
    const slider = inside(".controls input") as HTMLInputElement;
    slider.value = "2";
    slider.dispatchEvent(new Event("input"));
    expect(told()).toMatch(/^2\//);
    press_("first");
    press_("back");
    expect(told()).toBe("Start");
    await vi.waitFor(() => expect(label("b1")).toContain("white die"));
  });

  test("plays and pauses", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    press_("play");
    expect(inside('[data-do="play"]').getAttribute("aria-label")).toBe("Pause");
    await vi.advanceTimersByTimeAsync(2000);
    const at = told();
    expect(at).not.toBe("Start");
    press_("play");
    await vi.advanceTimersByTimeAsync(5000);
    expect(told()).toBe(at);
    vi.useRealTimers();
  });

  test("may stand inside the element, as JSON", () => {
    const page = document.createElement("div");
    const json = JSON.stringify(givenFilm());
    page.innerHTML = `<eckstein-board controls><script type="application/json">${json}</` +
      "script></eckstein-board>";
    document.body.append(page);
    const alone = page.querySelector("eckstein-board")!;
    expect(alone.shadowRoot!.querySelectorAll("g.piece")).toHaveLength(14);
    page.remove();
  });

  test.each([["{", "it is not JSON."], ["{}", "it has no positions (views)."],
    ['{"views": [{}]}', "a position in it lacks its board."]])(
    "that is %s is refused with a sentence", (json, why) => {
      const alone = document.createElement("eckstein-board");
      alone.innerHTML = `<script type="application/json">${json}</` + "script>";
      document.body.append(alone);
      expect(alone.shadowRoot!.querySelector('[role="alert"]')!.textContent)
        .toBe(`This game cannot be shown: ${why}`);
      alone.remove();
    });
});
