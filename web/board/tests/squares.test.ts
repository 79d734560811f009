// Names of squares, and a plane without end.
import { describe, expect, test } from "vitest";

import { edgesOf, nameOf, nextWindow, placeOf, windowOf } from "../squares";
import { given } from "./fixtures";

const endless = windowOf({ first: "w22", columns: 8, rows: 8, wrap: 26 });

test("names go round on an endless board", () => {
  expect([nameOf([25, 25], 26), nameOf([26, 26], 26), nameOf([-1, 0], 26)]).toEqual(
    ["z26", "a1", "z1"]);
  expect(placeOf("a1", endless)).toEqual([26, 26]);
  expect(placeOf("x23", endless)).toEqual([23, 22]);
});

test("a rectangle over the seam keeps its size", () =>
  expect(edgesOf({ first: "y25", columns: 4, rows: 3 }, endless)).toEqual(
    [23.5, 23.5, 27.5, 26.5]));

describe("the window of an endless board", () => {
  test("stays while all pieces lie well inside it", () => {
    const view = given("echek");
    const shown = windowOf(view.board);
    view.board.first = "k11";
    expect(nextWindow(shown, view)).toBe(shown);
  });

  test("follows when a piece comes to its edge", () => {
    const view = given("echek");
    const shown = windowOf(view.board);
    view.pieces.j12 = view.pieces.m13!;
    view.board.first = "h10";
    expect(nextWindow(shown, view)).toMatchObject({ west: 7, south: 9 });
  });

  test("is told on a board with an end", () => {
    const view = given("contra");
    expect(nextWindow(windowOf(given("duell").board), view)).toMatchObject(
      { columns: 7, rows: 7 });
  });
});
