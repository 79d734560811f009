// What lies on the board after a move, and how one view leads to the next.
import { describe, expect, test } from "vitest";

import type { Motion } from "../space/motion";
import { motionOf, poseAt, stepTime } from "../space/motion";
import {
  isSwap, originsOf, piecesAfter, samePieces, squaresAlong, targetOf, transition, viewAfter,
} from "../view/moves";
import { placeOf, viewportOf } from "../space/squares";
import { given, givenFilm, moveOf } from "./fixtures";

describe("after a move", () => {
  test("what has lost a battle is gone, and the die lies as it was told", () => {
    const view = given("battle");
    expect(piecesAfter(view, moveOf(view, "c2c3"))).toEqual(given("next").pieces);
  });

  test("each move of a recorded game leads to its next position", () => {
    const { views } = givenFilm();
    views.slice(1).forEach((next, i) =>
      expect(samePieces(piecesAfter(views[i]!, next.last!), next.pieces)).toBe(true));
  });

  test("king and rook have changed places", () => {
    const view = given("echekMiddle");
    const swap = moveOf(view, "RK");
    expect(isSwap(swap)).toBe(true);
    const after = piecesAfter(view, swap);
    expect([after.n14?.letter, after.o15?.letter]).toEqual(["R", "K"]);
    expect([targetOf(swap, "o15"), targetOf(swap, "n14")]).toEqual(["n14", "o15"]);
  });

  test("a placed piece has left the reserve, one sent back is there again", () => {
    const view = given("echekFinal");
    const after = viewAfter(view, moveOf(view, "B@o13*m13"));
    expect(after.reserves).toEqual({ white: "NPQ", black: "QP" });
    expect([after.pieces.o13?.letter, after.pieces.m13, after.turn]).toEqual(
      ["B", undefined, "black"]);
  });

  test("a king of Duell keeps its letter and its ones", () => {
    const view = given("check");
    const after = piecesAfter(view, moveOf(view, "E8-E7"));
    expect(after.e7).toEqual(view.pieces.e8);
  });
});

describe("a move", () => {
  test("begins on a square or in reserve", () => {
    const view = given("echek");
    expect(originsOf(moveOf(view, "B@l12"))).toEqual(["@B"]);
    expect(originsOf(moveOf(view, "m13n14"))).toEqual(["m13"]);
  });

  test("knows its squares", () => {
    const view = given("duell");
    expect(squaresAlong(moveOf(view, "I1-h5"))).toEqual(["i1", "i2", "i3", "i4", "i5", "h5"]);
  });
});

describe("from view to view", () => {
  const { views } = givenFilm();

  test("the next position is reached by its last move", () => {
    for (let i = 1; i < views.length; i += 1)
      expect(transition(views[i - 1]!, views[i]!)).toEqual(
        { kind: "forward", move: views[i]!.last });
  });

  test("one back is the same move backward", () =>
    expect(transition(views[4]!, views[3]!)).toEqual({ kind: "back", move: views[4]!.last }));

  test("the same position asks for nothing", () =>
    expect(transition(views[4]!, structuredClone(views[4]!))).toEqual({ kind: "none" }));

  test("anything else is cross-faded", () => {
    expect(transition(views[1]!, views[7]!).kind).toBe("fade");
    expect(transition(null, views[1]!).kind).toBe("fade");
    expect(transition(given("contra"), given("duell")).kind).toBe("fade");
  });

  test("a last move that does not fit what is shown is not played", () => {
    const [before, after] = [views[3]!, structuredClone(views[4]!)];
    delete after.pieces[Object.keys(after.pieces)[0]!];
    expect(transition(before, after).kind).toBe("fade");
  });
});

describe("motion", () => {
  const view = given("duell");
  const where = (name: string) => placeOf(name, viewportOf(view));

  test("rolls over every square, and ends where the move ends", () => {
    const move = moveOf(view, "D1-e6");
    const motion = motionOf(view, move, where, 200);
    const [track] = motion.tracks;
    expect(motion.sounds.filter(({ kind }) => kind === "tilt")).toHaveLength(6);
    const end = poseAt(track!, motion.length);
    expect([end.x, end.y, end.lean, end.faces]).toEqual([4, 5, null, move.steps[5]!.faces]);
    const middle = poseAt(track!, motion.length / 12);
    expect(middle.lean).toMatchObject({ dx: 0, dy: 1 });
  });

  test("many steps are quicker each, but not too quick", () => {
    expect(stepTime(240, 1)).toBe(240);
    expect(stepTime(240, 6)).toBeLessThan(240);
    expect(stepTime(240, 6)).toBeGreaterThanOrEqual(180);
  });

  test("a beaten die tips away from who beat it and is gone in the end", () => {
    const battle = given("battle");
    const motion = motionOf(battle, moveOf(battle, "c2c3"), where, 200);
    const loser = motion.tracks.find((track) => track.from === "c4")!;
    const end = poseAt(loser, motion.length);
    expect(end.opacity).toBe(0);
    expect(end.lean).toMatchObject({ dx: 0, dy: 1 });
  });

  test("a battle of others lasts until its sums are read, and only then a die falls", () => {
    const battle = given("battle");
    const [own, theirs] = [false, true].map((told) =>
      motionOf(battle, moveOf(battle, "c2c3"), where, 200, false, told));
    const falls = (motion: Motion) => motion.sounds.find(({ kind }) => kind === "fall")!.at;
    expect(falls(theirs!) - falls(own!)).toBeGreaterThanOrEqual(1000);
    expect(theirs!.length).toBeGreaterThan(falls(theirs!));
  });

  test("a die that was rolled there by hand only shows the rest", () => {
    const battle = given("battle");
    const motion = motionOf(battle, moveOf(battle, "c2c3"), where, 200, true);
    expect(poseAt(motion.tracks[0]!, 0)).toMatchObject({ x: 2, y: 2, lean: null });
    expect(motion.sounds.map(({ kind }) => kind)).toEqual(["fall"]);
  });
});
