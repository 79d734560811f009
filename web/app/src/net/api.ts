// What is asked outside the socket: of the server, or of the worker in this browser.
import type {
  Catalogue, Complaint, Created, LookRequest, NewGame, PictureQuery, PositionRef, ReadAnswer, ReadRequest, TreeNode, View, WriteAnswer, WriteRequest,
} from "../../../wire/types";
import { Refusal } from "./messages";
import type { Place } from "./place";

type Asked = Pick<Place, "ask">;

export async function ask<Answer>(place: Asked, path: string): Promise<Answer>;
export async function ask<Answer, Body>(place: Asked, path: string, body: Body): Promise<Answer>;
export async function ask<Answer>(place: Asked, path: string, body?: unknown): Promise<Answer> {
  const response = await place.ask(path, body);
  if (!response.ok) throw await refusalIn(response);
  return await response.json() as Answer;
}

/** What an answer says that is none. */
export async function refusalIn(response: Response): Promise<Refusal> {
  const told = await response.json().catch(() => null) as Partial<Complaint> | null;
  return new Refusal(told?.code ?? String(response.status), told?.reason ?? response.statusText,
    told?.why ?? undefined, told?.template);
}

/** The games with their options, and the levels. */
export const catalogue = (place: Asked) => ask<Catalogue>(place, "/games-known");
export const createGame = (place: Asked, wanted: NewGame) => ask<Created, NewGame>(place, "/games", wanted);
/** The view of a position. */
export const look = (place: Asked, of: PositionRef) => ask<View, LookRequest>(place, "/look", of);
/** The games of a text, or of a piece of one. */
export const readPiece = (place: Asked, wanted: ReadRequest) => ask<ReadAnswer, ReadRequest>(place, "/read", wanted);

/** A record of a game that is kept there. */
export async function recordOf(place: Asked, game: string): Promise<string> {
  const response = await place.ask(`/games/${game}/record`);
  if (!response.ok) throw await refusalIn(response);
  return response.text();
}

export type PictureKind = "svg" | "png" | "gif";

/** How a picture looks. */
export type Look = Required<Pick<PictureQuery, "flat" | "black" | "theme" | "numerals">>;

/** A frame of an animation: a drawing, and how many hundredths of a second it is shown. */
export type Frame = [svg: string, hundredths: number];

/** The frames of an animation of all the moves that led to a position. */
export async function frames(place: Asked, of: PositionRef, look: Look): Promise<Frame[]> {
  return JSON.parse(await (await picture(place, "frames", of, look)).text()) as Frame[];
}

/** A picture of a position, or, as "gif", of all the moves that led to it. */
export async function picture(place: Asked, kind: PictureKind | "frames", of: PositionRef, look: Look): Promise<Blob> {
  const query = new URLSearchParams({ game: of.game, theme: look.theme });
  if (of.position) query.set("position", of.position);
  if (of.moves?.length) query.set("moves", of.moves.join(" "));
  const options = Object.entries(of.options ?? {}).map(([name, value]) => `${name}=${value}`);
  if (options.length) query.set("options", options.join(" "));
  for (const name of ["flat", "black", "numerals"] as const) if (look[name]) query.set(name, "true");
  const response = await place.ask(`/picture.${kind}?${query}`);
  if (!response.ok) throw await refusalIn(response);
  return response.blob();
}

/** The text of a record. */
export async function writeText(place: Asked, of: Omit<PositionRef, "moves">, nodes: TreeNode[], tags: Record<string, string> = {}): Promise<string> {
  return (await ask<WriteAnswer, WriteRequest>(place, "/write", { ...of, nodes, tags })).text;
}
