// How the board is looked at: from which side, how far away, which part of it, in which colours.
import type { Camera, Point, Vec } from "../space/geometry";
import { FLAT, TILT, TURN, camera, project, unproject } from "../space/geometry";
import type { Place } from "../space/poses";
import type { Viewport } from "../space/squares";
import type { Theme } from "./theme";
import type { Colour } from "../view/view";

export interface Scene {
  eye: Camera;
  flat: boolean;
  /** 1 where White sits in front, -1 where Black does. */
  sign: 1 | -1;
  viewport: Viewport;
  /** The middle of what is shown, in columns and rows. */
  middle: Place;
  numerals: boolean;
  coordinates: boolean;
  theme: Theme;
  /** The height of small writing in squares, so that it can be read on a small screen. */
  small: number;
}

export function sceneOf(
  viewport: Viewport, orientation: Colour, flat: boolean, numerals: boolean, coordinates: boolean,
  theme: Theme, small = 0.2, tilt = TILT, turn = TURN,
): Scene {
  return {
    eye: flat ? FLAT : camera(viewport.columns, viewport.rows, tilt, turn), flat,
    sign: orientation === "white" ? 1 : -1, viewport,
    middle: [viewport.west + (viewport.columns - 1) / 2, viewport.south + (viewport.rows - 1) / 2],
    numerals, coordinates, theme, small,
  };
}

/** A place of the board in the viewer's world. */
export function world(scene: Scene, [column, row]: Place, z = 0): Vec {
  return [scene.sign * (column - scene.middle[0]), scene.sign * (row - scene.middle[1]), z];
}

export function onScreen(scene: Scene, place: Place, z = 0): Point {
  return project(scene.eye, world(scene, place, z));
}

/** The place of the board, at height z, under a point of the screen; not rounded to a square. */
export function under(scene: Scene, point: Point, z = 0): Place {
  const [x, y] = unproject(scene.eye, point, z);
  return [scene.sign * x + scene.middle[0], scene.sign * y + scene.middle[1]];
}
