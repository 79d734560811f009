// Picking, choosing among ways, and being asked: never the wrong move silently.
import { beforeEach, describe, expect, test } from "vitest";

import { movesTo } from "../moves";
import { Play } from "../play";
import type { Move, View } from "../view";
import { given, moveOf } from "./fixtures";

let made: [string, boolean][];
let play: Play;

function playing(view: View): Play {
  made = [];
  play = new Play({ changed: () => undefined,
    committed: (move: Move, rolled: boolean) => made.push([move.text, rolled]) });
  play.playable = "both";
  play.show(view);
  return play;
}

describe("one way", () => {
  beforeEach(() => playing(given("battle")));

  test("a press picks, another on a target moves", () => {
    expect(play.press("c2")).toBe(true);
    expect(play.origin()).toBe("c2");
    play.press("c3");
    expect(made).toEqual([["c2c3", false]]);
    expect(play.picking.at).toBe("idle");
  });

  test("the same square again lets go", () => {
    play.press("c2");
    play.press("c2");
    expect(play.picking.at).toBe("idle");
  });

  test("another own die is picked instead", () => {
    play.press("c2");
    play.press("e1");
    expect(play.origin()).toBe("e1");
  });

  test("what is no target lets go and does nothing", () => {
    play.press("c2");
    play.press("f6");
    expect([play.picking.at, made]).toEqual(["idle", []]);
  });

  test("the opponent's dice cannot be picked", () => {
    expect(play.press("c4")).toBe(false);
    expect(play.pick("c4")).toBe(false);
  });

  test("nothing can be picked by who may not play", () => {
    play.playable = "black";
    expect(play.press("c2")).toBe(false);
  });

  test("pointing at a target shows the move in advance", () => {
    play.press("c2");
    play.point("c3");
    expect(play.preview()?.battles[0]).toMatchObject({ attack: 5, defence: 4, loser: "c4" });
    play.point("b5");
    expect(play.preview()).toBeNull();
  });

  test("the host can show a move in advance, and end that", () => {
    play.offer("c2c3");
    expect(play.preview()?.text).toBe("c2c3");
    play.offer(null);
    expect(play.preview()).toBeNull();
  });

  test("the same position told again leaves what is picked", () => {
    play.press("c2");
    play.show(given("battle"));
    expect(play.origin()).toBe("c2");
    play.show(given("next"));
    expect(play.origin()).toBeNull();
  });

  test("the same position at another ply lets go of what is picked", () => {
    play.press("c2");
    play.show({ ...given("battle"), ply: given("battle").ply + 4 });
    expect(play.origin()).toBeNull();
  });
});

describe("several ways", () => {
  beforeEach(() => {
    playing(given("duellWays"));
    play.press("g1");
    play.press("f2");
  });

  test("are asked for", () => {
    expect(made).toEqual([]);
    expect(play.picking).toMatchObject({ at: "ways", target: "f2", chosen: -1 });
    expect(play.ways().map((move) => move.text)).toEqual(["G1-f2", "g1-F2"]);
    expect(play.preview()).toBeNull();
  });

  test("pressing the target again chooses none of them", () => {
    play.press("f2");
    expect([made, play.picking.at]).toEqual([[], "ways"]);
  });

  test("a square on just one of them chooses it", () => {
    play.press("f1");
    expect(made).toEqual([["g1-F2", false]]);
  });

  test("a number chooses, and then it is shown before it is taken", () => {
    play.choose(1);
    expect(play.preview()?.text).toBe("g1-F2");
    play.accept();
    expect(made).toEqual([["g1-F2", false]]);
  });

  test("counting goes round", () => {
    play.choose(2);
    expect(play.picking).toMatchObject({ chosen: 0 });
    play.choose(-1);
    expect(play.picking).toMatchObject({ chosen: 1 });
  });

  test("cancelling goes back to the picked die, and again to nothing", () => {
    play.cancel();
    expect(play.picking).toEqual({ at: "picked", origin: "g1" });
    play.cancel();
    expect(play.picking.at).toBe("idle");
    expect(play.cancel()).toBe(false);
  });

  test("pieces to be sent back are ways too", () => {
    playing(given("echekFinal"));
    play.press("@B");
    play.press("o13");
    expect(play.picking.at).toBe("ways");
    play.press("m13");
    expect(made).toEqual([["B@o13*m13", false]]);
  });
});

describe("questions", () => {
  test("a move is confirmed where the host wants it", () => {
    playing(given("battle"));
    play.confirm = true;
    play.press("c2");
    play.press("c3");
    expect([made, play.picking]).toMatchObject([[], { at: "confirm", why: "asked" }]);
    play.press("c3");
    expect(made).toEqual([["c2c3", false]]);
  });

  describe.each([
    ["white", "black", "battle", "c2", "c3"], ["black", "white", "next", "a6", "a5"],
  ] as const)("of %s", (mover, other, name, from, to) => {
    const ending = (winner: "white" | "black") => {
      const view = given(name);
      moveOf(view, from + to).winner = winner;
      playing(view).playable = mover;
      expect(view.turn).toBe(mover);
    };
    const drag = () => play.drop(from, to, movesTo(play.view!, from, to), true);
    const press = () => { play.press(from); play.press(to); };

    test.each([["dragged", drag], ["pressed", press]])(
      "a move that loses at once is asked for again when it is %s", (_how, act) => {
        ending(other);
        act();
        expect([made, play.picking]).toMatchObject([[], { at: "confirm", why: "loses" }]);
        play.accept();
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
    play.drop("c2", "c3", movesTo(play.view!, "c2", "c3"), true);
    expect(made).toEqual([["c2c3", true]]);
  });

  test("the king's square means changing places, and that is asked", () => {
    playing(given("echekMiddle"));
    play.press("o15");
    play.press("n14");
    expect(play.picking).toMatchObject({ at: "confirm", why: "swap" });
    play.cancel();
    expect(made).toEqual([]);
  });

  test("a forced pass is made only by its own button", () => {
    const view = given("contra");
    view.legal = [{ text: "--", notation: "--", steps: [{ kind: "pass", origin: null, target: null,
      piece: "", faces: null }], battles: [], removed: [], check: 0, check_word: "",
      winner: null, reason: null }];
    playing(view);
    expect([play.mustPass(), play.origins().size]).toEqual([true, 0]);
    play.pass();
    expect(made).toEqual([["--", false]]);
    playing(given("contra"));
    expect(play.pass()).toBe(false);
  });
});
