// What the board is told: a position with all that can be done in it. See src/eckstein/view.py.

export type Colour = "white" | "black";
export type Side = "top" | "north" | "east" | "south" | "west" | "bottom";
export type Faces = Record<Side, number>;
export type StepKind = "tilt" | "jump" | "slide" | "place" | "return" | "pass";

export interface Piece {
  colour: Colour;
  kind: "die" | "king" | "piece";
  /** As in position texts: a to x for dice, z for the king of Duell; a capital is White's. */
  letter: string;
  faces: Faces | null;
}

export interface Step {
  kind: StepKind;
  /** Null for a piece in reserve. */
  origin: string | null;
  target: string | null;
  /** The piece, or the orientation of the die after the step. */
  piece: string;
  faces: Faces | null;
}

export interface Battle {
  attacker: string;
  defender: string;
  attack: number;
  defence: number;
  attackers: string[];
  defenders: string[];
  loser: string | null;
}

export interface Removal {
  square: string;
  piece: string;
  why: "battle" | "captured" | "surrounded" | "returned";
}

export interface Move {
  text: string;
  notation: string;
  steps: Step[];
  battles: Battle[];
  removed: Removal[];
  /** 0 none, 1 check, 2 mate. */
  check: number;
  /** What the game calls that, such as "DUEL"; empty for none. */
  check_word: string;
  winner: Colour | null;
  reason: string | null;
}

/** Some squares of the board: `first` is the lower left one. */
export interface Rectangle {
  first: string;
  columns: number;
  rows: number;
}

export interface Area extends Rectangle {
  reach: Rectangle;
  borders: ("north" | "east" | "south" | "west")[];
}

export interface Outcome {
  winner: Colour | null;
  reason: string;
  score: [number, number] | null;
}

export type Pieces = Record<string, Piece>;

export interface View {
  game: string;
  title: string;
  options: Record<string, boolean | number | string>;
  position: string;
  turn: Colour;
  ply: number;
  /** `wrap` is 26 on an endless board, whose names of squares wrap, else 0. */
  board: Rectangle & { wrap: number };
  pieces: Pieces;
  /** Letters (capitals) of the pieces besides dice, and of those that may be in hand. */
  letters: string;
  in_hand: string;
  /** Letters (capitals) of the pieces in hand. */
  reserves: Record<Colour, string> | null;
  rights: Record<Colour, boolean> | null;
  area: Area | null;
  goals: Record<Colour, string[]>;
  check: boolean;
  check_word: string;
  /** Squares from each attacker to the king of the player to move. */
  threats: string[][];
  legal: Move[] | null;
  last: Move | null;
  outcome: Outcome | null;
  repetitions: number;
  idle: number;
}

/** A recorded game. */
export interface Film {
  tags: Record<string, string> | [string, string][];
  result: string;
  views: View[];
}

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
  pick: { square: string | null };
  preview: { text: string | null };
  draw: Drawing;
  setup: { pieces: Pieces };
  ask: { what: "evaluation" };
}
