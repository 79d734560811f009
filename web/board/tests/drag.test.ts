// Rolling a die along under the pointer chooses its way.
import { describe, expect, test } from "vitest";

import { Roll } from "../input/drag";
import { movesFrom } from "../view/moves";
import { given } from "./fixtures";

function rolled(name: string, origin: string, ...squares: string[]): Roll {
  const roll = new Roll(origin, movesFrom(given(name), origin));
  for (const square of squares) roll.towards(square);
  return roll;
}

const texts = (roll: Roll) => roll.moves().map((move) => move.text);

describe("a die of Duell", () => {
  test("goes up first", () => {
    const roll = rolled("duellWays", "g1", "g2", "f2");
    expect(texts(roll)).toEqual(["G1-f2"]);
    expect(roll.path.map((step) => step.target)).toEqual(["g2", "f2"]);
  });

  test("goes aside first", () => expect(texts(rolled("duellWays", "g1", "f1", "f2")))
    .toEqual(["g1-F2"]));

  test("is in doubt when the pointer has shown no way", () =>
    expect(texts(rolled("duellWays", "g1", "f2"))).toEqual(["G1-f2", "g1-F2"]));

  test("changes its way when the pointer goes back", () => {
    const roll = rolled("duellWays", "g1", "g2", "f2", "g1", "f1", "f2");
    expect(texts(roll)).toEqual(["g1-F2"]);
  });

  test("stays where it is when the pointer leaves all ways", () => {
    const roll = rolled("duellWays", "g1", "g2", "c7");
    expect(roll.square).toBe("g2");
  });

  test("makes no move on a square where it may not stop", () =>
    expect(texts(rolled("duell", "d1", "d2", "d3"))).toEqual([]));

  test("lies at home again when the pointer is there", () => {
    const roll = rolled("duell", "d1", "d2", "d3", "d1");
    expect([roll.path, texts(roll)]).toEqual([[], []]);
  });

  test("keeps as much of its way as it can", () => {
    const roll = rolled("duell", "d1", "d2", "d3", "d4", "f5", "e6");
    expect(roll.path.slice(0, 3).map((step) => step.target)).toEqual(["d2", "d3", "d4"]);
  });
});

test("a chain of Pur goes over the squares that the pointer shows", () => {
  const view = given("purWays");
  const chain = movesFrom(view, "f1").find((move) => move.text === "f1e1e3")!;
  expect(texts(rolled("purWays", "f1", "e1", "e3"))).toEqual([chain.text]);
});
