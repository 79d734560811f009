// What is asked of the server outside the socket.
import type { Told } from "../state/tree.svelte";
import type { Colour, Options, Place } from "./messages";
import { Refusal } from "./messages";

export interface Level {
  level: number;
  name: string;
  says: string;
}

/** A rule option; the first value is what it is if nothing is said. Counts have just that one. */
export interface OptionKnown {
  name: string;
  values: (boolean | number | string)[];
  says: string;
}

export interface GameKnown {
  name: string;
  title: string;
  options: OptionKnown[];
}

export interface Catalogue {
  games: Record<string, GameKnown>;
  levels: Level[];
}

export type Sitting = { kind: "human"; open?: boolean; name?: string } | { kind: "computer"; level: number };

export interface Wanted {
  rules: string;
  options?: Options;
  position?: string;
  white: Sitting;
  black: Sitting;
  clock?: { kind: "fischer" | "delay"; initial: number; increment: number } | null;
  /** A long random text; asked for again, it gives the same game. */
  id: string;
}

export interface Made {
  game: string;
  seats: Partial<Record<Colour, string>>;
}

const HERE = "/api/v1";

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(HERE + path, body === undefined ? undefined : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const told = answer as { code?: string; why?: string; reason?: string } | null;
    throw new Refusal(told?.code ?? String(response.status), told?.reason ?? response.statusText,
      told?.why);
  }
  return answer as T;
}

/** The games with their options, and the levels. */
export function catalogue(): Promise<Catalogue> {
  return ask<Catalogue>("/games-known");
}

export function createGame(wanted: Wanted): Promise<Made> {
  return ask<Made>("/games", wanted);
}

/** Take the seat that is free; `id` makes it safe to ask again. */
export function joinGame(game: string, id: string): Promise<{ colour: Colour; token: string }> {
  return ask(`/games/${game}/join`, { id });
}

/** A record of a game that the server keeps. */
export async function recordOf(game: string): Promise<string> {
  const response = await fetch(`${HERE}/games/${game}/record`);
  if (!response.ok) throw new Refusal(String(response.status), response.statusText);
  return response.text();
}

/** How a picture looks. */
export interface Look {
  flat: boolean;
  black: boolean;
  theme: string;
  numerals: boolean;
}

/** The address of a picture: of a position, or, as "gif", of all the moves that led to it. */
export function picture(kind: "svg" | "png" | "gif", of: Place, look: Look): string {
  const query = new URLSearchParams({ game: of.game, theme: look.theme });
  if (of.position) query.set("position", of.position);
  if (of.moves?.length) query.set("moves", of.moves.join(" "));
  const options = Object.entries(of.options ?? {}).map(([name, value]) => `${name}=${value}`);
  if (options.length) query.set("options", options.join(" "));
  for (const name of ["flat", "black", "numerals"] as const) if (look[name]) query.set(name, "true");
  return `${HERE}/picture.${kind}?${query}`;
}

/** A game as it was read from a text. */
export interface GameRead {
  game: string;
  options: Options;
  start: string;
  tags: Record<string, string>;
  result: string;
  nodes: Told[];
}

/** The games of a text in any format that the server can read. */
export async function readText(text: string, game: string): Promise<GameRead[]> {
  return (await ask<{ games: GameRead[] }>("/read", { text, game })).games;
}

/** The text of a record. */
export async function writeText(of: Omit<Place, "moves">, nodes: Told[], tags: Record<string, string> = {}): Promise<string> {
  return (await ask<{ text: string }>("/write", { ...of, nodes, tags })).text;
}

export interface SettingUp {
  game: string;
  options: Options;
  turn: Colour;
  pieces: Record<string, { colour: Colour; letter: string }>;
  reserves?: Record<Colour, string>;
  rights?: Record<Colour, boolean>;
}

/** The text of a position that was set up by hand, and what is wrong with it. */
export function setUp(wanted: SettingUp): Promise<{ position: string; problems: string[] }> {
  return ask("/position", wanted);
}

export interface Facts {
  rules: string;
  options: Options;
  start: string;
  moves: { text: string; notation: string }[];
}

export function gameFacts(game: string): Promise<Facts> {
  return ask<Facts>(`/games/${game}`);
}
