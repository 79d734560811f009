// What is asked about puzzles, of whoever answers.
import type { Puzzle, PuzzleList, PuzzleMoves, PuzzleOfDay, PuzzleRating, PuzzleRequest, PuzzlesKnown, PuzzlesOfGame, PuzzleTried } from "../../../../wire/types";
import { ask } from "../../net/api";
import { mind } from "../../places/places.svelte";

const at = (game: string) => `/puzzles/${encodeURIComponent(game)}`;

/** Which puzzles there are, by game. */
export const puzzlesKnown = async (): Promise<Record<string, PuzzlesOfGame>> => (await ask<PuzzlesKnown>(mind, "/puzzles")).games;
/** All puzzles of a game. */
export const puzzlesOf = async (game: string): Promise<Puzzle[]> => (await ask<PuzzleList>(mind, at(game))).puzzles;
export const puzzleOfDay = (date: string) => ask<PuzzleOfDay>(mind, `/puzzle-of-the-day?date=${date}`);
/** Somebody's rating after a puzzle. */
export const ratingAfter = (game: string, tried: PuzzleTried) => ask<PuzzleRating, PuzzleTried>(mind, `${at(game)}/rating`, tried);
/** What the moves of a puzzle lead to, whatever was played in it. */
export const puzzleMoves = (game: string, of: PuzzleRequest) => ask<PuzzleMoves, PuzzleRequest>(mind, at(game), of);
