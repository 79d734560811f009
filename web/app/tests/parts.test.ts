// Components, as somebody would use them.
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "../../board/view/view";
import first from "../src/game/first.json";
import { learnCatalogue } from "../src/words/levels.svelte";
import { serverPlace } from "../src/net/place";
import type { Player } from "../../wire/types";
import Clock from "../src/room/Clock.svelte";
import EvalGraph from "../src/pages/analysis/EvalGraph.svelte";
import GamePicker from "../src/choice/GamePicker.svelte";
import MoveField from "../src/room/MoveField.svelte";
import MoveList from "../src/room/MoveList.svelte";
import PlayStatus from "../src/pages/play/PlayStatus.svelte";
import PlayerBar from "../src/pages/play/PlayerBar.svelte";
import { change } from "../src/browser/settings.svelte";
import { newTree } from "../src/study/tree.svelte";

const view = first as unknown as View;
let shown: ReturnType<typeof mount> | null = null;

function show<P extends Record<string, any>>(component: Component<P, any, any>, props: P): HTMLElement {
  shown = mount(component, { target: document.body, props });
  flushSync();
  return document.body;
}

function press(element: Element, key: string): void {
  element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
}

beforeEach(() => { change({ language: "en" }); });
afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  document.body.innerHTML = "";
});

describe("typing a move", () => {
  function type(text: string, onmove = vi.fn()) {
    const body = show(MoveField, { view, onmove });
    const input = body.querySelector("input")!;
    input.focus();
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    return { body, input, onmove };
  }

  test("Enter makes the move that is meant", () => {
    const { input, onmove } = type("d1d2");
    press(input, "Enter");
    expect(onmove).toHaveBeenCalledWith(expect.objectContaining({ text: "d1d2" }));
    expect(input.value).toBe("");
  });

  test("while nothing can be entered, the field keeps the focus and makes no move", () => {
    const onmove = vi.fn();
    const body = show(MoveField, { view, disabled: true, onmove });
    const input = body.querySelector("input")!;
    input.focus();
    input.value = "d1d2";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    press(input, "Enter");
    expect([document.activeElement, input.readOnly, onmove.mock.calls]).toEqual([input, true, []]);
  });

  test("moves that begin alike are offered, and can be chosen with the arrows", () => {
    const { body, input, onmove } = type("c");
    expect([...body.querySelectorAll("[role=option] span")].map((one) => one.textContent)).toEqual(["c1-c2"]);
    press(input, "ArrowDown");
    expect(input.getAttribute("aria-activedescendant")).toBe(body.querySelector("[role=option]")!.id);
    press(input, "Enter");
    expect(onmove).toHaveBeenCalledWith(expect.objectContaining({ text: "c1c2" }));
  });

  describe.each([["white", "black", "d1d2", "d1-d2"], ["black", "white", "d7d6", "d7-d6"]] as const)("for %s", (turn, winner, text, notation) => {
    const given = (wins: "white" | "black" | null) => {
      const move = { ...view.legal!.find((one) => one.text === "d1d2")!, text, notation, winner: wins, reason: wins && "elimination" };
      return { ...view, turn, legal: [move] } as View;
    };
    const enter = (shownView: View, onmove = vi.fn()) => {
      const body = show(MoveField, { view: shownView, onmove });
      const input = body.querySelector("input")!;
      const write = () => {
        input.value = text;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        flushSync();
      };
      write();
      press(input, "Enter");
      return { input, onmove, write, told: () => body.querySelector("[role=alert]")!.textContent };
    };

    test("a move that loses at once is warned of first, and made when it is entered again", () => {
      const { input, onmove, told } = enter(given(winner));
      expect([onmove.mock.calls, input.value]).toEqual([[], text]);
      expect(told()).toBe(`${notation} loses at once: too few dice are left. Enter it again to play it anyway.`);
      press(input, "Enter");
      expect(onmove).toHaveBeenCalledWith(expect.objectContaining({ text }));
      expect([input.value, told()]).toEqual(["", ""]);
    });

    test("a losing move that is typed anew is warned of anew", () => {
      const { input, onmove, write, told } = enter(given(winner));
      write();
      expect(told()).toBe("");
      press(input, "Enter");
      expect(onmove).not.toHaveBeenCalled();
      expect(told()).toContain("loses at once");
    });

    test.each([["wins", turn], ["ends nothing", null]] as const)("a move that %s is made at once", (_what, wins) => {
      expect(enter(given(wins)).onmove).toHaveBeenCalledTimes(1);
    });
  });

  test("Esc takes back what was typed", () => {
    const { input, onmove } = type("d1");
    press(input, "Escape");
    expect(input.value).toBe("");
    expect(onmove).not.toHaveBeenCalled();
  });
});

describe("the list of moves", () => {
  function tree() {
    const root = newTree();
    const one = root.play("d1d2", "d1-d2");
    one.value = { score: 0, mate: null };
    const two = one.play("d7d6", "d7-d6");
    two.value = { score: 300, mate: null };
    two.verdict = { judgement: "blunder", glyph: 4, lost: 0.4 };
    two.notes = { comments: ["Too bold."], glyphs: [5] };
    one.play("e7e6", "e7-e6");
    return { root, one, two };
  }

  test("shows the main line, variations, comments and how bad a move was", () => {
    const { root, two } = tree();
    const text = show(MoveList, { root, current: two, values: true, onpick: vi.fn() }).textContent!;
    for (const part of ["d1-d2", "d7-d6", "e7-e6", "1...", "Too bold.", "!?", "??", "+3.0"]) expect(text).toContain(part);
    expect(document.querySelector("[aria-current=step]")!.textContent).toContain("d7-d6");
  });

  test("leads to the move that is pressed", () => {
    const { root, one } = tree();
    const onpick = vi.fn();
    const body = show(MoveList, { root, current: one, onpick });
    body.querySelectorAll<HTMLButtonElement>(".move")[1]!.click();
    expect(onpick.mock.calls[0]![0].text).toBe("d7d6");
  });
});

describe("the graph", () => {
  test("is walked with the arrow keys, and says where it is", () => {
    const root = newTree();
    root.value = { score: 0, mate: null };
    const one = root.play("d1d2", "d1-d2");
    one.value = { score: -120, mate: null };
    const onpick = vi.fn();
    const slider = show(EvalGraph, { nodes: [root, one], current: one, onpick }).querySelector("[role=slider]")!;
    expect(slider.getAttribute("aria-valuetext")).toBe("d1-d2, −1.2");
    press(slider, "ArrowLeft");
    expect(onpick).toHaveBeenCalledWith(root);
    press(slider, "ArrowRight");
    expect(onpick).toHaveBeenCalledTimes(1);
  });
});

describe("the games to choose from", () => {
  test("are ours, and any others that the server knows, with a plain die", async () => {
    const ferry = { name: "ferry", title: "Ferry", options: [] };
    vi.stubGlobal("fetch", async () => Response.json({ games: { pur: ferry, ferry }, levels: [] }));
    const onpick = vi.fn();
    const body = show(GamePicker, { current: "pur", onpick });
    expect(body.querySelectorAll("button")).toHaveLength(5);
    await learnCatalogue(serverPlace);
    flushSync();
    const buttons = [...body.querySelectorAll("button")];
    expect(buttons.map((button) => button.querySelector(".name")!.textContent)).toEqual(["Pur", "Contra", "Ecke", "Duell", "Echek", "Ferry"]);
    expect(buttons[5]!.querySelectorAll("svg circle")).toHaveLength(5);
    buttons[5]!.click();
    expect(onpick).toHaveBeenCalledWith("ferry");
    vi.unstubAllGlobals();
  });
});

describe("how the game stands", () => {
  const nothing = { online: null, mine: [], draft: true, waiting: false, live: view, looking: false, invited: false,
    placeOf: vi.fn(), onwalk: vi.fn(), onreplay: vi.fn(), onsit: vi.fn(), onlive: vi.fn(), onshare: vi.fn(), onnew: vi.fn(), onanalyse: vi.fn(), onrematch: vi.fn(), onagain: vi.fn() };

  test("is told with a word about an engine that gets ready", () => {
    expect(show(PlayStatus, { ...nothing, warming: false }).textContent).not.toContain("gets ready");
    void unmount(shown!);
    expect(show(PlayStatus, { ...nothing, warming: true }).querySelector("[aria-live]")!.textContent).toContain("gets ready");
  });
});

describe("a player", () => {
  const computer: Player = { kind: "computer", name: "Casual", level: 3, here: true };

  test("of the computer has a name and a level, in the language that is set", () => {
    expect(show(PlayerBar, { colour: "black", player: computer, you: false, turn: false }).textContent).toMatch(/Casual\s+Black, Level 3/);
    change({ language: "de" });
    flushSync();
    expect(document.body.textContent).toMatch(/Freizeit\s+Schwarz, Stufe 3/);
  });

  test("who is away is told in words", () => {
    const away: Player = { kind: "human", name: "Ben", here: false };
    expect(show(PlayerBar, { colour: "white", player: away, you: false, turn: true }).textContent).toContain("not here now");
  });
});

describe("how the game stands", () => {
  const badges = async (onpoint = vi.fn()) => {
    show(PlayerBar, { colour: "white", player: null, you: true, turn: true, view, onpoint });
    await vi.waitFor(() => { flushSync(); expect(document.querySelectorAll("ul li")).toHaveLength(2); });
    return [...document.querySelectorAll<HTMLElement>("ul li > *")];
  };

  test("is told for one player in badges, each with its sentence", async () => {
    const told = (await badges()).map(({ textContent, title }) => [textContent, title]);
    expect(told).toEqual([["7 dice", "White's dice left: 7."], ["6 tilts to go",
      "White's dice nearest to the goal row: a1, b1, c1, d1, e1, f1, g1; tilts still to go: 6."]]);
    expect(document.querySelector("ul")!.getAttribute("aria-label")).toBe("How White stands");
  });

  test.each([["pointerenter", "pointerleave"], ["focus", "blur"]])("points out its squares from %s to %s", async (begin, end) => {
    const onpoint = vi.fn();
    const [count, nearest] = await badges(onpoint);
    expect([count!.tagName, nearest!.tagName]).toEqual(["SPAN", "BUTTON"]);
    for (const [type, squares] of [[begin, ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]], [end, []]] as const) {
      nearest!.dispatchEvent(new Event(type));
      flushSync();
      expect(onpoint).toHaveBeenLastCalledWith(squares);
    }
  });

  test("is told in the language that is set", async () => {
    change({ language: "de" });
    await badges();
    await vi.waitFor(() => { flushSync(); expect(document.querySelector("ul button")!.textContent).toBe("noch 6× kippen"); });
    expect(document.querySelector<HTMLElement>("ul span")!.title).toBe("Übrige Würfel von Weiß: 7.");
  });

  test("is not told where that is switched off", async () => {
    await badges();
    change({ standing: false });
    flushSync();
    expect(document.querySelector("ul")).toBeNull();
    change({ standing: true });
  });
});

test("a clock does not follow the system's clock, which somebody may set", () => {
  const told = performance.now();
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  const body = show(Clock, { clock: { kind: "fischer", initial: 180, increment: 0, left: { white: 180, black: 180 }, running: "white", free: 0 }, colour: "white", told });
  expect(body.querySelector("[role=timer]")!.textContent).toMatch(/^(3:00|2:5\d)$/);
  vi.restoreAllMocks();
});

test("numbers of moves have room for as many digits as there are", () => {
  const root = newTree();
  let node = root;
  for (let ply = 0; ply < 200; ply++) node = node.play(`a${ply}`, `a${ply}`);
  const body = show(MoveList, { root, current: node, onpick: () => {} });
  expect(body.querySelector<HTMLElement>(".list")!.style.getPropertyValue("--digits")).toBe("3");
});
