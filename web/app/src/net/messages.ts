// What the page and the server say to each other; docs/server.md tells what it means.
import type { Outcome, View } from "../../../board/view";

export type Colour = "white" | "black";
export type Options = Record<string, boolean | number | string>;

/** A position as the server is asked about it: a start and the moves from there. */
export interface Place {
  game: string;
  options?: Options;
  position?: string;
  moves?: string[];
}

export interface Player {
  kind: "human" | "computer";
  name: string;
  level?: number;
  here: boolean;
  /** Nobody has taken the seat yet. */
  open?: boolean;
}

export interface Move {
  text: string;
  notation: string;
  spent: number | null;
}

export interface ClockState {
  kind: "fischer" | "delay";
  initial: number;
  increment: number;
  left: Record<Colour, number>;
  running: Colour | null;
}

export interface Offers {
  draw: Colour | null;
  takeback: Colour | null;
  rematch: Colour[];
}

export interface Next {
  game: string;
  seats?: Partial<Record<Colour, string>>;
}

/** Which seat a token is for, as it says itself; the server checks that. */
export function colourOf(token: string): Colour | null {
  const side = token.split(".")[1];
  return side === "w" ? "white" : side === "b" ? "black" : null;
}

/** All there is to know of a game. */
export interface GameMessage {
  t: "game";
  game: string;
  rules: string;
  options: Options;
  start: string;
  seq: number;
  players: Record<Colour, Player>;
  moves: Move[];
  clock: ClockState | null;
  offers: Offers;
  result: Outcome | null;
  yours: Colour[];
  watching: number;
  next: Next | null;
  /** Why a computer player takes long, or null. */
  thinking?: string | null;
  view?: View;
}

/** One thing that has happened in a game. */
export interface EventMessage {
  t: "event";
  game: string;
  seq?: number;
  kind: "move" | "takeback" | "offer" | "decline" | "end" | "rematch" | "presence" | string;
  by?: Colour | null;
  move?: string;
  notation?: string;
  spent?: number | null;
  ply?: number;
  clock?: ClockState | null;
  offers?: Offers;
  result?: Outcome | null;
  players?: Record<Colour, Player>;
  watching?: number;
  next?: Next | null;
  thinking?: string | null;
  view?: View;
}

export interface EventsMessage {
  t: "events";
  game: string;
  events: EventMessage[];
}

export type Heard = GameMessage | EventMessage | EventsMessage;

/** Something done in a game; `id` makes it safe to send it again. */
export interface Command {
  game: string;
  id: string;
  seat: string;
  seq: number;
  what: string;
  move?: string;
}

export interface Answer {
  done: boolean;
  seq: number;
  code?: string;
  why?: string;
  reason?: string;
}

export interface Line {
  score: number | null;
  mate: number | null;
  moves: string[];
  notation: string[];
}

export interface Info {
  depth: number;
  nodes: number;
  nps: number;
  seconds: number;
  lines: Line[];
}

/** The server said no: `code` is what to do about it, `why` the reason more finely. */
export class Refusal extends Error {
  constructor(readonly code: string, reason: string, readonly why = code) {
    super(reason);
  }
}

/** What an answer that is a refusal says. */
export function refusalOf({ code = "bad", reason = "", why }: Pick<Answer, "code" | "reason" | "why">): Refusal {
  return new Refusal(code, reason, why);
}
