// Everything that this browser keeps, as one file: to be kept elsewhere, or carried to another device.
import { surelyChosen, type Chosen } from "../browser/settings.svelte";
import type { Kept } from "../study/shelf";
import type { Known } from "./library.svelte";
import type { Stored } from "./worker-games";
import type { Tasks } from "./deck.svelte";
import type { Stands } from "./path.svelte";
import type { Scores } from "./trained.svelte";
import type { AllSolved } from "./done.svelte";

const FORMAT = 1;

export interface Bundle {
  /** Says what kind of file it is. */
  eckstein: "kept";
  format: number;
  saved: string;
  known: Known[];
  analyses: Kept[];
  settings: Chosen;
  /** Says that the settings are those that were chosen; formerly the untouched ones were among them. */
  chosen?: true;
  learned: string[];
  /** Where the visitor stands on the staircase of opponents; missing in files from before there was one. */
  stairs?: Stands;
  /** The best scores of trainers; missing in files from before there were any. */
  trained?: Scores;
  /** Tasks of own mistakes; missing in files from before there were any. */
  mistakes?: Tasks;
  /** Missing in files from before there were puzzles. */
  puzzles?: AllSolved;
  /** The days whose puzzle is solved; missing in files from before there was one a day. */
  puzzleDays?: readonly string[];
  /** The games of the worker. */
  stored: Stored;
}

/** The text of a file as a bundle, with settings that were chosen; null if it is none, or one of a later version. */
export function readBundle(text: string): Bundle | null {
  try {
    const told = JSON.parse(text) as Partial<Bundle> | null;
    const whole = told?.eckstein === "kept" && told.format === FORMAT && Array.isArray(told.known) && Array.isArray(told.analyses)
      && Array.isArray(told.stored?.games) && Array.isArray(told.stored.events);
    if (!whole) return null;
    return { ...told as Bundle, settings: told.chosen ? told.settings ?? {} : surelyChosen(told.settings ?? {}) };
  } catch {
    return null;
  }
}

export function newBundle(parts: Pick<Bundle, "known" | "analyses" | "settings" | "learned" | "stairs" | "trained" | "mistakes" | "puzzles" | "puzzleDays" | "stored">): Bundle {
  return { eckstein: "kept", format: FORMAT, chosen: true, saved: new Date().toISOString(), ...parts };
}
