// Which puzzles a visitor wants.
import { recall, remember } from "../browser/storage";

/** The highest grade: of puzzles that no level of the computer solves. */
export const BEYOND = 11;

export interface Choice {
  /** The grades, both included. */
  from: number;
  to: number;
  /** "" for any. */
  theme: string;
}

const NAME = "puzzle-choice";

/** What a visitor wanted last. */
export const wantedLast = (): Choice => recall(NAME, { ...ANY });

export function want(choice: Choice): void {
  remember(NAME, choice);
}

export const ANY: Choice = { from: 1, to: BEYOND, theme: "" };
