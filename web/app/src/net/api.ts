// What is asked of the server outside the socket.
import type {
  Catalogue, Complaint, Created, GameFacts, JoinGame, Joined, NewGame, PictureQuery, PositionRef, ReadAnswer,
  ReadGame, ReadRequest, SetUpAnswer, SetUpRequest, TreeNode, WriteAnswer, WriteRequest,
} from "../../../wire/types";
import { Refusal } from "./messages";

const HERE = "/api/v1";

async function ask<Answer>(path: string): Promise<Answer>;
async function ask<Answer, Body>(path: string, body: Body): Promise<Answer>;
async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(HERE + path, body === undefined ? undefined : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const told = answer as Partial<Complaint> | null;
    throw new Refusal(told?.code ?? String(response.status), told?.reason ?? response.statusText,
      told?.why ?? undefined);
  }
  return answer as Answer;
}

/** The games with their options, and the levels. */
export function catalogue(): Promise<Catalogue> {
  return ask<Catalogue>("/games-known");
}

export function createGame(wanted: NewGame): Promise<Created> {
  return ask<Created, NewGame>("/games", wanted);
}

/** Take the seat that is free; `id` makes it safe to ask again. */
export function joinGame(game: string, id: string): Promise<Joined> {
  return ask<Joined, JoinGame>(`/games/${game}/join`, { id });
}

/** A record of a game that the server keeps. */
export async function recordOf(game: string): Promise<string> {
  const response = await fetch(`${HERE}/games/${game}/record`);
  if (!response.ok) throw new Refusal(String(response.status), response.statusText);
  return response.text();
}

/** How a picture looks. */
export type Look = Required<Pick<PictureQuery, "flat" | "black" | "theme" | "numerals">>;

/** The address of a picture: of a position, or, as "gif", of all the moves that led to it. */
export function picture(kind: "svg" | "png" | "gif", of: PositionRef, look: Look): string {
  const query = new URLSearchParams({ game: of.game, theme: look.theme });
  if (of.position) query.set("position", of.position);
  if (of.moves?.length) query.set("moves", of.moves.join(" "));
  const options = Object.entries(of.options ?? {}).map(([name, value]) => `${name}=${value}`);
  if (options.length) query.set("options", options.join(" "));
  for (const name of ["flat", "black", "numerals"] as const) if (look[name]) query.set(name, "true");
  return `${HERE}/picture.${kind}?${query}`;
}

/** The games of a text in any format that the server can read. */
export async function readText(text: string, game: string): Promise<ReadGame[]> {
  return (await ask<ReadAnswer, ReadRequest>("/read", { text, game })).games;
}

/** The text of a record. */
export async function writeText(of: Omit<PositionRef, "moves">, nodes: TreeNode[], tags: Record<string, string> = {}): Promise<string> {
  return (await ask<WriteAnswer, WriteRequest>("/write", { ...of, nodes, tags })).text;
}

/** The text of a position that was set up by hand, and what is wrong with it. */
export function setUp(wanted: SetUpRequest): Promise<SetUpAnswer> {
  return ask<SetUpAnswer, SetUpRequest>("/position", wanted);
}

export function gameFacts(game: string): Promise<GameFacts> {
  return ask<GameFacts>(`/games/${game}`);
}
