// What the board is told: a position with all that can be done in it, and what it tells.

import type { Faces, View } from "../../wire/types";

export type {
  Area, Battle, Change, Colour, Fact, Faces, Film, Move, Outcome, Piece, Rectangle, Removal, Step, Template, View,
} from "../../wire/types";
export type Side = keyof Faces;
export type Pieces = View["pieces"];

/** An arrow from square to square; without `from` it is a ring around a square. */
export interface Arrow {
  from?: string;
  to: string;
  colour?: string;
  text?: string;
}

export interface Mark {
  square: string;
  colour?: string;
  text?: string;
}

export type Playable = "none" | "white" | "black" | "both";

export interface Drawing {
  arrows: Arrow[];
  marks: Mark[];
}

/** What the events of the board carry in `detail`. */
export interface BoardEvents {
  move: { text: string; notation: string };
  /** A move to be made as soon as it is the user's turn, or null: none any more. */
  premove: { text: string | null };
  pick: { square: string | null };
  preview: { text: string | null };
  refused: { origin: string; square: string };
  draw: Drawing;
  setup: { pieces: Pieces };
  camera: { tilt: number; turn: number };
  ask: { what: "evaluation" };
}
