// What is asked outside the socket: of the server, or of the worker in this browser.
import type {
  BookAnswer, BookRequest, Catalogue, Complaint, Created, Explored, ExploreRequest, GameFacts, JoinGame, Joined, JudgeAnswer, JudgeRequest,
  KeptStudy, LookRequest, Move, MoveJudgement, MoveValues, NewGame, NewStudy, OpeningsAnswer, OpeningsRequest, PictureQuery,
  PositionRef, PremovesAnswer, Puzzle, PuzzleList, PuzzleMoves, PuzzleOfDay, PuzzleRating, PuzzleRequest, PuzzlesKnown, PuzzlesOfGame, PuzzleTried,
  ReadAnswer, ReadRequest, View,
  SetUpAnswer, SetUpRequest, StudyText, TablesAnswer, TablesRequest,
  TreeNode, WriteAnswer, WriteRequest,
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
export function catalogue(place: Asked): Promise<Catalogue> {
  return ask<Catalogue>(place, "/games-known");
}

export function createGame(place: Asked, wanted: NewGame): Promise<Created> {
  return ask<Created, NewGame>(place, "/games", wanted);
}

/** Take the seat that is free; `id` makes it safe to ask again. */
export function joinGame(place: Asked, game: string, id: string): Promise<Joined> {
  return ask<Joined, JoinGame>(place, `/games/${game}/join`, { id });
}

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

/** The games of a text, or of a piece of one. */
export function readPiece(place: Asked, wanted: ReadRequest): Promise<ReadAnswer> {
  return ask<ReadAnswer, ReadRequest>(place, "/read", wanted);
}

/** The text of a record. */
export async function writeText(place: Asked, of: Omit<PositionRef, "moves">, nodes: TreeNode[], tags: Record<string, string> = {}): Promise<string> {
  return (await ask<WriteAnswer, WriteRequest>(place, "/write", { ...of, nodes, tags })).text;
}

/** The text of a position that was set up by hand, and what is wrong with it. */
export function setUp(place: Asked, wanted: SetUpRequest): Promise<SetUpAnswer> {
  return ask<SetUpAnswer, SetUpRequest>(place, "/position", wanted);
}

/** The view of a position. */
export function look(place: Asked, of: PositionRef): Promise<View> {
  return ask<View, LookRequest>(place, "/look", of);
}

/** What whoever is not to move can decide upon in advance. */
export async function premovesIn(place: Asked, of: PositionRef): Promise<Move[]> {
  return (await ask<PremovesAnswer, PositionRef>(place, "/premoves", of)).moves;
}

/** What tables of endings know of a position there. */
export function lookUp(place: Asked, of: PositionRef): Promise<TablesAnswer> {
  return ask<TablesAnswer, TablesRequest>(place, "/tables", of);
}

/** What the opening book knows of a position there. */
export function openBook(place: Asked, of: PositionRef): Promise<BookAnswer> {
  return ask<BookAnswer, BookRequest>(place, "/book", of);
}

/** What was played in a position, in public games. */
export function explorePublic(place: Asked, wanted: ExploreRequest): Promise<Explored> {
  return ask<Explored, ExploreRequest>(place, "/explore", wanted);
}

/** What is wrong with moves, by the values before and after them. */
export async function judgeMoves(place: Asked, moves: MoveValues[]): Promise<MoveJudgement[]> {
  return (await ask<JudgeAnswer, JudgeRequest>(place, "/judge", { moves })).moves;
}

/** How the games of a text began. */
export function openingsIn(place: Asked, wanted: OpeningsRequest): Promise<OpeningsAnswer> {
  return ask<OpeningsAnswer, OpeningsRequest>(place, "/openings", wanted);
}

/** Keep a study on the server; tells the path of its page, and until when it is kept. */
export function keepStudy(place: Asked, text: string): Promise<KeptStudy> {
  return ask<KeptStudy, NewStudy>(place, "/studies", { text });
}

/** The text of a study that is kept there. */
export async function keptStudy(place: Asked, study: string): Promise<string> {
  return (await ask<StudyText>(place, `/studies/${encodeURIComponent(study)}`)).text;
}

export function gameFacts(place: Asked, game: string): Promise<GameFacts> {
  return ask<GameFacts>(place, `/games/${game}`);
}

/** Which puzzles there are, by game. */
export async function puzzlesKnown(place: Asked): Promise<Record<string, PuzzlesOfGame>> {
  return (await ask<PuzzlesKnown>(place, "/puzzles")).games;
}

/** All puzzles of a game. */
export async function puzzlesOf(place: Asked, game: string): Promise<Puzzle[]> {
  return (await ask<PuzzleList>(place, `/puzzles/${encodeURIComponent(game)}`)).puzzles;
}

/** The puzzle of a day. */
export function puzzleOfDay(place: Asked, date: string): Promise<PuzzleOfDay> {
  return ask<PuzzleOfDay>(place, `/puzzle-of-the-day?date=${date}`);
}

/** Somebody's rating after a puzzle. */
export function ratingAfter(place: Asked, game: string, tried: PuzzleTried): Promise<PuzzleRating> {
  return ask<PuzzleRating, PuzzleTried>(place, `/puzzles/${encodeURIComponent(game)}/rating`, tried);
}

/** What the moves of a puzzle lead to, whatever was played in it. */
export function puzzleMoves(place: Asked, game: string, of: PuzzleRequest): Promise<PuzzleMoves> {
  return ask<PuzzleMoves, PuzzleRequest>(place, `/puzzles/${game}`, of);
}
