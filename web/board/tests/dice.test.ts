// Dice as they are drawn: three sides of each can be seen and told apart, wherever it lies.
import { describe, expect, test } from "vitest";

import { DieSprite } from "../drawing/die";
import type { Vec } from "../space/geometry";
import { EDGE, NORMALS, TILTS, TURNS, add, holds, pips, project, scaled } from "../space/geometry";
import { frameWidth } from "../drawing/ground";
import { resting } from "../space/poses";
import type { Place } from "../space/poses";
import type { Scene } from "../drawing/scene";
import { onScreen, sceneOf, world } from "../drawing/scene";
import { THEMES } from "../drawing/theme";
import type { Faces, Piece } from "../view/view";

const FACES: Faces = { top: 6, north: 4, east: 2, south: 3, west: 5, bottom: 1 };
const BOARDS = [[7, 7], [9, 8], [9, 9]] as const;

function sceneFor([columns, rows]: readonly [number, number], theme = "wood",
  eye: [number?, number?] = []): Scene {
  const viewport = { west: 0, south: 0, columns, rows, wrap: 0 };
  return sceneOf(viewport, "white", false, false, true, THEMES[theme]!, 0.2, ...eye);
}

function drawn(scene: Scene, place: Place, colour: "white" | "black" = "white"): DieSprite {
  const piece: Piece = { colour, kind: "die", letter: "W", faces: FACES };
  const sprite = new DieSprite(piece, resting(place, FACES));
  sprite.draw(scene);
  return sprite;
}

/** The colours of the faces that are drawn. */
function faceColours(sprite: DieSprite): string[] {
  return [...sprite.node.querySelectorAll("g")].filter((group) => !group.hasAttribute("display"))
    .map((group) => group.querySelector("path")!.getAttribute("fill")!);
}

/** Contrast of two colours as WCAG defines it. */
function contrast(...colours: [string, string]): number {
  const [low, high] = colours.map((colour) => {
    const [red, green, blue] = colour.match(/[\d.]+/g)!.map((n) => Number(n) / 255)
      .map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4)) as unknown as Vec;
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  }).sort((a, b) => a - b) as [number, number];
  return high / low;
}

function squares([columns, rows]: readonly [number, number]): Place[] {
  return Array.from({ length: columns * rows }, (_, i): Place =>
    [i % columns, Math.floor(i / columns)]);
}

describe.each(Object.keys(THEMES))("in %s", (theme) => {
  test.each(["white", "black"] as const)("the three sides of a %s die can be told apart", (colour) => {
    const [a, b, c] = faceColours(drawn(sceneFor([7, 7], theme), [3, 3], colour)) as
      [string, string, string];
    for (const pair of [[a, b], [a, c], [b, c]] as [string, string][])
      expect(contrast(...pair)).toBeGreaterThanOrEqual(1.5);
  });
});

test.each(BOARDS)("three sides of a die are seen on each square of %d by %d", (...size) => {
  for (const place of squares(size))
    expect(faceColours(drawn(sceneFor(size), place))).toHaveLength(3);
});

test.each(BOARDS)("no die hides a pip of another's front on a full board of %d by %d", (...size) => {
  const scene = sceneFor(size);
  const layout = pips({ ...FACES, south: 6, north: 1 }, 6);
  for (const [column, row] of squares(size)) {
    const centre = world(scene, [column, row], EDGE / 2);
    const nearer = [-1, 0, 1].map((by): Place => [column + by, row - 1])
      .map((place) => drawn(scene, place).hull);
    for (const pip of layout.centres) {
      const spot = project(scene.eye, add(centre, scaled(pip, EDGE)));
      for (const hull of nearer) expect(holds(hull, spot)).toBe(false);
    }
  }
  expect(layout.normal).toEqual(NORMALS.south);
});

test.each(BOARDS)("dice on the far row of %d by %d stand before the frame, not the page", (...size) => {
  const scene = sceneFor(size);
  const [, far] = onScreen(scene, [0, size[1] - 0.5 + frameWidth(scene)]);
  for (let column = 0; column < size[0]; column += 1)
    for (const [, y] of drawn(scene, [column, size[1] - 1]).hull) expect(y).toBeGreaterThan(far);
});

test("whoever looks from elsewhere sees top and front of every die, and the side that is turned there", () => {
  for (const tilt of TILTS) for (const turn of TURNS) {
    const scene = sceneFor([7, 7], "wood", [tilt, turn]);
    for (const place of squares([7, 7]))
      expect(faceColours(drawn(scene, place))).toHaveLength(3);
  }
});
