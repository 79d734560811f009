// What somebody has chosen for this browser.
import { TILT, TURN } from "../../../board/space/geometry";
import { Stored } from "./stored";
import { preferred, type Language } from "./language";

export type Appearance = "system" | "light" | "dark";
export type Faces = "pips" | "numerals";
export type Mode = "perspective" | "flat";

interface Kept {
  language: Language;
  appearance: Appearance;
  theme: string;
  mode: Mode;
  faces: Faces;
  coordinates: boolean;
  /** Badges that tell how the game stands. */
  standing: boolean;
  sound: boolean;
  confirm: boolean;
  /** Whether moves can be made in advance, while the opponent thinks. */
  premoves: boolean;
  /** Whether the coach comments on moves in games against the computer. */
  coach: boolean;
  /** Whether own mistakes become puzzles. */
  mistakes: boolean;
  /** Whether exact values of endings are drawn on the board of the analysis. */
  exact: boolean;
  /** Milliseconds for a tip of a die; 0: none. */
  speed: number;
  /** Degrees: how the eye leans and how far it stands aside. */
  tilt: number;
  turn: number;
}

export type Chosen = Partial<Kept>;

const NAME = "settings";

function defaults(): Kept {
  return {
    language: preferred(navigator.languages ?? []), appearance: "system", theme: "wood",
    mode: "perspective", faces: "pips", coordinates: true, standing: true, sound: true, confirm: false, premoves: true, coach: true, mistakes: true, exact: true, speed: 220,
    tilt: TILT, turn: TURN,
  };
}

const stored = new Stored<Chosen>(NAME, {}, (chosen) => { Object.assign(settings, chosen); });

export const settings: Kept = $state({ ...defaults(), ...stored.value });

/** What was chosen; all else is as the page, the browser or its language has it. */
export function chosen(): Chosen {
  return stored.value;
}

/** Of settings that may be untouched the ones that were chosen for certain: others than the defaults. Which language
 * is the default depends on the browser, so one is never certain. */
export function surelyChosen(all: Chosen): Chosen {
  const untouched: Record<string, unknown> = { ...defaults(), language: all.language };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== untouched[name]));
}

/** Change settings and remember them; tells whether they could be remembered. */
export function change(what: Chosen): boolean {
  return stored.change((now) => ({ ...now, ...what }));
}
