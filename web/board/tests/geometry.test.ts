// The world and its picture: the same mathematics as in Python, and dice that turn as real ones do.
import { describe, expect, test } from "vitest";

import samples from "../../../tests/render/geometry.json";
import type { Turn, Vec } from "../space/geometry";
import { spun, tilted } from "../space/rotations";
import {
  EDGE, FLAT, NORMALS, SIDES, UPRIGHT, add, brightness, camera, facing, halfTurned, holds, hull,
  leaning, pips, project, scaled, turned, unproject,
} from "../space/geometry";
import { eased, jumping, resting, tilting } from "../space/poses";
import { orientation } from "../state/set-up";
import type { Faces } from "../view/view";

const START: Faces = { top: 6, north: 4, east: 2, south: 3, west: 5, bottom: 1 };

function near(found: readonly number[], wanted: readonly number[]): void {
  expect(found.length).toBe(wanted.length);
  found.forEach((n, i) => expect(n).toBeCloseTo(wanted[i]!, 4));
}

describe("the samples that Python wrote", () => {
  test("time is eased alike", () => {
    for (const [time, wanted] of samples.easing) expect(eased(time!)).toBeCloseTo(wanted!, 6);
  });

  test("points appear in the same places", () => {
    for (const { columns, rows, flat, point, screen } of samples.points)
      near(project(flat ? FLAT : camera(columns, rows), point as unknown as Vec), screen);
  });

  test.each(samples.dice.map((die, i) => [i, die] as const))("die %i looks the same", (_, die) => {
    const eye = die.flat ? FLAT : camera(die.columns, die.rows);
    const sign = die.black ? -1 : 1;
    const seen = die.black ? halfTurned(die.faces) : die.faces;
    const { centre, turn } = placed(die, sign);
    const corners = [-1, 1].flatMap((z) => [-1, 1].flatMap((y) => [-1, 1].map((x): Vec =>
      [x, y, z])));
    const spot = (v: Vec) => project(eye, add(centre, turned(turn, v)));
    corners.forEach((corner, i) => near(spot(scaled(corner, EDGE / 2)), die.corners[i]!));
    const visible = SIDES.filter((side) => facing(eye, turned(turn, NORMALS[side]),
      add(centre, scaled(turned(turn, NORMALS[side]), EDGE / 2))) > 1e-9);
    expect(visible.sort()).toEqual(Object.keys(die.visible).sort());
    if (die.faces.top === die.faces.bottom) return;      // a king has no pips but ones
    for (const [side, wanted] of Object.entries(die.visible)) {
      const value = seen[side as keyof Faces];
      expect(value).toBe(wanted.number);
      expect(brightness(turned(turn, NORMALS[side as keyof Faces]))).toBeCloseTo(
        wanted.brightness, 5);
      const spots = pips(seen, value).centres.map((pip) => spot(scaled(pip, EDGE)))
        .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      near(spots.flat(), wanted.pips.flat());
    }
  });
});

function placed(
  die: (typeof samples.dice)[number], sign: number,
): { centre: Vec; turn: Turn } {
  const { columns, rows, motion } = die;
  const [column, row] = die.square as [number, number];
  const tilt = motion && "tilt" in motion ? motion.tilt as [number, number] : null;
  const jump = motion && "jump" in motion ? motion.jump as [number, number] : null;
  const pose = tilt
    ? tilting([column, row], [column + tilt[0], row + tilt[1]], die.faces, motion!.t)
    : jump ? jumping([column, row], jump, die.faces, motion!.t)
      : resting([column, row], die.faces);
  const { lean } = pose;
  return {
    centre: [sign * (pose.x - (columns - 1) / 2), sign * (pose.y - (rows - 1) / 2),
      lean ? pose.z : pose.z + EDGE / 2],
    turn: lean ? leaning(sign * lean.dx, sign * lean.dy, lean.angle) : UPRIGHT,
  };
}

describe("a die", () => {
  test.each(["north", "east", "south", "west"] as const)(
    "lies as before after four tips %s", (side) => {
      let die = START;
      for (let i = 0; i < 4; i += 1) die = tilted(die, side);
      expect(die).toEqual(START);
    });

  test("tips north: what was south comes up", () => {
    expect(tilted(START, "north")).toEqual(
      { top: 3, north: 6, east: 2, south: 1, west: 5, bottom: 4 });
  });

  test("has opposite faces that add to seven, however it is turned", () => {
    let die = START;
    for (const turn of [spun, halfTurned, (d: Faces) => tilted(d, "east")]) {
      die = turn(die);
      expect([die.top + die.bottom, die.north + die.south, die.east + die.west])
        .toEqual([7, 7, 7]);
    }
  });

  test("has the pips of 2 and 3 on the diagonals through the corner it shares with 1", () => {
    const die: Faces = { top: 1, north: 2, east: 4, south: 5, west: 3, bottom: 6 };
    const corner: Vec = [-0.5, 0.5, 0.5];
    const distance = (value: number) => Math.min(...pips(die, value).centres.map((pip) =>
      Math.hypot(pip[0] - corner[0], pip[1] - corner[1], pip[2] - corner[2])));
    expect(distance(2)).toBeCloseTo(Math.hypot(0.23, 0.23), 9);
    expect(distance(3)).toBeCloseTo(Math.hypot(0.23, 0.23), 9);
  });

  test("has the rows of its 6 along the direction from 3 to 4", () => {
    const heights = pips(START, 6).centres.map((pip) => pip[1]);     // 3 south, 4 north
    expect(new Set(heights.map((n) => n.toFixed(2)))).toEqual(new Set(["-0.27", "0.00", "0.27"]));
  });

  test.each([[START, "w"], [halfTurned(START), "v"],
    [{ top: 1, north: 2, east: 4, south: 5, west: 3, bottom: 6 }, "a"],
    [{ top: 4, north: 6, east: 5, south: 1, west: 2, bottom: 3 }, "p"]] as [Faces, string][])(
    "is called by its letter (%#)", (die, letter) => expect(orientation(die)).toBe(letter));

  test("leans by a quarter turn so that its back comes up", () => {
    near(turned(leaning(1, 0, Math.PI / 2), NORMALS.west), NORMALS.top);
    near(turned(leaning(0, -1, Math.PI / 2), NORMALS.north), NORMALS.top);
  });
});

describe("the screen", () => {
  test.each([[0, 0], [3.2, -2.9], [-1.4, 2.2]])("tells the place under (%d, %d)", (x, y) => {
    for (const z of [0, 0.38]) {
      near(unproject(camera(7, 7), project(camera(7, 7), [x, y, z]), z), [x, y, z]);
      near(unproject(FLAT, project(FLAT, [x, y, z]), z), [x, y, z]);
    }
  });

  test("knows what a silhouette covers", () => {
    const square = hull([[0, 0], [2, 0], [2, 2], [0, 2], [1, 1]]);
    expect(square).toHaveLength(4);
    expect(holds(square, [1, 1.9])).toBe(true);
    expect(holds(square, [2.1, 1])).toBe(false);
  });
});
