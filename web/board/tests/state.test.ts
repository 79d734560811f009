// @vitest-environment node
// The state without any document: what is picked, asked, dragged, set up, and what the host hears.
import { beforeEach, describe, expect, test } from "vitest";

import { movesTo } from "../view/moves";
import { BoardState } from "../state/state";
import { pressed, turned } from "../state/set-up";
import { tilted } from "../space/rotations";
import type { View } from "../view/view";
import { given, moveOf } from "./fixtures";

let made: [string, boolean][];
let state: BoardState;

function playing(view: View): BoardState {
  made = [];
  state = new BoardState();
  state.on("commit", (move, _before, rolled) => made.push([move.text, rolled]));
  state.set("playable", "both");
  show(view);
  return state;
}

function show(view: View): void {
  state.given = view;
  state.show(view);
}

describe("one way", () => {
  beforeEach(() => playing(given("battle")));

  test("a press picks, another on a target moves", () => {
    expect(state.press("c2")).toBe(true);
    expect(state.origin()).toBe("c2");
    state.press("c3");
    expect(made).toEqual([["c2c3", false]]);
    expect(state.picking.at).toBe("idle");
  });

  test("the same square again lets go", () => {
    state.press("c2");
    state.press("c2");
    expect(state.picking.at).toBe("idle");
  });

  test("another own die is picked instead", () => {
    state.press("c2");
    state.press("e1");
    expect(state.origin()).toBe("e1");
  });

  test("what is no target lets go and does nothing", () => {
    state.press("c2");
    state.press("f6");
    expect([state.picking.at, made]).toEqual(["idle", []]);
  });

  test("the opponent's dice cannot be picked", () => {
    expect(state.press("c4")).toBe(false);
    expect(state.pick("c4")).toBe(false);
  });

  test("nothing can be picked by who may not play", () => {
    state.set("playable", "black");
    expect(state.press("c2")).toBe(false);
  });

  test("pointing at a target shows the move in advance", () => {
    state.press("c2");
    state.point("c3");
    expect(state.preview()?.battles[0]).toMatchObject({ attack: 5, defence: 4, loser: "c4" });
    state.point("b5");
    expect(state.preview()).toBeNull();
  });

  test("the host can show a move in advance, and end that", () => {
    state.offer("c2c3");
    expect(state.preview()?.text).toBe("c2c3");
    state.offer(null);
    expect(state.preview()).toBeNull();
  });

  test("the same position told again leaves what is picked", () => {
    state.press("c2");
    show(given("battle"));
    expect(state.origin()).toBe("c2");
    show(given("next"));
    expect(state.origin()).toBeNull();
  });

  test("the same position at another ply lets go of what is picked", () => {
    state.press("c2");
    show({ ...given("battle"), ply: given("battle").ply + 4 });
    expect(state.origin()).toBeNull();
  });
});

describe("several ways", () => {
  beforeEach(() => {
    playing(given("duellWays"));
    state.press("g1");
    state.press("f2");
  });

  test("are asked for", () => {
    expect(made).toEqual([]);
    expect(state.picking).toMatchObject({ at: "ways", target: "f2", chosen: -1 });
    expect(state.ways().map((move) => move.text)).toEqual(["G1-f2", "g1-F2"]);
    expect(state.preview()).toBeNull();
  });

  test("pressing the target again chooses none of them", () => {
    state.press("f2");
    expect([made, state.picking.at]).toEqual([[], "ways"]);
  });

  test("a square on just one of them chooses it", () => {
    state.press("f1");
    expect(made).toEqual([["g1-F2", false]]);
  });

  test("a number chooses, and then it is shown before it is taken", () => {
    state.choose(1);
    expect(state.preview()?.text).toBe("g1-F2");
    state.accept();
    expect(made).toEqual([["g1-F2", false]]);
  });

  test("counting goes round", () => {
    state.choose(2);
    expect(state.picking).toMatchObject({ chosen: 0 });
    state.choose(-1);
    expect(state.picking).toMatchObject({ chosen: 1 });
  });

  test("cancelling goes back to the picked die, and again to nothing", () => {
    state.cancel();
    expect(state.picking).toEqual({ at: "picked", origin: "g1" });
    state.cancel();
    expect(state.picking.at).toBe("idle");
    expect(state.cancel()).toBe(false);
  });

  test("pieces to be sent back are ways too", () => {
    playing(given("echekFinal"));
    state.press("@B");
    state.press("o13");
    expect(state.picking.at).toBe("ways");
    state.press("m13");
    expect(made).toEqual([["B@o13*m13", false]]);
  });
});

describe("questions", () => {
  test("a move is confirmed where the host wants it", () => {
    playing(given("battle"));
    state.set("confirm", true);
    state.press("c2");
    state.press("c3");
    expect([made, state.picking]).toMatchObject([[], { at: "confirm", why: "asked" }]);
    state.press("c3");
    expect(made).toEqual([["c2c3", false]]);
  });

  describe.each([
    ["white", "black", "battle", "c2", "c3"], ["black", "white", "next", "a6", "a5"],
  ] as const)("of %s", (mover, other, name, from, to) => {
    const ending = (winner: "white" | "black") => {
      const view = given(name);
      moveOf(view, from + to).winner = winner;
      playing(view).set("playable", mover);
      expect(view.turn).toBe(mover);
    };
    const drag = () => state.drop(from, to, movesTo(state.view!, from, to), true);
    const press = () => { state.press(from); state.press(to); };

    test.each([["dragged", drag], ["pressed", press]])(
      "a move that loses at once is asked for again when it is %s", (_how, act) => {
        ending(other);
        act();
        expect([made, state.picking]).toMatchObject([[], { at: "confirm", why: "loses" }]);
        state.accept();
        expect(made).toEqual([[from + to, false]]);
      });

    test.each([["dragged", drag, true], ["pressed", press, false]])(
      "a move that wins at once is not asked for again when it is %s", (_how, act, rolled) => {
        ending(mover);
        act();
        expect(made).toEqual([[from + to, rolled]]);
      });
  });

  test("a piece dragged to its end needs no more motion", () => {
    playing(given("battle"));
    state.drop("c2", "c3", movesTo(state.view!, "c2", "c3"), true);
    expect(made).toEqual([["c2c3", true]]);
  });

  test("the king's square means changing places, and that is asked", () => {
    playing(given("echekMiddle"));
    state.press("o15");
    state.press("n14");
    expect(state.picking).toMatchObject({ at: "confirm", why: "swap" });
    state.cancel();
    expect(made).toEqual([]);
  });

  test("a forced pass is made only by its own button", () => {
    const view = given("contra");
    view.legal = [{ text: "--", notation: "--", steps: [{ kind: "pass", origin: null, target: null,
      piece: "", faces: null }], battles: [], removed: [], check: 0, check_word: "",
      winner: null, reason: null }];
    playing(view);
    expect([state.forcedPass()?.text, state.origins().size]).toEqual(["--", 0]);
    state.pass();
    expect(made).toEqual([["--", false]]);
    playing(given("contra"));
    expect(state.pass()).toBe(false);
  });
});

describe("the host", () => {
  let heard: [string, unknown][];

  beforeEach(() => {
    playing(given("battle"));
    heard = [];
    state.on("event", (name, detail) => heard.push([name, detail]));
  });

  test("hears of a pick, of a preview and of a move, each once and in this order", () => {
    state.pick("c2");
    state.point("c3");
    state.point("c3");
    state.press("c3");
    expect(heard).toEqual([
      ["pick", { square: "c2" }], ["preview", { text: "c2c3" }],
      ["pick", { square: null }], ["preview", { text: null }],
      ["move", { text: "c2c3", notation: "c2-c3xc4" }]]);
  });

  test("hears what the user has drawn, and not what it has drawn itself", () => {
    state.setHostDrawing({ marks: [{ square: "a1" }] });
    state.setUserDrawing({ arrows: [], marks: [{ square: "b1" }] });
    state.setUserDrawing();
    expect(heard).toEqual([["draw", { arrows: [], marks: [{ square: "b1" }] }],
      ["draw", { arrows: [], marks: [] }]]);
    expect(state.hostDrawing.marks).toEqual([{ square: "a1" }]);
  });

  test("takes its view away, and nothing can be picked any more", () => {
    state.pick("c2");
    state.clear();
    expect([state.view, state.picking.at, state.pick("c2")]).toEqual([null, "idle", false]);
  });

  test("flips the board, which drawing hears of", () => {
    const changed: string[] = [];
    state.on("setting", (name) => changed.push(name));
    state.flip();
    state.set("orientation", "black");
    expect([state.settings.orientation, changed]).toEqual(["black", ["orientation"]]);
  });
});

describe("the cursor", () => {
  beforeEach(() => playing(given("battle")));

  test("points at its square once a piece is picked, if it is seen", () => {
    state.focus("c3", true);
    expect(state.pointed).toBeNull();
    state.pick("c2");
    state.focus("c3", false);
    expect(state.pointed).toBeNull();
    state.focus("c3", true);
    expect([state.pointed, state.preview()?.text]).toEqual(["c3", "c2c3"]);
  });

  test("goes along with a move", () => {
    state.focus("c2", true);
    state.press("c2");
    state.press("c3");
    expect(state.cursor).toBe("c3");
  });

  test("stays where it was when the focus has left, without its ring", () => {
    state.focus("c2", true);
    state.focus(null, false);
    expect([state.cursor, state.ringed]).toEqual(["c2", false]);
  });
});

describe("a dragged piece", () => {
  beforeEach(() => playing(given("battle")));

  test("has moves until it is let go", () => {
    state.pick("c2");
    const moves = movesTo(state.view!, "c2", "c3");
    state.drag(moves, "c3");
    expect([state.dragged, state.pointed]).toEqual([moves, "c3"]);
    state.dragEnded();
    expect([state.dragged, state.origin()]).toEqual([null, "c2"]);
  });

  test("is forgotten when another position comes", () => {
    state.pick("c2");
    state.drag([], "c3");
    show(given("next"));
    expect(state.dragged).toBeNull();
  });
});

describe("setting up", () => {
  beforeEach(() => {
    playing(given("duell"));
    state.setUp(true);
  });

  test("shows what was set up, without the last move, and no event before that", () => {
    const placed: unknown[] = [];
    state.on("event", (...[name]) => placed.push(name));
    const die = given("duell").pieces.a1!;
    state.takeTool(die);
    expect(placed).toEqual([]);
    state.changeSetup(pressed(state.setup!, "e5"));
    expect([state.drawn!.pieces.e5, state.drawn!.last, placed]).toEqual([die, null, ["setup"]]);
    expect(state.view!.pieces.e5).toBeUndefined();
  });

  test("a chosen piece moves to an empty square; a press elsewhere chooses another", () => {
    state.changeSetup(pressed(state.setup!, "a1"));
    state.changeSetup(pressed(state.setup!, "b1"));
    expect(state.setup!.chosen).toBe("b1");
    state.changeSetup(pressed(state.setup!, "b4"));
    expect([state.setup!.pieces.b1, state.setup!.pieces.b4]).toEqual(
      [undefined, given("duell").pieces.b1]);
  });

  test("turns the die that is chosen, and nothing while none is", () => {
    const north = (faces: Parameters<typeof tilted>[0]) => tilted(faces, "north");
    expect(turned(state.setup!, north)).toBeNull();
    const chosen = pressed(state.setup!, "a1");
    const { faces } = chosen.pieces.a1!;
    expect(turned(chosen, north)!.pieces.a1!.faces).toEqual(north(faces!));
  });

  test("goes on from pieces that the host gives, with the same tool", () => {
    state.takeTool("remove");
    const { a1 } = state.setup!.pieces;
    state.setUp(true, { b2: a1! });
    expect(state.setup).toMatchObject({ pieces: { b2: a1 }, tool: "remove", chosen: null });
  });

  test("begins anew with another position, and ends without a trace", () => {
    state.changeSetup(pressed({ ...state.setup!, tool: "remove" }, "a1"));
    show(given("check"));
    state.beginSetup();
    expect(state.setup!.pieces).toBe(state.shown!.pieces);
    state.setUp(false);
    expect(state.drawn).toBe(state.shown);
  });

  test("waits for the first view", () => {
    const early = new BoardState();
    early.setUp(true);
    expect(early.setup).toBeNull();
    early.given = given("duell");
    early.show(early.given);
    early.beginSetup();
    expect(early.setup!.from).toBe(given("duell").position);
  });
});
