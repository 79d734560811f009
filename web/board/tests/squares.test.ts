// Names of squares, and a plane without end.
import { describe, expect, test } from "vitest";

import { edgesOf, nameOf, nextViewport, placeOf, viewportOf } from "../space/squares";
import { given } from "./fixtures";

const endless = { west: 22, south: 21, columns: 8, rows: 8, wrap: 26 };

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
  test("shows what matters, and little more", () => {
    expect(viewportOf(given("echek"))).toMatchObject({ west: 9, south: 10, columns: 7, rows: 6 });
    expect(viewportOf(given("echekMiddle"))).toMatchObject({ west: 11, south: 11, columns: 6, rows: 5 });
  });

  test("stays while all that matters lies inside it", () => {
    const view = given("echek");
    const shown = viewportOf(view);
    view.board.first = "k11";
    expect(nextViewport(shown, view)).toBe(shown);
  });

  test("follows when a piece leaves it", () => {
    const view = given("echek");
    const shown = viewportOf(view);
    view.pieces.j9 = view.pieces.m13!;
    expect(nextViewport(shown, view)).toMatchObject({ south: 8, rows: 8, columns: 9 });
  });

  test("is told on a board with an end", () => {
    const view = given("contra");
    expect(nextViewport(viewportOf(given("duell")), view)).toMatchObject(
      { columns: 7, rows: 7 });
  });
});
