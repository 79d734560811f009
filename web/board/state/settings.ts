// The settings of the board, each an attribute and a property of the same name.
import { TILT, TURN } from "../space/geometry";
import type { Colour, Playable } from "../view/view";

export interface Settings {
  playable: Playable;
  orientation: Colour;
  mode: "perspective" | "flat";
  theme: string;
  faces: "pips" | "numerals";
  coordinates: boolean;
  sound: boolean;
  speed: number;
  confirm: boolean;
  /** Degrees: how far the eye leans from the vertical, and how far it stands aside. */
  tilt: number;
  turn: number;
}

export const DEFAULTS: Settings = {
  playable: "none", orientation: "white", mode: "perspective", theme: "wood", faces: "pips",
  coordinates: true, sound: true, speed: 220, confirm: false,
  tilt: TILT, turn: TURN,
};
export const NAMES = Object.keys(DEFAULTS) as (keyof Settings)[];

/** A setting as an attribute tells it: "off" and "false" switch off; without one it is as usual. */
export function parseSetting<K extends keyof Settings>(
  name: K, text: string | null,
): Settings[K] {
  const usual = DEFAULTS[name];
  const value = text === null ? usual
    : typeof usual === "boolean" ? !["off", "false"].includes(text)
      : typeof usual === "number" ? Number(text) || 0 : text;
  return value as Settings[K];
}
